"""A lease: who waits for it, and for how long."""

from __future__ import annotations

import asyncio

from settebello.store.interfaces import Lease


def test_who_waits_for_a_lease_goes_on_when_it_holds_again_or_can_never_hold_again() -> None:
    async def wait() -> None:
        now = 0.0
        lease = Lease(5, lambda: now)
        assert await lease.held(0)
        now = 6.0
        assert not await lease.held(0)
        waiting = asyncio.create_task(lease.held(1000))
        await asyncio.sleep(0)
        lease.renew(sent=6.0)
        assert await waiting
        now = 12.0
        waiting = asyncio.create_task(lease.held(1000))
        await asyncio.sleep(0)
        lease.end()
        assert not await waiting
        lease.renew(sent=12.0)
        assert not await lease.held(1000)

    asyncio.run(asyncio.wait_for(wait(), 30))
