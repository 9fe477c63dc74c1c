"""A bot for Rummy: lay down what can be laid, keep what goes together, get rid of the rest.

It draws from the pile what it can lay down at once, and discards the card with the most points and
the fewest friends: cards still to come that would make a meld with it.
"""

from typing import Final

from settebello.bots.turn import Turn
from settebello.cards import FRENCH, Deck, Seat
from settebello.dealing import Random
from settebello.game import Move, Options, Play, View
from settebello.games.rummy import (
    ADD,
    BITS,
    DISCARDS,
    MELD,
    PILE,
    RANK,
    RUN_STARTS,
    STOCK,
    VALUE,
    VERBS,
    State,
    bits_of,
    room,
)

FRIEND: Final = 4  # points that one friend is worth
VERB_NAMES: Final = tuple(VERBS)
DRAW_STOCK: Final[Play] = (STOCK,)
DRAW_PILE: Final[Play] = (PILE,)


def with_step(face: int, steps: int) -> int:
    """The bit of the card so many steps up in the suit; 0 if there is none."""
    return 1 << face + steps if 1 <= RANK[face] + steps <= 13 else 0


BELOW: Final = tuple(with_step(face, -1) for face in range(52))
BELOW_2: Final = tuple(with_step(face, -2) for face in range(52))
ABOVE: Final = tuple(with_step(face, 1) for face in range(52))
ABOVE_2: Final = tuple(with_step(face, 2) for face in range(52))
SUITS: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the four aces; shifted, the four of a rank


def choose(state: State, seat: Seat, memory: None, random: Random) -> Play:
    """What the seat plays, by its own hand and what lies open."""
    faces, hand = state.deck.faces, state.hands[seat]
    held = bits_of(hand, faces)
    if not state.drawn:
        top = faces[state.discard[-1]]
        return DRAW_PILE if makes_meld(top, held) or lays_off(state, seat, top) else DRAW_STOCK
    if state.melds_now < state.meld_limit:
        meld = best_meld(hand, faces, held)
        if meld:
            return meld
    if held & state.wanted:
        add = best_add(state, seat)
        if add:
            return add
    gone = bits_of(state.discard, faces)
    for cards in state.melds:
        gone |= bits_of([*cards], faces)
    return worst_card(state, hand, held, ~(held | gone))


def makes_meld(face: int, held: int) -> bool:
    """Whether the card makes a meld with two or more of the cards held, itself not among them."""
    same = held >> face % 13 & SUITS
    if same & same - 1:  # two bits or more
        return True
    if held & BELOW[face]:
        return bool(held & (ABOVE[face] | BELOW_2[face]))
    return bool(held & ABOVE[face] and held & ABOVE_2[face])


def lays_off(state: State, seat: Seat, face: int) -> bool:
    """Whether the card can be laid off on the table."""
    if not state.wanted & BITS[face]:
        return False
    if not state.options["lay_off_own_only"]:
        return True
    for number, accepted in enumerate(state.accepts):
        if state.owners[number] == seat and face in accepted:
            return True
    return False


def best_meld(hand: list[int], faces: tuple[int, ...], held: int) -> Play:
    """The meld with the most cards, then with the most points; () if there is none.

    Of equal ones it is the run that begins with the card that came first, or the lowest set.
    """
    best: list[int] = []
    most = 0
    runs = held & held >> 1 & held >> 2 & RUN_STARTS
    if runs:
        for card in hand:
            first = faces[card]
            if runs & BITS[first]:
                last = first + 2
                while held & ABOVE[last]:
                    last += 1
                run = [*range(first, last + 1)]
                worth = worth_of(run)
                if worth > most:
                    best, most = run, worth
    second, third, fourth = held >> 13, held >> 26, held >> 39
    sets = held & (second & (third | fourth) | third & fourth) | second & third & fourth
    if sets:
        for rank in range(13):
            if sets & BITS[rank]:
                same = [face for face in range(rank, 52, 13) if held & BITS[face]]
                worth = worth_of(same)
                if worth > most:
                    best, most = same, worth
    if not best:
        return ()
    return (MELD, *[card_with(face, hand, faces) for face in best])


def worth_of(meld: list[int]) -> int:
    """More for more cards, then for more points."""
    total = 1000 * len(meld)
    for face in meld:
        total += VALUE[face]
    return total


def card_with(face: int, hand: list[int], faces: tuple[int, ...]) -> int:
    """The card of a hand that has this face."""
    for card in hand:
        if faces[card] == face:
            return card
    return -1


def best_add(state: State, seat: Seat) -> Play:
    """The card with the most points that can be laid off; () if there is none."""
    faces, hand = state.deck.faces, state.hands[seat]
    anywhere = not state.options["lay_off_own_only"]
    best, most, where = -1, 0, 0
    for number, accepted in enumerate(state.accepts, start=1):
        if anywhere or state.owners[number - 1] == seat:
            for face in accepted:
                if VALUE[face] > most:
                    card = card_with(face, hand, faces)
                    if card >= 0:
                        best, most, where = card, VALUE[face], number
    return (ADD, best, where) if where else ()


def worst_card(state: State, hand: list[int], held: int, free: int) -> Play:
    """Discard the card with the most points and the fewest friends among the `free` cards."""
    faces, taken = state.deck.faces, state.taken
    if len(hand) == 1:
        return DISCARDS[hand[0]]
    worst, most = -1, -1000
    for card in hand:
        if card == taken:
            continue
        face = faces[card]
        burden = VALUE[face] - FRIEND * friends_of(face, held & ~BITS[face], free)
        if burden > most:
            worst, most = card, burden
    return DISCARDS[worst]


def friends_of(face: int, others: int, free: int) -> int:
    """How many free cards would make a meld of this one and one of the others in the hand."""
    same = others >> face % 13 & SUITS
    below, above = others & BELOW[face], others & ABOVE[face]
    below_2, above_2 = others & BELOW_2[face], others & ABOVE_2[face]
    if (same & same - 1) or (below and (above or below_2)) or (above and above_2):
        return 9  # it is in a meld that waits for the next turn
    count = 0
    if same:
        wanted = free >> face % 13 & SUITS
        while wanted:
            wanted &= wanted - 1
            count += 1
    wanted = 0
    if below:
        wanted = ABOVE[face] | BELOW_2[face]
    elif below_2:
        wanted = BELOW[face]
    if above:
        wanted |= BELOW[face] | ABOVE_2[face]
    elif above_2:
        wanted |= ABOVE[face]
    wanted &= free
    while wanted:
        wanted &= wanted - 1
        count += 1
    return count


# A seat far from its match has a view and no state: what the view shows is enough.

FACE: Final = {text: face for face, text in enumerate(FRENCH)}


def by_view(turn: Turn) -> Move:
    """What the policy chooses, by the view of a turn."""
    state = state_seen(turn.view, turn.options)
    play = choose(state, turn.seat, None, turn.random.random)
    faces, verb = state.deck.faces, VERB_NAMES[play[0]]
    cards = play[1:2] if verb == "add" else play[1:]
    words = {FRENCH[faces[card]] for card in cards}
    for move in turn.legal:
        named = {word for word in move.text.split() if word in FACE}
        if (
            move.verb == verb
            and named == words
            and (verb != "add" or move.text.endswith(f" {play[2]}"))
        ):
            return move
    raise ValueError("The view does not show what is legal.")


def state_seen(view: View, options: Options) -> State:
    """A state with what a view shows; cards that it hides are not in it."""
    state, facts = State(), view.facts
    state.begin(options, len(facts["players"]))
    tokens: dict[str, list[int]] = {}
    faces: list[int] = []
    for name, texts in view.places.items():
        shown = [FACE[text] for text in texts if text in FACE]
        tokens[name] = [*range(len(faces), len(faces) + len(shown))]
        faces += shown
    state.deck = Deck(faces, (0,))
    state.discard = tokens["discard"]
    state.discarded = state.deck.bits(state.discard)
    state.hands = [tokens.get(f"hand:{seat}", []) for seat in range(len(state.hands))]
    state.drawn = facts["drawn"]
    if facts["taken"] is not None:
        state.taken = faces.index(FACE[facts["taken"]])
    if facts["melds_left"] == 0:
        state.meld_limit = 0
    state.owners = tuple(facts["meld_owners"])
    state.melds = tuple([tuple(tokens[f"meld:{n + 1}"]) for n in range(len(state.owners))])
    state.melded = tuple([state.deck.bits(meld) for meld in state.melds])
    state.accepts = tuple([room(tuple([faces[card] for card in meld])) for meld in state.melds])
    for accepted in state.accepts:
        for face in accepted:
            state.wanted |= BITS[face]
    return state
