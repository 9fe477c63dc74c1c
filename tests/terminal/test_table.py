"""The table as text: what lies where, from the side of each viewer, and no face too many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import toy_game
from helpers import play_random, play_texts, viewers
from settebello import Match, Scripted, words
from settebello.game import Move, View
from settebello.games import OUR_GAMES
from settebello.terminal.moves import FEW, list_moves
from settebello.terminal.table import table_lines
from settebello.words import LANGUAGES, short_cards

FIRST_GAME = Path(__file__).parents[2] / "examples/my_first_game.py"

GAMES: dict[str, Any] = {game.NAME: game for game in OUR_GAMES}
GAMES.update(toy=toy_game, first=str(FIRST_GAME))


def drawn(match: Match, viewer: int | None, language: str = "en") -> list[str]:
    return draw_table(match.game, match.view(viewer), language)


def draw_table(game: Any, view: View, language: str) -> list[str]:
    cards = {face: text for face, (text, _) in short_cards(game, language).items()}
    return [line for _, line in table_lines(game, view, language, cards)]


def labels_of(match: Match, moves: Sequence[Move], language: str) -> dict[str, str]:
    players, facts = match.players, match.facts()
    return {move.text: words.label(match.game, move, players, facts, language) for move in moves}


def test_scopa_from_a_players_side() -> None:
    deck = ["9C", "1D", "7C", "8D", "8C", "8S", "10D", "10C", "9S", "5D", "6D", "7D", "9D"]
    match = Match("scopa", ["Ann", "Bea", "Cal"], luck=Scripted(shuffles=[[1, 0, 2], deck]))
    match.play(1, "7C x 7D")
    assert drawn(match, 0) == [
        "Round 1.",
        "Cal: hand 3 cards, pile no cards, score 0",  # in the order of play after Ann
        "Bea: hand 2 cards, pile 2 cards, score 0",
        "Stock: 27 cards",
        "Table: [5 of coins] [6 of coins] [9 of coins]",
        "You: hand [8 of coins] [8 of cups] [8 of swords], pile no cards, score 0",  # sorted
        "It is your turn.",
    ]
    assert drawn(match, 1)[-2:] == [
        "You: hand [1 of coins] [9 of cups], pile 2 cards, score 0",
        "It is the turn of Ann.",
    ]
    assert drawn(match, None)[1] == "Bea: hand 2 cards, pile 2 cards, score 0"


def test_dice_tells_colours_and_turns() -> None:
    luck = Scripted(shuffles=[[2, 0, 1]], rolls=[2, 5, 3])
    match = Match("dice", ["Ann", "Bea", "Cal"], luck=luck)
    match.play(2, "throw")
    match.play(1, "throw")
    assert drawn(match, 2) == [
        "Turns used up: 3 of 12. The die shows 3.",
        "Ann: score 0 (red)",
        "Bea: score 15 (purple)",
        "You: score 6 (yellow)",
        "It is your turn.",
    ]
    assert drawn(match, 2, "it")[2] == "Bea: punti 15 (viola)"


def test_rummy_shows_melds_with_their_owners_and_the_top_of_the_pile() -> None:
    ann, bea = ["7S", "7H", "7D", "2S"], ["KS", "KH", "QD", "2D"]
    deck = [card for pair in zip(bea, ann, strict=True) for card in pair]
    rest = ["3S", "3H", "4D", "5D", "9C", "JC", "5C", "8C", "9H", "JH", "QH", "AH"]
    match = Match("rummy", ["Ann", "Bea"], luck=Scripted(shuffles=[[*deck, *rest]], picks=[0]))
    match.play(1, "draw stock")
    match.play(1, "discard KS")
    play_texts(match, "draw stock", "meld 7S 7H 7D")
    lines = drawn(match, 0)
    assert lines[0] == "Dealer: Ann. Turn 2."
    assert lines[1] == "Bea: hand 10 cards, score 0"
    assert lines[3] == "Discard pile: 2 cards, [K♠] on top"
    assert lines[4] == "Meld 1 of Ann: [7♠] [7♥] [7♦]"
    assert lines[5].startswith("You: hand [2♠] ")
    assert drawn(match, 1, "it")[4] == "Combinazione 1 di Ann: [7♠] [7♥] [7♦]"


def test_sixty_six_numbers_the_cards_that_nobody_sees() -> None:
    luck = Scripted(shuffles=[["5", "6", "1", "2", "9", "10", "11", "12", "4"]], picks=[0])
    match = Match("sixty_six", ["Ann", "Bea"], luck=luck)
    match.play(0, "deck")
    assert drawn(match, 0) == [
        "Round 1. Turn 1.",
        "Bea: hand 4 cards face down, numbers 1 to 4, score 0",
        "Deck: 43 cards",
        "Discard pile: no cards",
        "Card taken: [4]",
        "You: hand 4 cards face down, numbers 1 to 4, score 0",
        "It is your turn.",
    ]
    assert "Card taken: 1 card" in drawn(match, 1)
    match.play(0, "own 0")
    assert "Discard pile: [5]" in drawn(match, 1)
    play_texts(match, "stop", "deck", "discard")
    assert match.view(0).facts["waiting_for"] == "round finished"
    assert drawn(match, 0)[1].startswith("Stopped by") is False
    assert re.search(
        r"^Bea: hand \[9\] \[10\] \[11\] \[12\], score", "\n".join(drawn(match, 0)), re.M
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_shows_no_face_that_the_view_does_not(game: str, language: str) -> None:
    for seed in range(3):
        match = Match(GAMES[game], 4 if game == "hearts" else 3, seed=seed)
        for _ in range(25):
            play_random(match, seed, moves=3)
            for viewer in viewers(match):
                view = match.view(viewer)
                shown = short_cards(match.game, language)
                lying = [face for cards in view.places.values() for face in cards]
                faces = [shown[face][0] if face in shown else face for face in lying]
                for line in draw_table(match.game, view, language):
                    assert line == line.strip()
                    for face in re.findall(r"\[(.*?)\]", line):
                        assert face in faces
                        faces.remove(face)


def test_a_game_from_elsewhere_is_drawn_with_its_own_words() -> None:
    match = Match(toy_game, 2, seed=1)
    lines = "\n".join(drawn(match, 0))
    for place in match.view(0).places:
        assert place.partition(":")[0] in lines.lower()
    assert drawn(Match(str(FIRST_GAME), 2, seed=1), 0)[-1] == "It is your turn."


@pytest.mark.parametrize(
    "value", [None, 0, 7, -1, "x", [], [0], [9, 9], [0, 0], {"a": 1}, True, 1.5]
)
def test_facts_that_mean_something_else_elsewhere_do_no_harm(value: Any) -> None:
    names = ("order", "turn", "turns", "colours", "dealer", "stopper", "meld_owners", "sweeps",
             "round", "die", "anything")  # fmt: skip
    match = Match("rummy", ["Ann", "Bea"], seed=1)
    view = match.view(0)
    view.places["meld:1"] = view.places["meld:x"] = ["7D"]
    for name in names:
        view.facts.update(dict.fromkeys(names))
        view.facts[name] = value
        assert draw_table(match.game, view, "en")[-1] == "It is the turn of Bea."


def test_the_end_is_said() -> None:
    match = play_random(Match("dice", 3, seed=1), 1)
    assert drawn(match, 0)[-1] == "The match is over."


# Moves.


def offered(
    match: Match, moves: Sequence[Move], language: str = "en", width: int = 80
) -> list[str]:
    labels = labels_of(match, moves, language)
    return list_moves(match.game, moves, labels, match.players, language, width).lines


def test_a_few_moves_get_a_line_each_with_what_they_mean() -> None:
    match = Match("dice", 3, luck=Scripted(shuffles=[[]]))
    assert offered(match, match.legal(0)) == [
        "1. throw (throw the die)",
        "2. skip (skip this turn)",
    ]


def test_many_moves_share_lines_in_order() -> None:
    match = Match("dice", 3, luck=Scripted(shuffles=[[]]))
    moves = [Move(f"move {'x' * (number % 5)}", "throw", (), (0,)) for number in range(FEW + 9)]
    for width in (80, 40, 10):
        lines = offered(match, moves, width=width)
        assert all(len(line) <= max(width, len("25. move xxxx")) for line in lines)
        listed = " ".join(" ".join(lines).split())
        assert listed == " ".join(f"{n}. {move}".strip() for n, move in enumerate(moves, start=1))
    assert len(offered(match, moves, width=10)) == len(moves)


def test_a_move_without_words_is_its_text() -> None:
    match = Match(toy_game, 2, seed=1)
    move = match.legal(0)[0]
    assert offered(match, [move]) == [f"1. {move.text}"]


def test_moves_that_are_alike_share_a_line() -> None:
    match = Match("sixty_six", ["Ann", "Bea", "Cal"], luck=Scripted(shuffles=[[]], picks=[0]))
    match.play(0, "deck")
    lines = offered(match, match.legal(0))
    assert lines == [
        "1-4. own 1-4 (one of your cards, for example own 1: replace your card 1 with the card "
        "you took)",
        "5-15. show 1-4 (claim that two or more of your cards are equal, for example show 1 2: "
        "claim that your cards 1 and 2 are equal)",
        "16. discard (discard the card you took)",
    ]
    italian = offered(match, match.legal(0), "it")
    assert italian[0] == (
        "1-4. own 1-4 (una delle tue carte, per esempio own 1: sostituisci la tua carta 1 con la "
        "carta presa)"
    )
    others = [Move(f"other {n} {spot}", "other", (), ()) for n in (1, 2) for spot in (0, 1, 2, 3)]
    typed = "A player is typed by name or number: 0 Ann, 1 Bea, 2 Cal."
    assert offered(match, others) == [
        "1-4. other Bea 1-4 (one of the cards of Bea, for example other Bea 1: look at card 1 of "
        "Bea)",
        "5-8. other Cal 1-4 (one of the cards of Cal, for example other Cal 1: look at card 1 of "
        "Cal)",
        typed,
    ]
    gaps = [move for move in others if move.text not in ("other 1 1", "other 2 1", "other 2 2")]
    assert offered(match, gaps) == [
        "1-3. other Bea 1, 3 or 4 (one of the cards of Bea, for example other Bea 1: look at card "
        "1 of Bea)",
        "4. other Cal 1 (look at card 1 of Cal)",
        "5. other Cal 4 (look at card 4 of Cal)",
        typed,
    ]


def test_no_move_is_named_together_with_others_that_is_not_there() -> None:
    match = Match("sixty_six", ["Ann", "Bea"], seed=1, options={"variant": "draft"})
    pairs = [(0, 0), (0, 1), (1, 0), (1, 1)]
    moves = [Move(f"exchange {own} 1 {other}", "exchange", (), ()) for own, other in pairs]
    assert offered(match, moves)[0].startswith("1-4. exchange 1-2 Bea 1-2 (")
    assert [line[:3] for line in offered(match, moves[:3])] == ["1. ", "2. ", "3. ", "A p"]
