"""Tiny games with one thing wrong, for each capability of the contract."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from lab.planted import altered
from settebello.cards import ALONE, D6, NOBODY, Deck, Seat, viewers
from settebello.game import AMONG, VOID, Draw, Play, Result
from settebello.registry import find_game

TINY: list[Any] = [
    find_game(f"tests/examples/{name}.py")
    for name in ("bid", "cups", "partners", "request", "secret", "trick")
]
bid, cups, partners, request, secret, trick = TINY


def without(tell: Any, *forgotten: str) -> Any:
    """A `tell` that forgets facts of these names."""
    if tell is None:
        return None

    class Forgetful:
        def __call__(self, *args: Any, **named: Any) -> None:
            tell(*args, **named)

        def learn(self, fact: str, *args: Any) -> None:
            if fact not in forgotten:
                tell.learn(fact, *args)

        def pause(self) -> None:
            tell.pause()

    return Forgetful()


# Hidden dice.


def a_sum_of_hidden_dice() -> Any:
    def public(state: Any) -> dict[str, Any]:
        return {**cups.public(state), "sum": sum(state.deck.faces)}

    return altered(cups, public=public, FACTS={**cups.FACTS, "sum": "number 0-30"})


def dice_that_are_shuffled() -> Any:
    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        cups.settle(state, outcome, tell)
        state.deck = state.deck.shuffled(outcome)

    return altered(cups, settle=settle)


def dice_with_other_sides() -> Any:
    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        cups.settle(state, outcome, tell)
        state.deck = state.deck.emptied().rerolled(outcome, range(7))

    return altered(cups, settle=settle)


def dice_that_are_neither_rolled_nor_shuffled() -> Any:
    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        cups.settle(state, outcome, tell)
        state.deck = Deck(outcome)

    return altered(cups, settle=settle)


def dice_that_lie_nowhere() -> Any:
    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        cups.settle(state, outcome, tell)
        state.deck = state.deck.emptied().rerolled(outcome, range(6))

    return altered(cups, settle=settle, places=lambda state: [])


def a_die_that_is_not_declared() -> Any:
    return altered(cups, DICE=D6[:5])


# Numbers, seats and ranks in moves.


def a_number_out_of_its_range() -> Any:
    return altered(cups, VERBS={**cups.VERBS, "bid": "bid {n:1-3} x {rank}"})


def a_seat_that_is_not_there() -> Any:
    def legal(state: Any, seat: Seat) -> list[Play]:
        return [*request.legal(state, seat), (0, 3, 0)]

    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        asked = (seat + 1) % 3 if play[1] == 3 else play[1]
        request.apply(state, seat, (0, asked, play[2]), without(tell, AMONG))

    return altered(request, legal=legal, apply=apply)


def a_rank_counted_from_the_end() -> Any:
    def legal(state: Any, seat: Seat) -> list[Play]:
        return [(verb, asked, rank - 5) for verb, asked, rank in request.legal(state, seat)]

    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        request.apply(state, seat, (play[0], play[1], play[2] + 5), tell)

    return altered(request, legal=legal, apply=apply)


def a_rank_that_is_there_twice() -> Any:
    return altered(request, RANKS=("1", "2", "3", "4", "4"))


# Facts that are told.


def a_void_that_is_no_fact() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        request.apply(state, seat, play, without(tell, VOID))

    return altered(request, apply=apply)


def a_fact_that_is_not_true() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        request.apply(state, seat, play, tell)
        if tell:
            tell.learn(VOID, state.hands[seat], [play[2]])

    return altered(request, apply=apply)


# Private facts, and the kinds of all facts.


def a_private_fact_of_another_seat() -> Any:
    def private(state: Any, seat: Seat) -> Any:
        return bid.private(state, Seat(1 - seat))

    return altered(bid, private=private)


def a_private_fact_out_of_its_range() -> Any:
    return altered(bid, PRIVATE_FACTS={"yours": "number 3-5"})


def a_fact_that_is_not_declared() -> Any:
    return altered(bid, FACTS={})


def a_fact_of_another_kind() -> Any:
    return altered(bid, FACTS={"bid": "text"})


def a_fact_that_is_never_told() -> Any:
    return altered(bid, FACTS={**bid.FACTS, "round": "number"})


# Teams, scores and places.


def a_winner_without_their_partner() -> Any:
    def result(state: Any) -> Result:
        found = partners.result(state)
        return Result(found.scores, found.winners[:1])

    return altered(partners, result=result)


def winners_before_the_end() -> Any:
    return altered(cups, result=lambda state: Result.least(cups.result(state).scores, over=True))


def an_event_of_cards_that_have_gone() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        secret.apply(state, seat, play, tell)
        if tell and not state.deck.faces:
            state.deck = state.deck.sealed(0, range(5))
            tell("Opened", cards={"hands": [[0]] * len(state.scores)}, scores=state.scores)

    return altered(secret, apply=apply)


def scores_that_go_the_other_way() -> Any:
    return altered(trick, LOW_WINS=False)


def a_place_with_too_many_cards() -> Any:
    return altered(partners, PLACES={"hand": 3})


def a_place_with_too_high_a_number() -> Any:
    return altered(partners, NUMBERED={"hand": 2})


def a_sight_that_is_told_to_the_other_team() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        partners.apply(state, seat, play, tell)
        if tell and state.hands[seat]:
            face = partners.FACES[state.deck.faces[state.hands[seat][0]]]
            tell("Hinted", seat=seat, only=viewers(seat, Seat((seat + 1) % 4)), face=face)

    return altered(partners, apply=apply, EVENTS={**partners.EVENTS, "Hinted": "seat face:text"})


# A pause, and who is told what.


def a_pause_before_anything_is_told() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        if tell:
            tell.pause()
        trick.apply(state, seat, play, tell)

    return altered(trick, apply=apply)


def an_event_for_nobody() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        trick.apply(state, seat, play, tell)
        if tell:
            tell("Noted", seat=seat, only=NOBODY)

    return altered(trick, apply=apply, EVENTS={**trick.EVENTS, "Noted": "seat"})


def a_card_shown_to_a_seat_that_is_not_told() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        trick.apply(state, seat, play, tell)
        other = Seat((seat + 1) % 3)
        if tell and state.hands[seat]:
            card = state.hands[seat][0]
            tell("Peeked", seat=seat, cards={"card": card}, shown_to=ALONE[other], only=ALONE[seat])

    return altered(trick, apply=apply, EVENTS={**trick.EVENTS, "Peeked": "seat card"})


def an_event_that_is_told_too_early() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        if tell:
            tell("Laid", seat=seat, cards={"card": play[1]})
        trick.apply(state, seat, play, None)
        if tell:
            tell("Turned", seat=state.to_act[0] if state.to_act else seat)

    return altered(trick, apply=apply, EVENTS={"Laid": "seat card", "Turned": "seat"})


def a_rank_cached_in_the_state() -> Any:
    def settle(state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        trick.settle(state, outcome, tell)
        state.best = [max(outcome[3 * seat : 3 * seat + 3]) for seat in range(3)]

    return altered(trick, settle=settle)


# Secret choices, and secrets that are no cards.


def a_sealed_choice_that_is_told() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        if tell:
            tell("Peeked", seat=seat, coins=play[1])
        secret.apply(state, seat, play, tell)

    return altered(secret, apply=apply, EVENTS={**secret.EVENTS, "Peeked": "seat coins"})


def a_sealed_choice_that_is_kept_open_too() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        secret.apply(state, seat, play, tell)
        state.last = play[1]

    return altered(secret, apply=apply)


def a_choice_that_is_not_among_its_faces() -> Any:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        old = state.deck
        secret.apply(state, seat, play, tell)
        if state.hid:
            state.deck = old.sealed(play[1] - 1, among=range(3))

    return altered(secret, apply=apply)


class Plain(SimpleNamespace):
    def clone(self) -> Plain:
        return Plain(**vars(self))


def plain(**changed: Any) -> Any:
    """A game without faces: all bid at the same time, and nobody is told the bids of the others."""

    def setup(options: Any, seats: int, previous: Any) -> Plain:
        return Plain(house=None, to_act=(Seat(0), Seat(1)), bids=(0, 0), dice=())

    def legal(state: Plain, seat: Seat) -> list[Play]:
        return [(0, coins) for coins in range(1, 6)]

    def apply(state: Plain, seat: Seat, play: Play, tell: Any) -> None:
        state.bids = tuple([play[1] if n == seat else b for n, b in enumerate(state.bids)])
        state.to_act = tuple([other for other in state.to_act if other != seat])
        if tell:
            tell("Bid", seat=seat, only=ALONE[seat], coins=play[1])
        if tell and not state.to_act:
            tell("Opened", bids=list(state.bids))

    def settle(state: Plain, outcome: tuple[int, ...], tell: Any) -> None:
        """The house has nothing to draw."""

    game = SimpleNamespace(
        NAME="plain", VERSION=1, SEATS=(2,), OPTIONS=(), FACES=(), VERBS={"bid": "bid {n:1-5}"},
        EVENTS={"Bid": "seat coins", "Opened": "bids:by_seat"},
        bound=lambda options, seats: 2, setup=setup, settle=settle, legal=legal, apply=apply,
        result=lambda state: Result.most((0, 0) if state.to_act or state.house else state.bids,
                                         not state.to_act and not state.house),
        places=lambda state: [], public=lambda state: {},
    )  # fmt: skip
    return altered(game, **changed)


def bids_kept_in_the_state() -> Any:
    return plain()


def dice_told_to_one_and_their_sum_to_all() -> Any:
    def setup(options: Any, seats: int, previous: Any) -> Plain:
        state: Plain = plain().setup(options, seats, previous)
        state.house, state.to_act = Draw.die("dice"), ()
        return state

    def settle(state: Plain, outcome: tuple[int, ...], tell: Any) -> None:
        state.dice += outcome
        if len(state.dice) == 4:
            state.house, state.to_act = None, (Seat(0), Seat(1))
            for seat in (0, 1) if tell else ():
                tell("Rolled", seat=Seat(seat), only=ALONE[seat], dice=state.dice[seat::2])

    def apply(state: Plain, seat: Seat, play: Play, tell: Any) -> None:
        plain().apply(state, seat, play, None)
        if tell:
            tell("Bid", seat=seat, coins=play[1])

    events = {"Bid": "seat coins", "Rolled": "seat dice:numbers"}
    return plain(
        setup=setup, settle=settle, apply=apply, EVENTS=events,
        public=lambda state: {"sum": sum(state.dice), "bids": list(state.bids)},
    )  # fmt: skip


DEFECTS = {
    a_sum_of_hidden_dice: ("secrets", "in the view the fact 'sum' is"),
    dice_that_are_shuffled: ("deck", "The dice of 'cups' were shuffled"),
    dice_with_other_sides: ("deck", "The dice of 'cups' have other faces"),
    dice_that_are_neither_rolled_nor_shuffled: ("deck", "without a shuffle or a roll"),
    dice_that_lie_nowhere: ("deck", "None of the dice of 'cups' lies in a place"),
    winners_before_the_end: ("declared", "has winners before the match is over"),
    an_event_of_cards_that_have_gone: ("rules", "names card 0, which lies in no place"),
    a_die_that_is_not_declared: ("declared", "The face '6' is rolled, and DICE"),
    a_number_out_of_its_range: ("declared", "is out of the range of {n}"),
    a_seat_that_is_not_there: ("declared", "'ask 3 1' names a seat that is not there"),
    a_rank_counted_from_the_end: ("declared", "has a negative number"),
    a_rank_that_is_there_twice: ("texts", "'4' is there twice"),
    a_void_that_is_no_fact: ("secrets", "in the event Asked 'given"),
    a_fact_that_is_not_true: ("facts", "A fact was told that is not true: 'void'"),
    a_private_fact_of_another_seat: ("secrets", "in the view the private fact 'yours' is"),
    a_private_fact_out_of_its_range: ("declared", "and PRIVATE_FACTS says a whole number from 3"),
    a_fact_that_is_not_declared: ("declared", "FACTS does not have 'bid'"),
    a_fact_of_another_kind: ("declared", "The fact 'bid' (public) is 0, and FACTS says a text"),
    a_fact_that_is_never_told: ("declared", "FACTS has 'round', which is not told"),
    a_winner_without_their_partner: ("declared", "winners are whole teams"),
    scores_that_go_the_other_way: ("declared", "without LOW_WINS = True the highest wins"),
    a_place_with_too_many_cards: ("declared", "'hand:0' has 4 cards, and PLACES says at most 3"),
    a_place_with_too_high_a_number: (
        "declared",
        "'hand:3', and NUMBERED says that 2 is the highest",
    ),
    a_sight_that_is_told_to_the_other_team: ("secrets", "in the event Hinted 'face' is"),
    a_pause_before_anything_is_told: ("declared", "tell.pause() before the first event"),
    an_event_for_nobody: ("shown", "The event Noted is told to nobody"),
    a_card_shown_to_a_seat_that_is_not_told: ("shown", "The event Peeked shows cards to viewers"),
    an_event_that_is_told_too_early: ("shown", "that the event Laid names, and cannot read it"),
    a_rank_cached_in_the_state: ("faces", "`state.best` is"),
    a_sealed_choice_that_is_told: ("secrets", "in the event Peeked 'coins' is"),
    a_sealed_choice_that_is_kept_open_too: ("choices", "`state.last` is"),
    a_choice_that_is_not_among_its_faces: ("deck", "A choice was sealed that is not `among`"),
    bids_kept_in_the_state: ("choices", "What a seat chose is told to nobody or to some only"),
    dice_told_to_one_and_their_sum_to_all: ("choices", "`state.dice` is"),
}
