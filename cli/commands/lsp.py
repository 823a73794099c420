"""`rulewright lsp`: run the language server for editors."""

from __future__ import annotations

import click

from rulewright.dsl.messages.said import Phrase


@click.command(name="lsp")
@click.option("--stdio", is_flag=True, help="Talk over standard input and output (always so; many editors pass it).")
def command(*, stdio: bool) -> int:
    """Run the language server: messages as you type, completion, hover, definitions and uses of a name.

    Your editor starts it, and talks with it over standard input and output. docs/editor.md has the settings for Neovim,
    Visual Studio Code, Emacs and Helix.
    """
    from rulewright.cli.shell.problems import GOOD, problem

    del stdio
    try:
        from rulewright.cli.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise problem(
            "missing-extra", Phrase("the-language-server-needs-pygls-which-is"), Phrase("run-pip-install-rulewright-lsp")
        ) from None
    serve()
    return GOOD
