"""Write statements that ask as Python lines that decide at random, on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.emit.python.parts import Writer, WriterPart
from rulewright.interpreter.emit.python.text import blank_text
from rulewright.interpreter.emit.python.whereabouts import KnownLocations
from rulewright.interpreter.position.chance import MULTIPLIER, WIDTH
from rulewright.interpreter.position.runtime import MOST_OPTIONS
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.queries import variables_changed

NEXT = f"z := z * {MULTIPLIER:#x} & {WIDTH:#x}"
"""The next state of chance, a variable of the straight form. So are `n`, the answers so far, `u`, how many of them were to
questions that left nothing to choose, and `b`, the budget used."""
MOST_AT_ONCE = 10


def random_below(count: str) -> str:
    """Write a random number below a count that is more than 1."""
    return f"({NEXT}) * {count} >> 128"


class Choices(WriterPart):
    """Writes choices, and chance, of the straight form."""

    def __init__(self, writer: Writer, whereabouts: KnownLocations) -> None:
        super().__init__(writer)
        self.whereabouts = whereabouts

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """Write a statement that asks somebody, or chance."""
        match statement:
            case nodes.Choose():
                self.choose(statement, lapse)
            case nodes.ChooseSet():
                self.choose_set(statement, lapse)
            case nodes.Menu():
                self.menu(statement, lapse, last)
            case nodes.AskWords(variable=variable):
                self.decide(1)
                self.text.put(f"{self.text.name(variable)} = ''")
            case nodes.Roll(variable=variable, faces=faces):
                self.roll(self.text.name(variable), faces)
            case nodes.DrawAny(source_space=source, to=to, amount=amount):
                codes = ", ".join(self.expressions.value(one) for one in (source, to, amount))
                self.text.put(f"draw_any({self.text.part('at')}, {self.text.part('on')}, {codes})")
            case nodes.Shuffle(space=space):
                self.text.put(f"shuffle({self.text.part('on')}[{self.expressions.value(space)}])")
            case nodes.Together():
                self.together(statement)
            case _:
                assert_never(statement)

    def decide(self, count: int | str, forced: str = "") -> None:
        """Write that somebody decides, so many times; `forced` is how often there is only one option, if it may be."""
        self.text.put(f"{self.text.part('n')} += {count}")
        if forced:
            self.text.put(f"{self.text.part('u')} += {forced}")

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""
        self.text.put(f"{self.text.part('b')} += {price}")
        self.text.put(f"if b > most: b = spent({place}, {self.text.part('n')})")

    def drawn(self, count: str) -> str:
        """Write a random number below a count that is more than 1."""
        self.text.part("z")
        return random_below(count)

    def draw(self, count: str) -> str:
        """Write a random number below a count; where there is only one, nothing is drawn."""
        return f"{self.drawn(count)} if {count} > 1 else 0"

    def choose(self, statement: nodes.Choose, lapse: str) -> None:
        """Write the choice of one of some options, or of one of each of several sets."""
        wanted = statement.wanted
        lists = self.collected(statement)
        names = ", ".join(self.text.name(one.variable) for one in wanted)
        count = self.text.fresh()
        self.text.put(f"{count} = {' * '.join(f'len({one})' for one in lists)}")
        if statement.limited and len(lists) > 1:
            self.text.put(f"if {count} > {MOST_OPTIONS}: too_many()")
        self.whereabouts.forget(set(), (statement,))
        if statement.optional:
            number = self.text.fresh()
            self.text.put(f"{names} = {', '.join(blank_text(one.variable.type) for one in wanted)}")
            with self.text.below(f"if {count}:"):
                self.decide(1)
                self.text.put(f"{number} = {self.drawn(f'({count} + 1)')}")
                self.text.put(f"if {number} < {count}: {names} = {numbered(lists, number)}")
            return
        self.statements.lapses(count, lapse, last=False)
        number = self.draw(count)
        if len(lists) > 1:
            number = self.text.kept(number)
        self.text.put(f"{names} = {numbered(lists, number)}")
        if not statement.random:
            self.decide(1, f"{count} == 1")
        self.whereabouts.note_choice(statement)

    def collected(self, statement: nodes.Choose) -> list[str]:
        """Write the options of a choice: a list, or two where they are each of one with each of the other."""
        wanted = statement.wanted
        if len(wanted) == 1:
            return [self.text.kept(self.sets.source(wanted[0].options))]
        alone = all(one.alone for one in wanted)
        # A set that does not depend on the names before it is gathered once, not for each of them.
        sources = {
            one.bound: self.text.kept(self.sets.source(one.options))
            for place, one in enumerate(wanted)
            if one.alone and (place > 0 or alone)
        }
        if alone and len(wanted) == 2:
            return list(sources.values())
        options = self.text.fresh()
        self.text.put(f"{options} = []")
        names: list[str] = []
        with self.text.below():
            for one in wanted:
                name = self.text.fresh()
                if one.bound in sources:
                    self.text.open(f"for {name} in {sources[one.bound]}:")
                else:
                    self.sets.through(one.options, name)
                self.text.names[one.bound] = name
                names.append(name)
            self.text.put(f"{options}.append(({', '.join(names)}))")
            if statement.limited:
                self.text.put(f"if len({options}) > {MOST_OPTIONS}: too_many()")
        return [options]

    def choose_set(self, statement: nodes.ChooseSet, lapse: str) -> None:
        """Write the choice of a set, one member after the other."""
        name, left = self.text.name(statement.variable), self.text.name(statement.left)
        self.text.put(f"{left} = [*{self.sets.source(statement.options)}]")
        least, most = self.text.kept(self.expressions.value(statement.least)), statement.most
        limit = self.text.kept(f"len({left})" if most is None else self.expressions.value(most))
        if statement.valid is not None:
            self.choose_whole(statement, least, limit, lapse)
            return
        fixed = least == limit and least.isdigit()
        if least != "0":
            self.text.put(f"{name} = ()")
            self.statements.lapses(f"len({left}) >= {least}" if not lapse else f"(len({left}) >= {least})", lapse, False)
        if fixed and 0 < int(least) <= MOST_AT_ONCE and not statement.merged and not statement.random:
            self.pick_at_once(name, left, int(least), statement.ordered)
            return
        chosen, number, options = self.text.fresh(), self.text.fresh(), left
        self.text.put(f"{chosen} = []")
        if not (statement.random or statement.ordered):
            with self.text.below(f"if len({left}) == {least}:"):
                self.text.put(f"{chosen}, {left} = {left}, {chosen}")
                self.decide(f"len({chosen})", f"len({chosen})")
        with self.text.below(f"while {left} and len({chosen}) < {limit}:"):
            if statement.merged:
                options = self.text.kept(self.sets.source(statement.offered))
            self.text.put(f"{number} = len({options})")
            draw = f"{number} = {self.draw(number)}"
            if statement.random:
                self.text.put(draw)
            else:
                ends = "" if least == limit else f" and len({chosen}) < {least}"
                self.decide(1, f"({number} == 1{ends})")
                if least == limit:
                    self.text.put(draw)
                else:
                    with self.text.below(f"if len({chosen}) >= {least}:"):
                        self.text.put(f"{number} = {self.drawn(f'({number} + 1)')}")
                        self.text.put(f"if {number} == len({options}): break")
                    self.text.put(f"else: {draw}")
            if statement.merged:
                self.text.put(f"{chosen}.append({options}[{number}])")
                self.text.put(f"{left}.remove({chosen}[-1])")
            else:
                self.text.put(f"{chosen}.append({left}.pop({number}))")
        self.text.put(f"{name} = tuple({chosen})" if statement.ordered else f"{name} = tuple(sorted({chosen}))")

    def choose_whole(self, statement: nodes.ChooseSet, least: str, limit: str, lapse: str) -> None:
        """Write the choice of a set for which something must hold."""
        assert statement.chosen is not None
        assert statement.valid is not None
        name, left, chosen = (self.text.name(one) for one in (statement.variable, statement.left, statement.chosen))
        number, options, ends = self.text.fresh(), self.text.fresh(), self.text.fresh()
        self.text.put(f"{name} = {chosen} = ()")
        with self.text.below(f"while len({chosen}) < {limit}:"):
            self.text.put(f"{options} = {self.sets.source(statement.offered)}")
            self.text.put(f"if not {options}: break")
            if statement.random:
                self.text.put(f"{number} = {self.draw(f'len({options})')}")
            else:
                self.text.put(f"{ends} = len({chosen}) >= {least} and {least} != {limit}")
                with self.text.below(f"if {ends}:"):
                    self.text.put(f"{ends} = {self.expressions.condition(statement.valid)}")
                if statement.optional:
                    self.text.put(f"if not {chosen}: {ends} = True")
                self.text.put(f"{number} = len({options}) + {ends}")
                if not (statement.ordered or statement.merged):
                    # A set that has to be picked whole is picked in its own order.
                    self.text.put(f"if not {ends} and len({chosen}) + {number} == {least}: {number} = 1")
                self.decide(1, f"({number} == 1)")
                self.text.put(f"{number} = {self.draw(number)}")
                self.text.put(f"if {number} == len({options}): break")
            self.text.put(f"{chosen} = (*{chosen}, {options}[{number}])")
            self.text.put(f"{left}.remove({options}[{number}])")
        if not statement.optional:
            enough = f"len({left}) + len({chosen}) >= {least}"
            valid = self.text.kept(f"{enough} and (bool({chosen}) or ({self.expressions.condition(statement.valid)}))")
            self.statements.lapses(valid, lapse, False)
        self.text.put(f"{name} = {chosen}" if statement.ordered else f"{name} = tuple(sorted({chosen}))")

    def pick_at_once(self, name: str, left: str, count: int, ordered: bool) -> None:
        """Write the choice of so many of a set, where nothing but their number matters."""
        number = self.text.fresh()
        self.text.put(f"{number} = len({left})")
        # The last one that is left is no choice; nor is a set that has to be picked whole, unless its order counts.
        self.decide(count, f"({number} == {count})" if ordered or count == 1 else f"{count} * ({number} == {count})")
        picks = [f"{left}.pop({self.drawn(number if not place else f'({number} - {place})')})" for place in range(count - 1)]
        last = number if count == 1 else f"({number} - {count - 1})"
        picks.append(f"{left}.pop({self.drawn(last)} if {number} > {count} else 0)")
        picked = f"({', '.join(picks)},)"
        whole = f"tuple(sorted({picked} if {number} > {count} else {left}))"
        self.text.put(f"{name} = {picked if ordered else whole}")

    def menu(self, statement: nodes.Menu, lapse: str, last: bool) -> None:
        """Write the choice of one of some lines."""
        options, number = self.text.fresh(), self.text.fresh()
        self.text.put(f"{options} = []")
        for place, (condition, _) in enumerate(statement.lines):
            if condition is None:
                self.text.put(f"{options}.append({place})")
            else:
                self.text.put(f"if {self.expressions.condition(condition)}: {options}.append({place})")
        if statement.optional:
            self.text.put(f"if {options}: {options}.append(-1)")
        self.statements.lapses(options, "" if statement.optional else lapse, last or statement.optional)
        count = self.text.kept(f"len({options})")
        self.text.put(f"if {count}: {self.text.part('n')} += 1; {self.text.part('u')} += {count} == 1")
        self.text.put(f"{number} = {options}[{self.drawn(count)}] if {count} > 1 else {options}[0] if {options} else -1")
        word = "if"
        for place, (_, body) in enumerate(statement.lines):
            if body:
                with self.text.below(f"{word} {number} == {place}:"):
                    self.statements.body(body)
                word = "elif"

    def roll(self, name: str, faces: Sequence[int]) -> None:
        """Write the roll of a die."""
        count = len(faces)
        if count == 1:
            self.text.put(f"{name} = {faces[0]}")
        elif list(faces) == list(range(faces[0], faces[0] + count)):
            self.text.put(
                f"{name} = ({self.drawn(str(count))}) + {faces[0]}" if faces[0] else f"{name} = {self.drawn(str(count))}"
            )
        else:
            self.text.put(f"{name} = {self.form.constant(tuple(faces))}[{self.drawn(str(count))}]")

    def together(self, statement: nodes.Together) -> None:
        """Write the choices of all players, then their effects."""
        name, made = self.text.name(statement.player), self.text.fresh()
        chosen = [self.text.name(variable) for variable in statement.chosen]
        row = f"{name}, {', '.join(chosen)}"
        values = self.sets.lasting(statement.values)
        if not statement.direct:
            self.text.put(f"{made} = []")
        with self.text.below(f"for {name} in {values}:"):
            first = statement.choices[:1]
            given = variables_changed(first) if first and isinstance(first[0], nodes.Choose | nodes.ChooseSet) else set()
            for variable in statement.chosen:
                if variable not in given:
                    self.text.put(f"{self.text.name(variable)} = {blank_text(variable.type)}")
            for choice in statement.choices:
                self.statements.statement(choice, "continue", False)
            # The others' choices may move things first.
            self.whereabouts.nothing()
            if statement.direct:
                self.statements.body(statement.effects, "continue")
            else:
                self.text.put(f"{made}.append(({row}))")
        if not statement.direct:
            with self.text.below(f"for {row} in {made}:"):
                self.statements.body(statement.effects, "continue")


def numbered(lists: Sequence[str], number: str) -> str:
    """Write the option of a number; a pair has one of each of two lists."""
    if len(lists) == 1:
        return f"{lists[0]}[{number}]"
    one, other = lists
    return f"{one}[{number} // len({other})], {other}[{number} % len({other})]"
