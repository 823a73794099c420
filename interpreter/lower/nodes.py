"""The lowered program: what a checked rulebook comes to for so many players and such options.

Everything is a number by now: spaces, things, players and values, with -1 for nothing. Options are folded in, standing rules,
needs and bans are woven in, and names of the rulebook are gone, but for comments and messages. The back ends in
`interpreter/emit` write it down and nothing else; `interpreter/lower/printed.py` prints it for people.

Expressions stand in `expression_nodes.py`, what they speak of in `kept_nodes.py`, statements in `statement_nodes.py`, blocks and
the whole in `block_nodes.py`. A rule in which somebody may be asked, or chance may, is cut into blocks (`cut.py`);
all others are functions.
"""

from rulewright.interpreter.lower import block_nodes, expression_nodes, statement_nodes
from rulewright.interpreter.lower.block_nodes import *  # noqa: F403
from rulewright.interpreter.lower.expression_nodes import *  # noqa: F403
from rulewright.interpreter.lower.kept_nodes import *  # noqa: F403
from rulewright.interpreter.lower.statement_nodes import *  # noqa: F403

MODULES = (expression_nodes.__name__, statement_nodes.__name__, block_nodes.__name__)


def is_node(kind: type) -> bool:
    """Whether a class is one of the program's."""
    return kind.__module__ in MODULES
