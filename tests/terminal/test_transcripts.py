"""Sessions that people read are what the client says now, and they read well."""

from __future__ import annotations

import itertools
import re

import pytest

from terminal.transcripts import SHORT_ONES, WHOLE, WHOLE_MATCH, blocks, write

AGAIN = (
    "`PYTHONPATH=tests .venv/bin/python -m terminal.transcripts` writes it again; "
    "then read the diff."
)


def assert_same(was: str, now: str, where: str) -> None:
    pairs = itertools.zip_longest(was.splitlines(), now.splitlines(), fillvalue="(nothing)")
    for number, (old, new) in enumerate(pairs, start=1):
        assert old == new, f"{where}, line {number}, is not what the client says. {AGAIN}"


def test_the_whole_match_on_file_is_what_the_client_says() -> None:
    assert_same(WHOLE.read_text("utf-8"), write(WHOLE_MATCH), WHOLE.name)


@pytest.mark.parametrize("number", range(len(SHORT_ONES)))
def test_the_sessions_of_the_page_are_what_the_client_says(number: int) -> None:
    assert len(blocks()) == len(SHORT_ONES)
    assert_same(blocks()[number], write(SHORT_ONES[number]), "docs/playing.md")


def test_the_whole_match_reads_well_aloud() -> None:
    """No pictures made of signs, no line too wide, one sentence for each thing that happens."""
    text = WHOLE.read_text("utf-8")
    assert "The match is over: " in text
    assert "Name cannot be Computer" in text
    for line in text.splitlines():
        assert len(line) <= 80
        assert line.isprintable()
        assert not re.search(r"[|+=*_~#^<>]{2,}|-{3,}|[\u2500-\u259f]|  \S.*  ", line)
    assert "\n\n\n" not in text
