"""A rulebook comes in; the rules as people would read them go out: a tree of sections, in one language, for whoever shows it."""

from rulewright.dsl.sheet.parts import Face, Item, Line, Section, Sheet
from rulewright.dsl.sheet.writing import languages_of, written

__all__ = ["Face", "Item", "Line", "Section", "Sheet", "languages_of", "written"]
