"""Dice and Scopa as bare loops: no state, no contract, nobody is told anything.

What a loop written for one game with its usual options can do at best; bench_rules.py holds the
rules against it. Each loop makes the same moves and draws the same numbers, in the same order, as
random play through the rules does (tests/test_bench.py), so both measure the same matches.
"""

from collections.abc import Callable

COUNT = (0, 1, 6, 3, 2, 5, 3)
RANK = tuple(face % 10 + 1 for face in range(40))


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
