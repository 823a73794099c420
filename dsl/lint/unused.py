"""Find declarations that no rule mentions.

Names are counted as they are written. That is fast, covers all variants at once, and is silent when in doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.dsl import nodes
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase

# The result shows these fields, or computer players use them.
COUNTED = ("score", "team")
CALLED_BY_ITSELF = (*COUNTED, "outlook")
CARRIED_OUT = frozenset({"play", "setup"})


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield the names that are declared and not used."""
    used = Counter(rulebook.mentions)
    # The columns of a table of cards are written once, for all its cards.
    no_use = {name for node in rulebook.declarations for name in _no_use(node)}
    used.subtract(name.text for name in no_use)
    told: set[str] = set()
    for node in rulebook.declarations:
        for word, what, others, way_out in _declared(node):
            names = (word.text, *others)
            if word.text not in told and not any(used[name] > 0 for name in names):
                told.add(word.text)
                yield warning("unused-name", Phrase("no-rule-uses-the", what=what, word=word.text), word.span, way_out=way_out)


def _no_use(node: nodes.Declaration) -> Iterator[nodes.Word]:
    """Yield the words of a declaration that are no use: its own name, and the subject of a standing rule or a card."""
    match node:
        case nodes.Values() | nodes.Line():
            entries = node.entries if isinstance(node, nodes.Values) else node.spaces
            yield node.name
            yield from (entry.name for entry in entries)
            yield from (line.name for entry in entries for line in entry.printed)
        case nodes.Map():
            yield node.name
            for row in node.lines:
                yield row.name
                yield from row.beside
        case nodes.Option():
            yield node.name
            yield from (word for word, _ in node.words)
        case nodes.Card():
            yield node.name
            yield node.kind
            yield from (line.name for line in node.fields)
            for standing in node.standing:
                yield from _no_use(standing)
        case nodes.FieldBlock():
            yield from (line.name for line in node.fields if isinstance(line, nodes.Field))
            if node.anew is not None:
                yield node.anew
        case nodes.Hook() | nodes.Forbid():
            if node.name is not None:
                yield node.name
        case nodes.Amend():
            yield node.name
        case nodes.Example():
            settings = [line for line in node.lines if isinstance(line, nodes.ExampleLine)]
            yield from (word for line in settings if line.kind == "example_option" for word in line.words)
        case nodes.Numbers() | nodes.Grid() | nodes.Place() | nodes.Components() | nodes.Rule() | nodes.Define() | nodes.Change():
            yield node.name
        case nodes.Remove():
            yield from node.names


def _declared(node: nodes.Declaration) -> Iterator[tuple[nodes.Word, Phrase, tuple[str, ...], Phrase]]:
    """Yield what should be used: its name, its kind, other names by which it may be used, and the way out."""
    way_out = Phrase("take-it-away-or-use-it-in")
    match node:
        case nodes.Rule() if node.name.text not in CARRIED_OUT:
            yield node.name, Phrase("rule"), (), Phrase("carry-it-out-on-a-line-of")
        case nodes.Define() if (node.title is None or node.seen is not None) and node.name.text not in CALLED_BY_ITSELF:
            yield node.name, Phrase("define"), (), way_out
        case nodes.Values():
            names = tuple(entry.name.text for entry in node.entries)
            yield (
                node.name,
                Phrase("die") if node.die else Phrase("values"),
                () if node.die else names,
                (Phrase("roll-it-with-roll-as-or-take", node=node.name.text) if node.die else way_out),
            )
        case nodes.Numbers(die=False):
            yield node.name, Phrase("range-of-numbers"), (), way_out
        case nodes.Numbers():
            yield node.name, Phrase("die"), (), Phrase("roll-it-with-roll-as-or-take", node=node.name.text)
        case nodes.Line():
            yield node.name, Phrase("line"), tuple(entry.name.text for entry in node.spaces), way_out
        case nodes.Map():
            yield node.name, Phrase("map"), tuple(row.name.text for row in node.lines), way_out
        case nodes.Grid():
            yield node.name, Phrase("grid"), (), way_out
        case nodes.Place():
            yield node.name, Phrase("place"), (), way_out
        case nodes.Components() if node.start is None:
            # Anything with a first place may matter by being there, such as a blank in a bag.
            if node.cards:
                yield node.name, Phrase("cards"), (), Phrase("say-where-they-start-move-them-in")
            else:
                yield node.name, Phrase("pieces"), (), Phrase("say-where-they-start-move-them-in-from")
        case nodes.FieldBlock():
            for line in node.fields:
                if isinstance(line, nodes.Field) and line.name.text not in COUNTED:
                    yield line.name, Phrase("field"), (), way_out
