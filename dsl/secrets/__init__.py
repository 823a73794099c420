"""Find what a checked game gives away to players who may not know it, each with its way (an information flow analysis).

`labels.py` says what a value reveals, and `values.py` computes it for expressions. `rules.py` follows it through the lines
of rules to the players who learn it, and `reports.py` reports it.
"""
