"""The bots as court cards: their names, in the reader's language, and their faces."""

from __future__ import annotations

import pytest

from settebello.court import NAMES, face_of, free_name, name_all, name_in, names_in
from settebello.games import dice
from settebello.table import protocol
from settebello.table.records import in_language
from settebello.words import LANGUAGES
from table.helpers import ANN, Drive, open_table, rolled


def against_bots(*names: str) -> Drive:
    """Ann against two bots at a game of Dice, in the order of the seats; it is her turn."""
    drive = open_table(luck=rolled())
    drive.table.sit("Ann", "a")
    for name in names:
        drive.table.sit(name, bot="bot")
    drive.table.fill("bot")
    drive.table.start(drive.now)
    drive.pump()
    return drive


@pytest.mark.parametrize(
    ("bot", "title"),
    [
        ("easy", "Knave"),
        ("medium", "Knight"),
        ("hard", "King"),
        ("bot", "Knight"),
        ("a.py", "Knight"),
    ],
)
def test_the_next_bot_is_the_first_court_card_of_its_level_whose_name_is_free(
    bot: str, title: str
) -> None:
    taken: list[str] = ["ann"]
    while len(taken) < 10:  # no game has more seats
        taken.append(free_name(taken, bot))
    firsts = [f"{title} of {suit}" for suit in ("Cups", "Swords", "Coins", "Clubs")]
    assert taken[1:6] == [*firsts, f"Second {title} of Cups"]
    assert free_name([f"  {title.upper()} of cups ", f"{title} of Coins"], bot) == firsts[1]


def test_bots_of_several_levels_are_named_around_the_people() -> None:
    entries, bots = ["Knight of Cups ", "bot", "hard", "easy"], {1: "bot", 2: "hard", 3: "easy"}
    assert name_all(entries, bots) == [
        "Knight of Cups",
        "Knight of Swords",
        "King of Cups",
        "Knave of Cups",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_of_its_own_in_every_language(language: str) -> None:
    assert len({name_in(language, name) for name in NAMES}) == len(NAMES)
    assert name_in(language, "Ann") == "Ann"


def test_a_name_is_kept_in_english_and_read_in_ones_own_language() -> None:
    assert name_in("en", "Second Knight of Swords") == "Second Knight of Swords"
    assert name_in("it", "Second Knight of Swords") == "Secondo Cavallo di Spade"
    assert name_in("it", "Knave of Coins") == "Fante di Denari"
    assert name_in("it", "Third King of Clubs") == "Terzo Re di Bastoni"
    names = ["Knight of Coins", "Knight of Clubs"]
    assert names_in("it", names, ["", "bot"]) == ["Knight of Coins", "Cavallo di Bastoni"]
    assert names_in("en", names, ["", "bot"]) == names


def test_a_bot_with_another_name_has_the_face_of_its_seat() -> None:
    assert [face_of(f"{title} of Clubs", 0) for title in ("Knave", "Third Knight", "King")] == [
        "8B",
        "9B",
        "10B",
    ]
    assert [face_of(f"Bot {seat}", seat) for seat in range(5)] == ["9C", "9S", "9D", "9B", "9C"]


def test_a_reader_gets_the_names_of_bots_in_their_language() -> None:
    drive = against_bots()
    ann = drive.join(ANN, language="it", views=True)
    plain, other = drive.join(None, views=True), drive.join(None, language="en")
    names = ["Ann", "Cavallo di Coppe", "Cavallo di Spade"]
    welcome = ann.last(protocol.Welcome)
    assert [seat.name for seat in welcome.seats] == names
    assert [seat.face for seat in welcome.seats] == ["", "9C", "9S"]
    assert welcome.view is not None
    assert welcome.view["players"] == names
    assert "L'ordine di gioco è Ann, Cavallo di Coppe e Cavallo di Spade." in [
        notice["text"] for notice in ann.notices
    ]
    seen = plain.last(protocol.Welcome).view
    assert seen is not None
    assert seen["players"] == ["Ann", "Knight of Cups", "Knight of Swords"]
    drive.send(ann, protocol.Pause("p"))
    assert [seat.name for seat in ann.last(protocol.Seats).seats] == names
    assert other.last(protocol.Seats).seats[1].name == "Knight of Cups"


def test_a_refusal_names_bots_in_the_language_of_its_reader() -> None:
    drive = against_bots()
    ann = drive.join(ANN, language="it")
    drive.move(ann, "throw")
    assert drive.move(ann, "throw") == "not-your-turn"
    refused = ann.last(protocol.Refused)
    assert refused.arguments == {"who": "Cavallo di Coppe"}
    assert "Cavallo di Coppe" in refused.text


def test_a_person_keeps_their_name_whatever_it_is() -> None:
    drive = open_table(game=dice)
    drive.table.sit("Knight of Cups", "a")
    drive.table.fill("bot")
    assert drive.table.state.names("it") == [
        "Knight of Cups",
        "Cavallo di Spade",
        "Cavallo di Denari",
    ]
    assert drive.table.state.faces() == ["", "9S", "9D"]


def test_lists_know_the_bots_by_their_faces() -> None:
    state = against_bots().table.state
    assert state.summary()["players"] == ["Ann", "Knight of Cups", "Knight of Swords"]
    assert state.summary()["faces"] == ["", "9C", "9S"]
    assert in_language(state.summary(), "it")["players"][1] == "Cavallo di Coppe"


def test_the_summary_of_a_table_with_other_names_is_as_it_was() -> None:
    state = against_bots("Bot 1", "Bot 2").table.state
    assert "faces" not in state.summary()
    assert in_language(state.summary(), "it")["players"] == ["Ann", "Bot 1", "Bot 2"]
