"""`rulewright lsp`: the language server, for editors."""

from __future__ import annotations

import click


@click.command(name="lsp")
@click.option("--stdio", is_flag=True, help="Over standard input and output, as it is anyway: many editors ask for it.")
def command(*, stdio: bool) -> int:
    """Serve an editor: messages while one types, what a name means, what fits, and where it is used.

    The editor starts this by itself and talks with it over standard input and output. docs/editor.md says how to set up
    Neovim, Visual Studio Code, Emacs and Helix.
    """
    from rulewright.cli.problems import GOOD, problem

    del stdio
    try:
        from rulewright.cli.editor.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise problem(
            "missing-extra", "the language server needs `pygls`, which is not installed", "run `pip install 'rulewright[lsp]'`"
        ) from None
    serve()
    return GOOD
