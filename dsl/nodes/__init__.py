"""The syntax tree of a rulebook: the content of a file with its places, before names are looked up.

A node equals only itself. `alike` compares trees without their spans, so that one can be compared with that of another text.

Expressions are in `nodes/expression_nodes.py`, statements in `nodes/statement_nodes.py`, declarations and the whole tree in
`nodes/declaration_nodes.py`.
"""

from rulewright.dsl.nodes.declaration_nodes import *  # noqa: F403
from rulewright.dsl.nodes.expression_nodes import *  # noqa: F403
from rulewright.dsl.nodes.statement_nodes import *  # noqa: F403
