"""The lobby of 66, with both its dialects: it is one place, and one node has it at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from settebello.dialects.sixty_six.dialect import DIALECTS
from settebello.dialects.sixty_six.host import EarlyClient
from settebello.dialects.sixty_six.lobby import SixtySixLobby
from settebello.dialects.sixty_six.sessions import PlayerDirectory
from settebello.server.connection import SocketConnection
from settebello.server.lobby import Lobby
from settebello.store.interfaces import LOBBY


class SixtySixPlace:
    """The lobbies of the dialects, loaded when they are first asked for."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._loading = asyncio.Lock()
        self.lobbies: dict[str, SixtySixLobby] = {}  # by the dialect's name; empty until loaded

    async def ready(self) -> dict[str, SixtySixLobby]:
        """The lobbies by dialect, claimed for this node; raises Elsewhere if another has them."""
        async with self._loading:
            if not self.lobbies:
                await self._lobby.ledger.claim(LOBBY)
                directory = PlayerDirectory(self._lobby)
                headers = await self._lobby.store.unfinished()
                lobbies = {
                    name: SixtySixLobby(dialect, self._lobby, directory)
                    for name, dialect in DIALECTS.items()
                }
                for lobby in lobbies.values():
                    await lobby.load(headers)
                self.lobbies = lobbies
            return self.lobbies

    async def own(self) -> None:
        """Have the lobbies here, or raise Elsewhere."""
        await self.ready()

    def forget(self) -> None:
        """Drop the lobbies from memory: nobody is connected to them any more."""
        self.lobbies = {}
        self._lobby.on_closed.clear()


class SixtySixEndpoint:
    """Serves the connections to the path of a dialect."""

    def __init__(self, place: SixtySixPlace, dialect: str) -> None:
        self._place = place
        self._dialect = dialect

    async def serve(self, channel: SocketConnection) -> None:
        """Serve a connection until its client is gone."""
        lobbies = await self._place.ready()
        await lobbies[self._dialect].serve(channel)

    def keep(self, early: EarlyClient, table: str, secret: str | None) -> Callable[[], None] | None:
        """See `SocketEndpoint.keep`."""
        lobby = self._place.lobbies.get(self._dialect)
        return None if lobby is None else lobby.keep(early, table, secret)
