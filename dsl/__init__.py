"""Read and check rulebooks: syntax, names, types, variants, lint rules, layout."""
