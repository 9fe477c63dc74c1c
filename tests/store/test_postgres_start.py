"""What keeps a node from starting on a PostgreSQL gets one sentence; nothing is changed by it."""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import asyncpg
import pytest

from children import child
from postgres import Postgres, free_port
from settebello.store.interfaces import Elsewhere
from settebello.store.postgres import schema
from settebello.store.postgres.connections import shown
from settebello.store.postgres.reading import PostgresStore
from settebello.store.postgres.schema import MIGRATIONS, migrate
from settebello.store.sqlite import Unusable
from store.helpers import bodies, header, rows
from store.nodes import SECRET, ask, node, play

HERE, THERE = "127.0.0.1:1", "127.0.0.1:2"
TABLES = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"


def refused(url: str, **options: str) -> str:
    """Why a node cannot start."""

    async def main() -> None:
        async with node(url, **options):  # type: ignore[arg-type]
            raise AssertionError("it has started")

    with pytest.raises(Unusable) as why:
        play(main())
    assert why.value.told("it") != str(why.value)
    return str(why.value)


def test_a_database_that_is_not_there(postgres_server: Postgres) -> None:
    password = postgres_server.url("nowhere").split(":")[2].split("@")[0]
    nowhere = postgres_server.url("nowhere")
    for url, reason in (
        (nowhere, 'database "nowhere" does not exist'),
        (postgres_server.url("nowhere", free_port()), "connection refused"),
        (nowhere.replace(password, "wrong"), "password authentication failed for user"),
        ("postgresql://ann:hidden@nowhere.invalid/db", "cannot be opened"),
    ):
        said = refused(url)
        assert said.startswith(f"The store {shown(url)} cannot be opened: ")
        assert reason in said
        assert password not in said
        assert "wrong" not in said
        assert "hidden" not in said


@pytest.mark.parametrize("url", ["postgresql://[x/db", "postgresql://h:port/db", "mysql://h/db"])
def test_what_is_no_url(url: str) -> None:
    assert refused(url) == "A store in PostgreSQL is given as postgresql://USER@HOST/DATABASE."


def test_a_url_is_shown_without_its_password() -> None:
    assert (
        shown("postgresql://ann:hidden@host:5/db?password=hidden") == "postgresql://ann@host:5/db"
    )
    assert shown("postgresql:///db?host=/run&password=hidden") == "postgresql:///db"
    assert "hidden" not in shown("postgresql://ann:hidden@[x:y/db")


def test_migrating_makes_an_empty_database_a_store_once(empty_database: str) -> None:
    assert "is not a store of Settebello" in refused(empty_database)
    assert play(ask(empty_database, TABLES)) == []
    assert play(migrate(empty_database)) == 0
    assert play(migrate(empty_database)) == len(MIGRATIONS)

    async def main() -> None:
        async with node(empty_database) as a:
            assert await a.submitted(rows("m", 1)) is None
            # Greater than any number that a store in a file has given.
            assert await a.ledger.game_number() >= int(time.time() * 1000) - 3_600_000
            assert len({await a.ledger.game_number() for _ in range(3)}) == 3

    play(main())


def test_a_database_of_somebody_else_stays_as_it_is(empty_database: str) -> None:
    play(ask(empty_database, "CREATE TABLE photos (name text)"))
    assert "is not a store of Settebello" in refused(empty_database)
    with pytest.raises(Unusable, match="is not empty and not a store of Settebello"):
        play(migrate(empty_database))
    assert [row[0] for row in play(ask(empty_database, TABLES))] == ["photos"]


def test_a_store_of_another_version(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*MIGRATIONS, "CREATE TABLE guests (name text)"])
        said = refused(database)
        assert f"has version {len(MIGRATIONS)}, and this Settebello needs" in said
        assert 'run "settebello store migrate URL"' in said
        assert play(migrate(database)) == len(MIGRATIONS)
        play(PostgresStore.open(database))
    assert "a newer Settebello is needed" in refused(database)
    with pytest.raises(Unusable, match="a newer Settebello is needed"):
        play(migrate(database))


def test_a_migration_that_fails_or_waits_too_long_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = [*MIGRATIONS, "CREATE TABLE guests (name text); DROP TABLE nowhere"]
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", bad)
        with pytest.raises(Unusable, match='cannot be opened: table "nowhere" does not exist'):
            play(migrate(database))
        patch.setattr(schema, "MIGRATIONS", [*MIGRATIONS, "ALTER TABLE entries ADD more text"])
        patch.setattr(schema, "PATIENCE", "20ms")

        async def main() -> None:
            connection = await asyncpg.connect(database)
            async with connection.transaction():
                await connection.execute("LOCK TABLE entries")
                with pytest.raises(Unusable, match="is busy: try again"):
                    await migrate(database)
            await connection.close()

        play(main())
    play(PostgresStore.open(database))


def test_a_name_that_is_taken_and_one_whose_node_is_gone(database: str) -> None:
    async def main() -> None:
        async with node(database, "a", HERE, SECRET) as a:
            with pytest.raises(Unusable, match="A node 'a' runs already"):
                async with node(database, "a", THERE, SECRET):
                    pass
            await a.ledger.claim("t")
            assert await a.submitted(rows("m", 1), header("m", table="t")) is None
            await a.vanish()
            async with node(database, "a", HERE, SECRET) as again:
                assert again.ledger.run > a.ledger.run
                await again.ledger.claim("t")
                assert await again.store.entries("m") == bodies("m", 1)
        fenced = await ask(database, "SELECT fenced FROM node_runs ORDER BY run")
        assert [row[0] for row in fenced] == [True, True]

    play(main())


def test_two_nodes_of_a_name_that_start_at_once(database: str) -> None:
    async def start() -> bool:
        try:
            async with node(database, "a", HERE, SECRET):
                started.set()
                await both.wait()
        except Unusable:
            return False
        return True

    async def main() -> None:
        tries = [asyncio.ensure_future(start()) for _ in range(4)]
        await started.wait()
        while sum(each.done() for each in tries) < 3:
            await asyncio.sleep(0.01)
        both.set()
        assert sorted(await asyncio.gather(*tries)) == [False, False, False, True]

    started, both = asyncio.Event(), asyncio.Event()
    play(main())


def test_a_node_without_an_address_is_alone(database: str) -> None:
    async def main() -> None:
        for first, second in ((HERE, ""), ("", HERE), ("", "")):
            async with node(database, "a", first, SECRET):
                with pytest.raises(Unusable, match=r"is used by other servers \(a\): stop them"):
                    async with node(database, "b", second, SECRET):
                        pass

    play(main())


def test_a_node_with_another_secret_is_refused_while_others_run(database: str) -> None:
    async def main() -> None:
        async with node(database, "a", HERE, SECRET):
            with pytest.raises(Unusable, match="have another cluster secret"):
                async with node(database, "b", THERE, "another"):
                    pass
            async with node(database, "b", THERE, SECRET):
                pass
        async with node(database, "b", THERE, "another"):  # nobody else is there to differ from
            pass
        (row,) = await ask(database, "SELECT salt, secret FROM cluster")
        assert b"another" not in row["salt"] + row["secret"]

    play(main())


# A node that prints that it owns the place "t", and waits.
OWNER = """
import asyncio, sys
sys.path.insert(0, sys.argv[2])
from store.nodes import SECRET, node
async def main():
    async with node(sys.argv[1], "a", "127.0.0.1:1", SECRET) as a:
        await a.ledger.claim("t")
        print("owned", flush=True)
        await asyncio.sleep(600)
asyncio.run(main())
"""


def test_what_a_process_owned_that_was_killed_is_taken_over(database: str) -> None:
    command = [sys.executable, "-c", OWNER, database, str(Path(__file__).parents[1])]

    async def main() -> float:
        async with node(database, "b", THERE, SECRET) as b:
            with child(command) as owner:
                assert owner.stdout is not None
                assert await asyncio.to_thread(owner.stdout.readline) == "owned\n"
                owner.kill()
                began = time.monotonic()
                while True:
                    try:
                        await b.ledger.claim("t")
                        return time.monotonic() - began
                    except Elsewhere:  # the database has not noticed it yet
                        await asyncio.sleep(0.001)

    # Less than the second for which a lock alone must be free.
    assert play(main()) < 1
