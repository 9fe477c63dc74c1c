"""Games and their rules, as a client shows them: in words, with an anchor for every rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

import toy_game
from live import Server, serving
from settebello.games import OUR_GAMES, briscola
from settebello.registry import load_file
from settebello.server.rulebook import Rulebook, rulebook
from settebello.words import LANGUAGES, option_text
from settebello.words.pages import page_of
from test_words import codes_of

each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
each_language = pytest.mark.parametrize("language", LANGUAGES)
CORE = {"unreadable", "not-your-turn", "no-such-seat", "over"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def book(game: Any, language: str = "en") -> Rulebook:
    found = rulebook(game, language)
    assert found is not None
    return found


def ids_in(html: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', html)


def rules_in(page: str) -> list[str]:
    """The numbers of the rules of a page, in its order."""
    found = [name for name in ids_in(page) if name.startswith("rule-")]
    assert len(found) == len(set(found))
    return found


class Reader(HTMLParser):
    """Fails at a tag that is not for text, and at one that is not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in (
            "p",
            "h2",
            "h3",
            "ul",
            "ol",
            "li",
            "pre",
            "code",
            "em",
            "strong",
            "span",
            "small",
        )
        assert {name for name, _ in attrs} <= {"id", "tabindex", "role", "aria-label", "data-face"}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# Games in words.


@each_language
def test_games_are_described_in_the_language_that_is_asked_for(
    server: Server, language: str
) -> None:
    status, listed = server.ask("GET", f"/api/games?language={language}")
    assert status == 200
    by_name = {told["name"]: told for told in listed}
    for game in OUR_GAMES:
        told = by_name[game.NAME]
        assert told["faces"] == list(game.FACES)
        assert told["stacks"] == getattr(game, "STACK_VERBS", {})
        assert told["spots"] == (game.NAME == "sixty_six")
        assert told["together"] == (game.NAME in ("rummy", "sixty_six", "hearts"))
        assert set(told["cards"]) == set(game.FACES)
        assert told["page"] is True
        for option in game.OPTIONS:
            about = told["options"]["properties"][option.name]["description"]
            assert about == option_text(game, option, language)
    titles = {"en": ["Dice", "Rummy"], "it": ["Dadi", "Ramino"]}
    assert [by_name[name]["title"] for name in ("dice", "rummy")] == titles[language]
    sevens = {"en": "the 7 of coins", "it": "il 7 di denari"}
    assert by_name["scopa"]["cards"]["7D"] == sevens[language]
    assert by_name["sixty_six"]["cards"]["13"] == "13"
    assert by_name["rummy"]["facts"]["dealer"]["kind"] == "seat"
    assert by_name["scopa"]["facts"]["sweeps"]["kind"] == "by_seat"


def test_english_is_what_is_not_asked_for(server: Server) -> None:
    english = server.ask("GET", "/api/games?language=en")
    assert server.ask("GET", "/api/games") == server.ask("GET", "/api/games?language=") == english


@pytest.mark.parametrize("path", ["/api/games", "/api/games/scopa/rules"])
def test_another_language_is_refused_with_those_that_are_there(server: Server, path: str) -> None:
    status, refused = server.ask("GET", f"{path}?language=de")
    assert (status, refused["code"]) == (400, "bad-request")
    assert refused["text"] == "There is no language 'de'. The languages are: en, it."


# Their rules.


@each_language
def test_a_card_is_a_picture_with_a_name(language: str) -> None:
    html = book(briscola, language).html
    name = {"en": "the ace of coins", "it": "l'asso di denari"}[language]
    assert f'<span role="img" aria-label="{name}" data-face="1D">1D</span>' in html
    players, implementers = re.split(r'<h2 id="(?:for-implementers|per-chi-programma)"', html)
    assert "<code>" not in players
    assert "data-face" not in implementers
    assert "<code>10D</code>" in implementers


@each_language
@each_game
def test_the_rules_of_a_game_are_sent(server: Server, game: Any, language: str) -> None:
    status, told = server.ask("GET", f"/api/games/{game.NAME}/rules?language={language}")
    assert status == 200
    expected = book(game, language)
    assert told == msgspec.to_builtins(expected)
    assert expected.language == language


@pytest.mark.parametrize("name", ["chess", "..", "scopa.md", "it"])
def test_a_game_that_is_not_there_has_no_rules(server: Server, name: str) -> None:
    status, refused = server.ask("GET", f"/api/games/{name}/rules")
    assert (status, refused["code"]) == (404, "no-such-page")


@each_game
def test_every_refusal_of_a_game_leads_to_a_place_on_its_page(game: Any) -> None:
    own = codes_of(game) or {"not-legal"}
    for language in LANGUAGES:
        found = book(game, language)
        assert set(found.rules) == own | CORE
        assert set(found.rules.values()) <= set(ids_in(found.html))


@pytest.mark.parametrize(
    ("game", "code", "rule"),
    [("scopa", "must-take", "rule-12"), ("rummy", "just-taken", "rule-r19")],
)
@each_language
def test_a_refusal_leads_to_its_rule(language: str, game: str, code: str, rule: str) -> None:
    (found,) = [book(ours, language) for ours in OUR_GAMES if game == ours.NAME]
    assert found.rules[code] == rule


@each_game
def test_the_pages_of_all_languages_have_the_same_rules_and_sections(game: Any) -> None:
    english, italian = (book(game, language) for language in ("en", "it"))
    assert english.html != italian.html
    assert rules_in(english.html) == rules_in(italian.html)
    assert english.html.count("<h2 ") == italian.html.count("<h2 ")
    assert english.html.count("<pre") == italian.html.count("<pre")
    assert english.html.count("<li") == italian.html.count("<li")
    to_rules = [
        {code: place for code, place in found.rules.items() if place.startswith("rule-")}
        for found in (english, italian)
    ]
    assert to_rules[0] == to_rules[1]


@each_language
@each_game
def test_the_numbers_of_rules_are_small(game: Any, language: str) -> None:
    html = book(game, language).html
    item = r'<li id="rule-(\w+)">(?:<span[^>]*></span>)?<small>([^<]*)</small> \S'
    small = re.findall(item, html)
    assert len(small) == len(re.findall(r'<li id="rule-', html)) > 10
    for number, shown in small:
        assert number in shown.lower().split()


@each_game
def test_every_rule_of_a_page_has_an_anchor(game: Any) -> None:
    page = page_of(game) or ""
    written = set(re.findall(r"\b([RD]\d+)\b", page)) or set(
        re.findall(r"\d+", " ".join(re.findall(r"^- Rules? [^:]*:", page, re.MULTILINE)))
    )
    assert {f"rule-{number.lower()}" for number in written} == set(rules_in(book(game).html))


@each_language
@each_game
def test_a_page_is_whole_html_without_anything_that_acts(game: Any, language: str) -> None:
    reader = Reader()
    reader.feed(book(game, language).html)
    assert reader.open == []


def test_raw_html_in_a_page_from_elsewhere_is_text(tmp_path: Path) -> None:
    source = Path(toy_game.__file__)
    (tmp_path / "toy.py").write_text(source.read_text("utf-8"), "utf-8")
    game = load_file(tmp_path / "toy.py")
    assert rulebook(game, "en") is None
    (tmp_path / "toy.md").write_text("# Toy\n\n<script>x</script> [a](javascript:x)\n", "utf-8")
    (tmp_path / "toy.it.md").write_text("- R1: Un gioco.\n\n- R1: Ancora.\n", "utf-8")
    english = book(game)
    assert "<script" not in english.html
    assert "<a " not in english.html
    assert english.rules == {}
    assert rules_in(book(game, "it").html) == ["rule-r1"]
