"""Define the lowered program: what a checked rulebook becomes for a number of players and a set of options.

Everything is a number: spaces, things, players and values, with -1 for "nothing". Options are folded in. Standing rules,
needs and bans are woven in. Names of the rulebook are gone, except for comments and messages. The back ends in
`interpreter/emit` only print it in their language; `interpreter/program/printer.py` prints it for people.

Expressions are in `lowered_expressions.py`, variables and cells in `storage.py`, statements in `lowered_statements.py`, blocks
and the whole program in `lowered_blocks.py`. A rule in which a player or chance may be asked is cut into blocks
(`lowering/block_splitting.py`); all others are functions.
"""

from rulewright.interpreter.program import lowered_blocks, lowered_expressions, lowered_statements
from rulewright.interpreter.program.lowered_blocks import *  # noqa: F403
from rulewright.interpreter.program.lowered_expressions import *  # noqa: F403
from rulewright.interpreter.program.lowered_statements import *  # noqa: F403
from rulewright.interpreter.program.storage import *  # noqa: F403

MODULES = (lowered_expressions.__name__, lowered_statements.__name__, lowered_blocks.__name__)


def is_node(kind: type) -> bool:
    """Return whether a class is a node of the program."""
    return kind.__module__ in MODULES
