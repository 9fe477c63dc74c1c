"""The client: requests that fail, and answers that are none of ours."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from client.scripted import PATIENCE, SECRET
from settebello.client import ClientError, Seat, fetch_review, open_table
from settebello.client.http import request
from settebello.table import protocol


@contextmanager
def answering(*answers: tuple[int, str, dict[str, str]]) -> Iterator[tuple[str, list[str | None]]]:
    """An HTTP server with these answers; and the secrets that it was sent."""
    rest, secrets = list(answers), list[str | None]()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            secrets.append(self.headers.get("Authorization"))
            status, body, headers = rest.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", secrets
        finally:
            server.shutdown()
            thread.join(PATIENCE)
    assert not rest, "not every answer was asked for"


def too_fast(seconds: float) -> tuple[int, str, dict[str, str]]:
    return (
        429,
        protocol.encode(protocol.Refused("too-fast", "Too many messages.", None, seconds)),
        {},
    )


def test_a_request_that_comes_too_fast_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr("settebello.client.http.time.sleep", waits.append)
    with answering(too_fast(0.5), too_fast(2.5), (200, "[7]", {})) as (server, secrets):
        assert request(server, "GET", "/x", list[int], secret=SECRET) == [7]
    assert secrets == [f"Bearer {SECRET}"] * 3
    with (
        answering(too_fast(1), too_fast(1), too_fast(1)) as (server, _),
        pytest.raises(ClientError, match="Too many messages"),
    ):
        request(server, "GET", "/x", list[int])
    assert waits == [0.5, 2.5, 1, 1]


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<html>"), (200, '"7"'), (200, '"\udc80"'), (404, "<html>"), (500, "")],
)
def test_an_answer_that_is_none_of_ours_gets_a_sentence(status: int, body: str) -> None:
    with (
        answering((status, body.encode("utf-8", "replace").decode(), {})) as (server, _),
        pytest.raises(ClientError, match="does not answer as a server of Settebello") as error,
    ):
        request(server, "GET", "/x", list[int], secret=SECRET)
    assert SECRET not in str(error.value)


def test_a_request_is_not_led_elsewhere_with_its_secret() -> None:
    with answering() as (elsewhere, secrets):
        moved = (307, "", {"Location": f"{elsewhere}/x"})
        with (
            answering(moved) as (server, _),
            pytest.raises(ClientError, match="does not answer as a server of Settebello"),
        ):
            request(server, "GET", "/x", list[int], secret=SECRET)
    assert secrets == []


def test_a_request_to_nobody_gets_a_sentence() -> None:
    with answering() as (server, _):
        pass
    with pytest.raises(ClientError, match=r"^No answer from http://127.*: connection refused\.$"):
        open_table(server, "scopa", "Ann")


def test_a_review_is_asked_for_and_a_player_reported() -> None:
    answers: list[tuple[int, str, dict[str, str]]] = [
        (200, '{"state": "working"}', {}),
        (200, '{"text": "Noted."}', {}),
    ]
    with answering(*answers) as (server, secrets):
        assert fetch_review(server, "m1", 0, SECRET) == {"state": "working"}
        assert Seat(server, "t1", 0, "Ann", SECRET).report("rude", 1) == "Noted."
    assert secrets == [f"Bearer {SECRET}"] * 2
