"""A bot for Rummy: lay down what can be laid, keep what goes together, get rid of the rest.

It draws from the pile what it can lay down at once, and discards the card with the most points and
the fewest friends: cards still to come that would make a meld with it.
"""

from settebello.bots.turn import Turn
from settebello.cards import FRENCH
from settebello.game import Move
from settebello.games.rummy import RANK, VALUE

FACE = {text: face for face, text in enumerate(FRENCH)}
FRIEND = 4  # points that one friend is worth


def bot(turn: Turn) -> Move:
    legal, view = turn.legal, turn.view
    hand = {FACE[card] for card in view.places[f"hand:{turn.seat}"]}
    by_verb: dict[str, list[Move]] = {}
    for move in legal:
        by_verb.setdefault(move.verb, []).append(move)
    if not view.facts["drawn"]:
        top = FACE[view.places["discard"][-1]]
        verb = "pile" if completes(top, hand) or fits_a_meld(turn, top) else "stock"
        return by_verb[verb][0]
    if "meld" in by_verb:  # the most cards, then the most points
        return max(by_verb["meld"], key=lambda move: (len(cards(move)), cost(move)))
    if "add" in by_verb:
        return max(by_verb["add"], key=cost)
    gone = {FACE[card] for name, pile in view.places.items() if "hand" not in name
            for card in pile if card in FACE}  # fmt: skip

    def burden(move: Move) -> int:
        (face,) = cards(move)
        return VALUE[face] - FRIEND * friends(face, hand, gone)

    return max(by_verb["discard"], key=burden)


def cards(move: Move) -> list[int]:
    """The faces that a move takes out of the hand."""
    return [FACE[word] for word in move.text.split() if word in FACE]


def cost(move: Move) -> int:
    return sum(VALUE[face] for face in cards(move))


def completes(face: int, hand: set[int]) -> bool:
    """Whether the card makes a meld with two or more of the hand."""
    if sum([same in hand for same in range(face % 13, 52, 13)]) >= 2:
        return True
    below, above = near(face, -1) in hand, near(face, 1) in hand
    return (
        (below and above) or (below and near(face, -2) in hand) or (above and near(face, 2) in hand)
    )


def near(face: int, steps: int) -> int | None:
    """The card so many steps up in the suit, if there is one."""
    return face + steps if 1 <= RANK[face] + steps <= 13 else None


def fits_a_meld(turn: Turn, face: int) -> bool:
    """Whether the card can be laid off on the table."""
    own_only, owners = turn.options["lay_off_own_only"], turn.view.facts["meld_owners"]
    for number, owner in enumerate(owners, start=1):
        if own_only and owner != turn.seat:
            continue
        meld = [FACE[card] for card in turn.view.places[f"meld:{number}"]]
        if RANK[meld[0]] == RANK[meld[-1]]:
            if RANK[face] == RANK[meld[0]]:
                return True
        elif face in (near(meld[0], -1), near(meld[-1], 1)):
            return True
    return False


def friends(face: int, hand: set[int], gone: set[int]) -> int:
    """How many cards that may still come would make a meld of this one and another."""
    if completes(face, hand - {face}):
        return 9  # it is in a meld that waits for the next turn
    wanted: set[int | None] = set()
    for other in range(face % 13, 52, 13):
        if other != face and other in hand:
            wanted.update(range(face % 13, 52, 13))
    for way in (-1, 1):
        if near(face, way) in hand:
            wanted |= {near(face, -way), near(face, 2 * way)}
        elif near(face, 2 * way) in hand:
            wanted.add(near(face, way))
    return len(wanted - hand - gone - {None})
