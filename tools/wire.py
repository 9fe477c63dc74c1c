"""Writes the types of the web client: `python tools/wire.py`, or `make wire`.

In web/src/lib, wire.ts has a TypeScript type for each message of a table, http.ts one for each
request and answer over HTTP, reviewHttp.ts those of looking back at a match, and devHttp.ts those
for authors, made from the JSON Schemas of the server's classes. With `--check` and a folder nothing
is written: the exit code says whether the files in it are as they should be.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, get_args

import msgspec

from settebello import words
from settebello.bots import BotName
from settebello.server.api import DEV, ENDPOINTS, Endpoint
from settebello.server.bodies import LogMark
from settebello.table import protocol
from settebello.table.entries import Absence

Schema = dict[str, Any]

FOLDER = Path(__file__).parents[1] / "web" / "src" / "lib"
HEAD = """\
// {what}
// Made by `make wire` from the classes of the server; change those, not this file.
// A field with a question mark is left out when it is empty.
"""
WIRE = "The messages between a table and this client, over WebSocket."
HTTP = "Requests and answers over HTTP."
DEV_HTTP = "Requests and answers over HTTP for the authors of games."
REVIEW_HTTP = "Requests and answers over HTTP of looking back at a match."
LOOKING_BACK = [end for end in ENDPOINTS if end.path.endswith(("/review", "/known", "/play-on"))]
USUAL = [end for end in ENDPOINTS if not end.path.startswith(DEV) and end not in LOOKING_BACK]
FOR_AUTHORS = [end for end in ENDPOINTS if end.path.startswith(DEV)]
PREFIX = "#/$defs/"
UNIONS = {"ClientMessage": protocol.ClientMessage, "ServerMessage": protocol.ServerMessage}
MESSAGES = [kind for union in UNIONS.values() for kind in get_args(union)]
# Types that have a name in Python, and none in a schema.
NAMED = {
    "Language": protocol.Language,
    "Phase": protocol.Phase,
    "Absence": Absence,
    "BotName": BotName,
    "FactKind": words.FactKind,
    "LogMark": LogMark,
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
    """Write the files, or check those in a folder; 1 if one is not what the classes say."""
    made = {
        "wire.ts": "\n".join(wire()),
        "http.ts": "\n".join(http()),
        "reviewHttp.ts": "\n".join(other_http(REVIEW_HTTP, LOOKING_BACK)),
        "devHttp.ts": "\n".join(other_http(DEV_HTTP, FOR_AUTHORS)),
    }
    if arguments[:1] != ["--check"]:
        for name, text in made.items():
            (FOLDER / name).write_text(text, "utf-8")
        return 0
    stale = [n for n, text in made.items() if Path(arguments[1], n).read_text("utf-8") != text]
    for name in stale:
        print(f"{name} is not what the server's classes say: run make wire.")
    return 1 if stale else 0


def wire() -> Iterator[str]:
    """The lines of wire.ts."""
    yield HEAD.format(what=WIRE)
    yield from constants()
    names = names_of_types()
    for name, kind in NAMED.items():
        schema = msgspec.json.schema(kind)
        yield from declared(name, schema, {**names, key_of(schema): ""})
    for name, schema in parts_of(MESSAGES).items():
        yield from declared(name, schema, names)
    for name, union in UNIONS.items():
        yield f"export type {name} = {either(kind.__name__ for kind in get_args(union))};\n"


def http() -> Iterator[str]:
    """The lines of http.ts; what it shares with messages comes from there."""
    yield HEAD.format(what=HTTP)
    yield from asked_and_answered(USUAL, {"./wire": [*parts_of(MESSAGES), *NAMED]})


def other_http(what: str, ends: Iterable[Endpoint]) -> Iterator[str]:
    """The lines of a file for some endpoints; what it shares with the others comes from there."""
    yield HEAD.format(what=what)
    messages = [*parts_of(MESSAGES), *NAMED]
    others = [name for name in bodies_of(USUAL) if name not in messages]
    yield from asked_and_answered(ends, {"./http": others, "./wire": messages})


def asked_and_answered(ends: Iterable[Endpoint], known: dict[str, list[str]]) -> Iterator[str]:
    """The types of these endpoints, below the imports of those that other files have."""
    shared, names = [name for each in known.values() for name in each], names_of_types()
    own = {name: schema for name, schema in bodies_of(ends).items() if name not in shared}
    lines = [line for name, schema in own.items() for line in declared(name, schema, names)]
    used = set(re.findall(r"\w+", " ".join(line for line in lines if line.startswith("export"))))
    imports = [
        f'import type {{ {", ".join(sorted(used.intersection(there)))} }} from "{file}";'
        for file, there in known.items()
        if used.intersection(there)
    ]
    yield "".join(f"{line}\n" for line in imports)
    yield from lines


def bodies_of(ends: Iterable[Endpoint]) -> dict[str, Schema]:
    """The schemas of what these endpoints take and answer, by name."""
    ends = list(ends)
    bodies = [end.body for end in ends if end.body is not None]
    return parts_of([*bodies, *(end.answer for end in ends)])


def parts_of(types: Iterable[Any]) -> dict[str, Schema]:
    """The schemas of these classes and of all that are in them, by name."""
    return msgspec.json.schema_components(types)[1]


def names_of_types() -> dict[str, str]:
    """The names of types that have one in Python and none in a schema."""
    return {key_of(msgspec.json.schema(kind)): name for name, kind in NAMED.items()}


def constants() -> Iterator[str]:
    spoken = {language: words.language_name(language) for language in words.LANGUAGES}
    named = ", ".join(f"{language}: {json.dumps(name)}" for language, name in spoken.items())
    yield "/** What each language is called. The texts of this client are in the same order. */"
    yield f"export const LANGUAGES = {{ {named} }} as const;"
    texts = ", ".join(f"{language}: string" for language in spoken)
    yield f"export type InEachLanguage = readonly [{texts}];\n"
    yield "/** The version of the protocol, for `Hello`. */"
    yield f"export const VERSION = {protocol.VERSION};\n"


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
    if "prefixItems" in schema:  # a list with a type for each place in it
        return f"[{', '.join(type_of(each, names, indent) for each in schema['prefixItems'])}]"
    if kind == "array":
        inner = type_of(schema["items"], names, indent)
        return f"({inner})[]" if " | " in inner and inner[0] != "[" else f"{inner}[]"
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
    return " | ".join(dict.fromkeys(types))  # int and float are one type there


def key_of(schema: Schema) -> str:
    """What is the same for two schemas of one type."""
    return json.dumps({key: value for key, value in schema.items() if key != "default"})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
