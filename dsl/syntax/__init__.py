"""From a text to a syntax tree: lexer, the grammar's tables, the parser, and what is said of a line that cannot be read."""
