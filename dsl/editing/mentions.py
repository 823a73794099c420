"""Find every name in a declaration, with its place, and its meaning if the lines around it tell."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from attrs import define, field

from rulewright.dsl import nodes
from rulewright.dsl.check.scope import STANDING_ALONE
from rulewright.dsl.check.templates import NAME, PART
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

# The spaces of names: declared in the game, a line of a menu, the number of an example or ruling, a variant.
WHOLE, OFFERED, NUMBER, VARIANT = "name", "offer", "number", "variant"
# Operators that test each member of a set, with the operand that is the set.
LOOKING = {"where": 0, "as_long_as": 0, "with_most": 0, "with_fewest": 0, "sum_of": 1, "highest": 1, "lowest": 1}
LAST_WORD = re.compile(r"[^\W\d_]\w*(?:-\w+)*(?=[^\w-]*(?:choices?[^\w-]*)?$)")
DECLARED: dict[type[nodes.Node], str] = {
    nodes.Option: "option", nodes.Values: "values", nodes.Numbers: "values", nodes.Line: "board", nodes.Grid: "board",
    nodes.Map: "board", nodes.Place: "place", nodes.Components: "kind", nodes.Card: "card", nodes.Rule: "rule",
    nodes.Define: "define", nodes.Position: "position",
}  # fmt: skip


@define(eq=False)
class LocalName:
    """A name that is known in some lines only."""

    name: str
    parameter: bool
    declared: nodes.Word


@define(eq=False)
class Mention:
    """A name in the text."""

    text: str
    around: Span
    """The span of the node that contains it."""
    skipped: int
    space: str
    local: LocalName | None = None
    declares: str = ""
    """The kind of thing it declares here, if any."""
    node: nodes.Node | None = None
    """The declaration, or the one around the name."""
    variant: str = ""

    @property
    def span(self) -> Span:
        """Return where the name is now: the spans of nodes move with their texts."""
        start = self.around.start + self.skipped
        return Span(self.around.source, start, start + len(self.text))


@define(eq=False)
class MentionCollector:
    """Walk through one declaration."""

    node: nodes.Declaration
    variant: str = ""
    found: list[Mention] = field(factory=list)
    blocks: list[dict[str, LocalName]] = field(factory=lambda: [{}])
    patched: bool = False
    """Whether the lines change a rule that is elsewhere: its names are not new."""

    # ---- single names

    def note(self, text: str, around: Span, skipped: int = 0, space: str = WHOLE, **more: Any) -> Mention:
        """Note one name."""
        mention = Mention(text, around, skipped, space, variant=self.variant, **{"node": self.node, **more})
        self.found.append(mention)
        return mention

    def uses(self, word: nodes.Word | None, space: str = WHOLE) -> None:
        """Note a use of a name of the game."""
        if word is not None:
            self.note(word.text, word.span, space=space)

    def declares(self, word: nodes.Word, what: str, node: nodes.Node, space: str = WHOLE) -> None:
        """Note the declaration of a name of the game."""
        self.note(word.text, word.span, space=space, declares=what, node=node)

    def known(self, name: str) -> LocalName | None:
        """Return the local name that this means, if any."""
        return next((block[name] for block in reversed(self.blocks) if name in block), None)

    def named(self, name: str, around: Span, skipped: int = 0) -> None:
        """Note a use of a name, local or of the game."""
        self.note(name, around, skipped, local=self.known(name))

    def new(self, word: nodes.Word | None, parameter: bool = False) -> None:
        """Note a local name, known from here on."""
        if word is None or word.text in STANDING_ALONE:
            return
        local = self.known(word.text) if self.patched else None
        if local is None:
            local = self.blocks[-1][word.text] = LocalName(word.text, parameter, word)
        what = "parameter" if local.parameter else "local"
        self.note(word.text, word.span, local=local, declares=what if local.declared is word else "")

    def text(self, title: nodes.Title | None) -> None:
        """Note the names between braces."""
        if title is not None and any("{" in text for _, text in title.texts):
            for found in PART.finditer(title.span.text):
                inner = NAME.search(found[1] or "")
                if inner is not None:
                    self.named(inner[0], title.span, found.start(1) + inner.start())

    def told(self, node: nodes.Told | nodes.Patch) -> None:
        """Note the names in what people read about something."""
        self.text(node.text)

    def setting(self, line: nodes.ExampleLine) -> None:
        """Note the word that an option is set to, which is no node."""
        found = LAST_WORD.search(line.span.text)
        if isinstance(line.setting, str) and found is not None and found[0] == line.setting:
            self.named(line.setting, line.span, found.start())

    # ---- declarations

    def declaration(self) -> list[Mention]:
        """Return all names in the declaration."""
        self.declared(self.node)
        return self.found

    def declared(self, node: Any) -> None:
        """Note the names in a declaration, or after `replace`."""
        what = DECLARED.get(type(node))
        if what is not None:
            self.declares(node.name, "die" if getattr(node, "die", False) else what, node)
        match node:
            case nodes.Game():
                self.declares(node.name, "game", node, VARIANT)
            case nodes.Variant():
                self.declares(node.name, "variant", node, VARIANT)
                self.uses(None if node.base_is_file else node.base, VARIANT)
            case nodes.Replace():
                self.declared(node.declaration)
            case nodes.Option():
                for word, _ in node.words:
                    self.declares(word, "value", node)
            case nodes.Values() | nodes.Line():
                for entry in node.entries if isinstance(node, nodes.Values) else node.spaces:
                    self.declares(entry.name, "value" if isinstance(node, nodes.Values) else "space", entry)
                    self.told(entry)
                    self.anything((entry.times, entry.printed))
                for word in getattr(node, "directions", None) or ():
                    self.declares(word, "direction", node)
            case nodes.Map():
                for line in node.lines:
                    if isinstance(line, nodes.MapLine):
                        self.declares(line.name, "space", line)
                        self.told(line)
                        self.each(line.beside)
            case nodes.Grid() | nodes.Define() | nodes.Rule():
                self.parameters(getattr(node, "parameters", ()))
                self.text(node.title if isinstance(node, nodes.Define) and node.seen is not None else None)
                self.anything(tuple(getattr(node, name, None) for name in ("columns", "rows", "gives", "needs", "value", "body")))
            case nodes.Place() | nodes.Numbers():
                self.anything(node.seen)
            case nodes.Components():
                self.text(node.called)
                self.each(node.groups)
                self.anything((node.amount, node.start))
            case nodes.Card():
                self.card(node)
            case nodes.FieldBlock():
                self.fields(node)
            case nodes.Hook() | nodes.Forbid() | nodes.Change():
                self.standing(node)
            case nodes.Patch():
                self.uses(node.name)
                self.anything(node.changes)
            case nodes.Remove():
                self.each(node.names, NUMBER if node.kind == "example" else WHOLE)
                self.uses(node.of)
            case nodes.Amend():
                self.uses(node.name)
                self.uses(node.card)
                self.anything(node.value)
            case nodes.Looks():
                self.each(word for line in node.lines if isinstance(line, nodes.LookLine) for word in line.names)
            case nodes.Ruling() | nodes.Example():
                for word in node.numbers:
                    self.declares(word, "number", node, NUMBER)
                if isinstance(node, nodes.Example):
                    self.example_lines_of(node)
            case nodes.Position():
                self.anything(node.body)
        if isinstance(node, nodes.Described | nodes.Rule | nodes.Card | nodes.Patch):
            self.told(node)

    def each(self, words: Iterable[nodes.Word], space: str = WHOLE) -> None:
        for word in words:
            self.uses(word, space)

    def parameters(self, parameters: Iterable[nodes.Parameter]) -> None:
        for one in parameters:
            self.anything(one.type)
            self.new(one.name, parameter=True)

    def card(self, node: nodes.Card) -> None:
        """Note the names on a card; its standing rules have local names of their own."""
        self.uses(node.kind)
        self.anything((node.copies, node.fields, node.needs))
        self.block(node.perform or ())
        for one in node.standing:
            self.standing(one)

    def fields(self, node: nodes.FieldBlock) -> None:
        for word in (node.kind, node.other, node.anew):
            self.uses(word)
        for one in node.fields:
            if isinstance(one, nodes.Field):
                self.declares(one.name, "field", one)
                self.told(one)
                self.anything((one.type, one.default, one.seen))

    def standing(self, node: nodes.Hook | nodes.Forbid | nodes.Change) -> None:
        self.uses(node.name)
        if node.label is not None:
            self.declares(node.label, "standing", node)
        self.blocks.append({})
        for word in node.parameters:
            self.new(word, parameter=True)
        self.anything((getattr(node, "value", None), node.condition))
        self.told(node)
        self.block(getattr(node, "body", ()))
        self.blocks.pop()

    # ---- statements and expressions

    def block(self, body: Iterable[nodes.Node]) -> None:
        """Note the names in lines with local names of their own."""
        self.blocks.append({})
        self.anything(tuple(body))
        self.blocks.pop()

    def anything(self, value: Any) -> None:
        """Note the names in anything that a node can hold."""
        if isinstance(value, tuple):
            for one in value:
                self.anything(one)
        elif isinstance(value, nodes.Node):
            go = WAYS.get(type(value))
            if go is not None:
                go(self, value)
            else:
                self.inside(value)

    def inside(self, node: nodes.Node) -> None:
        """Note the names in the parts of a regular node: its words are names of the game."""
        for name in attributes(type(node)):
            part = getattr(node, name)
            if isinstance(part, nodes.Word):
                self.uses(part)
            elif not isinstance(part, nodes.Title):
                self.anything(part)

    def operation(self, node: nodes.Operation) -> None:
        self.uses(node.name)
        place = LOOKING.get(node.operator)
        looked_at = node.operands[place] if place is not None else None
        if place is None or not isinstance(looked_at, nodes.Operation) or looked_at.operator != "named":
            self.anything(node.operands)
            return
        self.anything(looked_at.operands)
        self.blocks.append({})
        self.new(looked_at.name)
        self.anything(node.operands[1 - place])
        self.blocks.pop()

    def pick(self, node: nodes.Pick) -> None:
        if node.words:
            for word, _ in node.words:
                local = self.blocks[0].setdefault(word.text, LocalName(word.text, False, word))
                self.note(word.text, word.span, local=local, declares="value")
        else:
            self.anything((node.choices, node.least, node.most))
        self.new(node.name)
        self.anything(node.such)

    def choose(self, node: nodes.Choose) -> None:
        self.anything(node.by)
        self.text(node.asking)
        self.anything(node.picks)
        self.text(node.showing)

    def menu(self, node: nodes.Menu) -> None:
        self.anything(node.by)
        self.text(node.asking)
        self.anything(node.options)

    def option(self, node: nodes.MenuOption) -> None:
        self.declares(node.name, "offer", node, OFFERED)
        self.anything(node.condition)
        self.blocks.append({})
        self.anything(node.picks)
        self.text(node.title)
        self.block(node.body)
        self.blocks.pop()

    def words(self, node: nodes.ChooseWords) -> None:
        self.anything(node.by)
        self.text(node.asking)
        self.new(node.name)

    def if_(self, node: nodes.If) -> None:
        for condition, body in node.branches:
            self.anything(condition)
            self.block(body)
        self.block(node.otherwise)

    def for_each(self, node: nodes.ForEach) -> None:
        self.anything(node.values)
        self.blocks.append({})
        self.new(node.name)
        self.anything(node.body)
        self.blocks.pop()

    def with_body(self, node: Any) -> None:
        """Note the names before a block, and in it."""
        for name in attributes(type(node)):
            if name != "body":
                self.anything(getattr(node, name))
        self.block(node.body)

    def say(self, node: nodes.Say | nodes.Tell) -> None:
        """Note the names in a sentence."""
        self.text(node.title)
        for title in node.own:
            self.text(title)

    def tell(self, node: nodes.Tell) -> None:
        """Note the names in a sentence, and in its block."""
        self.say(node)
        self.block(node.body)

    def target(self, node: nodes.Target | nodes.CountDown) -> None:
        """Note a local name or a field of the table, or after `of`, a field."""
        if node.of is None:
            self.named(node.name.text, node.name.span)
        else:
            self.uses(node.name)
            self.anything(node.of)

    def line_change(self, node: nodes.LineChange) -> None:
        self.blocks.append({})
        self.anything(node.old)
        self.anything(node.new)
        self.blocks.pop()

    def example_line(self, node: nodes.ExampleLine) -> None:
        if node.kind == "cases":
            for word in node.words:
                self.new(word)
            self.anything(node.rows)
            return
        self.each(node.words, VARIANT if node.kind == "example_variants" else WHOLE)
        self.blocks.append({})
        self.anything((node.seat, node.values))
        for one in node.values:
            # Lines of menus are picked by their names, as texts.
            if isinstance(one, nodes.Text) and NAME.fullmatch(one.value):
                self.note(one.value, one.span, 1, OFFERED)
        self.setting(node)
        self.block(node.body)
        self.blocks.pop()

    def example_lines_of(self, node: nodes.Example) -> None:
        """Note the names in an example: tables of cases first, whose names are used in the lines above."""
        for tables in (True, False):
            self.anything(tuple(line for line in node.lines if tables == (getattr(line, "kind", "") == "cases")))


def _new_behind(*before: str, name: str = "name") -> Any:
    """Make a way through a node that first uses some parts and then names the result."""

    def go(gatherer: MentionCollector, node: Any) -> None:
        for one in before:
            part = getattr(node, one)
            if isinstance(part, nodes.Word):
                gatherer.uses(part)
            else:
                gatherer.anything(part)
        gatherer.new(getattr(node, name))

    return go


WAYS: dict[type[nodes.Node], Any] = {
    nodes.Name: lambda gatherer, node: gatherer.named(node.name, node.span),
    nodes.Operation: MentionCollector.operation,
    nodes.Pick: MentionCollector.pick,
    nodes.Choose: MentionCollector.choose,
    nodes.Menu: MentionCollector.menu,
    nodes.MenuOption: MentionCollector.option,
    nodes.ChooseWords: MentionCollector.words,
    nodes.If: MentionCollector.if_,
    nodes.ForEach: MentionCollector.for_each,
    nodes.ActAs: MentionCollector.with_body,
    nodes.TakeTurns: MentionCollector.with_body,
    nodes.While: MentionCollector.with_body,
    nodes.RepeatUntil: MentionCollector.with_body,
    nodes.RepeatTimes: MentionCollector.with_body,
    nodes.Target: MentionCollector.target,
    nodes.CountDown: MentionCollector.target,
    nodes.Say: MentionCollector.say,
    nodes.Tell: MentionCollector.tell,
    nodes.Let: _new_behind("value"),
    nodes.Roll: _new_behind("die", "by"),
    nodes.Call: _new_behind("name", "arguments", name="giving"),
    nodes.AsUsual: _new_behind(name="giving"),
    nodes.LineChange: MentionCollector.line_change,
    nodes.QuotedOption: lambda gatherer, node: gatherer.uses(node.name, OFFERED),
    nodes.ExampleLine: MentionCollector.example_line,
    nodes.TypeName: lambda gatherer, node: gatherer.uses(node.name),
}
"""How to walk through nodes that give names, or have texts with names in them."""


def mentions(node: nodes.Declaration, variant: str = "", known: Iterable[LocalName] = ()) -> list[Mention]:
    """Return all names in a declaration, in the variant if one is named.

    `known` are the local names of a rule of which a variant changes some lines.
    """
    blocks: list[dict[str, LocalName]] = [{}]
    for local in known:
        blocks[0].setdefault(local.name, local)
    return MentionCollector(node, variant, blocks=blocks, patched=isinstance(node, nodes.Patch)).declaration()
