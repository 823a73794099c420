"""The views of one seat: what it sees, hears and may choose, as data and in words."""
