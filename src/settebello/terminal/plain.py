"""Playing in this terminal: a new match, or one that was left."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from settebello.match import Match
from settebello.terminal.local_session import LocalSession, RulesPage
from settebello.terminal.saves import Moves, Save, SavedMatch, is_name, left_matches
from settebello.terminal.screen import Leave, Screen
from settebello.terminal.seating import ask_game, ask_players, find_typed, go_early, read_options
from settebello.words.phrases import chosen_language, listed, phrase, reason


def play(
    game: str | None,
    *,
    players: str | None = None,
    seed: int | None = None,
    options: Sequence[str] = (),
    language: str | None = None,
    rules_page: RulesPage,
    screen: Screen | None = None,
) -> int:
    """Play a new match, and rematches; asks for what is not given. Returns the exit code."""
    screen = screen or standard_screen()
    speaks = chosen_language(language)
    with screen.signals_leave():
        try:
            found = find_typed(game, speaks) if game is not None else ask_game(screen, speaks)
            rules = os.path.abspath(game) if game is not None and game.endswith(".py") else None
            chosen = read_options(found, options, speaks)
            names, bots = ask_players(screen, speaks, found, players)
            match = Match(found, names, seed=seed, options=chosen)
            session = LocalSession(screen, speaks, match, bots, rules_page, rules=rules, seed=seed)
            return session.run()
        except (Leave, KeyboardInterrupt) as leave:  # before there was a match
            return go_early(screen, leave, speaks)


def resume(
    name: str | None = None,
    *,
    language: str | None = None,
    rules_page: RulesPage,
    screen: Screen | None = None,
) -> int:
    """Go on with the match that was left under this name, or last; returns the exit code."""
    screen = screen or standard_screen()
    speaks = chosen_language(language)
    with screen.signals_leave():
        try:
            save, others = take_save(name, speaks)
            session = sit_down_again(save, screen, language, speaks, rules_page)
            if others:
                screen.print(phrase(speaks, "others-left", saves=listed(speaks, others)))
            return session.run()
        except (Leave, KeyboardInterrupt) as leave:  # before the match went on
            return go_early(screen, leave, speaks)


def list_left(language: str | None = None) -> list[str]:
    """A line for each match that was left, the last one first."""
    speaks = chosen_language(language)
    lines = []
    for name in left_matches():
        try:
            record = Save(name, None).read().record
        except ValueError:
            lines.append(phrase(speaks, "damaged-line", save=name))
            continue
        players = listed(speaks, [str(player) for player in record["players"]])
        game, moves = str(record["game"]), len(record["moves"])
        lines.append(
            phrase(speaks, "left-line", save=name, game=game, players=players, moves=moves)
        )
    return lines or [phrase(speaks, "none-left")]


def standard_screen() -> Screen:
    """The terminal, or the pipes, that this process was given."""
    for stream in (sys.stdin, sys.stdout):
        # A letter that this terminal does not have must not end a match.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    return Screen(sys.stdin, sys.stdout)


# Matches that were left.


def take_save(name: str | None, language: str) -> tuple[Save, list[str]]:
    """The save of this name, or the last one that is not being played; and the other names."""
    there = left_matches()
    if not there:
        raise ValueError(phrase(language, "none-left"))
    if name is not None and (not is_name(name) or name not in there):
        raise ValueError(phrase(language, "no-such-save", save=name, saves=", ".join(there)))
    for wanted in [name] if name is not None else there:
        try:
            save = Save.take(wanted)
        except OSError as error:
            raise ValueError(f"{wanted}: {reason(language, error)}.") from None
        if save is not None:
            others = [other for other in there if other != wanted]
            return save, others if name is None else []
    raise ValueError(phrase(language, "played-elsewhere", save=name or there[0]))


def sit_down_again(
    save: Save, screen: Screen, language: str | None, speaks: str, rules_page: RulesPage
) -> LocalSession:
    """The session of a saved match; ValueError if it cannot go on."""
    try:
        left = save.read()
        bots = {seat: bot for seat, bot in enumerate(left.bots) if bot is not None}
        return LocalSession(
            screen, language or left.language, rebuild(left), bots, rules_page, rules=left.rules,
            seed=left.seed, earlier=left.earlier, told=left.told, save=save,
        )  # fmt: skip
    except ValueError as error:
        save.release()
        reason, file = str(error).rstrip("."), str(save.path)
        raise ValueError(
            phrase(speaks, "cannot-resume", save=save.name, reason=reason, file=file)
        ) from None


def rebuild(left: SavedMatch) -> Match:
    """The match as it was left; with a seed, the luck goes on as it would have."""
    match = Match.replay(left.record, game=left.rules)
    if left.seed is None:
        return match
    again = Match(match.game, match.players, seed=left.seed, options=match.options)
    for moves in left.earlier:
        play_moves(again, moves)
        again = again.rematch()
    play_moves(again, left.record["moves"])
    if again.record() != match.record():
        raise ValueError("it is damaged, its seed does not give its cards")
    return again


def play_moves(match: Match, moves: Moves) -> None:
    for seat, text in moves:
        match.play(seat, text)
