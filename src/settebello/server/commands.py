"""What the command line does with a server and its store."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from settebello import log
from settebello.luck import SystemLuck
from settebello.match import Logged, Match
from settebello.record import read_record, write_record
from settebello.server.driver import header_of
from settebello.server.rebuilding import recorded
from settebello.server.secrets import new_id
from settebello.server.serve import serve
from settebello.server.settings import Settings
from settebello.server.store import Entry, Store, StoreError
from settebello.table import Table
from settebello.terminal.saves import folder

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve_tables(
    host: str,
    port: int,
    store: str | None,
    *,
    origins: Sequence[str] = (),
    proxies: str = "",
    limits: Sequence[str] = (),
) -> int:
    """Run a server until it is told to stop."""
    url = store_url(store)
    settings = replace(read_limits(limits), origins=tuple(map(check_origin, origins)))
    opened_store(url).close()  # what is wrong with it is said here, before anything listens

    def ready(address: str) -> None:
        print(f"Settebello is open: {address}", flush=True)
        if host not in LOOPBACK:
            print("Everybody on the network can reach it; put a TLS proxy before it.", flush=True)
        print("Ctrl-C stops it; every match can go on when it runs again.", flush=True)

    try:
        serve(host, port, url, settings, ready, proxies)
    except OSError as error:
        raise ValueError(f"Cannot listen at {host} port {port}: {error.strerror}.") from None
    return 0


def check_origin(origin: str) -> str:
    """An origin as browsers write it; another text would let nobody in."""
    if not re.fullmatch(r"https?://[^/\s?#@]+", origin) or origin != origin.lower():
        raise ValueError(f"An origin is like https://cards.example, and no more; not '{origin}'.")
    return origin


def export_store(store: str | None, into: Path, *, unfinished: bool) -> str:
    """Write a record of each match to a folder; a file that is there already stays."""
    written = kept = damaged = 0
    with closing(opened_store(store_url(store), read_only=True)) as opened:
        into.mkdir(parents=True, exist_ok=True)
        for header in opened.matches():
            if header.phase not in ("over", "closed", "playing" if unfinished else "over"):
                continue
            file = into / f"{header.game}-{header.match}.json"
            if file.exists():
                kept += 1
                continue
            try:
                record = recorded(opened, header.match)
            except ValueError:
                damaged += 1
                continue
            if record is not None:
                write_record(record, file)
                written += 1
    told = f"Wrote {written} records to {into}; {kept} were there already."
    if damaged:
        told += f" {damaged} matches could not be read: their rules are not here, or not the same."
    return told


def import_files(store: str | None, files: Sequence[Path], *, listed: bool) -> str:
    """Put records into a store, each as a past match at a table of its own."""
    logs = []
    for file in files:
        try:
            logs.append(log_of(read_record(file), listed))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
    with closing(opened_store(store_url(store))) as opened:
        for entries in logs:
            match = new_id()
            table = Table.restored(match, entries, None, new_id)
            rows = [Entry(match, n, log.write(entry)) for n, entry in enumerate(entries, start=1)]
            opened.append(rows, [header_of(table)])
    return f"Imported {len(logs)} matches."


def log_of(record: Mapping[str, Any], listed: bool) -> list[log.Entry]:
    """The log of the past match of a record."""
    drawing = Logged(SystemLuck())
    match = Match.replay(record, upto=0, luck=drawing)
    drawing.feed(record["luck"][match.drawn :])
    entries: list[log.Entry] = [
        log.Opened(
            new_id(),
            match.game.NAME,
            match.game.VERSION,
            len(match.players),
            dict(match.options),
            listed,
            previous=None if match.previous is None else tuple(match.previous),
        ),
        *(log.Sat(seat, name) for seat, name in enumerate(match.players)),
        log.Started(match.luck_since(0)),
    ]
    for seat, text in record["moves"]:
        before = match.drawn
        match.play(seat, text)
        entries.append(log.Moved(seat, match.last_move, match.luck_since(before)))
    if not match.over:
        if "closed" not in record:
            raise ValueError("The match is not over; only past matches can be imported.")
        entries.append(log.Closed(record["closed"]))
    return entries


def store_url(given: str | None) -> str:
    if given is not None:
        return given
    data = folder().parent
    data.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{data / 'tables.db'}"


def opened_store(url: str, read_only: bool = False) -> Store:
    try:
        return Store.open(url, read_only)
    except StoreError as error:
        raise ValueError(str(error)) from None


def read_limits(given: Sequence[str]) -> Settings:
    """Settings with some limits of their own, each as NAME=NUMBER."""
    usual = Settings()
    kinds = {field.name: type(getattr(usual, field.name)) for field in fields(Settings)}
    del kinds["origins"]
    limits: dict[str, Any] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise ValueError(f"There is no limit '{name}'. The limits are: {', '.join(kinds)}.")
        try:
            limits[name] = kinds[name](value)
        except ValueError:
            raise ValueError(f"The limit '{name}' is a number, not '{value}'.") from None
    return Settings(**limits)
