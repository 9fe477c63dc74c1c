"""Matches that were left: nothing that was shown is lost, and nobody else reads it."""

from __future__ import annotations

import shutil
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from live import Server
from settebello import Match, registry
from settebello.client import open_table
from settebello.luck import Seeded
from settebello.store import sqlite
from settebello.store.data_folder import folder
from settebello.store.sqlite import StoreFile
from settebello.table.entries import OpenEntry, StartEntry, encode_entry
from settebello.table.storage import EntryRow, StoreError
from settebello.terminal import plain
from settebello.terminal.local_store import LocalStore
from settebello.terminal.local_table import LocalTable
from settebello.terminal.remote_seat import keep_seat
from terminal import remote
from terminal.session import (
    Typist,
    asked,
    entries_kept,
    filled,
    left_names,
    local_store,
    make_screen,
    moves_kept,
    person,
    play,
    record_kept,
    resume,
    types_lines,
)

SHORT = {"dice": (), "scopa": ("target=1",), "rummy": ("target=1",), "sixty_six": (),
         "briscola": (), "hearts": ("target=1",), "liars_dice": ("dice=3",),
         "go_fish": ()}  # fmt: skip
PLAYERS = "Ann,bot,random"


# Leaving and going on.


def test_a_match_that_is_left_is_kept_and_gone_on_with(home: Path) -> None:
    text, code = play(types_lines("1", "2", "quit"), players=PLAYERS, seed=4)
    assert code == 0
    assert text.endswith("The match is kept as scopa-1. Go on with it: settebello resume\n")
    before = moves_kept(home, "scopa-1")
    assert [seat for seat, _ in before].count(0) == 2
    text, code = resume(types_lines("1"))
    assert code == 0
    assert text.startswith(
        "\nYou go on with scopa-1. Scopa: Ann, Knight of Cups and Knight of Swords.\n"
    )
    after = moves_kept(home, "scopa-1")
    assert after[: len(before)] == before
    assert [seat for seat, _ in after].count(0) == 3


def test_a_match_with_a_seed_says_so_whenever_it_begins_or_goes_on() -> None:
    told = "The luck comes from seed 4: the same moves give the same match.\n"
    typist = person(Seeded(1).random, again=("yes",))

    def to_the_second(output: str) -> str | None:
        return None if output.count("Scopa: ") == 2 else typist(output)

    text, _ = play(to_the_second, players=PLAYERS, seed=4, options=("target=1",))
    assert text.count(told) == 2
    assert resume(types_lines())[0].count(told) == 1
    assert "seed" not in play(types_lines(), players=PLAYERS, seed=None)[0]
    assert "La sorte viene dal seme 4" in resume(types_lines(), "scopa-1", language="it")[0]


def noting(home: Path, game: str, typist: Typist, records: list[Any], answers: int) -> Typist:
    """A person who leaves after so many answers, and notes the record before each of them."""
    last = len(records) + answers

    def answer(output: str) -> str | None:
        if "(yes" in asked(output):
            return typist(output)
        if len(records) == last:
            return None
        records.append(record_kept(home, f"{game}-1"))
        return typist(output)

    return answer


@pytest.mark.parametrize("game", SHORT)
def test_with_a_seed_a_match_goes_on_exactly_as_it_would_have(game: str, home: Path) -> None:
    """Left after every single answer, it is the same match, and so is the match after it."""
    how: dict[str, Any] = {"players": filled(game, PLAYERS), "seed": 11, "options": SHORT[game]}
    whole: list[Any] = []
    play(noting(home, game, person(Seeded(5).random, ("yes", "no")), whole, 16), game, **how)
    shutil.rmtree(home)
    pieces: list[Any] = []
    choose = Seeded(5).random
    play(types_lines(), game, **how)
    while len(pieces) < len(whole):
        resume(noting(home, game, person(choose, ("yes",)), pieces, 1))
    assert pieces == whole
    assert len(pieces) > 5


def test_after_rematches_a_seed_still_counts(home: Path) -> None:
    """The luck of a rematch goes on where that of the match before it ended."""

    def to_the_third(output: str) -> str | None:
        return None if output.count("Dice: ") == 3 else typist(output)

    typist = person(Seeded(5).random, again=("yes", "yes"))
    play(to_the_third, "dice", players=PLAYERS, seed=3, options=("turns=3",))
    with local_store(home) as store:
        assert [header.table for header in store.matches()] == ["dice-1"] * 3
    shutil.copytree(home, home.with_name("as it was"))
    ends = []
    for _ in range(2):
        shutil.rmtree(home)
        shutil.copytree(home.with_name("as it was"), home)
        ends.append(resume(person(Seeded(6).random, again=("yes", "no")))[0])
    assert ends[0] == ends[1]
    assert ends[0].count("The match is over: ") == 2


def test_the_luck_of_a_seed_is_that_of_a_match_with_it(home: Path) -> None:
    play(types_lines("1", "1"), players=PLAYERS, seed=20)
    record = record_kept(home, "scopa-1")
    match = Match("scopa", ["Ann", "Knight of Cups", "Knight of Swords"], seed=20)
    for seat, text in record["moves"]:
        match.play(seat, text)
    assert match.record() == record


def test_with_a_seed_luck_that_was_taken_back_stays_drawn_also_after_a_break(home: Path) -> None:
    typed = ("throw", "undo", "throw", "throw")
    play(types_lines(*typed), "dice", players="Ann,bot,bot", seed=3)
    whole = record_kept(home, "dice-1")
    play(types_lines(*typed[:2]), "dice", players="Ann,bot,bot", seed=3)
    resume(types_lines(*typed[2:]))
    assert record_kept(home, "dice-2") == whole
    played = [text for seat, text in whole["moves"] if seat == 0]
    assert 0 < len(played) < len(typed)


def test_without_a_seed_the_cards_are_those_that_were_dealt(home: Path) -> None:
    text, _ = play(types_lines(), players=PLAYERS, seed=None)
    (opened,) = entries_kept(home, "scopa-1", OpenEntry)
    assert opened.seed is None
    table = text[text.index("Round 1.\n") : text.index("Your move")]
    assert "You: hand [" in table
    assert table in resume(types_lines())[0]


def test_what_was_not_answered_is_told_again_and_nothing_else() -> None:
    luck = {"players": "Ann,random", "seed": 2}
    text, _ = play(types_lines("deck"), "sixty_six", **luck)
    first = "You look at your first two cards: "
    assert first in text
    text, _ = resume(types_lines())
    assert first not in text  # Ann has moved since, and so has read it
    assert "You take a card from the deck: " in text
    assert "You take a card from the deck: " in resume(types_lines())[0]  # not answered yet


def test_the_log_goes_back_to_the_beginning_after_a_break() -> None:
    play(types_lines("1"), players=PLAYERS, seed=1)
    log = resume(types_lines("log"))[0].split("): log\n")[1]
    assert log.startswith("The order of play is ")
    assert "You are dealt " in log


def test_a_hint_knows_what_was_told_before_a_break() -> None:
    play(types_lines("deck"), "sixty_six", players="Ann,bot", seed=2)
    assert "The bot would play " in resume(types_lines("hint"))[0]


def test_a_move_can_be_taken_back_after_a_break(home: Path) -> None:
    play(types_lines("", "skip"), "dice", players="Ann,Bea,Cal", seed=1)
    assert len(moves_kept(home, "dice-1")) == 1
    text, _ = resume(types_lines("undo"))
    assert "There is no move of yours" in text  # the one who is called has not moved
    luck = {"players": "Ann,Bea", "seed": 3}
    play(types_lines("", "deck", "own 1", "", "pile"), "sixty_six", **luck)
    text, _ = resume(types_lines("", "undo"))
    assert "You take your last move back.\n" in text
    assert [text for _, text in moves_kept(home, "sixty_six-1")] == ["deck", "own 0"]


def test_people_who_share_a_screen_are_called_before_anything_is_shown() -> None:
    play(types_lines(""), players="Ann,Bea", seed=1)
    text, _ = resume(types_lines(), terminal=True)
    assert "[" not in text
    assert "is next: press Enter when you are ready. \n" in text


def test_each_of_them_is_told_what_happened_since_their_own_last_move() -> None:
    play(types_lines("", "throw", "", "skip", ""), "dice", players="Ann,Bea,Cal", seed=1)
    first, second, third = resume(types_lines("", "skip", "", "skip", "", "skip"))[0].split(
        "is next: press Enter when you are ready."
    )[1:4]
    assert "The order of play is " in first  # has not moved yet
    assert "throws" in first
    assert "The order of play is " not in second
    assert "You throw " in second
    assert "You skip your turn." in third


def test_the_language_stays_unless_another_is_wanted() -> None:
    play(types_lines(), players=PLAYERS, seed=1, language="it")
    assert "Si continua con scopa-1." in resume(types_lines())[0]
    assert "You go on with scopa-1." in resume(types_lines(), language="en")[0]


def test_a_game_from_a_file_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(__file__).parents[2] / "examples/my_first_game.py"
    shutil.copy(source, tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    play(types_lines("1"), "mine.py", players="Ann,bot", seed=1)
    monkeypatch.chdir("/")
    registry._given.clear()  # as in another process
    text, code = resume(person(Seeded(1).random))
    assert code == 0
    assert "The match is over: " in text


def test_a_rules_file_that_has_moved_is_asked_for(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "examples/my_first_game.py"
    old, new = tmp_path / "mine.py", tmp_path / "yours.py"
    shutil.copy(source, old)
    play(types_lines("1"), str(old), players="Ann,bot", seed=1)
    old.rename(new)
    registry._given.clear()
    gone = r"its rules file .*mine\.py is not there; say where it is with --game FILE"
    with pytest.raises(ValueError, match=gone):
        resume(types_lines())
    assert "You go on with high_card-1." in resume(types_lines(), game=str(new))[0]
    registry._given.clear()
    assert "You go on with high_card-1." in resume(types_lines())[0]  # it is remembered


def test_a_rules_file_with_the_name_of_a_game_of_ours_is_played(tmp_path: Path, home: Path) -> None:
    rules = tmp_path / "mine.py"
    source = Path(__file__).parents[2] / "src/settebello/games/dice.py"
    rules.write_text(source.read_text("utf-8").replace('"skip": "skip"', '"skip": "pass"'), "utf-8")
    text, _ = play(types_lines("pass"), str(rules), players="Ann,random,random", seed=3)
    assert "\n2. pass" in text
    assert moves_kept(home, "dice-1")[-1][1] != "skip"
    registry._given.clear()
    assert "\n2. pass" in resume(types_lines())[0]


def test_a_rules_file_that_has_changed_is_said_and_nothing_is_played(tmp_path: Path) -> None:
    rules = tmp_path / "mine.py"
    source = (Path(__file__).parents[2] / "examples/my_first_game.py").read_text("utf-8")
    rules.write_text(source, "utf-8")
    for seed in (1, None):
        play(types_lines("1"), str(rules), players="Ann,bot", seed=seed)
    rules.write_text(source + "# changed\n", "utf-8")
    why = "The rules of this game have changed since the match began: put the rules file back"
    for name in ("high_card-1", "high_card-2"):
        with pytest.raises(ValueError, match=f"^Cannot go on with {name}: {why}"):
            resume(types_lines(), name)
    with pytest.raises(ValueError, match="Le regole di questo gioco sono cambiate"):
        resume(types_lines(), language="it")
    rules.write_text(source, "utf-8")
    assert "You go on with high_card-1." in resume(types_lines(), "high_card-1")[0]


class PowerCut(BaseException):
    """The process is gone."""


def test_a_finished_match_that_was_not_shown_to_its_end_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between the last move and the last sentence."""

    def gone(local: object) -> None:
        raise PowerCut

    typist, how = person(Seeded(1).random), {"players": PLAYERS, "seed": 1}
    monkeypatch.setattr(LocalTable, "end", gone)
    with pytest.raises(PowerCut):
        play(typist, "dice", **how)
    monkeypatch.undo()
    monkeypatch.setenv("SETTEBELLO_HOME", str(home))
    assert Match.replay(record_kept(home, "dice-1")).over
    text, code = resume(types_lines("no"))
    assert code == 0
    assert "The match is over: " in text
    assert "Play again?" in text
    assert left_names(home) == []


# Where they are, and who may read them.


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("SETTEBELLO_HOME", "/srv/cards")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert folder() == Path("/srv/cards")
    monkeypatch.setenv("SETTEBELLO_HOME", "")
    assert folder() == Path("/data/settebello")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert folder() == Path("/home/ann/.local/share/settebello")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folder() == Path("/home/ann/.local/share/settebello")


def test_only_the_owner_can_read_a_match(home: Path) -> None:
    modes: dict[str, int] = {}

    def looking(output: str) -> str | None:
        modes.update({file.name: stat.S_IMODE(file.stat().st_mode) for file in home.iterdir()})
        return None

    play(looking, players=PLAYERS, seed=1)
    assert modes.pop("playing") == 0o700
    assert set(modes.values()) == {0o600}
    assert "play.db" in modes


def test_what_cannot_be_stored_is_said_once_and_stored_later(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(types_lines("1"), players=PLAYERS, seed=1)
    before = moves_kept(home, "scopa-1")
    answers = ["1", "1", "1"]

    def disk_full(*rows: object) -> None:
        raise StoreError("The store cannot be written: database or disk is full.")

    def typist(output: str) -> str | None:
        if len(answers) == 1:  # there is room again
            assert moves_kept(home, "scopa-1") == before
            monkeypatch.undo()
        return answers.pop(0) if answers else None

    monkeypatch.setenv("SETTEBELLO_HOME", str(home))
    monkeypatch.setattr(sqlite.StoreFile, "append", disk_full)
    monkeypatch.setattr(plain, "import_saves", lambda store: {})
    text, code = resume(typist)
    assert code == 0
    assert text.count("The match goes on, but it cannot be saved: The store cannot be ") == 1
    monkeypatch.setenv("SETTEBELLO_HOME", str(home))
    assert [seat for seat, _ in moves_kept(home, "scopa-1")].count(0) == 4


def test_where_nothing_can_be_saved_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("SETTEBELLO_HOME", str(tmp_path / "file"))
    text, code = play(person(Seeded(1).random), "dice", players=PLAYERS, seed=1)
    assert code == 0
    assert text.count("it cannot be saved: There is a file where") == 1
    assert "The match is over: " in text
    assert play(types_lines("throw"), "dice", players=PLAYERS)[0].endswith("Goodbye.\n")


def test_a_store_that_a_server_has_is_not_waited_for(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "PATIENCE", 0.0)
    home.mkdir()
    with closing(StoreFile(home / "play.db")):
        text, code = play(types_lines("throw"), "dice", players=PLAYERS)
        assert code == 0
        assert "it cannot be saved: The store " in " ".join(text.split())
        with pytest.raises(ValueError, match="is in use by another server"):
            resume(types_lines())


def test_a_match_is_played_in_one_terminal_only(home: Path) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    play(types_lines(), "scopa", players=PLAYERS, seed=1)
    with closing(LocalStore()) as other:
        assert other.claim("scopa-1")
        with pytest.raises(ValueError, match="scopa-1 is being played in another terminal"):
            resume(types_lines(), "scopa-1")
        assert "You go on with dice-1." in resume(types_lines())[0]  # the last one that is free
        assert other.claim("dice-1")
        with pytest.raises(ValueError, match="-1 is being played in another terminal"):
            resume(types_lines())
    assert "You go on with scopa-1." in resume(types_lines(), "scopa-1")[0]
    assert not list((home / "playing").iterdir())  # the locks are gone


def test_two_terminals_play_at_the_same_time(home: Path) -> None:
    """One is opened, played and left while the other waits for an answer."""

    def other_terminal(output: str) -> str | None:
        if not left_names(home)[1:]:
            assert play(types_lines("1", "1"), "scopa", players=PLAYERS, seed=2)[1] == 0
            return "1"
        return None

    assert play(other_terminal, "scopa", players=PLAYERS, seed=1)[1] == 0
    assert left_names(home) == ["scopa-2", "scopa-1"]
    assert [seat for seat, _ in moves_kept(home, "scopa-1")].count(0) == 1
    assert [seat for seat, _ in moves_kept(home, "scopa-2")].count(0) == 2


# Which one.


def test_the_last_one_is_gone_on_with_and_the_others_are_named() -> None:
    for game in ("dice", "rummy", "scopa"):
        play(types_lines(), game, players=PLAYERS, seed=1)
    text, _ = resume(types_lines())
    assert text.startswith("You can also go on with: rummy-1 and dice-1.")
    assert "You go on with scopa-1." in text
    assert "You go on with dice-1." in resume(types_lines("throw"), "dice-1")[0]
    assert "You go on with dice-1." in resume(types_lines())[0]  # the last one that was played


def test_what_was_left_is_listed(home: Path) -> None:
    assert plain.list_left("en") == [
        "There is no match to go on with. Begin one with: settebello play"
    ]
    assert not home.exists()
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    (home / "matches").mkdir()
    (home / "matches/rummy-7.json").write_text("{", "utf-8")
    moves = len(moves_kept(home, "dice-1"))
    assert plain.list_left("en") == [
        f"dice-1: dice, Ann, Knight of Cups and Knight of Swords, {moves} moves",
        "rummy-7: damaged",
    ]
    assert plain.list_left("it")[1] == "rummy-7: danneggiata"


def test_a_move_that_was_taken_back_does_not_count() -> None:
    play(types_lines("", "skip", "undo"), "dice", players="Ann,Bea,Cal", seed=1)
    assert plain.list_left("en") == ["dice-1: dice, Ann, Bea and Cal, 0 moves"]


def test_a_seat_on_a_server_is_listed_and_gone_back_to(server: Server) -> None:
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    keep_seat(seat)
    link = f"{server.url}/#{seat.table}"
    assert plain.list_left("en") == [f"{link}: the seat of Ann at a table on a server"]
    out = remote.Output()
    screen, _ = make_screen(types_lines())
    screen = type(screen)(remote.Pipe(types_lines("bots", "quit"), out), out)
    assert plain.resume(link, language="en", rules_page=lambda *_: "", screen=screen) == 0
    assert "\n1. Ann, that is you\n2. free\n" in out.getvalue()
    assert "\nScopa: Ann and Knight of Cups.\n" in out.getvalue()


@pytest.mark.parametrize(
    "name", ["scopa-9", "../dice-1", "", "dice-1.json", "DICE-1", "/etc/passwd"]
)
def test_a_match_that_is_not_there_is_told_which_are(name: str) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    with pytest.raises(
        ValueError, match=r"There is no match .* to go on with. There are: dice-1\."
    ):
        resume(types_lines(), name)


def test_nothing_left_is_said(home: Path) -> None:
    nothing = r"There is no match to go on with\. Begin one with: settebello play"
    with pytest.raises(ValueError, match=nothing):
        resume(types_lines())
    assert not home.exists()
    play(person(Seeded(1).random), "dice", players=PLAYERS, seed=1)  # to its end
    with pytest.raises(ValueError, match=nothing):
        resume(types_lines())
    with pytest.raises(ValueError, match=nothing):
        resume(types_lines(), "dice-1")


# Damage.


def changed(home: Path, entry: Any, number: int = 1) -> None:
    """Another entry in the log of dice-1, as no program of ours would write it."""
    with closing(StoreFile(home / "play.db")) as store:
        header = store.latest("dice-1")
        assert header is not None
        row = EntryRow(header.match, number, encode_entry(entry))
        store.writing.execute("DROP TRIGGER entries_never_change")
        store.writing.execute(
            "UPDATE entries SET body = ? WHERE match = ? AND number = ?",
            (row.body, row.match, row.number),
        )


def test_another_seed_than_that_of_the_cards_is_noticed(home: Path) -> None:
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    (opened,) = entries_kept(home, "dice-1", OpenEntry)
    opened.seed = 5
    changed(home, opened)
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: its seed does not give"):
        resume(types_lines())


def test_a_change_of_the_rules_is_said(home: Path) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    (opened,) = entries_kept(home, "dice-1", OpenEntry)
    opened.rules, opened.seed = 99, None  # a seed would be tried first
    changed(home, opened)
    with pytest.raises(ValueError, match="Version 99 of the rules of dice is not here"):
        resume(types_lines())


def test_a_log_that_makes_no_sense_gets_one_sentence(home: Path) -> None:
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    changed(home, StartEntry(["9 9 9"]), number=5)
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: ") as error:
        resume(types_lines())
    assert "\n" not in str(error.value)


def test_a_bot_that_is_gone_is_said(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")
    play(types_lines("1"), "dice", players=f"Ann,{file},bot", seed=1)
    file.unlink()
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: There is no file .*mine\.py"):
        resume(types_lines())
