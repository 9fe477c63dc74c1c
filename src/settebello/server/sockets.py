"""How many connections a server holds: in all, from one address, and a few more for its health.

Each connection is an open file to the system, and so is what the server itself reads and writes.
So connections stop before the files run out.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts

from settebello.server.addresses import is_private, source
from settebello.server.settings import Settings

try:
    import resource
except ImportError:  # not on this system, which has no such limit either
    resource = None  # type: ignore[assignment]

OWN_FILES = 64  # that are left for the store, for what is loaded late, and for questions of health
NEAR = 10  # times as many connections from an address of this machine or of a private network


def raise_files() -> None:
    """Let this process open as many files as the system lets it."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def room_for_sockets(wanted: int) -> int:
    """So many connections as are wanted, or fewer if this process may not open so many files."""
    if resource is None:
        return wanted
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(files - OWN_FILES, files // 2))


Surplus = tuple[int, dict[str, str]]  # a status, and what its sentence is about


class Sockets:
    """Counts the connections that were let in, and says when there are enough.

    Connections of a proxy are those of many: they are not counted by its address.
    """

    def __init__(self, settings: Settings, proxies: str = "") -> None:
        self.most = room_for_sockets(settings.sockets)
        self._by_address = settings.sockets_by_address
        self._proxies = _TrustedHosts(proxies) if proxies else ()
        self._open = 0
        self._from: Counter[str] = Counter()
        self.surplus: dict[Any, None] = {}  # who are here all the same, the oldest first

    def refusal(self, host: str) -> Surplus | None:
        """Why nobody more is let in from there."""
        if self._open >= self.most:
            return 503, {}
        address = source(host)
        most = self._by_address * (NEAR if is_private(address) else 1)
        if self._from[address] >= most and host not in self._proxies:
            return 429, {"about": "sockets"}
        return None

    def enter(self, host: str) -> None:
        self._open += 1
        self._from[source(host)] += 1

    def leave(self, host: str) -> None:
        self._open -= 1
        address = source(host)
        self._from[address] -= 1
        if not self._from[address]:
            del self._from[address]
