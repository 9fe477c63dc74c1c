"""A real server in a thread of the test, so that the test can give it its luck and its defects."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from live import ROOMY, Server
from settebello.luck import Luck, SystemLuck
from settebello.server.app import App
from settebello.server.files import CLIENT
from settebello.server.hops import Hops
from settebello.server.serve import config, listen
from settebello.server.settings import Settings


class Inside(Server):
    """Speaks to the server as the tests of the real process do."""

    def __init__(self, url: str, app: App) -> None:
        self.url = url
        self.app = app


SECRET = "a secret of all nodes"


@contextmanager
def node(folder: Path, **limits: float) -> Iterator[tuple[Inside, Inside]]:
    """A server as its clients reach it, and as other nodes do."""
    settings = Settings(**{**ROOMY, **limits})  # type: ignore[arg-type]
    folder.mkdir(exist_ok=True)
    with listen("127.0.0.1", 0) as public, listen("127.0.0.1", 0) as internal:
        ports = [listener.getsockname()[1] for listener in (public, internal)]
        hops = Hops(ports[1], SECRET)
        app = App(f"sqlite:///{folder / 'tables.db'}", settings, hops=hops)
        with running(uvicorn.Server(config(app, settings, internal=ports[1])), public, internal):
            inside, hidden = (Inside(f"http://127.0.0.1:{port}", app) for port in ports)
            inside.ask("GET", "/readyz")  # it has started
            yield inside, hidden


@contextmanager
def running(server: uvicorn.Server, *listeners: socket.socket) -> Iterator[None]:
    thread = threading.Thread(target=server.run, args=(list(listeners),))
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "The server does not end."


@contextmanager
def inside(
    folder: Path,
    luck: Callable[[], Luck] = SystemLuck,
    client: Path = CLIENT,
    limits: Mapping[str, float] | None = None,
) -> Iterator[Inside]:
    settings = Settings(**{**ROOMY, **(limits or {})})  # type: ignore[arg-type]
    app = App(f"sqlite:///{folder / 'tables.db'}", settings, luck, client)
    server = uvicorn.Server(config(app, settings))
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with running(server, listener):
            yield Inside(f"http://127.0.0.1:{port}", app)
