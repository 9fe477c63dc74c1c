"""Codes in themselves, in memory and in PostgreSQL: how long they last, and how often."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from settebello.rejection import Rejection
from settebello.store import codes
from settebello.store.codes import Codes, MemoryCodes
from settebello.store.postgres.codes import PostgresCodes
from settebello.store.postgres.connections import Pool
from store.nodes import ask, play


class Held:
    """Codes, and a way to let time pass for them."""

    def __init__(self, codes: Codes, url: str | None = None) -> None:
        self.codes, self.url, self.now = codes, url, 0.0

    async def later(self, seconds: float) -> None:
        self.now += seconds
        if self.url is not None:
            passed = "UPDATE codes SET ends = ends - make_interval(secs => $1)"
            await ask(self.url, passed, seconds)

    async def give(self, kind: codes.Kind, seat: int | None, secret: str = "s") -> tuple[str, int]:
        code, lasts = await self.codes.give(kind, "t1", seat, secret, "invite", self.now)
        return code, round(lasts)

    async def take(self, code: str) -> codes.Way:
        return await self.codes.take(code, self.now)


@pytest.fixture(params=["memory", "postgres"])
def held(request: pytest.FixtureRequest) -> Callable[[], AbstractAsyncContextManager[Held]]:
    url = request.getfixturevalue("database") if request.param == "postgres" else None

    @asynccontextmanager
    async def made() -> AsyncIterator[Held]:
        if url is None:
            yield Held(MemoryCodes())
        else:
            pool = Pool(url)
            yield Held(PostgresCodes(pool, "the cluster's"), url)
            pool.close()

    return made


Making = Callable[[], AbstractAsyncContextManager[Held]]


def test_a_code_ends(held: Making) -> None:
    async def main() -> None:
        async with held() as some:
            for kind, seat, seconds in (("invite", None, 86_400), ("seat", 0, 600)):
                given, lasts = await some.give(kind, seat)  # type: ignore[arg-type]
                assert lasts == seconds
                await some.later(seconds - 60)
                assert await some.codes.look(given, some.now) == (kind, "t1", seat, "s", "invite")
                await some.later(60)
                for taking in (some.codes.look, some.codes.take):
                    with pytest.raises(Rejection, match="no-such-code"):
                        await taking(given, some.now)

    play(main())


def test_a_code_of_a_seat_is_taken_once_and_that_of_an_invite_often(held: Making) -> None:
    async def main() -> None:
        async with held() as some:
            first, _ = await some.give("seat", 1)
            given, _ = await some.give("seat", 1, "new")
            with pytest.raises(Rejection, match="no-such-code"):  # there is a newer one
                await some.take(first)
            tries = [some.take(written) for written in (given, given.lower(), f" {given} ")]
            answers = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(str(answer) for answer in answers)[1:] == ["no-such-code"] * 2
            assert ("seat", "t1", 1, "new", "invite") in answers
            given, _ = await some.give("invite", None, "è" * 100)
            for _ in range(2):
                assert (await some.take(given)).secret == "è" * 100
            for wrong in ("", "ABC", "\0", "\ud800", "è"):
                with pytest.raises(Rejection, match="no-such-code"):
                    await some.take(wrong)

    play(main())


def test_an_invite_has_one_code_until_that_has_ended(held: Making) -> None:
    async def main() -> None:
        async with held() as some:
            tries = [some.give("invite", None) for _ in range(5)]
            (old,) = {code for code, _ in await asyncio.gather(*tries)}
            await some.later(86_000)
            again, lasts = await some.give("invite", None)
            assert again == old
            assert 300 < lasts <= 400
            await some.later(400)
            new, lasts = await some.give("invite", None)
            assert (new != old, lasts) == (True, 86_400)

    play(main())


def test_there_are_only_so_many_and_those_that_ended_make_room(
    held: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codes, "MOST", 3)

    async def main() -> None:
        async with held() as some:
            for number in range(3):
                await some.give("seat", number)
            with pytest.raises(Rejection, match="too-many"):
                await some.give("seat", 3)
            await some.give("seat", 2)  # instead of the one that is there
            await some.later(600)
            await some.give("seat", 3)

    play(main())


def test_nodes_with_the_same_secret_take_each_others_codes(database: str) -> None:
    async def main() -> None:
        pool = Pool(database)
        a, b, other = (PostgresCodes(pool, secret) for secret in ("same", "same", "other"))
        given = await a.give("seat", "t1", 0, "seat secret", "", 0)
        assert (await b.take(given[0], 0)).secret == "seat secret"
        given = await a.give("invite", "t1", None, "seat secret", "", 0)
        assert (await b.give("invite", "t1", None, "seat secret", "", 0))[0] == given[0]
        with pytest.raises(Rejection, match="no-such-code"):
            await other.take(given[0], 0)
        # Nor could that one tell the code again, so it gives another one.
        assert (await other.give("invite", "t1", None, "seat secret", "", 0))[0] != given[0]
        pool.close()

    play(main())


def test_the_database_does_not_know_what_a_code_stands_for(database: str) -> None:
    async def main() -> None:
        pool = Pool(database)
        given, _ = await PostgresCodes(pool, "").give("seat", "t1", 0, "seat secret", "invite", 0)
        (row,) = await ask(database, "SELECT * FROM codes")
        shown = b" ".join(value for value in row.values() if isinstance(value, bytes))
        for hidden in (given, given.replace("-", ""), "seat", "secret", "invite"):
            assert hidden.encode() not in shown
        pool.close()

    play(main())
