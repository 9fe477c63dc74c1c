"""Running the server: `settebello serve`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Callable
from functools import partial

import uvicorn

from settebello import words
from settebello.registry import games
from settebello.server import logs
from settebello.server.app import App
from settebello.server.direct import websocket_class
from settebello.server.hops import Hops
from settebello.server.protocols import Http, bound
from settebello.server.settings import Settings
from settebello.server.sockets import Sockets, raise_files, room_for_sockets
from settebello.store.interfaces import NodeOptions
from settebello.table import protocol
from settebello.table.storage import StoreError

FENCED = 3  # the exit code of a node that may not write any more
DRAIN_SECONDS = 30.0  # for a node that stops to give its tables to the others


class Server(uvicorn.Server):
    """Gives its tables to other nodes before it stops.

    Leaves SIGINT ignored if it is: so it is for a process in the background of a script.
    """

    def __init__(self, config: uvicorn.Config, app: App) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            async with asyncio.timeout(DRAIN_SECONDS):
                await self._app.drain()
        except (StoreError, TimeoutError) as error:  # then the others take them over
            logs.failed("drain failed", error)
        await super().shutdown(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._in_background:
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        # Uvicorn takes the signal over before it starts up.
        self._in_background = signal.getsignal(signal.SIGINT) == signal.SIG_IGN
        super().run(sockets)


def serve(
    host: str,
    port: int,
    store_url: str,
    settings: Settings,
    ready: Callable[[str], None],
    proxies: str = "",
    node: NodeOptions | None = None,
) -> int:
    """Serve until a signal stops it, and return the exit code; `ready` is called with the address.

    Raises OSError if an address cannot be used; its file name is that for other nodes.
    """
    logs.set_up()
    raise_files()
    room = room_for_sockets(settings.sockets)
    if room < settings.sockets:
        logs.warning("few files", sockets=room)
    load_words()
    listener = listen(host, port)
    bound(listener, settings)
    listeners, hops = [listener], None
    if node is not None and node.address:
        inner, _, inner_port = node.address.rpartition(":")
        try:
            listeners.append(listen(inner.strip("[]"), int(inner_port)))
        except OSError as error:
            listener.close()
            raise OSError(error.errno, error.strerror, node.address) from None
        hops = Hops(int(inner_port), node.secret)
    app = App(store_url, settings, hops=hops, node=node)
    server = Server(config(app, settings, proxies, hops.port if hops else None), app)
    app.on_fenced = partial(setattr, server, "should_exit", True)

    def stop(number: int, frame: object) -> None:
        server.should_exit = True

    # Uvicorn stops gracefully, then raises the signal again: that is our normal end. The signal may
    # also come before uvicorn handles it.
    signal.signal(signal.SIGTERM, stop)
    name = f"[{host}]" if ":" in host else host
    ready(f"http://{name}:{listener.getsockname()[1]}")
    # Else the writing thread would wait milliseconds for a busy event loop, at each commit.
    sys.setswitchinterval(0.001)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=listeners)
    return FENCED if app.fenced else 0


def load_words() -> None:
    """Read all sentences now: later, when no more files can be opened, a refusal may need one."""
    for language in words.LANGUAGES:
        for game in (None, *games().values()):
            words.words_of(game, language).make_ready()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; OSError if the address cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def config(
    app: object, settings: Settings, proxies: str = "", internal: int | None = None
) -> uvicorn.Config:
    """Uvicorn's configuration; the benchmark's bare servers use the same.

    `internal` is the port where other nodes connect.
    """
    sockets = Sockets(settings, proxies, internal)
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        interface="asgi3",  # uvicorn would take it for an older one: it is no coroutine
        loop="auto",
        http=partial(Http, settings, sockets),  # type: ignore[arg-type]
        ws=partial(websocket_class(), settings, sockets),  # type: ignore[arg-type]
        ws_max_size=protocol.LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.pong_seconds,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies or None,
        timeout_graceful_shutdown=int(settings.stop_seconds),
        lifespan="on",
    )
