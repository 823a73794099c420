"""What messages say in each language: the catalogue that `dsl/said.py` reads."""
