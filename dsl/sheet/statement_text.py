"""Put the lines of a rule into sentences and sub-sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.sheet.expression_text import ExpressionText
from rulewright.dsl.sheet.local_names import local_names_of
from rulewright.dsl.sheet.remarks import Remarks
from rulewright.dsl.sheet.sheet_parts import SheetLine
from rulewright.dsl.sheet.titles import Titles, plain_words, with_capital

SETS = {"add": "add-to-set", "take": "take-from-set"}
LONGEST_ALONE = 110
"""The longest line for a sentence with its only sub-sentence."""

Simple: TypeAlias = (
    nodes.Choose
    | nodes.ChooseWords
    | nodes.Move
    | nodes.MoveAlong
    | nodes.MoveAway
    | nodes.Draw
    | nodes.Act
    | nodes.Roll
    | nodes.RollField
    | nodes.Let
    | nodes.Say
    | nodes.Show
    | nodes.Changing
    | nodes.Leading
)
"""Statements of one sentence."""


class StatementText:
    """Put statements into words."""

    def __init__(self, names: Titles, remarks: Remarks) -> None:
        self.names = names
        self.say = names.say
        self.sayings = ExpressionText(names)
        self.remarks = remarks

    def block(self, body: Iterable[nodes.Statement]) -> tuple[SheetLine, ...]:
        """Return the sentences of a block."""
        return tuple(line for node in body for line in self._one(node))

    def needs(self, needs: Iterable[nodes.QuotedNeeds]) -> Iterator[SheetLine]:
        """Yield what must hold beforehand: the conditions in words, then the sentences that say why it does not."""
        reasons = []
        for need in needs:
            why = self.names.text(need.reason)
            told = SheetLine(why or self.say("needs", self.sayings.condition(need.condition)))
            line = self.remarked(need.condition, told, whole=True)
            if why:
                reasons.append(line)
            else:
                yield line
        if reasons:
            yield SheetLine(self.say("refused"), tuple(reasons))

    def remarked(self, node: nodes.Node, line: SheetLine, *, whole: bool = False) -> SheetLine:
        """Return a line with the remark of the rulebook. Remarks are English, and only for readers of English."""
        text = self.remarks.at(node.span, whole=whole) if whole else self.remarks.about(node)
        note = self.remarks.words(text) if self.names.remarked else ""
        return evolve(line, text=with_capital(line.text), note=note, numbers=self.remarks.numbers(text))

    def _one(self, node: nodes.Statement) -> Iterator[SheetLine]:
        if isinstance(node, nodes.If):
            yield from self._if(node)
        elif isinstance(node, nodes.Menu):
            yield self.remarked(node, self._menu(node))
        elif isinstance(node, nodes.Looping):
            yield self.remarked(node, self._held(node))
        elif isinstance(node, nodes.Tell):
            yield from self.block(node.body)
        elif not isinstance(node, nodes.BrokenLine) and not (isinstance(node, nodes.Say) and node.heading):
            yield self.remarked(node, SheetLine(self._simple(node)))

    def joined(self, head: str, lines: tuple[SheetLine, ...]) -> SheetLine:
        """Return the beginning of a block with its sentences, in one line if there is only one short sentence."""
        if len(lines) == 1 and not lines[0].lines and len(head) + len(lines[0].text) < LONGEST_ALONE:
            return evolve(lines[0], text=f"{with_capital(head)} {lines[0].text}")
        return SheetLine(with_capital(head), lines)

    def _if(self, node: nodes.If) -> Iterator[SheetLine]:
        for place, (condition, body) in enumerate(node.branches):
            head = self.say("otherwise-if" if place else "if", self.sayings.condition(condition))
            line = self.joined(head, self.block(body))
            yield self._with_remark(node if not place else condition, line)
        if node.otherwise:
            yield self.joined(self.say("otherwise"), self.block(node.otherwise))

    def _with_remark(self, node: nodes.Node, line: SheetLine) -> SheetLine:
        made = self.remarked(node, line)
        numbers = tuple(dict.fromkeys((*made.numbers, *line.numbers)))
        note = " ".join(part for part in (made.note, line.note) if part and self.names.remarked)
        return evolve(made, note=note, numbers=numbers)

    def _held(self, node: nodes.Looping) -> SheetLine:
        """Return a statement with a block below it."""
        say, value, condition = self.say, self.sayings.value, self.sayings.condition
        match node:
            case nodes.ForEach(name=name, values=values, body=body, together=together):
                if name.text == "player":
                    head = say("together" if together else "for-each-player", self._among(values))
                else:
                    head = say("for-each", self.local(name), value(values))
            case nodes.ActAs(player=player, body=body):
                head = say("acting", value(player))
            case nodes.TakeTurns(body=body):
                head = self._turns(node)
            case nodes.While(condition=nodes.Constant(word="yes"), body=body):
                head = say("again")
            case nodes.While(condition=while_so, body=body):
                head = say("while", condition(while_so))
            case nodes.RepeatUntil(condition=until, body=body):
                head = say("repeat-until", condition(until))
            case nodes.RepeatTimes(times=times, body=body):
                head = say("repeat-times", value(times))
            case _:
                assert_never(node)
        return SheetLine(head, self.block(body))

    def _among(self, players: nodes.Expression) -> str:
        """Return which players take part, unless all do, and who begins."""
        match players:
            case nodes.Name(name="players"):
                return ""
            case nodes.Operation(operator="from_clockwise" | "from_counterclockwise" as way, operands=(among, first)):
                key = "from-on" if way == "from_clockwise" else "from-on-back"
                return self._among(among) + self.say(key, self.sayings.value(first))
        return self.say("among", self.sayings.value(players))

    def _turns(self, node: nodes.TakeTurns) -> str:
        who = self.say("all-players") if node.players is None else self.sayings.value(node.players)
        how = self.say("turns-from", self.sayings.value(node.first)) if node.first is not None else ""
        how += self.say("turns-counterclockwise") if node.counterclockwise else ""
        how += self.say("turns-until", self.sayings.condition(node.condition)) if node.condition is not None else ""
        return self.say("take-turns", who, how)

    def local(self, name: nodes.Word) -> str:
        return self.names.local(name.text)

    def _new(self, name: nodes.Word) -> str:
        """Return a local name where it first appears: one of the players is not *that player* yet."""
        words = self.local(name)
        return self.say("a-player") if words == self.say("someone") else words

    def _who(self, by: nodes.Expression | None) -> str:
        return self.say("the-player") if by is None else with_capital(self.sayings.value(by))

    def _asked(self, text: str, node: nodes.Choose | nodes.Menu | nodes.ChooseWords) -> str:
        asking = self.names.text(node.asking) if node.asking is not None else ""
        text = self.say("asked", text, asking) if asking else text
        passing = self.names.text(node.passing) if not isinstance(node, nodes.ChooseWords) and node.passing is not None else ""
        return self.say("or-pass", text, passing) if passing else text

    def _picked(self, pick: nodes.Pick) -> tuple[str, str]:
        """Return what is picked, and from where."""
        if pick.words:
            titles = [self.names.in_language(title) or plain_words(word.text) for word, title in pick.words]
            return self.local(pick.name), self.names.listed(self.say("quoted", title) for title in titles)
        among = self.sayings.value(pick.choices)
        if not pick.many:
            return self._new(pick.name), among
        if pick.least is None and pick.most is None:
            how_many = self.say("any-number")
        elif nodes.alike(pick.least, pick.most) and pick.least is not None:
            how_many = self.sayings.value(pick.least)
        elif pick.most is None or (isinstance(pick.least, nodes.Number) and pick.least.value == 0) or pick.least is None:
            how_many = self.say("up-to", self.sayings.value(pick.most)) if pick.most is not None else self.say("any-number")
        else:
            how_many = self.say("range", self.sayings.value(pick.least), self.sayings.value(pick.most))
        such = self.say("such-that", self.sayings.condition(pick.such)) if pick.such is not None else ""
        return self.say("pick-some", how_many, self.local(pick.name)), among + such

    def _choose(self, node: nodes.Choose) -> str:
        (what, among), *others = map(self._picked, node.picks)
        for more, elsewhere in others:
            among = self.say("and-from", among, more, elsewhere)
        among += self.say("in-order") if node.ordered else ""
        key = "drawn-by-lot" if node.random else "may-choose" if node.optional else "chooses"
        return self._asked(self.say(key, self._who(node.by), what, among), node)

    def _menu(self, node: nodes.Menu) -> SheetLine:
        head = self.say("may-choose-one" if node.optional else "chooses-one", self._who(node.by))
        options = []
        for option in node.options:
            with local_names_of(self.names, option.picks, option.body, further=True):
                options.append(self._offered(option))
        return SheetLine(self._asked(head, node), tuple(options))

    def _offered(self, option: nodes.MenuOption) -> SheetLine:
        """Return a line of a menu."""
        title = self.names.text(option.title) or plain_words(option.name.text)
        led_to = {node.name.text for node in option.body if isinstance(node, nodes.Call)}
        picks = self.names.listed(
            self.say("picked-from", self.local(pick.name), self.sayings.value(_without_trial(pick.choices, led_to)))
            for pick in option.picks
        )
        more = self.say("offer-picks", picks) if option.picks else ""
        if option.condition is not None and not _tries(option.condition, led_to):
            more += self.say("offer-if", self.sayings.condition(option.condition))
        head, lines = self.say("offer", title, more), self.block(option.body)
        line = self.joined(head, lines)
        if not line.lines and lines:
            line = evolve(line, text=self.say("argument", head, lines[0].text))
        return self._with_remark(option, line)

    def _simple(self, node: Simple) -> str:
        """Return a statement of one sentence."""
        say, value = self.say, self.sayings.value
        if isinstance(node, nodes.Changing):
            return self._counted(node)
        if isinstance(node, nodes.Leading):
            return self._led_on(node)
        match node:
            case nodes.Choose():
                return self._choose(node)
            case nodes.ChooseWords(name=name, by=by):
                return self._asked(say("says-words", self._who(by), self.local(name)), node)
            case nodes.Move(things=things, to=to, how=how):
                return say("move-under" if how == "under" else "move", value(things), value(to))
            case nodes.MoveAlong(things=things, direction=way, steps=steps):
                if steps is None:
                    return say("move-along", value(things), self.names.way(way.text))
                return say("move-steps", value(things), self.names.way(way.text), value(steps))
            case nodes.MoveAway(things=things):
                return say("remove", value(things))
            case nodes.Draw(amount=amount, source=source, to=to):
                return say("draw", value(amount), value(source), value(to))
            case nodes.Act(word=word, operands=operands):
                return say(word, *map(value, operands))
            case nodes.Roll(die=die, name=name, by=by):
                who = () if by is None or (isinstance(by, nodes.Name) and by.name == "player") else (self._who(by),)
                return say("roll-by" if who else "roll", self.names.title_of(die.text), self.local(name), *who)
            case nodes.RollField(field=face, of=of):
                return say("roll-field", self.names.title_of(face.text), value(of))
            case nodes.Let(name=name, value=worth):
                return say("let", self.local(name), value(worth))
            case nodes.Say(title=title):
                return say("say", self.names.text(title))
            case nodes.Show(things=things, to=to):
                return say("show", value(things), value(to))
            case _:
                assert_never(node)

    def _counted(self, node: nodes.Changing) -> str:
        """Return a statement about a field or a series of spaces."""
        match node:
            case nodes.Assign(how=how, target=target, value=worth):
                key = SETS.get(how, how) if target.name.text in self.names.sets else how
                return self.say(key, self._target(target.name, target.of), self.sayings.value(worth))
            case nodes.CountDown(name=name, of=of):
                return self.say("count-down", self._target(name, of))
            case nodes.Resize(how=how, series=series):
                return self.say(how, self.names.title_of(series.text))
            case _:
                assert_never(node)

    def _target(self, name: nodes.Word, of: nodes.Expression | None) -> str:
        if of is None:
            return self.names.spoken_of(name.text) if name.text in self.names.known else self.local(name)
        return self.sayings.value(nodes.Of(span=name.span, name=name, target=of))

    def _given(self, name: str, node: nodes.Expression) -> str:
        """Return an argument of a rule, with the name that the rule gives it."""
        words = self.sayings.value(node)
        same = isinstance(node, nodes.Name) and node.name == name
        return words if same or name == "someone" or not self.names.remarked else self.say("argument", plain_words(name), words)

    def _led_on(self, node: nodes.Leading) -> str:
        """Return a statement that leads elsewhere, or ends something."""
        say, value = self.say, self.sayings.value
        match node:
            case nodes.Call(name=name, arguments=arguments, giving=giving):
                rule = self.names.rules.get(name.text)
                called = [parameter.name for parameter in rule.parameters] if rule is not None else []
                given = [self._given(word.text, one) for word, one in zip(called, arguments, strict=False)]
                if len(given) == 1:
                    given = [value(arguments[0])]
                text = say(
                    "call", with_capital(self.names.title_of(name.text)), say("call-with", "; ".join(given)) if given else ""
                )
                return say("call-gives", text, self.local(giving)) if giving is not None else text
            case nodes.Perform(card=card):
                return say("perform", value(card))
            case nodes.AsUsual(giving=giving):
                text = say("as-usual")
                return say("call-gives", text, self.local(giving)) if giving is not None else text
            case nodes.Stop(repeating=repeating):
                return say("stop-repeating" if repeating else "stop")
            case nodes.Give(value=worth):
                return say("give", value(worth))
            case nodes.GoesOn():
                return say("goes-on")
            case nodes.GameOver(winners=winners):
                return say("over") if winners is None else say("over-winners", value(winners))
            case _:
                assert_never(node)


def _tries(node: nodes.Expression, rules: set[str]) -> bool:
    """Return whether a condition only asks if one of these rules is possible, which the rule itself says."""
    return isinstance(node, nodes.Operation) and node.operator == "can" and node.name is not None and node.name.text in rules


def _without_trial(node: nodes.Expression, rules: set[str]) -> nodes.Expression:
    """Return the options of a choice, without the condition that the rule after it is possible."""
    if isinstance(node, nodes.Operation) and node.operator == "where" and _tries(node.operands[1], rules):
        return node.operands[0]
    return node
