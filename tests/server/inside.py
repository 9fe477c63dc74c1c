"""A real server in a thread of the test, so that the test can give it its luck and its defects."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from live import ROOMY, Server
from settebello.luck import Luck, SystemLuck
from settebello.server.app import App
from settebello.server.files import CLIENT
from settebello.server.serve import config, listen
from settebello.server.settings import Settings


class Inside(Server):
    """Speaks to the server as the tests of the real process do."""

    def __init__(self, url: str) -> None:
        self.url = url


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
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield Inside(f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            thread.join(30)
