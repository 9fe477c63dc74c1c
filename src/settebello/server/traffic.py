"""How many messages come and go: counted with every one, so by the cheapest numbers there are."""


class Traffic:
    """The messages of all connections of a server, for /metrics."""

    __slots__ = ("received", "sent")

    def __init__(self) -> None:
        self.received = 0
        self.sent = 0
