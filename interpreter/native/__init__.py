"""Random playouts in native code: the straight form translated to C, built by the machine's compiler, and loaded."""
