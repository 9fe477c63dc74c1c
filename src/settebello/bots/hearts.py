"""A bot for Hearts: duck under tricks with points, and give away what is dangerous.

It passes its most dangerous cards, leads low, plays as high as it can without taking the trick, and
discards the queen of spades, then high hearts, when it cannot follow.
"""

from settebello.bots.turn import Turn
from settebello.cards import FRENCH
from settebello.game import Move
from settebello.games.hearts import RANK

RANK_OF = dict(zip(FRENCH, RANK, strict=True))  # from 0, the two, to 12, the ace
QUEEN, OVER_QUEEN = "QS", ("KS", "AS")
GUARDED = 4  # with so many other spades the high ones are safe


def bot(turn: Turn) -> Move:
    legal = turn.legal
    hand = turn.view.places[f"hand:{turn.seat}"]
    if legal[0].verb == "pass":
        passed = sorted(hand, key=lambda card: danger(card, hand))[-3:]
        return next(move for move in legal if set(move.text.split()[1:]) == set(passed))
    if len(legal) == 1:
        return legal[0]
    places = turn.view.places
    laid = [places[f"trick:{(turn.seat + step) % 4}"] for step in (1, 2, 3)]
    trick = [card for cards in laid for card in cards]  # from the one who led to the last
    queen_out = not any(QUEEN in places[f"pile:{seat}"] for seat in range(4))
    if not trick:
        return min(legal, key=lambda move: lead_risk(move.text, hand, queen_out))
    led = trick[0][-1]
    if legal[0].text[-1] == led:
        return follow(legal, trick, queen_out)
    return max(legal, key=lambda move: (worth(move.text, queen_out), danger(move.text, hand)))


def danger(card: str, hand: list[str]) -> float:
    """How much a card may cost if it stays in the hand."""
    rank, suit = RANK_OF[card], card[-1]
    length = sum([other.endswith(suit) for other in hand])
    if suit == "S":
        return (20 if card == QUEEN else 18) if rank >= 10 and length <= GUARDED else -1
    if suit == "H":
        return rank + 2
    return rank - 0.8 * length  # a short suit is soon empty


def worth(card: str, queen_out: bool) -> int:
    """How glad we are to give a card to somebody else's trick."""
    if card == QUEEN:
        return 3
    if queen_out and card in OVER_QUEEN:
        return 2
    return int(card.endswith("H"))


def lead_risk(card: str, hand: list[str], queen_out: bool) -> float:
    """Low cards are safe to lead; so are spades under the queen, to drive her out."""
    rank, suit = RANK_OF[card], card[-1]
    if suit == "S" and queen_out:
        if QUEEN in hand:
            return rank + 8
        return rank - 8 if rank < 10 else rank + 20
    return rank + (1 if suit == "H" else 0)


def follow(legal: list[Move], trick: list[str], queen_out: bool) -> Move:
    """Under the highest card if there is a risk; else as high as possible."""
    led = trick[0][-1]
    best = max([RANK_OF[card] for card in trick if card.endswith(led)])
    under = [move for move in legal if RANK_OF[move.text] < best]
    costly = any(card == QUEEN or card.endswith("H") for card in trick)
    last = len(trick) == 3
    if led == "S" and best > RANK_OF[QUEEN] and any(move.text == QUEEN for move in legal):
        return next(move for move in legal if move.text == QUEEN)
    if last and not costly:
        cheap = [move for move in legal if move.text != QUEEN]
        return max(cheap or legal, key=lambda move: RANK_OF[move.text])
    if under:
        return max(under, key=lambda move: RANK_OF[move.text])
    if last:
        cheap = [move for move in legal if move.text != QUEEN]
        return max(cheap or legal, key=lambda move: RANK_OF[move.text])
    return min(legal, key=lambda move: RANK_OF[move.text])
