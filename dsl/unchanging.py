"""Classes whose instances nobody changes.

Type checkers see to that. To see to it while a rulebook is read as well would take as long again as to make them: there are
several for each of its words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attrs import frozen as unchanging
else:
    from attrs import define as unchanging

__all__ = ["unchanging"]
