"""What tests of the server share."""

from collections.abc import Iterator

import pytest

from settebello.server.direct import PLAIN


@pytest.fixture(scope="module", params=["", "1"], ids=["quick path", "plain path"])
def either_path(request: pytest.FixtureRequest) -> Iterator[None]:
    """Servers that are started meanwhile have WebSockets of the quick path, then of the plain."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PLAIN, request.param)
        yield
