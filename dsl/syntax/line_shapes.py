"""Show how each line of a rulebook goes, for the help beside a line that cannot be read.

Words in capitals are filled in by the author. A test tries every shape on the grammar.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.constructs.actions import ACTIONS

# By the first terminal of a line, the usual way first; `block/TERMINAL` if the word begins another line in another kind of
# block.
SHAPES = {
    "GAME": 'game NAME "TITLE":',
    "game/PLAYERS": "players 2 to 5",
    "NOTE": 'note "TEXT"',
    "ABOUT": 'about "TEXT"',
    "MINUTES": "minutes 30 | minutes 15 to 30",
    "DIFFICULTY": "difficulty easy | difficulty medium | difficulty hard",
    "OPTION": "option NAME = 3 in 1 to 6 | option NAME = yes | option NAME = WORD or WORD",
    "VALUES": "values NAME: ONE, OTHER | values NAME: 1 to 6",
    "DIE": "die NAME: FACE * 3, FACE | die NAME: 1 to 6 | die NAME, seen by owner: 1 to 6",
    "LINE": "line NAME:",
    "GRID": "grid NAME: 3 by 3 | grid NAME: 11 by 11 hexagons | grid NAME: 5 hexagons a side without CELL, CELL",
    "MAP": "map NAME:",
    "PLACE": "place NAME: pile, seen by all | place NAME: pile, top seen by all",
    "PIECES": "pieces NAME: 3 | pieces NAME: 3 for each player, on PLACE",
    "CARDS": 'cards NAME: 1 for each player, in PLACE | cards NAME, each "{SUIT} {RANK}": 1 for each SUIT and RANK'
    " | cards of KIND with copies, FIELD:",
    "cards/NAME": 'NAME "TITLE": VALUE, VALUE',
    "CARD": 'card NAME of KIND "TITLE":',
    "EACH": "each KIND has: | each KIND and KIND has:",
    "THE": "the table has:",
    "DEFINE": "define NAME: VALUE | define NAME of THING in KIND: VALUE",
    "TO": "to NAME: | to NAME THING in KIND: | to NAME THING in KIND gives KIND: | to NAME THING in KIND, THING in KIND:",
    "BEFORE": "before RULE THING: | before RULE THING while CONDITION:",
    "AFTER": "after RULE THING: | after RULE THING while CONDITION:",
    "INSTEAD": "instead of RULE THING: | instead of RULE THING while CONDITION:",
    "FORBID": "forbid RULE THING while CONDITION | forbid RULE THING",
    "CHANGE": "change NAME of THING to VALUE",
    "VARIANT": 'variant NAME of GAME "TITLE":',
    "REPLACE": "replace option NAME = 3 in 1 to 6",
    "patch/REPLACE": "replace option NAME",
    "patch/REMOVE": "remove option NAME",
    "variant/REMOVE": "remove card NAME",
    "variant/SET": "set OPTION to VALUE | set FIELD of CARD to VALUE",
    "variant/PLAYERS": "players 2 to 5",
    "RULING": 'ruling NUMBER "TEXT"',
    "LOOKS": "looks:",
    "looks/NAME": 'NAME: "SIGN", red | BOARD: chequered | SPACE: at 3 2',
    "looks/SEAT": "seat 1: white",
    "EXAMPLE": 'example NUMBER "TITLE":',
    "example/PLAYERS": "players 3",
    "example/VARIANT": "variant NAME",
    "example/OPTION": "option NAME = VALUE",
    "example/GIVEN": "given: | given POSITION",
    "example/WITH": "with NAME, NAME:",
    "GIVEN": "given POSITION:",
    "example/WHEN": "when seat 1:",
    "example/SEAT": "seat 1 picks THING | seat 1 cannot pick THING | seat 1 has 2 choices",
    "example/CHANCE": "chance shows FACE | chance by 4711",
    "example/THEN": "then CONDITION | then RULE gave VALUE | then seat 1 chooses | then nobody chooses"
    " | then game over, winners PLAYERS",
    "line/NAME": 'SPACE "TITLE"',
    "line/DIRECTIONS": "directions forward, back",
    "map/NAME": 'SPACE "TITLE": NEIGHBOUR, NEIGHBOUR',
    "values/NAME": 'NAME "TITLE"',
    "has/NAME": 'NAME "TITLE": KIND | NAME: set of KIND | NAME: KIND = VALUE, seen by owner',
    "TEXT_WORD": 'text "TEXT"',
    "card/COPIES": "copies 2",
    "card/NAME": "FIELD = VALUE",
    "card/PERFORM": "perform:",
    "NEEDS": 'needs CONDITION | needs CONDITION "TEXT"',
    "menu/NAME": 'NAME "TITLE" if CONDITION:',
    "CHOOSE": 'choose NAME in SET | choose NAME as 3 of SET | choose NAME in SET showing "TEXT"',
    "MAY": 'may choose NAME in SET | may choose NAME in SET asking "TEXT" or "TEXT"',
    "MOVE": "move THING to PLACE | move THING under PLACE | move THING DIRECTION",
    "REMOVE": "remove THING",
    "DRAW": "draw 2 from PLACE to PLACE",
    **{word.upper(): action.shape for word, action in ACTIONS.items()},
    "ROLL": "roll DIE as NAME | roll FIELD of THING",
    "SET": "set NAME to VALUE | set FIELD of THING to VALUE",
    "LET": "let NAME be VALUE",
    "ADD": 'add 1 to FIELD of THING | add 1 to FIELD of THING for "TEXT"',
    "TAKE": "take 1 from FIELD of THING",
    "IF": "if CONDITION:",
    "OTHERWISE": "otherwise: | otherwise if CONDITION:",
    "FOR": "for each NAME in SET:",
    "TOGETHER": "together for each player in SET:",
    "PLAYERS": "players take turns until CONDITION: | players take turns: | players take turns from PLAYER until CONDITION:",
    "LPAR": "(SET) take turns until CONDITION: | (SET) take turns:",
    "PLAYER_WORD": "player goes on",
    "WHILE": "while CONDITION:",
    "REPEAT": "repeat until CONDITION: | repeat 3 times:",
    "PERFORM": "perform CARD",
    "AS": "as PLAYER: | as usual | as usual giving NAME",
    "SHOW": "show THING to PLAYER",
    "SAY": 'say "TEXT" | say heading "TEXT"',
    "TELL": 'tell "TEXT": | tell "TEXT" or "TEXT": | tell nothing:',
    "STOP": "stop | stop repeating",
    "GIVE": "give VALUE",
    "rule/GAME": "game over, winners PLAYERS",
    "EXTEND": "extend SERIES",
    "SHORTEN": "shorten SERIES",
    "COUNT_WORD": "count down FIELD of THING",
    "NAME": "RULE THING, THING | SET take turns until CONDITION: | SET take turns:",
}
# Words that also occur in values, and say nothing about the line.
EVERYWHERE = {"seat", "1", "2", "3", "each", "player"}


def shapes_of(block: str, kind: str) -> str:
    """Return all the ways of a line that begins with a word in a kind of block; empty for words that begin none."""
    return SHAPES.get(f"{block}/{kind}") or SHAPES.get(kind, "")


def shape_of(block: str, kind: str, words: Sequence[str] = (), word: str = "") -> str:
    """Return the usual one of them, or the one with a certain word in it, or with most in common with the wrong line."""

    def common(shape: str) -> tuple[bool, int]:
        parts = set(shape.replace(",", " , ").replace(":", " : ").split())
        return word in parts, len(parts & set(words) - EVERYWHERE)

    return max(shapes_of(block, kind).split(" | "), key=common)
