"""Say what in the positions of a program not everybody can know: cells, slots of frames, and where the game is in the rules.

`information_flow.py` finds it before routines are cut into blocks; this module adds the slots that cutting creates.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from attrs import field, frozen

from rulewright.dsl.checked import Choose
from rulewright.interpreter.passes.information_flow import InformationFlow, seat_of
from rulewright.interpreter.passes.liveness import successors_with_writes as successors
from rulewright.interpreter.position.position import FIRST_LOCAL, Frame, Position
from rulewright.interpreter.position.questions import QuestionInfo
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Cell, Variable
from rulewright.interpreter.program.suspension import statements_in

NOBODY = -1

Slots = tuple[tuple[int, int], ...]
"""Slots of a frame, each with the slot of the player who knows its value, or NOBODY."""


@frozen
class HiddenState:
    """The parts of a game's positions that are not proved to be known to all."""

    fields: frozenset[int] = frozenset()
    """Fields of players, things, spaces and values, by their places in the layout."""
    table: frozenset[int] = frozenset()
    """Fields of the table, by their slots."""
    slots: Mapping[int, Slots] = field(factory=dict)
    """By block, the slots of its frames that hold something hidden."""
    ways: frozenset[int] = frozenset()
    """Blocks of routines to which several ways lead, one of them hidden: their frames do not tell how the game came there."""
    questions: frozenset[int] = frozenset()
    """Questions that are asked because of something hidden: only the player who is asked knows of them."""
    alike: frozenset[int] = frozenset()
    """Those among them whose words another question shares: not even the player who is asked knows which one it is."""
    out: frozenset[str] = frozenset()
    """The kinds of which some things may leave the game, or come back, without all knowing which."""

    def unknown_slots(self, frame: Frame, seat: int) -> list[int]:
        """Return the slots of a frame whose values a seat does not know."""
        return [slot for slot, knower in self.slots.get(frame.block, ()) if knower == NOBODY or frame[knower] != seat]

    def tells_the_way(self, position: Position, question: int, *, asked: bool) -> bool:
        """Return whether a seat can know where the game is in the rules; `asked`: it is asked itself, and knows the question."""
        unclear = self.alike if asked else self.questions
        return question not in unclear and self.ways.isdisjoint(position.blocks)

    @property
    def is_empty(self) -> bool:
        """Return whether everybody can know everything that the rules keep."""
        return not (self.fields or self.table or self.slots or self.ways or self.questions)


def hidden_state(
    blocks: Sequence[Block], questions: Sequence[QuestionInfo], following: InformationFlow, live: Mapping[int, Sequence[int]]
) -> HiddenState:
    """Return the hidden state of a program; `live` are the slots that still matter at each block."""
    follow_blocks(blocks, questions, following)
    forget_earlier(blocks, following, live)
    because = {number for number, ask in enumerate(questions) if ask.statement in following.asked}
    cells = [one for one in following.found if isinstance(one, Cell)]
    return HiddenState(
        frozenset(cell.place for cell in cells if cell.kind == "each" and not cell.direction),
        frozenset(cell.place for cell in cells if cell.kind == "one"),
        {block.label: slots for block in blocks if (slots := tuple(hidden_slots(block, following)))},
        frozenset(block.label for block in blocks if following.is_ambiguous(block.routine)),
        frozenset(because),
        frozenset(put_alike(questions, because)),
        frozenset(following.unseen_out),
    )


def put_alike(questions: Sequence[QuestionInfo], because: Set[int]) -> Iterator[int]:
    """Yield questions put in the same words, if one of them is asked because of something hidden."""
    by_words: defaultdict[object, list[int]] = defaultdict(list)
    for number, ask in enumerate(questions):
        by_words[words_of(ask)].append(number)
    for numbers in by_words.values():
        if len({questions[number].statement for number in numbers}) > 1 and not because.isdisjoint(numbers):
            yield from numbers


def words_of(ask: QuestionInfo) -> object:
    """Return the words of a question, apart from the parts between braces."""
    texts = getattr(ask.statement, "asking", {})
    if texts:
        return sorted((language, tuple(part for part in text if isinstance(part, str))) for language, text in texts.items())[0]
    if isinstance(ask.statement, Choose):
        return tuple(pick.local.name for pick in ask.statement.picks)
    return ask.kind, ask.rule


def hidden_slots(block: Block, following: InformationFlow) -> Iterator[tuple[int, int]]:
    """Yield the slots of a block's frames that hold something hidden; rows of choices say by themselves whose they are."""
    for variable in block.routine.variables:
        if variable in following.found and variable.slot >= 0 and variable.slot not in block.routine.rows:
            knower = following.knowers.get(variable)
            # A variable that is not needed after the next question has no slot.
            own = -1 if knower is None else knower.slot
            yield variable.slot + FIRST_LOCAL, NOBODY if own < 0 else own + FIRST_LOCAL


def follow_blocks(blocks: Sequence[Block], questions: Sequence[QuestionInfo], following: InformationFlow) -> None:
    """Follow hidden values into the variables that cutting has added."""
    before = -1
    while before < following.size():
        before = following.size()
        for block in blocks:
            for one in statements_in(tuple(one for one in block.body if not isinstance(one, nodes.OfBlocks))):
                if isinstance(one, nodes.Assign):
                    following.mark([one.variable], following.hangs(one.value), following.knower(one.value))
            match block.end:
                case nodes.Branch(condition=nodes.Compare(one=nodes.ReadVariable(variable=variable)) as condition):
                    # A counter that stops at something hidden gives it away.
                    following.mark([variable], following.hangs(condition.other))
                case nodes.AskChance(variables=variables):
                    following.mark(variables, True)
                case nodes.AskOptions(question=question, variables=variables, options=options, seat=seat):
                    is_thing = any(one.type.kind == "thing" for one in options)
                    hidden = not questions[question].open or (is_thing and following.hangs(options))
                    following.mark(variables, hidden, seat_of(seat))
                case nodes.AskMenu(question=question, variable=variable, seat=seat) if not questions[question].open:
                    following.mark([variable], True, seat_of(seat))


def forget_earlier(blocks: Sequence[Block], following: InformationFlow, live: Mapping[int, Sequence[int]]) -> None:
    """Mark slots as known to nobody that outlive a change of the player in their knower's slot."""
    owned: dict[Variable, list[Variable]] = {}
    for known, knower in following.knowers.items():
        if knower is not None and isinstance(known, Variable):
            owned.setdefault(knower, []).append(known)
    for block in blocks:
        kept = {slot for label, filled in successors(block).items() for slot in live[label] if slot not in filled}
        earlier: set[Variable] = set()
        for one in block.body:
            for statement in statements_in((one,)) if not isinstance(one, nodes.OfBlocks) else ():
                if isinstance(statement, nodes.Assign | nodes.ForEach):
                    earlier.update(owned.get(statement.variable, ()))
            if isinstance(one, nodes.Assign):
                earlier.discard(one.variable)
        for variable in earlier:
            if variable.slot in kept:
                following.knowers[variable] = None
