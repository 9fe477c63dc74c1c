"""A match on file: it comes back bit for bit, and whatever is wrong with it is said kindly."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import toy_game
from helpers import play_random, play_texts, snapshot
from settebello import Match, Scripted
from settebello.game import Draw
from settebello.games import dice
from settebello.luck import Seeded
from settebello.record import (
    FIELDS,
    FORMAT,
    LARGEST_FILE,
    LoggedLuck,
    check_record,
    read_outcome,
    read_record,
    write_outcome,
    write_record,
)
from settebello.rejection import Rejection

ABC = ["Ann", "Bea", "Cal"]


def finished_dice() -> dict[str, Any]:
    return play_random(Match("dice", ABC, seed=5), 5).record()


def begun_scopa() -> dict[str, Any]:
    return play_random(Match("scopa", ABC, seed=5), 5, moves=20).record()


# What a record holds.


def test_a_record_holds_the_game_the_players_the_luck_and_the_moves() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[1]], rolls=[5, 2]), options={"turns": 3})
    play_texts(match, "throw", "skip")
    assert match.record() == {
        "settebello": FORMAT,
        "game": "dice",
        "rules": dice.VERSION,
        "options": {"turns": 3, "skip_on": "count", "early_end_ignores_ties": False},
        "players": ABC,
        "previous": None,
        "luck": ["1 0 2", "5", "2"],
        "moves": [[1, "throw"], [0, "skip"]],
    }


def test_cards_are_recorded_by_their_texts() -> None:
    match = Match("scopa", 2, luck=Scripted(shuffles=[[], ["7D", "10B"]]))
    assert match.record()["luck"][1].startswith("7D 10B 1D 2D ")


@pytest.mark.parametrize("game", ["dice", "scopa", toy_game], ids=["dice", "scopa", "magpie"])
@pytest.mark.parametrize("seed", range(3))
def test_a_replay_is_the_same_bit_for_bit(game: Any, seed: int) -> None:
    match = Match(game, 3, seed=seed)
    while True:
        record = json.loads(json.dumps(match.record()))
        assert json.dumps(snapshot(Match.replay(record, game=game))) == json.dumps(snapshot(match))
        if match.over:
            return
        play_random(match, seed, moves=150)


def test_a_record_is_replayed_only_by_the_rules_file_that_it_was_played_by(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_bytes(Path(toy_game.__file__).read_bytes())
    record = play_random(Match(str(file), 2, seed=1), 1, moves=3).record()
    assert len(record["rules_hash"]) == 16
    assert Match.replay(record, game=str(file)).record() == record
    with file.open("a", encoding="utf-8") as open_file:
        open_file.write("# changed\n")
    with pytest.raises(Rejection, match="The rules of this game have changed"):
        Match.replay(record, game=str(file))
    del record["rules_hash"]  # as in records of before
    assert Match.replay(record, game=str(file)).record()["moves"] == record["moves"]


def test_a_hash_that_is_no_text_is_damage() -> None:
    assert refused({**finished_dice(), "rules_hash": 5}).endswith("'rules_hash' is not a text.")


@pytest.mark.parametrize("stand_ins", [5, ["0"], [True], [-1], [1, 1], [1, 0], [99_999]])
def test_stand_ins_that_are_no_moves_are_damage(stand_ins: object) -> None:
    told = refused({**finished_dice(), "stand_ins": stand_ins})
    assert told.endswith("its 'stand_ins' are not indexes of moves, in order.")


def test_a_replay_leaves_the_record_as_it_was() -> None:
    record = begun_scopa()
    before = copy.deepcopy(record)
    play_random(Match.replay(record), 1)
    assert record == before


def test_a_replay_takes_over_the_names_and_options() -> None:
    match = Match("scopa", ["Dan", "Eve"], seed=1, options={"target": 3, "primiera": True})
    again = Match.replay(match.record())
    assert (again.players, again.options) == (match.players, match.options)


def test_a_record_without_some_options_takes_their_defaults() -> None:
    record = finished_dice()
    del record["options"]["skip_on"]
    assert Match.replay(record).options["skip_on"] == "count"


def test_a_record_without_previous_is_of_a_first_match() -> None:
    record = finished_dice()
    del record["previous"]
    assert snapshot(Match.replay(record)) == snapshot(Match.replay(finished_dice()))


# Outcomes as texts.


@given(st.permutations(range(10)))
def test_a_shuffle_is_written_and_read_back(order: list[int]) -> None:
    faces = tuple("ABCDEFGHIJ")
    for wanted in (Draw.seats("order", 10), Draw.cards("deck", range(10))):
        assert read_outcome(wanted, write_outcome(wanted, order, faces), faces) == tuple(order)


@pytest.mark.parametrize("text", ["", "7", "0", "-1", "1.0", "²", "1 2", "x", "None", "9" * 5000])
def test_a_roll_that_the_die_has_not_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A roll for 'die' is a whole number from 1 to 6"):
        read_outcome(Draw.die("die"), text, ())


@pytest.mark.parametrize("text", ["", "A", "A A", "A b", "A ??", "0 1", "A B C"])
def test_a_shuffle_that_is_not_one_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="A shuffle for 'deck' has each of its 2 items once"):
        read_outcome(Draw.cards("deck", [0, 1]), text, ("A", "B", "C"))


# Damaged records.


def refused(record: Any) -> str:
    """The sentence with which a record is refused."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is looked at by the test)
        Match.replay(record)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize("record", [None, 3, "record", [], [1], ("a", 1), b"{}"])
def test_what_is_no_object_is_no_record(record: Any) -> None:
    assert refused(record) == "A record is a JSON object, as Match.record() makes it."


@pytest.mark.parametrize("version", [None, 0, 2, "1", [1]])
def test_another_format_is_refused(version: Any) -> None:
    sentence = "This is not a Settebello record of format 1."
    assert refused({**finished_dice(), "settebello": version}) == sentence
    assert refused({}) == sentence


@pytest.mark.parametrize("field", FIELDS)
def test_a_missing_field_is_named(field: str) -> None:
    record = finished_dice()
    del record[field]
    assert refused(record) == f"The record is damaged: it needs '{field}'."


@pytest.mark.parametrize("value", [None, True, 1.5, {"a": 1}, "dice", 1, ["dice"]])
@pytest.mark.parametrize("field", FIELDS)
def test_a_field_of_a_wrong_kind_is_refused(field: str, value: Any) -> None:
    record = {**finished_dice(), field: value}
    if not isinstance(value, FIELDS[field]) or value is True:
        assert refused(record) == f"The record is damaged: it needs '{field}'."
    elif record != finished_dice():
        refused(record)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'. The games are: "),
        ({"game": ""}, "There is no game ''. The games are: "),
        (
            {"rules": 99},
            "The record was played with version 99 of the rules of dice; "
            f"only version {dice.VERSION} is here.",
        ),
        ({"players": ["Ann"]}, "dice is for 3 players, not 1."),
        ({"players": ["Ann", "Bea", 3]}, "A name is a text."),
        ({"players": ["Ann", "Bea", "Computer"]}, "Name cannot be Computer"),
        ({"options": {"turns": 0}}, "The option 'turns' is 1 to 1,000, not 0."),
        ({"options": {"spin": 0}}, "dice has no option 'spin'."),
        ({"luck": [1, 2]}, "The record is damaged: its luck is not a list of texts."),
        ({"moves": [5]}, "The record is damaged: move 1 is not a seat and a text."),
        ({"moves": [[0, "skip"], "01"]}, "The record is damaged: move 2 is not a seat and a text."),
        ({"moves": [["0", "skip"]]}, "The record is damaged: move 1 is not a seat and a text."),
        ({"moves": [[True, "skip"]]}, "The record is damaged: move 1 is not a seat and a text."),
        ({"moves": [[0, 1]]}, "The record is damaged: move 1 is not a seat and a text."),
        ({"moves": [[0, "skip", 1]]}, "The record is damaged: move 1 is not a seat and a text."),
        ({"previous": "0 1 2"}, "The record is damaged: "),
        ({"previous": [0, "1", 2]}, "The record is damaged: "),
    ],
)
def test_each_damage_is_told_in_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    record = {**finished_dice(), **changes}
    if sentence == "Name cannot be Computer":  # word for word, without a full stop
        with pytest.raises(ValueError, match=f"^{sentence}$"):
            Match.replay(record)
        return
    assert refused(record).startswith(sentence)


THREE_MOVES = [[0, "throw"], [1, "throw"], [2, "skip"]]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"luck": ["0 1 2", "3"]}, "it has no luck left for 'die'."),
        ({"luck": []}, "it has no luck left for 'order'."),
        ({"luck": ["0 1 2", "3", "4", "3"]}, "it has more luck than its moves ask for."),
        (
            {"luck": ["0 1 2", "7", "4"]},
            "A roll for 'die' is a whole number from 1 to 6, not 7.",
        ),
        (
            {"luck": ["0 1 1", "3", "4"]},
            "A shuffle for 'order' has each of its 3 items once.",
        ),
        (
            {"moves": [[0, "fly"]]},
            'move 1 is refused: "fly" is not a move here; try throw or skip.',
        ),
        (
            {"moves": [[0, "throw"], [2, "throw"]]},
            "move 2 is refused: It is not your turn; Bea to move.",
        ),
        (
            {"moves": [[7, "throw"]]},
            "move 1 is refused: There is no seat 7; the seats are 0 to 2.",
        ),
        (
            {"moves": [*THREE_MOVES, [0, "throw"]]},
            "move 4 is refused: The match is over.",
        ),
    ],
)
def test_a_record_that_does_not_play_out_says_where(changes: dict[str, Any], sentence: str) -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[]], rolls=[3, 4]), options={"turns": 3})
    record = play_texts(match, "throw", "throw", "skip").record()
    assert (record["luck"], record["moves"]) == (["0 1 2", "3", "4"], THREE_MOVES)
    assert refused({**record, **changes}) == f"The record does not play out: {sentence}"


def test_a_record_may_stop_anywhere_but_not_between_a_move_and_its_luck() -> None:
    record = begun_scopa()
    for moves in range(len(record["moves"])):
        part = Match.replay(record, upto=moves).record()
        assert Match.replay(part).record() == part


@pytest.mark.parametrize("previous", [[9, 9, 9], [0, 0, 0], [0], [-1, -2, -3], [0, 1, 2, 3], []])
@pytest.mark.parametrize("moves", [[], [[0, "skip"]]])
def test_an_order_of_the_last_match_that_is_none_is_refused(
    previous: list[int], moves: list[Any]
) -> None:
    record = Match("dice", ABC, seed=1).record()
    refused({**record, "luck": [], "moves": moves, "previous": previous})


def test_a_record_never_runs_a_file_that_it_names(tmp_path: Path) -> None:
    # Records come from strangers; a rules file is a program.
    trace = tmp_path / "trace"
    rules = tmp_path / "rules.py"
    rules.write_text(f"open({str(trace)!r}, 'w').close()\n")
    refused({**finished_dice(), "game": str(rules)})
    assert not trace.exists()


# Any damage at all.

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.just("0 1 2")
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to each part of a JSON document."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key in value:
            found += paths(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            found += paths(value[index], (*path, index))
    return found


RECORDS = [
    json.dumps(record)
    for record in (
        finished_dice(),
        Match("scopa", 2, seed=1).record(),
        play_random(Match("scopa", ABC, seed=5), 5, moves=8).record(),
        play_random(play_random(Match("dice", ABC, seed=6), 6).rematch(), 6, moves=4).record(),
    )
]


@settings(max_examples=300)
@given(st.sampled_from(RECORDS), st.data())
def test_no_damage_raises_anything_but_a_value_error(text: str, data: st.DataObject) -> None:
    record = json.loads(text)
    for _ in range(data.draw(st.integers(1, 3))):
        ways = paths(record)
        if not ways:
            break
        *way, key = data.draw(st.sampled_from(ways))
        part = record
        for step in way:
            part = part[step]
        damage = data.draw(st.sampled_from(["replace", "remove", "repeat", "swap"]))
        if damage == "replace":
            part[key] = data.draw(values)
        elif damage == "remove":
            del part[key]
        elif damage == "repeat" and isinstance(part, list):
            part.insert(key, part[key])
        elif isinstance(part, list):
            other = data.draw(st.integers(0, len(part) - 1))
            part[key], part[other] = part[other], part[key]
    try:
        match = Match.replay(record)
    except ValueError as error:
        assert "\n" not in str(error)  # noqa: PT017 (a record that is still good raises nothing)
    else:
        assert snapshot(Match.replay(match.record())) == snapshot(match)


@given(values)
def test_no_document_raises_anything_but_a_value_error(document: Any) -> None:
    with pytest.raises(ValueError, match="record"):
        Match.replay(document)


# Files.


def test_a_record_is_written_to_a_file_and_read_back(tmp_path: Path) -> None:
    match = play_random(Match("scopa", ["Zoë", "<b>", "李"], seed=3), 3)
    path = tmp_path / "match.json"
    write_record(match.record(), path)
    assert read_record(path) == match.record()
    assert read_record(str(path)) == match.record()
    assert snapshot(Match.replay(read_record(path))) == snapshot(match)
    assert "Zoë" in path.read_text("utf-8")


def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text("precious")
    with pytest.raises(ValueError, match="is there already; give another name"):
        write_record(finished_dice(), path)
    assert path.read_text() == "precious"


def test_a_folder_that_is_not_there_cannot_be_written_to(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^Cannot write .*No such file"):
        write_record(finished_dice(), tmp_path / "nowhere" / "match.json")


def unreadable(path: Path) -> str:
    """The sentence with which a file is refused; it names the file."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is looked at by the test)
        read_record(path)
    sentence = str(caught.value)
    assert path.name in sentence
    assert "\n" not in sentence
    return sentence


def test_a_file_that_is_missing_or_a_folder_cannot_be_read(tmp_path: Path) -> None:
    assert "No such file" in unreadable(tmp_path / "missing.json")
    assert "Is a directory" in unreadable(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"not a record",
        b"\xff\xfe\x00",
        b'{"settebello": "\xe9"}',
        b"[" * 100_000,
        b'{"settebello": ' + b"9" * 5000 + b"}",
    ],
    ids=["empty", "half", "words", "binary", "latin-1", "deep", "a huge number"],
)
def test_a_file_that_is_not_json_is_no_record(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(content)
    assert unreadable(path).endswith("is not a record: it is not JSON.")


@pytest.mark.parametrize("content", ["[]", "{}", "null", "NaN", '{"settebello": 2}'])
def test_a_file_of_other_json_is_no_record(tmp_path: Path, content: str) -> None:
    path = tmp_path / "match.json"
    path.write_text(content)
    with pytest.raises(ValueError, match="record"):
        read_record(path)


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)  # a hole: it takes no room
    assert unreadable(path).endswith("is larger than any record.")


def test_the_longest_match_is_far_from_the_largest_file() -> None:
    match = Match("dice", ["A" * 24, "B" * 24, "C" * 24], seed=1, options={"turns": 1000})
    play_random(match, 1)
    assert len(json.dumps(match.record(), indent=1)) * 20 < LARGEST_FILE


def test_a_checked_record_is_the_record_itself() -> None:
    record = finished_dice()
    assert check_record(record) is record


def test_luck_of_a_log_goes_back_with_the_luck_that_follows_it() -> None:
    luck = LoggedLuck(Seeded(1))
    luck.feed(["3"])
    die = Draw.die("die")
    mark = luck.mark()
    first = [luck.draw(die, ()) for _ in range(4)]
    luck.rewind(mark)
    assert [luck.draw(die, ()) for _ in range(4)] == first
    assert first[0] == (3,)
