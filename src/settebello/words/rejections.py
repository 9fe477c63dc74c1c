"""The codes of rejections and their sentences, for the documents."""

from __future__ import annotations

from fluent.runtime import FluentResource
from fluent.syntax import ast

from settebello.rejection import RejectionCode
from settebello.words import HERE
from settebello.words.messages import SHARED


def listed(language: str = "en") -> list[tuple[RejectionCode, list[str]]]:
    """Each code with its sentences, usually one: `This seat is taken by {name}; ...`."""
    sentences: dict[str, list[str]] = {}
    for file in SHARED:
        for entry in FluentResource((HERE / language / file).read_text("utf-8")).body:
            if isinstance(entry, ast.Message):
                patterns = [entry.value, *(each.value for each in entry.attributes)]
                sentences[entry.id.name] = [template(each) for each in patterns if each]
    return [(code, sentences[f"refusal-{code}"]) for code in RejectionCode]


def template(pattern: ast.Pattern) -> str:
    """A sentence with the names of its arguments in braces."""
    said = ""
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            said += element.value
        elif isinstance(element.expression, ast.VariableReference):
            said += f"{{{element.expression.id.name}}}"
    return said
