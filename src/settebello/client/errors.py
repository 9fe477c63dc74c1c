"""The errors of a client, as sentences."""

from __future__ import annotations

import ssl
import urllib.error


class ClientError(ValueError):
    """Something cannot be done: a short `code` for programs, a sentence for people."""

    __module__ = "settebello.client"  # as it is imported

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(printable(sentence))
        self.code = code


def strange(server: str) -> ClientError:
    return ClientError("bad-answer", f"{server} does not answer as a server of Settebello does.")


def why(error: BaseException) -> str:
    """An error in a few words, without any address."""
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, OSError):
        error = error.reason  # what the system says
    if isinstance(error, TimeoutError):
        return "it takes too long"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "its certificate is not valid"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return "the connection was lost"


def printable(text: str) -> str:
    """A text from elsewhere, without terminal controls."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
