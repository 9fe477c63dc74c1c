"""Whatever a table waits for has an end: somebody comes, or a bot plays for them."""

from __future__ import annotations

from pathlib import Path

from live import Server, serving
from settebello.table import protocol

GRACE = 5  # seconds, the shortest that a table can have


def wait_until_nobody_is_there(server: Server, table: str, invite: str) -> None:
    while True:
        _, info = server.ask("GET", f"/api/tables/{table}", secret=invite)
        if not any(each.get("present") for each in info["seats"]):
            return


def test_a_bot_stands_in_although_all_were_away_for_a_moment(tmp_path: Path) -> None:
    # The alarm for an overdue ack rang while its deadline had moved, and was not set again.
    with serving(tmp_path) as server:
        opened = server.open_table("scopa", seats=2, grace=GRACE)
        table, invite = opened["table"], opened["invite"]
        bea = server.sit(table, invite, "Bea")
        secrets = [opened["secret"], bea["secret"]]
        server.begin(table, secrets[0])
        for secret in secrets:  # both see the deal, and neither says so
            with server.connect(table=table, secret=secret) as connection:
                welcome = connection.receive_a(protocol.Welcome)
        wait_until_nobody_is_there(server, table, invite)
        (to_act,) = welcome.to_act
        with server.connect(table=table, secret=secrets[to_act]) as player:
            assert (
                player.receive_a(protocol.Welcome).legal == []
            )  # the other one has not seen it yet
            seats = player.receive_a(protocol.Seats)
            while not seats.seats[1 - to_act].stand_in:
                seats = player.receive_a(protocol.Seats)
            assert player.receive_a(protocol.Told).legal
