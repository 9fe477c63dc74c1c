"""What a server says about itself over HTTP."""

from __future__ import annotations

from settebello.server.bodies import HostInfo
from settebello.server.request_context import RequestContext


def show_host(asked: RequestContext) -> HostInfo:
    """How to reach the host, and how long this server keeps what."""
    settings = asked.lobby.settings
    return HostInfo(
        settings.contact, settings.open_hours, settings.idle_days, settings.unload_seconds
    )
