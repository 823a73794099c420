"""Hold the texts of messages in each language: the catalogue that `dsl/messages/said.py` reads."""
