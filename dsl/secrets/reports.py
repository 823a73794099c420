"""Report what is given away: to which players, and by which way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from rulewright.dsl import checked
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.kinds import UsedFor, WithinALine
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.disclosure import Disclosure
from rulewright.dsl.secrets.labels import ALL, FlowStep, Secret
from rulewright.dsl.text.source import Source, Span

NAME = "gives-away"
SEEN_BY = {
    "owner": Phrase("seen-by-its-owner-only"),
    "others": Phrase("seen-by-all-but-its-owner"),
    "nobody": Phrase("seen-by-nobody"),
}
HAPPENS = {
    "asked": Phrase("somebody-is-asked-here"),
    "offered": Phrase("this-is-offered-here"),
    "question": Phrase("this-is-read-by-whoever-is-asked"),
    "said": Phrase("all-read-this"),
    "field": Phrase("all-see-what-the-field-becomes-here"),
    "own": Phrase("whoever-has-the-field-sees-what-it"),
    "moved": Phrase("all-notice-this-move"),
    "looked": Phrase("each-player-sees-here-whether-they-may"),
    "shown": Phrase("all-read-here-that-something-is-shown"),
    "seen": Phrase("whoever-it-is-shown-to-sees-here"),
    "rolls": Phrase("all-see-here-who-rolls"),
    "rolled": Phrase("all-see-here-what-is-rolled"),
    "read": Phrase("whoever-rolls-sees-here-what-is-rolled"),
    "needs": Phrase("all-read-here-whether-it-can-be"),
    "over": Phrase("all-see-here-how-the-game-ends"),
    "done": Phrase("all-notice-this"),
}
LEARNS = {
    "asked": Phrase("who-is-asked-tells-all"),
    "offered": Phrase("what-is-offered-tells-whoever-chooses"),
    "question": Phrase("what-is-asked-tells-whoever-chooses"),
    "said": Phrase("what-is-said-tells-all"),
    "field": Phrase("a-field-that-all-see-tells-them"),
    "own": Phrase("a-field-tells-whoever-has-it"),
    "moved": Phrase("what-is-moved-tells-all"),
    "looked": Phrase("whether-they-see-it-tells-players"),
    "shown": Phrase("what-is-shown-tells-all"),
    "seen": Phrase("what-is-shown-tells-whoever-sees-it"),
    "rolls": Phrase("who-rolls-tells-all"),
    "rolled": Phrase("what-is-rolled-tells-all"),
    "read": Phrase("what-is-rolled-tells-whoever-rolls-it"),
    "needs": Phrase("whether-it-can-be-carried-out-tells-all"),
    "over": Phrase("how-the-game-ends-tells-all"),
    "done": Phrase("what-happens-tells-all"),
}
HELP = Phrase("ask-for-what-they-may-see-such")


def messages_of(found: Iterable[Disclosure], files: Sequence[Source]) -> Iterator[Diagnostic]:
    """Yield one message for each place where something hidden is read, about the shortest way from there.

    If a variant gives something away in a line of its game, that is reported at the variant's own line.
    """
    told: set[tuple[str, int, int]] = set()
    for steps, one in sorted(
        ((one.way.steps(), one) for one in found), key=lambda found: (found[1].secret.kind == "many", len(found[0]))
    ):
        origin, here = read_at(steps), place_of(one, steps)
        if here.source not in files:
            here = next((step.span for step in reversed(steps) if step.span.source in files), here)
        keys = {(span.source.name, span.start, span.end) for span in (origin, here)}
        if not keys & told:
            yield message(one, steps, here)
        told |= keys


def read_at(steps: list[FlowStep]) -> Span:
    """Return where a rule reads something hidden, perhaps through a define."""
    found = steps[0].span
    for step in takewhile(lambda step: isinstance(step.text, WithinALine), steps):
        if isinstance(step.text, UsedFor):
            found = step.span
    return found


def place_of(one: Disclosure, steps: list[FlowStep]) -> Span:
    """Return where the mistake is: the condition that decides, or what is handed on, or else where somebody learns it."""
    last = steps[-1]
    return last.span if last.decides or last.handed else one.span


def message(one: Disclosure, steps: list[FlowStep], here: Span) -> Diagnostic:
    """Return the message with the whole way."""
    what, hidden = described(one.secret)
    related = [Related(one.secret.of.span, hidden)]
    for step in (*steps, *one.inner):
        if step.span != here and step.span != related[-1].span:
            related.append(Related(step.span, step.text))
    if one.span != here:
        related.append(Related(one.span, HAPPENS[one.how]))
    decides = any(step.decides and step.span == here for step in steps)
    return Diagnostic(
        name=NAME,
        message=Phrase("something-of", learns=LEARNS[one.how], what=what),
        span=here,
        label=(Phrase("decides-what-they-notice") if one.who == ALL or one.how == "read" else Phrase("decides-what-is-offered"))
        if decides
        else (HAPPENS[one.how] if one.span == here else Phrase("comes-to-where-they-learn-of-it")),
        related=tuple(related),
        help=HELP,
    )


def described(secret: Secret) -> tuple[Phrase, Phrase]:
    """Return what a secret is about, and from which players it is hidden."""
    name = secret.of.name
    seen = SEEN_BY.get(secret.of.seen, SEEN_BY["nobody"])
    if getattr(secret.of, "lookers", None) is not None:
        seen = Phrase("seen-by-its-owner-and-only", lookers=secret.of.lookers.name)
    if secret.kind == "rolled":
        if secret.of.seen == "owner":
            return Phrase("what-shows", name=name), Phrase("whoever-rolls-it-sees-what-shows", name=name)
        return Phrase("what-shows", name=name), Phrase("nobody-sees-what-shows", name=name)
    if secret.kind == "many":
        return Phrase("how-many-lie-in", name=name), Phrase("is-and-the-others-do-not-count", name=name, seen=seen)
    if secret.kind == "value":
        return Phrase("what-is", asked=name), Phrase("name-is-seen", name=name, seen=seen)
    if isinstance(secret.of, checked.Space | checked.Field) and secret.of.top:
        return Phrase("what-lies-in", name=name), Phrase("of-only-the-top-is-seen", name=name)
    return Phrase("what-lies-in", name=name), Phrase("name-is-seen", name=name, seen=seen)
