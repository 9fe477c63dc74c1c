"""Matches that older versions saved, as files: they are put into the store once, and go on there.

The files in `saves` were written by the last version that had them.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from settebello import Match
from settebello.luck import Seeded
from settebello.table.entries import OpenEntry, SitEntry
from settebello.terminal import old_saves, plain
from terminal.session import (
    asked,
    entries_kept,
    left_names,
    moves_kept,
    person,
    play,
    record_kept,
    resume,
    types_lines,
)

HERE = Path(__file__).parent / "saves"


def saved(home: Path, name: str, **fields: Any) -> Path:
    """A file as an older version left it, perhaps with some fields changed."""
    file = home / "matches" / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / file.name, file)
    if fields:
        file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **fields}), "utf-8")
    return file


def first_move(output: str) -> str | None:
    """Somebody who always makes the first of their moves, and leaves at the end."""
    return None if "(yes" in asked(output) else "1"


# Going on.


def test_an_old_save_goes_on_where_it_was_left(home: Path) -> None:
    saved(home, "scopa-1")
    text, code = resume(types_lines())
    assert code == 0
    assert (
        text
        == """
You go on with scopa-1. Scopa: Ann, Bot 1 and Bot 2.
House rules: Points to win: 1.
The luck comes from seed 20: the same moves give the same match.
Type ? for help at any time.
You take the ace of cups with the ace of swords.
Bot 1 lays down the 6 of swords.
Bot 2 takes the 5 of cups with the 5 of coins.

Round 1.
Bot 1: hand 1 card, pile no cards, score 0
Bot 2: hand 1 card, pile 2 cards, score 0
Stock: 27 cards
Table: [10 of swords] [8 of swords] [6 of swords]
You: hand [2 of cups], pile 5 cards, score 0
It is your turn.
1. 2C (lay down the 2 of cups)
Your move (? for help):\x20
The match is kept as scopa-1. Go on with it: settebello resume
"""
    )
    assert [seat.bot for seat in entries_kept(home, "scopa-1", SitEntry)] == ["", "bot", "random"]


def test_the_seed_of_an_old_save_goes_on_as_if_nothing_had_changed(home: Path) -> None:
    """The same moves, cards and bots as the older version had to the end of this match."""
    saved(home, "scopa-1")
    text, _ = resume(first_move)
    assert "The match is over: " in text
    end = json.loads((HERE / "scopa-1-end.json").read_text("utf-8"))
    assert record_kept(home, "scopa-1") == end


def test_two_people_find_an_old_save_as_they_left_it(home: Path) -> None:
    saved(home, "sixty_six-1")
    text, code = resume(types_lines("", "16"))
    assert code == 0
    assert "Si continua con sixty_six-1. 66: Ann, Bea e Bot 1." in text
    assert "seme" not in text
    bea = text.split("Tocca a Bea: premi Invio quando ci sei.")[1]
    assert bea.startswith(" \n\nPrendi una carta dal mazzo: 11.\n")  # all else Bea had read
    assert len(moves_kept(home, "sixty_six-1")) == 4


def test_an_old_save_after_a_rematch_has_the_luck_of_its_own_match(home: Path) -> None:
    saved(home, "dice-1")
    text, _ = resume(person(Seeded(3).random, again=("no",)))
    assert "The match is over: " in text
    record = record_kept(home, "dice-1")
    (opened,) = entries_kept(home, "dice-1", OpenEntry)
    assert opened.seed not in (None, 3)
    luck: dict[str, Any] = {"seed": opened.seed, "options": record["options"]}
    match = Match("dice", record["players"], **luck, previous=record["previous"])
    for seat, move in record["moves"]:
        match.play(seat, move)
    assert match.record() == record


def test_a_save_with_its_rules_in_a_file_finds_them(home: Path, tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src/settebello/games/dice.py"
    rules = tmp_path / "mine.py"
    rules.write_text(source.read_text("utf-8").replace('"dice"', '"mine"'), "utf-8")
    data = json.loads((HERE / "dice-1.json").read_text("utf-8"))
    record = {**data["record"], "game": "mine"}
    saved(home, "dice-1", record=record, rules=str(rules)).rename(home / "matches/mine-4.json")
    text, code = resume(types_lines())
    assert code == 0
    assert "You go on with mine-4." in text


# Once.


def test_an_old_save_is_imported_once(home: Path) -> None:
    file = saved(home, "scopa-1")
    whole = file.read_bytes()
    assert plain.list_left("en") == ["scopa-1: scopa, Ann, Bot 1 and Bot 2, 6 moves"]
    assert not file.exists()
    assert (file.parent / "scopa-1.json.imported").read_bytes() == whole
    resume(types_lines("1"), "scopa-1")
    moves = moves_kept(home, "scopa-1")
    assert len(moves) > 6
    plain.list_left("en")
    assert moves_kept(home, "scopa-1") == moves
    assert left_names(home) == ["scopa-1"]


def test_a_crash_in_the_middle_of_the_import_does_not_import_twice(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(home, "scopa-1")

    def full(*names: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", full)
        plain.list_left("en")
    assert file.exists()
    assert plain.list_left("en") == ["scopa-1: scopa, Ann, Bot 1 and Bot 2, 6 moves"]
    assert not file.exists()


def test_the_order_of_old_saves_and_new_matches_is_that_of_their_last_moves(home: Path) -> None:
    for number, name in enumerate(("sixty_six-1", "scopa-1")):
        os.utime(saved(home, name), (number, number))
    play(types_lines(), "dice", players="Ann,bot,random", seed=1)
    names = [line.split(":")[0] for line in plain.list_left("en")]
    assert names == ["dice-1", "scopa-1", "sixty_six-1"]


def test_the_name_of_an_old_save_is_not_given_to_a_new_match(home: Path) -> None:
    saved(home, "scopa-1")
    play(types_lines(), "scopa", players="Ann,bot", seed=1)
    assert left_names(home) == ["scopa-2"]


# Damage.

SPOILT: dict[str, Any] = {
    "another format": {"settebello-save": 2},
    "no record": {"record": None},
    "a record of nothing": {"record": {}},
    "no bots": {"bots": None},
    "too few bots": {"bots": [None]},
    "strange bots": {"bots": [None, 7, None]},
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
    file = saved(home, "dice-1", **SPOILT[case])
    before = file.read_bytes()
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: ") as error:
        resume(types_lines())
    assert str(file) in str(error.value)
    assert "\n" not in str(error.value)
    assert file.read_bytes() == before
    assert left_names(home) == []


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b"7"])
def test_a_save_that_is_none_gets_one_sentence_and_stays(content: bytes, home: Path) -> None:
    file = saved(home, "dice-1")
    file.write_bytes(content)
    with pytest.raises(ValueError, match=r"^Cannot go on with dice-1: it is damaged"):
        resume(types_lines())
    assert file.read_bytes() == content


def test_every_field_of_a_save_is_needed(home: Path) -> None:
    whole = json.loads((HERE / "dice-1.json").read_text("utf-8"))
    assert len(whole) == len(old_saves.SavedMatch.__struct_fields__)
    for field in whole:
        part = {name: value for name, value in whole.items() if name != field}
        saved(home, "dice-1").write_text(json.dumps(part), "utf-8")
        with pytest.raises(ValueError, match="Cannot go on with dice-1"):
            resume(types_lines())


def test_a_damaged_save_does_not_keep_the_others_from_going_on(home: Path) -> None:
    saved(home, "dice-1").write_text("{", "utf-8")
    saved(home, "scopa-1")
    text, code = resume(types_lines())
    assert code == 0
    assert "You can also go on with: dice-1." in text
    assert "You go on with scopa-1." in text
    with pytest.raises(ValueError, match="Cannot go on with dice-1"):
        resume(types_lines(), "dice-1")


def test_rules_of_another_version_are_said(home: Path) -> None:
    record = json.loads((HERE / "dice-1.json").read_text("utf-8"))["record"]
    saved(home, "dice-1", record={**record, "rules": 99})
    with pytest.raises(ValueError, match="version 99 of the rules"):
        resume(types_lines())
