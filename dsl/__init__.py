"""From the text of a rulebook to a rulebook that is checked: names, types, variants, lint rules, layout."""
