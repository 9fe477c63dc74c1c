"""The documents under `/docs`, made from the endpoints and the message classes.

There is one for HTTP (OpenAPI), one for the WebSocket (AsyncAPI), and a page for people, made from
these two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from importlib import metadata
from inspect import cleandoc
from typing import Any, get_args

import msgspec

from settebello import words
from settebello.server.api import ENDPOINTS, STATUS, Endpoint
from settebello.server.connection import POLICY
from settebello.server.event_schemas import event_schemas
from settebello.server.pages import page
from settebello.table import protocol
from settebello.words import rejections

Schema = dict[str, Any]
Document = dict[str, Any]
Message = protocol.ClientMessage | protocol.ServerMessage

FROM_CLIENT: tuple[type[Message], ...] = get_args(protocol.ClientMessage)
FROM_SERVER: tuple[type[Message], ...] = get_args(protocol.ServerMessage)
JSON = "application/json"

PARAMETERS: dict[str, Schema] = {
    "table": {"description": "The id of a table.", "schema": {"type": "string"}},
    "seat": {
        "description": "The number of a seat, from 0.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "match": {"description": "The id of a match.", "schema": {"type": "string"}},
    "game": {"description": "The name of a game.", "schema": {"type": "string"}},
    "language": {
        "description": "The language of all words in the answer.",
        "schema": {"type": "string", "enum": list(words.LANGUAGES), "default": "en"},
    },
    "viewer": {
        "description": "Who looks: the number of a seat, `watch` for a spectator, or `open` to see "
        "every card.",
        "schema": {"type": "string", "pattern": "^([0-9]|watch|open)$", "default": "watch"},
    },
    "number": {"description": "The number of a game.", "schema": {"type": "integer", "minimum": 0}},
    "step": {"description": "A step of a match.", "schema": {"type": "integer", "minimum": 0}},
}

# The first turn of Dice, as Ann's client sends and receives it.
# What a client adds to the address of the WebSocket; only a proxy looks at it.
TABLE: dict[str, Schema] = {
    "table": {"type": "string", "description": "The table: a proxy can choose a node by it."}
}

CONVERSATION: tuple[Message, ...] = (
    protocol.Hello("t1", "secret-of-this-seat", language="en", views=False),
    protocol.Welcome(
        table="t1",
        match="m1",
        game="dice",
        phase="playing",
        seat=0,
        seats=[
            protocol.SeatInfo("Ann", present=True),
            protocol.SeatInfo("Bea", present=True),
            protocol.SeatInfo("Cal", bot="bot", face="9D"),
        ],
        options={"turns": 12, "skip_on": "count", "early_end_ignores_ties": False},
        number=1,
        notices=[
            {
                "number": 1,
                "event": "OrderDrawn",
                "order_seats": [0, 1, 2],
                "text": "The order of play is Ann, Bea and Cal.",
            }
        ],
        to_act=(0,),
        legal=[
            protocol.Choice("throw", "throw", label="throw the die"),
            protocol.Choice("skip", "skip", label="skip this turn"),
        ],
    ),
    protocol.Move("a1", after=1, move="throw"),
    protocol.Answer("a1"),
    protocol.Told(
        number=3,
        notices=[
            {
                "number": 2,
                "event": "Thrown",
                "seat": 0,
                "face": 4,
                "again": "no",
                "text": "You throw 4.",
            },
            {
                "number": 3,
                "event": "TurnEnded",
                "seat": 0,
                "count": 2,
                "points": 2,
                "text": "Dice count: 2. Your points: 2.",
            },
        ],
        to_act=(1,),
        why_no_undo="A card was drawn or dice were thrown after your move, so it stays.",
    ),
    protocol.Ack(3),
)


@cache
def openapi() -> Document:
    """The OpenAPI document."""
    bodies = [end.body for end in ENDPOINTS if end.body is not None]
    schemas, parts = schemas_of([*(end.answer for end in ENDPOINTS), *bodies, protocol.Refused])
    paths: dict[str, Any] = {}
    for end in ENDPOINTS:
        paths.setdefault(end.path, {})[end.method.lower()] = operation(end, schemas)
    return {
        "openapi": "3.1.0",
        "info": info(
            "Games, tables, seats and past matches. Play itself goes over the WebSocket at `/ws`, "
            "which `/docs/asyncapi.json` describes.\n\nSentences come in the language that "
            "`Accept-Language` asks for, English or Italian."
        ),
        "paths": paths,
        "components": {
            "schemas": parts,
            "responses": {"Refused": refused()},
            "securitySchemes": {
                "secret": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The secret of a seat or of an invite, as it was handed out.",
                }
            },
        },
    }


def operation(end: Endpoint, schemas: dict[Any, Schema]) -> Document:
    """An endpoint as OpenAPI describes it."""
    summary, more = told_in(end.call.__doc__)
    found: Document = {
        "operationId": end.call.__name__,
        "summary": summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, **PARAMETERS[name]}
            for name in re.findall(r"{(\w+)}", end.path)
        ]
        + [
            {"name": name, "in": "query", "required": False, **PARAMETERS[name]}
            for name in end.query
        ],
        "responses": {
            "200": {"description": "Done.", "content": {JSON: {"schema": schemas[end.answer]}}},
            "default": {"$ref": "#/components/responses/Refused"},
        },
    }
    if end.body is not None:
        content = {JSON: {"schema": schemas[end.body]}}
        found["requestBody"] = {"required": True, "content": content}
    if end.secret:
        found["security"] = [{"secret": []}]
        whose = f"Takes the secret of {end.secret}."
        if "invite" in end.secret:  # a listed table needs no invite
            found["security"].append({})
            whose = f"Takes the secret of {end.secret}; a listed table asks for none."
        more = f"{more}\n\n{whose}".strip()
    if more:
        found["description"] = more
    return found


def refused() -> Document:
    """The answer of every endpoint to a request that it refuses."""
    by_status: dict[int, list[str]] = {}
    for code, status in STATUS.items():
        by_status.setdefault(status, []).append(f"`{code}`")
    told = "; ".join(f"{status} for {', '.join(by_status[status])}" for status in sorted(by_status))
    return {
        "description": f"Nothing has changed, and the text says why. The status is {told}; 500 if "
        "the server failed; 409 for all others: the request does not fit the present state.",
        "headers": {
            "Retry-After": {
                "description": "Seconds to wait, if waiting helps.",
                "schema": {"type": "integer"},
            }
        },
        "content": {JSON: {"schema": {"$ref": "#/components/schemas/Refused"}}},
    }


@cache
def asyncapi() -> Document:
    """The AsyncAPI document."""
    classes = FROM_CLIENT + FROM_SERVER
    schemas, parts = schemas_of(classes)
    return {
        "asyncapi": "3.0.0",
        "info": info(
            "Play at a table. Everything else, from opening a table to the records of past "
            "matches, goes over HTTP, which `/docs/openapi.json` describes."
        ),
        "defaultContentType": JSON,
        "channels": {
            "table": {
                "address": "/ws",
                "description": "A connection to one table. Each message is one JSON object in a "
                "text frame, and `type` names it. The client begins, with `Hello`. It sends at "
                f"most {protocol.LARGEST_FRAME} bytes a frame.\n\nWith the close code {POLICY} the "
                "reason is the code of a refusal; after any other end the client should connect "
                "again.",
                "messages": {
                    kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
                    for kind in classes
                },
                "bindings": {
                    "ws": {"method": "GET", "query": {"type": "object", "properties": TABLE}}
                },
            }
        },
        # In AsyncAPI an action is the server's: it receives what a client sends.
        "operations": {
            "fromClient": direction("receive", "What a client sends", FROM_CLIENT),
            "toClient": direction("send", "What a client receives", FROM_SERVER),
        },
        "components": {
            "messages": {kind.__name__: message(kind, schemas[kind]) for kind in classes},
            "schemas": {**parts, **event_schemas()},
        },
    }


def direction(action: str, summary: str, kinds: Iterable[type[Message]]) -> Document:
    """The messages in one direction, as an AsyncAPI operation."""
    return {
        "action": action,
        "summary": summary,
        "channel": {"$ref": "#/channels/table"},
        "messages": [{"$ref": f"#/channels/table/messages/{kind.__name__}"} for kind in kinds],
    }


def message(kind: type[Message], payload: Schema) -> Document:
    """A message class as AsyncAPI describes it."""
    summary, more = told_in(kind.__doc__)
    examples = [
        {"payload": msgspec.json.decode(protocol.encode(said))}
        for said in CONVERSATION
        if isinstance(said, kind)
    ]
    found: Document = {"name": kind.__name__, "summary": summary, "payload": payload}
    if more:
        found["description"] = more
    if examples:
        found["examples"] = examples
    return found


def info(description: str) -> Document:
    return {"title": "Settebello", "version": version(), "description": description}


def version() -> str:
    try:
        return metadata.version("settebello")
    except metadata.PackageNotFoundError:  # run from its sources
        return "0"


def told_in(docstring: str | None) -> tuple[str, str]:
    """The first paragraph of a docstring, and the others."""
    first, _, more = cleandoc(docstring or "").partition("\n\n")
    return " ".join(first.split()), more


def schemas_of(types: Sequence[Any]) -> tuple[dict[Any, Schema], dict[str, Schema]]:
    """The schema of each type, and the named parts that these schemas refer to."""
    schemas, parts = msgspec.json.schema_components(
        types, ref_template="#/components/schemas/{name}"
    )
    for part in parts.values():
        part["description"] = cleandoc(part.get("description", ""))
        loosen_pairs(part)
    return dict(zip(types, schemas, strict=True)), parts


def loosen_pairs(schema: Any) -> None:
    """Let either part of the pairs in a schema be both: AsyncAPI cannot say which is which."""
    if isinstance(schema, dict):
        if "prefixItems" in schema:
            parts = [
                kind for part in schema.pop("prefixItems") for kind in part.get("anyOf", [part])
            ]
            schema["items"] = {
                "anyOf": [kind for n, kind in enumerate(parts) if kind not in parts[:n]]
            }
        for inner in schema.values():
            loosen_pairs(inner)


# The page for people.

IN_WORDS = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "object": "object",
    "null": "null",
}


@cache
def docs_page() -> str:
    return page_of(openapi(), asyncapi())


def page_of(http: Document, socket: Document) -> str:
    """The page for people, made from both documents."""
    channel = socket["channels"]["table"]
    messages = socket["components"]["messages"]
    parts = {**http["components"]["schemas"], **socket["components"]["schemas"]}
    endpoints = [
        (f"{method.upper()} {path}", end)
        for path, methods in http["paths"].items()
        for method, end in methods.items()
    ]
    shown = {part_in(schema) for _, end in endpoints for _, schema in exchanged(end)}
    events = [name for name in parts if "." in name]
    inner = [name for name in parts if name not in {*messages, *shown, *events}]
    return page(
        "Settebello for programs",
        f"""
<h1>Settebello for programs</h1>
<p>A program opens a table or takes a seat over HTTP, and plays over WebSocket. For machines:
<a href="/docs/openapi.json">OpenAPI</a>, <a href="/docs/asyncapi.json">AsyncAPI</a>.</p>
<h2>The WebSocket at <code>{escape(channel["address"])}</code></h2>
{prose(channel["description"])}
<h3>An example</h3>
<p>The first turn of a match of Dice, as Ann’s program sends and receives it.</p>
{"".join(map(spoken, CONVERSATION))}
{"".join(way_section(way, messages, parts) for way in socket["operations"].values())}
<h2>HTTP</h2>
{prose(http["info"]["description"])}
{"".join(endpoint_section(title, end, parts) for title, end in endpoints)}
<h3>Refusals</h3>
<p>A request that is refused is answered with <a href="#Refused">Refused</a>.</p>
{prose(http["components"]["responses"]["Refused"]["description"])}
<h3 id="codes">Codes of refusals</h3>
<p>The codes of the core, the server and the clients, with their sentences in English. A game has
codes of its own for its moves.</p>
<ul>{"".join(code_line(code, sentences) for code, sentences in rejections.listed())}</ul>
<h2>Parts of messages and answers</h2>
{"".join(part_section(name, parts[name]) for name in inner)}
<h2>Events</h2>
<p>What a notice of each event has beside what every notice has. A card is its text, or
<code>??</code> for a viewer who may not see its face.</p>
{"".join(part_section(name, parts[name]) for name in events)}
""",
    )


def code_line(code: str, sentences: Sequence[str]) -> str:
    return f"<li><code>{escape(code)}</code>: {escape(' Or: '.join(sentences))}</li>"


def spoken(said: Message) -> str:
    """A message of the example, with a line for each field."""
    who = "Ann" if isinstance(said, protocol.FromClient) else "The server"
    fields = msgspec.json.decode(protocol.encode(said), type=dict[str, msgspec.Raw])
    lines = ",\n".join(f'  "{name}": {bytes(raw).decode()}' for name, raw in fields.items())
    text = f"{{\n{lines}\n}}"
    return f"<p>{who}:</p><pre><code>{escape(text)}</code></pre>"


def way_section(way: Document, messages: dict[str, Document], parts: dict[str, Schema]) -> str:
    names = [name_in(reference["$ref"]) for reference in way["messages"]]
    sections = [
        part_section(name, parts[name_in(messages[name]["payload"]["$ref"])]) for name in names
    ]
    return f"<h2>{escape(way['summary'])}</h2>{''.join(sections)}"


def endpoint_section(title: str, end: Document, parts: dict[str, Schema]) -> str:
    breakable = escape(title).replace("/", "<wbr>/")  # a path is long for a phone
    said = [f"<h3><code>{breakable}</code></h3>", prose(end["summary"])]
    said.append(prose(end.get("description", "")))
    asked = [parameter for parameter in end["parameters"] if parameter["in"] == "query"]
    if asked:
        fields = [field(each["name"], described(each), False) for each in asked]
        said.append(f"<h4>Query</h4><ul>{''.join(fields)}</ul>")
    for heading, schema in exchanged(end):
        name = part_in(schema)
        many = ", a list" if schema.get("type") == "array" else ""
        said.append(f"<h4>{heading}{many}</h4>")
        said.append(explained(parts[name]) if name else f"<p>{kind_of(schema)}</p>")
    return "".join(said)


def described(parameter: Document) -> Schema:
    return {**parameter["schema"], "description": parameter["description"]}


def part_section(name: str, schema: Schema) -> str:
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>{explained(schema)}'


def explained(schema: Schema) -> str:
    """An object in words, and its fields."""
    fields = [
        field(name, inner, name in schema["required"])
        for name, inner in schema["properties"].items()
    ]
    return f"{prose(schema['description'])}<ul>{''.join(fields)}</ul>"


def field(name: str, schema: Schema, required: bool) -> str:
    if required:
        absent = ""
    elif "default" in schema:
        absent = f"; if left out, {value(schema['default'])}"
    else:
        absent = "; may be left out"
    first = f"<code>{escape(name)}</code>: {kind_of(schema)}{absent}"
    return f"<li>{'. '.join([first, *map(marked, descriptions(schema))])}</li>"


def kind_of(schema: Schema) -> str:
    """What a value may be, in words."""
    if "$ref" in schema:
        name = escape(name_in(schema["$ref"]))
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(map(kind_of, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(map(value, schema["enum"]))
    if schema["type"] == "array":
        return f"list of {kind_of(schema['items'])}"
    unit = " characters" if schema["type"] == "string" else ""
    low = schema.get("minLength", schema.get("minimum"))
    high = schema.get("maxLength", schema.get("maximum"))
    if high is None:
        limits = "" if low is None else f" (at least {low}{unit})"
    else:
        limits = f" (at most {high}{unit})" if low is None else f" ({low} to {high}{unit})"
    return IN_WORDS[schema["type"]] + limits


def value(of: Any) -> str:
    return f"<code>{escape(msgspec.json.encode(of).decode())}</code>"


def descriptions(schema: Schema) -> list[str]:
    """The descriptions of a value and of its parts."""
    inside = [*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())]
    own = [schema["description"]] if "description" in schema else []
    return own + [note for inner in inside for note in descriptions(inner)]


def exchanged(end: Document) -> list[tuple[str, Schema]]:
    """The request body of an endpoint, if it has one, and its answer."""
    answer = end["responses"]["200"]
    bodies = [("Body", end["requestBody"])] if "requestBody" in end else []
    return [
        (heading, part["content"][JSON]["schema"])
        for heading, part in [*bodies, ("Answer", answer)]
    ]


def part_in(schema: Schema) -> str | None:
    """The name of the part that a schema, or a list of it, refers to."""
    reference = schema.get("items", schema).get("$ref")
    return name_in(reference) if reference else None


def name_in(reference: str) -> str:
    return reference.rsplit("/", 1)[1]


def prose(text: str) -> str:
    """Paragraphs, as docstrings have them."""
    return "".join(f"<p>{marked(part)}</p>" for part in text.split("\n\n") if part)


def marked(text: str) -> str:
    """Text with `code` in it."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
