"""Print a lowered program for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from rulewright.dsl.checked import Type
from rulewright.dsl.messages.diagnostic import place_of_span
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import (
    Block,
    Body,
    Cell,
    Direction,
    Expression,
    Function,
    LoweredProgram,
    Routine,
    Variable,
)

STEP = "    "
MOST_ENTRIES = 12


def printed(program: LoweredProgram) -> str:
    return "\n".join(Printer(program).lines()) + "\n"


def type_name(of: Type) -> str:
    """Return a type in a word or two."""
    word = of.name or of.kind
    return f"set of {word}" if of.many else word


def variable_name(variable: Variable) -> str:
    """Return the name of a variable, after its slot if it has one, else after its number."""
    if variable.slot < 0:
        return f"x{variable.number}"
    return f"{variable.name.replace(' ', '-')}.{variable.slot}" if variable.name else f"v{variable.slot}"


def cell_name(cell: Cell) -> str:
    return cell.name.replace(" ", "-")


def direction_name(direction: Direction) -> str:
    return f"c{direction.table}" if direction.cell is None else cell_name(direction.cell)


def listed(parts: Sequence[Expression]) -> str:
    return ", ".join(map(written, parts))


def written(e: Expression) -> str:
    match e:
        case nodes.Value(value=value, type=of):
            return ("yes" if value else "no") if of.kind == "truth" else "nothing" if value == -1 else str(value)
        case nodes.TextValue(text=text):
            return repr(text)
        case nodes.ReadVariable(variable=variable):
            return variable_name(variable)
        case nodes.ReadCell(cell=cell, index=index):
            return cell_name(cell) if index is None else f"{cell_name(cell)}[{written(index)}]"
        case nodes.SpaceOf(thing=thing):
            return f"at[{written(thing)}]"
        case nodes.Lookup(table=table, index=index):
            return f"c{table}[{written(index)}]"
        case nodes.FixedSet(members=members):
            return f"{{{', '.join(map(str, shortened(members)))}}}"
        case (
            nodes.Arithmetic(operator=operator, one=one, other=other)
            | nodes.Compare(operator=operator, one=one, other=other)
            | nodes.SameMembers(operator=operator, one=one, other=other)
        ):
            return f"({written(one)} {operator} {written(other)})"
        case nodes.Logical(word=word, parts=parts):
            return "(" + f" {word} ".join(map(written, parts)) + ")"
        case nodes.Not(part=part):
            return f"not {written(part)}"
        case nodes.Conditional(condition=condition, one=one, other=other):
            return f"({written(one)} if {written(condition)} else {written(other)})"
        case nodes.Call(function=function, arguments=arguments):
            return f"function{function.number}({listed(arguments)})"
        case nodes.Digest(parts=parts):
            return f"digest({listed(parts)})"
        case nodes.Try(routine=routine, arguments=arguments):
            return f"tried routine{routine.number}({listed(arguments)})"
        case nodes.Bind(variable=variable, value=value, inner=inner):
            return f"(with {variable_name(variable)} = {written(value)}: {written(inner)})"
        case nodes.Pick(which=which, values=values, number=number):
            return f"{which}({written(values)})" if number is None else f"{written(values)}[item {written(number)}]"
        case nodes.Union(items=items, real=real):
            return f"{'real' if real else 'set'}({listed(items)})"
        case nodes.Range(low=low, high=high):
            return f"{written(low)}..{written(high)}"
        case nodes.Contents(space=space, pile=pile):
            return f"{'pile' if pile else 'lying'}[{written(space)}]"
        case nodes.ThingsWithin(otherwise=otherwise, region=region):
            return f"standing in {region}: {written(otherwise)}"
        case nodes.CountRows(rows=rows):
            return f"count of rows {variable_name(rows)}"
        case _:
            return of_each(e)


def shortened(members: Sequence[int]) -> list[object]:
    """Return the members of a table, shortened if there are many."""
    return [*members] if len(members) <= MOST_ENTRIES else [*members[: MOST_ENTRIES - 1], "..."]


Spelled: TypeAlias = (
    nodes.Filter
    | nodes.Every
    | nodes.TakeWhile
    | nodes.Sum
    | nodes.Map
    | nodes.Extreme
    | nodes.Best
    | nodes.Closure
    | nodes.Representatives
    | nodes.LineLength
    | nodes.LongestRow
    | nodes.Steps
    | nodes.Ray
    | nodes.Neighbours
    | nodes.Count
    | nodes.Exists
    | nodes.SortedSet
    | nodes.Completions
    | nodes.Contains
    | nodes.WithMembers
    | nodes.WithoutMembers
    | nodes.Concatenation
)


def of_each(e: Spelled) -> str:
    """Print the expressions that look at each member of a set, and those of the same shape."""
    name = re.sub(r"\B(?=[A-Z])", "_", type(e).__name__).lower()
    match e:
        case (
            nodes.Filter(values=values, variable=variable, condition=condition)
            | nodes.Every(values=values, variable=variable, condition=condition)
            | nodes.TakeWhile(values=values, variable=variable, condition=condition)
        ):
            return f"{name}({variable_name(variable)} in {written(values)}: {written(condition)})"
        case (
            nodes.Sum(values=values, variable=variable, body=body)
            | nodes.Map(values=values, variable=variable, body=body)
            | nodes.Extreme(values=values, variable=variable, body=body)
            | nodes.Best(values=values, variable=variable, body=body)
            | nodes.Closure(values=values, variable=variable, body=body)
        ):
            word = {True: "highest ", False: "lowest "}[e.highest] if isinstance(e, nodes.Extreme | nodes.Best) else ""
            return f"{word}{name}({variable_name(variable)} in {written(values)}: {written(body)})"
        case nodes.Representatives(values=values, variable=variable, key=key):
            return f"{name}({variable_name(variable)} in {written(values)} by {listed(key)})"
        case (
            nodes.LineLength(space=space, variable=variable, condition=condition)
            | nodes.LongestRow(space=space, variable=variable, condition=condition)
        ):
            return f"{name}({written(space)}, {variable_name(variable)}: {written(condition)})"
        case nodes.Steps(direction=direction, space=space, count=count):
            return f"steps({direction_name(direction)}, {written(space)}, {written(count)})"
        case nodes.Ray(direction=direction, space=space):
            return f"ray({direction_name(direction)}, {written(space)})"
        case nodes.Neighbours(directions=directions, space=space):
            return f"{name}({', '.join(map(direction_name, directions))}; {written(space)})"
        case nodes.Count(values=values) | nodes.Exists(values=values) | nodes.SortedSet(values=values):
            return f"{name}({written(values)})"
        case nodes.Completions(values=values, chosen=chosen, least=least, most=most, variable=variable, condition=condition):
            sizes = f"{written(least)} to {written(most)}"
            tested = f"{variable_name(variable)}: {written(condition)}"
            return f"{name}({written(chosen)} by {written(values)} to {sizes}, {tested})"
        case nodes.Contains(value=value, values=values):
            return f"({written(value)} in {written(values)})"
        case nodes.WithMembers(values=values, more=more):
            return f"{name}({written(values)}, {written(more)})"
        case nodes.WithoutMembers(values=values, less=less):
            return f"{name}({written(values)}, {written(less)})"
        case nodes.Concatenation(parts=parts):
            return " then ".join(map(written, parts))
        case _:
            assert_never(e)


class Printer:
    """The printing of one program."""

    def __init__(self, program: LoweredProgram) -> None:
        self.program = program

    def lines(self) -> Iterator[str]:
        """Yield the whole program, in the order that is easiest to understand."""
        yield "cells"
        for cell in self.program.cells:
            size = f"[{cell.size}]" if cell.kind == "each" else ""
            yield f"{STEP}{cell_name(cell)}{size}: {type_name(cell.type)}"
        yield "tables"
        for number, table in enumerate(self.program.tables):
            shown = ", ".join(map(str, shortened(table))) if isinstance(table, tuple) else repr(table)
            yield f"{STEP}c{number} = {shown}"
        for function in self.program.functions:
            yield from self.function(function)
        for routine in self.program.routines:
            yield from self.routine(routine)

    def function(self, function: Function) -> Iterator[str]:
        head = f"function{function.number}({self.names(function.parameters)}): {type_name(function.type)}"
        yield f"{head}  # {self.place(function.place)}"
        if function.value is not None:
            yield f"{STEP}{written(function.value)}"

    def routine(self, routine: Routine) -> Iterator[str]:
        """Yield the lines of a routine, with its blocks if it may wait."""
        gives = "" if routine.gives is None else f": {type_name(routine.gives)}"
        yield f"routine{routine.number}({self.names(routine.parameters)}){gives}  # {routine.name}, {self.place(routine.place)}"
        yield from body_lines(routine.body, STEP)
        for block in self.program.blocks:
            if block.routine is routine:
                yield from block_lines(block)

    def names(self, variables: Sequence[Variable]) -> str:
        return ", ".join(f"{variable_name(one)}: {type_name(one.type)}" for one in variables)

    def place(self, number: int) -> str:
        return place_of_span(self.program.spans[number])


def block_lines(block: Block) -> Iterator[str]:
    yield f"{STEP}block {block.label}:"
    yield from body_lines(block.body, STEP * 2)
    if block.end is not None:
        yield f"{STEP * 2}{end_line(block.end)}"


def body_lines(body: Body | Sequence[nodes.Inside], indent: str) -> Iterator[str]:
    """Yield statements with those inside them."""
    for statement in body:
        yield from (f"{indent}{line}" for line in statement_lines(statement))


def statement_lines(statement: nodes.Inside) -> Iterator[str]:
    match statement:
        case nodes.If(branches=branches, otherwise=otherwise):
            word = "if"
            for condition, body in branches:
                yield f"{word} {written(condition)}:"
                yield from body_lines(body, STEP)
                word = "otherwise if"
            if otherwise:
                yield "otherwise:" if branches else "apart:"
                yield from body_lines(otherwise, STEP)
        case nodes.ForEach(variable=variable, values=values, body=body, live=live, act=act):
            how = f"{' as it stands' if live else ''}{' as one act' if act else ''}"
            yield f"for {variable_name(variable)} in {written(values)}{how}:"
            yield from body_lines(body, STEP)
        case nodes.While(condition=condition, body=body):
            yield f"while {written(condition)}:"
            yield from body_lines(body, STEP)
        case nodes.Until(condition=condition, body=body):
            yield f"repeat until {written(condition)}:"
            yield from body_lines(body, STEP)
        case nodes.Repeat(times=times, body=body):
            yield f"repeat {written(times)} times:"
            yield from body_lines(body, STEP)
        case nodes.Together(player=player, values=values, choices=choices, effects=effects):
            yield f"together {variable_name(player)} in {written(values)}:"
            yield from body_lines(choices, STEP)
            yield "then:"
            yield from body_lines(effects, STEP)
        case nodes.Menu(lines=lines, seat=seat, optional=optional):
            yield f"menu of {written(seat)}{', or pass' if optional else ''}:"
            for needed, body in lines:
                yield f"{STEP}line{'' if needed is None else f' if {written(needed)}'}:"
                yield from body_lines(body, STEP * 2)
        case _:
            yield simple_line(statement)


Simple: TypeAlias = (
    nodes.Choose
    | nodes.ChooseSet
    | nodes.AskWords
    | nodes.Roll
    | nodes.Shuffle
    | nodes.Moving
    | nodes.Calling
    | nodes.Setting
    | nodes.Leaving
    | nodes.Noting
    | nodes.Arrange
    | nodes.AppendRow
    | nodes.LoadRow
)


def simple_line(statement: Simple) -> str:
    """Print a statement that has no others inside it."""
    match statement:
        case nodes.Assign(variable=variable, value=value):
            return f"{variable_name(variable)} = {written(value)}"
        case nodes.SetCell(cell=cell, index=index, value=value):
            place = "" if index is None else f"[{written(index)}]"
            return f"{cell_name(cell)}{place} = {written(value)}"
        case nodes.Move(things=things, to=to, under=under):
            return f"move {written(things)} to {written(to)}{' under' if under else ''}"
        case nodes.TakeAway(things=things):
            return f"take away {written(things)}"
        case nodes.Swap(one=one, other=other):
            return f"swap {written(one)} and {written(other)}"
        case nodes.DrawLast(source=source, to=to, amount=amount) | nodes.DrawAny(source_space=source, to=to, amount=amount):
            how = "at random" if isinstance(statement, nodes.DrawAny) else "from the end"
            return f"draw {written(amount)} {how} of {written(source)} to {written(to)}"
        case nodes.Resize(cell=cell, extend=extend):
            return f"{'extend' if extend else 'retract'} {cell_name(cell)}"
        case nodes.NoteReached(place=place):
            return f"reached {place}"
        case nodes.Pay(price=price):
            return f"pay {price}"
        case nodes.Note(kind=kind, values=values):
            return f"note {kind} {listed(values)}".rstrip()
        case nodes.CallRoutine(routine=routine, arguments=arguments, result=result):
            into = "" if result is None else f"{variable_name(result)} = "
            return f"{into}routine{routine.number}({listed(arguments)})"
        case nodes.CallCard(card=card, player=player):
            return f"card {written(card)} of {written(player)}"
        case nodes.LeaveRoutine(value=given) | nodes.EndGame(winners=given):
            word = "leave" if isinstance(statement, nodes.LeaveRoutine) else "over"
            return word if given is None else f"{word} {written(given)}"
        case nodes.Choose(wanted=wanted, seat=seat, optional=optional, random=random):
            names = " and ".join(
                f"{variable_name(one.variable)} ({variable_name(one.bound)}) in {written(one.options)}" for one in wanted
            )
            who = "chance" if random else written(seat)
            return f"choose of {who}: {names}{', or pass' if optional else ''}"
        case nodes.ChooseSet(variable=variable, options=options, least=least, most=most, seat=seat, random=random):
            who, at_most = "chance" if random else written(seat), "" if most is None else f" to {written(most)}"
            return f"choose of {who}: {variable_name(variable)} as {written(least)}{at_most} of {written(options)}"
        case nodes.AskWords(variable=variable, seat=seat):
            return f"words of {written(seat)} into {variable_name(variable)}"
        case nodes.Roll(variable=variable, faces=faces):
            return f"roll {variable_name(variable)} of {', '.join(map(str, shortened(faces)))}"
        case nodes.Shuffle(space=space):
            return f"shuffle {written(space)}"
        case nodes.Arrange(space=space, order=order):
            return f"arrange {written(space)} as {written(order)}"
        case nodes.AppendRow(rows=rows, values=values):
            inner = ", ".join(map(variable_name, values))
            return f"keep {inner} in {variable_name(rows)}" if values else f"forget {variable_name(rows)}"
        case nodes.LoadRow(rows=rows, number=number, values=values):
            return f"{', '.join(map(variable_name, values))} = row {written(number)} of {variable_name(rows)}"
        case _:
            assert_never(statement)


def without(lapse: int) -> str:
    """Say where a question goes on without any option, unless that means to pass."""
    return f", without options {lapse}" if lapse >= 0 else ""


def end_line(end: nodes.End) -> str:
    """Print where control goes from a block."""
    match end:
        case nodes.Jump(to=to):
            return f"go on at {to}"
        case nodes.Branch(condition=condition, then=then, otherwise=otherwise):
            return f"if {written(condition)} go on at {then}, otherwise at {otherwise}"
        case nodes.Switch(number=number, to=to, otherwise=otherwise):
            return f"by {written(number)} go on at {', '.join(map(str, to))}, otherwise at {otherwise}"
        case nodes.BeginRoutine(routine=routine, arguments=arguments, result=result, proceed=proceed):
            to_name = "" if result is None else f"{variable_name(result)} = "
            return f"{to_name}routine{routine.number}({listed(arguments)}), then {proceed}"
        case nodes.BeginCard(card=card, player=player, proceed=proceed):
            return f"card {written(card)} of {written(player)}, then {proceed}"
        case nodes.AskOptions(seat=seat, variables=variables, bound=bound, options=options):
            asked = " and ".join(
                f"{variable_name(one)} ({variable_name(inner)}) in {written(values)}"
                for one, inner, values in zip(variables, bound, options)
            )
            passing = "" if end.passable is None else f", or pass to {end.passed} if {written(end.passable)}"
            return f"ask {written(seat)} {asked}{passing}, then {end.proceed}{without(end.lapse)}"
        case nodes.AskMenu(seat=seat, variable=variable, conditions=conditions):
            lines = ", ".join("yes" if one is None else written(one) for one in conditions)
            passing = f", or pass to {end.passed}" if end.passable else ""
            ways = f"then {end.proceed}{without(end.lapse)}"
            return f"ask {written(seat)} {variable_name(variable)} of lines {lines}{passing}, {ways}"
        case nodes.AskText(seat=seat, variable=variable, proceed=proceed):
            return f"ask {written(seat)} words {variable_name(variable)}, then {proceed}"
        case nodes.AskChance(variables=variables, options=options, proceed=proceed, lapse=lapse):
            drawn = " and ".join(f"{variable_name(one)} of {written(values)}" for one, values in zip(variables, options))
            return f"ask chance {drawn}, then {proceed}, without any {lapse}"
        case nodes.AskDie(variable=variable, faces=faces, proceed=proceed):
            return f"ask chance {variable_name(variable)} of faces {', '.join(map(str, shortened(faces)))}, then {proceed}"
        case nodes.AskOrder(space=space, proceed=proceed, asked=asked_at):
            return f"ask chance for an order of {written(space)}, then {proceed}, or {asked_at} where chance is asked"
        case nodes.ReturnFromRoutine(value=value):
            return "finish" if value is None else f"finish with {written(value)}"
        case nodes.EndGame(winners=winners):
            return "over" if winners is None else f"over, winners {written(winners)}"
        case _:
            assert_never(end)
