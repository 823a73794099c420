"""Statements that ask come in; Python lines that decide at random, on the spot, go out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.emit.python_moves import Moves
from rulewright.interpreter.emit.python_text import blank
from rulewright.interpreter.position.chance import MULTIPLIER, WIDTH
from rulewright.interpreter.position.runtime import MOST_OPTIONS
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Variable
from rulewright.interpreter.program.queries import only_moved, variables_changed

NEXT = f"z := z * {MULTIPLIER:#x} & {WIDTH:#x}"
"""The next state of chance, a variable of the straight form. So are `n`, the answers so far, `u`, how many of them were to
questions that left nothing to choose, and `b`, the budget used."""
MOST_AT_ONCE = 10


def drawn(count: str) -> str:
    """A random number below a count that is more than 1."""
    return f"({NEXT}) * {count} >> 128"


class Choices(Moves):
    """Writes choices, and chance, of the straight form."""

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """A statement that asks somebody, or chance."""
        match statement:
            case nodes.Choose():
                self.choose(statement, lapse)
            case nodes.ChooseSet():
                self.choose_set(statement, lapse)
            case nodes.Menu():
                self.menu(statement, lapse, last)
            case nodes.AskWords(variable=variable):
                self.decide(1)
                self.put(f"{self.name(variable)} = ''")
            case nodes.Roll(variable=variable, faces=faces):
                self.roll(self.name(variable), faces)
            case nodes.DrawAny(source_space=source, to=to, amount=amount):
                codes = ", ".join(self.value(one) for one in (source, to, amount))
                self.put(f"draw_any({self.part('at')}, {self.part('on')}, {codes})")
            case nodes.Shuffle(space=space):
                self.put(f"shuffle({self.part('on')}[{self.value(space)}])")
            case nodes.Together():
                self.together(statement)
            case _:
                assert_never(statement)

    def decide(self, count: int | str, forced: str = "") -> None:
        """Somebody decides, so many times; `forced` is how often that leaves nothing to choose, if it may."""
        self.put(f"{self.part('n')} += {count}")
        if forced:
            self.put(f"{self.part('u')} += {forced}")

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""
        self.put(f"{self.part('b')} += {price}")
        self.put(f"if b > most: b = spent({place}, {self.part('n')})")

    def drawn(self, count: str) -> str:
        """A random number below a count that is more than 1."""
        self.part("z")
        return drawn(count)

    def draw(self, count: str) -> str:
        """A random number below a count; where there is only one, nothing is drawn."""
        return f"{self.drawn(count)} if {count} > 1 else 0"

    # ---- what is known of where things stand

    def body(self, body: Body, lapse: str = "") -> None:
        """Some statements; what they find out of where things stand does not hold after them."""
        before = dict(self.reach.standing_now)
        super().body(body, lapse)
        self.reach.standing_now = before

    def statement(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Any statement."""
        moved = only_moved((statement,))
        if isinstance(statement, nodes.ForEach) and moved == {statement.variable}:
            # Each thing is moved in a pass of its own.
            self.forget(None, (statement,))
            if self.reach.stands(statement.values):
                self.reach.standing_now[statement.variable] = self.reach.standing(statement.values)
        elif isinstance(statement, LOOPS):
            self.forget(moved, (statement,))
        super().statement(statement, lapse, last)
        if not isinstance(statement, nodes.Choose):
            self.forget(moved, (statement,))

    def forget(self, moved: set[Variable] | None, body: Body) -> None:
        """What is known of where things stand no longer holds for what some statements move, or give another value."""
        if moved is None or moved:
            self.reach.standing_now.clear()
        for variable in variables_changed(body):
            self.reach.standing_now.pop(variable, None)

    # ---- one of some options

    def choose(self, statement: nodes.Choose, lapse: str) -> None:
        """One of some options, or one of each of several."""
        wanted = statement.wanted
        lists = self.collected(statement)
        names = ", ".join(self.name(one.variable) for one in wanted)
        count = self.fresh()
        self.put(f"{count} = {' * '.join(f'len({one})' for one in lists)}")
        if statement.limited and len(lists) > 1:
            self.put(f"if {count} > {MOST_OPTIONS}: too_many()")
        self.forget(set(), (statement,))
        if statement.optional:
            number = self.fresh()
            self.put(f"{names} = {', '.join(blank(one.variable.type) for one in wanted)}")
            with self.below(f"if {count}:"):
                self.decide(1)
                self.put(f"{number} = {self.drawn(f'({count} + 1)')}")
                self.put(f"if {number} < {count}: {names} = {numbered(lists, number)}")
            return
        self.lapses(count, lapse, last=False)
        number = self.draw(count)
        if len(lists) > 1:
            number = self.kept(number)
        self.put(f"{names} = {numbered(lists, number)}")
        if not statement.random:
            self.decide(1, f"{count} == 1")
        for one in wanted:
            if one.variable.type.kind == "thing" and self.reach.stands(one.options):
                self.reach.standing_now[one.variable] = self.reach.standing(one.options)

    def collected(self, statement: nodes.Choose) -> list[str]:
        """The options of a choice: a list, or two where they are each of one with each of the other."""
        wanted = statement.wanted
        if len(wanted) == 1:
            return [self.kept(self.source(wanted[0].options))]
        alone = all(one.alone for one in wanted)
        # What does not hang on the names before it is gathered once, not for each of them.
        sources = {
            one.bound: self.kept(self.source(one.options))
            for place, one in enumerate(wanted)
            if one.alone and (place > 0 or alone)
        }
        if alone and len(wanted) == 2:
            return list(sources.values())
        options = self.fresh()
        self.put(f"{options} = []")
        names: list[str] = []
        with self.below():
            for one in wanted:
                name = self.fresh()
                if one.bound in sources:
                    self.open(f"for {name} in {sources[one.bound]}:")
                else:
                    self.through(one.options, name)
                self.names[one.bound] = name
                names.append(name)
            self.put(f"{options}.append(({', '.join(names)}))")
            if statement.limited:
                self.put(f"if len({options}) > {MOST_OPTIONS}: too_many()")
        return [options]

    # ---- a set

    def choose_set(self, statement: nodes.ChooseSet, lapse: str) -> None:
        """A set, one after the other."""
        name, left = self.name(statement.variable), self.name(statement.left)
        self.put(f"{left} = [*{self.source(statement.options)}]")
        least, most = self.kept(self.value(statement.least)), statement.most
        limit = self.kept(f"len({left})" if most is None else self.value(most))
        if statement.valid is not None:
            self.choose_whole(statement, least, limit, lapse)
            return
        fixed = least == limit and least.isdigit()
        if least != "0":
            self.put(f"{name} = ()")
            self.lapses(f"len({left}) >= {least}" if not lapse else f"(len({left}) >= {least})", lapse, False)
        if fixed and 0 < int(least) <= MOST_AT_ONCE and not statement.merged and not statement.random:
            self.pick_at_once(name, left, int(least), statement.ordered)
            return
        chosen, number, options = self.fresh(), self.fresh(), left
        self.put(f"{chosen} = []")
        if not (statement.random or statement.ordered):
            with self.below(f"if len({left}) == {least}:"):
                self.put(f"{chosen}, {left} = {left}, {chosen}")
                self.decide(f"len({chosen})", f"len({chosen})")
        with self.below(f"while {left} and len({chosen}) < {limit}:"):
            if statement.merged:
                options = self.kept(self.source(statement.offered))
            self.put(f"{number} = len({options})")
            draw = f"{number} = {self.draw(number)}"
            if statement.random:
                self.put(draw)
            else:
                ends = "" if least == limit else f" and len({chosen}) < {least}"
                self.decide(1, f"({number} == 1{ends})")
                if least == limit:
                    self.put(draw)
                else:
                    with self.below(f"if len({chosen}) >= {least}:"):
                        self.put(f"{number} = {self.drawn(f'({number} + 1)')}")
                        self.put(f"if {number} == len({options}): break")
                    self.put(f"else: {draw}")
            if statement.merged:
                self.put(f"{chosen}.append({options}[{number}])")
                self.put(f"{left}.remove({chosen}[-1])")
            else:
                self.put(f"{chosen}.append({left}.pop({number}))")
        self.put(f"{name} = tuple({chosen})" if statement.ordered else f"{name} = tuple(sorted({chosen}))")

    def choose_whole(self, statement: nodes.ChooseSet, least: str, limit: str, lapse: str) -> None:
        """A set of which something must hold."""
        assert statement.chosen is not None
        assert statement.valid is not None
        name, left, chosen = (self.name(one) for one in (statement.variable, statement.left, statement.chosen))
        number, options, ends = self.fresh(), self.fresh(), self.fresh()
        self.put(f"{name} = {chosen} = ()")
        with self.below(f"while len({chosen}) < {limit}:"):
            self.put(f"{options} = {self.source(statement.offered)}")
            self.put(f"if not {options}: break")
            if statement.random:
                self.put(f"{number} = {self.draw(f'len({options})')}")
            else:
                self.put(f"{ends} = len({chosen}) >= {least} and {least} != {limit}")
                with self.below(f"if {ends}:"):
                    self.put(f"{ends} = {self.condition(statement.valid)}")
                if statement.optional:
                    self.put(f"if not {chosen}: {ends} = True")
                self.put(f"{number} = len({options}) + {ends}")
                if not (statement.ordered or statement.merged):
                    # What has to be picked whole is picked as it comes.
                    self.put(f"if not {ends} and len({chosen}) + {number} == {least}: {number} = 1")
                self.decide(1, f"({number} == 1)")
                self.put(f"{number} = {self.draw(number)}")
                self.put(f"if {number} == len({options}): break")
            self.put(f"{chosen} = (*{chosen}, {options}[{number}])")
            self.put(f"{left}.remove({options}[{number}])")
        if not statement.optional:
            enough = f"len({left}) + len({chosen}) >= {least}"
            valid = self.kept(f"{enough} and (bool({chosen}) or ({self.condition(statement.valid)}))")
            self.lapses(valid, lapse, False)
        self.put(f"{name} = {chosen}" if statement.ordered else f"{name} = tuple(sorted({chosen}))")

    def pick_at_once(self, name: str, left: str, count: int, ordered: bool) -> None:
        """So many of a set, of which nothing but their number matters."""
        number = self.fresh()
        self.put(f"{number} = len({left})")
        # The last one that is left is no choice; nor is a set that has to be picked whole, unless its order counts.
        self.decide(count, f"({number} == {count})" if ordered or count == 1 else f"{count} * ({number} == {count})")
        picks = [f"{left}.pop({self.drawn(number if not place else f'({number} - {place})')})" for place in range(count - 1)]
        last = number if count == 1 else f"({number} - {count - 1})"
        picks.append(f"{left}.pop({self.drawn(last)} if {number} > {count} else 0)")
        picked = f"({', '.join(picks)},)"
        whole = f"tuple(sorted({picked} if {number} > {count} else {left}))"
        self.put(f"{name} = {picked if ordered else whole}")

    # ---- menus, dice, and choices together

    def menu(self, statement: nodes.Menu, lapse: str, last: bool) -> None:
        """One of some lines."""
        options, number = self.fresh(), self.fresh()
        self.put(f"{options} = []")
        for place, (condition, _) in enumerate(statement.lines):
            if condition is None:
                self.put(f"{options}.append({place})")
            else:
                self.put(f"if {self.condition(condition)}: {options}.append({place})")
        if statement.optional:
            self.put(f"if {options}: {options}.append(-1)")
        self.lapses(options, "" if statement.optional else lapse, last or statement.optional)
        count = self.kept(f"len({options})")
        self.put(f"if {count}: {self.part('n')} += 1; {self.part('u')} += {count} == 1")
        self.put(f"{number} = {options}[{self.drawn(count)}] if {count} > 1 else {options}[0] if {options} else -1")
        word = "if"
        for place, (_, body) in enumerate(statement.lines):
            if body:
                with self.below(f"{word} {number} == {place}:"):
                    self.body(body)
                word = "elif"

    def roll(self, name: str, faces: Sequence[int]) -> None:
        """A die."""
        count = len(faces)
        if count == 1:
            self.put(f"{name} = {faces[0]}")
        elif list(faces) == list(range(faces[0], faces[0] + count)):
            self.put(f"{name} = ({self.drawn(str(count))}) + {faces[0]}" if faces[0] else f"{name} = {self.drawn(str(count))}")
        else:
            self.put(f"{name} = {self.form.constant(tuple(faces))}[{self.drawn(str(count))}]")

    def together(self, statement: nodes.Together) -> None:
        """First everybody's choices, then what comes of them."""
        name, made = self.name(statement.player), self.fresh()
        chosen = [self.name(variable) for variable in statement.chosen]
        row = f"{name}, {', '.join(chosen)}"
        values = self.lasting(statement.values)
        if not statement.direct:
            self.put(f"{made} = []")
        with self.below(f"for {name} in {values}:"):
            first = statement.choices[:1]
            given = variables_changed(first) if first and isinstance(first[0], nodes.Choose | nodes.ChooseSet) else set()
            for variable in statement.chosen:
                if variable not in given:
                    self.put(f"{self.name(variable)} = {blank(variable.type)}")
            for choice in statement.choices:
                self.statement(choice, "continue", False)
            # What the others have chosen may move first.
            self.reach.standing_now.clear()
            if statement.direct:
                self.body(statement.effects, "continue")
            else:
                self.put(f"{made}.append(({row}))")
        if not statement.direct:
            with self.below(f"for {row} in {made}:"):
                self.body(statement.effects, "continue")


LOOPS = (nodes.ForEach, nodes.While, nodes.Until, nodes.Repeat, nodes.Together)


def numbered(lists: Sequence[str], number: str) -> str:
    """The code of the option of a number; of pairs, each of one list with each of the other."""
    if len(lists) == 1:
        return f"{lists[0]}[{number}]"
    one, other = lists
    return f"{one}[{number} // len({other})], {other}[{number} % len({other})]"
