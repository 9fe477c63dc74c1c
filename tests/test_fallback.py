"""A language that a game lacks: its words are those of one that it has, and ours stay ours."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from helpers import play_texts
from settebello import Match, Scripted, words
from settebello.game import Option
from settebello.registry import load_file
from settebello.server.games_api import game_info
from settebello.server.rulebook import rulebook
from settebello.terminal.table import table_lines
from settebello.words import messages
from settebello.words.messages import UnfitMessage, parsed, read_face
from settebello.words.pages import find_page, page_of

EXAMPLES = Path(__file__).parent / "examples"
PLAYERS = ["Ann", "Bea"]


@pytest.fixture
def cups(tmp_path: Path) -> Any:
    """Cups with Italian words only."""
    for file in ("cups.py", "cups.it.ftl"):
        (tmp_path / file).write_text((EXAMPLES / file).read_text("utf-8"), "utf-8")
    return load_file(tmp_path / "cups.py")


def match_of(game: Any) -> Match:
    luck = Scripted(rolls=[2, 5, 6, 6])
    return play_texts(Match(game, PLAYERS, luck=luck), "bid 1 x 2", "doubt")


def said(match: Match, language: str) -> list[str]:
    notices = match.notices(None)
    return [words.sentence(match.game, told, None, PLAYERS, language) for told in notices]


def test_a_game_with_italian_words_is_told_to_an_english_reader(cups: Any) -> None:
    match = match_of(cups)
    assert said(match, "en") == [
        "Ann dice 1 volte 2.",
        # The dice, the "and" and the numbers are ours, and in the reader's language.
        "Bea dubita. Si aprono tutti i bicchieri: Ann: a two and a five; Bea: a six and a six. "
        "Ce ne sono 1; perde Bea.",
    ]
    move = Match(cups, PLAYERS, luck=Scripted(rolls=[2, 5, 6, 6])).legal(0)[1]
    assert words.label(cups, move, PLAYERS, {}, "en") == "di’ 1 volte 2"
    assert words.title(cups, "en") == "Bicchieri"
    assert words.about(cups, "en").startswith("Due dadi")
    assert words.facts(cups, "en") == {"count": ("Detti", "number"), "rank": ("Numero", "number")}
    assert words.place_names(cups, "en") == {"cup": "Bicchiere"}
    assert words.refuse(cups, "over", "en") == "The match is over."


def test_the_terminal_and_the_page_speak_it_too(cups: Any) -> None:
    match = match_of(cups)
    lines = [line for _, line in table_lines(cups, match.view(0), "en", {})]
    assert lines[0] == "Detti: 1. Numero: 2."
    assert "You: bicchiere [2] [5], score 0" in lines
    told = game_info(cups, "en")
    assert (told.title, told.language, told.places) == ("Bicchieri", "it", {"cup": "Bicchiere"})
    assert told.cards["5"] == "a five"
    assert game_info(cups, "it").language == "it"
    assert game_info(load_file(EXAMPLES / "bid.py"), "it").language == "en"


def test_a_message_that_one_file_lacks_is_that_of_the_other(cups: Any, tmp_path: Path) -> None:
    tmp_path.joinpath("cups.en.ftl").write_text(
        "title = Cups\ncard-6 = the best side\nfact-rank = Side\n    .kind = seat\n"
        "option-way = How\n    .short = briefly\ncounted = Counted.\n    .there = There\n"
        "refusal-low = Too low.\n",
        "utf-8",
    )
    with tmp_path.joinpath("cups.it.ftl").open("a", encoding="utf-8") as file:
        file.write(
            "option-way = Come\n    .long = a lungo\ncounted = Contati.\n    .lost = Persi\n"
        )
    assert words.title(cups, "en") == "Cups"
    assert said(match_of(cups), "en")[0] == "Ann dice 1 volte 2."
    assert words.facts(cups, "en") == {"rank": ("Side", "seat"), "count": ("Detti", "number")}
    assert words.facts(cups, "it")["rank"] == ("Numero", "seat")
    assert words.cards(cups, "it")["6"] == "the best side"
    assert words.cards(cups, "it")["5"] == "un cinque"
    option = Option("way", "short", "", choices=("short", "long"))
    assert [words.choice_text(cups, option, way, "en") for way in ("short", "long")] == [
        "briefly",
        "a lungo",
    ]
    told = {"event": "Counted", "there": [1, 2], "lost": [0, 1]}
    rows = words.tally(cups, told, None, PLAYERS, "it")
    assert rows is not None
    assert [row["label"] for row in rows["rows"]] == ["Persi", "There"]
    assert words.refuse(cups, "low", "it") == "Too low."
    assert words.refuse(cups, "over", "it") == "La partita è finita."


def test_a_message_that_does_not_fit_is_blamed_on_its_own_language(
    cups: Any, tmp_path: Path
) -> None:
    tmp_path.joinpath("cups.it.ftl").write_text("title = { $nothing }\n", "utf-8")
    with pytest.raises(UnfitMessage) as unfit:
        words.title(cups, "en")
    assert unfit.value.language == "it"


def test_a_rules_page_may_be_in_another_language(cups: Any, tmp_path: Path) -> None:
    assert find_page(cups, "en") is None
    tmp_path.joinpath("cups.it.md").write_text("# Bicchieri\n\nDue dadi.\n", "utf-8")
    book = rulebook(cups, "en")
    assert book is not None
    assert (book.title, book.language) == ("Bicchieri", "it")
    assert "Due dadi." in book.html
    tmp_path.joinpath("cups.md").write_text("Sempre italiano.", "utf-8")
    assert find_page(cups, "en") == ("Sempre italiano.", "it")  # no word of it is English
    assert page_of(cups, "it") == "# Bicchieri\n\nDue dadi.\n"
    without_file: Any = SimpleNamespace(NAME="none", FACES=())
    assert find_page(without_file) is None


@pytest.mark.parametrize(
    ("face", "rank", "suit"),
    [
        ("7D", "7", "D"),
        ("10H", "10", "H"),
        ("K♠", "K", "♠"),
        ("12", "12", ""),
        ("rock", "rock", ""),
        ("-3", "-3", ""),
        ("Q", "Q", ""),
    ],
)
def test_a_face_is_a_rank_and_perhaps_a_suit(face: str, rank: str, suit: str) -> None:
    assert read_face(face) == (rank, suit)


def test_numbers_on_cards_are_said_whole() -> None:
    said = words.Words("en", ["card = a { $rank }{ $suit }"], ("12", "7"))
    assert [said.card(face) for face in ("12", "7")] == ["a 12", "a 7"]


def test_what_all_games_say_is_read_once() -> None:
    parsed.cache_clear()
    for name in ("scopa", "rummy"):
        messages.load_words.__wrapped__("en", name=name)
    assert parsed.cache_info().misses == 2 + 2  # two files for all, and one of each game
