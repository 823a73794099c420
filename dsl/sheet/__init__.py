"""Turn a rulebook into rules for people: a tree of sections in one language, for any output format."""

from rulewright.dsl.sheet.parts import Face, Item, Line, Section, Sheet
from rulewright.dsl.sheet.sheet import languages_of, written

__all__ = ["Face", "Item", "Line", "Section", "Sheet", "languages_of", "written"]
