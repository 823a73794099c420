"""A game for people on different machines: host, guests, and the page."""
