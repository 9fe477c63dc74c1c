"""Matches that were left: nothing that was shown is lost, and nobody else reads it."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from settebello import Match
from settebello.luck import Seeded
from settebello.store.data_folder import folder
from settebello.terminal import plain
from settebello.terminal.saves import Save, SavedMatch, left_matches
from terminal.session import Typist, asked, moves_kept, person, play, resume, types_lines

SHORT = {"dice": (), "scopa": ("target=1",), "rummy": ("target=1",), "sixty_six": ()}
PLAYERS = "Ann,bot,random"


def kept(home: Path, name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((home / "matches" / f"{name}.json").read_text("utf-8"))
    return data


def change(home: Path, name: str, **fields: Any) -> None:
    file = home / "matches" / f"{name}.json"
    file.write_text(json.dumps({**kept(home, name), **fields}), "utf-8")


# Leaving and going on.


def test_a_match_that_is_left_is_kept_and_gone_on_with(home: Path) -> None:
    text, code = play(types_lines("1", "2", "quit"), players=PLAYERS, seed=4)
    assert code == 0
    assert text.endswith("The match is kept as scopa-1. Go on with it: settebello resume\n")
    before = moves_kept(home, "scopa-1")
    assert [seat for seat, _ in before].count(0) == 2
    text, code = resume(types_lines("1"))
    assert code == 0
    assert text.startswith("\nYou go on with scopa-1. Scopa: Ann, Bot 1 and Bot 2.\n")
    after = moves_kept(home, "scopa-1")
    assert after[: len(before)] == before
    assert [seat for seat, _ in after].count(0) == 3


def noting(home: Path, game: str, typist: Typist, records: list[Any], answers: int) -> Typist:
    """A person who leaves after so many answers, and notes the record before each of them."""
    last = len(records) + answers

    def answer(output: str) -> str | None:
        if "(yes" in asked(output):
            return typist(output)
        if len(records) == last:
            return None
        records.append(kept(home, f"{game}-1")["record"])
        return typist(output)

    return answer


@pytest.mark.parametrize("game", SHORT)
def test_with_a_seed_a_match_goes_on_exactly_as_it_would_have(game: str, home: Path) -> None:
    """Left after every single answer, it is the same match, and so is the match after it."""
    how: dict[str, Any] = {"players": PLAYERS, "seed": 11, "options": SHORT[game]}
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
    """The luck of a rematch comes out of the match before it."""

    def to_the_third(output: str) -> str | None:
        return None if output.count("Dice: ") == 3 else typist(output)

    typist = person(Seeded(5).random, again=("yes", "yes"))
    play(to_the_third, "dice", players=PLAYERS, seed=3, options=("turns=3",))
    third = (home / "matches/dice-1.json").read_text("utf-8")
    assert len(json.loads(third)["earlier"]) == 2
    ends = []
    for _ in range(2):
        (home / "matches/dice-1.json").write_text(third, "utf-8")
        ends.append(resume(person(Seeded(6).random, again=("yes", "no")))[0])
    assert ends[0] == ends[1]
    assert ends[0].count("The match is over: ") == 2


def test_without_a_seed_the_cards_are_those_that_were_dealt(home: Path) -> None:
    text, _ = play(types_lines(), players=PLAYERS, seed=None)
    assert kept(home, "scopa-1")["seed"] is None
    table = text[text.index("Round 1.\n") : text.index("Your move")]
    assert "You: hand [" in table
    assert table in resume(types_lines())[0]


def test_what_was_not_answered_is_told_again_and_nothing_else(home: Path) -> None:
    luck = {"players": "Ann,random", "seed": 2}
    text, _ = play(types_lines("deck"), "sixty_six", **luck)
    first = "You look at your first two cards: "
    assert first in text
    text, _ = resume(types_lines())
    assert first not in text  # Ann has moved since, and so has read it
    assert "You take a card from the deck: " in text
    assert "You take a card from the deck: " in resume(types_lines())[0]  # not answered yet


def test_people_who_share_a_screen_are_called_before_anything_is_shown(home: Path) -> None:
    play(types_lines(""), players="Ann,Bea", seed=1)
    text, _ = resume(types_lines(), terminal=True)
    assert "[" not in text
    assert "is next: press Enter when you are ready. \n" in text


def test_the_language_stays_unless_another_is_wanted(home: Path) -> None:
    play(types_lines(), players=PLAYERS, seed=1, language="it")
    assert "Si continua con scopa-1." in resume(types_lines())[0]
    assert "You go on with scopa-1." in resume(types_lines(), language="en")[0]


def test_a_game_from_a_file_is_found_again(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Path(__file__).parents[2] / "examples/my_first_game.py"
    shutil.copy(source, tmp_path / "mine.py")
    monkeypatch.chdir(tmp_path)
    play(types_lines("1"), "mine.py", players="Ann,bot", seed=1)
    monkeypatch.chdir("/")
    text, code = resume(person(Seeded(1).random))
    assert code == 0
    assert "The match is over: " in text


def test_a_finished_match_that_was_not_shown_to_its_end_is(home: Path) -> None:
    """Killed between the last move and the last sentence."""
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    match = Match("dice", ["Ann", "Bot 1", "Bot 2"], seed=1)
    while not match.over:
        match.play(
            match.to_act[0],
            "throw" if "throw" in map(str, match.legal(match.to_act[0])) else "keep",
        )
    change(home, "dice-1", record=match.record())
    text, code = resume(types_lines("no"))
    assert code == 0
    assert "The match is over: " in text
    assert "Play again?" in text
    assert left_matches() == []


# Where they are, and who may read them.


def test_the_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("SETTEBELLO_HOME", "/srv/cards")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert folder() == Path("/srv/cards/matches")
    monkeypatch.setenv("SETTEBELLO_HOME", "")
    assert folder() == Path("/data/settebello/matches")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    assert folder() == Path("/home/ann/.local/share/settebello/matches")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folder() == Path("/home/ann/.local/share/settebello/matches")


def test_only_the_owner_can_read_a_save(home: Path) -> None:
    old = os.umask(0)
    try:
        play(types_lines("1"), players=PLAYERS, seed=1)
    finally:
        os.umask(old)
    assert stat.S_IMODE((home / "matches/scopa-1.json").stat().st_mode) == 0o600
    assert stat.S_IMODE((home / "matches").stat().st_mode) == 0o700


def test_a_save_is_replaced_as_a_whole(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(types_lines("1"), players=PLAYERS, seed=1)
    before = kept(home, "scopa-1")

    def power_cut(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", power_cut)
    text, code = resume(types_lines("1", "1"))
    assert code == 0
    assert text.count("The match goes on, but it cannot be saved: No space left on device.") == 1
    assert kept(home, "scopa-1") == before
    monkeypatch.undo()
    assert moves_kept(home, "scopa-1") == before["record"]["moves"]


def test_matches_are_never_written_over_one_another(home: Path) -> None:
    for seed in range(3):
        play(types_lines(), players=PLAYERS, seed=seed)
    assert sorted(left_matches()) == ["scopa-1", "scopa-2", "scopa-3"]
    (home / "matches/scopa-2.json").unlink()
    play(types_lines(), players=PLAYERS, seed=7)
    assert [kept(home, f"scopa-{n}")["seed"] for n in (1, 2, 3)] == [0, 7, 2]


def test_where_nothing_can_be_saved_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("SETTEBELLO_HOME", str(tmp_path / "file"))
    text, code = play(person(Seeded(1).random), "dice", players=PLAYERS, seed=1)
    assert code == 0
    assert text.count("it cannot be saved: There is a file where") == 1
    assert "The match is over: " in text
    assert left_matches() == []


def test_a_match_is_played_in_one_terminal_only(home: Path) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    play(types_lines(), "scopa", players=PLAYERS, seed=1)
    save = Save.take("scopa-1")
    assert save is not None
    assert Save.take("scopa-1") is None
    with pytest.raises(ValueError, match="scopa-1 is being played in another terminal"):
        resume(types_lines(), "scopa-1")
    assert "You go on with dice-1." in resume(types_lines())[0]  # the last one that is free
    save.release()
    assert "You go on with scopa-1." in resume(types_lines(), "scopa-1")[0]
    assert not list((home / "matches").glob(".*"))  # locks and half-written files are gone


def test_all_played_elsewhere_is_said() -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    save = Save.take("dice-1")
    assert save is not None
    with pytest.raises(ValueError, match="dice-1 is being played in another terminal"):
        resume(types_lines())
    save.release()


# Which one.


def test_the_last_one_is_gone_on_with_and_the_others_are_named(home: Path) -> None:
    for number, game in enumerate(("dice", "rummy", "scopa")):
        play(types_lines(), game, players=PLAYERS, seed=1)
        os.utime(home / "matches" / f"{game}-1.json", (number, number))
    text, _ = resume(types_lines())
    assert text.startswith("You can also go on with: rummy-1 and dice-1.")
    assert "You go on with scopa-1." in text
    os.utime(home / "matches/scopa-1.json", (9, 9))
    assert "You go on with dice-1." in resume(types_lines(), "dice-1")[0]
    assert "You go on with dice-1." in resume(types_lines())[0]


def test_what_was_left_is_listed(home: Path) -> None:
    assert plain.list_left("en") == [
        "There is no match to go on with. Begin one with: settebello play"
    ]
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    (home / "matches/rummy-7.json").write_text("{", "utf-8")
    os.utime(home / "matches/rummy-7.json", (1, 1))
    moves = len(moves_kept(home, "dice-1"))
    assert plain.list_left("en") == [
        f"dice-1: dice, Ann, Bot 1 and Bot 2, {moves} moves",
        "rummy-7: damaged",
    ]
    assert plain.list_left("it")[1] == "rummy-7: danneggiata"


@pytest.mark.parametrize(
    "name", ["scopa-9", "../dice-1", "", "dice-1.json", "DICE-1", "/etc/passwd"]
)
def test_a_match_that_is_not_there_is_told_which_are(name: str) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    with pytest.raises(
        ValueError, match=r"There is no match .* to go on with. There are: dice-1\."
    ):
        resume(types_lines(), name)


def test_nothing_left_is_said() -> None:
    with pytest.raises(
        ValueError, match=r"There is no match to go on with\. Begin one with: settebello play"
    ):
        resume(types_lines())


# Damage.

SPOILT: dict[str, Any] = {
    "another format": {"settebello-save": 2},
    "no record": {"record": None},
    "a record of nothing": {"record": {}},
    "no bots": {"bots": None},
    "too few bots": {"bots": [None]},
    "strange bots": {"bots": [None, 7, None]},
    "a bot that is gone": {"bots": [None, "/nowhere/mine.py", None]},
    "a bot that never was": {"bots": [None, "genius", None]},
    "no language": {"language": "xx"},
    "a seed in words": {"seed": "one"},
    "a seed out of range": {"seed": -1},
    "another seed": {"seed": 5},
    "earlier matches of nothing": {"earlier": [[["a", 1]]]},
    "earlier matches that do not fit": {"earlier": [[[0, "throw"]]]},
    "nothing told": {"told": [0, 0]},
    "less than nothing told": {"told": [0, -1, 0]},
    "rules that are gone": {"rules": "/nowhere/dice.py"},
}


@pytest.mark.parametrize("case", SPOILT)
def test_a_damaged_save_gets_one_sentence_and_stays(case: str, home: Path) -> None:
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    change(home, "dice-1", **SPOILT[case])
    file = home / "matches/dice-1.json"
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: ") as error:
        resume(types_lines())
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"7"])
def test_a_save_that_is_none_gets_one_sentence_and_stays(content: bytes, home: Path) -> None:
    play(types_lines(), "dice", players=PLAYERS, seed=1)
    file = home / "matches/dice-1.json"
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: it is damaged"):
        resume(types_lines())
    assert file.read_bytes() == content
    play(types_lines(), "dice", players=PLAYERS, seed=1)  # its name is taken
    assert file.read_bytes() == content


def test_every_field_of_a_save_is_needed(home: Path) -> None:
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    whole = kept(home, "dice-1")
    for field in SavedMatch._fields:
        part = {name: value for name, value in whole.items() if name != field}
        (home / "matches/dice-1.json").write_text(json.dumps(part), "utf-8")
        with pytest.raises(ValueError, match="Cannot go on with dice-1"):
            resume(types_lines())


def test_a_change_of_the_rules_is_said(home: Path) -> None:
    play(types_lines("1"), "dice", players=PLAYERS, seed=1)
    record = kept(home, "dice-1")["record"]
    change(home, "dice-1", record={**record, "rules": 99})
    with pytest.raises(ValueError, match="version 99 of the rules"):
        resume(types_lines())
