"""Turn a rulebook into rules for people: a tree of sections in one language, for any output format."""

from rulewright.dsl.sheet.sheet import languages_of, written
from rulewright.dsl.sheet.sheet_parts import Face, Item, Line, Section, Sheet

__all__ = ["Face", "Item", "Line", "Section", "Sheet", "languages_of", "written"]
