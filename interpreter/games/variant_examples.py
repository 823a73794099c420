"""Play the examples of a game with one of its variants: find those that hold, and those that the variant changed silently."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import InheritedExample
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.games.examples import play_examples
from rulewright.interpreter.match.failed_conditions import example_name


@frozen
class InheritedCounts:
    """How many examples of the game there are, how many hold, are answered by the variant, or do not fit its settings."""

    all: int
    hold: int
    answered: int
    elsewhere: int
    changed: list[str]
    """The first numbers of those with another outcome that the variant does not answer."""
    diagnostics: list[Diagnostic]


def run_inherited(game: checked.Game, examples: Sequence[InheritedExample]) -> InheritedCounts:
    """Play examples of the game itself with its variant."""
    results = play_examples(game, [one.example for one in examples if one.example is not None])
    failed = {result.example: result.diagnostic for result in results if not result.passed}
    changed: list[str] = []
    diagnostics: list[Diagnostic] = []
    removed: dict[Span, list[bool]] = {}
    hold = answered = elsewhere = 0
    for one in examples:
        wrong = one.wrong if one.example is None else failed.get(one.example)
        holds = one.fits and wrong is None
        if one.removed is not None:
            # Several examples may share one number, and only some of them may have another outcome.
            removed.setdefault(one.removed, []).append(holds)
        if not one.fits:
            elsewhere += 1
        elif one.answered and not (one.removed is not None and holds):
            answered += 1
        elif wrong is not None:
            changed.append(one.numbers[0])
            diagnostics.append(_changed(game, one, wrong))
        else:
            hold += 1
    for span, good in removed.items():
        if all(good):
            diagnostics.append(
                Diagnostic(
                    "example-holds",
                    Phrase("with-example-of-holds-too", variants=game.variants[-1], span=span.text, game=game.name),
                    span,
                    label=Phrase("need-not-be-removed"),
                    help=Phrase("leave-it-out-here-so-that-it"),
                )
            )
    return InheritedCounts(len(examples), hold, answered, elsewhere, changed, diagnostics)


def _changed(game: checked.Game, one: InheritedExample, wrong: Diagnostic) -> Diagnostic:
    """Return what the variant's author should know."""
    number, variant = one.numbers[0], game.variants[-1]
    return Diagnostic(
        "example-changed",
        Phrase(
            "with-example-of-comes-out-otherwise",
            variant=variant,
            numbers=example_name(one.numbers, one.title),
            game=game.name,
            message=wrong.message,
        ),
        wrong.span if wrong.span is not None else one.span,
        label=wrong.label,
        help=Phrase("if-this-is-meant-write-remove-example", number=number, variant=variant),
        related=(*wrong.related, *([Related(game.variant, Phrase("with-this-variant"))] if game.variant is not None else [])),
    )
