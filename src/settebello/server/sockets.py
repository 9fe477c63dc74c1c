"""The limits on a server's connections: in all, from one address, and a few more for health checks.

To the system each connection is an open file, and the server needs files of its own too. So new
connections are refused before the files run out.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import suppress
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts

from settebello.server.addresses import is_private, source
from settebello.server.settings import Settings

try:
    import resource
except ImportError:  # Windows, which has no such limit
    resource = None  # type: ignore[assignment]

OWN_FILES = 64  # files left for the store, for modules that are loaded late, and for health checks
NEAR = 10  # times as many connections from an address of this machine or of a private network


def raise_files() -> None:
    """Let this process open as many files as the system allows."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems allow less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def room_for_sockets(wanted: int) -> int:
    """The number of connections that is wanted, or fewer if the system allows fewer files."""
    if resource is None:
        return wanted
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(files - OWN_FILES, files // 2))


Surplus = tuple[int, dict[str, str]]  # the status of a refusal, and the arguments of its sentence


class Sockets:
    """Counts the connections, and refuses those beyond the limits.

    Connections of a proxy come from many people, so they are not counted by its address. Those to
    the internal port come from other nodes, which count them; only files may run out.
    """

    def __init__(self, settings: Settings, proxies: str = "", internal: int | None = None) -> None:
        self.most = room_for_sockets(settings.sockets)
        self._files = room_for_sockets(sys.maxsize)
        self._internal = internal
        self._by_address = settings.sockets_by_address
        self._proxies = _TrustedHosts(proxies) if proxies else ()
        self._open = 0
        self._from: Counter[str] = Counter()
        self.surplus: dict[Any, None] = {}  # let in for health checks only, the oldest first

    def refusal(self, host: str, port: int) -> Surplus | None:
        """Why one more connection from this host to this port is refused; None if it is not."""
        if port == self._internal:
            return (503, {}) if self._open >= self._files else None
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
