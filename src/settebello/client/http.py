"""Requests to a server over HTTP."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from typing import Any, TypeVar

import msgspec

from settebello.client.errors import refused_by_server, strange, unreachable
from settebello.table import protocol

T = TypeVar("T")

ANSWER_SECONDS = 15.0  # for one answer
LARGEST_ANSWER = 4 * 2**20  # bytes


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Follows no redirect, so that a secret goes to its own server only."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirects)


def request(
    server: str,
    method: str,
    path: str,
    answer: type[T],
    body: object = None,
    secret: str = "",
    language: str = "en",
) -> T:
    """Send a request and return its decoded answer; raises ClientError if it is refused.

    If the server says that this is too fast, wait as long as it says and try again.
    """
    headers = {"Accept-Language": language, "Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    data = None if body is None else msgspec.json.encode(body)
    for left in (2, 1, 0):
        asked = urllib.request.Request(server + path, data, headers, method=method)
        try:
            with _opener.open(asked, timeout=ANSWER_SECONDS) as heard:
                return msgspec.json.decode(heard.read(LARGEST_ANSWER), type=answer)
        except urllib.error.HTTPError as error:
            with error:
                refused = refusal_in(error.read(LARGEST_ANSWER))
            if refused is None:
                raise strange(server) from None
            if not left or refused.retry_after is None:
                raise refused_by_server(refused) from None
            time.sleep(min(refused.retry_after, ANSWER_SECONDS))
        except (OSError, http.client.HTTPException) as error:
            raise unreachable(server, error) from error
        except (msgspec.MsgspecError, UnicodeDecodeError):
            raise strange(server) from None
    raise AssertionError("the last attempt returns or raises")


def refusal_in(body: bytes | bytearray) -> protocol.Refused | None:
    try:
        return msgspec.json.decode(body, type=protocol.Refused)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
