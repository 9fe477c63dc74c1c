"""Hearts for four: take no hearts and not the queen of spades, or else take them all.

Rule numbers are those of docs/games/hearts.md. Cards are tokens; their faces are in the deck. Hands
are held mixed: which of their cards was passed on is known to the two players alone.
"""

from itertools import combinations, takewhile

from settebello.cards import ALONE, EVERYBODY, FRENCH, Deck, Place, Seat, as_seats, seat_places
from settebello.game import AMONG, VOID, Ask, Draw, Facts, Option, Options, Play, Result, Tell, View

NAME, VERSION, SEATS, FACES, LOW_WINS = "hearts", 1, (4,), FRENCH, True  # rules 1, 2
OPTIONS = (Option("target", 100, low=1, high=500), Option("passing", True),
    Option("queen_breaks_hearts", False), Option("points_on_first_trick", False))  # fmt: skip
PLACES, LAYOUT = {"hand": 13, "pass": 3, "trick": 1, "pile": 52}, {"trick": "trick"}
FACTS = {"hand": "number 0-77", "passing": "text left|right|across|no", "tricks": "number 0-13",
         "broken": "flag", "points": "by_seat 0-26"}  # fmt: skip
VERBS, PLAY, PASS = {"play": "{card}", "pass": "pass {cards}"}, 0, 1
EVENTS = {"HandStarted": "hand passing:text", "Dealt": "seat cards", "Chosen": "seat cards",
          "Passed": "seat to_seat cards", "PlayBegun": "seat", "Played": "seat card breaks:flag",
          "Taken": "seat cards points", "MatchEnded": "scores:by_seat winner_seats",
          "Tallied": "hearts:by_seat queen_seat moon:flag points:by_seat scores:by_seat "
                     "scores_before:by_seat round_winner_seats"}  # fmt: skip

RANK = tuple([(face - 1) % 13 for face in range(52)])  # rule 2: from the two up to the ace
SUITS = tuple([frozenset(range(first, first + 13)) for first in range(0, 52, 13)])  # their faces
HEARTS, QUEEN, TWO = SUITS[1], FRENCH.index("QS"), FRENCH.index("2C")
NO_HEARTS = frozenset(range(52)) - HEARTS
WAYS = {"no": 0, "left": 1, "right": 3, "across": 2}  # rule 4: how many seats further
ALL, SHUFFLE = as_seats(range(4)), Draw.cards("deck", range(52))
HAND, ASIDE, TRICK, PILE = [seat_places(name) for name in ("hand", "pass", "trick", "pile")]


class State:
    def __init__(self, options: Options) -> None:
        self.options, self.deck, self.hand, self.scores = options, Deck(), 0, tuple([0] * 4)
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = SHUFFLE
        self.way, self.broken = "no", False  # where cards are passed to, until that is done
        self.hands: list[list[int]] = [[]] * 4
        self.aside: dict[Seat, tuple[int, ...]] = {}  # what they pass, until all have chosen
        self.trick: dict[Seat, int] = {}  # the card of each seat, in the order of play
        self.piles: list[tuple[int, ...]] = [()] * 4

    def clone(self) -> "State":
        new = State(self.options)
        new.to_act, new.house, new.deck, new.way = self.to_act, self.house, self.deck, self.way
        new.hand, new.scores, new.broken = self.hand, self.scores, self.broken
        new.hands, new.piles = [hand[:] for hand in self.hands], self.piles[:]
        new.aside, new.trick = self.aside.copy(), self.trick.copy()
        return new


def bound(options: Options, seats: int) -> int:
    # A hand is 4 choices and 52 cards, and gives 26 points or more.
    return 56 * (4 * (int(options["target"]) - 1) // 26 + 1)


def setup(options: Options, seats: int, previous: object) -> State:
    return State(options)


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    state.deck, state.house, state.hand = state.deck.shuffled(outcome), None, state.hand + 1
    state.hands = [[*range(13 * seat, 13 * seat + 13)] for seat in ALL]  # rule 3
    state.piles, state.broken, state.to_act = [()] * 4, False, ALL  # rule 5
    state.way = [*WAYS][state.hand % 4] if state.options["passing"] else "no"  # rule 4
    if tell:
        tell("HandStarted", hand=state.hand, passing=state.way)
        for seat in ALL:
            tell("Dealt", seat=seat, only=ALONE[seat], cards={"cards": state.hands[seat]})
    if state.way == "no":
        begin_play(state, tell)


def begin_play(state: State, tell: Tell | None) -> None:
    leader = next(n for n in ALL if state.deck.faces.index(TWO) in state.hands[n])  # rule 7
    state.way, state.to_act = "no", (leader,)
    if tell:
        tell("PlayBegun", seat=leader)
        tell.learn(AMONG, state.hands[leader], [TWO])


def legal(state: State, seat: Seat) -> list[Play]:
    hand, faces = state.hands[seat], state.deck.faces
    if state.way != "no":  # rule 5
        return [(PASS, *three) for three in combinations(hand, 3)]
    choices = ([card for card in hand if faces[card] in duty] for duty in duties(state))
    return [(PLAY, card) for card in next(filter(None, choices), hand)]


def duties(state: State) -> list[frozenset[int]]:
    """The faces of which one must be played by those who have any; if not, the next ones."""
    first = not any(state.piles)
    if not state.trick:  # rules 7, 10
        return [frozenset([TWO])] if first else [NO_HEARTS] * (not state.broken)
    spared = first and not state.options["points_on_first_trick"]
    return [led(state), NO_HEARTS - {QUEEN}] if spared else [led(state)]  # rules 9, 8


def led(state: State) -> frozenset[int]:
    """The suit that was led: all its faces."""
    return SUITS[state.deck.faces[next(iter(state.trick.values()))] // 13]


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    if play[0] == PASS:
        choose(state, seat, play[1:], tell)
        return
    face, before, due = state.deck.faces[play[1]], state.broken, duties(state) if tell else []
    state.hands[seat].remove(play[1])
    state.trick[seat], state.to_act = play[1], (Seat((seat + 1) % 4),)  # rule 8
    if face in HEARTS or (face == QUEEN and state.options["queen_breaks_hearts"]):
        state.broken = True  # rule 10
    if tell:
        tell("Played", seat=seat, breaks=state.broken and not before, cards={"card": play[1]})
        for duty in takewhile(lambda duty: face not in duty, due):
            tell.learn(VOID, state.hands[seat], sorted(duty))  # or they would have played it
    if len(state.trick) == 4:
        end_trick(state, tell)


def choose(state: State, seat: Seat, cards: Play, tell: Tell | None) -> None:
    """Three cards to pass on; when all have chosen, everybody gets theirs (rules 5 and 6)."""
    state.hands[seat] = [card for card in state.hands[seat] if card not in cards]
    state.aside[seat], state.to_act = cards, tuple([n for n in state.to_act if n != seat])
    if tell:
        tell("Chosen", seat=seat, cards={"cards": cards})
    if len(state.aside) < 4:
        return
    for giver in ALL:
        to, given = Seat((giver + WAYS[state.way]) % 4), state.aside.pop(giver)
        state.hands[to] += given
        if tell:
            tell("Passed", seat=giver, to_seat=to, cards={"cards": given})
    begin_play(state, tell)


def end_trick(state: State, tell: Tell | None) -> None:
    suit, taken = led(state), tuple(state.trick.values())
    shown = [state.deck.faces[state.trick[seat]] for seat in ALL]
    winner = max(ALL, key=lambda seat: (shown[seat] in suit, RANK[shown[seat]]))  # rule 11
    state.piles[winner] += taken
    state.trick, state.to_act = {}, (winner,)
    if tell:
        tell.pause()  # all must have seen the trick before it goes
        tell("Taken", seat=winner, points=worth(state, taken), cards={"cards": taken})
    if not state.hands[winner]:
        end_hand(state, tell)


def worth(state: State, cards: tuple[int, ...]) -> int:  # rule 12
    faces = [state.deck.faces[card] for card in cards]
    return len(HEARTS.intersection(faces)) + 13 * faces.count(QUEEN)


def end_hand(state: State, tell: Tell | None) -> None:
    taken, before = [worth(state, pile) for pile in state.piles], state.scores
    queen = next(n for n in ALL if state.deck.faces.index(QUEEN) in state.piles[n])
    points = [26 - each for each in taken] if 26 in taken else taken  # rule 13
    state.scores, state.to_act = tuple([before[n] + points[n] for n in ALL]), ()
    if tell:
        tell("Tallied", hearts=[taken[n] - 13 * (n == queen) for n in ALL], queen_seat=queen,
             moon=26 in taken, points=points, scores=state.scores, scores_before=before,
             round_winner_seats=[n for n in ALL if points[n] == min(points)])  # fmt: skip
    if max(state.scores) < int(state.options["target"]):  # rule 14
        state.house = SHUFFLE
    elif tell:
        tell("MatchEnded", scores=state.scores, winner_seats=result(state).winners)


def result(state: State) -> Result:
    return Result.least(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    hands = [Place(HAND[n], state.hands[n], ALONE[n], mixed=True) for n in ALL]
    aside = [Place(ASIDE[n], state.aside.get(n, ()), ALONE[n]) for n in ALL if state.way != "no"]
    laid = [[state.trick[n]] if n in state.trick else [] for n in ALL]
    piles = [Place(PILE[n], state.piles[n], EVERYBODY) for n in ALL]
    return [*hands, *aside, *[Place(TRICK[n], laid[n], EVERYBODY) for n in ALL], *piles]


def public(state: State) -> Facts:
    tricks, points = sum(map(len, state.piles)) // 4, [worth(state, pile) for pile in state.piles]
    return {"hand": state.hand, "passing": state.way, "tricks": tricks, "broken": state.broken,
            "points": points}  # fmt: skip


def refusal(ask: Ask, view: View) -> str:
    """Why this cannot be played, from what the seat itself sees."""
    hand, tricks = view.places[HAND[view.viewer or 0]], view.facts["tricks"]
    if any(card not in hand for card in ask.values):
        return "not-in-hand"
    if ask.verb == "pass" or view.facts["passing"] != "no":
        return "three-to-pass"
    if not any(view.places[TRICK[seat]] for seat in ALL):
        return "hearts-not-broken" if tricks else "two-leads"
    return "must-follow" if tricks or any("C" in card for card in hand) else "no-points-yet"
