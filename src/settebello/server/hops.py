"""What comes from other nodes: to the internal port, with the secret of the cluster."""

from __future__ import annotations

import hmac
from typing import NamedTuple

from settebello.server.connection import Scope

HOP, CLIENT = "settebello-hop", "settebello-client"  # headers: the secret, the client's address
RELAYED = "settebello.relayed"  # in the scope of what another node has passed on
ALIVE = "/healthz"  # also answered without the secret: peers ask it whether we are there


class Hops(NamedTuple):
    """How the nodes of a cluster reach each other."""

    port: int  # where this one listens for the others, and for nobody else
    secret: str

    def admit(self, scope: Scope) -> bool:
        """Whether this may come in; what another node has passed on is marked as relayed.

        On the public port everything may, and the headers of a hop count for nothing.
        """
        if (scope.get("server") or (None, None))[1] != self.port:
            return True
        headers = dict(scope["headers"])
        given = headers.get(HOP.encode(), b"")
        if hmac.compare_digest(given, self.secret.encode()):
            scope[RELAYED] = True
            scope["client"] = (headers.get(CLIENT.encode(), b"").decode("latin-1"), 0)
            return True
        return (scope["type"], scope["path"]) == ("http", ALIVE)


def relayed(scope: Scope) -> bool:
    """Whether another node has passed this on, and has checked its limits."""
    return RELAYED in scope
