"""Texts and places in them: what every other part of the language stands on."""
