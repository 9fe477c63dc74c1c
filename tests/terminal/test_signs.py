"""What players tell each other beside the match, in a terminal: recap, countdown, nudges, signs."""

from __future__ import annotations

from functools import partial

import pytest

from client.scripted import LEGAL, Line, Script, scripted
from live import Server
from settebello import cli
from settebello.client import play_now
from settebello.table import protocol
from settebello.table.protocol import Emoted, RecapLine
from settebello.terminal import join
from settebello.terminal.remote_seat import keep_seat
from settebello.terminal.signs import EMOTES, find_emote, find_player
from settebello.words import LANGUAGES
from settebello.words.phrases import phrase
from terminal.remote import flat, step_by_step
from terminal.test_join_servers import MY_TURN, with_text

TABLE = {"number": 1, "to_act": (0, 1), "legal": LEGAL, "view": MY_TURN}


def typed_at(script: Script, *steps: tuple[str, str]) -> str:
    """What a player is shown who types this at a table that follows a script."""
    with scripted(script) as seat:
        keep_seat(seat)
        return step_by_step(f"{seat.server}/#{seat.table}", *steps)[0]


def test_a_terminal_says_what_was_missed_who_is_awaited_and_who_nudges() -> None:
    recap = protocol.Recap([RecapLine("A bot laid the 7 for you.", 0, True)], earlier=3)

    def script(line: Line) -> None:
        line.welcome(notices=with_text(1), recap=recap, bot_in={1: 11.6}, **TABLE)
        line.receive(protocol.Ack)
        nudge = line.receive(protocol.Nudge)
        assert nudge.seat == 1
        line.send(protocol.Answer(nudge.id), protocol.Nudged(1, "Bea"))
        # The same countdown is said once, and nobody is told that they are awaited themselves.
        seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo("Bea")]
        line.send(protocol.Seats("m1", "playing", seats, bot_in={0: 9.0, 1: 1.0}))
        again = line.receive(protocol.Nudge)
        line.send(protocol.Refused("nudged", "Once in a turn is enough.", again.id))
        line.receive_end()

    output = typed_at(
        script,
        ("nudge", "Bea nudges you: it is your turn.\n"),
        ("nudge", "Once in a turn is enough.\n"),
        ("quit", ""),
    )
    assert "While you were away:\n  A bot laid the 7 for you.\n… and 3 more before that" in output
    assert "You begin." not in output  # the recap is in its place
    assert output.count("Bea is awaited: a bot plays for them in 12 seconds.") == 1
    assert output.count("is awaited") == 1
    assert output.count("You have nudged Bea.\n") == 1


def test_signs_are_sent_and_those_of_a_muted_player_are_not_shown() -> None:
    def script(line: Line) -> None:
        line.welcome(notices=with_text(1), **TABLE)
        line.receive(protocol.Ack)
        for wanted in ("well-played", "thanks", "oops"):
            sent = line.receive(protocol.Emote)
            assert sent.emote == wanted
            said = protocol.Said(1, 1, "Bea", f"after {wanted}")
            line.send(Emoted(1, "wow"), said, Emoted(0, sent.emote), protocol.Answer(sent.id))
        again = line.receive(protocol.Emote)
        line.send(protocol.Refused("emote-slower", "Wait 3 seconds.", again.id))
        line.receive_end()

    output = typed_at(
        script,
        ("emote", "Type emote and a number: 1 Hello!, 2 Good luck!, 3 Well played!"),
        ("emote dance", "6 Oops!\n"),
        ("emote Well played", "Ann: Well played!\n"),
        ("mute", "Type mute and the name or the number of another player"),
        ("mute Ann", "as who shows them.\n"),
        ("mute bea", "Bea is muted: you are shown no words and signs of theirs.\n"),
        ("emote 4", "Ann: Thank you!\n"),
        ("mute 2", "Bea is not muted any more.\n"),
        ("emote oops", "Ann: Oops!\n"),
        ("emote hello", "Wait 3 seconds.\n"),
        ("quit", ""),
    )
    assert output.count("Bea: Wow!\n") == 2
    assert "Bea: after well-played\n" in output
    assert "Bea: after thanks\n" not in output
    assert "Bea: after oops\n" in output
    assert output.count("6 Oops!") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sign_is_found_by_its_number_its_name_and_its_words(language: str) -> None:
    for number, each in enumerate(EMOTES, start=1):
        said = phrase(language, f"emote-{each}")
        for typed in (str(number), each, each.upper(), said, f" {said.lower()} "):
            assert find_emote(typed, language) == each
    for typed in ("", "!", "0", "7", "helloo"):
        assert find_emote(typed, language) is None
    seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo(""), protocol.SeatInfo("Cal")]
    assert [find_player(typed, seats) for typed in ("ANN", "3", "2", "", "0")] == [
        0, 2, None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fill_in", "said"),
    [
        (29.6, "no seat is free; bots take those that are in 30 seconds."),
        (None, "no seat is free."),
    ],
)
def test_at_a_public_table_it_is_said_what_it_waits_for(fill_in: float | None, said: str) -> None:
    def script(line: Line) -> None:
        seats = [protocol.SeatInfo("Ann"), protocol.SeatInfo("")]
        waits = {"phase": "open", "public": True, "fill_in": fill_in, "seats": seats}
        line.welcome(to_act=(), view=None, **waits)
        line.send(protocol.Seats("m1", "playing", [seats[0], protocol.SeatInfo("Bea")]))
        line.send(protocol.Told(1, with_text(1), (0, 1), LEGAL, MY_TURN))
        line.receive(protocol.Ack)
        line.receive_end()

    output = typed_at(script, ("quit", ""))
    assert f"The match begins when {said}" in flat(output)
    assert "The host starts" not in output


def test_play_now_sits_down_at_a_public_table(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join, "play_now", partial(play_now, wait=0))
    _, code = step_by_step(
        server.url, ("who", "2. Knave of Cups, a bot: easy\n"), ("quit", ""),
        game="scopa", now=True, seats=2, bots="easy", name="Ann",
    )  # fmt: skip
    assert code == 0
    (table,) = [line for line in server.ask("GET", "/api/tables")[1] if line["game"] == "scopa"]
    assert table["public"]
    for wrong in (["--option", "target=1"], ["--listed"]):
        assert cli.main(["join", server.url, "--game", "scopa", "--now", *wrong]) == 2
        assert "leave --option and --listed out" in flat(capsys.readouterr().err)
    assert cli.main(["join", server.url, "--now"]) == 2
    assert "add --game" in capsys.readouterr().err
