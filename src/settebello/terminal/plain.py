"""Playing in this terminal: a new match, or one that was left."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path

import msgspec

from settebello.client import Address
from settebello.registry import give, load_file
from settebello.rejection import Rejection
from settebello.store.data_folder import folder
from settebello.store.sqlite import StoreFile, Unusable
from settebello.table.entries import OpenEntry
from settebello.table.records import at_once, recording
from settebello.table.storage import MatchHeader, StoreError
from settebello.terminal.display import Display, RulesPage
from settebello.terminal.join import join
from settebello.terminal.local_store import (
    AboutMatch,
    LocalStore,
    MatchWriter,
    summary_of,
)
from settebello.terminal.local_table import LocalTable, new_table, restored_table
from settebello.terminal.old_saves import import_saves
from settebello.terminal.remote_seat import kept_seats
from settebello.terminal.screen import Leave, Screen, standard_screen
from settebello.terminal.seating import (
    ask_game,
    ask_name,
    ask_players,
    find_lesson,
    find_typed,
    go_early,
    read_options,
)
from settebello.terminal.session import TerminalSession
from settebello.words import refuse
from settebello.words.phrases import chosen_language, listed, phrase, reason


def play(
    game: str | None,
    *,
    players: str | None = None,
    level: str | None = None,
    seed: int | None = None,
    options: Sequence[str] = (),
    teaches: bool = False,
    language: str | None = None,
    rules_page: RulesPage,
    screen: Screen | None = None,
) -> int:
    """Play a new match, and rematches; asks for what is not given. Returns the exit code.

    `level` is that of the bots that are called `bot`. With `teaches` it begins with the game's
    lesson: that says the options, the luck and how many play, and the first of the players learns.
    """
    screen = screen or standard_screen()
    speaks = chosen_language(language)
    with screen.signals_leave(), ExitStack() as resources:
        try:
            found = find_typed(game, speaks) if game is not None else ask_game(screen, speaks)
            rules = os.path.abspath(game) if game is not None and game.endswith(".py") else None
            if rules is not None:
                give(found)
            chosen = read_options(found, options, speaks)
            if teaches:
                lesson = find_lesson(found, speaks)
                chosen, seed = lesson.options, None
                learner = (
                    players.split(",")[0] if players else ask_name(screen, speaks, found, 1, [])
                )
                players = ",".join([learner, *["bot"] * (lesson.seats - 1)])
            names, bots = ask_players(screen, speaks, found, players, level)
            failed = partial(not_saved, screen, speaks)
            store, name = claim_name(found.NAME, resources, failed)
            opened = OpenEntry(
                name, found.NAME, found.VERSION, len(names), dict(chosen), absence="wait",
                seed=seed, lesson=teaches,
            )  # fmt: skip
            writer = MatchWriter(store, AboutMatch(speaks, rules), failed)
            local = LocalTable(new_table(opened, names, bots), writer, screen, speaks)
            return session(local, screen, speaks, rules_page).run()
        except (Leave, KeyboardInterrupt) as leave:  # before there was a match
            return go_early(screen, leave, speaks)


def resume(
    name: str | None = None,
    *,
    game: str | None = None,
    language: str | None = None,
    rules_page: RulesPage,
    screen: Screen | None = None,
) -> int:
    """Go on with the match that was left under this name, or last; returns the exit code.

    The address of a table on a server is a name too: then it is the seat that was kept. `game` is
    the rules file of the match, if it is not any more where it was.
    """
    if name is not None and "://" in name:
        return join(name, language=language, rules_page=rules_page, screen=screen)
    screen = screen or standard_screen()
    speaks = chosen_language(language)
    with screen.signals_leave(), ExitStack() as resources:
        try:
            store = left_store(speaks)
            resources.enter_context(closing(store))
            header, others = take_left(store, name, speaks)
            spoken = language or summary_of(header).terminal.language
            local = sit_down_again(store, header, screen, spoken, speaks, game)
            if others:
                screen.print(phrase(speaks, "others-left", saves=listed(speaks, others)))
            return session(local, screen, spoken, rules_page, resumed=header.table).run()
        except (Leave, KeyboardInterrupt) as leave:  # before the match went on
            return go_early(screen, leave, speaks)


def session(
    local: LocalTable, screen: Screen, language: str, rules_page: RulesPage, resumed: str = ""
) -> TerminalSession:
    display = Display(screen, language, rules_page)
    return TerminalSession(display, local, local.seats, resumed=resumed, seed=local.seed)


def list_left(language: str | None = None) -> list[str]:
    """A line for each match that was left, the last one first, and for each seat on a server."""
    speaks, lines = chosen_language(language), []
    with suppress(NoneLeft), closing(left_store(speaks)) as store:
        failed = import_saves(store)
        for header in store.left():
            players = listed(speaks, summary_of(header).names(speaks))
            record = at_once(recording(store.log(header.match)[0]))
            moves = len(record["moves"]) if record is not None else 0
            save, game = header.table, header.game
            lines.append(
                phrase(speaks, "left-line", save=save, game=game, players=players, moves=moves)
            )
        lines += [phrase(speaks, "damaged-line", save=save) for save in failed]
    for seat in kept_seats():
        link = Address(seat.server, seat.table).link
        lines.append(phrase(speaks, "seat-line", link=link, name=seat.name))
    return lines or [phrase(speaks, "none-left")]


# The store.


class NoneLeft(ValueError):
    """There is no match to go on with."""


def left_store(language: str) -> LocalStore:
    """The store with the matches that were left; NoneLeft, or ValueError if it cannot be opened."""
    try:
        if not (folder() / "play.db").exists() and not any((folder() / "matches").glob("*.json")):
            raise NoneLeft(phrase(language, "none-left"))
        return LocalStore()
    except (OSError, StoreError) as error:
        raise ValueError(f"{why(error, language)}.") from None


def claim_name(
    game: str, resources: ExitStack, failed: Callable[[Exception], None]
) -> tuple[StoreFile | None, str]:
    """The store, and a name in it for a new match; no store if it cannot be used."""
    try:
        local = resources.enter_context(closing(LocalStore()))
        return local.store, local.new_name(game)
    except (OSError, StoreError) as error:
        failed(error)
        return None, f"{game}-1"


def not_saved(screen: Screen, language: str, error: Exception) -> None:
    screen.print(phrase(language, "not-saved", reason=why(error, language)))


def why(error: Exception, language: str) -> str:
    """Why the store cannot be used."""
    if isinstance(error, OSError):
        return reason(language, error)
    told = error.told(language) if isinstance(error, Unusable) else str(error)
    return told.rstrip(".")


def take_left(store: LocalStore, name: str | None, language: str) -> tuple[MatchHeader, list[str]]:
    """Claim the match of this name, or the last one that is not being played.

    Returns its header and, if no name was given, the names of the others.
    """
    failed, left = import_saves(store), store.left()
    names = [*(header.table for header in left), *failed]
    if not names:
        raise NoneLeft(phrase(language, "none-left"))
    if name is not None and name not in names:
        raise ValueError(phrase(language, "no-such-save", save=name, saves=", ".join(names)))
    if name in failed or not left:
        damaged = name if name is not None else names[0]
        raise cannot_resume(damaged, failed[damaged], store.saves / f"{damaged}.json", language)
    for header in left:
        if name in (None, header.table) and store.claim(header.table):
            now = store.store.latest(header.table)  # it may have been played on meanwhile
            if now is not None and now.phase == "playing":
                others = [other for other in names if other != header.table]
                return now, others if name is None else []
            store.release(header.table)
    raise ValueError(phrase(language, "played-elsewhere", save=name or names[0]))


def sit_down_again(
    store: LocalStore,
    header: MatchHeader,
    screen: Screen,
    spoken: str,
    language: str,
    moved: str | None = None,
) -> LocalTable:
    """The table of a match that was left; ValueError if it cannot go on.

    `moved` is where its rules file is now.
    """
    # Its path is in the summary, which only this program writes: never in the log.
    rules = os.path.abspath(moved) if moved is not None else summary_of(header).terminal.rules
    writer = MatchWriter(
        store.store, AboutMatch(spoken, rules), partial(not_saved, screen, language), header
    )
    try:
        if rules is not None:
            if not os.path.isfile(rules):
                raise ValueError(phrase(language, "rules-gone", file=rules))
            give(load_file(Path(rules)))
        entries, progress = store.log(header.match)
        logs = store.logs(header.table)
        table = restored_table(header.match, entries, progress, logs)
        if moved is not None:
            writer.write(header)  # which remembers the path
        return LocalTable(table, writer, screen, spoken, earlier=len(logs) - 1)
    except (ValueError, StoreError, msgspec.MsgspecError) as error:
        told = str(error)
        if isinstance(error, Rejection):  # the rules file has changed
            told = refuse(None, error.code, language)
        raise cannot_resume(header.table, told, folder() / "play.db", language) from None


def cannot_resume(name: str, reason: str, file: Path, language: str) -> ValueError:
    return ValueError(
        phrase(language, "cannot-resume", save=name, reason=reason.rstrip("."), file=str(file))
    )
