"""Run `python -m rulewright.grammar` to make tables.json from rulebook.lark."""

from pathlib import Path

from rulewright.dsl.syntax.tables import TABLES, build, grammar, to_json

if __name__ == "__main__":
    text = grammar()
    (Path(__file__).parent / TABLES).write_text(to_json(build(text), text), encoding="utf-8", newline="\n")
