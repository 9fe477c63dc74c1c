"""The web client as the server sends it: every file as it is, and nothing else."""

from __future__ import annotations

import gzip
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from live import Server
from server.inside import inside

SCRIPT = "console.log('a table');\n" * 200
ICON = '<svg xmlns="http://www.w3.org/2000/svg"/>'
FILES = {
    "index.html": "<!doctype html><title>Settebello</title>",
    "icon.svg": ICON,
    "assets/index-abc123.js": SCRIPT,
    "assets/cards.css": "a { color: red }",
    ".built": "not for the public",
    "notes.md": "nor this",
}
Answer = tuple[int, Any, bytes]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    for name, text in FILES.items():
        file = folder / "static" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    (folder / "secret.js").write_text("outside", "utf-8")
    with inside(folder, client=folder / "static") as server:
        yield server


def asked(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    """Status, headers and body; the path goes out as it is."""
    connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=30)
    try:
        connection.request(
            method, path, headers={n.replace("_", "-"): v for n, v in headers.items()}
        )
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("path", "name", "type"),
    [
        ("/", "index.html", "text/html; charset=utf-8"),
        ("/icon.svg", "icon.svg", "image/svg+xml"),
        ("/assets/index-abc123.js", "assets/index-abc123.js", "text/javascript; charset=utf-8"),
        ("/assets/cards.css", "assets/cards.css", "text/css; charset=utf-8"),
    ],
)
def test_a_file_is_sent_as_it_is(server: Server, path: str, name: str, type: str) -> None:
    status, headers, body = asked(server, path)
    assert (status, headers["content-type"]) == (200, type)
    assert body == FILES[name].encode()
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"].startswith(
        "default-src 'self'; img-src 'self' data:;"
    )
    assert asked(server, path, "HEAD")[0] == 200
    assert asked(server, path, "HEAD")[2] == b""


def test_files_have_no_pace_since_a_page_that_lacks_one_is_blank(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<!doctype html>", "utf-8")
    few = {"requests_a_second": 1e-6, "requests_at_once": 1}
    with inside(tmp_path, client=tmp_path / "static", limits=few) as server:
        assert [asked(server, "/")[0] for _ in range(5)] == [200] * 5
        assert [asked(server, "/api/games")[0] for _ in range(2)] == [200, 429]
        assert asked(server, "/")[0] == 200


def test_what_has_a_checksum_in_its_name_is_kept_and_all_else_is_asked_for(server: Server) -> None:
    for path, caching in (
        ("/assets/index-abc123.js", "public, max-age=31536000, immutable"),
        ("/", "no-cache"),
        ("/icon.svg", "no-cache"),
    ):
        assert asked(server, path)[1].get_all("cache-control") == [caching]


@pytest.mark.parametrize("coding", ["gzip", "gzip, deflate, br", "br;q=1, gzip;q=0.5"])
def test_a_file_goes_out_zipped_to_clients_that_can_read_that(server: Server, coding: str) -> None:
    _, headers, body = asked(server, "/assets/index-abc123.js", accept_encoding=coding)
    assert headers["content-encoding"] == "gzip"
    assert headers["vary"] == "accept-encoding"
    assert gzip.decompress(body) == SCRIPT.encode()
    assert len(body) < len(SCRIPT) / 10


@pytest.mark.parametrize("coding", ["", "identity", "br", "gzip;q=0", "x-gzippy"])
def test_other_clients_get_it_plain(server: Server, coding: str) -> None:
    _, headers, body = asked(server, "/assets/index-abc123.js", accept_encoding=coding)
    assert "content-encoding" not in headers
    assert body == SCRIPT.encode()


def test_what_does_not_shrink_stays_plain(server: Server) -> None:
    _, headers, body = asked(server, "/icon.svg", accept_encoding="gzip")
    assert "content-encoding" not in headers
    assert body == ICON.encode()


@pytest.mark.parametrize("path", ["/", "/assets/index-abc123.js", "/api/games"])
@pytest.mark.parametrize("coding", ["identity", "gzip"])
def test_what_a_browser_has_is_not_sent_again(server: Server, path: str, coding: str) -> None:
    _, headers, _ = asked(server, path, accept_encoding=coding)
    etag = headers["etag"]
    for known in (etag, f'"other", {etag}', f"W/{etag}"):
        status, headers, body = asked(server, path, accept_encoding=coding, if_none_match=known)
        assert (status, body, headers["etag"]) == (304, b"", etag)
        assert headers["content-security-policy"]
    assert asked(server, path, accept_encoding=coding, if_none_match='"other"')[0] == 200


@pytest.mark.parametrize(
    "path",
    [
        "/index.html",
        "/assets",
        "/assets/",
        "/assets/index.js",
        "/.built",
        "/notes.md",
        "/../secret.js",
        "/assets/../../secret.js",
        "/assets/%2e%2e/%2e%2e/secret.js",
        "/assets/..%2f..%2fsecret.js",
        "/assets/..\\..\\secret.js",
        "//etc/passwd",
        "/%00",
    ],
)
def test_nothing_else_is_there(server: Server, path: str) -> None:
    status, headers, body = asked(server, path)
    assert status == 404
    assert json.loads(body)["code"] == "no-such-page"
    assert headers["cache-control"] == "no-store"


def test_the_page_of_tables_is_still_there(server: Server) -> None:
    page = asked(server, "/tables")[2].decode()
    assert "settebello join" in page
    assert "make web" not in page


def test_without_a_built_client_the_page_of_tables_says_how_to_build_it(tmp_path: Path) -> None:
    with inside(tmp_path, client=tmp_path / "static") as server:
        status, headers, body = asked(server, "/")
        assert (status, headers["cache-control"]) == (200, "no-store")
        assert b"<code>make web</code>" in body
        assert b"settebello join" in body
        assert asked(server, "/icon.svg")[0] == 404
