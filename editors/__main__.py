"""Run `python -m rulewright.editors` to write the files for editors."""

import json
from pathlib import Path

from rulewright.editors.textmate import grammar

GRAMMAR = Path(__file__).parent / "vscode" / "syntaxes" / "rulewright.tmLanguage.json"


def written() -> dict[Path, str]:
    """Return each file that is made, with its text."""
    return {GRAMMAR: json.dumps(grammar(), ensure_ascii=False, indent=1) + "\n"}


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
