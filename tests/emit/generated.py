"""Rulebooks made at random: expressions and statements of every kind, one inside the other, that are sure to be checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from rulewright.dsl.constructs.actions import ACTIONS, Action

HEAD = """game made "Made":
    players 2 to 3

values suit "Suit": sun "Sun", moon "Moon", star "Star"
die cube: 1 to 4
line path "The path":
    start "Start"
    steps "Step" * 4
    goal "Goal"
    directions forward, back
grid field: 3 by 3
place stock "Stock": pile, seen by nobody
place urn "Urn": bag, seen by nobody
place heap "Heap": pile, top seen by all
place shelf "Shelf"
pieces runners "Runner": 3 for each player, on start
pieces gems "Gem": 2 for each suit, in urn
cards deals "Deal": 2 for each suit, in stock
each player has:
    hand "Hand": place, seen by owner and pals
    hint "Hint": suit, seen by owner and pals
    score "Points": number
    mate "Mate": runners
    likes "Likes": set of suit
    nook "Nook": space
each runners has:
    tired "Tired": number
    trap "Trap": truth, seen by owner
each deals has:
    dented "Dented": number, seen by all, always
each field has:
    mark "Mark": player
the table has:
    turn-of "Turn of": player
    rounds "Rounds": number
    spot "Spot": space

define pals of someone in player: players where score of it is more than score of someone

to setup:
    shuffle stock
    for each player in players:
        draw 1 from stock to hand of player
        draw 1 from urn to heap
    set spot to first of steps

to mix somewhere in space:
    shuffle somewhere
"""
PLACES = {
    "runners": ("path", "steps", "goal", "field", "spot"),
    "deals": ("stock", "heap", "hand of player", "shelf"),
    "gems": ("urn", "heap", "shelf"),
}
ANYWHERE = ("stock", "urn", "heap", "shelf", "hand of player", "nook of player", "forward of goal", "spot")
"""Places of each kind, where there may be nothing, and where there is none."""
COMPARISONS = ("is", "is not", "is at least", "is less than")
DEEPEST = 4


class Maker:
    """Makes one rulebook."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        kinds = ("number", "player", "runners", "gems", "deals", "space", "suit")
        self.names: dict[str, list[str]] = {kind: [] for kind in kinds}
        self.names["player"].append("player")
        self.count = 0

    def one_of(self, *ways: str | Callable[[], str]) -> str:
        """One of some texts; only that one is made."""
        way = self.random.choice(ways)
        return way if isinstance(way, str) else way()

    def name(self) -> str:
        """Return a new name."""
        self.count += 1
        return f"n{self.count}"

    def known(self, kind: str, otherwise: str) -> str:
        """Return a name of a kind, or something else of that kind."""
        return self.random.choice([*self.names[kind], otherwise])

    # ---- expressions

    def number(self, deep: int) -> str:
        """Return a number."""
        if deep <= 0:
            return self.known("number", self.one_of("0", "1", "2", "3", "rounds"))
        kind = self.one_of("runners", "deals", "gems", "space", "player")
        return self.one_of(
            lambda: f"count of ({self.some(kind, deep - 1)})",
            lambda: f"sum of ({self.of_it(kind, deep - 1)}) among ({self.some(kind, deep - 1)})",
            lambda: f"highest {self.of_it(kind, deep - 1)} among ({self.some(kind, deep - 1)})",
            lambda: f"lowest {self.of_it(kind, deep - 1)} among ({self.some(kind, deep - 1)})",
            lambda: f"({self.number(deep - 1)} + {self.number(deep - 1)})",
            lambda: f"({self.number(deep - 1)} - {self.number(deep - 1)})",
            lambda: f"(({self.number(deep - 1)}) / (1 + score of player))",
            lambda: f"({self.number(deep - 1)} if {self.truth(deep - 1)} otherwise {self.number(deep - 1)})",
            lambda: f"score of {self.player(deep - 1)}",
            lambda: f"tired of {self.one('runners', deep - 1)}",
            lambda: f"dented of {self.one('deals', deep - 1)}",
            lambda: f"wealth of ({self.player(deep - 1)})",
        )

    def truth(self, deep: int) -> str:
        """Return a condition."""
        if deep <= 0:
            return self.one_of("rounds is 1", "(no gems in urn)", "turn-of is player", "(any deals in hand of player)")
        kind = self.one_of("runners", "deals", "gems", "space", "player")
        return self.one_of(
            lambda: f"(any ({self.some(kind, deep - 1)}))",
            lambda: f"(no ({self.some(kind, deep - 1)}))",
            lambda: f"({self.truth(deep - 1)} and {self.truth(deep - 1)})",
            lambda: f"({self.truth(deep - 1)} or {self.truth(deep - 1)})",
            lambda: f"(not {self.truth(deep - 1)})",
            lambda: f"{self.number(deep - 1)} {self.one_of(*COMPARISONS)} {self.number(deep - 1)}",
            lambda: f"{self.one('runners', deep - 1)} is on {self.space(deep - 1)}",
            lambda: f"{self.one('runners', deep - 1)} is in ({self.some('runners', deep - 1)})",
            lambda: f"{self.space(deep - 1)} is in ({self.some('space', deep - 1)})",
            lambda: f"(count of ({self.some(kind, deep - 1)}) is 0)",
            lambda: f"trap of {self.one('runners', deep - 1)}",
        )

    def of_it(self, kind: str, deep: int) -> str:
        """Return a number that may depend on `it`."""
        own = {"runners": "tired of it", "player": "score of it", "space": "count of (runners on it)"}
        return self.one_of(own.get(kind, "1"), lambda: self.number(deep), lambda: f"(2 if {self.that(kind, deep)} otherwise 1)")

    def that(self, kind: str, deep: int) -> str:
        """Return a condition on `it`."""
        own = {
            "runners": ("tired of it is 0", "trap of it", "it is on path", "owner of it is player", "it is on spot"),
            "deals": ("suit of it is sun", "it is in hand of player", "suit of it is moon"),
            "gems": ("suit of it is star", "it is in urn"),
            "space": ("(any runners on it)", "(no runners on it)", "it is in steps"),
            "player": ("score of it is 0", "(any deals in hand of it)", "it is player"),
        }[kind]
        return self.one_of(*own, lambda: self.truth(deep - 1))

    def player(self, deep: int) -> str:
        """Return a player."""
        if deep <= 0:
            return self.known("player", self.one_of("player", "turn-of"))
        return self.one_of(
            "player",
            "turn-of",
            lambda: f"left of {self.player(deep - 1)}",
            lambda: f"first of ({self.some('player', deep - 1)})",
            lambda: f"owner of {self.one('runners', deep - 1)}",
        )

    def space(self, deep: int) -> str:
        """Return a space of a board."""
        if deep <= 0:
            return self.known("space", self.one_of("start", "goal", "spot", "first of steps"))
        return self.one_of(
            "spot",
            lambda: f"forward of {self.space(deep - 1)}",
            lambda: f"back of {self.space(deep - 1)}",
            lambda: f"space of {self.one('runners', deep - 1)}",
            lambda: f"last of ({self.some('space', deep - 1)})",
        )

    def place(self) -> str:
        """Return a place off the boards, or on them, or none: mostly one that is there."""
        return self.one_of("heap", "hand of player", "hand of left of player", "urn", "stock", *ANYWHERE)

    def one(self, kind: str, deep: int) -> str:
        """Return a thing of a kind, or nothing."""
        if deep <= 0:
            return self.known(kind, f"(first of {kind})")
        return f"({self.one_of('first', 'last', 'item 2')} of ({self.some(kind, deep - 1)}))"

    def some(self, kind: str, deep: int) -> str:
        """Return a set."""
        if kind == "player":
            if deep <= 0:
                return "players"
            return self.one_of("players", lambda: f"players where {self.that(kind, deep)}", "players from left of player")
        if kind == "space":
            plain = ("steps", "path", "field", "start plus steps")
            if deep <= 0:
                return self.one_of(*plain)
            return self.one_of(
                *plain,
                lambda: f"path where {self.that(kind, deep - 1)}",
                lambda: f"field where {self.that(kind, deep - 1)}",
                lambda: f"space of ({self.some('runners', deep - 1)})",
                lambda: f"neighbours of {self.space(deep - 1)}",
                lambda: f"steps without {self.space(deep - 1)}",
            )
        places = PLACES[kind]
        if deep <= 0:
            return self.one_of(kind, f"{kind} on {self.one_of(*places)}")
        return self.one_of(
            lambda: f"{kind} on {self.one_of(*places)}",
            lambda: f"({self.some(kind, deep - 1)}) where {self.that(kind, deep - 1)}",
            lambda: f"({self.some(kind, deep - 1)}) without {self.one(kind, deep - 1)}",
            lambda: f"({self.some(kind, deep - 1)}) without ({self.some(kind, deep - 1)})",
            lambda: f"({self.some(kind, deep - 1)}) plus ({self.some(kind, deep - 1)})",
            lambda: f"({self.some(kind, deep - 1)}) with most {self.of_it(kind, deep - 1)}",
            lambda: f"({self.some(kind, deep - 1)}) as long as {self.that(kind, deep - 1)}",
            *([lambda: f"runners on ({self.some('space', deep - 1)})"] if kind == "runners" else []),
            *([lambda: f"runners of ({self.player(deep - 1)}) on path"] if kind == "runners" else []),
        )

    # ---- statements

    def block(self, deep: int, indent: int) -> list[str]:
        """Return some statements."""
        before = {kind: list(names) for kind, names in self.names.items()}
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.statement(deep, indent)]
        self.names = before
        return lines

    def statement(self, deep: int, indent: int) -> list[str]:
        """One statement."""
        pad = "    " * indent
        if deep > 0 and self.random.random() < 0.6:
            nested = (self.if_, self.for_, self.choose_, self.menu_, self.together_, self.repeat_, self.tell_)
            return self.random.choice(nested)(deep, indent)
        name = self.name()
        far = self.random.randint(0, DEEPEST)
        ways: dict[str, Callable[[], str]] = {
            "move": lambda: f"move {self.one('runners', 1)} to {self.space(far)}",
            "moves": lambda: f"move {self.some('runners', far)} to {self.one_of('start', 'goal', 'spot')}",
            "cards": lambda: f"move {self.some('deals', far)} to {self.place()}",
            "gems": lambda: f"move {self.one('gems', 1)} {self.one_of('to', 'under')} {self.place()}",
            "along": lambda: f"move {self.some('runners', far)} {self.one_of('forward', 'back')}",
            "away": lambda: f"remove {self.one('gems', 1)}",
            "score": lambda: f"add {self.number(far)} to score of {self.player(1)}",
            "set": lambda: f"set tired of {self.one('runners', 1)} to {self.number(far)}",
            "dent": lambda: f"set dented of ({self.some('deals', 2)}) to {self.number(1)}",
            "all": lambda: f"set tired of ({self.some('runners', 2)}) to {self.number(1)}",
            "trap": lambda: f"set trap of {self.one('runners', 1)} to {self.truth(far)}",
            "spot": lambda: f"set spot to {self.space(far)}",
            "hint": lambda: f"set hint of {self.player(1)} to {self.known('suit', 'moon')}",
            "turn": lambda: f"set turn-of to {self.player(1)}",
            "draw": lambda: f"draw {self.one_of('1', '2', '9')} from {self.one_of('stock', 'urn')} to {self.place()}",
            "draws": lambda: f"draw ({self.number(1)}) from {self.place()} to {self.place()}",
            **{word: partial(self.action, action) for word, action in ACTIONS.items()},
            "mix": lambda: f"mix ({self.place()})",
            "nook": lambda: f"set nook of {self.player(1)} to {self.place()}",
            "let": lambda: f"let {name} be {self.number(far)}",
            "roll": lambda: f"roll cube as {name}",
            "say": lambda: f'say "{{player}} and {{{self.known("number", "rounds")}}}, {{{self.known("runners", "spot")}}}"',
        }
        way = self.random.choice(list(ways))
        line = pad + ways[way]()
        if way in ("let", "roll"):
            self.names["number"].append(name)
        return [line]

    def action(self, action: Action) -> str:
        """Return a line of an action."""
        filled = {"THING": lambda: self.one("runners", 1), "PLACE": lambda: self.one_of("stock", "heap")}
        return " ".join(filled[part]() if part in filled else part for part in action.shape.split())

    def tell_(self, _deep: int, indent: int) -> list[str]:
        """One sentence for a block."""
        told = self.one_of("nothing", f'"{{player}} and {{{self.known("runners", "spot")}}}" or "You"')
        return ["    " * indent + f"tell {told}:", *self.quiet_block(indent + 1)]

    def quiet_block(self, indent: int) -> list[str]:
        """Return some statements in which nobody is asked."""
        pad = "    " * indent
        lines = [f"add {self.number(3)} to score of player", f"if {self.truth(3)}:", f"    set spot to {self.space(2)}"]
        return [pad + line for line in lines]

    def if_(self, deep: int, indent: int) -> list[str]:
        """Branches."""
        pad = "    " * indent
        lines = [f"{pad}if {self.truth(DEEPEST)}:", *self.block(deep - 1, indent + 1)]
        if self.random.random() < 0.5:
            lines += [f"{pad}otherwise if {self.truth(2)}:", *self.block(deep - 1, indent + 1)]
        if self.random.random() < 0.5:
            lines += [f"{pad}otherwise:", *self.block(deep - 1, indent + 1)]
        return lines

    def for_(self, deep: int, indent: int) -> list[str]:
        """Return a loop over a set."""
        kind = self.one_of("runners", "deals", "space", "player")
        name = "player" if kind == "player" else self.name()
        values = self.some(kind, 2)
        before = list(self.names[kind])
        self.names[kind].append(name)
        lines = [f"{'    ' * indent}for each {name} in {values}:", *self.block(deep - 1, indent + 1)]
        self.names[kind] = before
        return lines

    def repeat_(self, deep: int, indent: int) -> list[str]:
        """Return a loop of another kind."""
        pad = "    " * indent
        head = self.one_of(f"repeat {self.one_of('2', '3')} times", f"repeat until {self.truth(1)} or rounds is at least 0")
        return [f"{pad}{head}:", *self.block(deep - 1, indent + 1)]

    def choose_(self, deep: int, indent: int) -> list[str]:
        """Return a choice, and its effects."""
        kind, name = self.one_of("runners", "deals", "gems", "space"), self.name()
        pad = "    " * indent
        values = self.some(kind, 3)
        if self.random.random() < 0.25:
            many = self.one_of("2 of", "1 to 2 of", "up to 2 of")
            such = self.one_of("", "", f" such that {self.whole(name, kind)}")
            return [f"{pad}{self.one_of('choose', 'may choose')} {name} as {many} {values}{such}"]
        other = self.name()
        self.names[kind].append(name)
        more = f", {other} in {self.some('runners', 2)}" if self.random.random() < 0.4 else ""
        word, end = self.random.choice([("choose", ""), ("choose", " at random"), ("may choose", "")])
        return [f"{pad}{word} {name} in {values}{more}{end}", *self.statement(deep - 1, indent)]

    def whole(self, name: str, kind: str) -> str:
        """Return a condition on a set that is picked."""
        return self.one_of(
            f"count of {name} is 2",
            f"(any ({name} where {self.that(kind, 1)}))",
            f"(no ({name} where {self.that(kind, 1)})) and count of {name} is not 0",
            f"sum of {self.of_it(kind, 1)} among {name} is at most count of {name}",
        )

    def menu_(self, deep: int, indent: int) -> list[str]:
        """Return a menu."""
        pad = "    " * indent
        lines = [f"{pad}choose:"]
        for number in range(self.random.randint(1, 3)):
            condition = f" if {self.truth(2)}" if self.random.random() < 0.6 else ""
            lines += [f'{pad}    way{self.name()} "Way {number}"{condition}:', *self.block(deep - 1, indent + 2)]
        return lines

    def together_(self, _: int, indent: int) -> list[str]:
        """Choices of all at once."""
        pad, name = "    " * indent, self.name()
        lines = [f"{pad}together for each player in {self.some('player', 1)}:", f"{pad}    choose {name} in runners on path"]
        self.names["runners"].append(name)
        lines += [f"{pad}    move {name} forward", *self.quiet_block(indent + 1)]
        self.names["runners"].remove(name)
        return lines

    def text(self) -> str:
        """Return the rulebook."""
        lines = [
            HEAD,
            "define wealth of someone in players: sum of (2 if suit of it is sun otherwise 1) among deals in hand of someone",
            "",
            "to play:",
            "    set turn-of to first of players",
            "    repeat until rounds is 3:",
            "        add 1 to rounds",
            "        for each player in players from turn-of:",
            "            turn",
            "        set turn-of to left of turn-of",
            "    game over, winners players with most score of it",
            "",
            "to turn:",
        ]
        for _ in range(self.random.randint(2, 5)):
            lines += self.statement(3, 1)
        return "\n".join(lines) + "\n"


def made(seed: int) -> str:
    """Return a rulebook."""
    return Maker(seed).text()
