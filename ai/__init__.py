"""Offer games to programs that learn: options as fixed numbers, views as rows of numbers, and the tables of other libraries.

`actions.py` and `observations.py` say which number is what. `openspiel.py` is a game of OpenSpiel's, `zoo.py` has the
environments of PettingZoo, and `batch.py` plays very many games at once on numpy's arrays.
"""
