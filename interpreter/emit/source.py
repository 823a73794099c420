"""Write the two Python forms of a game as data, which is all that playing needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rulewright.dsl.checked import Expression, Rule
from rulewright.interpreter.emit.compiled import PlayoutForm, ResumableForm
from rulewright.interpreter.emit.python.blocks import BlocksForm
from rulewright.interpreter.emit.python.form import PythonForm
from rulewright.interpreter.emit.python.straight import StraightForm
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.passes.coverage_points import coverage_points
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.questions import SlotType
from rulewright.interpreter.position.switches import Switches
from rulewright.interpreter.program.nodes import Routine

CONSTANT = re.compile(r"\b[ce]\d+\b")


def resumable(
    layout: Layout, extra: Sequence[tuple[Rule, Sequence[Expression]]] = (), noted: Sequence[Rule] = (), *, traced: bool = False
) -> ResumableForm:
    """Write the form for play and search; `extra` are rules of examples, and the expressions that they ask for."""
    program = lower_program(layout, extra, noted, bits=not extra, traced=traced)
    form = BlocksForm(program, remembers_alike=bool(extra))
    game = layout.world.game
    begun = [rule for rule, _ in extra] + ([] if game.setup is None else [game.setup])
    types = {routine.number: types_of(routine) for routine in program.routines if routine.waits}
    return ResumableForm(
        **written(form),
        game=game,
        resized=list(layout.resized),
        kinds_at=layout.areas.kinds_at(),
        opening=form.opening,
        main=form.entries[program.main.number],
        entries={rule: form.entries[program.entries[rule].number] for rule in begun},
        card_entries=[None if card is None else form.entries[card.number] for card in program.cards],
        sizes={routine.entry: len(routine.variables) - len(routine.parameters) for routine in program.routines if routine.waits},
        asks=program.questions,
        frame_types={block.label: types[block.routine.number] for block in program.blocks},
        live=program.live,
        hidden=program.hidden,
        functions={
            expression: f"g{program.asked_for[expression].number}" for _, expressions in extra for expression in expressions
        },
        shown=[(define, f"g{program.asked_for[define].number}") for define in game.defines.values() if define.titles],
        team=None if game.team is None else f"g{program.asked_for[game.team].number}",
        outlook=None if game.outlook is None else f"g{program.asked_for[game.outlook].number}",
        lookers={own: f"g{program.asked_for[own].number}" for own in game.fields if own.lookers is not None},
        lasting={
            own: frozenset(block.label for block in program.blocks if block.routine is routine)
            for own, routine in program.begun_anew.items()
            if routine.waits
        },
    )


def types_of(routine: Routine) -> list[SlotType]:
    """Return the types of the values in the slots of a routine's frame."""
    return [routine.rows.get(variable.slot, variable.type) for variable in routine.variables]


def playouts(layout: Layout, *, traced: bool = False, switches: Switches | None = None) -> PlayoutForm:
    """Write the form for playouts."""
    program = lower_program(layout, bits=False, traced=traced, switches=switches)
    form = StraightForm(program)
    score = layout.world.game.score
    return PlayoutForm(
        **written(form),
        lists={**layout.initial(), **form.views.initial()},
        score="" if score is None or not score.assigned else layout.components[score],
        views=bool(form.views.names),
        counting=coverage_points(program),
    )


def written(form: PythonForm) -> dict[str, Any]:
    """Return the fields that both forms have."""
    source = form.source()
    used = set(CONSTANT.findall(source))
    return {
        "source": source,
        "code": form.compiled(source),
        "constants": {name: value for name, value in form.constants.items() if name in used},
        "objects": form.objects,
        "spans": form.program.spans,
        "places": form.places,
        "patient": form.program.patient,
    }
