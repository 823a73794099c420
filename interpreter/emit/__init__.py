"""Checked rules and the tables of their world come in; the source of a compiled game goes out."""
