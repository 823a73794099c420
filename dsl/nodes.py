"""The syntax tree of a rulebook: the content of a file with its places, before names are looked up.

Comparisons ignore spans, so that a tree can be compared with that of another text.

Expressions are in `expression_nodes.py`, statements in `statement_nodes.py`, declarations and the whole tree in
`declaration_nodes.py`.
"""

from rulewright.dsl.declaration_nodes import *  # noqa: F403
from rulewright.dsl.expression_nodes import *  # noqa: F403
from rulewright.dsl.statement_nodes import *  # noqa: F403
