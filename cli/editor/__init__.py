"""The language server of `rulewright lsp`: a small module for each thing that an editor can ask."""
