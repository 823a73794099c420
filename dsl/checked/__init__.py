"""The checked rulebook: every name resolved, every type known, variants merged. Nothing in it is ambiguous.

Everything refers to declarations directly, not by name. Expressions carry their type and, for messages during play, their
span. The numbers of things and spaces depend on the number of players and the options, and are left open here.

Components are in `checked_things.py`, expressions in `checked_expressions.py`, statements in `checked_statements.py`,
examples and the whole game in `checked_game.py`.
"""

from rulewright.dsl.checked.checked_expressions import *  # noqa: F403
from rulewright.dsl.checked.checked_game import *  # noqa: F403
from rulewright.dsl.checked.checked_statements import *  # noqa: F403
from rulewright.dsl.checked.checked_things import *  # noqa: F403
