"""Split options into what several have in common and what each adds, such as *Ann attacks* and *Ben with the axe*.

Options are split where their rulebook splits them: before a name that was chosen for the option. So no name is cut, and an
option is under the same heading each time that it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl import checked
from rulewright.interpreter.position.questions import line_of, own_local

if TYPE_CHECKING:
    from rulewright.dsl.checked import TextTemplate
    from rulewright.interpreter.match.options import Options

REST = "…"
"""Stands in a heading for what each option adds in its middle or at its beginning."""


class OutlinedOption(NamedTuple):
    """An option as a part of a list with headings; an option without a heading is all in its entry."""

    heading: str
    entry: str


def outlined(options: Options) -> list[OutlinedOption]:
    """Return the options in order, each with its heading."""
    values, _ = options.in_order()
    return [outline_of(options, value, option.label) for value, option in zip(values, options, strict=True)]


def outline_of(options: Options, value: Any, label: str) -> OutlinedOption:
    """Return one option with its heading."""
    whole = OutlinedOption("", label)
    if value is None:
        return whole
    template, names = named_parts(options, value)
    places = list(places_of(label, names))
    if not places or len(places) < len(names):
        # Where words change with the next one, a name may look different.
        return whole
    if len(places) > 1:
        cut, _ = places[1]
        return OutlinedOption(label[:cut].strip(), label[cut:])
    begin, end = places[0]
    if template:
        before, name, behind = label[:begin].strip(), label[begin:end], label[end:].strip()
        return OutlinedOption(" ".join(filter(None, (before, REST if behind else "", behind))), name)
    return whole


def named_parts(options: Options, value: Any) -> tuple[TextTemplate, list[str]]:
    """Return the rulebook's text of an option, if it has one, and the names in it in the order in which they stand there."""
    ask, words = options.ask, options.words
    statement = ask.statement
    if ask.kind == "menu":
        return {}, []
    if ask.kind == "lines":
        _, line, chosen = line_of(ask, value)
        picks, template = [(pick.local, part) for pick, part in chosen], line.title
    elif isinstance(statement, checked.Choose):
        parts = [value] if len(ask.types) == 1 else value
        picks, template = list(zip([pick.local for pick in statement.picks], parts, strict=True)), statement.showing
    else:
        return {}, []
    if len(picks) == 1 and not template:
        return {}, on_space(options, picks[0][1], ask.types[0])
    told = {local: options.part_labels([part], local.type, None)[0] for local, part in picks}
    if not template:
        return template, list(told.values())
    order = [own_local(part) for part in template[words.told_in(template)] if not isinstance(part, str)]
    inside = [local for local in order if local is not None and local in told]
    return template, [told[local] for local in (*inside, *(local for local in told if local not in inside))]


def on_space(options: Options, part: Any, kind: checked.Type) -> list[str]:
    """Return the name of a thing and that of its space, if its label has both; else its label."""
    label = options.part_labels([part], kind, None)[0]
    at = options.match.position.at
    if kind.kind != "thing" or part < 0 or part in options.hidden or at[part] < 0:
        return [label]
    space = options.words.space(at[part])
    return [label.removesuffix(space).strip(), space] if label.endswith(space) else [label]


def places_of(label: str, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where names stand in a label, one after the other."""
    end = 0
    for name in names:
        begin = label.find(name, end)
        if begin < 0:
            return
        end = begin + len(name)
        yield begin, end
