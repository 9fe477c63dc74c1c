"""One match: who may do what, what everybody is told, and what happens when something is wrong."""

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

import toy_game
from helpers import altered, play_random, play_texts, snapshot, viewers
from settebello import IllegalMove, Match, Scripted
from settebello.catalogue import RulesError
from settebello.game import Draw, Move, Options, Previous, Result
from settebello.games import dice, scopa
from settebello.luck import Luck, Seeded
from settebello.match import DRAWS_IN_A_ROW

ABC = ["Ann", "Bea", "Cal"]
# Ann has 7D 3C 9S, Bea 3D 1B 9B, Cal 2D 4D 6D; on the table 3S 4B 10D 1C.
SCOPA = ["7D", "3C", "9S", "3D", "1B", "9B", "2D", "4D", "6D", "3S", "4B", "10D", "1C"]


def dice_match(*rolls: int, **options: Any) -> Match:
    """Ann, Bea and Cal play in this order, and these dice fall."""
    return Match("dice", ABC, luck=Scripted(shuffles=[[]], rolls=rolls), options=options)


def scopa_match() -> Match:
    return Match("scopa", ABC, luck=Scripted(shuffles=[[], SCOPA]))


def toy_match(deck: str = "", *, first: int = 0, stirred: str = "", turns: int = 12) -> Match:
    """Ann and Bea at the toy game: hands, row, pile and stock (from its top) in this order."""
    luck = Scripted(picks=[first], shuffles=[deck.split(), stirred.split()])
    return Match(toy_game, ["Ann", "Bea"], luck=luck, options={"turns": turns})


def texts(match: Match, seat: int) -> list[str]:
    return [str(move) for move in match.legal(seat)]


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
    assert tried == " or ".join(texts(match, 0)[:8]) + " ...."


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


def test_each_viewer_has_numbers_of_his_own_without_gaps() -> None:
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
    early = altered(dice, result=lambda state: Result(state.points, [0]))
    match = Match(early, 3, seed=1)
    assert match.winners == ()
    assert match.view(0).facts["winners"] == []


def test_players_who_share_the_most_points_share_the_win() -> None:
    match = play_texts(toy_match(turns=1), "bid 1", "bid 1", "pass")
    assert (match.scores, match.winners) == ((0, 0), (0, 1))


# Records, replays and rematches.


@pytest.mark.parametrize("moves", [0, 1, 7, 30, None])
@pytest.mark.parametrize("game", ["dice", "scopa"])
def test_a_match_replays_at_any_point_and_goes_on(game: str, moves: int | None) -> None:
    match = play_random(Match(game, 3, seed=9), 9, moves)
    again = Match.replay(json.loads(json.dumps(match.record())))
    assert snapshot(again) == snapshot(match)
    play_random(again, 1)
    assert again.over
    assert again.record()["moves"][: len(match.record()["moves"])] == match.record()["moves"]


def test_a_replay_goes_on_with_the_luck_it_is_given() -> None:
    match = dice_match(4)
    match.play(0, "throw")
    again = Match.replay(match.record(), luck=Scripted(rolls=[3]))
    again.play(1, "throw")
    assert again.scores == (2, 3, 0)


def test_a_replay_stops_after_so_many_moves() -> None:
    match = play_random(Match("scopa", 3, seed=4), 4, 20)
    record = match.record()
    for moves in (0, 1, 13, 20, 99):
        part = Match.replay(record, upto=moves)
        assert part.record()["moves"] == record["moves"][:moves]
    assert snapshot(Match.replay(record, upto=20)) == snapshot(match)


def test_a_record_of_a_game_that_is_not_installed_replays_with_its_rules() -> None:
    match = play_random(Match(toy_game, 3, seed=4), 4)
    assert snapshot(Match.replay(match.record(), game=toy_game)) == snapshot(match)
    with pytest.raises(ValueError, match="There is no game 'magpie'"):
        Match.replay(match.record())
    with pytest.raises(ValueError, match="This is a record of 'magpie', not of 'dice'"):
        Match.replay(match.record(), game="dice")


def test_a_rematch_has_the_same_players_and_options_and_starts_afresh() -> None:
    match = play_random(Match("scopa", ABC, seed=4, options={"target": 3}), 4)
    new = match.rematch()
    assert (new.players, new.options, new.over) == (match.players, match.options, False)
    assert (new.scores, new.record()["moves"]) == ((0, 0, 0), [])
    assert new.record()["luck"] != match.record()["luck"][:2]
    assert match.over  # the old one stays as it was


def test_a_rematch_needs_no_luck_that_the_rules_do_not_ask_for() -> None:
    match = dice_match(4, 3, turns=2)
    play_texts(match, "throw", "throw")
    assert match.over
    new = match.rematch()
    assert new.record()["luck"] == []
    assert new.view(0).facts["order"] == [2, 0, 1]  # 0 points, then 2, then 3


@pytest.mark.parametrize(("game", "once"), [("scopa", 1_000), ("rummy", 10_000)])
def test_a_target_of_once_is_played_on_and_not_begun_any_more(game: str, once: int) -> None:
    with pytest.raises(ValueError, match=f"The option 'target' is 1 to {once // 10:,}, not"):
        Match(game, ABC, seed=1, options={"target": once})
    begun = play_random(Match(game, ABC, seed=1), 1, moves=5)
    record = begun.record()
    record["options"]["target"] = once
    match = Match.replay(record)
    assert match.options["target"] == once
    assert match.record() == record
    play_random(match, 1, moves=5)
    record["options"]["target"] = once + 1
    with pytest.raises(ValueError, match="target"):
        Match.replay(record)


def test_a_match_with_a_target_of_once_has_a_rematch() -> None:
    record = Match("scopa", ABC, seed=1).record()
    record["options"]["target"] = 101
    match = play_random(Match.replay(record, luck=Seeded(1)), 1)
    assert match.over
    assert match.rematch().options["target"] == 101


def test_the_record_of_a_rematch_stands_alone() -> None:
    new = play_random(play_random(Match("dice", 3, seed=4), 4).rematch(), 5)
    assert snapshot(Match.replay(json.loads(json.dumps(new.record())))) == snapshot(new)


def test_a_rematch_never_goes_on_with_the_generator_of_the_match() -> None:
    def first_deck(match: Match) -> str:
        return str(match.record()["luck"][1])

    match = play_random(Match("scopa", 3, seed=4), 4)
    one, same = match.rematch(), play_random(Match("scopa", 3, seed=4), 4).rematch()
    assert first_deck(one) == first_deck(same)  # the same seed, all the way
    going_on = match._luck.draw(Draw.cards("deck", range(40)), ())
    assert first_deck(one) != " ".join(scopa.FACES[face] for face in going_on)


def test_a_scripted_rematch_goes_on_with_the_script() -> None:
    luck = Scripted(shuffles=[[], [0, 2, 1]], rolls=[3] * 4)
    match = Match("dice", ABC, luck=luck, options={"turns": 1})
    match.play(0, "throw")
    new = match.rematch()
    new.play(1, "throw")
    assert new.scores == (0, 3, 0)
    assert luck.draw(Draw.seats("order", 3)) == (0, 2, 1)  # the order was not drawn


def test_a_rematch_before_the_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^A rematch can begin when the match is over\.$"):
        dice_match().rematch()


# Taking back.


def test_a_skip_can_be_taken_back_by_its_mover_only() -> None:
    match = dice_match()
    before = snapshot(match)
    match.play(0, "skip")
    assert [match.can_undo(seat) for seat in range(3)] == [True, False, False]
    for seat in (1, 2):
        with pytest.raises(IllegalMove, match="no move of yours that can be taken") as caught:
            match.undo(seat)
        assert caught.value.code == "nothing-to-undo"
    match.undo(0)
    assert snapshot(match) == before
    assert not match.can_undo(0)


def test_moves_are_taken_back_one_by_one_from_the_last() -> None:
    match = dice_match()
    moments = []
    for seat in range(3):
        moments.append(snapshot(match))
        match.play(seat, "skip")
    for seat in (2, 1, 0):
        assert [match.can_undo(other) for other in range(3)] == [
            other == seat for other in range(3)
        ]
        match.undo(seat)
        assert snapshot(match) == moments[seat]


def test_a_throw_cannot_be_taken_back_nor_what_came_before_it() -> None:
    match = dice_match(4)
    match.play(0, "skip")
    match.play(1, "throw")
    assert not any(match.can_undo(seat) for seat in range(3))
    before = snapshot(match)
    with pytest.raises(IllegalMove):
        match.undo(1)
    assert snapshot(match) == before


def test_an_answer_can_be_taken_back_to_the_question() -> None:
    match = dice_match(1, 6)
    match.play(0, "throw")
    match.play(0, "keep")
    match.undo(0)
    assert texts(match, 0) == ["reroll", "keep"]
    match.play(0, "reroll")
    assert match.scores == (6, 0, 0)


def test_a_card_of_scopa_cannot_be_taken_back() -> None:
    match = scopa_match()
    match.play(0, "7D x 3S 4B")
    assert not match.can_undo(0)


@pytest.mark.parametrize(
    ("move", "possible"),
    [
        ("pass", True),
        ("draw pile", True),  # everybody had seen it
        ("bury A", True),  # nobody has seen anything new
        ("draw stock", False),
        ("discard A", False),
        ("lay A", False),
        ("peek 0", False),
        ("compare 0 1", False),
        ("steal 0 from 1", False),
        ("stir", False),
    ],
)
def test_a_move_can_be_taken_back_while_nobody_has_learned_anything(
    move: str, possible: bool
) -> None:
    match = toy_match("A B C D E E D C B A")
    play_texts(match, "bid 0", "bid 0", "bury B", "discard C", move)
    assert match.can_undo(0) == possible


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    with pytest.raises(IllegalMove):
        dice_match().undo(0)


# Luck that fails: nothing changes, and the script is where it was.


def test_running_out_of_script_changes_nothing() -> None:
    match = dice_match()
    before = snapshot(match)
    with pytest.raises(ValueError, match="The script has no roll left for 'die': it had 0 in all"):
        match.play(0, "throw")
    assert snapshot(match) == before
    match.play(0, "skip")
    assert match.to_act == (1,)


def test_when_the_second_draw_of_a_move_fails_the_first_was_not_drawn() -> None:
    luck = Scripted(shuffles=[[]], rolls=[5])
    match = Match("dice", ABC, luck=luck)
    before = snapshot(match)
    for _ in range(2):
        with pytest.raises(ValueError, match="no roll left"):
            match.play(0, "throw")  # a 5 is thrown again by itself
        assert snapshot(match) == before
    assert luck.draw(Draw.die("die")) == (5,)


def test_a_deal_that_fails_leaves_the_script_as_it_was() -> None:
    luck = Scripted(shuffles=[[2, 1, 0]])
    with pytest.raises(ValueError, match="no shuffle left for 'deck'"):
        Match("scopa", ABC, luck=luck)
    assert luck.draw(Draw.seats("order", 3)) == (2, 1, 0)


def test_left_over_script_is_fine() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[], [1]], rolls=[3, 3], picks=[0]))
    match.play(0, "throw")
    assert match.scores == (3, 0, 0)


@pytest.mark.parametrize("first", [["7X"], ["7D", "7D"], [7]])
def test_a_scripted_card_that_is_not_there_or_twice_is_an_error(first: list[int | str]) -> None:
    with pytest.raises(ValueError, match="which is not there or is listed too often"):
        Match("scopa", ABC, luck=Scripted(shuffles=[[], first]))


@pytest.mark.parametrize("outcome", [(), (7,), (0,), (1, 2), ("3",), (True,)])
def test_a_luck_that_cheats_is_refused_and_nothing_changes(outcome: tuple[Any, ...]) -> None:
    match = Match("dice", ABC, luck=Cheat(outcome))
    before = snapshot(match)
    with pytest.raises(ValueError, match="A roll for 'die' is a whole number from 1 to 6"):
        match.play(0, "throw")
    assert snapshot(match) == before


class Cheat:
    """Luck that answers every roll in its own way."""

    def __init__(self, outcome: tuple[Any, ...]) -> None:
        self.outcome = outcome

    def draw(self, wanted: Draw, faces: Any) -> tuple[int, ...]:
        return (0, 1, 2) if wanted.kind == "shuffle" else self.outcome

    def mark(self) -> None: ...

    def rewind(self, mark: Any) -> None: ...


def test_anything_with_the_three_methods_is_luck() -> None:
    luck: Luck = Cheat((3,))
    match = Match("dice", ABC, luck=luck)
    match.play(0, "throw")
    assert match.scores == (3, 0, 0)


# Rules that fail: one sentence, and nothing changes.


def failing(*args: Any) -> Any:
    raise KeyError("a slip\nof the pen")


def late(function: str, after: int) -> Any:
    """Dice whose function fails when it has been called so often."""
    calls = [0]
    good: Callable[..., Any] = getattr(dice, function)

    def fails_late(*args: Any) -> Any:
        calls[0] += 1
        return good(*args) if calls[0] <= after else failing()

    return altered(dice, **{function: fails_late})


@pytest.mark.parametrize("function", ["apply", "settle"])
def test_rules_that_fail_in_a_move_change_nothing(function: str) -> None:
    match = Match(late(function, after=1), ABC, luck=Scripted(shuffles=[[]], rolls=[3, 4]))
    match.play(0, "skip")
    before = snapshot(match)
    with pytest.raises(RulesError) as caught:
        match.play(1, "throw")
    sentence = str(caught.value)
    assert sentence.startswith(f"The rules of dice failed in '{function}': KeyError:")
    assert "a slip" in sentence
    assert "\n" not in sentence
    assert "test_match.py" in sentence  # where to look
    assert snapshot(match) == before


def test_rules_that_change_the_state_and_then_fail_have_changed_nothing() -> None:
    def spoil(state: dice.State, seat: int, play: Any, tell: Any) -> None:
        state.points[seat], state.turn, state.to_act = 99, 7, (2,)
        tell("Skipped", seat=seat)
        failing()

    match = Match(altered(dice, apply=spoil), ABC, seed=1)
    before = snapshot(match)
    with pytest.raises(RulesError):
        match.play(match.to_act[0], "throw")
    assert snapshot(match) == before


def test_rules_whose_fifth_draw_fails_have_drawn_nothing() -> None:
    luck = Scripted(shuffles=[[]], rolls=[5, 1, 2])
    match = Match(late("settle", after=2), ABC, luck=luck)
    with pytest.raises(RulesError):
        match.play(0, "throw")
    assert luck.draw(Draw.die("die")) == (5,)


@pytest.mark.parametrize(
    ("function", "question"),
    [
        ("setup", lambda match: None),
        ("settle", lambda match: None),
        ("legal", lambda match: match.legal(0)),
        ("result", lambda match: match.scores),
        ("public", lambda match: match.view(0)),
        ("refusal", lambda match: match.play(0, "keep")),
        ("legacy", lambda match: play_texts(match, "skip", "throw").rematch()),
    ],
)
def test_rules_that_fail_anywhere_are_told_in_one_sentence(
    function: str, question: Callable[[Match], Any]
) -> None:
    game = altered(dice, **{function: failing})
    with pytest.raises(RulesError, match=f"^The rules of dice failed in '{function}': KeyError"):
        question(Match(game, ABC, luck=Scripted(shuffles=[[]], rolls=[3]), options={"turns": 2}))


def silent(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
    dice.settle(state, outcome, None)


def test_rules_that_fail_where_nothing_was_told_are_told_in_one_sentence() -> None:
    with pytest.raises(RulesError, match=r"^The rules of dice failed in 'places': KeyError"):
        Match(altered(dice, places=failing, settle=silent), 3, seed=1)


def test_rules_that_say_themselves_what_is_wrong_are_taken_at_their_word() -> None:
    def settle(*args: Any) -> None:
        raise RulesError("The die has rolled off the table.")

    with pytest.raises(RulesError, match=r"^The die has rolled off the table\.$"):
        Match(altered(dice, settle=settle), 3, seed=1)


def test_rules_that_fail_in_a_replay_are_not_blamed_on_the_record() -> None:
    record = Match("dice", ABC, seed=1).record()
    with pytest.raises(RulesError, match=r"^The rules of dice failed in 'settle': KeyError"):
        Match.replay(record, game=altered(dice, settle=failing))


def set_up(**names: Any) -> Any:
    """The toy game with a first state that has these attributes."""

    def setup(options: Options, seats: int, previous: Previous) -> Any:
        state = toy_game.State(options, seats)
        for name, value in names.items():
            setattr(state, name, value)
        return state

    return setup


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        pytest.param("setup", lambda *args: None, id="no state"),
        pytest.param("setup", lambda *args: SimpleNamespace(to_act=()), id="half a state"),
        pytest.param("setup", set_up(house="a die"), id="a house that is no draw"),
        pytest.param("setup", set_up(house=Draw.die("die", 0)), id="a die without sides"),
        pytest.param("setup", set_up(house=Draw.one_of("one", [])), id="a pick of nothing"),
        pytest.param("setup", set_up(house=None, to_act=None), id="nobody knows who"),
        pytest.param("setup", set_up(house=None, to_act=(7,)), id="a seat that is not there"),
        pytest.param("setup", set_up(house=None, to_act=(-1,)), id="a seat before the first"),
        pytest.param("places", lambda state: None, id="no places"),
        pytest.param("places", lambda state: [("stock", ())], id="places that are none"),
    ],
)
def test_rules_that_begin_with_nonsense_are_told_in_one_sentence(
    function: str, answer: Any
) -> None:
    with pytest.raises(RulesError, match="The rules of magpie"):
        snapshot(Match(altered(toy_game, **{function: answer}), 2, seed=1))


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        pytest.param("legal", lambda state, seat: None, id="no moves"),
        pytest.param("legal", lambda state, seat: [(99,)], id="no such verb"),
        pytest.param("legal", lambda state, seat: [(toy_game.PEEK, 77)], id="no such card"),
        pytest.param("legal", lambda state, seat: [(toy_game.LAY,)], id="a card too few"),
        pytest.param("legal", lambda state, seat: ["pass"], id="moves that are none"),
        pytest.param("result", lambda state: None, id="no result"),
        pytest.param("result", lambda state: (1, 2), id="a result that is none"),
        pytest.param("result", lambda state: Result([1]), id="a score too few"),
        pytest.param("public", lambda state: None, id="no facts"),
    ],
)
def test_rules_that_answer_nonsense_are_told_in_one_sentence(function: str, answer: Any) -> None:
    match = Match(altered(toy_game, **{function: answer}), 2, seed=1)
    with pytest.raises(RulesError, match="The rules of magpie"):
        snapshot(match)


def test_a_house_that_draws_for_ever_is_stopped() -> None:
    drawn = 0

    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        nonlocal drawn
        drawn += 1

    with pytest.raises(RulesError, match=r"^The rules of dice let the house draw without end\.$"):
        Match(altered(dice, settle=settle), 3, seed=1)
    assert drawn == DRAWS_IN_A_ROW


def test_a_house_that_draws_for_ever_in_a_move_changes_nothing() -> None:
    def settle(state: dice.State, outcome: tuple[int, ...], tell: Any) -> None:
        if state.phase == dice.ORDERING:
            dice.settle(state, outcome, tell)

    luck = Scripted(shuffles=[[]], rolls=[1] * DRAWS_IN_A_ROW)
    match = Match(altered(dice, settle=settle), 3, luck=luck)
    before = snapshot(match)
    with pytest.raises(RulesError, match="without end"):
        match.play(0, "throw")
    assert snapshot(match) == before
    assert luck.draw(Draw.die("die")) == (1,)


def test_a_card_that_lies_nowhere_cannot_be_told() -> None:
    def apply(state: Any, seat: int, play: Any, tell: Any) -> None:
        tell("Found", cards={"card": 99})

    match = Match(altered(toy_game, apply=apply), 2, seed=1)
    with pytest.raises(RulesError, match="The rules of magpie failed in 'apply'"):
        match.play(0, "bid 0")


def test_the_rules_may_be_interrupted_and_nothing_has_changed() -> None:
    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    match = Match(altered(dice, apply=interrupted), 3, seed=1)
    before = snapshot(match)
    with pytest.raises(KeyboardInterrupt):
        match.play(match.to_act[0], "skip")
    assert snapshot(match) == before


# Small things.


def test_a_move_shows_its_text() -> None:
    move = Move("7D x 3S", "take", ("1.0", "1.9"), (1, 0, 9))
    assert (str(move), repr(move)) == ("7D x 3S", "<Move 7D x 3S>")
    assert move != Move("7D x 3S", "take", ("1.0", "1.8"), (1, 0, 8))


def test_a_world_of_a_game_without_cards_is_a_copy_of_its_state() -> None:
    match = dice_match()
    world = match.world(0, seed=1)
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
