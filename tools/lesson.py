"""Shows a deal move by move, to write a lesson from: `python tools/lesson.py scopa --seed 17`.

Bots play all seats. `--play '7D x 5D 2S' '3D'` gives the first moves of the learner, in seat 0.
Without a seed the lesson that is there is shown. The last lines are the TOML of what was played.
"""

from __future__ import annotations

import argparse
from random import Random

import msgspec

from settebello import Match
from settebello.bots import choose, find_bot
from settebello.game import IllegalMove, deck_of
from settebello.lessons import LEARNER, Lesson, acting, lesson_of
from settebello.registry import find_game

MOST_SHOWN = 40  # moves or cards in a line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0])
    parser.add_argument("game", help="a name, or the path of a rules file")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="name=value")
    parser.add_argument("--play", nargs="+", default=[], metavar="move", help="of seat 0, in order")
    parser.add_argument("--moves", type=int, default=5, help="of seat 0 to show (default 5)")
    asked = parser.parse_args()
    game = find_game(asked.game)
    there = None if asked.seed is not None else lesson_of(game)
    if there is None:
        options = dict(option.partition("=")[::2] for option in asked.option)
        seats, seed = asked.seats or game.SEATS[0], asked.seed or 0
        read = {name: msgspec.json.decode(value) for name, value in map(typed, options.items())}
        there = Lesson(seats, seed, [], read)
    try:
        show(Match(game, there.seats, seed=there.seed, options=there.options), there, asked)
    except IllegalMove as refused:
        parser.exit(1, f"{refused}\n")


def typed(option: tuple[str, str]) -> tuple[str, str]:
    """The value of an option as JSON: what is no number or truth is a text."""
    name, value = option
    plain = value in ("true", "false") or value.lstrip("-").isdigit()
    return name, value if plain else f'"{value}"'


def show(match: Match, lesson: Lesson, asked: argparse.Namespace) -> None:
    """Play the lesson's moves, then those asked for and the bots', and print what happens."""
    script, own = list(lesson.moves), list(asked.play)
    played: list[str] = []
    bot, step = find_bot("bot", match.game), 0
    told = 0
    while (seat := acting(match)) is not None:
        if not script and seat == LEARNER and step >= asked.moves:
            break
        show_places(match)
        legal = [str(move) for move in match.legal(seat)]
        more = f" ... ({len(legal)})" if len(legal) > MOST_SHOWN else ""
        print(f"  legal for {seat}: " + "   ".join(legal[:MOST_SHOWN]) + more)
        if script:
            move = script.pop(0).partition(" ")[2]
        elif seat == LEARNER and own:
            move = own.pop(0)
        else:
            chance = Random(f"{lesson.seed} {len(played)}")
            move = str(choose(match, seat, bot, "bot", chance))
        match.play(seat, move)
        step += seat == LEARNER
        played.append(f"{seat} {match.last_move}")
        print(f"\n{len(played)}. seat {seat}: {match.last_move}")
        notices = match.notices(LEARNER, since=told)
        told += len(notices)
        print("".join(f"    {notice['text']}\n" for notice in notices), end="")
    show_places(match)
    print(f"\nseats = {lesson.seats}\nseed = {lesson.seed}")
    print("moves = [\n" + "".join(f"    {quoted(move)},\n" for move in played) + "]")
    if lesson.options:
        values = [f"{name} = {quoted(value)}" for name, value in lesson.options.items()]
        print("\n[options]\n" + "\n".join(values))


def show_places(match: Match) -> None:
    """Print every place with its cards, also those that nobody sees."""
    state = match.moment().state
    faces = deck_of(state).faces if match.game.FACES else ()
    for place in match.game.places(state):
        cards = [match.game.FACES[faces[card]] for card in place.cards]
        more = f" ... ({len(cards)})" if len(cards) > MOST_SHOWN else ""
        print(f"  {place.name:10} " + " ".join(cards[:MOST_SHOWN]) + more)
    print(f"  facts: {match.facts()}")


def quoted(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    main()
