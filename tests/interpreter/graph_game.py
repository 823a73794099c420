"""A game that is a drawing of arrows: enough of the engine's interface to walk through, with numbers known by sight."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from types import SimpleNamespace
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import PlayError, Result
from rulewright.interpreter.search.game_state import ComparableViews


@frozen
class Arrow:
    """An option: the node that it leads to."""

    key: str
    label: str
    weight: int = 1


@frozen
class Question:
    """The player who decides at a node, and the options."""

    seat: int | None
    options: tuple[Arrow, ...]
    prompt: str = "where to?"
    kind: str = "one"
    passable: bool = False


@frozen
class Sight:
    """A seat's view of a node."""

    seat: int | None
    data: Any


def arrows(nodes: list[str]) -> Iterator[Arrow]:
    """Yield the ways to some nodes, called by what is seen of them; several that look the same have a number."""
    names = [node.partition(".")[0] for node in nodes]
    for place, name in enumerate(names):
        number = names[:place].count(name)
        text = f"{name}-{number + 1}" if number else name
        yield Arrow(text, text)


def open_to_all() -> Any:
    """Return a world in which nothing is for one seat alone; but what is seen of a node need not tell it from others."""
    world = SimpleNamespace(spaces=(), things=(), game=SimpleNamespace(fields=()))
    sights = {ComparableViews: SimpleNamespace(perfect=False)}
    return SimpleNamespace(world=world, layout=SimpleNamespace(world=world), found_out=sights)


@define
class GraphMatch:
    """A token on a node."""

    game: GraphGame
    node: str
    steps: int = 0
    seed: int = 0
    happened: int = 0
    program: Any = field(factory=open_to_all)

    @property
    def players(self) -> int:
        """As many as the game says."""
        return self.game.players

    @property
    def over(self) -> bool:
        """Whether no arrow leads on."""
        return not self.game.arrows.get(self.node)

    @property
    def decision(self) -> Question | None:
        """Node names begin with the digit of the seat that decides there; those of chance do not."""
        if self.over:
            return None
        seat = int(self.node[0]) if self.node[0].isdecimal() else None
        return Question(seat, tuple(arrows(self.game.arrows[self.node])), kind=self.game.kind)

    @property
    def result(self) -> Result | None:
        """The winners after the word `wins` in the name of the last node, or the scores after `scores`."""
        if not self.over:
            return None
        _, wins, winners = self.node.partition("wins")
        _, scores, points = self.node.partition("scores")
        if scores:
            scored = tuple(map(int, points.split()))
            return Result(tuple(seat for seat, one in enumerate(scored) if one == max(scored)), scored)
        return Result(tuple(map(int, winners.split())) if wins else (), None)

    def choose(self, option: int | str) -> None:
        """Go on; words lead to where the first arrow leads."""
        self.node = self.game.arrows[self.node][option if isinstance(option, int) else 0]
        self.steps += 1
        if self.node == "broken":
            raise PlayError(Diagnostic("endless-loop", Phrase("this-goes-on-without-an-end"), None))

    def copy(self) -> GraphMatch:
        """Another token on the same node."""
        return GraphMatch(self.game, self.node, self.steps, self.seed, self.happened)

    def log(self, seat: int | None, since: int = 0) -> list[str]:
        """Nobody says anything."""
        del seat, since
        return []

    def written(self, since: int = 0) -> str:
        """Nothing is ever written into the log."""
        del since
        return ""

    def unnumbered(self) -> None:
        """Nothing that is hidden is on offer."""

    def player_name(self, seat: int) -> str:
        """As people say it."""
        return f"Player {seat + 1}"

    def key(self) -> Hashable:
        """Return the node."""
        return self.node

    def view(self, seat: int | None) -> Sight:
        """Return the first letters of the node, up to a dot; the rest is hidden."""
        return Sight(seat, self.node.partition(".")[0])


@define
class GraphGame:
    """Arrows from node to node."""

    arrows: dict[str, list[str]] = field(factory=dict)
    start_node: str = "0"
    kind: str = "one"
    players: int = 1

    def start(self, players: int | None = None, seed: int = 0, chance: str = "seed", forced: str = "done") -> GraphMatch:
        """Return a token on the first node."""
        del players, chance, forced
        return GraphMatch(self, self.start_node, seed=seed)
