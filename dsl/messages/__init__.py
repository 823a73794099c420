"""What messages say in each language: the catalogue that `dsl/messages/said.py` reads."""
