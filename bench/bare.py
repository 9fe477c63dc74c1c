"""The games as bare loops: no state, no contract, no events.

A loop for one game with its usual options is the best that can be reached; bench_rules.py compares
the rules with it. Each loop makes the same moves and draws the same numbers, in the same order, as
random play through the rules does (tests/test_bench.py), so both measure the same matches.
"""

from collections.abc import Callable
from itertools import combinations

# Dice
COUNT = (0, 1, 6, 3, 2, 5, 3)

# Scopa
RANK = tuple(face % 10 + 1 for face in range(40))

# 66: cards are numbers, and a choice of a player's cards is a list of indexes, so all lists of
# legal moves can be made beforehand: for a turn, with a discarded card or without, before and after
# the round is stopped; for the places of a card, by the number of cards in the hand.
NUMBERS = [0, 0, *(number for number in range(1, 13) for _ in range(4)), 13, 13]
DECK, PILE, STOP = range(3)
TURN = (((DECK,), (DECK, STOP)), ((DECK, PILE), (DECK, PILE, STOP)))
PILE_CARD = [
    [cards for number in range(1, size + 1) for cards in combinations(range(size), number)]
    for size in range(5)
]
DECK_CARD = [[*cards, ()] for cards in PILE_CARD]  # nothing is replaced: it is discarded

# Rummy
VALUE = tuple(min(face % 13 + 1, 10) for face in range(52))
SUIT = (1 << 13) - 1
RUN_STARTS = sum(1 << face for face in range(52) if face % 13 < 11)


def dice(random: Callable[[], float], matches: int) -> int:
    """Play matches of Dice for three; returns the number of moves."""
    moves = 0
    for _ in range(matches):
        order = [0, 1, 2]
        for last in (2, 1):
            other = int(random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        points, run_faces, run_lengths = [0, 0, 0], [0, 0, 0], [0, 0, 0]
        turn = 0
        lose_next = False
        while True:
            low, middle, high = sorted(points)
            if turn < 12:
                if high - middle >= 10 and low < middle:
                    break
            elif middle < high or turn >= 36:
                break
            seat = order[turn % 3]
            turn += 1
            if lose_next:
                lose_next = False
                continue
            moves += 1
            if int(random() * (2 if turn <= 12 else 1)):  # skip
                continue
            face = int(random() * 6) + 1
            three_alike = False
            if face != run_faces[seat]:
                run_faces[seat] = face
                run_lengths[seat] = 1
            else:
                run_lengths[seat] += 1
                three_alike = run_lengths[seat] == 3
            count = COUNT[face]
            if face == 1:
                moves += 1
            if face == 5 or (face == 1 and not int(random() * 2)):  # throw again
                again = int(random() * 6) + 1
                if again != run_faces[seat]:
                    run_faces[seat] = again
                    run_lengths[seat] = 1
                else:
                    run_lengths[seat] += 1
                    if run_lengths[seat] == 3:
                        three_alike = True
                count = count * again  # five times, or once
            points[seat] += count
            if three_alike:
                points[seat] = run_faces[seat] = run_lengths[seat] = 0
            if count == 6:
                lose_next = True
    return moves


def scopa(random: Callable[[], float], matches: int) -> int:
    """Play matches of Scopa for three; returns the number of moves."""
    moves = 0
    for _ in range(matches):
        order = [0, 1, 2]
        for last in (2, 1):
            other = int(random() * (last + 1))
            order[last], order[other] = order[other], order[last]
        scores = [0, 0, 0]
        at = starter = 0
        while True:
            deck = list(range(40))
            for last in range(39, 0, -1):
                other = int(random() * (last + 1))
                deck[last], deck[other] = deck[other], deck[last]
            hands: list[list[int]] = [[], [], []]
            piles: list[list[int]] = [[], [], []]
            points = [0, 0, 0]
            table = deck[9:13]
            ranks = [RANK[card] for card in table]
            del deck[9:13]
            at = starter
            taker = -1
            for dealt in range(0, 36, 9):
                for turn in range(3):
                    first = dealt + 3 * turn
                    hands[order[(at + turn) % 3]] = deck[first : first + 3]
                for _turn in range(9):
                    seat = order[at]
                    hand = hands[seat]
                    reachable = 1
                    for rank in ranks:
                        reachable |= reachable << rank
                    legal: list[tuple[int, tuple[int, ...]]] = []
                    for card in hand:
                        wanted = RANK[card]
                        if not reachable >> wanted & 1:
                            legal.append((card, ()))
                        elif wanted in ranks:
                            for index, rank in enumerate(ranks):
                                if rank == wanted:
                                    legal.append((card, (index,)))
                        else:
                            begun: list[tuple[int, tuple[int, ...]]] = [(wanted, ())]
                            for index, rank in enumerate(ranks):
                                for missing, taken in begun[:]:
                                    if rank < missing:
                                        begun.append((missing - rank, (*taken, index)))
                                    elif rank == missing:
                                        legal.append((card, (*taken, index)))
                    card, taken = legal[int(random() * len(legal))]
                    hand.remove(card)
                    if taken:
                        pile = piles[seat]
                        pile.append(card)
                        for index in reversed(taken):
                            pile.append(table.pop(index))
                            del ranks[index]
                        taker = seat
                        if not table:
                            points[seat] += 1
                    else:
                        table.append(card)
                        ranks.append(RANK[card])
                    at = at + 1 if at < 2 else 0
            moves += 36
            starter = starter + 1 if starter < 2 else 0
            piles[taker] += table
            cards = [len(pile) for pile in piles]
            coins = [sum([card < 10 for card in pile]) for pile in piles]
            values = [sum([RANK[card] for card in pile]) for pile in piles]
            for counted in (cards, coins, values):
                high = max(counted)
                if counted.count(high) == 1:
                    points[counted.index(high)] += 1
            for seat in range(3):
                scores[seat] += points[seat] + (6 in piles[seat])
            high = max(scores)
            if high >= 8 and scores.count(high) == 1:
                break
    return moves


def sixty_six(random: Callable[[], float], matches: int) -> int:
    """Play matches of 66 for three, standard variant; returns the number of moves."""
    moves = 0
    for _ in range(matches):
        starter = int(random() * 3)
        totals = [0, 0, 0]
        while True:
            deck = NUMBERS[:]
            for last in range(51, 0, -1):
                other = int(random() * (last + 1))
                deck[last], deck[other] = deck[other], deck[last]
            hands = [deck[0:4], deck[4:8], deck[8:12]]
            dealt = 12
            top = stopper = -1  # the discarded card that lies on top, and who stopped the round
            turns = 0
            seat = starter
            while seat != stopper and dealt < 52 and turns < 300:
                turns += 1
                moves += 1
                chosen = TURN[top >= 0][stopper < 0]
                verb = chosen[int(random() * len(chosen))]
                if verb == STOP:
                    stopper = seat
                else:
                    hand = hands[seat]
                    moves += 1
                    if verb == DECK:
                        card = deck[dealt]
                        dealt += 1
                        places = DECK_CARD[len(hand)]
                    else:
                        card = top
                        places = PILE_CARD[len(hand)]
                    indexes = places[int(random() * len(places))]
                    if not indexes:  # discarded
                        top = card
                        if card > 6 and card < 11:  # a look at a card changes nothing
                            moves += 1
                            random()
                        elif card == 11 or card == 12:
                            moves += 2
                            index = int(random() * len(hand))
                            one, two = hands[seat - 2], hands[seat - 1]
                            if seat == 1:
                                one, two = two, one
                            other = int(random() * (len(one) + len(two)))
                            if other >= len(one):
                                other -= len(one)
                                one = two
                            hand[index], one[other] = one[other], hand[index]
                    elif len(indexes) == 1:
                        top = hand[indexes[0]]
                        hand[indexes[0]] = card
                    else:
                        value = hand[indexes[0]]
                        for index in indexes:
                            if hand[index] != value:
                                if verb == DECK:
                                    top = card
                                break
                        else:
                            top = value
                            for index in reversed(indexes):
                                del hand[index]
                            hand.insert(indexes[0], card)
                seat = seat + 1 if seat < 2 else 0
            sums = [sum(hand) for hand in hands]
            low = min(sums)
            scores = [0 if points == low else points for points in sums]
            if stopper >= 0 and (sums[stopper] > low or sums.count(low) > 1):
                scores[stopper] = sums[stopper] + 5
            for seat in range(3):
                totals[seat] += scores[seat]
                if totals[seat] == 66:
                    totals[seat] = 33
            if max(totals) > 66:
                break
            winners = [seat for seat in range(3) if scores[seat] == 0]
            starter = winners[int(random() * len(winners)) if len(winners) > 1 else 0]
            moves += 1  # next
            random()
    return moves


def rummy(random: Callable[[], float], matches: int) -> int:
    """Play matches of Rummy for three; returns the number of moves."""
    moves = 0
    for _ in range(matches):
        dealer = int(random() * 3)
        scores = [0, 0, 0]
        empty_hands = 0
        while True:
            deck = list(range(52))
            for last in range(51, 0, -1):
                other = int(random() * (last + 1))
                deck[last], deck[other] = deck[other], deck[last]
            hands = [deck[(2 - dealer) % 3 : 21 : 3]]
            hands += [deck[(3 - dealer) % 3 : 21 : 3], deck[(4 - dealer) % 3 : 21 : 3]]
            discard = [deck[21]]
            stock = deck[:21:-1]
            accepts: list[tuple[int, ...]] = []  # the faces that each meld can still take
            melds: list[tuple[int, ...]] = []
            turned_over = 0
            winner = -1
            seat = dealer
            for _turn in range(300):
                seat = seat + 1 if seat < 2 else 0
                hand = hands[seat]
                moves += 1
                taken = -1
                if int(random() * 2):
                    taken = discard.pop()
                    hand.append(taken)
                else:
                    if not stock:
                        if len(discard) < 2 or turned_over == 2:
                            break
                        turned_over += 1
                        stock = discard[-2::-1]
                        del discard[:-1]
                    hand.append(stock.pop())
                may_meld = True
                while hand:
                    mask = 0
                    for card in hand:
                        mask |= 1 << card
                    legal: list[tuple[int, ...]] = []
                    if may_meld:
                        starts = mask & mask >> 1 & mask >> 2 & RUN_STARTS
                        if starts:
                            for first in hand:
                                if starts >> first & 1:
                                    end = first + 3
                                    legal.append((first, first + 1, first + 2))
                                    while end % 13 and mask >> end & 1:
                                        end += 1
                                        legal.append(tuple(range(first, end)))
                        spades, hearts, diamonds = mask & SUIT, mask >> 13 & SUIT, mask >> 26 & SUIT
                        clubs = mask >> 39
                        threes = spades & hearts & (diamonds | clubs)
                        threes |= diamonds & clubs & (spades | hearts)
                        if threes:
                            for rank in range(13):
                                if threes >> rank & 1:
                                    same = tuple([f for f in range(rank, 52, 13) if mask >> f & 1])
                                    legal.append(same)
                                    if len(same) == 4:
                                        legal += [same[:i] + same[i + 1 :] for i in range(4)]
                    new = len(legal)
                    for number, fits in enumerate(accepts):
                        for card in fits:
                            if mask >> card & 1:
                                legal.append((card, number))
                    laying = len(legal)
                    for card in hand:
                        if card != taken or len(hand) == 1:
                            legal.append((card,))
                    chosen = int(random() * len(legal))
                    play = legal[chosen]
                    moves += 1
                    if chosen >= laying:
                        hand.remove(play[0])
                        discard.append(play[0])
                        break
                    if chosen < new:
                        may_meld = False
                        for card in play:
                            hand.remove(card)
                        melds.append(play)
                        accepts.append(room(play))
                    else:
                        card, number = play
                        hand.remove(card)
                        melds[number] += (card,)
                        accepts[number] = room(melds[number])
                if not hand:
                    winner = seat
                    break
            if winner < 0:
                empty_hands += 1
            else:
                empty_hands = 0
                scores[winner] += sum([VALUE[card] for hand in hands for card in hand])
            if max(scores) >= 100 or empty_hands == 50:
                break
            dealer = dealer + 1 if dealer < 2 else 0
    return moves


def room(meld: tuple[int, ...]) -> tuple[int, ...]:
    """The faces that fit a meld."""
    low, high = min(meld), max(meld)
    if low % 13 == high % 13:
        return tuple([face for face in range(low % 13, 52, 13) if face not in meld])
    below = (low - 1,) if low % 13 else ()
    return (*below, high + 1) if high % 13 < 12 else below
