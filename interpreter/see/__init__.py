"""Say what one seat sees and hears of a position, as data and in words."""
