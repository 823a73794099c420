"""What is given away, in words: to whom, and by which way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from rulewright.dsl import checked
from rulewright.dsl.diagnostic import Diagnostic, Related
from rulewright.dsl.secrets.labels import ALL, Secret, Way
from rulewright.dsl.secrets.learning import Learnt
from rulewright.dsl.source import Source, Span

NAME = "gives-away"
SEEN_BY = {"owner": "seen by its owner only", "others": "seen by all but its owner", "nobody": "seen by nobody"}
HAPPENS = {
    "asked": "somebody is asked here",
    "offered": "this is offered here",
    "question": "this is read by whoever is asked here",
    "said": "all read this",
    "field": "all see what the field becomes here",
    "own": "whoever has the field sees what it becomes here",
    "moved": "all notice this move",
    "looked": "each player sees here whether they may look",
    "shown": "all read here that something is shown",
    "seen": "whoever it is shown to sees here which it is",
    "rolls": "all see here who rolls",
    "rolled": "all see here what is rolled",
    "read": "whoever rolls sees here what is rolled",
    "needs": "all read here whether it can be carried out",
    "over": "all see here how the game ends",
    "done": "all notice this",
}
LEARNS = {
    "asked": "who is asked tells all",
    "offered": "what is offered tells whoever chooses",
    "question": "what is asked tells whoever chooses",
    "said": "what is said tells all",
    "field": "a field that all see tells them",
    "own": "a field tells whoever has it",
    "moved": "what is moved tells all",
    "looked": "whether they see it tells players",
    "shown": "what is shown tells all",
    "seen": "what is shown tells whoever sees it",
    "rolls": "who rolls tells all",
    "rolled": "what is rolled tells all",
    "read": "what is rolled tells whoever rolls it",
    "needs": "whether it can be carried out tells all",
    "over": "how the game ends tells all",
    "done": "what happens tells all",
}
USED = "is used for"
WITHIN_A_LINE = (USED, "is looked at", "is counted", "decides here which", "decides here whether")
HELP = (
    "ask for what they may see, such as how many lie there; if they are to know it, `show` the things before, or write `openly`"
    " before what they may know"
)


def messages_of(found: Iterable[Learnt], files: Sequence[Source]) -> Iterator[Diagnostic]:
    """One message for each place where something hidden is looked at, about the shortest way from there.

    What a variant gives away in a line of its game is said of the variant's own line.
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
    """Where a rule looks at something hidden, be it by a define."""
    found = steps[0].span
    for step in takewhile(lambda step: step.text.startswith(WITHIN_A_LINE), steps):
        if step.text.startswith(USED):
            found = step.span
    return found


def place_of(one: Learnt, steps: list[Way]) -> Span:
    """Where the mistake is: the condition that decides, or what is handed on, or else where somebody learns of it."""
    last = steps[-1]
    return last.span if last.decides or last.handed else one.span


def message(one: Learnt, steps: list[Way], here: Span) -> Diagnostic:
    """What is given away, and the whole way."""
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
        message=f"{LEARNS[one.how]} something of {what}",
        span=here,
        label=("decides what they notice" if one.who == ALL or one.how == "read" else "decides what is offered")
        if decides
        else (HAPPENS[one.how] if one.span == here else "comes to where they learn of it"),
        related=tuple(related),
        help=HELP,
    )


def described(secret: Secret) -> tuple[str, str]:
    """What a secret is about, and from whom it is hidden."""
    name = secret.of.name
    seen = SEEN_BY.get(secret.of.seen, "")
    if getattr(secret.of, "lookers", None) is not None:
        seen = f"seen by its owner and `{secret.of.lookers.name}` only"
    if secret.kind == "rolled":
        who = "whoever rolls it sees" if secret.of.seen == "owner" else "nobody sees"
        return f"what `{name}` shows", f"{who} what `{name}` shows"
    if secret.kind == "many":
        return f"how many lie in `{name}`", f"`{name}` is {seen}, and the others do not count it"
    if secret.kind == "value":
        return f"what `{name}` is", f"`{name}` is {seen}"
    if isinstance(secret.of, checked.Space | checked.Field) and secret.of.top:
        return f"what lies in `{name}`", f"of `{name}`, only the top is seen"
    return f"what lies in `{name}`", f"`{name}` is {seen}"
