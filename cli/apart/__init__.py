"""Tables for people on other computers: tell each seat what it may see, and take their choices."""
