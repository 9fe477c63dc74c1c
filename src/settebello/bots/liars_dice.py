"""A bot for Liar's dice: it doubts a bid that is less likely than its own best raise.

It knows its own dice, and believes that a player who bid on a face has one die of it. All other
dice it takes for rolled fairly: one counts for a bid with a chance of one in six, or one in three
if ones are wild.
"""

from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.liars_dice import BID, DOUBT, RANKS, State, bids

TRUST: Final = 0.2  # a bid that is likely enough to be made is a little likelier than it looks
MORE_TRUST: Final = 0.4
MOST_DICE: Final = 30


def chances(one_in: int) -> list[list[float]]:
    """By a number of dice and a number of them: how likely it is that at least these count."""
    table = [[1.0] + [0.0] * MOST_DICE]
    for _ in range(MOST_DICE):
        few = table[-1]
        more = [few[n] + (few[n - 1] - few[n]) / one_in for n in range(1, MOST_DICE + 1)]
        table.append([1.0, *more])
    return table


ONE_IN_THREE: Final = chances(3)
ONE_IN_SIX: Final = chances(6)


class BidMemory:
    """The face that each seat has bid on last in this round; -1 for none."""

    __slots__ = ("faces",)

    def __init__(self, faces: list[int]) -> None:
        self.faces = faces

    def clone(self) -> "BidMemory":
        """An independent copy."""
        return BidMemory(self.faces[:])


def begin(state: State) -> BidMemory:
    """What is known when the dice are rolled: no bids."""
    return BidMemory([-1] * len(state.dice))


def notice(memory: BidMemory, state: State, seat: Seat, play: Play) -> None:
    """Remember a bid."""
    if play[0] == BID:
        memory.faces[seat] = play[2]


def choose(state: State, seat: Seat, memory: BidMemory, random: Random) -> Play:
    """A doubt, or the raise that is most likely true; of several, the lowest."""
    return chosen(state, seat, memory, 1, TRUST)


def choose_doubting(state: State, seat: Seat, memory: BidMemory, random: Random) -> Play:
    """The same, by one who believes nobody."""
    return chosen(state, seat, memory, 0, 0.0)


def choose_trusting(state: State, seat: Seat, memory: BidMemory, random: Random) -> Play:
    """The same, by one who seldom doubts."""
    return chosen(state, seat, memory, 1, MORE_TRUST)


# People answer a bold bid in different ways: see `Policy`.
OTHERS: Final = (choose_doubting, choose_trusting)


def chosen(state: State, seat: Seat, memory: BidMemory, believed_dice: int, trust: float) -> Play:
    """A doubt or a raise, by one who believes that a bidder has so many dice of the face."""
    faces, cup, in_play = state.deck.faces, state.cups[seat], sum(state.dice)
    wild, by_face = bool(state.options["wild_ones"]), state.options["raising"] == "face"
    own = [0] * 6
    for die in cup:
        own[faces[die]] += 1
    others = in_play - len(cup)
    credit = [0] * 6  # the dice that others probably have, since they have bid on them
    for other, face in enumerate(memory.faces):
        if face >= 0 and other != seat:
            credit[face] += believed_dice
    # The last bid: the position of its face, from low to high, and its number.
    position, number = -1, 1
    if state.at >= 0:
        position, number = state.at % 6, state.at // 6 + 1
        if by_face:
            position, number = state.at // in_play, state.at % in_play + 1
    believed, most, chosen_number, chosen_face = 1.0, -1.0, 0, 0
    for at in range(6):
        face = (at + 1) % 6 if wild else at  # wild ones are the highest face
        known, row = own[face] + credit[face], ONE_IN_SIX[others - credit[face]]
        if wild and face:
            known, row = known + own[0], ONE_IN_THREE[others - credit[face]]
        if at == position:
            believed = row[max(0, number - known)] + trust
        raised = number if at > position else number + 1  # the least that is a raise
        if by_face and at != position:
            raised = 1 if at > position else in_play + 1
        if raised <= in_play:
            chance = row[max(0, raised - known)]
            if chance > most or (chance == most and not by_face and raised < chosen_number):
                most, chosen_number, chosen_face = chance, raised, face
    if state.at >= 0 and 1 - believed > most:
        return (DOUBT,)
    return (BID, chosen_number, chosen_face)


# A seat far from its match has a view and notices, and no state.


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn and the bids that were told of."""
    facts, cup = turn.view.facts, turn.view.places[f"cup:{turn.seat}"]
    state = State()
    state.begin(turn.options, len(facts["scores"]))
    state.dice = tuple(facts["scores"])
    before = sum(state.dice[: turn.seat])
    state.cups = [range(0)] * len(state.dice)
    state.cups[turn.seat] = range(before, before + len(cup))
    state.deck = state.deck.rolled([*[0] * before, *map(RANKS.index, cup)], range(6))
    if facts["count"]:
        state.at = bids(state).index((BID, facts["count"], facts["rank"] - 1))
    memory = begin(state)
    for notice_told in reversed(turn.told):
        if notice_told["event"] == "RoundStarted":
            break
        if notice_told["event"] == "Bid" and memory.faces[notice_told["seat"]] < 0:
            memory.faces[notice_told["seat"]] = RANKS.index(notice_told["rank"])
    play = choose(state, turn.seat, memory, turn.random.random)
    said = "doubt" if play[0] == DOUBT else f"bid {play[1]} x {RANKS[play[2]]}"
    return next(move for move in turn.legal if move.text == said)
