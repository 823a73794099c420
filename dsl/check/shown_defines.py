"""Check the defines that the table shows: what they may be about, and that they give away nothing hidden."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.check.coercions import quoted
from rulewright.dsl.check.scope import SymbolTable
from rulewright.dsl.checked import NUMBER, PLAYER, Define, Expr
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.kinds import UnknownDefine
from rulewright.dsl.messages.said import Phrase

TEAM, OUTLOOK = "team", "outlook"
LASTING = (
    checked.Const,
    checked.LocalRef,
    checked.OptionValue,
    checked.PlayerSet,
    checked.ValueSet,
    checked.DefineCall,
    checked.Operation,
    checked.SetOperation,
    checked.Property,
)
BESIDE = ("neighbours", "around", "ray", "direction")


def team_of(world: SymbolTable) -> tuple[Define | None, bool]:
    """Return the define that says who is in which team, and whether that is the same in every game."""
    define = world.defines.get(TEAM)
    if define is None or [local.type for local in define.parameters] != [PLAYER] or define.type.many:
        return None, False
    return define, all(map(_lasts, _read_by(define)))


def check_shown(world: SymbolTable) -> None:
    """Report what cannot be evaluated for everybody who looks at the table, or at the end of a game."""
    hidden = SecretTest(world)
    for define in world.defines.values():
        is_team = define.name == TEAM and [local.type for local in define.parameters] == [PLAYER]
        if not (define.titles or is_team) or not world.defines_done.get(define.name):
            continue
        if [local.type for local in define.parameters] not in ([], [PLAYER]):
            world.report("wrong-type", Phrase("the-table-cannot-show-which-is-not", define=define.name), define.span)
        elif any(_needs_player(one) for one in _reached(define)):
            world.report(
                "wrong-type",
                Phrase("needs-somebody-who-acts-and-whoever-looks", define=define.name),
                define.span,
                Phrase("has-a-title-and-asks-for-player-or-whether")
                if define.titles
                else Phrase("asks-for-player-or-whether-a-rule-can"),
                Phrase("take-the-title-away-or-write-it") if define.titles else Phrase("write-it-about-a-player-of-someone"),
            )
        elif define.titles and not (is_team and all(map(_lasts, _read_by(define)))):
            _check_open(world, define, hidden)


def check_outlook(world: SymbolTable) -> Define | None:
    """Return the define that says how well a player is doing.

    It may read hidden values: it is used only in imagined positions.
    """
    define = world.defines.get(OUTLOOK)
    if define is None or not world.defines_done.get(OUTLOOK):
        return None
    asks = next((part for one in _reached(define) for part in _expressions(one) if _asks_who_acts(one, part)), None)
    if [local.type for local in define.parameters] != [PLAYER] or define.type != NUMBER:
        world.report("wrong-type", Phrase("outlook-does-not-say-how-well-a"), define.span)
    elif asks is not None:
        world.report(
            "wrong-type",
            Phrase("outlook-needs-somebody-who-acts-and-it"),
            asks.span,
            Phrase("asks-who-acts", asks=quoted(asks.span)),
            related=[(define.span, Phrase("says-how-well-a-player-stands"))],
        )
    return define


def check_lookers(world: SymbolTable) -> None:
    """Look up who else sees what its owner does."""
    for word, made in world.lookers:
        define = world.defines.get(word.text)
        if define is None:
            symbol = world.symbols.get(word.text)
            if symbol is None or symbol.meaning is None:
                world.unknown(word.text, word.span, world.defines, UnknownDefine(word.text))
            else:
                world.report(
                    "wrong-type",
                    Phrase("is-which-does-not-say-who-sees", word=word.text, kind=symbol.what),
                    word.span,
                    declared=symbol.span,
                )
        elif not world.defines_done.get(define.name):
            continue
        elif [local.type for local in define.parameters] not in ([], [PLAYER]) or define.type.kind != "player":
            world.report(
                "wrong-type", Phrase("does-not-say-which-players-see-this", define=define.name), word.span, declared=define.span
            )
        elif any(_needs_player(one) for one in _reached(define)):
            world.report(
                "wrong-type", Phrase("needs-somebody-who-acts-and-who-sees", define=define.name), word.span, declared=define.span
            )
        else:
            made.lookers = define


def _lasts(part: Expr) -> bool:
    """Return whether something depends on the seat and on options alone, so that it is the same in every game."""
    lasting = part.property in ("left", "right", "number", "numbered") if isinstance(part, checked.Property) else True
    return lasting and isinstance(part, LASTING)


def _check_open(world: SymbolTable, define: Define, hidden: SecretTest) -> None:
    for part in _read_by(define):
        if hidden(part):
            world.report(
                "shows-hidden",
                Phrase("all-see-what-is-and-it-is", define=define.name),
                part.span,
                Phrase("may-be-hidden", part=quoted(part.span)),
                related=[(define.span, Phrase("has-a-title-so-the-table-shows"))],
            )
            return


def _reached(define: Define) -> Iterator[Define]:
    """Yield a define and all those that it uses, with the standing rules on them."""
    found = {define}
    pending = [define]
    while pending:
        one = pending.pop()
        yield one
        for part in descendants(_parts(one)):
            if isinstance(part, checked.DefineCall) and part.define not in found:
                found.add(part.define)
                pending.append(part.define)


def _needs_player(define: Define) -> bool:
    """Return whether a define, or a standing rule on it, uses the acting player."""
    acting = {change.locals[0] for change in define.changes}
    changes = descendants(tuple((change.value, change.condition) for change in define.changes))
    return define.uses_player or any(isinstance(part, checked.LocalRef) and part.local in acting for part in changes)


def _asks_who_acts(define: Define, part: Expr) -> bool:
    """Return whether something uses the acting player. In a trial that is a certain player: the one that the outlook is about."""
    acting = [define.locals[0], *(change.locals[0] for change in define.changes)]
    return isinstance(part, checked.Can) or (isinstance(part, checked.LocalRef) and part.local in acting)


def _parts(define: Define) -> object:
    return (define.value, tuple((change.value, change.condition) for change in define.changes))


def _read_by(define: Define) -> Iterator[checked.Expression]:
    for one in _reached(define):
        yield from _expressions(one)


def _expressions(define: Define) -> Iterator[checked.Expression]:
    return (part for part in descendants(_parts(define)) if isinstance(part, Expr))


class SecretTest:
    """The test whether an expression, by itself, reveals something that somebody may not see; when in doubt, it does.

    The identity of a thing is known; only which of them is where may be hidden.
    """

    def __init__(self, world: SymbolTable) -> None:
        fields = [*world.table, *(made for same in world.fields.values() for made in same)]
        self.boards = any(space.seen != "all" for board in world.boards.values() for space in board.spaces)
        self.places = (
            self.boards
            or any(space.seen != "all" for space in world.places.values())
            or any(made.place is not None and made.seen != "all" for made in fields)
        )

    def __call__(self, part: checked.Expression) -> bool:
        match part:
            case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                return space.seen != "all"
            case checked.BoardRef(board=board):
                return any(space.seen != "all" for space in board.spaces)
            case checked.TableRef(field=own) | checked.FieldRef(field=own):
                of_thing = own.of is not None and own.of.kind == "thing" and (own.assigned or own.place is not None)
                of_thing = of_thing and not own.public
                return own.seen != "all" or (self.places and (of_thing or own.type.kind == "thing"))
            case checked.Property(property="space") | checked.Picture():
                return self.places
            case checked.Property(property=name):
                return self.boards and name in BESIDE
            case checked.Can() | checked.TrialExpression():
                return True
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.LocalRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.DefineCall() | checked.SetOperation():
                pass
            case checked.Region() | checked.Operation():
                pass
            case _:
                assert_never(part)
        return False
