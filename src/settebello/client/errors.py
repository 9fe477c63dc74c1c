"""The errors of a client, as sentences."""

from __future__ import annotations

import ssl
import urllib.error

from settebello import words
from settebello.registry import printable
from settebello.rejection import Argument, Rejection, RejectionCode
from settebello.table import protocol


class ClientError(Rejection):
    """Something cannot be done: a short `code` for programs, a sentence for people.

    The sentence is the server's if the server refused it, else an English one.
    """

    __module__ = "settebello.client"  # as it is imported

    def __init__(self, code: str, sentence: str = "", /, **arguments: Argument) -> None:
        text = sentence or words.refuse(None, code, **arguments)
        super().__init__(code, printable(text), **arguments)


def refused_by_server(refused: protocol.Refused) -> ClientError:
    """The error for a refusal, with all that the server said of it."""
    arguments = refused.arguments
    if refused.retry_after is not None:
        arguments = {**arguments, "retry_after": refused.retry_after}
    return ClientError(refused.code, refused.text or refused.code, **arguments)


def strange(server: str) -> ClientError:
    return ClientError(RejectionCode.BAD_ANSWER, server=server)


def unreachable(server: str, error: BaseException) -> ClientError:
    return ClientError(RejectionCode.UNREACHABLE, server=server, reason=why(error))


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
