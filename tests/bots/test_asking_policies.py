"""The policies of Go Fish and Liar's dice: what they remember, believe and say."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from settebello import Match, Scripted
from settebello.bots import go_fish as fish_policy
from settebello.bots import liars_dice as liar_policy
from settebello.cards import Seat
from settebello.game import OptionValue
from settebello.games import go_fish, liars_dice
from settebello.luck import Seeded

# Three hands, and the top of the stock.
FISHES = "7S 7H 2S 3S 4S 5S 6S  7D 8S 9S 10S JS QS KS  AS 2H 3H 4H 5H 6H 8H  AH AD AC"


def fishing(hands: str, *moves: str) -> str:
    """What seat 0 asks in its next turn, after these moves of all seats in turn."""
    luck = Scripted(picks=[0], shuffles=[hands.split()])
    state = go_fish.setup({"lucky_catch": True}, 3, None)
    match = Match("go_fish", 3, luck=Scripted(picks=[0], shuffles=[hands.split()]))
    while state.house is not None:
        go_fish.settle(state, luck.draw(state.house, go_fish.FACES), None)
    memory = fish_policy.begin(state)
    for text in moves:
        seat = match.to_act[0]
        play = next(move.play for move in match.legal(seat) if move.text == text)
        match.play(seat, text)
        fish_policy.notice(memory, state, seat, play)
        go_fish.apply(state, seat, play, None)
    assert state.to_act == (0,)
    play = fish_policy.choose(state, Seat(0), memory, Random(1).random)
    return next(move.text for move in match.legal(0) if move.play == play)


def test_go_fish_asks_where_a_card_surely_is() -> None:
    assert fishing(FISHES, "ask 1 6", "ask 2 J", "ask 1 5") == "ask 2 5"


def test_go_fish_does_not_ask_again_for_what_is_not_there() -> None:
    asked = fishing(FISHES, "ask 2 7", "ask 2 J", "ask 0 8")
    assert asked.startswith("ask 1 ")  # Cal may have drawn a seven since, which is less likely


def test_go_fish_memory_is_what_the_notices_tell() -> None:
    """The cards that came unseen since a seat had none of a rank, as a spectator counts them."""
    random = Random(5)
    for number in range(12):
        seats, lucky = go_fish.SEATS[number % 4], number % 3 > 0
        match = Match("go_fish", seats, seed=number, options={"lucky_catch": lucky})
        state, luck = go_fish.setup({"lucky_catch": lucky}, seats, None), Seeded(number)
        while state.house is not None:
            go_fish.settle(state, luck.draw(state.house), None)
        memory = fish_policy.begin(state)
        moves = 0
        while match.to_act:
            seat, moves = match.to_act[0], moves + 1
            if moves % 9 == 0:
                compare(memory, state, seat, told_of(match.notices(None)))
            move = random.choice(match.legal(seat))
            fish_policy.notice(memory, state, seat, move.play)
            go_fish.apply(state, seat, move.play, None)
            match.play(seat, move)


def compare(
    memory: fish_policy.RequestMemory,
    state: go_fish.State,
    seat: Seat,
    told: dict[tuple[int, str], int],
) -> None:
    """What is remembered of others than the seat to act is what was told."""
    for other in range(len(state.hands)):
        if other == seat:
            continue
        drawn = fish_policy.drawn_unseen(memory, state, other)
        for rank, text in enumerate(go_fish.RANKS):
            lacked = memory.lacked[13 * other + rank]
            if lacked >= 0:
                lacked = drawn - lacked
            assert lacked == told.get((other, text), fish_policy.UNASKED)


def told_of(notices: list[dict[str, Any]]) -> dict[tuple[int, str], int]:
    memory: dict[tuple[int, str], int] = {}
    for notice in notices:
        event, seat = notice["event"], notice.get("seat", -1)
        if event == "Asked":
            memory[seat, notice["rank"]] = fish_policy.SURE
        elif event == "Denied":
            memory[notice["asked_seat"], notice["rank"]] = 0
        elif event == "Given":
            memory[notice["asked_seat"], notice["cards"][0][:-1]] = 0
        elif event in ("Fished", "Refilled"):
            for about, unknown in memory.items():
                if about[0] == seat and unknown != fish_policy.SURE:
                    memory[about] = unknown + 1
    return memory


def test_clone_of_a_memory_is_independent() -> None:
    state = go_fish.setup({"lucky_catch": True}, 3, None)
    memory = fish_policy.begin(state)
    copy = memory.clone()
    copy.lacked[0], copy.shown[0] = 5, 5
    assert (memory.lacked[0], memory.shown[0]) == (fish_policy.UNASKED, 0)


def liar_choice(own: str, bid: str, options: Mapping[str, OptionValue] | None = None) -> str:
    """What seat 1 says to a bid of seat 0; all three have two dice, 1 2 and 3 4 the others."""
    usual: dict[str, OptionValue] = {"dice": 2, "wild_ones": True, "raising": "number"}
    state = liars_dice.setup({**usual, **(options or {})}, 3, None)
    liars_dice.settle(state, (0 if bid else 1,), None)
    liars_dice.settle(state, (0, 1, *[int(die) - 1 for die in own.split()], 2, 3), None)
    memory = liar_policy.begin(state)
    if bid:
        number, face = bid.split(" x ")
        said = (liars_dice.BID, int(number), int(face) - 1)
        liar_policy.notice(memory, state, Seat(0), said)
        liars_dice.apply(state, Seat(0), said, None)
    play = liar_policy.choose(state, Seat(1), memory, Random(1).random)
    assert play in liars_dice.legal(state, Seat(1))
    return "doubt" if play == (liars_dice.DOUBT,) else f"{play[1]} x {play[2] + 1}"


def test_liars_dice_bids_what_it_has() -> None:
    assert liar_choice("6 6", "") == "1 x 6"
    assert liar_choice("6 6", "", {"wild_ones": False, "raising": "face"}) == "1 x 6"


def test_liars_dice_doubts_what_cannot_be() -> None:
    assert liar_choice("2 3", "6 x 5") == "doubt"
    assert liar_choice("2 3", "6 x 1") == "doubt"  # there is nothing higher


def test_liars_dice_raises_what_it_holds_itself() -> None:
    assert liar_choice("5 5", "1 x 5") == "2 x 5"
    assert liar_choice("5 1", "1 x 6") == "1 x 1"  # it is higher than sixes
    assert liar_choice("5 5", "1 x 5", {"raising": "face"}) == "2 x 5"


def test_liars_dice_knows_the_chances_of_dice() -> None:
    assert liar_policy.ONE_IN_SIX[2][1] == pytest.approx(11 / 36)
    assert liar_policy.ONE_IN_THREE[3][3] == pytest.approx(1 / 27)
    assert liar_policy.ONE_IN_THREE[3][4] == 0
    assert liar_policy.ONE_IN_SIX[0][0] == 1


def test_liars_dice_believes_that_bidders_have_what_they_bid_on() -> None:
    assert liar_choice("5 3", "2 x 5") == "3 x 5"
    assert liar_choice("5 3", "2 x 4") == "2 x 5"  # one more five would have to be there
    memory = liar_policy.begin(liars_dice.setup({"dice": 2}, 3, None))
    copy = memory.clone()
    liar_policy.notice(copy, liars_dice.State(), Seat(2), (liars_dice.BID, 1, 4))
    liar_policy.notice(copy, liars_dice.State(), Seat(1), (liars_dice.DOUBT,))
    assert (memory.faces, copy.faces) == ([-1, -1, -1], [-1, -1, 4])


@pytest.mark.parametrize("wild", [True, False])
@pytest.mark.parametrize("raising", ["number", "face"])
def test_liars_dice_takes_the_likeliest_of_all_raises(wild: bool, raising: str) -> None:
    random, luck = Random(2), Seeded(2)
    options: dict[str, OptionValue] = {"dice": 3, "wild_ones": wild, "raising": raising}
    for seats in liars_dice.SEATS:
        state = liars_dice.setup(options, seats, None)
        memory = liar_policy.begin(state)
        bids: dict[Seat, int] = {}
        while state.house is not None or state.to_act:
            if state.house is not None:
                liars_dice.settle(state, luck.draw(state.house), None)
                memory, bids = liar_policy.begin(state), {}
                continue
            seat = state.to_act[0]
            choice = liar_policy.choose(state, seat, memory, random.random)
            assert choice == slow(state, seat, wild, bids)
            said = random.choice(liars_dice.legal(state, seat)[:9])
            liar_policy.notice(memory, state, seat, said)
            if said[0] == liars_dice.BID:
                bids[seat] = said[2]
            liars_dice.apply(state, seat, said, None)


def slow(state: liars_dice.State, seat: Seat, wild: bool, bids: dict[Seat, int]) -> tuple[int, ...]:
    """The same rule of thumb, with a look at every legal bid."""
    own = [state.deck.faces[die] for die in state.cups[seat]]

    def chance(bid: tuple[int, ...]) -> float:
        _, number, face = bid
        mine = sum(die == face or (wild and die == 0) for die in own)
        theirs = sum(other != seat and bid_on == face for other, bid_on in bids.items())
        table = liar_policy.ONE_IN_THREE if wild and face else liar_policy.ONE_IN_SIX
        return table[sum(state.dice) - len(own) - theirs][max(0, number - mine - theirs)]

    raises = [play for play in liars_dice.legal(state, seat) if play[0] == liars_dice.BID]
    best = max(raises, key=chance, default=None)
    if best is None:
        return (liars_dice.DOUBT,)
    if state.at >= 0:
        believed = chance(liars_dice.bids(state)[state.at]) + liar_policy.TRUST
        if 1 - believed > chance(best):
            return (liars_dice.DOUBT,)
    return best
