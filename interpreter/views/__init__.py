"""What one seat sees, hears and may choose, as data and in words."""
