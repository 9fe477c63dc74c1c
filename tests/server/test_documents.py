"""The documents under `/docs`: read by outside judges, held against what they describe."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib import metadata
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate
from openapi_spec_validator.validation.exceptions import OpenAPIValidationError
from pydantic import BaseModel, ValidationError
from pydantic_asyncapi.v3 import AsyncAPI

from settebello.luck import Scripted
from settebello.registry import find_named
from settebello.server import documents
from settebello.server.api import ENDPOINTS, STATUS, Endpoint
from settebello.server.bodies import Body
from settebello.server.documents import (
    CONVERSATION,
    FROM_CLIENT,
    FROM_SERVER,
    asyncapi,
    docs_page,
    field,
    kind_of,
    openapi,
    page_of,
    spoken,
)
from settebello.table import protocol
from settebello.table.entries import OpenEntry
from settebello.table.table import Table
from settebello.table.wording import add_words
from settebello.words.rejections import listed

BODIES = [end.body for end in ENDPOINTS if end.body is not None]
Document = dict[str, Any]


def as_sent(document: Document) -> Document:
    return dict(msgspec.json.decode(msgspec.json.encode(document)))


def named(kinds: Any) -> list[str]:
    return [kind.__name__ for kind in kinds]


def strings(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a document, with the name of its field."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, key)
    elif isinstance(value, str):
        yield key, value


def at(document: Document, reference: str) -> Any:
    found: Any = document
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def validator(document: Document, name: str) -> Any:
    """What judges a value by one of a document's schemas."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    return Draft202012Validator(schema)


def operation_of(end: Endpoint) -> Document:
    return dict(openapi()["paths"][end.path][end.method.lower()])


each_endpoint = pytest.mark.parametrize("end", ENDPOINTS, ids=lambda end: end.call.__name__)
each_document = pytest.mark.parametrize("document", [openapi, asyncapi])


@each_document
def test_a_document_is_made_once(document: Callable[[], Document]) -> None:
    assert document() is document()


@each_document
def test_every_reference_leads_somewhere(document: Callable[[], Document]) -> None:
    references = [text for key, text in strings(document()) if key == "$ref"]
    assert references
    for reference in references:
        assert isinstance(at(document(), reference), dict)


@each_document
def test_every_schema_is_a_schema_and_explains_itself(document: Callable[[], Document]) -> None:
    for schema in document()["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema["description"]
        assert "\n  " not in schema["description"]  # the indentation of a docstring


@each_document
def test_version_is_that_of_the_package(document: Callable[[], Document]) -> None:
    assert document()["info"]["version"] == metadata.version("settebello")


def test_version_of_a_package_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert documents.version() == "0"


# HTTP.


def test_openapi_is_valid() -> None:
    validate(as_sent(openapi()))


def test_broken_openapi_is_not() -> None:
    broken = as_sent(openapi())
    del broken["paths"]["/api/tables/{table}"]["get"]["parameters"]
    with pytest.raises(OpenAPIValidationError, match="table"):
        validate(broken)


def test_openapi_has_the_endpoints_and_no_others() -> None:
    described = {
        (method.upper(), path) for path, ways in openapi()["paths"].items() for method in ways
    }
    assert described == {(end.method, end.path) for end in ENDPOINTS}
    assert "servers" not in openapi()  # it holds wherever it is served


@each_endpoint
def test_endpoint_is_described_by_its_function(end: Endpoint) -> None:
    operation = operation_of(end)
    assert operation["operationId"] == end.call.__name__
    assert operation["summary"]
    assert operation["summary"] in str(end.call.__doc__)
    given = [(parameter["in"], parameter["name"]) for parameter in operation["parameters"]]
    in_path = [("path", name) for name in re.findall("{(.*?)}", end.path)]
    assert given == in_path + [("query", name) for name in end.query]


@each_endpoint
def test_endpoint_says_what_goes_in_and_comes_out(end: Endpoint) -> None:
    operation = operation_of(end)
    (answer,), _ = msgspec.json.schema_components(
        [end.answer], ref_template="#/components/schemas/{name}"
    )
    assert operation["responses"]["200"]["content"]["application/json"]["schema"] == answer
    if end.body is None:
        assert "requestBody" not in operation
    else:
        body = operation["requestBody"]["content"]["application/json"]["schema"]
        assert body == {"$ref": f"#/components/schemas/{end.body.__name__}"}


@each_endpoint
def test_endpoint_says_whose_secret_it_takes(end: Endpoint) -> None:
    operation = operation_of(end)
    if end.secret:
        assert {"secret": []} in operation["security"]
        assert f"the secret of {end.secret}" in operation["description"]
    else:
        assert "security" not in operation


def test_what_an_invite_opens_is_open_at_a_listed_table() -> None:
    by_name = {end.call.__name__: operation_of(end)["security"] for end in ENDPOINTS if end.secret}
    assert by_name["show_table"] == [{"secret": []}, {}]
    assert by_name["start_match"] == [{"secret": []}]


@each_endpoint
def test_endpoint_may_refuse(end: Endpoint) -> None:
    refused = at(openapi(), operation_of(end)["responses"]["default"]["$ref"])
    schema = refused["content"]["application/json"]["schema"]
    assert schema == {"$ref": "#/components/schemas/Refused"}
    for code, status in STATUS.items():
        assert re.search(f"{status} for [^;]*`{code}`", refused["description"])
    example = msgspec.json.decode(protocol.encode(protocol.Refused("not-found", "There is none.")))
    assert validator(openapi(), "Refused").is_valid(example)


@pytest.mark.parametrize("body", BODIES)
def test_body_with_an_unknown_field_is_invalid(body: type[Body]) -> None:
    needed: dict[str, Document] = {
        "OpenTable": {"game": "dice", "name": "Ann"},
        "ReportPlayer": {"reason": "other"},
        "PlayNow": {"game": "dice", "name": "Ann"},
        "AskForCode": {"kind": "seat"},
        "TryCode": {"code": "abc-def"},
        "Rename": {"name": "Ann"},
        "DevMove": {"seat": 0, "move": "throw"},
        "DevBots": {"bots": True},
        "AskForReview": {"seat": 0},
        "PlayOn": {"step": 12, "seat": 0, "name": "Ann"},
    }
    known = needed.get(body.__name__, {})
    judge = validator(openapi(), body.__name__)
    assert judge.is_valid(known)
    assert not judge.is_valid({**known, "colour": "red"})


# The WebSocket.


def test_asyncapi_is_understood_by_a_parser() -> None:
    parsed = AsyncAPI.model_validate(as_sent(asyncapi()))
    assert list(unknown_in(parsed)) == []
    assert parsed.model_dump(mode="json", by_alias=True, exclude_unset=True) == as_sent(asyncapi())


def unknown_in(parsed: Any) -> Iterator[str]:
    """The fields that the parser knows nothing of."""
    if isinstance(parsed, BaseModel):
        yield from parsed.model_extra or ()
        for name in parsed.model_fields_set & type(parsed).model_fields.keys():
            yield from unknown_in(getattr(parsed, name))
    elif isinstance(parsed, dict | list):
        for inner in parsed.values() if isinstance(parsed, dict) else parsed:
            yield from unknown_in(inner)


@pytest.mark.parametrize(
    ("place", "missing"),
    [
        ("#/info", "version"),
        ("#/components/messages/Ack", "payload"),
        ("#/operations/toClient", "action"),
        ("#/operations/toClient", "channel"),
    ],
)
def test_broken_asyncapi_is_not_understood(place: str, missing: str) -> None:
    broken = as_sent(asyncapi())
    del at(broken, place)[missing]
    with pytest.raises(ValidationError, match=missing):
        AsyncAPI.model_validate(broken)


def test_parser_shows_misspelt_fields() -> None:
    broken = as_sent(asyncapi())
    broken["components"]["messages"]["Ack"]["sumary"] = "All have been shown."
    assert list(unknown_in(AsyncAPI.model_validate(broken))) == ["sumary"]


def test_asyncapi_has_the_messages_and_no_others() -> None:
    classes = named(FROM_CLIENT + FROM_SERVER)
    channel = asyncapi()["channels"]["table"]
    assert channel["address"] == "/ws"
    assert list(channel["messages"]) == classes
    assert list(asyncapi()["components"]["messages"]) == classes


@pytest.mark.parametrize(
    ("operation", "action", "kinds"),
    [("fromClient", "receive", FROM_CLIENT), ("toClient", "send", FROM_SERVER)],
)
def test_message_goes_one_way(operation: str, action: str, kinds: Any) -> None:
    way = asyncapi()["operations"][operation]
    assert way["action"] == action
    assert at(asyncapi(), way["channel"]["$ref"])["address"] == "/ws"
    through_channel = [at(asyncapi(), message["$ref"]) for message in way["messages"]]
    messages = [at(asyncapi(), message["$ref"]) for message in through_channel]
    assert [message["name"] for message in messages] == named(kinds)


@pytest.mark.parametrize("kind", FROM_CLIENT + FROM_SERVER)
def test_message_is_described_by_its_class(kind: type[Any]) -> None:
    message = asyncapi()["components"]["messages"][kind.__name__]
    example = f"{message['summary']} {message.get('description', '')}"
    assert example.split() == str(kind.__doc__).split()
    payload = at(asyncapi(), message["payload"]["$ref"])
    assert list(payload["properties"]) == ["type", *kind.__struct_fields__]


@pytest.mark.parametrize("example", CONVERSATION, ids=lambda example: type(example).__name__)
def test_example_is_valid_and_is_read(example: documents.Message) -> None:
    name = type(example).__name__
    examples = asyncapi()["components"]["messages"][name]["examples"]
    frame = protocol.encode(example)
    assert json.loads(frame) in [example["payload"] for example in examples]
    validator(asyncapi(), name).validate(json.loads(frame))
    read = (
        protocol.decode_client
        if isinstance(example, protocol.FromClient)
        else protocol.decode_server
    )
    assert read(frame) == example


def test_examples_show_a_conversation() -> None:
    example = [type(message) for message in CONVERSATION]
    assert example == [
        protocol.Hello,
        protocol.Welcome,
        protocol.Move,
        protocol.Answer,
        protocol.Told,
        protocol.Ack,
    ]


CLIENT_MESSAGES = [
    protocol.Hello("t1"),
    protocol.Move("a1", 1, "throw"),
    protocol.Ack(1),
    protocol.Undo("a1", 1),
    protocol.Pause("a1"),
    protocol.Resume("a1"),
    protocol.Rematch("a1"),
    protocol.Say("a1", "Well played!"),
    protocol.Emote("a1", "well-played"),
    protocol.Nudge("a1", 1),
    protocol.Explain("a1", ["7"]),
    protocol.ShowMe("a1"),
]


@pytest.mark.parametrize("example", CLIENT_MESSAGES, ids=lambda example: type(example).__name__)
def test_client_message_with_an_unknown_field_is_invalid(example: protocol.ClientMessage) -> None:
    judge, payload = (
        validator(asyncapi(), type(example).__name__),
        json.loads(protocol.encode(example)),
    )
    assert judge.is_valid(payload)
    wrong = {**payload, "colour": "red"}
    assert not judge.is_valid(wrong)
    with pytest.raises(ValueError, match="not a message"):
        protocol.decode_client(json.dumps(wrong))


def test_every_client_message_was_tried() -> None:
    assert [type(example) for example in CLIENT_MESSAGES] == list(FROM_CLIENT)


def test_server_message_may_grow() -> None:
    judge = validator(asyncapi(), "Answer")
    assert judge.is_valid({"type": "Answer", "id": "a1", "colour": "red"})
    assert not judge.is_valid({"type": "Answer"})


class Client:
    """A connection that keeps what it receives."""

    def __init__(self, hello: protocol.Hello, seat: int) -> None:
        self.seat: int | None = seat
        self.language: str | None = hello.language
        self.views = hello.views
        self.received: list[protocol.ServerMessage] = []

    def send(self, *messages: protocol.ServerMessage) -> None:
        self.received += [protocol.decode_server(protocol.encode(message)) for message in messages]

    def close(self, code: str) -> None:
        raise AssertionError(code)


def drive(table: Table) -> None:
    """Store what there is to store, and tell what there is to tell."""
    while True:
        output = table.drain()
        if output.stores:
            table.stored(0.0)
        for listener, message in output.messages:
            add_words(table.state, listener, message)
            listener.send(message)
        if not (output or table.busy):
            return


def test_a_real_table_says_what_the_example_says() -> None:
    hello = CONVERSATION[0]
    assert isinstance(hello, protocol.Hello)
    rules = find_named("dice").VERSION
    table = Table(
        OpenEntry(hello.table, "dice", rules, 3),
        lambda: "m1",
        lambda: Scripted(shuffles=[[0, 1, 2]], rolls=[4]),
    )
    table.sit("Ann")
    table.sit("Bea")
    table.sit("Cal", bot="bot")
    table.start(0.0)
    drive(table)
    table.join(Client(hello, 1), 1, 0.0)
    drive(table)
    ann = Client(hello, 0)
    for example in CONVERSATION:
        if isinstance(example, protocol.Hello):
            table.join(ann, example.seen, 0.0)
        elif isinstance(example, protocol.FromClient):
            table.on_message(ann, example, 0.0)
        else:
            assert ann.received.pop(0) == example
        drive(table)
    assert ann.received == []


# The page.


class Page(HTMLParser):
    """Reads a page, and fails if its tags do not match."""

    EMPTY = ("meta", "link", "wbr")

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        if tag not in self.EMPTY:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert name != "style"  # the content security policy forbids it
            if name == "href":
                self.links.append(str(value))
            elif name == "id":
                self.ids.append(str(value))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_page_is_sound_and_has_no_scripts() -> None:
    page = Page(docs_page())
    assert page.tags["script"] == 0
    assert page.tags["h1"] == 1
    assert len(set(page.ids)) == len(page.ids)
    assert "<p></p>" not in docs_page()


def test_page_links_to_the_documents_and_within_itself() -> None:
    page = Page(docs_page())
    outward = [link for link in page.links if not link.startswith("#")]
    assert outward == ["/style.css", "/docs/openapi.json", "/docs/asyncapi.json"]
    inward = {link.removeprefix("#") for link in page.links if link.startswith("#")}
    assert {"Refused", "SeatInfo", "Choice"} <= inward <= set(page.ids)


@each_endpoint
def test_page_tells_of_every_endpoint(end: Endpoint) -> None:
    text = Page(docs_page()).text
    operation = operation_of(end)
    assert f"{end.method} {end.path}{operation['summary']}" in text
    for paragraph in operation.get("description", "").split("\n\n"):
        assert paragraph.replace("`", "") in text


@each_document
def test_page_tells_of_every_class_and_field(document: Callable[[], Document]) -> None:
    page = Page(docs_page())
    for schema in document()["components"]["schemas"].values():
        assert schema["description"].split("\n\n")[0].replace("`", "") in page.text
        for name in schema["properties"]:
            assert f"{name}: " in page.text
    assert set(named(FROM_CLIENT + FROM_SERVER)) <= set(page.ids)


def test_page_lists_every_code_with_its_sentences() -> None:
    text = Page(docs_page()).text
    for code, sentences in listed():
        assert f"{code}: {sentences[0]}" in text
        assert all(sentence in text for sentence in sentences)


def test_page_shows_the_conversation() -> None:
    text = Page(docs_page()).text
    shown = [json.loads(found) for found in re.findall(r"\{\n.*?\n\}", text, re.DOTALL)]
    assert shown == [json.loads(protocol.encode(example)) for example in CONVERSATION]


POISON = "<script>alert(1)</script>&\"'"


def poisoned(value: Any, key: str = "") -> Any:
    """The document with a script in everything that is said in it."""
    if isinstance(value, dict):
        return {name: poisoned(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [poisoned(inner, key) for inner in value]
    example = key in ("address", "summary", "description", "enum", "default")
    return value + POISON if example and isinstance(value, str) else value


def test_page_escapes_everything() -> None:
    http, socket = poisoned(copy.deepcopy(openapi())), poisoned(copy.deepcopy(asyncapi()))
    http["paths"][f"/{POISON}"] = http["paths"].pop("/api/games")
    fields = http["components"]["schemas"]["GameInfo"]["properties"]
    fields[POISON] = fields.pop("name")
    page = Page(page_of(http, socket))
    assert page.tags == Page(docs_page()).tags
    assert page.text.count("<script>") > 50
    assert "<b>" not in spoken(protocol.Answer("<b>"))


@pytest.mark.parametrize(
    ("schema", "required", "words"),
    [
        ({"type": "number"}, True, "number"),
        ({"type": "number", "default": 1}, False, "number; if left out, <code>1</code>"),
        ({"type": "number"}, False, "number; may be left out"),
        ({"type": "number", "description": "In `s`."}, True, "number. In <code>s</code>."),
    ],
)
def test_fields_in_words(schema: Document, required: bool, words: str) -> None:
    assert field("clock", schema, required) == f"<li><code>clock</code>: {words}</li>"


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "text"),
        ({"type": "string", "maxLength": 9}, "text (at most 9 characters)"),
        ({"type": "string", "minLength": 1, "maxLength": 9}, "text (1 to 9 characters)"),
        ({"type": "integer", "minimum": 0}, "whole number (at least 0)"),
        ({"anyOf": [{"type": "number"}, {"type": "null"}]}, "number or null"),
        ({"type": "array", "items": {"type": "boolean"}}, "list of true or false"),
        ({"enum": ["en", "it"]}, "<code>&quot;en&quot;</code> or <code>&quot;it&quot;</code>"),
        ({"$ref": "#/components/schemas/Chair"}, '<a href="#Chair">Chair</a>'),
    ],
)
def test_kinds_in_words(schema: Document, words: str) -> None:
    assert kind_of(schema) == words
