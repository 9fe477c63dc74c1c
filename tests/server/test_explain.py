"""A player asks why some cards cannot be picked, or what to do; the table stays as it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from live import ROOMY, Connection, Server, serving
from settebello.bots import BotError
from settebello.client import Connection as ClientConnection
from settebello.client import new_id
from settebello.registry import RulesError
from settebello.server import questions
from settebello.server.thinking import NoThought
from settebello.table import protocol
from settebello.table.driver import HostedTable
from table.helpers import ANN, BEA, CAL, begun, rolled


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


class Scene:
    """A table of Rummy for two; one of them is to act, and has been told so."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.opened = server.open_table("rummy", "Ann", seats=2)
        self.table = self.opened["table"]
        bea = server.sit(self.table, self.opened["invite"], "Bea")
        self.secrets = [self.opened["secret"], bea["secret"]]

    def begin(self) -> None:
        self.server.begin(self.table, self.secrets[0])
        seats = [self.come(secret) for secret in self.secrets]
        for each, welcome in seats:
            each.send(protocol.Ack(welcome.number))
        (self.acting,) = seats[0][1].to_act
        self.actor, welcome = seats[self.acting]
        told: Any = welcome
        while not told.legal:
            told = self.actor.receive_a(protocol.Told)
        self.view, self.number = told.view, told.number
        self.other = seats[1 - self.acting][0]

    def come(self, secret: str, **hello: Any) -> tuple[Connection, protocol.Welcome]:
        connection = self.server.connect(table=self.table, secret=secret, **hello)
        return connection, connection.receive_a(protocol.Welcome)

    @property
    def card(self) -> str:
        return str(self.view["pieces"][f"hand:{self.acting}"][0])


def asked(connection: Connection, *pieces: str, id: str = "why") -> Any:
    connection.send(protocol.Explain(id, list(pieces)))
    while True:
        answer = connection.receive()
        if getattr(answer, "id", None) == id:
            return answer


@pytest.fixture(scope="module")
def scene(server: Server) -> Scene:
    scene = Scene(server)
    scene.begin()
    return scene


def test_the_answer_has_the_games_own_reason(scene: Scene) -> None:
    answer = asked(scene.actor, scene.card)
    assert isinstance(answer, protocol.Explanation)
    assert answer.code == "draw-first"
    assert answer.text.endswith(
        "is not possible yet: draw a card first. Try “draw from the stock” or “take the top of the "
        "discard pile”."
    )


def test_it_is_said_in_the_language_of_the_connection(scene: Scene) -> None:
    italian, _ = scene.come(scene.secrets[scene.acting], language="it")
    assert "Prova «" in asked(italian, scene.card).text


def test_what_can_be_picked_needs_no_reason(scene: Scene) -> None:
    assert asked(scene.actor) == protocol.Explanation("why")


def test_nothing_is_stored_and_the_turn_goes_on(scene: Scene) -> None:
    asked(scene.actor, scene.card)
    scene.actor.send(protocol.Move("wrong", scene.number, "discard"))
    assert scene.actor.receive_a(protocol.Refused).code == "unreadable"


def test_only_who_is_to_act_can_ask(scene: Scene) -> None:
    refused = asked(scene.other, "anything")
    assert (refused.code, refused.id) == ("not-your-turn", "why")
    watcher, _ = scene.come(scene.opened["invite"])
    assert asked(watcher, "anything").code == "spectator"


def test_before_the_match_and_in_a_pause_there_is_nothing_to_ask(server: Server) -> None:
    scene = Scene(server)
    ann, _ = scene.come(scene.secrets[0])
    assert asked(ann, "anything").code == "not-playing"
    scene.begin()
    scene.actor.send(protocol.Pause("stop"))
    assert asked(scene.actor, scene.card).code == "paused"


@pytest.mark.parametrize("pieces", [["x" * 41], [""], ["a"] * 65, "a", [1]])
def test_what_is_no_list_of_pieces_is_no_message(scene: Scene, pieces: Any) -> None:
    actor, _ = scene.come(scene.secrets[scene.acting])
    actor.socket.send(protocol.encode(protocol.Explain("why", pieces)))
    assert actor.receive_a(protocol.Refused).code == "not-a-message"


def test_questions_have_the_pace_of_all_messages(tmp_path: Any) -> None:
    limits = {**ROOMY, "messages_a_second": 1e-6, "messages_at_once": 6}
    with serving(tmp_path, limits) as server:
        scene = Scene(server)
        scene.begin()
        for number in range(9):
            scene.actor.send(protocol.Explain(str(number), []))
        while not isinstance(answer := scene.actor.receive(), protocol.Refused):
            pass
        assert (answer.code, answer.id) == ("too-fast", None)


def test_a_program_asks_as_it_does_anything_else(scene: Scene) -> None:
    secret = scene.secrets[scene.acting]
    with ClientConnection(scene.server.url, scene.table, secret, language="en") as connection:
        id = new_id()
        for message in connection:
            if isinstance(message, protocol.Welcome):
                connection.do(protocol.Explain(id, [scene.card]))
            elif isinstance(message, protocol.Explanation):
                assert (message.id, message.code) == (id, "draw-first")
                break


# Show me.


def shown(connection: Connection) -> Any:
    connection.send(protocol.ShowMe("hint"))
    while getattr(answer := connection.receive(), "id", None) != "hint":
        pass
    return answer


def test_the_games_bot_shows_a_move_against_bots_only(server: Server) -> None:
    scene = Scene(server)
    scene.begin()
    assert shown(scene.actor).code == "only-against-bots"
    opened = server.open_table("briscola", "Ann", seats=2)
    server.begin(opened["table"], opened["secret"], fill="bot")
    hello = {"table": opened["table"], "secret": opened["secret"], "language": "it"}
    ann = server.connect(**hello)
    told: Any = ann.receive_a(protocol.Welcome)
    while not told.legal:
        ann.send(protocol.Ack(told.number))
        told = ann.receive_a(protocol.Told)
    said = shown(ann)
    assert said.move in [choice.text for choice in told.legal]
    assert said.text.startswith("Il Cavallo farebbe così: gioca ")
    assert re.search(r" Probabilità di vincere, in \d+ mondi: gioca [^:]*: \d+ %; ", said.text)
    ann.send(protocol.Move("m", told.number, said.move))
    assert ann.receive_a(protocol.Answer).id == "m"


def test_a_bot_or_rules_that_fail_have_no_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    table = SimpleNamespace(busy=False, match_id="m")
    hosted: Any = SimpleNamespace(table=table, broken=False, hinting=False)
    refused: list[str] = []
    lobby: Any = SimpleNamespace(
        refuse=lambda hosted, listener, refusal, id: refused.append(refusal.code),
        rules_failed=lambda hosted, failure: None,
    )
    listener: Any = SimpleNamespace(seat=0, language=None, send=refused.append)
    for failure, code in ((BotError("odd"), "no-hint"), (RulesError("odd"), "rules-failed")):
        monkeypatch.setattr(questions, "mind_to_ask", lambda table, seat: None)
        monkeypatch.setattr(questions, "suggestion", raising(failure))
        questions.answer(lobby, hosted, listener, protocol.ShowMe("h"))
        assert refused.pop() == code


class FakeThinkers:
    """They note what they are asked, and answer when the test wants it."""

    def __init__(self, full: bool = False) -> None:
        self.full = full
        self.done: list[Callable[[Any], None]] = []

    def ask(self, mind: Any, done: Callable[[Any], None], wanted: Callable[[], bool]) -> None:
        if self.full:
            raise NoThought("too-many")
        self.done.append(done)


class AskedTable:
    """A table at which Ann, who plays against bots, has asked for a hint."""

    def __init__(self, full: bool = False) -> None:
        self.drive = begun(luck=rolled(), bots=[BEA, CAL])
        self.ann = self.drive.join(ANN)
        self.drive.ack(self.ann)
        self.thinkers = FakeThinkers(full)
        self.sent: list[Any] = []
        self.hosted = HostedTable(self.drive.table)
        self.lobby: Any = SimpleNamespace(thinkers=self.thinkers, refuse=self.refuse)
        self.listener: Any = SimpleNamespace(seat=ANN, language="en", send=self.sent.append)
        self.ask()

    def ask(self) -> None:
        questions.answer(self.lobby, self.hosted, self.listener, protocol.ShowMe("h"))

    def refuse(self, hosted: Any, listener: Any, refusal: Any, id: str) -> None:
        self.sent.append(refusal.code)


RULE = protocol.Suggestion("h", "throw", "The Knight would throw the die.")
FOUND: dict[str, Any] = {
    "choice": "skip",
    "policy": "throw",
    "worlds": 40,
    "late": False,
    "moves": [
        {"move": "skip", "chance": 0.48, "error": 0.02, "tried": 40},
        {"move": "throw", "chance": 0.44, "error": 0.021, "tried": 40},
    ],
}


def test_a_search_answers_with_the_chances() -> None:
    table = AskedTable()
    assert table.sent == []
    table.thinkers.done[0](FOUND)
    text = (
        "The Knight would skip this turn. Chance to win, in 40 worlds: skip this turn: 48 %; "
        "throw the die: 44 % (give or take 4)."
    )
    moves = [
        protocol.SuggestedMove("skip", "skip this turn", 0.48, 0.02),
        protocol.SuggestedMove("throw", "throw the die", 0.44, 0.021),
    ]
    assert table.sent == [protocol.Suggestion("h", "skip", text, moves, 40)]
    table.ask()
    assert len(table.thinkers.done) == 2


def test_moves_come_by_their_chances_and_a_choice_that_is_not_the_first_has_its_reason() -> None:
    table = AskedTable()
    rule, other = FOUND["moves"][1], FOUND["moves"][0]
    table.thinkers.done[0]({**FOUND, "choice": "throw", "moves": [rule, other]})
    text = (
        "The Knight would throw the die. Chance to win, in 40 worlds: skip this turn: 48 %; "
        "throw the die: 44 % (give or take 4). "
        "The choice is the rule of thumb: no other move is surely better."
    )
    moves = [
        protocol.SuggestedMove("skip", "skip this turn", 0.48, 0.02),
        protocol.SuggestedMove("throw", "throw the die", 0.44, 0.021),
    ]
    assert table.sent == [protocol.Suggestion("h", "throw", text, moves, 40)]


def test_of_moves_that_read_alike_the_choice_comes_first() -> None:
    table = AskedTable()
    moves = [{**FOUND["moves"][1], "chance": 0.476}, FOUND["moves"][0]]
    table.thinkers.done[0]({**FOUND, "choice": "throw", "moves": moves})
    assert [each.move for each in table.sent[0].moves] == ["throw", "skip"]
    assert "rule of thumb" not in table.sent[0].text


def test_a_move_that_was_given_up_early_does_not_look_better_than_the_choice() -> None:
    given_up = {"move": "throw", "chance": 0.5, "error": 0.1, "tried": 12}
    for chance, shown in ((0.5, ["skip"]), (0.4, ["skip", "throw"])):
        table = AskedTable()
        moves = [FOUND["moves"][0], {**given_up, "chance": chance}]
        table.thinkers.done[0]({**FOUND, "moves": moves})
        assert [each.move for each in table.sent[0].moves] == shown


@pytest.mark.parametrize(
    "found", ["late", "dead", {}, {**FOUND, "choice": "fly"}, {**FOUND, "moves": [{}]}]
)
def test_where_a_search_finds_nothing_the_rule_of_thumb_answers(found: Any) -> None:
    table = AskedTable()
    table.thinkers.done[0](found)
    assert table.sent == [RULE]


def test_a_table_has_one_search_for_a_hint_at_a_time() -> None:
    table = AskedTable()
    table.ask()
    assert (table.sent, len(table.thinkers.done)) == ([RULE], 1)
    assert AskedTable(full=True).sent == [RULE]  # the processes have too much to do


def test_a_hint_that_comes_when_the_turn_is_over_is_refused() -> None:
    table = AskedTable()
    table.drive.move(table.ann, "throw")
    table.drive.ack(table.ann)
    table.thinkers.done[0](FOUND)
    assert table.sent == ["not-your-turn"]


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: object) -> Any:
        raise error

    return fail
