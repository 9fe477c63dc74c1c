"""The policy of 66: what it remembers is what the rules show, and how it plays."""

from random import Random
from typing import Any

import pytest

from settebello import Match, Scripted
from settebello.bots import sixty_six as policy
from settebello.bots.policy import PolicyPlayer
from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.games import sixty_six


@pytest.mark.parametrize("variant", ["standard", "draft"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_memory_has_what_each_seat_was_shown(variant: str, seats: int) -> None:
    verbs = set()
    for seed in range(3):
        match = Match("sixty_six", seats, seed=seed, options={"variant": variant})
        random, player = Random(seed), PolicyPlayer(policy)
        player.settled(match.moment().state)
        for _ in range(120):
            seat = match.to_act[0]
            state: Any = match.moment().state
            if state.phase != sixty_six.FINISHED:  # then all hands are open
                assert player.memory.seen == match.moment().knowledge.seen[:seats]
            choice = player.choose(state, seat, random.random)
            moves = {move.play: move for move in match.legal(seat)}
            assert choice in moves
            legal = [move for move in moves.values() if move.verb != "stop"]
            verb = random.choice(sorted({move.verb for move in legal}))
            move = random.choice([move for move in legal if move.verb == verb])
            verbs.add(verb)
            player.notice(state, seat, move.play)
            match.play(seat, move)
            player.settled(match.moment().state)
    assert {"own", "show", "other", "replace" if variant == "draft" else "pile"} <= verbs


def raw_choice(match: Match) -> str:
    """What the seat to act chooses on the true state."""
    seat, moment = match.to_act[0], match.moment()
    memory = policy.SeenCards(moment.knowledge.seen[: len(match.players)])
    play = policy.choose(moment.state, seat, memory, Random(1).random)  # type: ignore[arg-type]
    return next(move.text for move in match.legal(seat) if move.play == play)


@pytest.mark.parametrize("variant", ["standard", "draft"])
@pytest.mark.parametrize("seats", [3])
def test_choice_by_notices_is_that_on_the_state(variant: str, seats: int) -> None:
    match = Match("sixty_six", seats, seed=seats, options={"variant": variant})
    random = Random(seats)
    for _ in range(300):
        if match.over:
            break
        seat = match.to_act[0]
        turn = Turn.of(match, seat, Random(1))
        choice = raw_choice(match)
        assert policy.by_view(turn).text == choice
        wild = random.random() < 0.2
        match.play(seat, random.choice(match.legal(seat)) if wild else choice)


def test_bot_goes_on_when_the_start_of_the_round_is_forgotten() -> None:
    match = Match("sixty_six", 3, seed=2)
    for _ in range(30):
        match.play(match.to_act[0], "deck" if "deck" in texts(match) else texts(match)[0])
    match.forget_before(match.history.event_count - 3)
    move = policy.by_view(Turn.of(match, match.to_act[0], Random(1)))
    assert move.text in texts(match)


def texts(match: Match) -> list[str]:
    return [move.text for move in match.legal(match.to_act[0])]


def scene(*hands: str, deck: str = "", moves: str = "") -> Match:
    """A match with these hands, after moves that are separated by commas."""
    luck = Scripted(picks=[0], shuffles=[" ".join([*hands, deck]).split()])
    match = Match("sixty_six", len(hands), luck=luck)
    for move in filter(None, moves.split(", ")):
        match.play(match.to_act[0], move)
    return match


def test_card_that_a_rival_drew_and_kept_is_thought_low() -> None:
    # Bea draws a card and replaces their third by it. Ann discards a 12, and takes that one.
    moves = "deck, discard, deck, own 2, deck, discard, own 0"
    match = scene("13 3 9 9", "9 0 8 8", deck="1 4 12", moves=moves)
    assert raw_choice(match) == "other 1 2"


def test_pair_that_could_be_claimed_is_made_and_kept() -> None:
    match = scene("9 3 1 1", "9 9 8 8", deck="9", moves="deck")
    assert raw_choice(match) == "own 2"  # the second nine, for a card that counts less
    match = scene("8 8 1 1", "9 9 9 9", deck="12", moves="deck, discard")
    assert raw_choice(match) == "own 2"  # it gives away no eight


def test_unknown_card_counts_more_when_low_ones_have_been_seen() -> None:
    low = scene("0 0 5 5", "9 9 9 9")
    high = scene("13 13 5 5", "9 9 9 9")
    state: Any
    found = []
    for match in (low, high):
        state = match.moment().state
        found.append(policy.OwnHand(state, Seat(0), match.moment().knowledge.seen[0]).hidden)
    # 6.5 + 0.6 x (338 / 50 - 6.5), and the same with 312 / 50
    assert found == pytest.approx([6.656, 6.344])


def test_lead_to_stop_with_is_smaller_later_on_and_larger_with_unknown_cards() -> None:
    match = scene("0 1 3 5", "5 3 9 9")  # Bea's other two count 6.5 or so
    state: Any = match.moment().state.clone()
    all_own, two = 0b110000 | 0b1111, 0b110000 | 0b11  # and Bea's first two
    enough = {}
    for name, seen in (("all", all_own), ("two", two)):
        for turn in range(1, 60, 2):
            state.turn = turn
            if policy.OwnHand(state, Seat(0), seen).stops():
                enough[name] = turn
                break
    assert 1 < enough["all"] < enough["two"]
