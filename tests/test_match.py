"""One match: who may do what, and what everybody is told."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import toy_game
from helpers import altered, play_random, play_texts, snapshot, viewers, world_of
from match_scenes import ABC, SCOPA, dice_match, scopa_match, texts, toy_match
from settebello import IllegalMove, Match, Scripted
from settebello.cards import Seat
from settebello.game import Move, Result
from settebello.games import dice, scopa
from settebello.notation import examples


def events(match: Match, viewer: int | None) -> list[str]:
    return [notice["event"] for notice in match.notices(viewer)]


# How a match begins.


def test_players_are_a_list_of_names_or_a_number() -> None:
    assert Match("dice", ABC, seed=1).players == ("Ann", "Bea", "Cal")
    assert Match("dice", ("Ann", "Bea", "Cal"), seed=1).players == ("Ann", "Bea", "Cal")
    assert Match("dice", 3, seed=1).players == ("Player 1", "Player 2", "Player 3")


def test_a_game_is_given_by_name_or_as_it_is() -> None:
    assert Match("scopa", 2, seed=1).game is Match(scopa, 2, seed=1).game


def test_names_are_trimmed() -> None:
    assert Match("dice", [" Ann", "Bea ", "\tCal\n"], seed=1).players == ("Ann", "Bea", "Cal")


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    one, same, other = (play_random(Match("scopa", ABC, seed=seed), 1) for seed in (5, 5, 6))
    assert snapshot(one) == snapshot(same)
    assert one.record()["luck"] != other.record()["luck"]


@pytest.mark.usefixtures("system_chance")
def test_without_seed_or_luck_chance_is_new_each_time() -> None:
    dealt = {Match("scopa", 3).record()["luck"][1] for _ in range(3)}
    assert len(dealt) == 3


def test_options_are_complete_and_the_given_ones_hold() -> None:
    match = Match("dice", 3, seed=1, options={"turns": 1})
    assert match.options == {"turns": 1, "skip_on": "count", "early_end_ignores_ties": False}


# What is wrong at the beginning is refused in one sentence that says what is allowed.


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (2, "dice is for 3 players, not 2."),
        (0, "dice is for 3 players, not 0."),
        (["Ann"], "dice is for 3 players, not 1."),
        ([], "dice is for 3 players, not 0."),
        (-5, "dice is for 3 players, not -5."),
        (1000, "dice is for 3 players, not 1000."),
        ("Ann", "The players are a number or a list of names."),
        (None, "The players are a number or a list of names."),
        (True, "The players are a number or a list of names."),
        (3.0, "The players are a number or a list of names."),
        ({"Ann", "Bea", "Cal"}, "The players are a number or a list of names."),
    ],
)
def test_wrong_players(players: Any, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is compared below)
        Match("dice", players, seed=1)
    assert str(caught.value) == sentence


def test_wrong_number_of_players_names_all_that_are_allowed() -> None:
    with pytest.raises(ValueError, match=r"^scopa is for 2, 3, 4 or 6 players, not 5\.$"):
        Match("scopa", 5)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "A name cannot be empty."),
        (" \t", "A name cannot be empty."),
        ("Computer", "Name cannot be Computer"),
        (" coMPuter ", "Name cannot be Computer"),
        ("A" * 25, "A name has at most 24 characters."),
        ("Ann", "The name Ann is taken already."),
        (" aNN ", "The name aNN is taken already."),
        ("Be\na", "A name is made of printable characters."),
        ("Be\x1b[1ma", "A name is made of printable characters."),
        ("Be\u202ea", "A name is made of printable characters."),
        ("Be\ud800a", "A name is made of printable characters."),
    ],
)
def test_wrong_names(name: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is compared below)
        Match("dice", ["Ann", name, "Cal"], seed=1)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("name", [5, None, b"Bea", ["Bea"]])
def test_a_name_that_is_no_text_is_refused_as_that(name: Any) -> None:
    with pytest.raises(ValueError, match="text"):
        Match("dice", ["Ann", name, "Cal"], seed=1)


@pytest.mark.parametrize("name", ["A" * 24, "Zoë", "李", "<b>", "{ $x }", "O'Neil", "A B"])
def test_unusual_names_are_welcome(name: str) -> None:
    assert Match("dice", ["Ann", name, "Cal"], seed=1).players[1] == name


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"turns": 0}, "The option 'turns' is 1 to 1,000, not 0."),
        ({"turns": 1001}, "The option 'turns' is 1 to 1,000, not 1001."),
        ({"turns": "12"}, "The option 'turns' is 1 to 1,000, not '12'."),
        ({"turns": 12.0}, "The option 'turns' is 1 to 1,000, not 12.0."),
        ({"turns": True}, "The option 'turns' is 1 to 1,000, not True."),
        ({"skip_on": "die"}, "The option 'skip_on' is count or face, not 'die'."),
        ({"skip_on": ["face"]}, "The option 'skip_on' is count or face, not ['face']."),
        (
            {"early_end_ignores_ties": 1},
            "The option 'early_end_ignores_ties' is true or false, not 1.",
        ),
        (
            {"target": 8},
            "dice has no option 'target'. Its options are: turns, skip_on, early_end_ignores_ties.",
        ),
        ([("turns", 3)], "Options are a mapping from names to values."),
    ],
)
def test_wrong_options(options: Any, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is compared below)
        Match("dice", 3, seed=1, options=options)
    assert str(caught.value) == sentence


def test_a_seed_and_a_luck_together_are_an_error() -> None:
    with pytest.raises(ValueError, match=r"^Give a seed or a luck, not both\.$"):
        Match("dice", 3, seed=1, luck=Scripted())


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.5, False])
def test_a_wrong_seed(seed: Any) -> None:
    with pytest.raises(ValueError, match="A seed is a whole number from 0 to"):
        Match("dice", 3, seed=seed)


def test_an_unknown_game_names_those_that_are_there() -> None:
    with pytest.raises(ValueError, match=r"There is no game 'chess'\. The games are: .*scopa"):
        Match("chess", 2)


# Who may act.


def test_to_act_is_the_seats_that_may_move_now() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[2, 0, 1]]))
    assert match.to_act == (2,)
    match.play(2, "skip")
    assert match.to_act == (0,)


def test_legal_is_empty_for_a_seat_that_is_not_to_act() -> None:
    match = dice_match()
    assert texts(match, 0) == ["throw", "skip"]
    assert match.legal(1) == match.legal(2) == []


def test_several_seats_may_act_at_once_in_any_order() -> None:
    match = toy_match()
    assert list(match.to_act) == [0, 1]
    assert texts(match, 0) == texts(match, 1) == ["bid 0", "bid 1", "bid 2"]
    match.play(1, "bid 2")
    assert list(match.to_act) == [0]
    with pytest.raises(IllegalMove, match="It is not your turn; Ann to move"):
        match.play(1, "bid 1")
    match.play(0, "bid 0")
    assert match.view(None).facts["bids"] == [0, 2]


def test_nobody_is_to_act_when_the_match_is_over() -> None:
    match = play_random(Match("dice", 3, seed=2), 2)
    assert (match.over, match.to_act) == (True, ())
    assert [match.legal(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize("seat", [-1, 3, True, "0", 1.0])
def test_questions_about_a_seat_that_does_not_exist_are_refused(seat: Any) -> None:
    match = dice_match()
    questions: list[Callable[[Any], Any]] = [match.legal, match.view, match.notices, match.undo]
    for question in questions:
        with pytest.raises(ValueError, match=f"no seat {seat!r}; the seats are 0 to 2"):
            question(seat)


# Making moves.


def test_a_move_is_played_as_it_is_or_by_its_text() -> None:
    one, other = scopa_match(), scopa_match()
    one.play(0, one.legal(0)[0])
    other.play(0, str(other.legal(0)[0]))
    assert snapshot(one) == snapshot(other)


@pytest.mark.parametrize("text", ["7D x 3S 4B", "7d X 4b 3s", "  7D  x\t4B 3S\n"])
def test_a_text_may_have_any_case_blanks_and_order_of_cards(text: str) -> None:
    match = scopa_match()
    match.play(0, text)
    assert match.record()["moves"] == [[0, "7D x 3S 4B"]]


def test_a_move_found_in_one_match_may_be_played_in_another() -> None:
    move = scopa_match().legal(0)[0]
    match = scopa_match()
    match.play(0, move)
    assert match.record()["moves"] == [[0, move.text]]


def test_play_returns_the_events_unfiltered() -> None:
    happened = scopa_match().play(0, "7D x 3S 4B")
    assert [repr(event) for event in happened] == [
        "Captured(seat=0, card='7D', taken=['3S', '4B'])"
    ]


def test_play_returns_the_events_of_the_house_too() -> None:
    happened = dice_match(5, 2).play(0, "throw")
    assert [(event.kind, event.facts.get("face")) for event in happened] == [
        ("Thrown", 5),
        ("Thrown", 2),
        ("TurnEnded", None),
        ("ColourChanged", None),
    ]


def test_a_legal_move_has_a_verb_and_the_pieces_it_touches() -> None:
    match = scopa_match()
    take = next(move for move in match.legal(0) if move.text == "7D x 3S 4B")
    view = match.view(0)
    assert take.verb == "take"
    assert take.pieces == (view.pieces["hand:0"][0], *view.pieces["table"][:2])


def test_moves_are_equal_when_text_and_pieces_are() -> None:
    one, other = scopa_match().legal(0), scopa_match().legal(0)
    assert one == other
    assert len({*one, *other}) == len(one)
    assert one[0] != one[0].text


@pytest.mark.parametrize("game", [dice, scopa, toy_game])
def test_a_legal_move_touches_only_pieces_that_its_seat_sees_lying(game: Any) -> None:
    match = Match(game, 3, seed=8)
    for step in range(60):
        for seat in match.to_act:
            seen = {piece for ids in match.view(seat).pieces.values() for piece in ids}
            for move in match.legal(seat):
                assert seen.issuperset(move.pieces)
        play_random(match, step, moves=1)


# Refusals.


def refused(match: Match, seat: Any, move: Any) -> IllegalMove:
    """The refusal of a move, after a look that it has changed nothing."""
    before = snapshot(match)
    with pytest.raises(IllegalMove) as caught:
        match.play(seat, move)
    assert snapshot(match) == before
    assert caught.value.sentence == str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("seat", "move", "code", "sentence"),
    [
        (0, "8D", "not-in-hand", "8D is not possible: that card is not in your hand."),
        (0, "7D", "must-take", "7D can take, and a card that can take must take."),
        (0, "7D x 2D", "not-on-table", "7D x 2D is not possible: not all of these cards are on"),
        (0, "3c x 1c", "wrong-sum", "3C x 1C is not possible: the values do not match."),
        (0, "7D x 4B", "wrong-sum", "7D x 4B is not possible: the values do not match."),
        (0, "throw", "unreadable", '"throw" is not a move here; try '),
        (0, "", "unreadable", '"" is not a move here; try '),
        (0, "x" * 5000, "unreadable", f'"{"x" * 60}..." is not a move here; try '),
        (0, None, "unreadable", '"" is not a move here; try '),
        (0, 7, "unreadable", '"" is not a move here; try '),
        (1, "3D x 3S", "not-your-turn", "It is not your turn; Ann to move."),
        (3, "7D", "no-such-seat", "There is no seat 3; the seats are 0 to 2."),
        (-1, "7D", "no-such-seat", "There is no seat -1; the seats are 0 to 2."),
        (None, "7D", "no-such-seat", "There is no seat None; the seats are 0 to 2."),
        ("0", "7D", "no-such-seat", "There is no seat 0; the seats are 0 to 2."),
        (False, "7D", "no-such-seat", "There is no seat False; the seats are 0 to 2."),
    ],
)
def test_an_illegal_move_has_a_code_and_a_sentence_and_changes_nothing(
    seat: Any, move: Any, code: str, sentence: str
) -> None:
    refusal = refused(scopa_match(), seat, move)
    assert refusal.code == code
    assert refusal.sentence.startswith(sentence)


def test_a_seat_of_thousands_of_digits_does_not_exist_either() -> None:
    assert refused(scopa_match(), 10**5000, "7D").code == "no-such-seat"


def test_a_single_card_of_the_same_value_comes_first() -> None:
    match = Match("scopa", ABC, luck=Scripted(shuffles=[[], [*SCOPA[:9], "3S", "4B", "7C", "1C"]]))
    assert refused(match, 0, "7D x 3S 4B").code == "single-first"


def test_a_refusal_tells_what_could_be_played_instead() -> None:
    assert refused(dice_match(), 0, "jump").sentence.endswith("; try throw or skip.")


def test_a_refusal_names_at_most_eight_moves() -> None:
    match = play_texts(toy_match(), "bid 0", "bid 0")
    assert len(match.legal(0)) > 8
    tried = refused(match, 0, "jump").sentence.split("; try ")[1]
    assert tried == " or ".join(map(str, examples(match.legal(0)))) + "."
    assert tried.count(" or ") == 7


def test_a_refusal_names_a_move_of_each_verb() -> None:
    moves = [Move(f"bid {n}", "bid", (), ()) for n in range(20)] + [Move("call", "call", (), ())]
    named = [move.text for move in examples(moves)]
    assert named == [*(f"bid {n}" for n in range(7)), "call"]
    assert [move.text for move in examples(moves, 1)] == ["bid 0"]
    assert examples(moves[:3]) == moves[:3]


def test_a_game_without_reasons_of_its_own_refuses_in_general_words() -> None:
    match = dice_match()
    refusal = refused(match, 0, "keep")
    assert (refusal.code, refusal.sentence) == (
        "not-legal",
        "keep is not possible now; try throw or skip.",
    )


def test_a_move_of_another_moment_is_refused() -> None:
    match = scopa_match()
    old = match.legal(0)[0]
    play_texts(match, "7D x 3S 4B", "3D", "2D")
    assert refused(match, 0, old).code == "not-in-hand"


def test_no_move_is_possible_after_the_end() -> None:
    match = play_random(Match("dice", 3, seed=2), 2)
    refusal = refused(match, 0, "throw")
    assert (refusal.code, refusal.sentence) == ("over", "The match is over.")


def test_an_illegal_move_is_a_value_error() -> None:
    assert issubclass(IllegalMove, ValueError)


# Views.


def test_a_view_shows_each_place_as_this_viewer_sees_it() -> None:
    match = scopa_match()
    assert match.view(0).places == {
        "stock": ["??"] * 27,
        "table": ["3S", "4B", "10D", "1C"],
        "hand:0": ["7D", "3C", "9S"],
        "hand:1": ["??"] * 3,
        "hand:2": ["??"] * 3,
        "pile:0": [],
        "pile:1": [],
        "pile:2": [],
    }
    assert match.view(1).places["hand:1"] == ["3D", "1B", "9B"]


def test_a_spectator_sees_what_everybody_sees() -> None:
    view = scopa_match().view(None)
    assert view.viewer is None
    assert [view.places[f"hand:{seat}"] for seat in range(3)] == [["??"] * 3] * 3
    assert view.places["table"] == ["3S", "4B", "10D", "1C"]


def test_the_top_of_a_pile_comes_last() -> None:
    match = scopa_match()
    match.play(0, "7D x 3S 4B")
    assert match.view(2).places["pile:0"] == ["3S", "4B", "7D"]


def test_a_view_as_a_dictionary_is_ready_for_json() -> None:
    for viewer in viewers(match := scopa_match()):
        told = match.view(viewer).to_dict()
        assert json.loads(json.dumps(told)) == told
        assert (told["viewer"], told["game"], told["players"]) == (viewer, "scopa", ABC)
        assert (told["to_act"], told["over"], told["winners"]) == ([0], False, [])
        assert (told["scores"], told["order"]) == ([0, 0, 0], [0, 1, 2])
        assert {name: len(ids) for name, ids in told["pieces"].items()} == {
            name: len(cards) for name, cards in told["places"].items()
        }


def test_a_game_without_cards_has_a_view_without_places() -> None:
    assert dice_match().view(0).places == {}


# Notices.


def test_notices_begin_with_the_deal_and_are_numbered() -> None:
    match = scopa_match()
    assert events(match, 1) == [
        "OrderDrawn", "RoundStarted", "Dealt", "Dealt", "Dealt", "TableDealt",
    ]  # fmt: skip
    match.play(0, "7D x 3S 4B")
    notices = match.notices(1)
    assert [notice["number"] for notice in notices] == [1, 2, 3, 4, 5, 6, 7]
    assert notices[2]["cards"] == ["??", "??", "??"]
    assert notices[3]["cards"] == ["3D", "1B", "9B"]
    assert notices[6]["text"] == "Ann takes the 3 of swords and the 4 of clubs with the 7 of coins."


def test_notices_are_ready_for_json() -> None:
    match = play_random(Match("scopa", 3, seed=3), 3, moves=40)
    for viewer in viewers(match):
        notices = match.notices(viewer)
        assert json.loads(json.dumps(notices)) == notices


def test_notices_since_a_number_are_those_after_it() -> None:
    match = scopa_match()
    everything = match.notices(0)
    assert match.notices(0, since=0) == everything
    assert match.notices(0, since=4) == everything[4:]
    assert match.notices(0, since=6) == []
    assert match.notices(0, since=99) == []


def test_each_viewer_has_their_own_numbers_without_gaps() -> None:
    match = play_random(Match("dice", 3, seed=2), 2)
    (winner,) = match.winners
    for viewer in viewers(match):
        numbers = [notice["number"] for notice in match.notices(viewer)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert ("Congratulated" in events(match, viewer)) == (viewer == winner)


def test_notices_speak_the_language_that_is_asked_for() -> None:
    match = scopa_match()
    assert (
        match.notices(0, "it")[5]["text"]
        == "In tavola: il 3 di spade, il 4 di bastoni, il 10 di denari e l'asso di coppe."
    )
    assert (
        match.notices(0, language="en")[5]["text"]
        == "On the table: the 3 of swords, the 4 of clubs, the 10 of coins and the ace of cups."
    )
    with pytest.raises(ValueError, match=r"no language 'de'\. The languages are: en, it"):
        match.notices(0, "de")


def test_what_is_handed_out_is_a_copy() -> None:
    match = scopa_match()
    before = json.dumps(snapshot(match))
    match.notices(0)[0]["order_seats"].append(7)
    match.notices(0)[2]["cards"].clear()
    match.view(0).places["table"].clear()
    match.view(0).facts["order"].append(7)
    match.record()["moves"].append([0, "1D"])
    match.record()["luck"].clear()
    match.record()["options"]["target"] = 1
    assert json.dumps(snapshot(match)) == before


# The end, scores and winners.


def test_scores_stand_at_any_time_and_winners_only_at_the_end() -> None:
    match = dice_match(2, 4, turns=2)
    assert (match.scores, match.winners, match.over) == ((0, 0, 0), (), False)
    match.play(0, "throw")  # a 2 counts six, and the next turn is lost
    assert (match.scores, match.winners, match.over) == ((6, 0, 0), (0,), True)


def test_winners_are_empty_until_the_end_whatever_the_rules_say() -> None:
    early = altered(dice, result=lambda state: Result(state.points, [Seat(0)]))
    match = Match(early, 3, seed=1)
    assert match.winners == ()
    assert match.view(0).facts["winners"] == []


def test_players_who_share_the_most_points_share_the_win() -> None:
    match = play_texts(toy_match(turns=1), "bid 1", "bid 1", "pass")
    assert (match.scores, match.winners) == ((0, 0), (0, 1))


# Small things.


def test_a_move_shows_its_text() -> None:
    move = Move("7D x 3S", "take", ("1.0", "1.9"), (1, 0, 9))
    assert (str(move), repr(move)) == ("7D x 3S", "<Move 7D x 3S>")
    assert move != Move("7D x 3S", "take", ("1.0", "1.8"), (1, 0, 8))


def test_a_world_of_a_game_without_cards_is_a_copy_of_its_state() -> None:
    match = dice_match()
    world: Any = world_of(match, 0, seed=1)
    world.points[0] = 50
    assert match.scores == (0, 0, 0)


def test_a_branch_goes_on_from_a_moment_with_other_luck_and_leaves_the_match_alone() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[]], rolls=[3, 3, 3]))
    match.play(0, "throw")
    moment, then = match.moment(), snapshot(match)
    match.play(1, "throw")
    now = snapshot(match)
    branch = match.branch(moment, Scripted(rolls=[4]))
    assert snapshot(branch) == then
    branch.play(1, "throw")
    assert branch.scores != match.scores
    assert snapshot(match) == now
