"""Games from elsewhere on a server: their words and rules may fail, and change with an upgrade."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import Connection, Server, serving
from settebello.table import protocol

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = (EXAMPLES / "my_first_game.py").read_text("utf-8")
WORDS = (EXAMPLES / "my_first_game.en.ftl").read_text("utf-8")


class Package:
    """The game of the docs, installed; its rules and words can be replaced."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        info = folder / "high_card-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: high-card\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[settebello.games]\nhigh_card = high_card\n")
        self.write(RULES, WORDS)

    def write(self, rules: str, words: str = WORDS) -> None:
        (self._folder / "high_card.py").write_text(rules)
        (self._folder / "high_card.en.ftl").write_text(words)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    folder = tmp_path / "package"
    folder.mkdir()
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    return Package(folder)


def changed(rules: str, old: str, new: str) -> str:
    assert rules.count(old) == 1
    return rules.replace(old, new)


def forget_hash(server: Server) -> None:
    """Make the logs such as an older version wrote: without the hash of the rules."""
    with closing(sqlite3.connect(server.folder / "tables.db")) as database:
        database.execute("DROP TRIGGER entries_never_change")
        changes = "UPDATE entries SET body = json_remove(body, '$.rules_hash')"
        assert database.execute(f"{changes} WHERE body LIKE '%rules_hash%'").rowcount == 1
        database.commit()


def log_lines(server: Server) -> list[dict[str, Any]]:
    return [json.loads(line) for line in server.errors.read_text().splitlines()]


class Table:
    """Ann and Bea at a table of high card."""

    def __init__(self, server: Server) -> None:
        self.server = server
        opened = server.open_table("high_card", seats=2)
        self.id = opened["table"]
        bea = server.sit(self.id, opened["invite"], "Bea")
        self.secrets = [opened["secret"], bea["secret"]]
        server.begin(self.id, opened["secret"])

    @contextmanager
    def players(self, seen: tuple[int, int] = (0, 0)) -> Iterator[tuple[Connection, Connection]]:
        ann, bea = (
            self.server.connect(table=self.id, secret=secret, seen=number, language="en")
            for secret, number in zip(self.secrets, seen, strict=True)
        )
        with ann, bea:
            yield ann, bea


def lay(player: Connection, offered: protocol.Welcome | protocol.Told) -> None:
    player.send(protocol.Move(f"lay {offered.number}", offered.number, offered.legal[0].text))


def offer(player: Connection, beyond: int = 0) -> protocol.Welcome | protocol.Told:
    """What the player is told beyond a number together with their legal moves.

    All is acknowledged. Who still has to choose may be told their moves more than once.
    """
    while True:
        told: protocol.Welcome | protocol.Told = player.receive_a((protocol.Welcome, protocol.Told))
        player.send(protocol.Ack(told.number))
        if told.legal and told.number > beyond:
            return told


def play_round(ann: Connection, bea: Connection, offered: protocol.Welcome | protocol.Told) -> int:
    """Both lay a card, which are then turned up; returns the number that Bea answers."""
    lay(ann, offered)
    ann.send(protocol.Ack(ann.receive_a(protocol.Told).number))
    told = offer(bea, beyond=offered.number)
    assert told.to_act == (1,)
    lay(bea, told)
    return told.number


def numbers(told: protocol.Welcome | protocol.Told) -> list[int]:
    return [notice["number"] for notice in told.notices]


# An upgrade that tells more of what has happened, or less.

MORE = changed(
    RULES,
    '        tell("Laid", seat=seat, cards={"card": play[1]})\n',
    '        tell("Chosen", seat=seat)\n        tell("Laid", seat=seat, cards={"card": play[1]})\n',
)
LESS = changed(
    RULES,
    '        tell("Laid", seat=seat, cards={"card": play[1]})\n    if state.to_act:\n',
    "        pass\n    if state.to_act:\n",
)


@pytest.mark.parametrize("upgrade", [MORE, LESS], ids=["more", "less"])
def test_an_upgrade_tells_nobody_old_events_again(
    upgrade: str, package: Package, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        table = Table(server)
        with table.players() as (ann, bea):
            laid_at = play_round(ann, bea, offer(ann))
            seen = tuple(offer(player, laid_at).number for player in (ann, bea))
            for player in (ann, bea):  # what was sent before comes before the answer to this
                player.send(protocol.Resume("r"))
                player.receive_a(protocol.Refused)
        assert server.stop() == 0
        forget_hash(server)
        package.write(upgrade)
        server.start()
        with table.players() as (ann, bea):  # as from another device, that has seen nothing
            again = [player.receive_a(protocol.Welcome) for player in (ann, bea)]
            assert [numbers(welcome) for welcome in again] == [[], []]
            assert tuple(welcome.number for welcome in again) == seen
            lay(ann, again[0])
            ann.send(protocol.Ack(ann.receive_a(protocol.Told).number))
            laid = bea.receive_a(protocol.Told)
            lay(bea, laid)
            told = bea.receive_a(protocol.Told)
            assert told.number > seen[1]
            assert numbers(laid) + numbers(told) == list(range(seen[1] + 1, told.number + 1))


def test_a_match_whose_rules_have_changed_says_so_and_the_others_go_on(
    package: Package, tmp_path: Path
) -> None:
    with serving(tmp_path) as server:
        table, dice = Table(server), server.open_table("dice")
        assert server.stop() == 0
        package.write(f"{RULES}# changed\n")
        server.start()
        told = "The rules of this game have changed since the match began: put the rules file"
        for _ in range(2):
            with server.connect(table=table.id, secret=table.secrets[0]) as ann:
                refused = ann.receive_a(protocol.Refused)
                assert refused.code == "rules-changed"
                assert refused.text.startswith(told)
        status, answer = server.ask("GET", f"/api/tables/{table.id}", None, table.secrets[0])
        assert (status, answer["code"]) == (409, "rules-changed")
        assert "rules have changed" in [line["what"] for line in log_lines(server)]
        assert server.ask("GET", f"/api/tables/{dice['table']}", None, dice["secret"])[0] == 200
        with Table(server).players() as (ann, _):  # a new match has the new rules
            assert offer(ann).legal
        assert server.stop() == 0
        package.write(RULES)
        server.start()
        with table.players() as (ann, _):
            assert offer(ann).legal


# Sentences that do not fit.


def test_a_sentence_that_does_not_fit_its_event_is_told_plainly(
    package: Package, tmp_path: Path
) -> None:
    package.write(RULES, WORDS.replace("Turned up: { $cards }", "Turned up: { $nothing }"))
    with serving(tmp_path) as server:
        table = Table(server)
        with table.players() as (ann, bea):
            told = offer(ann)
            for _ in range(2):
                play_round(ann, bea, told)
                told = offer(ann)
                assert told.notices[-1]["text"].startswith("TurnedUp: ")
        failed = [line for line in log_lines(server) if line["what"] == "sentence failed"]
        assert [(line["game"], line["message"], line["language"]) for line in failed] == [
            ("high_card", "turned-up", "en")
        ]


# Rules that fail.

FAILS_IN_APPLY = changed(
    RULES,
    "    state.hands = [[card for card in hand if card != play[1]] for hand in state.hands]\n",
    "    raise ZeroDivisionError\n",
)
FAILS_IN_VIEW = changed(
    RULES,
    "def public(state: State) -> Facts:\n    return {}\n",
    "def public(state: State) -> Facts:\n"
    "    return {} if len(state.laid) == 0 else {'x': 1 // 0}\n",
)


def test_rules_that_fail_in_a_move_are_logged_and_the_player_is_told(
    package: Package, tmp_path: Path
) -> None:
    package.write(FAILS_IN_APPLY)
    with serving(tmp_path) as server:
        table = Table(server)
        with table.players() as (ann, _):
            lay(ann, offer(ann))
            assert ann.receive_a(protocol.Refused).code == "rules-failed"
        (line,) = [line for line in log_lines(server) if line["what"] == "rules failed"]
        assert line["game"] == "high_card"
        assert line["error"].startswith("ZeroDivisionError")
        assert "high_card.py:" in line["where"]
        assert "apply" in line["where"]


def test_a_bot_whose_rules_fail_pauses_the_table_which_says_so(
    package: Package, tmp_path: Path
) -> None:
    package.write(FAILS_IN_APPLY)
    with serving(tmp_path) as server:
        opened = server.open_table("high_card", seats=2)
        server.begin(opened["table"], opened["secret"], fill="random")
        with server.connect(table=opened["table"], secret=opened["secret"]) as ann:
            ann.send(protocol.Ack(ann.receive_a(protocol.Welcome).number))
            assert ann.receive_a(protocol.Refused).code == "table-failed"
        assert [line["what"] for line in log_lines(server)].count("rules failed") == 1


def test_a_table_that_fails_again_and_again_is_left_alone(package: Package, tmp_path: Path) -> None:
    package.write(FAILS_IN_VIEW)
    with serving(tmp_path) as server:
        table = Table(server)
        with table.players() as (ann, _):
            lay(ann, offer(ann))
            codes = [ann.receive_a(protocol.Refused).code]
        while codes[-1] == "failed" and len(codes) < 10:  # it is said to come back, and so it does
            with server.connect(table=table.id, secret=table.secrets[0]) as ann:
                codes.append(ann.receive_a(protocol.Refused).code)
        assert codes[-1] == "table-failed"
        assert len(codes) <= 3
        with server.connect(table=table.id, secret=table.secrets[1]) as bea:
            assert bea.receive_a(protocol.Refused).code == "table-failed"
        other = Table(server)  # and all others can be played
        with other.players() as (ann, _):
            assert offer(ann).legal
