"""Writes docs/rejections.md from the enumeration of codes: `make rejections`."""

import re
from pathlib import Path

from settebello import rejection
from settebello.words.rejections import listed

PAGE = Path(__file__).parents[1] / "docs" / "rejections.md"
INTRODUCTION = """\
# Rejections

What is refused changes nothing. It has a code for programs and a sentence for people, in the
language of the reader: in a `Refused` message of the server, in an error of the client
(`ClientError`), in the `IllegalMove` of a match. In Python all of them are a `Rejection`, with
`code`, `arguments` (the values in the sentence: texts and numbers) and, where waiting helps,
`retry_after` in seconds.

These are the codes of the core, the server and the clients, with their English sentences; where
there are several, `about` in the arguments says which. A game has codes of its own for its moves:
see the last section of its rules.
"""


def page() -> str:
    """The page as it should be; the groups are the comments in the enumeration."""
    sentences = {code.name: (code, said) for code, said in listed()}
    source = Path(rejection.__file__).read_text("utf-8")
    parts = [INTRODUCTION]
    for heading, member in re.findall(r"^    (?:# (.+)\.|([A-Z_]+) = .*)$", source, re.MULTILINE):
        if heading:
            parts.append(f"\n## {heading}\n\n| code | sentence |\n|---|---|\n")
        else:
            code, said = sentences[member]
            parts.append(f"| `{code}` | {'<br>'.join(said)} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
