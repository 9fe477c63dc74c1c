"""Links to servers and tables."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from settebello.client.errors import ClientError
from settebello.rejection import RejectionCode


class Address(NamedTuple):
    """The parts of a link: a server, usually a table, and its invite."""

    server: str
    table: str = ""
    invite: str = ""

    @property
    def link(self) -> str:
        """The link that `read_link` reads."""
        table = f"/#{self.table}" if self.table else ""
        return f"{self.server}{table}.{self.invite}" if self.invite else f"{self.server}{table}"


def read_link(link: str) -> Address:
    """Read `http://HOST:PORT`, then `/#TABLE` or `/#TABLE.INVITE`; raises ClientError."""
    # The error does not quote the link: there may be a secret in it.
    wrong = ClientError(RejectionCode.BAD_ADDRESS)
    try:
        parts = urlsplit(link.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise wrong from None
    found = re.fullmatch(r"(?:([\w-]{1,40})(?:\.([\w-]{1,64}))?)?", parts.fragment, re.ASCII)
    usual = parts.path in ("", "/") and not parts.query and "@" not in parts.netloc
    if parts.scheme not in ("http", "https") or not host or not usual or not found:
        raise wrong
    name = f"[{host}]" if ":" in host else host
    server = f"{parts.scheme}://{name}" + (f":{port}" if port is not None else "")
    return Address(server, found[1] or "", found[2] or "")


def read_table(link: str) -> Address:
    """The same for a link with a table; ClientError if it has none."""
    address = read_link(link)
    if not address.table:
        raise ClientError(RejectionCode.BAD_ADDRESS, about="table", server=address.server)
    return address
