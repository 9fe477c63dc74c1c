"""Scopa for three (or two, four, six): take cards from the table, sweep it, count the piles.

Rule numbers are those of docs/games/scopa.md. Cards are tokens; their faces are in the deck.
"""

from typing import Final

from settebello.cards import ALONE, EVERYBODY, ITALIAN, Deck, Place, Seat, as_seats, seat_places
from settebello.game import Ask, Draw, Facts, Option, Options, Play, Previous, Result, Tell, View

NAME = "scopa"
VERSION = 1
SEATS = (3, 2, 4, 6)  # rule 1
FACES = ITALIAN  # rules 4, 5
OPTIONS = (
    Option("target", 8, low=1, high=100, once=1_000),
    Option("sweep_on_last_card", True),
    Option("redeal_three_tens", False),
    Option("primiera", False),
)
PLACES = {"stock": 40, "table": 14, "hand": 3, "pile": 40}  # the table: rule 12
FACTS = {"order": "seats", "round": "number 0-6100", "sweeps": "by_seat 0-18"}
VERBS = {"lay": "{card}", "take": "{card} x {cards}"}
EVENTS = {
    "OrderDrawn": "order_seats", "RoundStarted": "round seat", "Dealt": "seat cards",
    "TableDealt": "cards", "ThrownIn": "tens", "Laid": "seat card", "Swept": "seat",
    "Captured": "seat card taken:cards", "LeftoversTaken": "seat cards",
    "Tallied": "piles:hands count:by_seat count_points:by_seat coins:by_seat "
               "coins_points:by_seat settebello_seat settebello_points:by_seat values:by_seat "
               "values_points:by_seat primiera:flag sweeps:by_seat sweeps_points:by_seat "
               "points:by_seat scores:by_seat scores_before:by_seat round_winner_seats",
    "MatchEnded": "scores:by_seat winner_seats",
}  # fmt: skip
# Final: compiled code has these then, where it would look them up.
LAY: Final = 0
TAKE: Final = 1

RANK: Final[tuple[int, ...]] = tuple(face % 10 + 1 for face in range(40))
COINS: Final = frozenset(range(10))
SETTEBELLO: Final = ITALIAN.index("7D")
PRIMIERA: Final[tuple[int, ...]] = (0, 16, 12, 13, 14, 15, 18, 21, 10, 10, 10)  # by rank
EXTRA_ROUNDS: Final = 100  # rule 6: after so many beyond any doubt, a shared lead stands

HAND: Final = seat_places("hand")
PILE: Final = seat_places("pile")
# The stock after so many cards.
STOCK: Final = [Place("stock", range(39, dealt - 1, -1)) for dealt in range(41)]
SHUFFLE: Final = Draw.cards("deck", range(40))
# Made once, since most moves need one of each.
TO_ACT: Final[tuple[tuple[Seat, ...], ...]] = tuple((Seat(n),) for n in range(6))
LAYS: Final[tuple[Play, ...]] = tuple((LAY, card) for card in range(40))


class State:
    __slots__ = (
        "at", "dealt", "deck", "hands", "house", "options", "order", "piles", "round", "scores",
        "sweeps", "table", "taker", "to_act",
    )  # fmt: skip

    def begin(self, options: Options, seats: int) -> None:
        self.options = options
        self.to_act: tuple[Seat, ...] = ()
        self.house: Draw | None = Draw.seats("order", seats)
        self.order: tuple[Seat, ...] = ()
        self.at = 0  # whose turn it is: an index into the order
        self.round = 0
        self.scores: tuple[int, ...] = (0,) * seats
        self.deck = Deck()
        self.dealt = 40  # how many cards have left the stock
        self.table: list[int] = []  # in the order they came
        self.hands: list[list[int]] = [[]] * seats
        self.piles: list[tuple[int, ...]] = [()] * seats
        self.sweeps = [0] * seats
        self.taker = Seat(-1)  # who took last in this round

    def clone(self) -> "State":
        new = State()
        new.options, new.to_act, new.house = self.options, self.to_act, self.house
        new.order, new.at, new.round = self.order, self.at, self.round
        new.scores, new.deck, new.dealt = self.scores, self.deck, self.dealt
        new.table, new.hands = self.table[:], [hand[:] for hand in self.hands]
        new.piles, new.sweeps, new.taker = self.piles[:], self.sweeps[:], self.taker
        return new


def bound(options: Options, seats: int) -> int:
    return 36 * last_round(options, seats)


def last_round(options: Options, seats: int) -> int:
    # The seven of coins gives a point in every round, so by then somebody is at the target.
    return seats * int(options["target"]) + EXTRA_ROUNDS


def setup(options: Options, seats: int, previous: Previous) -> State:
    state = State()
    state.begin(options, seats)
    return state


def settle(state: State, outcome: tuple[int, ...], tell: Tell | None) -> None:
    if not state.order:  # rule 2
        state.order, state.house = as_seats(outcome), SHUFFLE
        if tell:
            tell("OrderDrawn", order_seats=outcome)
        return
    seats = len(state.order)
    state.deck, state.dealt, state.table = state.deck.shuffled(outcome), 0, []  # rule 8
    state.hands, state.piles = [[]] * seats, [()] * seats
    state.sweeps, state.taker = [0] * seats, Seat(-1)
    state.at = state.round % seats  # rule 2: the next player in the order starts
    if tell:
        tell("RoundStarted", round=state.round + 1, seat=state.order[state.at])
    deal(state, tell)
    state.table = [*range(state.dealt, state.dealt + 4)]
    state.dealt += 4
    if tell:
        tell("TableDealt", cards={"cards": state.table})
    tens = [RANK[outcome[card]] for card in state.table].count(10)
    if state.options["redeal_three_tens"] and tens >= 3:  # the house shuffles again
        if tell:
            tell("ThrownIn", tens=tens)
        return
    state.round += 1
    state.to_act, state.house = TO_ACT[state.order[state.at]], None


def deal(state: State, tell: Tell | None) -> None:
    """Three cards to each player, beginning with the one who starts (rules 8, 13)."""
    for turn in range(state.at, state.at + len(state.order)):
        seat = state.order[turn % len(state.order)]
        state.hands[seat] = [state.dealt, state.dealt + 1, state.dealt + 2]
        state.dealt += 3
        if tell:
            tell("Dealt", seat=seat, cards={"cards": state.hands[seat]})


def legal(state: State, seat: Seat) -> list[Play]:
    faces, table = state.deck.faces, state.table
    ranks = [RANK[faces[card]] for card in table]
    reachable = 1  # bit n: some cards of the table add up to n
    for rank in ranks:
        reachable |= reachable << rank
    plays: list[Play] = []
    for card in state.hands[seat]:  # rule 9
        rank = RANK[faces[card]]
        if not reachable >> rank & 1:  # rule 12: only what cannot take is laid down
            plays.append(LAYS[card])
            continue
        before = len(plays)
        for at, value in enumerate(ranks):  # rule 10: a single match comes first
            if value == rank:
                plays.append((TAKE, card, table[at]))
        if len(plays) == before:  # rule 11; tuples are added, as (TAKE, card, *taken) makes a list
            take: Play = (TAKE, card)
            for taken in choices(rank, len(table), table, ranks, sums_of(ranks)):
                plays.append(take + taken)
    return plays


def sums_of(ranks: list[int]) -> list[int]:
    """What the first k cards can add up to, for each k: bit n is set if some of them make n."""
    reachable, sums = 1, [1]
    for rank in ranks:
        reachable |= reachable << rank
        sums.append(reachable)
    return sums


def choices(
    rank: int, many: int, table: list[int], ranks: list[int], sums: list[int]
) -> list[tuple[int, ...]]:
    """Every choice among the first `many` cards of the table that adds up to a rank.

    Each begins with its last card: `sums` says whether cards before it make up what is missing.
    """
    found: list[tuple[int, ...]] = []
    for last in range(many):
        missing = rank - ranks[last]
        if missing == 0:
            found.append((table[last],))
        elif missing > 0 and sums[last] >> missing & 1:
            card: tuple[int, ...] = (table[last],)
            for others in choices(missing, last, table, ranks, sums):
                found.append(others + card)
    return found


def apply(state: State, seat: Seat, play: Play, tell: Tell | None) -> None:
    card, table, hands = play[1], state.table, state.hands
    hands[seat].remove(card)
    if play[0] == LAY:  # rule 12
        table.append(card)
        if tell:
            tell("Laid", seat=seat, cards={"card": card})
    else:  # rules 10, 11
        taken = play[2:]
        for other in taken:
            table.remove(other)
        state.piles[seat] += taken + play[1:2]  # the card itself comes last
        state.taker = seat
        if tell:
            tell("Captured", seat=seat, cards={"card": card, "taken": taken})
        if not table and (state.options["sweep_on_last_card"] or state.dealt < 40 or any(hands)):
            state.sweeps[seat] += 1  # rule 3
            if tell:
                tell("Swept", seat=seat)
    state.at = (state.at + 1) % len(state.order)
    following = state.order[state.at]
    state.to_act = TO_ACT[following]
    if not hands[following]:
        if state.dealt < 40:
            deal(state, tell)  # rule 13
        else:
            end_round(state, tell)


def end_round(state: State, tell: Tell | None) -> None:
    if state.table:  # rule 14; somebody took, or the table would show one rank twice
        left, state.table = tuple(state.table), []
        state.piles[state.taker] += left
        if tell:
            tell("LeftoversTaken", seat=state.taker, cards={"cards": left})
    tally(state, tell)
    scores, high = state.scores, max(state.scores)
    shared = scores.count(high) > 1 and state.round < last_round(state.options, len(scores))
    state.to_act = ()
    if high < int(state.options["target"]) or shared:  # rules 7, 6
        state.house = SHUFFLE
    elif tell:
        tell("MatchEnded", scores=scores, winner_seats=result(state).winners)


def tally(state: State, tell: Tell | None) -> None:
    """Rules 15 and 16: four points for the piles, and one for each sweep (rule 3)."""
    faces, seats = state.deck.faces, range(len(state.piles))
    piles = [[faces[card] for card in pile] for pile in state.piles]
    by_primiera = bool(state.options["primiera"])
    count = [len(pile) for pile in piles]
    coins = [len(COINS.intersection(pile)) for pile in piles]
    values = [primiera(pile) if by_primiera else sum(RANK[f] for f in pile) for pile in piles]
    for_settebello = [int(SETTEBELLO in pile) for pile in piles]
    for_count, for_coins = point_for_most(count), point_for_most(coins)
    for_values = point_for_most(values)
    points = [
        for_count[s] + for_coins[s] + for_values[s] + for_settebello[s] + state.sweeps[s]
        for s in seats
    ]
    before, state.scores = state.scores, tuple([state.scores[s] + points[s] for s in seats])
    if tell:
        tell("Tallied", cards={"piles": state.piles}, count=count, count_points=for_count,
             coins=coins, coins_points=for_coins, settebello_seat=for_settebello.index(1),
             settebello_points=for_settebello, values=values, values_points=for_values,
             primiera=by_primiera, sweeps=state.sweeps, sweeps_points=state.sweeps,
             points=points, scores=state.scores, scores_before=before,
             round_winner_seats=[s for s, won in enumerate(points) if won == max(points)],
        )  # fmt: skip


def point_for_most(counted: list[int]) -> list[int]:
    """A point for the seat that has the most of something; a tie gives it to nobody."""
    most, points = max(counted), [0] * len(counted)
    if counted.count(most) == 1:
        points[counted.index(most)] = 1
    return points


def primiera(pile: list[int]) -> int:
    """The best card of each suit by the primiera's values; nothing unless all suits are there."""
    best = [0, 0, 0, 0]
    for face in pile:
        best[face // 10] = max(best[face // 10], PRIMIERA[RANK[face]])
    return sum(best) if all(best) else 0


def result(state: State) -> Result:
    return Result.most(state.scores, over=not state.to_act and not state.house)


def places(state: State) -> list[Place]:
    hands = [Place(HAND[seat], tuple(hand), ALONE[seat]) for seat, hand in enumerate(state.hands)]
    piles = [Place(PILE[seat], pile, EVERYBODY) for seat, pile in enumerate(state.piles)]
    table = Place("table", tuple(state.table), EVERYBODY)
    return [STOCK[state.dealt], table, *hands, *piles]


def public(state: State) -> Facts:
    return {"order": list(state.order), "round": state.round, "sweeps": state.sweeps[:]}


def refusal(ask: Ask, view: View) -> str:
    """Why this cannot be played, from what the seat itself sees."""
    card, *taken = [str(value) for value in ask.values]
    table, value = view.places["table"], int(card[:-1])
    if card not in view.places[HAND[view.viewer or 0]]:
        return "not-in-hand"
    if not taken:
        return "must-take"
    if any(other not in table or taken.count(other) > 1 for other in taken):
        return "not-on-table"
    single = len(taken) > 1 and any(int(other[:-1]) == value for other in table)
    return "single-first" if single else "wrong-sum"
