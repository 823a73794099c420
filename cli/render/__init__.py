"""Show diagnostics: a module for each format, with a pure function from diagnostics to text."""
