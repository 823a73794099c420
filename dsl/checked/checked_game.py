"""The examples of a checked rulebook, its rulings, and the whole game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field

from rulewright.dsl.checked.checked_expressions import Expression
from rulewright.dsl.checked.checked_statements import TextTemplate
from rulewright.dsl.checked.checked_things import (
    Board,
    Card,
    Define,
    Field,
    Kind,
    Look,
    NumberDie,
    Option,
    Rule,
    Space,
    Titles,
    Values,
)
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.text.source import Span

StepKind: TypeAlias = Literal[
    "given",
    "when",
    "picks",
    "cannot_pick",
    "choices",
    "shows",
    "then",
    "then_nobody",
    "then_chooses",
    "then_over",
    "then_on",
    "then_sees",
    "then_sees_not",
    "then_reads",
    "then_reads_not",
    "then_allowed",
    "then_refused",
    "then_gave",
]


@define(eq=False, repr=False)
class ExampleStep:
    """One line of an example.

    - `given` and `when` have a rule to carry out, by `seat`, or else the first one.
    - `picks` and `cannot_pick` have `values` to compare with an option, `choices` a number, and `shows` a value.
    - `then` has a condition, and `then_chooses` a seat.
    - `then_over` has the winners if they are named, and the number 0 if there are none.
    - A line about what a `seat` sees or reads has that as a value, and so has a line about the last result of the rule `gave`.
    - `then_allowed` and `then_refused` have the number 1 if the game can be played like that, or else 0.

    Expressions are within the locals of `rule`, which has no body there.
    """

    kind: StepKind
    rule: Rule
    seat: Expression | None
    values: tuple[Expression, ...]
    number: int
    span: Span
    gave: Rule | None = None


@define(eq=False, repr=False)
class Example:
    """An example, with its game: the base with the variants it names, merged and checked again."""

    numbers: tuple[str, ...]
    titles: Titles
    players: int
    variants: tuple[str, ...]
    options: dict[str, int]
    steps: list[ExampleStep]
    span: Span
    case: Span | None = None
    """The row of its table of cases, if it has one."""
    seed: int | None = None
    """The seed of chance, if the example is a whole game."""


@define(eq=False, repr=False)
class InheritedExample:
    """An example of the game itself below a variant; empty if it cannot be checked or played there."""

    numbers: tuple[str, ...]
    title: str
    span: Span
    example: Example | None
    fits: bool
    """Whether the variant allows its number of players and its options."""
    wrong: Diagnostic | None
    """The mistake in it below the variant."""
    answered: bool
    """Whether the variant replaces or removes it."""
    removed: Span | None
    """Where the variant removes it."""


@define(eq=False, repr=False)
class Ruling:
    """A decision on something that the printed rules leave open."""

    numbers: tuple[str, ...]
    titles: Titles
    span: Span


@define(eq=False, repr=False)
class Game:
    """A whole checked game, with its variants merged in."""

    name: str
    titles: Titles
    variants: tuple[str, ...]
    least_players: int
    most_players: int
    introduction: list[TextTemplate]
    options: dict[str, Option]
    values: dict[str, Values]
    dice: dict[str, Values | NumberDie]
    boards: dict[str, Board]
    places: dict[str, Space]
    """Shared places, from `place` and from `the table has`."""
    kinds: dict[str, Kind]
    cards: dict[str, Card]
    forms: dict[str, dict[str, tuple[str, ...]]]
    """For each language, the titles of pieces and cards, each with its plural forms."""
    fields: list[Field]
    defines: dict[str, Define]
    rules: dict[str, Rule]
    performing: Rule
    """Holds the standing rules on performing any card. Its one parameter is the card as a thing, or nothing."""
    play: Rule
    setup: Rule | None
    score: Field | None
    outlook: Define | None
    """An estimate of a player's prospects, for computer players."""
    team: Define | None
    """The team of each player; with `team_lasts`, it is the same in every game."""
    team_lasts: bool
    examples: list[Example]
    rulings: list[Ruling]
    fingerprint: str
    """A digest of the game's texts and of its variants' names."""
    span: Span
    looks: dict[str, Look] = field(factory=dict)
    """How things, values and boards look, by name."""
    seat_colours: dict[int, str] = field(factory=dict)
    """The colours of seats, if the rulebook gives them."""
    inherited: list[InheritedExample] = field(factory=list)
    """On request, with a single variant: the examples of the game itself."""
    variant: Span | None = None
    """The place of the last variant's name."""
    is_shared: bool = False
    """Whether all players win or lose together."""
    openly: list[Expression] = field(factory=list)
    """The expressions that everyone may know although they depend on secrets; only for lint."""
