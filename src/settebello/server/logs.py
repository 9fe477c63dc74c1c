"""The server's own log: one JSON object a line, on standard error.

It has ids and codes only: never a secret, a name, a message or a card.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

# Errors of uvicorn that are none for us: any client could fill a disk with them.
CLIENTS_FAULTS = ("Invalid UTF-8 sequence", "without completing handshake")

MOST_FRAMES = 12  # of a traceback: the innermost ones
MOST_CAUSES = 4

_logger = logging.getLogger("settebello.server")


class JsonLines(logging.Formatter):
    """Formats a log record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "what": record.getMessage().partition("\n")[0],
            **getattr(record, "about", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            causes = causes_of(record.exc_info[1])
            line["error"] = " < ".join(type(error).__name__ for error in causes)
            line["where"] = " < ".join(map(where, causes))
        return msgspec.json.encode(line).decode()


def causes_of(error: BaseException) -> list[BaseException]:
    """An error and its causes, the first cause first."""
    causes = [error]
    while (cause := causes[-1].__cause__) is not None and len(causes) < MOST_CAUSES:
        causes.append(cause)
    return causes[::-1]


def where(error: BaseException) -> str:
    """The traceback, the innermost frame first; without the values, which could be secrets."""
    trace = error.__traceback__
    lines: list[str] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return " < ".join(reversed(lines[-MOST_FRAMES:]))


def set_up(level: str = "info") -> None:
    """Send our lines, and the errors of the libraries, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not any(text in record.msg for text in CLIENTS_FAULTS))
    for name in ("settebello.server", "settebello.words", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == "settebello.server" else logging.ERROR)


def info(what: str, **about: Any) -> None:
    _logger.info(what, extra={"about": about})


def warning(what: str, **about: Any) -> None:
    _logger.warning(what, extra={"about": about})


def failed(what: str, error: BaseException, **about: Any) -> None:
    _logger.error(what, extra={"about": about}, exc_info=error)
