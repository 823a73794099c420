"""A game at one screen: the table, its questions, and what people type there."""
