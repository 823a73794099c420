"""Turn a rulebook into rules for people: a tree of sections in one language, for any output format."""

from rulewright.dsl.sheet.sheet import languages_of, write_sheet
from rulewright.dsl.sheet.sheet_parts import CardFace, Sheet, SheetItem, SheetLine, SheetSection

__all__ = ["CardFace", "Sheet", "SheetItem", "SheetLine", "SheetSection", "languages_of", "write_sheet"]
