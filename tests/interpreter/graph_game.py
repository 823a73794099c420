"""A game that is a drawing of arrows: enough of the engine's interface to walk through, with numbers known by sight."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from attrs import define, field, frozen


@frozen
class Arrow:
    """An option: the node that it leads to."""

    key: str
    label: str
    weight: int = 1


@frozen
class Question:
    """Who decides at a node, and among what."""

    seat: int | None
    options: tuple[Arrow, ...]
    prompt: str = "where to?"
    kind: str = "one"
    passable: bool = False


@frozen
class Sight:
    """What a seat sees of a node."""

    data: Any

    def as_data(self) -> Any:
        """As it is."""
        return self.data


@define
class GraphMatch:
    """A token on a node."""

    game: GraphGame
    node: str
    steps: int = 0
    seed: int = 0

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
        return Question(seat, tuple(Arrow(node, node) for node in self.game.arrows[self.node]), kind=self.game.kind)

    def choose(self, option: int | str) -> None:
        """Go on; words lead to where the first arrow leads."""
        self.node = self.game.arrows[self.node][option if isinstance(option, int) else 0]
        self.steps += 1

    def copy(self) -> GraphMatch:
        """Another token on the same node."""
        return GraphMatch(self.game, self.node, self.steps, self.seed)

    def key(self) -> Hashable:
        """The node."""
        return self.node

    def view(self, seat: int | None) -> Sight:
        """The first letters of the node, up to a dot; what follows is hidden."""
        del seat
        return Sight(self.node.partition(".")[0])


@define
class GraphGame:
    """Arrows from node to node."""

    arrows: dict[str, list[str]] = field(factory=dict)
    start_node: str = "0"
    kind: str = "one"

    def start(self, players: int | None = None, seed: int = 0, chance: str = "seed") -> GraphMatch:
        """A token on the first node."""
        del players, chance
        return GraphMatch(self, self.start_node, seed=seed)
