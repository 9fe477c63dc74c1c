"""What is sent as it is, time and again: the files of the web client, and answers that stay alike.

They are kept in memory, zipped once; nothing outside the folder of the client is ever looked at.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

CLIENT = Path(__file__).parent / "static"  # where the web client is built to
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
}
TEXTS = (".html", ".css", ".js", ".json", ".svg", ".txt", ".webmanifest")
# The names of built assets have a checksum in them: what such a name means never changes.
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class Kept:
    """A body, also zipped if that makes it smaller, and what to say of it."""

    __slots__ = ("_body", "_caching", "_etag", "_type", "_zipped")

    def __init__(self, body: bytes, type: str, caching: str = ASK_AGAIN, zips: bool = True) -> None:
        self._body = body
        self._type = type
        self._caching = caching
        self._etag = hashlib.sha256(body).hexdigest()[:32]
        zipped = gzip.compress(body, 6, mtime=0) if zips else body
        self._zipped = zipped if len(zipped) < len(body) else None

    def answer(self, request: Request) -> Response:
        """The body, or that the client has it already."""
        zipped = self._zipped if takes_gzip(request) else None
        etag = f'"{self._etag}"' if zipped is None else f'"{self._etag}-gzip"'
        headers = {"cache-control": self._caching, "etag": etag, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "")
        if etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
            return Response(status_code=304, headers=headers)
        if zipped is not None:
            headers["content-encoding"] = "gzip"
        return Response(zipped or self._body, 200, headers, self._type)


def takes_gzip(request: Request) -> bool:
    wanted = request.headers.get("accept-encoding", "").lower().replace(" ", "")
    return any(
        coding == "gzip" or (coding.startswith("gzip;") and not coding.endswith(("=0", "=0.0")))
        for coding in wanted.split(",")
    )


@cache
def client_files(folder: Path) -> Mapping[str, Kept]:
    """The files of the built client by their paths; none if it has not been built."""
    if not (folder / "index.html").is_file():
        return {}
    found: dict[str, Kept] = {}
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        if file.suffix not in TYPES or not file.is_file():
            continue
        caching = FOREVER if inside.parts[0] == "assets" else ASK_AGAIN
        path = "/" if str(inside) == "index.html" else f"/{inside.as_posix()}"
        found[path] = Kept(file.read_bytes(), TYPES[file.suffix], caching, file.suffix in TEXTS)
    return found
