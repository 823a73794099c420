"""A lowered program comes in; where it may carry along what not everybody knows goes out: slots, fields, and questions.

`Following` says which variables depend on what lies hidden. Here chance counts as well, and fields without a title, which
nobody sees. A question counts if the game may only come to it because of such a thing: then the place where the game
stands may itself tell something.
"""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.nodes import Block, Body, Cell, Expression, Lowered, Routine, Variable
from rulewright.interpreter.lower.private import Following
from rulewright.interpreter.lower.waiting import bodies_of

LOOPS = (nodes.ForEach, nodes.While, nodes.Until, nodes.Repeat)
ASKING = (nodes.Choose, nodes.ChooseSet, nodes.Menu, nodes.AskWords)


class Carried(Following):
    """What of a program may hold something that not everybody knows."""

    def __init__(self, program: Lowered) -> None:
        self.blocks = program.blocks
        self.named_cards, self.performing = program.layout.world.cards, program.cards
        self.all_counted = all(program.layout.world.counts()[0])
        """Whether everybody sees of every place how many things lie there."""
        self.has_holders = any(holder >= 0 for holder in program.layout.world.holders())
        """Whether things have places of their own."""
        self.chosen_things: set[Variable] = set()
        """Variables that hold things, or their places, chosen openly: a seat that sees those things knows what they hold."""
        self.sets: set[Variable] = set()
        """Variables that hold a set that was picked one by one: what cutting adds to that tells no more."""
        self.cells: set[Cell] = set()
        """Fields without a title into which something goes that not everybody knows."""
        self.sources: set[int] = set()
        """By the identity of their statement: the questions that depend on such a thing being as it is."""
        self.left: set[Routine] = set()
        """Routines that may have been left, because of such a thing, before they come to the statement at hand."""
        super().__init__(program.layout, program.functions, program.routines, program.cards)
        # Chance alone is followed as well, where nothing lies hidden.
        self.follow()

    def follow(self) -> None:
        """Go through the whole program, and the blocks that it was cut into, until nothing more is found."""
        before = -1
        while before < (count := self.count()):
            before = count
            super().follow()
            for block in self.blocks:
                self.block(block)

    def count(self) -> int:
        """How much has been found."""
        return len(self.found) + len(self.guarded) + len(self.chosen_things) + len(self.cells) + len(self.sources)

    def block(self, block: Block) -> None:
        """Go through what cutting has added."""
        for statement in block.body:
            if isinstance(statement, nodes.Assign) and statement.variable not in self.sets:
                self.mark([statement.variable], self.hangs(statement.value))
        if isinstance(block.end, nodes.AskChance):
            self.found.update(block.end.variables)

    def hangs(self, value: Any) -> bool:
        """Whether an expression, or any of several, depends on what not everybody knows."""
        match value:
            case nodes.Read(variable=variable) if variable in self.chosen_things:
                return True
            case nodes.Fetch(cell=cell) if cell in self.cells or self.is_upon_hidden(cell):
                return True
            case nodes.Count(values=nodes.Lying(space=space)) | nodes.Exists(values=nodes.Lying(space=space)):
                # How many lie there is seen, where the rulebook does not say otherwise.
                return not self.all_counted or self.hangs(space)
        return super().hangs(value)

    def is_upon_hidden(self, cell: Cell) -> bool:
        """Whether a field belongs to things that may lie hidden: what all see upon them does not say which has it."""
        return cell.of is not None and cell.of.kind == "thing" and self.is_hidden_kind(cell.of)

    def body(self, routine: Routine, body: Body, guarded: bool) -> None:
        """Go through some statements; those behind one that may leave the routine are carried out only if it did not."""
        if body is routine.body:
            self.left.discard(routine)
        for statement in body:
            self.statement(routine, statement, guarded or routine in self.left)

    def statement(self, routine: Routine, one: nodes.Statement, guarded: bool) -> None:
        """Go through one statement."""
        if guarded and isinstance(one, ASKING):
            self.sources.add(id(one.source))
        match one:
            case nodes.Put(cell=cell, index=index, value=value):
                if not getattr(cell.declared, "titles", True) and (guarded or self.hangs((index, value))):
                    self.cells.add(cell)
            case nodes.ChooseSet(variable=variable):
                self.sets.add(variable)
            case nodes.Leave() if guarded:
                self.left.add(routine)
            case nodes.DoCard():
                self.do_card(one, guarded)
                return
        was_left = routine in self.left
        super().statement(routine, one, guarded)
        if isinstance(one, LOOPS) and not was_left and routine in self.left:
            # What stands before it in the loop is carried out again after it.
            for body in bodies_of(one):
                self.body(routine, body, guarded=True)

    def do_card(self, one: nodes.DoCard, guarded: bool) -> None:
        """Go through a card that is performed: all are told which it is, unless its own words stand for that."""
        for card, routine in zip(self.named_cards, self.performing, strict=True):
            if routine is not None:
                self.mark(routine.parameters[:1], self.hangs(one.player))
                if guarded or (card.is_worded and self.hangs(one.card)):
                    self.guarded.add(routine)

    def chosen(self, variables: Any, options: Expression, hidden: bool, random: bool) -> None:
        """What is chosen: all know it when it is told, but not which of some hidden things it is, nor what chance picks."""
        of = options.type
        if hidden or random:
            self.mark(variables, True)
        elif (of.kind == "thing" and self.is_hidden_kind(of)) or (of.kind == "space" and self.has_holders):
            self.chosen_things.update(one for one in variables if one is not None)
