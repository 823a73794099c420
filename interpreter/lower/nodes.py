"""Define the lowered program: what a checked rulebook becomes for a number of players and a set of options.

Everything is a number: spaces, things, players and values, with -1 for "nothing". Options are folded in. Standing rules,
needs and bans are woven in. Names of the rulebook are gone, except for comments and messages. The back ends in
`interpreter/emit` only print it in their language; `interpreter/lower/printed.py` prints it for people.

Expressions are in `expression_nodes.py`, variables and cells in `kept_nodes.py`, statements in `statement_nodes.py`, blocks
and the whole program in `block_nodes.py`. A rule in which a player or chance may be asked is cut into blocks (`cut.py`);
all others are functions.
"""

from rulewright.interpreter.lower import block_nodes, expression_nodes, statement_nodes
from rulewright.interpreter.lower.block_nodes import *  # noqa: F403
from rulewright.interpreter.lower.expression_nodes import *  # noqa: F403
from rulewright.interpreter.lower.kept_nodes import *  # noqa: F403
from rulewright.interpreter.lower.statement_nodes import *  # noqa: F403

MODULES = (expression_nodes.__name__, statement_nodes.__name__, block_nodes.__name__)


def is_node(kind: type) -> bool:
    """Return whether a class is a node of the program."""
    return kind.__module__ in MODULES
