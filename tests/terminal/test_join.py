"""Playing at a live table from the plain terminal: in this process, by pipes, at a terminal."""

from __future__ import annotations

import json
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from live import Server
from settebello import Match, cli, client
from settebello.client import Address, ClientError, Seat, open_table, read_link, take_seat
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.terminal.commands import REMOTE
from settebello.terminal.join import read_values
from settebello.terminal.remote_seat import keep_seat, kept_seat, seat_file
from settebello.terminal.table import seat_change
from settebello.words import LANGUAGES
from settebello.words.phrases import phrase
from terminal.remote import OVER, PATIENCE, Output, flat, session, step_by_step, table_in
from terminal.session import Process, Typist, person, types_lines

SHORT = {"dice": [], "scopa": ["target=1"], "rummy": ["target=1"], "sixty_six": []}
WHO_WAITS = "Type start when all are there, or bots for bots in the free seats (? for help): "
WAITING = "You can wait, or type a command (? for help):"


# Sessions.


@contextmanager
def running_session(
    typist: Typist, url: str, **how: Any
) -> Iterator[Callable[[], tuple[str, int]]]:
    """The same beside the test; what it gives waits for the end."""
    results: list[tuple[str, int]] = []
    thread = threading.Thread(
        target=lambda: results.append(session(typist, url, **how)), daemon=True
    )
    thread.start()

    def result() -> tuple[str, int]:
        thread.join(PATIENCE)
        assert results, "it failed, or it takes for ever"
        return results[0]

    yield result
    result()


def answers_then_plays(*answers: str) -> Typist:
    """Somebody who has these answers, and then plays to the end."""
    rest, plays = list(answers), person(Seeded(7).random)
    return lambda output: rest.pop(0) if rest else plays(output)


# Whole matches.


@pytest.mark.parametrize(
    ("game", "language", "width", "bots"),
    [("dice", "en", 80, "bot"), ("scopa", "it", 40, "random"), ("rummy", "en", 40, "bot"),
     ("sixty_six", "it", 80, "random")],
)  # fmt: skip
def test_a_whole_match_against_bots(
    game: str, language: str, width: int, bots: str, server: Server
) -> None:
    output, code = session(
        person(Seeded(7).random), server.url, game=game, name="Ann", bots=bots, width=width,
        options=SHORT[game], language=language,
    )  # fmt: skip
    assert code == 0
    assert OVER[language] in flat(output)
    assert output.endswith({"en": "Goodbye.\n", "it": "Ciao.\n"}[language])
    assert not [line for line in output.split("\n") if len(line) > width and " " in line.strip()]


def test_friends_play_by_the_link_that_is_printed(server: Server) -> None:
    """Ann opens a table and waits, Bea comes by the link, and Ann starts."""
    out, names = Output(), ["", "Computer", "Ann", "Bea"]
    plays_ann, plays_bea = person(Seeded(7).random), person(Seeded(8).random)

    def of_ann(output: str) -> str | None:
        if output.endswith(WHO_WAITS):
            out.wait_until(lambda output: output.endswith(f"Bea is there.\n{WHO_WAITS}"))
            return "start"
        return plays_ann(output)

    def of_bea(output: str) -> str | None:
        return names.pop(0) if output.endswith("Your name: ") else plays_bea(output)

    how = {"game": "scopa", "seats": 2, "options": ["target=1"]}
    with running_session(of_ann, server.url, name="Ann", out=out, **how) as ann:
        out.wait_for(WHO_WAITS)
        (link,) = re.findall(r"http://\S+#\S+", out.getvalue())
        with running_session(of_bea, link) as bea:
            bea_output, code = bea()
        ann_output, _ = ann()
    assert code == 0
    assert ann_output.startswith(f"""
Scopa: the table is open.
House rules: Points to win: 1.
1. Ann, that is you
2. free
Send this address to your friends:
  {link}
{WHO_WAITS}
Bea sits down.
{WHO_WAITS}
Bea is there.
{WHO_WAITS}start

Scopa: Ann and Bea.
House rules: Points to win: 1.
Type ? for help at any time.
The order of play is """)
    assert bea_output.startswith("""\
Your name: 
Your name: Computer
Name cannot be Computer
Your name: Ann
The name Ann is taken already.
Your name: Bea

Scopa: the table is open.
House rules: Points to win: 1.
1. Ann
2. Bea, that is you
""")  # noqa: W291
    assert "The host starts the match when all are there.\n\nScopa: Ann and Bea.\n" in bea_output
    assert re.search(r"\nAnn (takes|lays down) ", bea_output)
    assert re.search(r"\nBea (takes|lays down) ", ann_output)


def test_bots_fill_the_table_when_the_host_says_so(server: Server) -> None:
    output, code = session(
        answers_then_plays("1", "start", "bots"), server.url, game="dice", name="Ann"
    )
    assert code == 0
    assert f"{WHO_WAITS}1\nThe match has not begun.\n" in output
    assert "2 of the seats are free; fill them with players or bots first." in flat(output)
    assert "\nDice: Ann, Knight of Cups and Knight of Swords.\n" in output


def test_another_match_when_all_want_it(server: Server) -> None:
    typist = person(Seeded(7).random, ["perhaps", "yes", "no"])
    output, code = session(typist, server.url, game="dice", name="Ann", bots="bot")
    assert code == 0
    assert output.count("Dice: Ann, Knight of Cups and Knight of Swords.") == 2
    assert output.count(OVER["en"]) == 2
    assert (
        "Play again? (yes or no) perhaps\nType yes or no.\nPlay again? (yes or no) yes\n" in output
    )


def test_a_spectator_sees_a_match_to_its_end(server: Server) -> None:
    seat = open_table(server.url, "scopa", "Ann", seats=2, listed=True, options={"target": 1})
    out = Output()
    with running_session(
        types_lines(), f"{server.url}/#{seat.table}", watch=True, out=out
    ) as watched:
        out.wait_for("You are watching.\n")
        seat.start("bot")
        client.play(seat, lambda turn: turn.legal[0])
        output, code = watched()
    assert code == 0
    assert "\nScopa: Ann and Knight of Cups.\n" in output
    assert re.search(r"\nAnn (takes|lays down) ", output)
    assert output.split("\n")[-3].startswith(OVER["en"])
    assert output.endswith("Goodbye.\n")


# What can be typed.


def test_a_wrong_move_is_explained_and_nothing_is_lost(server: Server) -> None:
    output, code = step_by_step(
        server.url,
        ("99", "There is no move 99. The moves are 1 to "),
        ("0", "There is no move 0. The moves are 1 to "),
        ("3X", '"3X" is not a move here; try '),
        ("x" * 500, f'"{"x" * 60}..." is not a move'),
        ("1", ""),
        game="scopa", seats=2, name="Ann", bots="bot",
    )  # fmt: skip
    assert code == 0
    assert re.search(r"\): 1\nYou (take|lay down) ", output)


def test_every_word_that_can_be_typed(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    output, code = step_by_step(
        server.url,
        ("rules", "# Scopa\n"),
        ("score", "Ann: 0\nKnight of Cups: 0\nKnight of Swords: 0\n"),
        ("who", "1. Ann, that is you\n2. Knight of Cups, a bot\n3. Knight of Swords, a bot\n"),
        ("hint", "The bot would play "),
        ("undo", "There is no move of yours that can be taken back.\n"),
        ("start", "The match has begun; seats cannot be changed any more.\n"),
        ("resume", "The match is not paused.\n"),
        ("rematch", "The match is not over yet.\n"),
        ("save", "Type a file name too: save match.json\n"),
        (f"save {file}", "save"),
        ("log", "log"),
        ("table", "table"),
        ("?", "save: write the record"),
        ("quit", ""),
        game="scopa", name="Ann", bots="bot",
    )  # fmt: skip
    assert code == 0
    for command, meaning in REMOTE.items():
        word = phrase("en", f"command-{command}")
        assert f"{word}: {phrase('en', meaning)}" in flat(output)
    after_log = output.split("): log\n")[1]
    assert after_log.startswith("The order of play is ")
    assert "): table\n\nRound 1.\n" in after_log
    assert output.count("The match is not over yet.\n") == 2  # no rematch, and no record
    assert not file.exists()


def test_italian_words_can_be_typed(server: Server) -> None:
    words = [phrase("it", f"command-{command}") for command in ("score", "who", "help", "quit")]
    how: dict[str, Any] = {"game": "scopa", "seats": 2, "name": "Ann", "bots": "bot"}
    output, code = session(answers_then_plays(*words), server.url, language="it", **how)
    assert code == 0
    assert "): punti\nAnn: 0\n" in output
    assert "): chi\n1. Ann, sei tu\n2. Cavallo di Coppe, un bot\n" in output
    assert "\n  chi: chi siede dove\n" in output
    assert "Il tuo posto resta. Si torna con: settebello join " in flat(output)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_can_be_typed_are_words_and_differ(language: str) -> None:
    words = [phrase(language, f"command-{command}") for command in REMOTE]
    assert len(set(words)) == len(words)
    for other, word in zip(REMOTE, words, strict=True):
        assert re.fullmatch(r"[a-z]+", word)
        assert word == other or word not in REMOTE


def test_who_has_to_remember_has_no_log_and_a_hint_needs_what_was_told(server: Server) -> None:
    output, _ = step_by_step(
        server.url,
        ("log", "The log does not repeat what you have to remember.\n"),
        ("hint", "The bot would play "),
        ("deck", "Card taken: "),
        ("quit", ""),
        game="sixty_six", seats=2, name="Ann", bots="bot",
    )  # fmt: skip
    _, code = step_by_step(
        table_in(output, server.url),
        ("hint", "The bot has not seen enough of this match to say.\n"),
    )
    assert code == 0


def test_the_record_of_a_match_that_is_over_can_be_saved(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    typist = person(Seeded(7).random, [f"save {file}", f"save {file}", "no"])
    output, code = session(typist, server.url, game="dice", name="Ann", bots="bot")
    assert code == 0
    assert f"The record of the match is in {file}." in flat(output)
    assert "is there already" in flat(output)
    assert Match.replay(json.loads(file.read_text("utf-8"))).over


# Leaving and coming back.


def test_the_seat_is_kept_and_taken_again_without_a_question(server: Server, home: Path) -> None:
    how: dict[str, Any] = {"game": "scopa", "seats": 2, "options": ["target=1"], "bots": "bot"}
    output, code = session(answers_then_plays("1", "quit"), server.url, name="Ann", **how)
    assert code == 0
    link = table_in(output, server.url)
    assert flat(output).endswith(f"Your seat is kept. Come back with: settebello join {link}")
    (file,) = (home / "seats").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    kept = Seat.load(file)
    assert kept.secret not in output
    assert kept.invite not in output
    again, code = session(person(Seeded(7).random), link)
    assert code == 0
    assert again.startswith("\nScopa: Ann and Knight of Cups.\nHouse rules: Points to win: 1.\n")
    assert "You are dealt" not in again.split("Your move")[0]  # that was seen before
    assert OVER["en"] in again


def test_another_name_is_another_seat(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    keep_seat(seat)
    out = Output()
    with running_session(types_lines(), seat.link, name="Bea", out=out) as bea:
        out.wait_for("1. Ann, not there\n2. Bea, that is you\n3. free\n")
        assert server.ask("DELETE", f"/api/tables/{seat.table}/seats/1", secret=seat.secret)
        assert bea()[1] == 0


def test_a_seat_where_somebody_sits_is_not_taken_again(server: Server) -> None:
    """Ann waits for the start in another window, and somebody else comes by that link."""
    seat = open_table(server.url, "dice", "Ann")
    keep_seat(seat)
    with server.connect(table=seat.table, secret=seat.secret) as ann:
        ann.receive_a(protocol.Welcome)
        assert session(types_lines(), seat.link)[0] == "Your name: \nGoodbye.\n"
    output, _ = session(answers_then_plays("quit"), seat.link)
    assert "1. Ann, that is you\n" in output


def test_the_last_seat_of_several_is_the_one_to_come_back_to(server: Server) -> None:
    ann = open_table(server.url, "dice", "Ann")
    bea = take_seat(ann.link, "Bea")
    for seat in (ann, bea):
        keep_seat(seat)
    files = [seat_file(ann.server, ann.table, seat) for seat in (0, 1)]
    os.utime(files[0], (1_000, 1_000))
    address = read_link(ann.link)
    assert kept_seat(address, None) == bea
    assert kept_seat(address, "ann ") == ann
    assert kept_seat(address, "Cal") is None
    files[1].write_text("rubbish")
    assert kept_seat(address, None) == ann


def test_a_secret_goes_only_to_the_server_that_it_is_for(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    keep_seat(seat)
    elsewhere = Address("http://127.0.0.1:1", seat.table)
    wrong = seat_file(elsewhere.server, elsewhere.table, 0)
    wrong.write_bytes(seat_file(seat.server, seat.table, 0).read_bytes())
    assert kept_seat(elsewhere, None) is None


def test_a_table_that_is_gone_takes_the_kept_seat_with_it(server: Server, home: Path) -> None:
    seat = open_table(server.url, "dice", "Ann")
    other = take_seat(seat.link, "Bea")
    keep_seat(other)
    other.stand_up()
    with pytest.raises(ClientError, match="There is no such table"):
        session(types_lines(), f"{server.url}/#{seat.table}")
    assert list((home / "seats").iterdir()) == []


def test_a_seat_that_the_host_frees_is_left(server: Server, home: Path) -> None:
    seat = open_table(server.url, "dice", "Ann")
    out = Output()
    with running_session(types_lines(), seat.link, name="Bea", out=out) as bea:
        out.wait_for("The host starts the match")
        path = f"/api/tables/{seat.table}/seats/1"
        assert server.ask("DELETE", path, secret=seat.secret)[0] == 200
        output, code = bea()
    assert code == 0
    assert output.endswith("The host has freed your seat.\nGoodbye.\n")
    assert list((home / "seats").iterdir()) == []


def test_a_seat_that_cannot_be_kept_is_played_all_the_same(server: Server, home: Path) -> None:
    home.write_text("no folder")
    output, code = session(
        answers_then_plays("quit"), server.url, game="dice", name="Ann", bots="bot"
    )
    assert code == 0
    assert "You can play, but your seat cannot be kept for later: " in output


def test_the_host_who_comes_back_before_the_start_is_asked_again(server: Server) -> None:
    output, _ = session(answers_then_plays("quit"), server.url, game="dice", name="Ann")
    output, code = session(answers_then_plays("bots"), table_in(output, server.url))
    assert code == 0
    assert output.count(WHO_WAITS) == 1
    assert OVER["en"] in output


# Who sits where.


CHANGES = {
    "sat": (protocol.SeatInfo(), protocol.SeatInfo("Bea")),
    "bot-sat": (protocol.SeatInfo(), protocol.SeatInfo("Bea", "bot")),
    "stood": (protocol.SeatInfo("Bea"), protocol.SeatInfo()),
    "has-gone": (protocol.SeatInfo("Bea", present=True), protocol.SeatInfo("Bea")),
    "has-come": (protocol.SeatInfo("Bea", stand_in=True), protocol.SeatInfo("Bea", present=True)),
    "stands-in": (protocol.SeatInfo("Bea"), protocol.SeatInfo("Bea", stand_in=True)),
    "wants-more": (protocol.SeatInfo("Bea"), protocol.SeatInfo("Bea", rematch=True)),
}


@pytest.mark.parametrize("change", CHANGES)
def test_changes_are_told(change: str) -> None:
    assert seat_change(*CHANGES[change]) == change
    for language in LANGUAGES:
        assert "Bea" in phrase(language, change, name="Bea")


def test_what_stays_is_not_told() -> None:
    assert (
        seat_change(protocol.SeatInfo("Bea", present=True), protocol.SeatInfo("Bea", present=True))
        is None
    )


# Wrong arguments.


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "no address": ("nowhere", {}, "An address is http://HOST:PORT"),
    "no table": ("{url}", {}, "names no table; add --game"),
    "two tables": ("{url}/#t1", {"game": "dice"}, "names a table already"),
    "a host who watches": ("{url}", {"game": "dice", "watch": True}, "plays at it"),
    "bots at a table": ("{url}/#t1", {"bots": "bot"}, "need a game"),
    "an option at a table": ("{url}/#t1", {"options": ["turns=3"]}, "need a game"),
    "no option": ("{url}", {"game": "dice", "options": ["turns"]}, "given as name=value"),
    "a wrong option": ("{url}", {"game": "dice", "options": ["turns=0"]}, "1 to 1,000"),
    "no such option": ("{url}", {"game": "dice", "options": ["x=true"]}, "no option 'x'"),
    "no such game": ("{url}", {"game": "whist"}, "The games are: "),
    "a wrong number": ("{url}", {"game": "dice", "seats": 4}, "The seats of dice can be: 3"),
    "a wrong name": ("{url}", {"game": "dice", "name": "Computer"}, "Name cannot be Computer"),
    "no such table": ("{url}/#t1.invite", {}, "There is no such table"),
    "no such table to watch": ("{url}/#t1", {"watch": True}, "There is no such table"),
    "nobody there": ("http://127.0.0.1:1/#t1", {}, "No answer from http://127.0.0.1:1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_get_a_sentence(case: str, server: Server, home: Path) -> None:
    url, how, sentence = WRONG[case]
    with pytest.raises(ValueError, match=sentence):
        session(types_lines(), url.format(url=server.url), **{"name": "Ann", **how})
    assert not home.exists()


def test_options_are_read_as_they_look() -> None:
    read = read_values(["a=true", "b=False", "c=-3", "d=x", "e="])
    assert read == {"a": True, "b": False, "c": -3, "d": "x", "e": ""}


@pytest.mark.parametrize("typed", ["66", "SIXTY_SIX"])
def test_a_table_is_opened_by_the_name_on_the_screen(typed: str, server: Server) -> None:
    text, code = session(types_lines("quit"), server.url, name="Ann", game=typed)
    assert code == 0
    assert "66: the table is open." in text


def test_the_rules_at_a_table_are_in_the_language_of_the_reader(server: Server) -> None:
    typed = types_lines("regole", "quit")
    text, _ = session(typed, server.url, name="Ann", game="scopa", language="it")
    assert "giocatori" in text.partition("# Scopa\n")[2]
    assert "players" not in text


def test_who_gives_no_name_and_goes_has_no_seat(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    assert session(types_lines(), seat.link) == ("Your name: \nGoodbye.\n", 0)
    assert [each.name for each in seat.info().seats] == ["Ann", "", ""]


# Processes.


def test_a_whole_match_through_pipes(server: Server, home: Path) -> None:
    arguments = ["--game", "dice", "--name", "Ann", "--bots", "--option", "turns=6"]
    with Process(home, "join", server.url, *arguments) as process:
        assert process.session(person(Seeded(7).random)) == 0
    assert OVER["en"] in process.output
    assert "Traceback" not in process.output


def test_a_whole_match_at_a_terminal(server: Server, home: Path) -> None:
    arguments = ["--game", "scopa", "--name", "Ann", "--bots", "random", "--option", "target=1"]
    with Process(home, "join", server.url, *arguments, terminal=True, width=40) as process:
        assert process.session(person(Seeded(7).random)) == 0
    assert OVER["en"] in flat(process.output)
    assert "\x1b" not in process.output  # no colours, no cursor


@pytest.mark.parametrize("way", ["Ctrl-C", "Ctrl-D", "SIGTERM", "SIGINT", "quit"])
def test_who_leaves_a_terminal_keeps_the_seat(way: str, server: Server, home: Path) -> None:
    arguments = ["join", server.url, "--game", "scopa", "--name", "Ann", "--bots"]
    with Process(home, *arguments, terminal=True) as process:
        process.read_question()
        if way.startswith("SIG"):
            os.kill(process.pid, getattr(signal, way))
        else:
            process.send({"Ctrl-C": b"\x03", "Ctrl-D": b"\x04", "quit": b"quit\n"}[way])
        code = process.read_to_the_end()
    assert code == (130 if way in ("Ctrl-C", "SIGINT") else 0)
    assert "Traceback" not in process.output
    assert "\nYour seat is kept. Come back with: settebello join" in process.output
    assert len(list((home / "seats").iterdir())) == 1


def test_a_terminal_that_is_closed_keeps_the_seat(server: Server, home: Path) -> None:
    arguments = ["join", server.url, "--game", "scopa", "--name", "Ann", "--bots"]
    with Process(home, *arguments, terminal=True) as process:
        process.read_question()
        assert process.hang_up() == 0
    assert len(list((home / "seats").iterdir())) == 1


def test_words_can_be_typed_while_nothing_is_asked(server: Server, home: Path) -> None:
    """The match is paused by Bea; Ann asks who is there, goes on, pauses, and goes."""
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    other = take_seat(seat.link, "Bea")
    keep_seat(seat)
    seat.start()
    with server.connect(table=seat.table, secret=other.secret) as bea:
        bea.send(protocol.Pause("p1"))
        bea.receive_a(protocol.Answer)
        with Process(home, "join", f"{server.url}/#{seat.table}", terminal=True) as process:
            read_until(process, "The match is paused.")
            process.type("who")
            read_until(process, "2. Bea\n")
            process.type("1")
            read_until(process, "The match is paused.", 2)
            process.type("resume")
            read_until(process, "The match goes on.")
            bea.send(protocol.Pause("p2"))
            read_until(process, "The match is paused.", 3)
            bea.close()
            read_until(process, "Bea has gone.")
            process.type("quit")
            assert process.read_to_the_end() == 0


def test_a_guest_at_a_table_that_waits_is_told_that_words_can_be_typed(
    server: Server, home: Path
) -> None:
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    arguments = ["join", seat.link, "--name", "Bea"]
    with Process(home, *arguments, terminal=True) as process:
        read_until(process, WAITING)
        process.type("?")
        read_until(process, "emote: a sign for all")
        read_until(process, WAITING, 2)
        process.type("emote 1")
        read_until(process, "Bea: ")
        read_until(process, WAITING, 3)
        with server.connect(table=seat.table, secret=seat.secret) as ann:
            read_until(process, "Ann is there.")
            ann.send(protocol.Say("s1", "Hello, Bea."))
            read_until(process, "Ann: Hello, Bea.")
        process.type("7D")
        read_until(process, "The match has not begun.")
        process.type("quit")
        assert process.read_to_the_end() == 0
    assert "Your seat is kept. Come back with: settebello join" in process.output


def read_until(process: Process, text: str, times: int = 1) -> None:
    while process.output.count(text) < times:
        assert process.read(), process.output


def test_answers_through_a_pipe_wait_for_their_questions(server: Server, home: Path) -> None:
    """All of them are there before the first question; at their end the seat is left."""
    with Process(home, "join", server.url, "--game", "scopa") as process:
        process.send("Ann\nbots\n1\nscore\nè".encode())
        process.close_input()
        assert process.read_to_the_end() == 0
    assert process.output.startswith("Your name: Ann\n")
    assert (
        "(? for help): bots\nKnight of Cups sits down, a bot.\nKnight of Swords sits"
        in process.output
    )
    assert re.search(r"Your move \(\? for help\): 1\nYou (take|lay down) ", process.output)
    assert "Your move (? for help): score\n" in process.output
    assert "Your move (? for help): è\n" in process.output
    assert "Your seat is kept." in process.output


def test_wrong_arguments_are_one_sentence_on_the_command_line(
    server: Server, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["nowhere"], [server.url], [f"{server.url}/#t1.x", "--name", "Ann"]):
        assert cli.main(["join", *arguments]) == 2
        output = capsys.readouterr()
        assert (output.out, output.err.count("\n")) == ("", 1)
        assert output.err.startswith("settebello: ")
    assert not home.exists()
