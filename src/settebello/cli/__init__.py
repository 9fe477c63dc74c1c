"""The command line. Its commands are those of players, of hosts and of authors."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from settebello.cli.parser import make_parser
from settebello.terminal.arguments import given_language
from settebello.words.phrases import chosen_language

__all__ = ["main", "make_parser"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Errors are printed as one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a missing letter must not end a command
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(chosen_language(given_language(arguments)))
    parsed = parser.parse_args(arguments)
    if parsed.run is None:
        parser.print_help()
        return 0
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except ValueError as error:
        print(f"settebello: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
