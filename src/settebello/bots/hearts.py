"""A bot for Hearts: duck under tricks with points, and give away what is dangerous.

It passes its most dangerous cards, leads low, plays as high as it can without taking the trick, and
discards the queen of spades, then high hearts, when it cannot follow. A trick in which nobody can
give it points yet it takes with its highest card.
"""

from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Move, Play
from settebello.games.hearts import FACES, PASS, RANK, State, legal

# Suits and ranks as numbers; ranks go from 0, the two, to 12, the ace.
SPADES: Final = 0
HEARTS: Final = 1
QUEEN_OF_SPADES: Final = 11
RANK_OF_QUEEN: Final = 10
MANY_SPADES: Final = 5  # with so many other spades the high ones are safe
# With so many cards of a suit in other hands, those who are still to play, one or two, will follow.
ENOUGH: Final = 6
ENOUGH_FOR_TWO: Final = 7


def choose(state: State, seat: Seat, memory: None, random: Random) -> Play:
    """Three cards to pass, or a card to play; of several alike, the one first in a new deck."""
    faces = state.deck.faces
    lengths = [0] * 4  # how many cards of each suit the seat has
    for card in state.hands[seat]:
        lengths[faces[card] // 13] += 1
    if state.way != "no":
        return pass_on(state.hands[seat], faces, lengths)
    plays = legal(state, seat)
    if len(plays) == 1:
        return plays[0]
    queen = faces.index(QUEEN_OF_SPADES)
    queen_out = True
    for pile in state.piles:
        if queen in pile:
            queen_out = False
    if not state.trick:
        queen_here = queen in state.hands[seat]
        unseen = [True] * 52
        for card in state.hands[seat]:
            unseen[faces[card]] = False
        for pile in state.piles:
            for card in pile:
                unseen[faces[card]] = False
        values = [-lead_risk_of(faces[play[1]], unseen, queen_out, queen_here) for play in plays]
    else:
        trick = [faces[card] for card in state.trick.values()]
        suit = trick[0] // 13
        if faces[plays[0][1]] // 13 == suit:
            free = is_free(state, trick, lengths[suit], queen_out)
            values = follow_values(plays, faces, trick, free)
        else:
            values = [give_value(faces[play[1]], queen_out, lengths) for play in plays]
    chosen, chosen_face, most = plays[0], 52, -1000
    for play, value in zip(plays, values, strict=True):
        face = faces[play[1]]
        if value > most or (value == most and face < chosen_face):
            chosen, chosen_face, most = play, face, value
    return chosen


def pass_on(hand: list[int], faces: tuple[int, ...], lengths: list[int]) -> Play:
    """The three most dangerous cards; of several alike, those that come last in a new deck."""
    by_danger = sorted([100 * danger_of(faces[c], lengths) + faces[c] for c in hand])
    least = by_danger[-3]
    return (PASS, *[c for c in hand if 100 * danger_of(faces[c], lengths) + faces[c] >= least])


def danger_of(face: int, lengths: list[int]) -> int:
    """How much a card may cost if it stays in the hand, in tenths."""
    rank, suit = RANK[face], face // 13
    if suit == SPADES:
        if rank < RANK_OF_QUEEN or lengths[SPADES] > MANY_SPADES:
            return -10
        return 200 if face == QUEEN_OF_SPADES else 180
    if suit == HEARTS:
        return 10 * rank
    return 10 * rank - 4 * lengths[suit]  # a short suit is soon empty


def give_value(face: int, queen_out: bool, lengths: list[int]) -> int:
    """How glad we are to give a card to somebody else's trick."""
    glad = 0
    if face == QUEEN_OF_SPADES:
        glad = 3
    elif queen_out and face // 13 == SPADES and RANK[face] > RANK_OF_QUEEN:
        glad = 2
    elif face // 13 == HEARTS:
        glad = 1
    return 1000 * glad + danger_of(face, lengths)


def lead_risk_of(face: int, unseen: list[bool], queen_out: bool, queen_here: bool) -> int:
    """How likely the others can stay below a card, who would rather not take it, in tenths.

    Spades under the queen are safe: they drive her out.
    """
    rank, suit = RANK[face], face // 13
    lower, others = 0, 0
    for other in range(13 * suit, 13 * suit + 13):
        if unseen[other]:
            others += 1
            if RANK[other] < rank:
                lower += 1
    risk = 120 * lower // others if others else 120
    if suit == SPADES and queen_out:
        if queen_here:
            return risk + 80
        return risk - 80 if rank < RANK_OF_QUEEN else risk + 200
    return risk + 10 if suit == HEARTS else risk


def is_free(state: State, trick: list[int], held: int, queen_out: bool) -> bool:
    """Whether those who are still to play will hardly give points to this trick."""
    suit, faces = trick[0] // 13, state.deck.faces
    first = True
    left = 13 - held  # cards of the suit in the hands of others
    for pile in state.piles:
        for card in pile:
            first = False
            if faces[card] // 13 == suit:
                left -= 1
    for face in trick:
        if face == QUEEN_OF_SPADES or face // 13 == HEARTS:
            return False
        if face // 13 == suit:
            left -= 1
    if first and not state.options["points_on_first_trick"]:
        return True
    if len(trick) == 3:
        return True
    if suit == HEARTS or (suit == SPADES and queen_out):
        return False
    return left >= (ENOUGH if len(trick) == 2 else ENOUGH_FOR_TWO)


def follow_values(
    plays: list[Play], faces: tuple[int, ...], trick: list[int], free: bool
) -> list[int]:
    """As high as possible in a free trick; else under the highest card."""
    suit, best = trick[0] // 13, -1
    for face in trick:
        if face // 13 == suit:
            best = max(best, RANK[face])
    values: list[int] = []
    for play in plays:
        face = faces[play[1]]
        rank = RANK[face]
        if face == QUEEN_OF_SPADES and best > rank:
            value = 100  # somebody else gets her
        elif free:
            value = rank - 20 if face == QUEEN_OF_SPADES else rank
        elif rank < best:
            value = rank
        elif len(trick) == 3:  # it takes the trick in any case
            value = rank - 100 if face == QUEEN_OF_SPADES else rank - 50
        else:
            value = -50 - rank
        values.append(value)
    return values


# A seat far from its match has a view, and no state.


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn."""
    places, facts = turn.view.places, turn.view.facts
    state = State(turn.options)
    state.way, state.broken = facts["passing"], facts["broken"]
    state.hands = [[] for _ in range(4)]
    cards: list[str] = []
    for step in range(4):  # the player before this one played last
        other = Seat((turn.seat + step) % 4)
        for card in places[f"trick:{other}"]:
            state.trick[other] = len(cards)
            cards.append(card)
        pile = places[f"pile:{other}"]
        state.piles[other] = tuple(range(len(cards), len(cards) + len(pile)))
        cards += pile
    hand = places[f"hand:{turn.seat}"]
    state.hands[turn.seat] = [*range(len(cards), len(cards) + len(hand))]
    cards += hand
    cards += [card for card in FACES if card not in cards]  # in any hand
    state.deck = state.deck.shuffled([FACES.index(card) for card in cards])
    play = choose(state, turn.seat, None, turn.random.random)
    chosen = sorted([cards[card] for card in play[1:]])
    words = [move.text.removeprefix("pass ").split() for move in turn.legal]
    return next(
        move for move, said in zip(turn.legal, words, strict=True) if sorted(said) == chosen
    )
