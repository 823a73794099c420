"""`python -m rulewright.grammar` works out tables.json from rulebook.lark."""

from pathlib import Path

from rulewright.dsl.tables import GRAMMAR, TABLES, build, to_json

if __name__ == "__main__":
    folder = Path(__file__).parent
    text = (folder / GRAMMAR).read_text(encoding="utf-8")
    (folder / TABLES).write_text(to_json(build(text), text), encoding="utf-8", newline="\n")
