"""A position comes in; what one seat sees and hears of it goes out, as data and in words."""
