"""Analyse rulebooks while somebody edits them: from texts that change all the time to the meaning of each place in them."""
