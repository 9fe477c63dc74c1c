"""The commands that look after a store: `store check`, `store migrate`, `store move`, `nodes`."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from typing import Any, TypeVar

from settebello.server.commands import is_database, opened_store, store_file, store_url
from settebello.store import moving, sqlite
from settebello.store.checking import check_matches
from settebello.store.interfaces import Store
from settebello.store.sqlite_store import SqliteStore
from settebello.table.storage import StoreError
from settebello.words.phrases import phrase

Show = Callable[[int, int], object]  # is told of how much how much is done
Result = TypeVar("Result")


def run(work: Coroutine[Any, Any, Result], language: str) -> Result:
    """Do this now; what fails in the store is raised as ValueError, with a sentence."""
    try:
        return asyncio.run(work)
    except ModuleNotFoundError as error:  # what needs asyncpg is imported where it is needed
        if error.name != "asyncpg":
            raise
        raise ValueError(phrase(language, "no-asyncpg")) from None
    except sqlite.Unusable as error:
        raise ValueError(error.told(language)) from None
    except StoreError as error:
        raise ValueError(str(error)) from None


# Checking.


def check_store(given: str | None, show: Show, tell: Callable[[str], object], language: str) -> int:
    """Check every match of a store, and `tell` what is bad, line by line; 1 if anything is.

    Servers may use the store meanwhile. Raises ValueError if there is no such store.
    """
    url = store_url(given, language, read_only=True)
    work = check_database if is_database(url) else check_file
    return run(work(url, show, tell, language), language)


async def check_file(url: str, show: Show, tell: Callable[[str], object], language: str) -> int:
    with closing(opened_store(url, language, read_only=True)) as file:
        damage = file.damage()
        for line in damage:
            tell(phrase(language, "bad-file", file=str(file.path), what=line))
        ids = file.ids()
        bad = await told_matches(SqliteStore(file), ids, show, tell, language)
    tell(phrase(language, "store-checked", count=len(ids), bad=bad))
    return 1 if bad or damage else 0


async def check_database(url: str, show: Show, tell: Callable[[str], object], language: str) -> int:
    from settebello.store.postgres.reading import PostgresStore
    from settebello.store.postgres.whole import ids_of

    ids, owners = await ids_of(url)
    for place in owners.lost:
        tell(phrase(language, "bad-owner", place=place))
    store = await PostgresStore.open(url)
    try:
        bad = await told_matches(store, ids, show, tell, language)
    finally:
        await store.close()
    tell(phrase(language, "store-checked", count=len(ids), bad=bad))
    tell(phrase(language, "nodes-alive", count=owners.alive))
    return 1 if bad or owners.lost else 0


async def told_matches(
    store: Store, ids: list[str], show: Show, tell: Callable[[str], object], language: str
) -> int:
    """Tell each bad match in a line; returns how many there are."""
    bad = 0
    async for found in check_matches(store, ids, partial(show, len(ids))):
        tell(phrase(language, "bad-match", match=found.match, why=found.told(language)))
        bad += 1
    return bad


# Migrating.


def migrate_store(url: str, language: str) -> str:
    """Bring a store to the newest version; an empty database becomes a store. A sentence."""
    work = migrate_database if is_database(url) else migrate_file
    name, before, now = run(work(url, language), language)
    why = "store-migrated" if before < now else "store-is-new"
    return phrase(language, why, store=name, before=before, version=now)


async def migrate_file(url: str, language: str) -> tuple[str, int, int]:
    """The name of a store, and its version before and now."""
    path = store_file(url, language, there=True)
    before = 0
    with suppress(sqlite3.Error), closing(sqlite.connect(path, "ro")) as database:
        (before,) = database.execute("PRAGMA user_version").fetchone()
    opened_store(url, language).close()  # this migrates it, or says what is wrong with it
    return str(path), before, len(sqlite.MIGRATIONS)


async def migrate_database(url: str, language: str) -> tuple[str, int, int]:
    from settebello.store.postgres import schema
    from settebello.store.postgres.connections import shown

    return shown(url), await schema.migrate(url), len(schema.MIGRATIONS)


# Moving.


def move_store(source: str, target: str, show: Show, language: str) -> str:
    """Move all that is in one store to a new one; the old one stays as it is. A sentence."""
    if source == target:
        raise ValueError(phrase(language, "move-to-itself"))
    moved = run(moving_all(source, target, show, language), language)
    return phrase(language, "store-moved", matches=moved.matches, entries=moved.entries)


async def moving_all(source: str, target: str, show: Show, language: str) -> moving.MovedRows:
    async with reading_from(source, language) as old, writing_to(target, language) as new:
        return await moving.move_rows(old, new, show)


@asynccontextmanager
async def reading_from(url: str, language: str) -> AsyncIterator[moving.StoredRows]:
    if is_database(url):
        from settebello.store.postgres.whole import whole_store

        async with whole_store(url) as database:
            yield database
    else:
        with moving.unused_file(store_file(url, language, there=True)) as file:
            yield file


@asynccontextmanager
async def writing_to(url: str, language: str) -> AsyncIterator[moving.NewRows]:
    if is_database(url):
        from settebello.store.postgres.whole import whole_store

        async with whole_store(url, new=True) as database:
            yield database
    else:
        with moving.new_file(store_file(url, language)) as file:
            yield file


# The nodes.


def list_nodes(url: str, language: str) -> str:
    """The nodes that share a database: a line for each, and what belongs to none of them."""
    check_database_url(url, language)
    return run(listing_nodes(url, language), language)


async def listing_nodes(url: str, language: str) -> str:
    from settebello.store.postgres.whole import node_runs

    runs, left = await node_runs(url)
    lines = [phrase(language, "no-nodes")] if not runs else []
    for node in runs:
        state = "gone" if not node.locked else "leaving" if node.leaving else "alive"
        lines.append(
            phrase(
                language,
                "node-line",
                run=node.run,
                node=node.node,
                address=node.address or "-",
                version=node.version,
                beat=f"{node.silent:.1f}",
                tables=node.tables,
                state=phrase(language, f"node-{state}"),
            )
        )
    if left:
        lines.append(phrase(language, "tables-left", count=left))
    return "\n".join(lines)


def fence_node(url: str, number: int, language: str) -> str:
    """Let a run store nothing any more: its tables go on at other nodes. A sentence."""
    check_database_url(url, language)
    return run(fencing(url, number, language), language)


async def fencing(url: str, number: int, language: str) -> str:
    from settebello.store.postgres.whole import fence_run

    node = await fence_run(url, number)
    return phrase(language, "node-fenced", run=number, node=node)


def check_database_url(url: str, language: str) -> None:
    if not is_database(url):
        raise ValueError(phrase(language, "nodes-need-database"))
