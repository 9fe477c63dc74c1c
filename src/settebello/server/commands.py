"""The commands that need a server or its store: serve, export, import."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import stat
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import fields, replace
from errno import EEXIST
from ipaddress import ip_network
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from settebello import COMPILED
from settebello.game import Game
from settebello.games import OUR_GAMES
from settebello.record import read_record, write_record
from settebello.registry import give
from settebello.server.addresses import is_loopback
from settebello.server.backend import DATABASE, check_backend
from settebello.server.dev import usable_game
from settebello.server.serve import serve
from settebello.server.settings import Settings
from settebello.store.data_folder import folder
from settebello.store.interfaces import NodeOptions
from settebello.store.logs import recorded
from settebello.store.sqlite import StoreFile, Unusable
from settebello.table.driver import header_of
from settebello.table.entries import encode_entry
from settebello.table.records import log_of
from settebello.table.secrets import new_id
from settebello.table.storage import EntryRow, LogDamaged
from settebello.table.table import Table
from settebello.words.phrases import phrase, reason

# Seconds between two pings of a node: a proxy that hears nothing for longer asks another node.
NODE_PING = 4
SHORTEST_SECRET = 16  # signs
LONGEST_CONTACT = 200  # signs
STORE = "tables.db"
DEV_STORE = "dev.db"  # of --dev, so that its tables do not come up among the others


def serve_tables(
    host: str,
    port: int,
    store: str | None,
    *,
    origins: Sequence[str] = (),
    proxies: str | None = None,
    limits: Sequence[str] = (),
    contact: str = "",
    node: NodeOptions | None = None,
    files: Sequence[str] = (),
    dev: bool = False,
    language: str = "en",
) -> int:
    """Run a server until it is told to stop; returns the exit code, ValueError if it cannot run.

    `contact` says how players reach the host. `files` are rules files of further games. With `dev`
    they are loaded anew when they are saved.
    """
    if dev:
        check_alone(host, store, {"--origin": origins, "--proxy": proxies}, language)
    check_words(origins, proxies, contact, language)
    if node is not None and node.address:
        if node.address.rpartition(":")[2] == str(port):  # by its port a node knows who comes
            raise ValueError(phrase(language, "address-same-port", port=port))
        limits = [f"ping_seconds={NODE_PING}", *limits]  # the last one counts
    limited = read_limits(limits, language)
    settings = replace(
        limited, origins=tuple(origins), contact=contact.strip(), dev=dev, language=language
    )
    give_files(files, language)
    url = store_url(store, language, file=DEV_STORE if dev else STORE)
    # Open the store once now, so that an error is reported before anything listens.
    if is_database(url):
        try:
            asyncio.run(check_backend(url, node))
        except Unusable as error:
            raise ValueError(error.told(language)) from None
    else:
        opened_store(url, language).close()

    def ready(address: str) -> None:
        print(phrase(language, "server-open", address=address), flush=True)
        if not is_loopback(host):
            print(phrase(language, "server-public"), flush=True)
        core = "core-compiled" if COMPILED else "core-interpreted"
        print(phrase(language, core), flush=True)
        print(phrase(language, "server-stop"), flush=True)

    try:
        return serve(host, port, url, settings, ready, proxies or "", node)
    except OSError as error:
        named, _, number = (error.filename or f"{host}:{port}").rpartition(":")
        why = reason(language, error)
        sentence = phrase(language, "cannot-listen", host=named, port=int(number), reason=why)
        raise ValueError(sentence) from None


def check_words(origins: Sequence[str], proxies: str | None, contact: str, language: str) -> None:
    """Raise ValueError if one of these is not written as it should be."""
    for origin in origins:
        if not is_origin(origin):
            raise ValueError(phrase(language, "wrong-origin", text=origin))
    for address in proxies.split(",") if proxies is not None else ():
        if not is_network(address.strip()):
            raise ValueError(phrase(language, "wrong-proxy", text=address))
    if len(contact) > LONGEST_CONTACT or not contact.isprintable():
        raise ValueError(phrase(language, "wrong-contact", longest=LONGEST_CONTACT))


def check_alone(host: str, store: str | None, given: Mapping[str, Any], language: str) -> None:
    """Raise ValueError if others could reach a server for an author by these arguments."""
    flags = [flag for flag, value in given.items() if value]
    if not is_loopback(host):
        flags.append(f"--host {host}")
    if store is not None and is_database(store):
        flags.append("--store postgresql://...")
    if flags:
        raise ValueError(phrase(language, "dev-refuses", flag=flags[0]))


def give_files(files: Sequence[str], language: str) -> None:
    """Let this server find the games of these rules files; ValueError if one cannot be used."""
    found: dict[str, tuple[str, Game]] = {}
    for file in files:
        if not Path(file).is_file():
            raise ValueError(phrase(language, "no-such-file", file=file))
        game = usable_game(Path(file))
        if any(game.NAME == ours.NAME for ours in OUR_GAMES):
            raise ValueError(phrase(language, "file-of-ours", file=file, game=game.NAME))
        if game.NAME in found:
            other, name = found[game.NAME][0], game.NAME
            raise ValueError(phrase(language, "file-twice", file=file, other=other, game=name))
        found[game.NAME] = file, game
    for _, game in found.values():
        give(game)


def export_store(
    store: str | None, into: Path, *, unfinished: bool = False, language: str = "en"
) -> str:
    """Write a record of each match to a folder; existing files stay. Returns a sentence."""
    written = kept = damaged = 0
    url = store_url(store, language, read_only=True)
    with closing(opened_store(url, language, read_only=True)) as opened:
        try:
            into.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = reason(language, error)
            raise ValueError(phrase(language, "cannot-write", file=str(into), reason=why)) from None
        for header in opened.matches():
            if header.phase not in ("over", "closed", "playing" if unfinished else "over"):
                continue
            file = into / f"{header.game}-{header.match}.json"
            if file.exists():
                kept += 1
                continue
            try:
                record = recorded(opened, header.match)
            except (ValueError, LogDamaged):
                damaged += 1
                continue
            if record is not None:
                write_record(record, file)
                written += 1
    told = phrase(language, "exported", written=written, folder=str(into), kept=kept)
    if damaged:
        told += " " + phrase(language, "not-exported", count=damaged)
    return told


def import_files(
    store: str | None, files: Sequence[Path], *, listed: bool = False, language: str = "en"
) -> str:
    """Put records into a store, each as a past match at its own table. Returns a sentence."""
    logs = []
    for file in files:
        record = record_in(file, language)
        try:
            logs.append(log_of(record, listed))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
    with closing(opened_store(store_url(store, language), language)) as opened:
        for entries in logs:
            match = new_id()
            table = Table.restored(match, entries, None, new_id)
            rows = [
                EntryRow(match, n, encode_entry(entry)) for n, entry in enumerate(entries, start=1)
            ]
            opened.append(rows, [header_of(table)])
    return phrase(language, "imported", count=len(logs))


def record_in(file: Path, language: str) -> Mapping[str, Any]:
    """The record of a file; ValueError names the file, and says what is wrong with it."""
    try:
        file.open("rb").close()
        return read_record(file)
    except OSError as error:
        why = reason(language, error)
        raise ValueError(phrase(language, "cannot-read", file=str(file), reason=why)) from None
    except ValueError as error:
        told = str(error)
        raise ValueError(told if str(file) in told else f"{file}: {told}") from None


def store_url(given: str | None, language: str, read_only: bool = False, file: str = STORE) -> str:
    """The URL of the given store, else of the `file` in the data folder, which is made if missing.

    Raises ValueError if there can be no such folder.
    """
    if given is not None:
        return given
    data = None
    try:
        data = folder()
        if not read_only:
            data.mkdir(parents=True, exist_ok=True)
        elif data.exists() and not data.is_dir():
            raise FileExistsError(EEXIST, "")
    except OSError as error:
        named, why = str(data or "SETTEBELLO_HOME"), reason(language, error)
        raise ValueError(phrase(language, "no-home", folder=named, reason=why)) from None
    return f"sqlite:///{data / file}"


def opened_store(url: str, language: str, read_only: bool = False) -> StoreFile:
    """The open store of this URL; ValueError if it cannot be opened."""
    store_file(url, language, there=read_only)
    try:
        return StoreFile.open(url, read_only)
    except Unusable as error:
        raise ValueError(error.told(language)) from None


def store_file(url: str, language: str, there: bool = False) -> Path:
    """The file of a store; ValueError if there can be none, or if it has to be `there` and is not.

    The sentence quotes nothing of a URL that may have a password.
    """
    if is_database(url):
        raise ValueError(phrase(language, "store-needs-file"))
    kind, found, name = url.partition(":///")
    if kind != "sqlite" or not found or not name:
        raise ValueError(phrase(language, "store-form"))
    file = Path(name)
    if file.is_dir():
        raise ValueError(phrase(language, "store-is-folder", folder=name))
    if there and not file.exists():
        raise ValueError(phrase(language, "no-store", file=name))
    if not file.parent.is_dir():
        raise ValueError(phrase(language, "no-folder", folder=str(file.parent)))
    return file


def is_database(url: str) -> bool:
    """Whether this is the URL of a store in PostgreSQL."""
    return url.startswith(DATABASE)


def node_options(
    name: str | None,
    address: str | None,
    secret_file: Path | None,
    url: str | None,
    language: str,
    dev: bool = False,
) -> NodeOptions:
    """What an operator says of a node; ValueError if something of it is wrong."""
    given = {"--node": name, "--address": address, "--cluster-secret-file": secret_file}
    flags = [flag for flag, value in given.items() if value is not None]
    if flags and dev:
        raise ValueError(phrase(language, "dev-refuses", flag=flags[0]))
    if flags and not (url and is_database(url)):
        raise ValueError(phrase(language, "node-needs-database", flag=flags[0]))
    if name is not None and not (name.isprintable() and 0 < len(name.strip()) <= 64):
        raise ValueError(phrase(language, "wrong-node", text=name))
    if address is not None and not is_address(address):
        raise ValueError(phrase(language, "wrong-address", text=address))
    if (address is None) != (secret_file is None):
        raise ValueError(phrase(language, "address-needs-secret"))
    secret = "" if secret_file is None else secret_in(secret_file, language)
    return NodeOptions(name or socket.gethostname(), address or "", secret)


def is_address(text: str) -> bool:
    """Whether this is HOST:PORT, or [HOST]:PORT for IPv6."""
    host, _, port = text.rpartition(":")
    named = re.fullmatch(r"[\w.-]+|\[[0-9A-Fa-f:.]+\]", host) is not None
    return named and re.fullmatch(r"[0-9]{1,5}", port) is not None and 0 < int(port) < 65_536


def secret_in(file: Path, language: str) -> str:
    """The cluster secret in a file; ValueError if there is none, or if others can read it."""
    try:
        secret = file.read_text("utf-8").strip()
        exposed = os.name == "posix" and file.stat().st_mode & stat.S_IRWXO
    except OSError as error:
        why = reason(language, error)
        raise ValueError(phrase(language, "cannot-read", file=str(file), reason=why)) from None
    except UnicodeDecodeError:
        secret, exposed = "", False
    if exposed:
        raise ValueError(phrase(language, "secret-exposed", file=str(file)))
    if len(secret) < SHORTEST_SECRET:
        sentence = phrase(language, "secret-short", file=str(file), least=SHORTEST_SECRET)
        raise ValueError(sentence)
    return secret


def is_origin(text: str) -> bool:
    """Whether this is an origin as browsers write it: a scheme, a host, perhaps a port."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    if parts.scheme not in ("http", "https") or not host or not re.fullmatch(r"[\w.:-]+", host):
        return False
    shown = f"[{host}]" if ":" in host else host
    return text == f"{parts.scheme}://{shown}" + (f":{port}" if port is not None else "")


def is_network(text: str) -> bool:
    """Whether this is an IP address, or a network of them such as 10.0.0.0/8."""
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def read_limits(given: Sequence[str], language: str = "en") -> Settings:
    """Settings with these limits, each given as NAME=NUMBER; ValueError if one is wrong."""
    usual = Settings()
    values = {field.name: getattr(usual, field.name) for field in fields(Settings)}
    kinds = {name: type(value) for name, value in values.items() if type(value) in (int, float)}
    limits: dict[str, Any] = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in kinds:
            raise ValueError(phrase(language, "no-such-limit", name=name, limits=", ".join(kinds)))
        if not value:
            example = f"{name}={values[name]:g}"
            raise ValueError(phrase(language, "limit-form", example=example, text=text))
        try:
            limits[name] = kinds[name](value)
        except ValueError:
            limits[name] = 0
        if not 0 < limits[name] < inf:
            whole = "yes" if kinds[name] is int else "no"
            sentence = phrase(language, "wrong-limit", name=name, whole=whole, text=value)
            raise ValueError(sentence)
    return Settings(**limits)
