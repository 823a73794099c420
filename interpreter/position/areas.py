"""Find once, from all rules, which kinds of things may ever be where, so that the generated code need not look.

An area is a named space, a series, a grid, a shared place, or a place of each player or thing. The search goes over all
statements until it finds nothing new. Where an expression says nothing about the area, it may be any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Board, Expression, Field, Local, Rule, Space
from rulewright.dsl.checked.effects import MovedThings, effects_of
from rulewright.dsl.checked.walk import printed_on_values
from rulewright.interpreter.position.walk import expressions_in, walk_statements
from rulewright.interpreter.position.world import World

Area: TypeAlias = Space | Field | Board
"""A named space, series or shared place; a place field; or the board of a grid."""


class Areas:
    """Which kinds of things may be in which areas of one world."""

    def __init__(self, world: World, rules: Iterable[Rule]) -> None:
        self.world = world
        game = world.game
        self.board_of: dict[Area, Board] = {}
        self.areas_of_board: dict[Board, frozenset[Area]] = {}
        for board in game.boards.values():
            inner: Sequence[Area] = [board] if board.kind == "grid" else board.spaces
            self.areas_of_board[board] = frozenset(inner)
            self.board_of.update(dict.fromkeys(inner, board))
        declared: list[Space | Field] = [*game.places.values(), *(own for own in game.fields if own.place is not None)]
        self.every: frozenset[Area] = frozenset((*self.board_of, *declared))
        self.kinds: dict[Area, str] = dict.fromkeys(self.board_of, "place")
        for board in game.boards.values():
            self.kinds.update((space, space.kind) for space in board.spaces)
        for place in declared:
            self.kinds[place] = (place.kind if isinstance(place, Space) else place.place) or "place"
        self.seen_by_all = set(self.board_of) | {place for place in declared if place.seen == "all"}
        for board in game.boards.values():
            self.seen_by_all -= {space for space in board.spaces if space.seen != "all"}
        self.reach: dict[str, frozenset[Area]] = dict.fromkeys(game.kinds, frozenset())
        self.known: dict[Local | Field, frozenset[Area]] = {}
        self.changed = True
        for own in game.fields:
            if own.default is not None:
                self.learn(own, own.default)
        on_cards = (entry for card in game.cards.values() for entry in card.values.items())
        for own, value in (*printed_on_values(game), *on_cards):
            self.learn(own, value)
        for info, start in zip(world.things, world.starts):
            if start >= 0:
                self.arrive(info.kind.name, {self.area_of_space(start)})
        self.rules = list(rules)
        defines = list(game.defines.values())
        while self.changed:
            self.changed = False
            for rule in self.rules:
                for statement in walk_statements(rule.body):
                    self.statement(statement)
                for expression in rule.needs:
                    self.expressions(expression)
            for define in defines:
                self.expressions(define.value)
                for change in define.changes:
                    self.expressions(change.value)
        del self.rules

    def area_of_space(self, space: int) -> Area:
        """Return the area of a space by its number."""
        info = self.world.spaces[space]
        return info.board if info.board is not None and info.board.kind == "grid" else info.declared

    def kinds_at(self) -> list[frozenset[str]]:
        """Return, for each space, the kinds of things that may ever be there."""
        areas = map(self.area_of_space, range(len(self.world.spaces)))
        return [frozenset(kind for kind, reach in self.reach.items() if area in reach) for area in areas]

    def kind_of(self, area: Area) -> str:
        """Return the kind of an area: a place, a pile or a bag."""
        return self.kinds[area]

    def piles(self, areas: frozenset[Area]) -> bool:
        """Return whether one of the areas is a pile, which keeps things in the order in which they came."""
        return any(self.kinds[area] == "pile" for area in areas)

    def arrive(self, kind: str, areas: Iterable[Area]) -> None:
        """Note that things of a kind may get to these areas."""
        for name in (kind,) if kind in self.reach else self.reach:
            now = self.reach[name] | frozenset(areas)
            if now != self.reach[name]:
                self.reach[name] = now
                self.changed = True

    def learn(self, name: Local | Field, expression: Expression) -> None:
        """Note that a local or field of type space may be any space that an expression may be."""
        if expression.type.kind == "space":
            self.learn_of(name, self.areas_of(expression))

    def learn_of(self, name: Local | Field, areas: frozenset[Area]) -> None:
        """Note that a local or field may be a space of these areas, if it holds spaces."""
        if name.type.kind == "space":
            now = self.known.get(name, frozenset()) | areas
            if now != self.known.get(name):
                self.known[name] = now
                self.changed = True

    def areas_of(self, e: Expression) -> frozenset[Area]:
        """Return the areas of the spaces that an expression of type space may be."""
        match e:
            case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                return frozenset((space,))
            case checked.BoardRef(board=board):
                return self.areas_of_board[board]
            case checked.FieldRef(field=own):
                return frozenset((own,)) if own.place is not None else self.known.get(own, frozenset())
            case checked.TableRef(field=own):
                return self.known.get(own, frozenset())
            case checked.LocalRef(local=local):
                return self.known.get(local, frozenset())
            case checked.Const():
                return frozenset()
            case checked.Property(property="space", target=target):
                return self.standing(target)
            case checked.Property(target=target):
                return self.boards(self.areas_of(target))
            case checked.Operation(operator="if", operands=(_, one, other)):
                return self.areas_of(one) | self.areas_of(other)
            case checked.Operation(operator="on", operands=(values, _)):
                return self.areas_of(values)
            case checked.Operation(operands=operands):
                found: frozenset[Area] = frozenset()
                for operand in operands:
                    if operand.type.kind == "space":
                        found |= self.areas_of(operand)
                return found
            case checked.SetOperation(operator="map", body=body):
                return self.areas_of(body)
            case checked.Region(spaces=spaces):
                return self.areas_of(spaces)
            case checked.SetOperation(values=values):
                return self.areas_of(values)
            case checked.DefineCall(define=define):
                return self.areas_of(define.value) if not define.changes else self.every
            case checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.KindSet() | checked.PlayerSet():
                pass
            case checked.ValueSet() | checked.Can() | checked.TrialExpression() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return self.every

    def boards(self, areas: frozenset[Area]) -> frozenset[Area]:
        """Return all areas of the boards that some areas belong to."""
        found: frozenset[Area] = frozenset()
        for area in areas:
            if area in self.board_of:
                found |= self.areas_of_board[self.board_of[area]]
        return found

    def standing(self, e: Expression) -> frozenset[Area]:
        """Return the areas where the things that an expression may be can stand."""
        everywhere = self.reach.get(e.type.name, self.every)
        match e:
            case checked.Operation(operator="on", operands=(things, spaces)):
                return self.standing(things) & self.areas_of(spaces)
            case checked.Operation(operator="without" | "first" | "last", operands=operands):
                return self.standing(operands[0])
            case checked.Operation(operator="item" | "first_few" | "last_few", operands=(_, values)):
                return self.standing(values)
            case checked.SetOperation(operator="where" | "as_long_as" | "with_most" | "with_fewest", values=values):
                return self.standing(values)
            case checked.DefineCall(define=define) if not define.changes:
                return self.standing(define.value)
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.LocalRef():
                pass
            case checked.TableRef() | checked.FieldRef() | checked.Property() | checked.SpaceRef() | checked.SeriesRef():
                pass
            case checked.BoardRef() | checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.DefineCall():
                pass
            case (
                checked.Can()
                | checked.TrialExpression()
                | checked.SetOperation()
                | checked.Region()
                | checked.Operation()
                | checked.Picture()
            ):
                pass
            case _:
                assert_never(e)
        return everywhere

    def only(self, kind: str, areas: frozenset[Area]) -> bool:
        """Return whether things of one kind alone can be in the areas."""
        return not any(areas & reached for name, reached in self.reach.items() if name != kind)

    def expressions(self, value: object) -> None:
        """Learn from the expressions inside something which spaces the names that they bind may be."""
        for e in expressions_in(value):
            if not isinstance(e, checked.Binding | checked.Application):
                continue
            match e:
                case checked.SetOperation(values=values, local=local):
                    self.learn(local, values)
                case checked.Region(local=local, spaces=spaces, start=start):
                    self.learn(local, start)
                    self.learn(local, spaces)
                case checked.Can(rule=rule, arguments=arguments) | checked.TrialExpression(rule=rule, arguments=arguments):
                    self.pass_on(rule, arguments)
                case checked.DefineCall(define=define, arguments=arguments):
                    for parameter, argument in zip(define.parameters, arguments):
                        self.learn(parameter, argument)
                case _:
                    assert_never(e)

    def pass_on(self, rule: Rule, arguments: tuple[Expression, ...]) -> None:
        """Note that the parameters of a rule, and of the standing rules around it, may be its arguments."""
        for one in (
            rule,
            *(hook.rule for hook in (*rule.before, *rule.after, *rule.instead)),
            *(ban.rule for ban in rule.forbids),
        ):
            for parameter, argument in zip(one.parameters, arguments):
                self.learn(parameter, argument)

    def statement(self, statement: checked.Statement) -> None:
        """Learn from one statement where things go."""
        self.expressions(statement)
        effects = effects_of(statement)
        for move in effects.moves:
            self.moved(move, [one.things for one in effects.moves if one is not move and one.things is not None])
        match statement:
            case checked.Assign(to=to, value=value):
                self.learn(to, value)
            case checked.ForEach(local=local, values=values):
                self.learn(local, values)
            case checked.Choose(picks=picks):
                for pick in picks:
                    self.learn(pick.local, pick.choices)
            case checked.Menu(options=options):
                for option in options:
                    for pick in option.picks:
                        self.learn(pick.local, pick.choices)
            case checked.Call(rule=called, arguments=arguments, giving=giving):
                self.pass_on(called, arguments)
                if giving is not None:
                    for body in (called.body, *(hook.rule.body for hook in called.instead)):
                        for inner in walk_statements(body):
                            if isinstance(inner, checked.Stop) and inner.value is not None:
                                self.learn(giving, inner.value)
            case checked.Together():
                # The statement that chooses says what these may be.
                pass
            case _:
                for name in effects.changed:
                    self.learn_of(name, self.every)

    def moved(self, move: MovedThings, others: list[Expression]) -> None:
        """Note that things may get to where a statement moves them, or to where the `others` are that they change places with."""
        if move.way == "away":
            return
        if move.things is None:
            assert move.source is not None
            came = self.areas_of(move.source)
            kinds = [kind for kind, reached in self.reach.items() if reached & came]
        else:
            kinds = [move.things.type.name]
        match move.way:
            case "to":
                assert move.to is not None
                there = self.areas_of(move.to)
            case "along":
                assert move.things is not None
                there = self.boards(self.standing(move.things))
            case "exchanged":
                there = frozenset().union(*map(self.standing, others))
            case _:
                assert_never(move.way)
        for kind in kinds:
            self.arrive(kind, there)
