"""What an editor asks and is told: the language server of `rulewright lsp`, one small module for each thing that it does."""
