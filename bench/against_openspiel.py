"""Our Hearts and Liar's dice against those of OpenSpiel: `make openspiel`.

The same random matches are played in both. At every step the lists of legal moves must be equal,
and at the end the results. The last line says how many matches and moves were compared, and how
many differences there are; the program fails if there is any.

Where the rules differ, and what is left out:

- Hearts there is one hand, and cards are passed one by one in turn. Ours is compared hand by hand,
  with the passing of its number; the three cards of our pass are given there one after the other.
  The sum of several hands, the target and the winners are left out. Options that only OpenSpiel has
  (the jack of diamonds, a bonus for no tricks, any club to lead) are off.
- Liar's dice there is one round for two players with the same number of dice. The first round of
  our matches for two is compared; later rounds and more players are left out. Its highest face is
  wild: our one is its six, and our two its one. Without wild ones it gets a seventh side that is
  never rolled, and bids on that are left out.
"""

import argparse
import itertools
import random
from typing import Any

import pyspiel  # type: ignore[import-not-found]  # in an environment of its own: see the Makefile

from settebello import Match, Scripted
from settebello.cards import FRENCH

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
# There a card is its rank times four and its suit: clubs, diamonds, hearts, spades.
CARDS = [rank + suit for rank in RANKS for suit in "CDHS"]
NUMBER = {card: number for number, card in enumerate(CARDS)}
WAYS = {"no": 0, "left": 1, "across": 2, "right": 3}


class Differs(Exception):
    """Both do not say the same."""


class Count:
    def __init__(self) -> None:
        self.matches = self.moves = self.differences = 0


def same(what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Differs(f"{what}: ours {ours}, OpenSpiel {theirs}")


# Hearts.


def hearts_hands(chance: random.Random, count: Count, hands: int) -> None:
    """So many hands of one match of ours, each beside a game of OpenSpiel."""
    options = {
        "target": 500,
        "passing": chance.random() < 0.8,
        "queen_breaks_hearts": chance.random() < 0.5,
        "points_on_first_trick": chance.random() < 0.5,
    }
    parameters = {
        "pass_cards": options["passing"],
        "qs_breaks_hearts": options["queen_breaks_hearts"],
        "no_pts_on_first_trick": not options["points_on_first_trick"],
    }
    decks = [chance.sample(FRENCH, 52) for _ in range(hands + 1)]
    match = Match("hearts", 4, luck=Scripted(shuffles=decks), options=options)
    for deck in decks[:hands]:
        theirs = pyspiel.load_game("hearts", parameters).new_initial_state()
        before = match.scores
        hearts_hand(match, theirs, deck, chance, count)
        points = [after - score for after, score in zip(match.scores, before, strict=True)]
        same("points", points, [26 - int(each) for each in theirs.returns()])
        count.matches += 1


def hearts_hand(
    match: Match, theirs: Any, deck: list[str], chance: random.Random, count: Count
) -> None:
    passing = match.facts()["passing"]
    theirs.apply_action(WAYS[passing])  # drawn there
    for number in range(52):  # dealt one by one there
        theirs.apply_action(NUMBER[deck[13 * (number % 4) + number // 4]])
    if passing != "no":
        hearts_pass(match, theirs, chance, count)
    for _ in range(52):
        (seat,) = match.to_act
        same("the player", seat, theirs.current_player())
        moves = [move.text for move in match.legal(seat)]
        same("legal cards", set(moves), {CARDS[action] for action in theirs.legal_actions()})
        chosen = chance.choice(moves)
        match.play(seat, chosen)
        theirs.apply_action(NUMBER[chosen])
        count.moves += 1
    same("the end", True, theirs.is_terminal())


def hearts_pass(match: Match, theirs: Any, chance: random.Random, count: Count) -> None:
    chosen: dict[int, list[str]] = {}
    for seat in range(4):
        moves = [move.text for move in match.legal(seat)]
        same("the player who passes", seat, theirs.current_player())
        hand = [CARDS[action] for action in theirs.legal_actions()]
        threes = {frozenset(three) for three in itertools.combinations(hand, 3)}
        same("passes", {frozenset(move.split()[1:]) for move in moves}, threes)
        chosen[seat] = chance.choice(moves).split()[1:]
        for card in chosen[seat]:
            theirs.apply_action(NUMBER[card])
    for seat in chance.sample(range(4), 4):  # ours in any order
        match.play(seat, f"pass {' '.join(chosen[seat])}")
        count.moves += 1


# Liar's dice.


def liars_round(chance: random.Random, count: Count) -> None:
    """The first round of a match of ours for two, beside a game of OpenSpiel."""
    dice, wild = chance.randint(1, 5), chance.random() < 0.5
    by_face = chance.random() < 0.5
    sides = 6 if wild else 7
    rule = "reset-quantity" if by_face else "reset-face"
    parameters = {"players": 2, "numdice": dice, "dice_sides": sides, "bidding_rule": rule}
    theirs = pyspiel.load_game("liars_dice", parameters).new_initial_state()
    rolls = [chance.randint(1, 6) for _ in range(2 * dice)]
    luck = Scripted(rolls=[*rolls, *[1] * 9], picks=[0])
    raising = "face" if by_face else "number"
    options: dict[str, bool | int | str] = {"dice": dice, "wild_ones": wild, "raising": raising}
    match = Match("liars_dice", 2, luck=luck, options=options)
    for roll in rolls:
        theirs.apply_action(their_face(roll, wild) - 1)
    while True:
        (seat,) = match.to_act
        same("the player", seat, theirs.current_player())
        moves = [move.text for move in match.legal(seat)]
        listed = {
            our_text(theirs.action_to_string(seat, action), wild): action
            for action in theirs.legal_actions()
        }
        listed.pop("", None)  # bids on the seventh side
        same("legal moves", moves, list(listed))  # in the same order, too
        chosen = chance.choice([*moves[:8], *moves[-2:]])
        match.play(seat, chosen)
        theirs.apply_action(listed[chosen])
        count.moves += 1
        if chosen == "doubt":
            break
    lost = [dice - left for left in match.scores]
    same("the end", True, theirs.is_terminal())
    same("who lost", lost, [int(each < 0) for each in theirs.returns()])
    count.matches += 1


def their_face(face: int, wild: bool) -> int:
    return (face - 2) % 6 + 1 if wild else face


def our_text(text: str, wild: bool) -> str:
    """A move of OpenSpiel, "4-5" or "Liar", as ours; "" for a bid on the seventh side."""
    if text == "Liar":
        return "doubt"
    number, face = map(int, text.split("-"))
    if face == 7:
        return ""
    return f"bid {number} x {face % 6 + 1 if wild else face}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare our games with those of OpenSpiel.")
    parser.add_argument("--hands", type=int, default=2_000, help="hands of Hearts (2000)")
    parser.add_argument("--rounds", type=int, default=20_000, help="of Liar's dice (20000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed, the same matches (1)")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    hearts, liars = Count(), Count()
    while hearts.matches + hearts.differences < arguments.hands:
        compare(lambda: hearts_hands(chance, hearts, 4), hearts)
    show("hearts", "hands", hearts)
    while liars.matches + liars.differences < arguments.rounds:
        compare(lambda: liars_round(chance, liars), liars)
    show("liars_dice", "rounds", liars)
    differences = hearts.differences + liars.differences
    print(
        f"{hearts.matches:,} hands of Hearts and {liars.matches:,} rounds of Liar's dice, "
        f"{hearts.moves + liars.moves:,} moves: {differences:,} differences"
    )
    raise SystemExit(differences > 0)


def compare(play: Any, count: Count) -> None:
    try:
        play()
    except Differs as found:
        count.differences += 1
        print(found, flush=True)


def show(game: str, unit: str, count: Count) -> None:
    print(f"{game}: {count.matches:,} {unit}, {count.moves:,} moves, "
          f"{count.differences:,} differences", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
