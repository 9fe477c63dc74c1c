"""The proxy configuration of the documents, with a real nginx before servers that only count."""

from __future__ import annotations

import os
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from server import nginx

TABLE = "/api/tables/{}/seats"


class Upstream(ThreadingHTTPServer):
    """Answers with its number, and remembers what it was asked."""

    def __init__(self, number: int) -> None:
        super().__init__(("127.0.0.1", 0), Asked)
        self.number = number
        self.asked: list[str] = []
        self.mood = "well"
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


class Asked(BaseHTTPRequestHandler):
    server: Upstream

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append(f"{self.command} {self.path}")
        if self.server.mood == "dies":
            self.close_connection = True
            return
        body = str(self.server.number).encode()
        self.send_response(503 if self.server.mood == "leaving" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET

    def log_message(self, *said: object) -> None:
        pass


class Nodes:
    """Three servers that count, behind nginx."""

    def __init__(self, url: str, upstreams: list[Upstream]) -> None:
        self.url, self.upstreams = url, upstreams

    def ask(self, path: str, body: bytes | None = None) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(self.url + path, body, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    @property
    def asked(self) -> list[str]:
        return [each for upstream in self.upstreams for each in upstream.asked]


@pytest.fixture(scope="module", autouse=True)
def nginx_is_here() -> None:
    """Root installs it; others are told what they have not tested."""
    if nginx.found() is None and os.geteuid() != 0:
        pytest.skip(nginx.MISSING)


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    upstreams = [Upstream(number) for number in range(3)]
    addresses = [f"127.0.0.1:{upstream.server_port}" for upstream in upstreams]
    try:
        with nginx.running(tmp_path, addresses) as url:
            yield Nodes(url, upstreams)
    finally:
        for upstream in upstreams:
            upstream.close()


def test_nginx_takes_the_configuration_as_it_is_written(tmp_path: Path) -> None:
    files = tmp_path / "nginx.conf"
    text = nginx.CONFIGURATION.read_text("utf-8")
    files.write_text(f"pid {tmp_path}/nginx.pid;\nerror_log stderr;\n{text}", "utf-8")
    command = [nginx.program(), "-t", "-p", str(tmp_path), "-c", str(files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_all_of_a_table_goes_to_one_node_and_tables_go_to_all(nodes: Nodes) -> None:
    tables = [f"table-{number}" for number in range(30)]
    homes = {table: nodes.ask(f"/ws?table={table}")[1] for table in tables}
    assert set(homes.values()) == {"0", "1", "2"}
    for table in tables:
        assert nodes.ask(TABLE.format(table), b"{}") == (200, homes[table])
        assert nodes.ask(f"/api/tables/{table}") == (200, homes[table])
    assert len({nodes.ask(path)[1] for path in ("/66", "/66/draft", "/66/lobby")}) == 1
    assert len({nodes.ask("/api/games")[1] for _ in range(30)}) == 3
    assert nodes.ask("/metrics")[0] == 404


def test_a_request_that_was_sent_is_sent_to_another_only_if_it_changes_nothing(
    nodes: Nodes,
) -> None:
    for upstream in nodes.upstreams:
        upstream.mood = "dies"
    assert nodes.ask("/api/tables", b"{}")[0] == 502
    assert nodes.asked == ["POST /api/tables"]
    nodes.upstreams[int(home(nodes, "x"))].mood = "dies"
    assert nodes.ask("/api/tables/x")[0] == 200


def home(nodes: Nodes, table: str) -> str:
    """The node of a table, when all are well."""
    for upstream in nodes.upstreams:
        upstream.mood = "well"
    return nodes.ask(f"/api/tables/{table}")[1]


def test_a_node_that_leaves_is_passed_over_but_no_post_is_sent_again(nodes: Nodes) -> None:
    leaving = nodes.upstreams[int(home(nodes, "x"))]
    leaving.mood = "leaving"
    assert nodes.ask("/api/tables/x")[0] == 200
    nodes.upstreams[:] = [leaving]
    before = len(nodes.asked)
    while len(nodes.asked) == before:  # it is left out for a second
        status, _ = nodes.ask(TABLE.format("x"), b"{}")
    assert status == 503


def test_a_node_that_is_down_is_passed_over(nodes: Nodes) -> None:
    nodes.upstreams[int(home(nodes, "x"))].close()
    assert nodes.ask(TABLE.format("x"), b"{}")[0] == 200
    assert nodes.ask("/api/tables/x")[0] == 200
