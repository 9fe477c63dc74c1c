"""Bots: what they are given, what they answer, how they play, and what is said of wrong ones."""

import doctest
import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import toy_game
from helpers import altered, play_random
from settebello import Match, Scripted
from settebello.bots import BotError, Turn, ask, find_bot, own_bot, random_bot
from settebello.bots.policy import PolicyBot
from settebello.cards import Seat
from settebello.game import Game, Move, View
from settebello.games import (
    OUR_GAMES,
    briscola,
    dice,
    go_fish,
    hearts,
    liars_dice,
    rummy,
    scopa,
    sixty_six,
)
from settebello.lab.simulate import Simulation, SimulationPlan
from settebello.registry import find_game

ROOT = Path(__file__).parents[1]
MY_FIRST_BOT = str(ROOT / "examples/my_first_bot.py")


def turn_of(match: Match) -> Turn:
    """The turn of the seat that is to act."""
    return Turn.of(match, match.to_act[0], Random(1))


def chosen(game: Game, match: Match) -> str:
    """What the game's bot does now."""
    return ask(find_bot("bot", game), turn_of(match), "bot").text


def imagined(
    legal: str, places: dict[str, str], notices: Sequence[dict[str, Any]] = (), **facts: Any
) -> Turn:
    """The turn of seat 0 in a position that is written down; moves are separated by commas."""
    verbs = {"draw stock": "stock", "draw pile": "pile"}
    moves = [
        Move(text, verbs.get(text, text.split()[0]), (), ())
        for text in (part.strip() for part in legal.split(","))
    ]
    cards = {name: there.split() for name, there in places.items()}
    options = {"primiera": False, "lay_off_own_only": False, "melds_per_turn": 1}
    return Turn(
        0, Random(1), {**options, **facts.pop("options", {})},
        legal=lambda seat: moves, view=lambda seat: View(seat, cards, {}, facts),
        notices=lambda seat: list(notices),
    )  # fmt: skip


# Where a bot is found.


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A rules file with a bot beside it, which always plays its last legal move."""
    rules = tmp_path / "pig.py"
    rules.write_bytes(Path(toy_game.__file__).read_bytes())
    bot = tmp_path / "pig_bot.py"
    bot.write_text("def bot(turn):\n    return turn.legal[-1]\n", "utf-8")
    return rules


def test_a_bot_beside_a_rules_file_is_the_games_own(pig: Path) -> None:
    match = Match(str(pig), 2, seed=1)
    assert chosen(match.game, match) == match.legal(match.to_act[0])[-1].text
    assert own_bot(match.game) is find_bot("bot", match.game)  # it is loaded once
    bot = pig.with_name("pig_bot.py")
    bot.write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")
    os.utime(bot, ns=(1, 1))
    assert chosen(match.game, match) == match.legal(match.to_act[0])[0].text


def test_a_game_without_a_bot_has_one_that_chooses_at_random(pig: Path) -> None:
    pig.with_name("pig_bot.py").unlink()
    for game in (find_game(str(pig)), altered(scopa)):
        assert own_bot(game) is None
        assert find_bot("bot", game) is random_bot


def test_the_bots_of_our_games_are_theirs() -> None:
    assert all(own_bot(game) is find_bot("bot", game) is not random_bot for game in OUR_GAMES)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("def bot(", "cannot be loaded: SyntaxError"),
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero (line 1 of pig_bot.py)"),
        ("", "needs a function 'bot' that takes a turn."),
    ],
)
def test_a_broken_bot_beside_a_rules_file_gets_one_sentence(
    pig: Path, source: str, told: str
) -> None:
    pig.with_name("pig_bot.py").write_text(source, "utf-8")
    with pytest.raises(BotError) as error:
        find_bot("bot", find_game(str(pig)))
    assert told in str(error.value)
    assert "\n" not in str(error.value)


# What a bot is given.


def test_turn_of_a_match_has_what_its_seat_has() -> None:
    match = play_random(Match("rummy", 3, seed=4), seed=4, moves=30)
    seat = match.to_act[0]
    turn = Turn.of(match, seat, Random(1))
    assert turn.seat == seat
    assert turn.options == match.options
    assert turn.view.to_dict() == match.view(seat).to_dict()
    legal = match.legal(seat)
    assert [(m.text, m.verb, m.pieces) for m in turn.legal] == [
        (m.text, m.verb, m.pieces) for m in legal
    ]
    told = match.notices(seat)
    assert all(notice.pop("text") for notice in told)
    for notice in told:
        notice.pop("later", None)
    assert turn.notices == told


def test_notices_of_a_turn_are_read_as_a_list() -> None:
    match = play_random(Match("rummy", 3, seed=4), seed=4, moves=30)
    seat = match.to_act[0]
    whole = list(Turn.of(match, seat, Random(1)).told)
    assert [notice["number"] for notice in whole] == list(range(1, len(whole) + 1))
    for at in (0, 5, -1, -3, len(whole) - 1, slice(-4, None), slice(3, 9, 2), slice(None)):
        assert Turn.of(match, seat, Random(1)).told[at] == whole[at]
    notices = Turn.of(match, seat, Random(1)).told
    assert (len(notices), notices, repr(notices)) == (len(whole), whole, repr(whole))
    assert list(reversed(notices)) == whole[::-1]
    assert notices != whole[1:]
    assert Turn.of(match, seat, Random(1)).notices == whole
    for out in (len(whole), -len(whole) - 1):
        with pytest.raises(IndexError):
            notices[out]


def test_bot_cannot_change_what_the_next_turn_is_told() -> None:
    match = play_random(Match("rummy", 3, seed=4), seed=4, moves=30)
    seat = match.to_act[0]
    whole = [dict(notice) for notice in Turn.of(match, seat, Random(1)).told]
    for notice in Turn.of(match, seat, Random(1)).told:
        notice.clear()
    assert Turn.of(match, seat, Random(1)).told == whole


def test_turn_in_a_match_that_has_forgotten_has_the_notices_that_are_left() -> None:
    match = play_random(Match("rummy", 3, seed=4), seed=4, moves=30)
    seat = match.to_act[0]
    whole = list(Turn.of(match, seat, Random(1)).told)
    match.forget_before(match.history.event_count - 10)
    left = Turn.of(match, seat, Random(1)).told
    assert 0 < len(left) < len(whole)
    assert left == whole[-len(left) :]


def test_nothing_is_made_before_it_is_asked_for() -> None:
    asked = []

    def note(what: str, answer: Any) -> Any:
        def give(seat: int) -> Any:
            asked.append(what)
            return answer

        return give

    legal, view, told = (
        note("legal", []),
        note("view", View(Seat(0), {}, {}, {})),
        note("notices", []),
    )
    turn = Turn(0, Random(1), {}, legal=legal, view=view, notices=told)
    assert asked == []
    for _ in range(2):
        _ = turn.legal, turn.view, turn.notices
    assert asked == ["legal", "view", "notices"]


def test_what_a_bot_does_to_its_list_of_moves_changes_nothing() -> None:
    turn = turn_of(Match("scopa", 3, seed=20))

    def forger(turn: Turn) -> Move:
        turn.legal.append(Move("10B", "lay", (), (0, 0)))
        turn.legal.clear()
        return Move("10B", "lay", (), (0, 0))

    with pytest.raises(BotError, match="'10B', which is not legal now"):
        ask(forger, turn, "forger")
    assert [move.text for move in turn.legal] == ["1S", "7D x 3S 4B", "2C"]


# What a bot may answer.


@pytest.mark.parametrize("answer", ["7D x 3S 4B", "7d X  3s 4b", Move("7D x 3S 4B", "", (), ())])
def test_move_or_its_text_is_an_answer(answer: Any) -> None:
    turn = turn_of(Match("scopa", 3, seed=20))
    assert ask(lambda turn: answer, turn, "bot") is turn.legal[1]


@pytest.mark.parametrize("answer", [None, 7, ["1S"], 1.5])
def test_answer_that_is_no_move_is_refused(answer: Any) -> None:
    turn = turn_of(Match("scopa", 3, seed=20))
    with pytest.raises(BotError) as caught:
        ask(lambda turn: answer, turn, "odd")
    assert str(caught.value) == (
        f"The bot 'odd' returned {answer!r}; it has to return one of turn.legal."
    )


@pytest.mark.parametrize("answer", ["7D", "9B", "throw", "", "1S 1S"])
def test_text_that_is_not_legal_is_refused(answer: Any) -> None:
    turn = turn_of(Match("scopa", 3, seed=20))
    with pytest.raises(BotError) as caught:
        ask(lambda turn: answer, turn, "odd")
    assert str(caught.value) == (
        f"The bot 'odd' chose {answer!r}, which is not legal now. Legal is 1S or 7D x 3S 4B or 2C."
    )


def test_move_of_another_time_is_refused() -> None:
    match = Match("scopa", 3, seed=20)
    old = match.legal(0)[0]
    match.play(0, old)
    with pytest.raises(BotError, match="The bot 'late' chose '1S', which is not legal now"):
        ask(lambda turn: old, turn_of(match), "late")


def test_long_list_of_legal_moves_is_cut_short() -> None:
    match = Match("sixty_six", 3, seed=1, options={"variant": "draft"})
    with pytest.raises(BotError, match=r"show 2 3 or stop\.$"):
        ask(lambda turn: "fold", turn_of(match), "bot")  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize(
    ("error", "printed"),
    [
        (KeyError("hand:9"), "KeyError: 'hand:9' (line "),
        (SystemExit(3), "SystemExit: 3 (line "),
        (RecursionError("too\ndeep"), "RecursionError: too deep (line "),
    ],
)
def test_bot_that_fails_gets_a_sentence(error: BaseException, printed: str) -> None:
    def failing(turn: Turn) -> Move:
        raise error

    with pytest.raises(BotError) as caught:
        ask(failing, turn_of(Match("dice", 3, seed=1)), "wreck")
    assert str(caught.value).startswith(f"The bot 'wreck' failed: {printed}")
    assert "\n" not in str(caught.value)


# Where bots are found.


def test_random_is_there_for_every_game_and_bot_is_the_games_own() -> None:
    for game in OUR_GAMES:
        assert find_bot("random", game) is random_bot
        own = find_bot("bot", game)
        module = (
            getattr(own.policy, "__name__", "") if isinstance(own, PolicyBot) else own.__module__
        )
        assert module == f"settebello.bots.{game.NAME}"
    stranger: Any = toy_game
    assert find_bot("bot", stranger) is random_bot


def test_random_takes_every_move_about_as_often() -> None:
    turn = turn_of(Match("scopa", 3, seed=20))
    texts = [random_bot(turn).text for _ in range(600)]
    assert all(150 < texts.count(move.text) < 250 for move in turn.legal)


def test_bot_of_a_file_is_found_by_its_path() -> None:
    bot = find_bot(MY_FIRST_BOT, scopa)
    assert ask(bot, turn_of(Match("scopa", 3, seed=20)), "mine").text == "7D x 3S 4B"


WRONG_FILES = {
    "raises": (
        "1 / 0",
        "cannot be loaded: ZeroDivisionError: division by zero (line 1 of bot.py).",
    ),
    "exits": ("raise SystemExit(2)", "cannot be loaded: SystemExit: 2 (line 1 of bot.py)."),
    "garbled": ("def bot(:", "cannot be loaded: SyntaxError: invalid syntax (bot.py, line 1)."),
    "empty": ("", "needs a function 'bot' that takes a turn."),
    "no-function": ("bot = 7", "needs a function 'bot' that takes a turn."),
}


@pytest.mark.parametrize(("source", "printed"), WRONG_FILES.values(), ids=WRONG_FILES.keys())
def test_wrong_file_gets_a_sentence(source: str, printed: str, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(source, "utf-8")
    with pytest.raises(BotError) as caught:
        find_bot(str(file), scopa)
    assert str(caught.value) == f"The bot file {file} {printed}"
    assert list(tmp_path.iterdir()) == [file]  # nothing compiled beside it


@pytest.mark.parametrize("name", ["", "best", "Random", "bot "])
def test_unknown_name_gets_a_sentence(name: str) -> None:
    with pytest.raises(BotError) as caught:
        find_bot(name, scopa)
    assert str(caught.value) == (
        f"There is no bot '{name}'. A bot is random, bot (the game's own), easy, medium, hard, "
        "or the path of a .py file with a function 'bot'."
    )


def test_missing_file_gets_a_sentence(tmp_path: Path) -> None:
    for path in (tmp_path / "none.py", tmp_path / "folder.py"):
        (tmp_path / "folder.py").mkdir(exist_ok=True)
        with pytest.raises(BotError, match=re.escape(f"There is no file {path}.")):
            find_bot(str(path), scopa)


# Every bot plays every game to its end, whatever the seats and the options.

SETTINGS: list[tuple[Game, int, dict[str, Any]]] = [
    *((dice, 3, options) for options in (
        {}, {"turns": 1}, {"turns": 60}, {"skip_on": "face"}, {"early_end_ignores_ties": True})),
    *((scopa, seats, {"target": 4}) for seats in scopa.SEATS),
    *((scopa, 3, {"target": 3, name: value}) for name, value in (
        ("sweep_on_last_card", False), ("redeal_three_tens", True), ("primiera", True))),
    *((sixty_six, seats, {"variant": variant})
      for seats in sixty_six.SEATS for variant in ("standard", "draft")),
    *((rummy, seats, {"target": 20}) for seats in rummy.SEATS),
    *((rummy, 3, {"target": 20, name: value}) for name, value in (
        ("melds_per_turn", 0), ("melds_per_turn", 4), ("lay_off_own_only", True),
        ("going_rummy", True), ("reshuffle", True))),
    *((briscola, seats, {"wins": 2}) for seats in briscola.SEATS),
    *((hearts, 4, {"target": 30, name: True}) for name in (
        "passing", "queen_breaks_hearts", "points_on_first_trick")),
    (hearts, 4, {"target": 30, "passing": False}),
    *((liars_dice, seats, {"dice": 2}) for seats in liars_dice.SEATS),
    *((liars_dice, 3, {name: value}) for name, value in (
        ("dice", 5), ("wild_ones", False), ("raising", "face"))),
    *((go_fish, seats, {"lucky_catch": seats > 2}) for seats in go_fish.SEATS),
]  # fmt: skip


def setting_id(setting: tuple[Game, int, dict[str, Any]]) -> str:
    game, seats, options = setting
    return "-".join(
        [game.NAME, str(seats), *(f"{name}={value}" for name, value in options.items())]
    )


@pytest.mark.parametrize("setting", SETTINGS, ids=setting_id)
@pytest.mark.parametrize("others", ["bot", "random"])
def test_bot_plays_to_the_end(setting: tuple[Game, int, dict[str, Any]], others: str) -> None:
    game, seats, options = setting
    plan = SimulationPlan(game, ["bot", *[others] * (seats - 1)], seed=3, options=options)
    played = Simulation(plan).play(1, recorded=True)
    assert played.record is not None
    match = Match.replay(played.record)  # it refuses every move that is not legal
    assert match.over
    assert len(played.record["moves"]) == played.moves
    assert (match.scores, match.winners) == (played.result.scores, played.result.winners)


# Dice.


def test_dice_bot_throws_and_rerolls() -> None:
    match = Match("dice", 3, luck=Scripted(shuffles=[[0, 1, 2]], rolls=[1, 3]))
    assert chosen(dice, match) == "throw"
    match.play(0, "throw")
    assert chosen(dice, match) == "reroll"


# Scopa.


def scopa_choice(legal: str, table: str, hand: str, piles: str = "") -> str:
    places = {"table": table, "hand:0": hand, "hand:1": "?? ?? ??", "pile:1": piles}
    places["stock"] = " ".join(["??"] * (40 - sum(len(there.split()) for there in places.values())))
    return find_bot("bot", scopa)(imagined(legal, places, order=[0, 1])).text


def test_scopa_bot_sweeps() -> None:
    assert scopa_choice("7C x 3D 4D, 3B x 3D", "3D 4D", "7C 3B") == "7C x 3D 4D"


def test_scopa_bot_takes_the_settebello() -> None:
    assert scopa_choice("7C x 7D, 7C x 7B", "7B 10C 7D 10S", "7C 1B") == "7C x 7D"


def test_scopa_bot_leaves_no_sweep() -> None:
    # On a table of 9, an ace makes 10, which the next player may have; a 2 makes 11.
    assert scopa_choice("1C, 2C", "9B", "1C 2C") == "2C"


def test_scopa_bot_knows_which_cards_are_gone() -> None:
    # The table would be swept by a 10; but all of them are in the piles. A 2 is not.
    assert scopa_choice("1C, 2C", "9B", "1C 2C", piles="10D 10C 10S 10B") == "1C"


def test_scopa_bot_lays_down_what_it_can_take_again() -> None:
    # With the other three in the hand, a three on the table is for itself.
    assert scopa_choice("3C, 5C", "10B 10S 9C", "3C 3S 5C", piles="3D 3B 5D 5B") == "3C"


# 66.


def sixty_six_match(*hands: str, deck: str = "", variant: str = "standard") -> Match:
    cards = " ".join([*hands, deck]).split()
    luck = Scripted(picks=[0], shuffles=[cards])
    return Match("sixty_six", len(hands), luck=luck, options={"variant": variant})


def test_bot_of_66_trades_its_highest_card_for_a_low_one() -> None:
    match = sixty_six_match("13 5 1 1", "9 9 9 9", deck="2")
    assert chosen(sixty_six, match) == "deck"
    match.play(0, "deck")
    assert chosen(sixty_six, match) == "own 0"


def test_bot_of_66_claims_a_pair_that_it_knows() -> None:
    match = sixty_six_match("6 6 1 1", "9 9 9 9", deck="4")
    match.play(0, "deck")
    assert chosen(sixty_six, match) == "show 0 1"
    draft = sixty_six_match("6 6 1 1", "9 9 9 9", variant="draft")
    assert chosen(sixty_six, draft) == "show 0 1"


def test_bot_of_66_claims_nothing_that_it_does_not_know() -> None:
    match = sixty_six_match("5 1 9 9", "9 8 8 8", deck="13")
    match.play(0, "deck")
    assert chosen(sixty_six, match) == "discard"


def test_bot_of_66_peeks_at_what_it_does_not_know() -> None:
    match = sixty_six_match("2 3 9 9", "9 9 8 8", deck="7")
    match.play(0, "deck")
    assert chosen(sixty_six, match) == "discard"
    match.play(0, "discard")
    assert chosen(sixty_six, match) == "own 2"


@pytest.mark.parametrize("variant", ["standard", "draft"])
def test_bot_of_66_exchanges_its_highest_for_the_lowest_that_was_shown(variant: str) -> None:
    match = sixty_six_match("13 3 9 9", "9 0 8 8", deck="9 1 12", variant=variant)
    for text in ("deck", "discard", "other 1 1", "deck", "discard", "deck", "discard"):
        match.play(match.to_act[0], text)
    moves = []
    while match.to_act == (0,):
        moves.append(chosen(sixty_six, match))
        match.play(0, moves[-1])
    assert moves == (["exchange 0 1 1"] if variant == "draft" else ["own 0", "other 1 1"])


def test_bot_of_66_takes_a_low_card_from_the_pile() -> None:
    match = sixty_six_match("9 9 9 9", "13 3 8 8", deck="1")
    match.play(0, "deck")
    match.play(0, "discard")
    assert chosen(sixty_six, match) == "pile"
    match.play(1, "pile")
    assert chosen(sixty_six, match) == "own 0"


def test_bot_of_66_stops_when_it_is_far_ahead() -> None:
    match = sixty_six_match("1 0 1 9", "9 9 9 8", "8 8 8 5", deck="7 6 6")
    assert chosen(sixty_six, match) != "stop"
    for text in ("deck", "discard", "own 2", "deck", "discard", "deck", "discard"):
        match.play(match.to_act[0], text)
    assert chosen(sixty_six, match) == "stop"


# Rummy.

RUMMY_FACTS: dict[str, Any] = {"players": ["Ann", "Bea"], "taken": None, "melds_left": 1}


def rummy_choice(
    legal: str,
    hand: str,
    discard: str = "KD",
    drawn: bool = True,
    melds: Sequence[str] = (),
    melds_left: int = 1,
) -> str:
    places = {"hand:0": hand, "hand:1": "?? ??", "stock": "?? ??", "discard": discard}
    places.update({f"meld:{number}": meld for number, meld in enumerate(melds, start=1)})
    facts = {**RUMMY_FACTS, "melds_left": melds_left, "meld_owners": [1] * len(melds)}
    turn = imagined(legal, places, drawn=drawn, **facts)
    return find_bot("bot", rummy)(turn).text


@pytest.mark.parametrize(
    ("hand", "top", "drawn_from"),
    [
        ("7S 7H 2C", "7D", "pile"),  # three of a rank
        ("7S 8S 2C", "9S", "pile"),  # runs: at the end, ...
        ("7S 9S 2C", "8S", "pile"),  # ... in the middle, ...
        ("AS 3S 2C", "2S", "pile"),
        ("7S 8S 2C", "10S", "stock"),
        ("QS KS 2C", "AS", "stock"),  # the ace is low
        ("KS AH 2H", "QH", "stock"),
        ("KS QS 2H", "AH", "stock"),  # next to each other in the deck, not in a suit
        ("4D 9C 2C", "7D", "stock"),
    ],
)
def test_rummy_bot_draws_what_makes_a_meld(hand: str, top: str, drawn_from: str) -> None:
    choice = rummy_choice("draw stock, draw pile", hand, f"KD {top}", drawn=False)
    assert choice == f"draw {drawn_from}"


@pytest.mark.parametrize(
    ("meld", "top", "drawn_from"),
    [("7S 8S 9S", "10S", "pile"), ("7S 8S 9S", "6S", "pile"), ("7S 8S 9S", "6H", "stock"),
     ("5S 5H 5D", "5C", "pile"), ("JS QS KS", "AH", "stock")],
)  # fmt: skip
def test_rummy_bot_draws_what_it_can_lay_off(meld: str, top: str, drawn_from: str) -> None:
    choice = rummy_choice("draw stock, draw pile", "2C 9D", top, drawn=False, melds=[meld])
    assert choice == f"draw {drawn_from}"


def test_rummy_bot_draws_nothing_for_melds_that_are_not_its_own_if_they_do_not_count() -> None:
    places = {"hand:0": "2C 9D", "discard": "10S", "stock": "??", "meld:1": "7S 8S 9S"}
    for owner, drawn_from in ((1, "stock"), (0, "pile")):
        turn = imagined("draw stock, draw pile", places, drawn=False, meld_owners=[owner],
                        options={"lay_off_own_only": True}, **RUMMY_FACTS)  # fmt: skip
        assert find_bot("bot", rummy)(turn).text == f"draw {drawn_from}"


def test_rummy_bot_lays_the_largest_meld_first() -> None:
    legal = "meld 7S 8S 9S, meld 7S 8S 9S 10S, meld KS KH KD, discard 2C"
    assert rummy_choice(legal, "7S 8S 9S 10S KS KH KD 2C") == "meld 7S 8S 9S 10S"


def test_rummy_bot_lays_off_before_it_discards() -> None:
    legal = "add 3C to 1, add 10S to 2, discard 3C, discard 10S, discard KD"
    melds = ["3S 3H 3D", "7S 8S 9S"]
    assert rummy_choice(legal, "3C 10S KD", melds=melds) == "add 10S to 2"


@pytest.mark.parametrize(
    ("hand", "gone", "thrown"),
    [
        ("KS QS 7C", "4H", "7C"),  # a jack would make a run
        ("KS QS 7C", "4H JS", "KS"),  # it is gone
        ("9S 9H KD", "4H", "KD"),
        ("KS KH KD 9C", "4H", "9C"),  # a meld that has to wait for the next turn
    ],
)
def test_rummy_bot_discards_the_dearest_card_without_friends(
    hand: str, gone: str, thrown: str
) -> None:
    legal = ", ".join(f"discard {card}" for card in hand.split())
    assert rummy_choice(legal, hand, gone, melds_left=0) == f"discard {thrown}"


# Hearts.


def test_hearts_bot_passes_the_high_spades() -> None:
    hand = ["QS", "KS", "AS", "2H", "3H", "4H", "2D", "3D", "4D", "5D", "2C", "3C", "4C"]
    match = Match("hearts", 4, luck=Scripted(shuffles=[hand]))
    assert chosen(hearts, match) == "pass AS QS KS"


# Liar's dice.


def liar_choice(own: str, bids: str, options: dict[str, Any] | None = None) -> str:
    """What Bea's bot says to bids of Ann and Cal, who have two dice each and so has Bea."""
    dice = [1, 2, *map(int, own.split()), 3, 4]
    luck = Scripted(rolls=dice, picks=[0 if bids else 1])
    match = Match("liars_dice", 3, luck=luck, options={"dice": 2, **(options or {})})
    if bids:
        match.play(0, bids)
    return chosen(liars_dice, match)


def test_liars_dice_bot_bids_what_it_has() -> None:
    assert liar_choice("6 6", "").endswith("x 6")


def test_liars_dice_bot_doubts_what_cannot_be() -> None:
    assert liar_choice("2 3", "bid 6 x 5") == "doubt"
    assert liar_choice("2 3", "bid 6 x 1") == "doubt"  # there is nothing higher


def test_liars_dice_bot_raises_what_it_holds_itself() -> None:
    assert liar_choice("5 5", "bid 1 x 5") == "bid 2 x 5"
    assert liar_choice("5 1", "bid 1 x 6") == "bid 1 x 1"  # it is higher than sixes


# Briscola.


def briscola_choice(hand: str, *played: str, seats: int = 2, trump: str = "S") -> str:
    """What seat 0 plays when those before it have played these cards."""
    places = {f"trick:{seat}": "" for seat in range(seats)} | {"hand:0": hand}
    for seat, card in enumerate(played, start=seats - len(played)):
        places[f"trick:{seat}"] = card
    facts: dict[str, Any] = {"players": ["Ann", "Bea", "Cal", "Dan"][:seats], "suit": trump}
    return find_bot("bot", briscola)(imagined(hand.replace(" ", ","), places, **facts)).text


def test_briscola_bot_leads_a_card_that_is_worth_nothing() -> None:
    assert briscola_choice("1D 5C 2S") == "5C"


def test_briscola_bot_takes_an_ace_with_its_lowest_trump() -> None:
    assert briscola_choice("4C 9S 2S", "1D") == "2S"


def test_briscola_bot_keeps_its_trumps_when_there_is_nothing_to_take() -> None:
    assert briscola_choice("4C 9S 2S", "5D") == "4C"


def test_briscola_bot_gives_points_to_its_partner_and_not_to_others() -> None:
    assert briscola_choice("3C 4B 8S", "4D", "1D", "5D", seats=4) == "3C"  # Cal takes it
    assert briscola_choice("3C 4B 6B", "1D", "4D", "5D", seats=4) == "4B"


# Go Fish.


def fishing(hands: str, *moves: str) -> str:
    """What Ann asks in their next turn, after these moves of Ann, Bea, Cal and so on."""
    luck = Scripted(picks=[0], shuffles=[[*hands.split()]])
    match = Match("go_fish", 3, luck=luck)
    for move in moves:
        match.play(match.to_act[0], move)
    assert match.to_act == (0,)
    return chosen(go_fish, match)


# Three hands, and the top of the stock.
FISHES = "7S 7H 2S 3S 4S 5S 6S  7D 8S 9S 10S JS QS KS  AS 2H 3H 4H 5H 6H 8H  AH AD AC"


def test_go_fish_bot_asks_where_a_card_surely_is() -> None:
    assert fishing(FISHES, "ask 1 6", "ask 2 J", "ask 1 5") == "ask 2 5"


def test_go_fish_bot_does_not_ask_again_for_what_is_not_there() -> None:
    asked = fishing(FISHES, "ask 2 7", "ask 2 J", "ask 0 8")
    assert asked.startswith("ask 1 ")  # Cal may have drawn a seven since, which is less likely


# The page about writing a bot.


def page_blocks() -> list[str]:
    page = (ROOT / "docs/writing-a-bot.md").read_text("utf-8")
    return re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def test_page_shows_the_example_as_it_is() -> None:
    shown = [block for block in page_blocks() if not block.startswith(">>>")]
    assert len(shown) == 1
    assert shown[0] in (ROOT / "examples/my_first_bot.py").read_text("utf-8")


def test_session_of_the_page_runs_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = "\n".join(block for block in page_blocks() if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(session, {}, "writing-a-bot.md", None, 0)
    assert len(test.examples) > 8
    complaints: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert not complaints, "\n".join(complaints)


def test_first_bot_is_ten_lines_of_code() -> None:
    lines = (ROOT / "examples/my_first_bot.py").read_text("utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 10
