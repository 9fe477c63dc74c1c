"""The rules pages: for players first, every rule in its order, and examples that are true."""

from __future__ import annotations

import re
from math import prod
from pathlib import Path
from typing import Any

import pytest

from games.hearts_scenes import begin as begin_hearts
from games.hearts_scenes import deal as deal_hearts
from helpers import play_random, play_texts
from settebello import Match, Scripted
from settebello.cards import ITALIAN
from settebello.games import OUR_GAMES, briscola, rummy, sixty_six
from settebello.words import LANGUAGES, cards, house_rule
from settebello.words.pages import page_of, with_names

NAMES = ["Ann", "Bea", "Cal"]
WIDTH = 79  # a terminal has 80 columns
HEADINGS = {
    "en": {
        "aim": "The aim",
        "turn": "A turn",
        "scoring": "Scoring",
        "winning": "Winning",
        "house": "House rules",
        "rules": "The rules one by one",
        "implementers": "For implementers",
    },
    "it": {
        "aim": "Lo scopo",
        "turn": "Un turno",
        "scoring": "I punti",
        "winning": "Chi vince",
        "house": "Regole della casa",
        "rules": "Le regole una per una",
        "implementers": "Per chi programma",
    },
}
CARDS = {"en": "The cards and the deal", "it": "Le carte e la distribuzione"}
RULES = {
    "dice": [*range(1, 26)],
    "scopa": [*range(1, 17)],
    "sixty_six": [*(f"R{n}" for n in range(1, 32)), *(f"D{n}" for n in range(1, 9))],
    "rummy": [f"R{n}" for n in range(1, 29)],
    "briscola": [*range(1, 15)],
    "hearts": [*range(1, 15)],
    "liars_dice": [*range(1, 13)],
    "go_fish": [*range(1, 13)],
}
IMPLEMENTERS = 7  # sources, options, moves, refusals, what is hidden, the bound, versions

each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def page(game: Any, language: str) -> str:
    found = page_of(game, language)
    assert found is not None
    return found


def section(game: Any, language: str, name: str) -> str:
    text = page(game, language)
    return text.split(f"\n## {HEADINGS[language][name]}\n", 1)[1].split("\n## ", 1)[0]


def flowing(text: str) -> str:
    return " ".join(text.split())


def named(name: str) -> Any:
    return next(game for game in OUR_GAMES if name == game.NAME)


@each_language
@each_game
def test_a_page_begins_with_what_players_need(game: Any, language: str) -> None:
    found = re.findall(r"^## (.*)$", page(game, language), re.MULTILINE)
    expected = list(HEADINGS[language].values())
    if game.FACES:
        expected.insert(1, CARDS[language])
    assert found == expected
    last = section(game, language, "implementers")
    assert len(re.findall(r"^### ", last, re.MULTILINE)) == IMPLEMENTERS
    assert "\n### " not in page(game, language).replace(last, "")


@each_language
@each_game
def test_players_are_spared_numbers_of_rules_codes_and_notation(game: Any, language: str) -> None:
    for_players = page(game, language).split(f"\n## {HEADINGS[language]['rules']}\n")[0]
    assert not re.search(r"(?i)\b(rule|regola) \d|\bR\d", for_players)
    pictures = re.findall("`([^`]*)`", for_players)
    assert set(pictures) <= set(game.FACES), "a card that is drawn, and no other code"
    for_players = re.sub("`[^`]*`", "", for_players)
    assert not re.search(r"[a-z][_-][a-z]", for_players), (
        "the code of a refusal, the name of an option"
    )
    written = set(re.findall(r"\w+", for_players))
    assert not {face for face in game.FACES if not face.isdigit()} & written


@each_language
@each_game
def test_every_rule_is_there_in_the_order_of_its_number(game: Any, language: str) -> None:
    items = re.findall(r"^- ([^:]*):", section(game, language, "rules"), re.MULTILINE)
    firsts = [re.findall(r"[RD]?\d+", item)[0] for item in items]
    numbers = [number for item in items for number in re.findall(r"[RD]?\d+", item)]
    wanted = [str(number) for number in RULES[game.NAME]]
    assert firsts == sorted(firsts, key=wanted.index)
    assert sorted(numbers, key=wanted.index) == wanted


@each_language
@each_game
def test_house_rules_are_said_as_in_the_forms(game: Any, language: str) -> None:
    items = flowing(section(game, language, "house")).split(" - ")[1:]
    assert len(items) == len(game.OPTIONS)
    for item, option in zip(items, game.OPTIONS, strict=True):
        assert item.startswith(f"{house_rule(game, option, option.default, language)}. ")


@each_language
@each_game
def test_a_page_fits_a_terminal(game: Any, language: str) -> None:
    assert [line for line in page(game, language).splitlines() if len(line) > WIDTH] == []


@each_language
@each_game
def test_a_terminal_says_the_names_of_cards_that_a_browser_draws(game: Any, language: str) -> None:
    shown = with_names(page(game, language), cards(game, language))
    assert [line for line in shown.splitlines() if len(line) > WIDTH] == []
    heading = f"\n## {HEADINGS[language]['implementers']}\n"
    for_players, for_implementers = shown.split(heading)
    assert "`" not in for_players
    assert for_implementers == page(game, language).split(heading)[1]
    names = cards(game, language)
    drawn = re.findall("`(.*?)`", page(game, language).split(heading)[0])
    assert all(names[face] in flowing(for_players) for face in drawn)


def test_a_paragraph_with_names_of_cards_keeps_its_place() -> None:
    written = "One.\n\n- You take `7D` with `x`\n  and more.\n- Two\n\n    `7D` x\n\nThree `7D`.\n"
    said = with_names(written, {"7D": "the 7 of coins"})
    assert said == (
        "One.\n\n- You take the 7 of coins with `x` and more.\n- Two\n\n    the 7 of coins x\n\n"
        "Three the 7 of coins.\n"
    )


@each_game
def test_a_player_is_they(game: Any) -> None:
    assert not re.findall(r"(?i)\b(he|his|him|she|her|hers|whoever)\b", page(game, "en"))


@each_language
@each_game
def test_every_sum_of_a_page_is_right(game: Any, language: str) -> None:
    sums = re.findall(r"((?:\d+ [+x] )+\d+) += (\d+)", page(game, language))
    assert sums
    for terms, total in sums:
        numbers = [int(number) for number in re.findall(r"\d+", terms)]
        assert int(total) == (prod(numbers) if "x" in terms else sum(numbers)), terms


# The examples.


@each_language
def test_the_turn_of_scopa_is_true(language: str) -> None:
    deck = ["7D", "6C", "1B", "7B", "1C", "1S", "2S", "3S", "6S", "3D", "4S", "5C", "2B"]
    match = Match("scopa", NAMES, luck=Scripted(shuffles=[[0, 1, 2], deck]))
    assert [str(move) for move in match.legal(0)] == [
        "7D x 3D 4S", "7D x 5C 2B", "6C x 4S 2B", "1B",
    ]  # fmt: skip
    moves = section(named("scopa"), language, "implementers")
    played = re.findall(r"^    (?:Ann|Bea): (.+?)  ", moves, re.MULTILINE)
    before = len(match.notices(None))
    play_texts(match, *played)
    told = [notice["text"] for notice in match.notices(None, language)[before:]]
    assert len(told) == 3
    example = re.sub(r"\n {10,}", " ", moves)
    assert all(f" {text}" in example for text in told)
    assert match.view(None).places["table"] == []


@each_language
def test_the_count_of_scopa_is_true(language: str) -> None:
    tallies = []
    for primiera in (False, True):  # the same round, counted in two ways
        match = Match("scopa", NAMES, seed=134, options={"primiera": primiera})
        play_random(match, 134, moves=36)
        tallies += [notice for notice in match.notices(None) if notice["event"] == "Tallied"]
    usual, by_primiera = tallies
    scoring = section(named("scopa"), language, "scoring")
    table = scoring.split("Ann Bea Cal")[1].split("\n\n")[0]
    counted = [usual[name] for name in ("count", "coins", "values", "sweeps", "points")]
    assert [int(n) for n in re.findall(r"\b\d+\b", table)] == [n for row in counted for n in row]
    assert usual["settebello_seat"] == NAMES.index("Cal")
    house = flowing(section(named("scopa"), language, "house"))
    assert by_primiera["values"] == [61, 73, 76]
    assert re.search(r"21 \+ 21 \+ 16 \+ 18 = 76\. Ann \w+ 61 \w+ Bea 73", house)
    assert {"7D", "7C", "1S", "6B"} <= set(usual["piles"][NAMES.index("Cal")])


@each_language
@pytest.mark.parametrize(("high", "scores"), [("13", [0, 15, 14]), ("2", [8, 15, 0])])
def test_the_round_of_66_is_true(language: str, high: str, scores: list[int]) -> None:
    deck = f"5 1 5 2 4 8 8 7 {high} 6 6 6 0 4 1 3 3".split()
    match = Match("sixty_six", NAMES, luck=Scripted(picks=[0], shuffles=[deck]))
    play_texts(match, "deck", "show 0 2", "deck", "show 1 2", "deck", "show 1 2 3", "stop")
    play_texts(match, "deck", "discard", "deck", "discard")
    (told,) = [notice for notice in match.notices(None) if notice["event"] == "RoundFinished"]
    assert told["scores"] == scores
    scoring = flowing(section(sixty_six, language, "scoring"))
    if high == "13":
        hands, sums, points = (
            re.split(r" {2,}", line.strip())[1:]
            for line in section(sixty_six, language, "scoring").split("Cal\n")[1].splitlines()[:3]
        )
        assert hands == [" ".join(hand) for hand in told["hands"]]
        assert [[int(n) for n in row] for row in (sums, points)] == [told["sums"], scores]
    else:
        assert f"Ann {told['sums'][0]} + 5 = {scores[0]}." in scoring


@each_language
def test_the_hand_of_rummy_is_true(language: str) -> None:
    scoring = section(rummy, language, "scoring")
    for name, hand in (("Ann", "5H 6H 7H 2C"), ("Cal", "AS 4S QS")):
        values = [rummy.VALUE[rummy.FACES.index(card)] for card in hand.split()]
        line = rf"    {name}    {re.escape(' + '.join(map(str, values)))} += {sum(values)}\n"
        assert re.search(line, scoring)


@each_language
@pytest.mark.parametrize(
    ("game", "deck"),
    [
        ("briscola", "10D 4C 5C 1D 4B 5B 2S 4D 5D 7S"),
        ("go_fish", "7S 7H 2S 3S 4S 5S 6S 7D 8S 9S 10S JS QS KS AS 2H 3H 4H 5H 6H 8H KC"),
    ],
)
def test_the_example_of_a_turn_is_true(game: str, deck: str, language: str) -> None:
    match = Match(game, NAMES, luck=Scripted(picks=[0], shuffles=[deck.split()]))
    before = len(match.notices(None))
    moves = section(named(game), language, "implementers").split("### ")[3]
    turns = re.findall(r"^    (Ann|Bea|Cal): (.+?)  ", moves, re.MULTILINE)
    for name, text in turns:
        match.play(NAMES.index(name), text)
    told = [notice["text"] for notice in match.notices(None, language)[before:]]
    example = re.findall(r"^    (?:\w+: .+?)?  +(\S.*\.)$", moves, re.MULTILINE)
    assert told[: len(example)] == example
    assert len(example) > 3


@each_language
def test_the_count_of_briscola_is_true(language: str) -> None:
    items = flowing(section(briscola, language, "scoring")).split(" - ")[1:]
    counted = [re.findall("`(.*?)`", item) for item in items]
    for item, pile in zip(items, counted, strict=True):
        terms = item.partition(": ")[2].partition(" =")[0].split(" + ")
        assert [str(briscola.POINTS[ITALIAN.index(card) % 10]) for card in pile] == terms
    worth = [card for n, card in enumerate(ITALIAN) if briscola.POINTS[n % 10]]
    assert sorted(card for pile in counted for card in pile) == sorted(worth)


@each_language
def test_the_turn_of_liars_dice_is_true(language: str) -> None:
    luck = Scripted(rolls=[2, 5, 1, 5, 3, 6, 1, 1, 1, 1, 1], picks=[0])
    match = Match("liars_dice", NAMES, luck=luck, options={"dice": 2})
    moves = section(named("liars_dice"), language, "implementers")
    played = re.findall(r"^    (?:Ann|Bea|Cal): (.+?)  +(.+)$", moves, re.MULTILINE)
    for move, said in played:
        before = len(match.notices(None))
        play_texts(match, move)
        assert match.notices(None, language)[before]["text"].startswith(said)
    assert len(played) == 3
    (opened,) = [notice for notice in match.notices(None) if notice["event"] == "Opened"]
    assert opened["there"] == 3
    assert match.scores == (2, 2, 1)
    assert "1 + 2 + 0 = 3" in flowing(section(named("liars_dice"), language, "turn"))


@each_language
def test_the_trick_of_hearts_is_true(language: str) -> None:
    no_diamonds = "4C QS 5C 6C 7C 8C 9C 10C JC QC KC 2H 3H"
    match = begin_hearts(deal_hearts("AC 9D", "2C KD", "3C 4D", no_diamonds))
    play_texts(match, "2C", "3C", "4C", "AC")
    moves = section(named("hearts"), language, "implementers")
    played = re.findall(r"^    (?:Ann|Bea|Cal|Dan): (.+?)  ", moves, re.MULTILINE)
    assert len(played) == 4
    before = len(match.notices(None))
    play_texts(match, *played)
    example = re.sub(r"\n {10,}", " ", moves)
    told = [notice["text"] for notice in match.notices(None, language)[before:]]
    assert len(told) == 5
    assert all(f" {text}" in example for text in told)


@each_language
def test_the_count_of_hearts_is_true(language: str) -> None:
    scoring = section(named("hearts"), language, "scoring")
    hearts, points = ([int(n) for n in re.findall(r" (\d+)\b", line)]
                      for line in scoring.split("Dan\n")[1].splitlines()[:3:2])  # fmt: skip
    assert points == [hearts[0], hearts[1] + 13, *hearts[2:]]
    taken = re.findall("`.*?([A-Z])`", scoring)
    assert (taken.count("H"), taken.count("S")) == (hearts[1], 1)
    assert (sum(hearts), sum(points)) == (13, 26)


def test_every_page_is_for_a_game() -> None:
    pages = Path(__file__).parent.parent / "docs" / "games"
    names = {f"{game.NAME}.md" for game in OUR_GAMES}
    assert {file.name for file in pages.glob("*.md")} == names
    assert {file.name for file in pages.glob("it/*.md")} == names
