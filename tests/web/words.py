"""The client's own words, read from its sources: what something is called in the other language."""

import re
from functools import cache
from pathlib import Path

FILES = Path(__file__).parents[2] / "web" / "src" / "words"
TEXT = r'"((?:[^"\\]|\\.)*)"'
PAIR = re.compile(rf"\[\s*{TEXT},\s*{TEXT},?\s*\]")
GLUE = re.compile(r'"\s*\+\s*"')  # of a long text, from line to line


@cache
def pairs() -> dict[str, str]:
    """All texts, English to Italian."""
    sources = (GLUE.sub("", file.read_text("utf-8")) for file in FILES.glob("*.ts"))
    return {english: italian for source in sources for english, italian in PAIR.findall(source)}


def said(english: str, language: str) -> str:
    return english if language == "en" else pairs()[english]
