"""Writes the types of the web client: `python tools/wire.py`, or `make wire`.

web/src/lib/wire.ts has a TypeScript type for each message, request and answer of the server, made
from the JSON Schema of its class. `python tools/wire.py --check FILE` writes nothing: its exit code
says whether that file is as it should be.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec

from settebello import words
from settebello.bots import BotName
from settebello.server.api import ENDPOINTS
from settebello.table import protocol
from settebello.table.entries import Absence

Schema = dict[str, Any]

FILE = Path(__file__).parents[1] / "web" / "src" / "lib" / "wire.ts"
HEAD = """\
// What goes between the server and this client, over WebSocket and HTTP.
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.
"""
PREFIX = "#/$defs/"
UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}
# Types that have a name in Python, and none in a schema.
NAMED = {
    "Language": protocol.Language,
    "Phase": protocol.Phase,
    "Absence": Absence,
    "BotName": BotName,
    "FactKind": words.FactKind,
    "MovedCard": protocol.MovedCard,
    "ShownCard": protocol.ShownCard,
    "TallyRow": protocol.TallyRow,
    "Tally": protocol.Tally,
    "Notice": protocol.Notice,
    "ViewData": protocol.ViewData,
}
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def main(arguments: list[str]) -> int:
    """Write the file, or check one; 1 if it is not what the classes say."""
    made = "\n".join(lines())
    if arguments[:1] != ["--check"]:
        FILE.write_text(made, "utf-8")
    elif Path(arguments[1]).read_text("utf-8") != made:
        print(f"{arguments[1]} is not what the server's classes say: run make wire.")
        return 1
    return 0


def lines() -> Iterator[str]:
    """The file, line by line."""
    bodies = [end.body for end in ENDPOINTS if end.body is not None]
    messages = [kind for union in UNIONS.values() for kind in get_args(union)]
    types = [*messages, *bodies, *(end.answer for end in ENDPOINTS)]
    _, parts = msgspec.json.schema_components(types)
    names = {key_of(msgspec.json.schema(kind)): name for name, kind in NAMED.items()}
    yield HEAD
    for name, kind in NAMED.items():
        schema = msgspec.json.schema(kind)
        yield from declared(name, schema, {**names, key_of(schema): ""})
    for name, schema in parts.items():
        yield from declared(name, schema, names)
    for name, union in UNIONS.items():
        yield f"export type {name} = {either(kind.__name__ for kind in get_args(union))};\n"


def declared(name: str, schema: Schema, names: dict[str, str]) -> Iterator[str]:
    """A type under its name, below what its class says of itself."""
    said = cleandoc(schema.get("description", "")).splitlines()
    about = [part for line in said for part in textwrap.wrap(line, 97) or [""]]
    if len(about) == 1:
        yield f"/** {about[0]} */"
    elif about:
        yield "\n".join(["/**", *(f" * {line}".rstrip() for line in about), " */"])
    made = type_of(schema, names)
    yield (
        f"export interface {name} {made}\n" if made[0] == "{" else f"export type {name} = {made};\n"
    )


def type_of(schema: Schema, names: dict[str, str], indent: str = "") -> str:
    """The type of what a schema describes; `names` has those that have a name already."""
    if name := names.get(key_of(schema)):
        return name
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(PREFIX)
    if "anyOf" in schema:
        return either(type_of(each, names, indent) for each in schema["anyOf"])
    if "enum" in schema:
        return either(json.dumps(each) for each in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = type_of(schema["items"], names, indent)
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if kind != "object":
        return PLAIN.get(kind, "unknown") if isinstance(kind, str) else "unknown"
    if "properties" not in schema:
        return f"Record<string, {type_of(schema.get('additionalProperties', {}), names, indent)}>"
    fields = []
    for field, inner in schema["properties"].items():
        absent = "" if field in schema["required"] else "?"
        fields.append(f"{field}{absent}: {type_of(inner, names, indent + '  ')}")
    if schema.get("additionalProperties") is True:
        fields.append("[field: string]: unknown")
    return "".join(["{", *(f"\n{indent}  {field};" for field in fields), f"\n{indent}}}"])


def either(types: Iterable[str]) -> str:
    return " | ".join(types)


def key_of(schema: Schema) -> str:
    """What is the same for two schemas of one type."""
    return json.dumps({key: value for key, value in schema.items() if key != "default"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
