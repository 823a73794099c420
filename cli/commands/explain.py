"""`rulewright explain`: show what a message means, with a wrong example and a right one."""

from __future__ import annotations

import sys
import textwrap
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.cli.shell.shell_completion import messages
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.dsl.library.explanations import Page, Snippet

WHERE = {
    "lines": "at the end of the rule `pick` of the Orchard",
    "parts": "in the Orchard",
    "played": "in the Orchard",
    "test": "in the Orchard",
    "whole": "as a whole rulebook",
    "deep": "as a whole rulebook",
    "command": "on the command line",
}
"""Where the examples of a page belong, by the word behind their fence."""


@click.command(
    name="explain",
    cls=HelpCommand,
    examples=[
        ("rulewright explain", "list all messages"),
        ("rulewright explain never-read", "explain one of them"),
        ("rulewright explain orchard", "print the game of the examples"),
    ],
)
@click.argument("name", required=False, shell_complete=messages)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(name: str | None, *, as_json: bool) -> int:
    """Explain the message called NAME, with a wrong example and a right one. Without NAME, list all messages.

    Most examples are part of a small game, the Orchard: `rulewright explain orchard` prints it.
    """
    from rulewright.cli.shell.problems import GOOD, problem, width_of
    from rulewright.dsl.library.explanations import ORCHARD, explanation_pages, orchard
    from rulewright.dsl.messages.diagnostic import visible
    from rulewright.dsl.messages.suggestions import did_you_mean

    found = explanation_pages()
    width = min(width_of(sys.stdout), 100)
    if name == ORCHARD:
        print(orchard().rstrip())
        return GOOD
    # A name may be copied from a message, with its brackets.
    wanted = (name or "").rpartition("[")[2].strip("[]:").lower()
    if name is not None and wanted not in found:
        way_out = did_you_mean(wanted, [*found, ORCHARD]) or Phrase("rulewright-explain-lists-them-all")
        raise problem("no-such-message", Phrase("there-is-no-message-called", name=visible(name[:80])), way_out)
    if as_json:
        import json

        print(json.dumps(_record(found[wanted]) if name else [_record(page) for page in found.values()], indent=2))
    elif name is None:
        print("\n\n".join(_lists(list(found.values()), width)))
    else:
        print("\n\n".join(_parts(found[wanted], width)))
    return GOOD


def _lists(pages: list[Page], width: int) -> list[str]:
    """Return a block for each category, with a line for each message."""
    longest = max(len(page.name) for page in pages)
    blocks: dict[str, list[str]] = {}
    for page in pages:
        start = f"  {page.name:{longest}}  {page.level:7}  "
        lines = textwrap.wrap(page.meaning, width - len(start))
        blocks.setdefault(page.category, []).append(start + f"\n{' ' * len(start)}".join(lines))
    return ["\n".join([category, *lines]) for category, lines in blocks.items()]


def _parts(page: Page, width: int) -> list[str]:
    """Return the parts of a page, which an empty line separates."""
    parts = [f"{page.name} ({page.level}): {page.meaning}\n{page.category}"]
    parts += [textwrap.fill(paragraph, width) for paragraph in page.why.split("\n\n")]
    return parts + [_shown(piece) for piece in page.pieces]


def _shown(piece: Snippet) -> str:
    title = f"{piece.where}:" if piece.kind == "file" else f"{piece.kind.capitalize()}, {WHERE[piece.where]}:"
    text = "".join(f"$ {line}\n" for line in piece.text.splitlines()) if piece.where == "command" else piece.text
    return f"{title}\n\n{textwrap.indent(text.rstrip(), '    ')}"


def _record(page: Page) -> dict[str, object]:
    from attrs import asdict

    return {**asdict(page), "meaning": page.meaning}
