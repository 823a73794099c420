"""Checked games come in; what they give away to somebody who may not know it goes out, each with the way that it takes.

`labels.py` says what a value gives away, `values.py` works it out for expressions, `rules.py` follows it through the lines of
rules to whoever learns of it, and `reports.py` says so.
"""
