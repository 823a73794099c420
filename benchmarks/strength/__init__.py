"""Measure how strong the players that are programs are: against other people's engines, perfect play and simple players."""
