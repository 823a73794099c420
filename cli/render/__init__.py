"""How diagnostics are shown: one module for each format, each a pure function from diagnostics to text."""
