"""A rolling upgrade: nodes with two versions of a game and of the protocol, side by side."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from postgres import Postgres
from server.border import PATIENCE
from server.cluster import Cluster, Node
from server.test_foreign_games import RULES, Table, changed, lay, offer
from settebello.server.connection import POLICY, TRY_AGAIN
from settebello.table import protocol

PROGRAM = str(Path(__file__).with_name("upgraded.py"))
NEWER = protocol.VERSION + 1


class Upgraded(Node):
    """A node that has these versions of the rules, the newest first."""

    def __init__(self, cluster: Cluster, number: int, *versions: int) -> None:
        super().__init__(cluster, number, proxied=False, luck=None)
        files = [str(cluster.folder / f"high_card_{version}.py") for version in versions]
        self.program = [PROGRAM, os.pathsep.join(files)]


class Upgrade(Cluster):
    """Nodes that come one after the other."""

    def __init__(self, folder: Path, postgres: Postgres, template: str) -> None:
        super().__init__(folder, postgres, template, size=0)
        for version in (1, 2):
            rules = changed(RULES, '"high_card", 1,', f'"high_card", {version},')
            (folder / f"high_card_{version}.py").write_text(rules)

    def start(self, *versions: int) -> Node:
        self.nodes.append(Upgraded(self, len(self.nodes) + 1, *versions))
        self.nodes[-1].spawn()
        self.nodes[-1].wait_until_ready()
        return self.nodes[-1]

    def rules_of(self, table: str) -> int:
        """The version of the rules that a table was opened with."""
        sql = "SELECT body FROM entries JOIN matches USING (match)"
        (row,) = self.query(f"{sql} WHERE place = '{table}' AND number = 1")
        return int(json.loads(row[0])["rules"])


@pytest.fixture
def upgrade(postgres_server: Postgres, migrated: str, tmp_path: Path) -> Iterator[Upgrade]:
    with closing(Upgrade(tmp_path, postgres_server, migrated)) as nodes:
        yield nodes


def opening(node: Node) -> tuple[int, Any]:
    return node.ask("POST", "/api/tables", {"game": "high_card", "name": "Ann", "seats": 2})


def wait_until_opening(node: Node, status: int) -> None:
    """Nodes look at each other once a second."""
    deadline = time.monotonic() + PATIENCE
    while (found := opening(node))[0] != status:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert status == 200 or found[1]["code"] == "not-on-all-nodes"


def turned_away(node: Node, table: Table, version: int = protocol.VERSION) -> tuple[str, int]:
    """How a node ends a connection of Ann: what it says, and the code."""
    hello = {"table": table.id, "secret": table.secrets[0], "version": version}
    with connect(node.url.replace("http", "ws", 1) + "/ws") as socket:
        socket.send(json.dumps({"type": "Hello", **hello}))
        refused = protocol.decode_server(socket.recv(timeout=PATIENCE))
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)
        assert isinstance(refused, protocol.Refused)
        return refused.code, socket.close_code or 0


def test_matches_stay_with_their_rules_while_nodes_are_upgraded(upgrade: Upgrade) -> None:
    old = upgrade.start(1)
    table = Table(old)
    both = upgrade.start(2, 1)
    for node in (old, both):  # what all nodes have is offered, though it is not the newest
        assert upgrade.rules_of(opening(node)[1]["table"]) == 1
    new = upgrade.start(2)
    for node in (new, both, old):
        wait_until_opening(node, 503)

    # A node without the rules passes clients on, to the owner and then to another that has them.
    with new.connect(table=table.id, secret=table.secrets[0]) as ann:
        offer(ann)
        assert old.stop() == 0
        with pytest.raises(ConnectionClosed):
            ann.receive_a(())
        assert ann.socket.close_code == TRY_AGAIN
    with new.connect(table=table.id, secret=table.secrets[0]) as ann:
        told = offer(ann)
        lay(ann, told)
        assert ann.receive_a(protocol.Answer).id == f"lay {told.number}"
    assert upgrade.owner(table.id) is both
    for node in (new, both):
        wait_until_opening(node, 200)
        assert upgrade.rules_of(opening(node)[1]["table"]) == 2

    # While nobody has the rules, nobody has the table, and its clients are to come back.
    assert both.stop() == 0
    assert turned_away(new, table) == ("come-back", TRY_AGAIN)
    assert new.ask("GET", f"/api/tables/{table.id}", secret=table.secrets[0])[0] == 503
    assert upgrade.owner(table.id) is None

    # It comes back with another protocol. A page that was loaded before is told so where it
    # connects; on the way to another node it comes back, until all nodes are of one version.
    both.spawn(NEWER)
    both.wait_until_ready()
    assert turned_away(both, table) == ("other-version", POLICY)
    hello = {"table": table.id, "secret": table.secrets[1], "version": NEWER}
    with both.connect(**hello) as bea:
        assert bea.receive_a(protocol.Welcome).phase == "playing"
        assert upgrade.owner(table.id) is both
        assert turned_away(new, table) == ("come-back", TRY_AGAIN)
