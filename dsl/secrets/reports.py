"""Report what is given away: to which players, and by which way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from rulewright.dsl import checked
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.kinds import UsedFor, WithinALine
from rulewright.dsl.messages.said import Said
from rulewright.dsl.secrets.disclosure import Learnt
from rulewright.dsl.secrets.labels import ALL, Secret, Way
from rulewright.dsl.text.source import Source, Span

NAME = "gives-away"
SEEN_BY = {"owner": Said("seen-by-its-owner-only"), "others": Said("seen-by-all-but-its-owner"), "nobody": Said("seen-by-nobody")}
HAPPENS = {
    "asked": Said("somebody-is-asked-here"),
    "offered": Said("this-is-offered-here"),
    "question": Said("this-is-read-by-whoever-is-asked"),
    "said": Said("all-read-this"),
    "field": Said("all-see-what-the-field-becomes-here"),
    "own": Said("whoever-has-the-field-sees-what-it"),
    "moved": Said("all-notice-this-move"),
    "looked": Said("each-player-sees-here-whether-they-may"),
    "shown": Said("all-read-here-that-something-is-shown"),
    "seen": Said("whoever-it-is-shown-to-sees-here"),
    "rolls": Said("all-see-here-who-rolls"),
    "rolled": Said("all-see-here-what-is-rolled"),
    "read": Said("whoever-rolls-sees-here-what-is-rolled"),
    "needs": Said("all-read-here-whether-it-can-be"),
    "over": Said("all-see-here-how-the-game-ends"),
    "done": Said("all-notice-this"),
}
LEARNS = {
    "asked": Said("who-is-asked-tells-all"),
    "offered": Said("what-is-offered-tells-whoever-chooses"),
    "question": Said("what-is-asked-tells-whoever-chooses"),
    "said": Said("what-is-said-tells-all"),
    "field": Said("a-field-that-all-see-tells-them"),
    "own": Said("a-field-tells-whoever-has-it"),
    "moved": Said("what-is-moved-tells-all"),
    "looked": Said("whether-they-see-it-tells-players"),
    "shown": Said("what-is-shown-tells-all"),
    "seen": Said("what-is-shown-tells-whoever-sees-it"),
    "rolls": Said("who-rolls-tells-all"),
    "rolled": Said("what-is-rolled-tells-all"),
    "read": Said("what-is-rolled-tells-whoever-rolls-it"),
    "needs": Said("whether-it-can-be-carried-out-tells-all"),
    "over": Said("how-the-game-ends-tells-all"),
    "done": Said("what-happens-tells-all"),
}
HELP = Said("ask-for-what-they-may-see-such")


def messages_of(found: Iterable[Learnt], files: Sequence[Source]) -> Iterator[Diagnostic]:
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


def read_at(steps: list[Way]) -> Span:
    """Return where a rule reads something hidden, perhaps through a define."""
    found = steps[0].span
    for step in takewhile(lambda step: isinstance(step.text, WithinALine), steps):
        if isinstance(step.text, UsedFor):
            found = step.span
    return found


def place_of(one: Learnt, steps: list[Way]) -> Span:
    """Return where the mistake is: the condition that decides, or what is handed on, or else where somebody learns it."""
    last = steps[-1]
    return last.span if last.decides or last.handed else one.span


def message(one: Learnt, steps: list[Way], here: Span) -> Diagnostic:
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
        message=Said("something-of", learns=LEARNS[one.how], what=what),
        span=here,
        label=(Said("decides-what-they-notice") if one.who == ALL or one.how == "read" else Said("decides-what-is-offered"))
        if decides
        else (HAPPENS[one.how] if one.span == here else Said("comes-to-where-they-learn-of-it")),
        related=tuple(related),
        help=HELP,
    )


def described(secret: Secret) -> tuple[Said, Said]:
    """Return what a secret is about, and from which players it is hidden."""
    name = secret.of.name
    seen = SEEN_BY.get(secret.of.seen, SEEN_BY["nobody"])
    if getattr(secret.of, "lookers", None) is not None:
        seen = Said("seen-by-its-owner-and-only", lookers=secret.of.lookers.name)
    if secret.kind == "rolled":
        if secret.of.seen == "owner":
            return Said("what-shows", name=name), Said("whoever-rolls-it-sees-what-shows", name=name)
        return Said("what-shows", name=name), Said("nobody-sees-what-shows", name=name)
    if secret.kind == "many":
        return Said("how-many-lie-in", name=name), Said("is-and-the-others-do-not-count", name=name, seen=seen)
    if secret.kind == "value":
        return Said("what-is", asked=name), Said("name-is-seen", name=name, seen=seen)
    if isinstance(secret.of, checked.Space | checked.Field) and secret.of.top:
        return Said("what-lies-in", name=name), Said("of-only-the-top-is-seen", name=name)
    return Said("what-lies-in", name=name), Said("name-is-seen", name=name, seen=seen)
