"""Write a lowered program as Python, for play and for playouts, and as C."""
