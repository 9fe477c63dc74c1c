"""The rules page of a game as HTML, with an anchor for each rule, and the rule of each refusal.

A rule is an item that begins with its number: `Rule 12:`, `R12:`, `Regola 12:`. The refusals are in
the page's list of reasons, which is the one that has `unreadable` in it; a line may end with its
rule: `(rule 12)`. Numbers are in small type, since players read the words first. A card is a code
span with its face, `7D`; it is marked for the page to draw, save in what is for implementers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from markdown_it import MarkdownIt
from markdown_it.token import Token

from settebello.game import Game
from settebello.words import cards, title
from settebello.words.pages import FOR_IMPLEMENTERS, find_page

# "Rule 12:", "Rules 3 and 16:", "R12:", "R8, R9:"; for a range, "R16 to R18:", its two ends.
NUMBERED = re.compile(r"(?:Rules? |Regol[ae] )?([RD]?\d+)(?:\W+(?:\w+ )?([RD]?\d+))?:")
REASON = re.compile(r"^([a-z-]+)  +\S.*?(?:\((?:rule |regola )?([RD]?\d+)\))?$", re.MULTILINE)


class Rulebook(msgspec.Struct):
    """The rules of a game.

    `html` is the page below its title: headings, and rules with ids such as `rule-12`; a card is a
    `<span role="img" data-face="7D">`, with its name as `aria-label`. `rules` maps the code of a
    refusal to the id of its rule. `language` is that of the page.
    """

    title: str
    html: str
    rules: dict[str, str]
    language: str


def rulebook(game: Game, language: str) -> Rulebook | None:
    """The rules of a game in a language, or in one that it has; None if it has no page."""
    found = find_page(game, language)
    if found is None:
        return None
    page, written_in = found
    markdown = MarkdownIt("commonmark", {"html": False})
    tokens = markdown.parse(page)
    if [token.tag for token in tokens[:1]] == ["h1"]:
        del tokens[:3]  # the title, which the reader has already
    rules = marked(tokens)
    mark_cards(tokens, cards(game, language))
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    # Wide parts can be scrolled, so the keyboard must reach them too.
    html = html.replace("<pre>", '<pre tabindex="0">')
    return Rulebook(title(game, language), html, rules, written_in)


def marked(tokens: Sequence[Token]) -> dict[str, str]:
    """Give headings and rules their ids; returns the id of its rule for each refusal."""
    section, given, reasons = "", set[str](), dict[str, str]()
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            section = "-".join(re.findall(r"\w+", tokens[at + 1].content.lower()))
            token.attrSet("id", section)
        elif token.type == "list_item_open" and tokens[at + 2].type == "inline":
            mark_rule(token, tokens[at + 2], given)
        elif token.type == "code_block" and "unreadable " in token.content:
            for code, rule in REASON.findall(token.content):
                reasons[code] = rule_id(rule) if rule else section
    return reasons


def mark_cards(tokens: Sequence[Token], names: Mapping[str, str]) -> None:
    """Make every code span that is a face a picture with its name, up to what implementers read."""
    for token in tokens:
        if token.type == "inline" and f"\n## {token.content}\n" in FOR_IMPLEMENTERS:
            return
        children = token.children or []
        if any(child.type == "code_inline" and child.content in names for child in children):
            token.children = [part for child in children for part in drawn(child, names)]


def drawn(token: Token, names: Mapping[str, str]) -> list[Token]:
    """A part of a text; if it is a card, as a picture of this name."""
    face = token.content
    if token.type != "code_inline" or face not in names:
        return [token]
    opening, closing = Token("span_open", "span", 1), Token("span_close", "span", -1)
    opening.attrs = {"role": "img", "aria-label": names[face], "data-face": face}
    return [opening, Token("text", "", 0, content=face), closing]


def mark_rule(item: Token, text: Token, given: set[str]) -> None:
    """Give an item the id of its rule, if it is the first with that number: later ones comment."""
    found = NUMBERED.match(text.content)
    new = [rule_id(number) for number in found.groups() if number] if found else []
    new = [id for id in new if id not in given]
    given.update(new)
    for id in new[:1]:
        item.attrSet("id", id)
    if found:
        set_small(text, found.group())
    for id in new[1:]:  # an item with two rules in it
        opening, closing = Token("span_open", "span", 1), Token("span_close", "span", -1)
        opening.attrSet("id", id)
        text.children = [opening, closing, *(text.children or [])]


def set_small(text: Token, number: str) -> None:
    """Let an item begin with its number in small letters, without the colon."""
    first, *rest = text.children or []
    if first.content.startswith(number):
        opening, closing = Token("small_open", "small", 1), Token("small_close", "small", -1)
        inside = Token("text", "", 0, content=number.removesuffix(":"))
        first.content = first.content.removeprefix(number)
        text.children = [opening, inside, closing, first, *rest]


def rule_id(number: str) -> str:
    return f"rule-{number.lower()}"
