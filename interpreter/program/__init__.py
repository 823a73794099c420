"""The lowered program: its nodes, and queries about them."""
