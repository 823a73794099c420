"""Validate the subset of JSON Schema that the schemas in docs/ use; other keywords are refused, so that all is checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
SAID = {"$schema", "$defs", "title", "description"}


def wrong(value: Any, schema: Mapping[str, Any], whole: Mapping[str, Any], where: str = "$") -> Iterator[str]:
    """Yield where a value differs from the schema."""
    for key, said in schema.items():
        match key:
            case "$ref":
                yield from wrong(value, whole["$defs"][said.rpartition("/")[2]], whole, where)
            case "anyOf":
                if all(any(wrong(value, one, whole)) for one in said):
                    yield f"{where} is none of those"
            case "type":
                kinds = [said] if isinstance(said, str) else said
                if not any(is_a(value, kind) for kind in kinds):
                    yield f"{where} is no {' or '.join(kinds)}: {value!r}"
            case "const" | "enum":
                if value not in ([said] if key == "const" else said):
                    yield f"{where} is {value!r}"
            case "minimum" | "maximum":
                if is_a(value, "number") and (value < said if key == "minimum" else value > said):
                    yield f"{where} is {value}, with a {key} of {said}"
            case "minItems" | "maxItems":
                if isinstance(value, list) and (len(value) < said if key == "minItems" else len(value) > said):
                    yield f"{where} has {len(value)} items"
            case "items":
                for place, item in enumerate(value if isinstance(value, list) else ()):
                    yield from wrong(item, said, whole, f"{where}[{place}]")
            case "required":
                if isinstance(value, dict):
                    yield from (f"{where} has no {name}" for name in said if name not in value)
            case "properties":
                for name, one in said.items() if isinstance(value, dict) else ():
                    if name in value:
                        yield from wrong(value[name], one, whole, f"{where}.{name}")
            case "additionalProperties":
                others = set(value) - set(schema.get("properties", ())) if isinstance(value, dict) else set()
                for name in sorted(others):
                    if said is False:
                        yield f"{where} has {name}"
                    else:
                        yield from wrong(value[name], said, whole, f"{where}.{name}")
            case _ if key not in SAID:
                raise ValueError(f"{key} of a schema is not understood")


def is_a(value: Any, kind: str) -> bool:
    """Return whether a value is of a JSON type."""
    return isinstance(value, TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))
