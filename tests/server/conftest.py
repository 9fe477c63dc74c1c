"""What tests of the server share."""

from collections.abc import Iterator

import pytest

from server.past import played
from settebello import COMPILED, Match
from settebello.games import OUR_GAMES
from settebello.server.direct import PLAIN

# The simulator of nodes inherits from classes of the server: compiled ones do not allow that.
collect_ignore = ["test_node_faults.py"] if COMPILED else []


@pytest.fixture(scope="module", params=["", "1"], ids=["quick path", "plain path"])
def either_path(request: pytest.FixtureRequest) -> Iterator[None]:
    """Servers that are started meanwhile have WebSockets of the quick path, then of the plain."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PLAIN, request.param)
        yield


@pytest.fixture(scope="session")
def matches() -> dict[str, Match]:
    """A short match of each game that is over, by the name of the game."""
    return {game.NAME: played(game) for game in OUR_GAMES}
