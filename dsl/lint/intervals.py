"""Find ranges by interval analysis: the bounds of each expression, and of the size of each set.

Anything unknown has no bounds. Ranges hold for all games of a rulebook at once, with any options and players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Game, Kind
from rulewright.dsl.lint.possible_values import Key, ValueSource, ValueSources

Range = tuple[int, int]
MOST = 10**18
"""Larger than any number in a game."""
ANY: Range = (-MOST, MOST)
UP: Range = (0, MOST)
TRUTH: Range = (0, 1)
MOST_DEEP = 40
"""How many names and defines in a row are followed."""
NARROWING = ("where", "as_long_as", "with_most", "with_fewest")


def joined(ranges: Iterable[Range]) -> Range | None:
    """Return the union of ranges."""
    found = list(ranges)
    return (min(low for low, _ in found), max(high for _, high in found)) if found else None


def clipped(low: int, high: int) -> Range:
    """Return a range that is limited after sums and products."""
    return max(low, -MOST), min(high, MOST)


class IntervalAnalysis:
    """The ranges of a rulebook."""

    def __init__(self, games: list[Game], given: ValueSources) -> None:
        self.games = games
        self.given = given
        self.players: Range = (min(game.least_players for game in games), max(game.most_players for game in games))
        self.options: dict[str, Range] = {}
        for game in games:
            for name, option in game.options.items():
                known = self.options.get(name, (option.least, option.most))
                self.options[name] = min(known[0], option.least), max(known[1], option.most)
        self._known: dict[Key, Range] = {}
        self._amounts: dict[str, Range] = {}
        self._deep = 0

    # ---- numbers

    def interval(self, e: Expression) -> Range:
        """Return the bounds of an expression; nothing is 0 as a number, and -1 as a value."""
        match e:
            case checked.Const(value=value):
                return value, value
            case checked.OptionValue(option=option):
                return self.options[option.name]
            case checked.TableRef(field=field):
                return self.of_key(self.given.of_field(field), field.type)
            case checked.FieldRef(field=field, target=target):
                found = self.of_key(self.given.of_field(field), field.type)
                return found if self.is_sure(target) else joined((found, blank(field.type))) or ANY
            case checked.LocalRef(local=local):
                return self.of_key(self.given.of_local(local), local.type)
            case checked.Operation(operator=operator, operands=operands):
                return self._operation(operator, operands, e)
            case checked.Property():
                return self._property(e)
            case checked.SetOperation(operator="sum", values=values, body=body):
                (low, high), (fewest, most) = self.interval(body), self.size(values)
                return clipped(min(low * fewest, low * most), max(high * fewest, high * most, 0))
            case checked.SetOperation(operator="highest" | "lowest", values=values, body=body):
                return self.interval(body) if self.size(values)[0] else joined((self.interval(body), (0, 0))) or ANY
            case checked.DefineCall(define=define):
                return self._defined(define, self.interval)
            case checked.CardConst() | checked.TextConst() | checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.Can() | checked.TrialExpression():
                pass
            case checked.SetOperation() | checked.Region() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return TRUTH if e.type == checked.TRUTH else self._of_type(e.type)

    def of_key(self, key: Key, kind: checked.Type) -> Range:
        """Return the range of a name or a field, from everything that it is ever given."""
        if kind.many:
            return ANY
        if key not in self._known:
            if self._deep > MOST_DEEP:
                return ANY
            self._deep += 1
            self._known[key] = self._of_type(kind)
            ways = self.given.sources_of(key)
            found = [blank(kind)] if self._begins_blank(key) else []
            found += [self._way(way) for way in ways]
            if kind == checked.NUMBER:
                rising = any(way.how in ("add", "take") and self._rises(way) for way in ways)
                falling = any(way.how in ("add", "take") and self._falls(way) for way in ways)
                found += [(-MOST, -MOST)] * falling + [(MOST, MOST)] * rising
                found += [(0, 0)] * any(way.how == "down" for way in ways)
            self._known[key] = joined(found) or self._of_type(kind)
            self._deep -= 1
        return self._known[key]

    def _begins_blank(self, key: Key) -> bool:
        """Return whether a field ever begins as 0, no or nothing, without a first value."""
        if not (isinstance(key, tuple) and key[0] == "field"):
            return False
        same = [field for game in self.games for field in game.fields if self.given.of_field(field) == key]
        return any(field.default is None for field in same)

    def _way(self, way: ValueSource) -> Range:
        if way.value is None:
            return ANY if way.how == "any" else (0, 0)
        if way.how in ("add", "take"):
            return self.interval(way.value) if way.how == "add" and way.value.type.kind != "number" else (0, 0)
        return self.members(way.value) if way.how in ("member", "some") else self.interval(way.value)

    def _rises(self, way: ValueSource) -> bool:
        low, high = self.interval(way.value) if way.value is not None else ANY
        return high > 0 if way.how == "add" else low < 0

    def _falls(self, way: ValueSource) -> bool:
        low, high = self.interval(way.value) if way.value is not None else ANY
        return low < 0 if way.how == "add" else high > 0

    def _of_type(self, kind: checked.Type) -> Range:
        if kind == checked.TRUTH:
            return TRUTH
        if kind.kind == "value" and not kind.many:
            return -1, MOST
        return ANY

    def _defined(self, define: checked.Define, look: Callable[[Expression], Range]) -> Range:
        """Return the range of a define in all games that have one of this name."""
        key = look.__name__, define.name
        if key not in self._known:
            if self._deep > MOST_DEEP:
                return ANY
            self._deep += 1
            self._known[key] = UP if look == self.size else ANY
            same = dict.fromkeys(game.defines[define.name] for game in self.games if define.name in game.defines)
            changed = any(one.changes for one in same)
            found = [ANY] if changed else [look(one.value) for one in same]
            self._known[key] = joined(found) or ANY
            self._deep -= 1
        low, high = self._known[key]
        return (max(low, 0), high) if look == self.size else (low, high)

    def _operation(self, operator: str, operands: tuple[Expression, ...], e: Expression) -> Range:
        match operator:
            case "count":
                return self.size(operands[0])
            case "if":
                return joined(map(self.interval, operands[1:])) or ANY
            case "plus":
                (a, b), (c, d) = map(self.interval, operands)
                return clipped(a + c, b + d)
            case "minus":
                (a, b), (c, d) = map(self.interval, operands)
                return clipped(a - d, b - c)
            case "negative":
                low, high = self.interval(operands[0])
                return -high, -low
            case "times":
                (a, b), (c, d) = map(self.interval, operands)
                ends = (a * c, a * d, b * c, b * d)
                return clipped(min(ends), max(ends))
            case "remainder":
                (low, high), (_, by) = map(self.interval, operands)
                return ANY if by <= 0 else (0 if low >= 0 else 1 - by, min(high, by - 1) if low >= 0 else by - 1)
            case "divided":
                (low, high), (least, most) = map(self.interval, operands)
                return (0 if least != most else low // most, high) if low >= 0 and least >= 1 else ANY
            case "first" | "last" if e.type.kind in ("number", "value"):
                found = self.members(operands[-1])
                return found if self.size(operands[-1])[0] else joined((found, blank(e.type))) or ANY
            case "item" if e.type.kind in ("number", "value"):
                return joined((self.members(operands[-1]), blank(e.type))) or ANY
        return TRUTH if e.type == checked.TRUTH else self._of_type(e.type)

    def _property(self, e: checked.Property) -> Range:
        least = 1 if self.is_sure(e.target) else 0
        of = e.target.type
        match e.property:
            case "number" if of.kind == "player":
                return least, self.players[1]
            case "number" if of.kind == "value":
                names = [len(game.values[of.name].names) for game in self.games if of.name in game.values]
                return least, max(names, default=MOST)
            case "row" | "column":
                sizes = [
                    self.interval(size)[1]
                    for game in self.games
                    for board in game.boards.values()
                    for size in (board.rows if e.property == "row" else board.columns,)
                    if size is not None
                ]
                return (least if of.kind == "space" else 0), max(sizes, default=MOST)
            case "number":
                return UP
            case "group" if e.group is not None and e.group.least is not None and e.type == checked.NUMBER:
                return (e.group.least if least else min(0, e.group.least)), e.group.least + len(e.group.names) - 1
        return self._of_type(e.type)

    # ---- members of sets

    def members(self, e: Expression) -> Range:
        """Return the range of the members of a set of numbers."""
        if not e.type.many:
            return self.interval(e)
        match e:
            case checked.Operation(operator="range", operands=(low, high)):
                first, last = self.interval(low), self.interval(high)
                return first[0], max(last[1], first[0])
            case checked.Operation(operator="several" | "union" | "as_set", operands=operands):
                return joined(map(self.members, operands)) or ANY
            case checked.Operation(operator="without", operands=(values, _)):
                return self.members(values)
            case checked.Operation(operator="first_few" | "last_few", operands=(_, values)):
                return self.members(values)
            case checked.Operation(operator="if", operands=(_, one, other)):
                return joined((self.members(one), self.members(other))) or ANY
            case checked.SetOperation(operator=operator, values=values) if operator in NARROWING:
                return self.members(values)
            case checked.SetOperation(operator="map", body=body):
                return self.members(body)
            case checked.ValueSet(values=values):
                return (
                    (0, len(values.names) - 1) if values.least is None else (values.least, values.least + len(values.names) - 1)
                )
            case checked.DefineCall(define=define):
                return self._defined(define, self.members)
            case checked.LocalRef(local=local):
                ways = self.given.sources_of(self.given.of_local(local))
                if ways and all(way.how == "some" and way.value is not None for way in ways):
                    return joined(self.members(way.value) for way in ways if way.value is not None) or ANY
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.TableRef():
                pass
            case checked.FieldRef() | checked.Property() | checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef():
                pass
            case (
                checked.KindSet()
                | checked.PlayerSet()
                | checked.Can()
                | checked.TrialExpression()
                | checked.SetOperation()
                | checked.Region()
            ):
                pass
            case checked.Operation() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return ANY

    # ---- sizes of sets

    def size(self, e: Expression) -> Range:
        """Return the bounds of the size of a set."""
        if not e.type.many:
            return (1, 1) if self.is_sure(e) else (0, 1)
        match e:
            case checked.PlayerSet():
                return self.players
            case checked.ValueSet(values=values):
                return len(values.names), len(values.names)
            case checked.KindSet(kind=kind, group=group, target=target):
                return self.of_kind(kind, None if target is None or target.type.many else group)
            case checked.SeriesRef(space=space):
                return 0, (self.interval(space.times)[1] if space.times is not None else 1)
            case checked.BoardRef(board=board):
                return self._of_board(board)
            case checked.Operation(operator=operator, operands=operands):
                return self._size_of_operation(operator, operands)
            case checked.SetOperation(operator="where", values=checked.KindSet(kind=kind), body=checked.Operation(
                operator="same", operands=(checked.Property(property="card"), checked.CardConst(card=card)))):  # fmt: skip
                return self._of_card(kind, card)
            case checked.SetOperation(operator=operator, values=values) if operator in NARROWING:
                fewest, most = self.size(values)
                return (min(fewest, 1) if operator in ("with_most", "with_fewest") else 0), most
            case checked.SetOperation(operator="map", values=values, body=body):
                fewest, most = self.size(values)
                each = self.size(body) if body.type.many else (1, 1)
                return 0, min(most * each[1], self._of_values(e.type), MOST)
            case checked.DefineCall(define=define):
                return self._defined(define, self.size)
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.LocalRef():
                pass
            case checked.TableRef() | checked.FieldRef() | checked.Property() | checked.SpaceRef() | checked.Can():
                pass
            case checked.TrialExpression() | checked.SetOperation() | checked.Region() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return 0, self._of_values(e.type)

    def _size_of_operation(self, operator: str, operands: tuple[Expression, ...]) -> Range:
        match operator:
            case "range":
                (a, b), (c, d) = map(self.interval, operands)
                return max(0, c - b + 1), min(MOST, max(0, d - a + 1))
            case "several":
                sizes = [self.size(one) for one in operands]
                return min(1, sum(low for low, _ in sizes)), min(MOST, sum(high for _, high in sizes))
            case "as_set":
                return self.size(operands[0])
            case "union":
                (a, b), (c, d) = map(self.size, operands)
                return max(a, c), min(MOST, b + d)
            case "without":
                return max(0, self.size(operands[0])[0] - self.size(operands[1])[1]), self.size(operands[0])[1]
            case "on":
                return 0, self.size(operands[0])[1]
            case "clockwise" | "counterclockwise":
                return self.size(operands[0])
            case "first_few" | "last_few":
                return 0, min(max(0, self.interval(operands[0])[1]), self.size(operands[1])[1])
            case "if":
                return joined((self.size(operands[1]), self.size(operands[2]))) or UP
        return UP

    def _of_values(self, kind: checked.Type) -> int:
        """Return the number of different values of a type."""
        if kind.kind == "player":
            return self.players[1]
        if kind.kind == "value":
            return max((len(game.values[kind.name].names) for game in self.games if kind.name in game.values), default=MOST)
        if kind.kind == "truth":
            return 2
        if kind.kind == "thing" and any(kind.name in game.kinds for game in self.games):
            return self.of_kind(next(game.kinds[kind.name] for game in self.games if kind.name in game.kinds), None)[1]
        return MOST

    def _of_board(self, board: checked.Board) -> Range:
        if board.columns is not None and board.rows is not None:
            (a, b), (c, d) = self.interval(board.columns), self.interval(board.rows)
            # A grid of hexagons with six sides, or with cells left out, is smaller.
            is_whole = board.shape != "hexagon" and not board.without
            return (a * c if is_whole else 1), min(b * d, MOST)
        sizes = [(1, 1) if space.times is None else (0, self.interval(space.times)[1]) for space in board.spaces]
        return sum(low for low, _ in sizes), sum(high for _, high in sizes)

    def of_kind(self, kind: Kind, narrowed: checked.Values | str | None) -> Range:
        """Return how many things there are of a kind, or for one owner or value."""
        found = [self._made(game.kinds[kind.name], narrowed) for game in self.games if kind.name in game.kinds]
        return joined(found) or UP

    def _made(self, kind: Kind, narrowed: checked.Values | str | None) -> Range:
        low, high = (max(0, end) for end in self.interval(kind.amount))
        if kind.cards:
            copies = [(1, 1) if card.copies is None else self.interval(card.copies) for card in kind.cards]
            low, high = low * sum(max(0, one) for one, _ in copies), high * sum(max(0, other) for _, other in copies)
        called = narrowed if narrowed is None or isinstance(narrowed, str) else narrowed.name
        for group in kind.groups:
            first, last = self.players if group == "player" else (len(group.names), len(group.names))
            if (group if group == "player" else group.name) != called:
                low, high = low * first, high * last
        return low, min(high, MOST)

    def _of_card(self, kind: Kind, card: checked.Card) -> Range:
        """Return the largest number of copies of a card."""
        copies = 1 if card.copies is None else self.interval(card.copies)[1]
        most = max(0, copies * self.interval(kind.amount)[1])
        for group in kind.groups:
            most *= self.players[1] if group == "player" else len(group.names)
        return 0, min(most, MOST)

    # ---- nothing

    def is_sure(self, e: Expression) -> bool:
        """Return whether an expression is never nothing."""
        match e:
            case checked.LocalRef(local=local):
                return self._is_sure_name(local)
            case checked.Const(value=value):
                return value >= 0 or e.type == checked.NUMBER
            case checked.Property(property="left" | "right" | "direction", target=target) if e.type == checked.PLAYER:
                return e.property != "direction" and self.is_sure(target)
            case checked.SpaceRef(space=space):
                return space.times is None
            case checked.FieldRef(field=field, target=target) if field.place is not None:
                return self.is_sure(target)
            case checked.CardConst() | checked.OptionValue():
                return True
            case checked.Operation(operator="if", operands=(_, one, other)):
                return self.is_sure(one) and self.is_sure(other)
            case checked.TextConst() | checked.TableRef() | checked.FieldRef() | checked.Property() | checked.SeriesRef():
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
        return False

    def _is_sure_name(self, local: checked.Local) -> bool:
        if local.slot == 0 and local.type == checked.PLAYER:
            return True
        ways = self.given.sources_of(self.given.of_local(local))
        return bool(ways) and all(way.how == "member" for way in ways)


def blank(kind: checked.Type) -> Range:
    """Return the initial value of a type."""
    return (-1, -1) if kind.kind in ("value", "player", "thing", "space", "card") else (0, 0)
