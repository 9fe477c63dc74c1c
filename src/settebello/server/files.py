"""Responses that do not change: the files of the web client, and answers that stay the same.

They are kept in memory, compressed once. Only files in the client's folder are ever read.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from settebello.table.records import Work, at_once

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
# The names of built assets have a checksum in them, so a file with such a name never changes.
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
GZIP = 31  # zlib's name for this format
PIECE = 32 * 1024  # bytes to compress in a step: about a millisecond


class CachedResponse:
    """A body, also compressed if that makes it smaller, with its headers. `keeping` makes it."""

    __slots__ = ("_body", "_caching", "_etag", "_type", "_zipped")

    def __init__(
        self, body: bytes, type: str, caching: str, etag: str, zipped: bytes | None
    ) -> None:
        self._body = body
        self._type = type
        self._caching = caching
        self._etag = etag
        self._zipped = zipped

    def answer(self, request: Request) -> Response:
        """The response: the body, or 304 if the client has it already."""
        zipped = self._zipped if takes_gzip(request) else None
        etag = f'"{self._etag}"' if zipped is None else f'"{self._etag}-gzip"'
        headers = {"cache-control": self._caching, "etag": etag, "vary": "accept-encoding"}
        known = request.headers.get("if-none-match", "")
        if etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
            return Response(status_code=304, headers=headers)
        if zipped is not None:
            headers["content-encoding"] = "gzip"
        return Response(zipped or self._body, 200, headers, self._type)


def keeping(
    body: bytes, type: str, caching: str = ASK_AGAIN, zips: bool = True
) -> Work[CachedResponse]:
    """Make the response of a body. Compressing megabytes takes long, so it goes piece by piece."""
    checksum, zipper, zipped = hashlib.sha256(), zlib.compressobj(6, wbits=GZIP), b""
    for start in range(0, len(body), PIECE):
        piece = body[start : start + PIECE]
        checksum.update(piece)
        if zips:
            zipped += zipper.compress(piece)
        yield
    zipped += zipper.flush()
    smaller = zips and len(zipped) < len(body)
    etag = checksum.hexdigest()[:32]
    return CachedResponse(body, type, caching, etag, zipped if smaller else None)


def takes_gzip(request: Request) -> bool:
    """Whether the client accepts gzip."""
    wanted = request.headers.get("accept-encoding", "").lower().replace(" ", "")
    return any(
        coding == "gzip" or (coding.startswith("gzip;") and not coding.endswith(("=0", "=0.0")))
        for coding in wanted.split(",")
    )


@cache
def client_files(folder: Path) -> Mapping[str, CachedResponse]:
    """The files of the built web client, by path; none if it has not been built."""
    if not (folder / "index.html").is_file():
        return {}
    found: dict[str, CachedResponse] = {}
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        if file.suffix not in TYPES or not file.is_file():
            continue
        caching = FOREVER if inside.parts[0] == "assets" else ASK_AGAIN
        path = "/" if str(inside) == "index.html" else f"/{inside.as_posix()}"
        zips = file.suffix in TEXTS
        found[path] = at_once(keeping(file.read_bytes(), TYPES[file.suffix], caching, zips))
    return found
