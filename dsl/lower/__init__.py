"""From the tree of one declaration to the syntax nodes."""
