"""The pages of the dialects are what the server does now, and leave out no message."""

import itertools
import re
from types import ModuleType

import msgspec
import pytest

from dialects.draw_conversations import FOLDER, PAGES, as_it_should_be
from settebello.dialects.sixty_six import draft, lobby_messages, standard_messages

AGAIN = "`make dialects` draws it again; then read the diff before you commit it."
COMMON = (lobby_messages.FromServer, lobby_messages.FromClient)


@pytest.mark.parametrize("name", PAGES)
def test_drawings_are_what_the_server_does(name: str) -> None:
    on_file = (FOLDER / f"{name}.md").read_text("utf-8").splitlines()
    drawn = as_it_should_be(name).splitlines()
    pairs = itertools.zip_longest(on_file, drawn, fillvalue="(nothing)")
    for number, (was, now) in enumerate(pairs, start=1):
        assert was == now, f"{name}.md, line {number}, is no longer what happens. {AGAIN}"


def messages_of(module: ModuleType) -> list[type[msgspec.Struct]]:
    """The messages that a module defines, and what they are made of."""
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    own = [value for value in classes if value.__module__ == module.__name__]
    return [value for value in own if issubclass(value, msgspec.Struct) and value not in COMMON]


def fields_of(message: type[msgspec.Struct]) -> str:
    """As a table of a page has them."""
    texts = [
        f"`{field.encode_name}`" + ("" if field.required else "?")
        for field in msgspec.structs.fields(message)
    ]
    return ", ".join(texts) or "none"


ROWS = {
    "sixty_six": [*messages_of(lobby_messages), *messages_of(standard_messages)],
    "sixty_six_draft": messages_of(draft),
}


@pytest.mark.parametrize(
    ("page", "message"),
    [(page, message) for page, listed in ROWS.items() for message in listed],
)
def test_message_is_on_the_page_with_its_fields(page: str, message: type[msgspec.Struct]) -> None:
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    rows = re.findall(rf"^\| `{message.__name__}` \| ([^|]*) \|", text, re.MULTILINE)
    assert rows == [fields_of(message)]


@pytest.mark.parametrize("page", ROWS)
def test_page_has_no_message_that_is_not_there(page: str) -> None:
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\w+)` \| [^|]* \| [^|]* \|$", text, re.MULTILINE)
    assert set(listed) == {message.__name__ for message in ROWS[page]}
