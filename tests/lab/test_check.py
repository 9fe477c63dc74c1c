"""`check` passes our games and catches every planted defect, with a small record of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers import source_of
from lab import go_fish, planted_words
from lab.planted import DEFECTS as PLANTED
from lab.planted import altered, game
from lab.planted_words import secret
from settebello.cards import EVERYBODY, Place, Seat
from settebello.game import Play, Tell
from settebello.games import scopa
from settebello.lab import looks
from settebello.lab.audit import Finding
from settebello.lab.check import FAMILY, Line, check, examine
from settebello.lab.leaks import Secrets
from settebello.match import Match
from settebello.registry import RulesError, find_game, games

DEFECTS = {**PLANTED, **planted_words.DEFECTS}
TINY = ("bid", "cups", "partners", "request", "rounds", "secret", "trick")


def lines_of(checked: Any, matches: int = 4, worlds: int = 120) -> dict[str, Line]:
    found = check(checked, matches=matches, worlds=worlds, seconds=600)
    return {line.name: line for line in found}


def red(lines: dict[str, Line]) -> dict[str, str]:
    return {name: line.finding.sentence for name, line in lines.items() if line.finding}


@pytest.mark.parametrize("name", games())
def test_our_games_pass_with_random_options(name: str) -> None:
    lines = {line.name: line for line in check(find_game(name), matches=5, worlds=60, seed=7)}
    assert red(lines) == {}
    assert lines["words"].missing == {}


@pytest.mark.parametrize("name", TINY)
def test_the_tiny_games_pass(name: str) -> None:
    assert red(lines_of(find_game(f"tests/examples/{name}.py"), matches=6)) == {}


def test_a_world_of_a_mixed_hand_keeps_to_what_was_told() -> None:
    lines = lines_of(go_fish, matches=4, worlds=200)
    assert red(lines) == {}
    assert lines["secrets"].numbers["worlds"] >= 200


def test_there_are_many_planted_defects() -> None:
    assert len(DEFECTS) >= 60


def test_scopa_without_a_defect_passes() -> None:
    lines = lines_of(game())
    assert red(lines) == {}
    assert lines["secrets"].numbers == {"worlds": 120, "impossible": 0}


@pytest.mark.parametrize("plant", DEFECTS, ids=lambda plant: plant.__name__)
def test_planted_defect_turns_one_line_red(plant: Callable[[], Any]) -> None:
    name, sentence = DEFECTS[plant]
    lines = lines_of(plant(), matches=4, worlds=300 if name in FAMILY else 20)
    assert list(red(lines)) == [name]
    assert sentence in red(lines)[name]
    finding = lines[name].finding
    assert finding is not None
    if name != "words":
        assert finding.record is not None
        json.dumps(finding.record)


LEAKS_OF_SCOPA = [
    plant for plant, (name, _) in DEFECTS.items() if name == "secrets" and plant().NAME == "scopa"
]


def leak_in(checked: Any) -> Finding:
    secrets = Secrets(300)
    _, finding = examine(checked, secrets, 300, 1, secrets.is_done)
    assert finding is not None
    return finding


@pytest.mark.parametrize("plant", LEAKS_OF_SCOPA, ids=lambda plant: plant.__name__)
def test_a_leak_is_shown_by_a_record_of_few_moves(plant: Callable[[], Any]) -> None:
    finding = leak_in(plant())
    assert finding.record is not None
    assert finding.moves <= 3
    # The record is one that an author can look at.
    assert Match.replay(finding.record, game=plant()).record() == finding.record


def test_the_smallest_record_of_a_lost_card_is_the_first_capture() -> None:
    plant = next(plant for plant in DEFECTS if plant.__name__ == "a_lost_card")
    _, finding = examine(plant(), looks.pieces, 3, 1)
    assert finding is not None
    assert finding.record is not None
    assert len(finding.record["moves"]) == 1
    assert " x " in finding.record["moves"][0][1]


def test_no_world_of_scopa_is_impossible() -> None:
    secrets = Secrets(250)
    _, finding = examine(find_game("scopa"), secrets, 40, seed=3, is_done=secrets.is_done)
    assert finding is None
    assert secrets.compared == 250
    assert secrets.dropped == 0


def test_impure_imports_are_named(tmp_path: Path) -> None:
    source = source_of(find_game("scopa")).read_text("utf-8")
    file = tmp_path / "impure.py"
    file.write_text("import random\n" + source, "utf-8")
    line = next(iter(check(find_game(str(file)))))
    assert line.finding is not None
    assert "import 'random'" in line.finding.sentence


def test_rules_that_fail_at_once_give_one_red_line() -> None:
    def setup(options: Any, seats: int, previous: Any) -> Any:
        raise ZeroDivisionError("nobody there")

    lines = list(check(game(setup=setup), matches=2, worlds=2))
    assert [line.name for line in lines] == ["imports", "rules"]
    assert lines[1].finding is not None
    assert "failed in 'setup': ZeroDivisionError: nobody there" in lines[1].finding.sentence


def test_a_game_without_declared_events_passes_and_its_author_is_told() -> None:
    silent = game()
    del silent.EVENTS
    lines = lines_of(silent)
    assert red(lines) == {}
    assert lines["events"].said == "no-events-declared"


def words_with(folder: Path, text: str, language: str = "en") -> str:
    """The path of a rules file beside which there is a words file with this text."""
    (folder / f"mine.{language}.ftl").write_text(text + "\n", "utf-8")
    return str(folder / "mine.py")


def test_a_sentence_that_no_field_completes_gives_a_red_line(tmp_path: Path) -> None:
    never_told = {**scopa.EVENTS, "PointsLost": ""}
    lines = lines_of(
        game(EVENTS=never_told, __file__=words_with(tmp_path, "points-lost = { $seat }"))
    )
    assert list(red(lines)) == ["words"]
    assert "In mine.en.ftl the message 'points-lost' uses $seat" in red(lines)["words"]


def test_a_game_that_lacks_a_name_is_refused() -> None:
    broken = game()
    del broken.legal
    with pytest.raises(RulesError, match="needs a function 'legal'"):
        find_game(broken)


# What is said of a game.


def test_a_game_that_tells_some_only_is_not_called_open() -> None:
    def private(state: Any, seat: Any) -> dict[str, Any]:
        return {"seat": seat}

    open_game = find_game("dice")
    assert lines_of(open_game, matches=1, worlds=5)["secrets"].said == "nothing-hidden"
    told_to_some = altered(open_game, private=private)
    assert lines_of(told_to_some, matches=1, worlds=5)["secrets"].said == "no-other-world"


def test_what_is_not_judged_is_not_called_right() -> None:
    lines = lines_of(DEFECTS_BY_NAME["a_clone_that_shares"](), worlds=5)
    assert [lines[name].is_skipped for name in FAMILY] == [True, True, True]
    lines = lines_of(DEFECTS_BY_NAME["a_rank_cached_in_the_state"](), worlds=50)
    assert [lines[name].is_skipped for name in FAMILY] == [True, True, False]


DEFECTS_BY_NAME = {plant.__name__: plant for plant in DEFECTS}


def test_a_leak_says_what_is_likely() -> None:
    def said(name: str) -> str:
        return leak_in(DEFECTS_BY_NAME[name]()).sentence

    assert "`shown_to` shows them, or tell it `only`" in said("an_event_that_names_a_hidden_card")
    assert "say it with `tell.learn` as well" in said("a_claim_whose_outcome_is_no_fact")
    assert "move the fact to `private`" in said("a_view_that_leaks")
    assert "`legal` reads a hidden face" in said("a_claim_offered_only_when_it_holds")
    assert "`refusal` uses more than its view" in said("a_refusal_that_tells")


def test_late_positions_are_looked_at() -> None:
    at: list[int] = []
    examine(find_game("scopa"), lambda audited: at.append(len(audited.steps)), 16, seed=1)
    assert max(at) > 150


def test_time_ends_a_check_and_is_told() -> None:
    shares: list[float] = []
    lines = list(check(find_game("scopa"), seconds=0.01, progress=shares.append))
    assert [line.name for line in lines if line.finding] == []
    assert lines[1].numbers["matches"] == 1
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


# Its words.

WORDS = """title = Mine
dealt = Dealt.
laid = { $you ->
    [yes] You lay { $card }.
   *[no] { $seat } lays { $card }.
}
move-lay = lay { $card }
"""


def test_a_message_that_cannot_be_said_names_its_file_and_what_it_may_use(tmp_path: Path) -> None:
    for text, sentence in (
        (WORDS + "captured = { $taker } takes.", "Unknown external: taker. It may use $seat, "),
        (WORDS + "move-take = take { $nothing }", "'move-take' cannot be said: Unknown external: "),
        (WORDS + "option-target = Up to { $n }", "'option-target' cannot be said: Unknown extern"),
        (WORDS + "fact-round = { $n }", "'fact-round' cannot be said"),
        (WORDS + "place-table = { $n }", "'place-table' cannot be said"),
        (WORDS + "card = { $n }", "'card' cannot be said: Unknown external: n. It may use $rank"),
        (WORDS + "refusal-not-in-hand = { $n }", "It may use $text, $legal."),
    ):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        lines = lines_of(game(__file__=words_with(folder, text)), matches=2, worlds=1)
        assert list(red(lines)) == ["words"]
        assert red(lines)["words"].startswith("In mine.en.ftl the message ")
        assert sentence in red(lines)["words"]


def test_a_part_of_a_words_file_that_is_not_fluent_is_named_by_its_line(tmp_path: Path) -> None:
    text = "laid = Laid.\ncaptured = { $seat ->\n    [one] One\n }\n"
    lines = lines_of(game(__file__=words_with(tmp_path, text)), matches=1, worlds=1)
    assert red(lines)["words"].startswith("Line 4 of mine.en.ftl cannot be read: Expected one of")


def test_a_choice_may_be_sealed_and_opened_in_one_step() -> None:
    def apply(state: Any, seat: Seat, play: Play, tell: Tell | None) -> None:
        state.hid, state.deck = (*state.hid, seat), state.deck.sealed(play[1] - 1, range(5))
        state.to_act = tuple([other for other in state.to_act if other != seat])
        if tell:
            tell("Chosen", seat=seat)
        if not state.to_act:
            state.left = 0
            if tell:
                hands = [[state.hid.index(seat)] for seat in sorted(state.hid)]
                tell("Opened", cards={"hands": hands}, scores=state.scores)

    def places(state: Any) -> list[Place]:
        if not state.left:
            return [Place("open", range(len(state.hid)), EVERYBODY)]
        return [*secret.places(state), Place("open", ())]

    opened = altered(secret, apply=apply, places=places, PLACES={"choice": 1, "open": 4})
    assert red(lines_of(opened, matches=4, worlds=20)) == {}


def test_messages_that_a_language_lacks_are_listed(tmp_path: Path) -> None:
    words_with(tmp_path, "laid = Carta.\nfact-round = Giro", "it")
    line = lines_of(game(__file__=words_with(tmp_path, WORDS)), matches=1, worlds=1)["words"]
    assert line.finding is None
    assert {"captured", "move-take", "fact-round"} <= set(line.missing["mine.en.ftl"])
    assert {"title", "move-lay"} <= set(line.missing["mine.it.ftl"])
    assert "laid" not in line.missing["mine.it.ftl"]


def test_a_message_that_is_misspelt_is_listed_with_its_name_in_the_file(tmp_path: Path) -> None:
    words = "title = Mine\ncaptued = Taken.\nmove-lay = lay it\nmove-tkae = take it\n"
    line = lines_of(game(__file__=words_with(tmp_path, words)), matches=1, worlds=1)["words"]
    missing = line.missing["mine.en.ftl"]
    assert {"captured (is it captued?)", "move-take (is it move-tkae?)", "laid"} <= set(missing)


def test_the_text_for_all_moves_of_a_verb_is_said_too(tmp_path: Path) -> None:
    words = "move-lay = lay it\n    .any = one of these, such as { $exmaple }\n"
    line = lines_of(game(__file__=words_with(tmp_path, words)), matches=1, worlds=1)["words"]
    assert line.finding is not None
    assert "the message 'move-lay.any' cannot be said" in line.finding.sentence
    assert "It may use $example, $meaning." in line.finding.sentence


def test_a_game_without_words_is_told_so(tmp_path: Path) -> None:
    line = lines_of(game(__file__=str(tmp_path / "mine.py")), matches=1, worlds=1)["words"]
    assert (line.finding, line.said) == (None, "no-words")


def lesson_beside(folder: Path, moves: str, words: str) -> str:
    """What `check` finds in a first game with such a lesson."""
    rules = folder / f"high_{len(list(folder.iterdir()))}.py"
    rules.write_text(Path("examples/my_first_game.py").read_text("utf-8"), "utf-8")
    rules.with_suffix(".en.ftl").write_text(words)
    rules.with_suffix(".lesson.toml").write_text(f"seats = 2\nseed = 32\nmoves = [{moves}]\n")
    found = red(lines_of(find_game(str(rules)), matches=1, worlds=1))
    assert set(found) <= {"words"}
    return found.get("words", "")


def test_a_lesson_that_cannot_be_played_or_lacks_a_sentence_is_found(tmp_path: Path) -> None:
    moves, words = '"1 8D", "0 10D", "1 9B"', "lesson-1 = Your king.\nlesson-end = So it goes.\n"
    assert lesson_beside(tmp_path, moves, words) == ""
    lacking = lesson_beside(tmp_path, moves, "lesson-1 = Your king.\n")
    assert re.fullmatch(r"high_\d+\.en\.ftl lacks 'lesson-end', which the coach says\.", lacking)
    wrong = lesson_beside(tmp_path, '"0 10D"', words)
    assert wrong.startswith(
        "The lesson of the game cannot be played. Move 1 of the lesson, '0 10D'"
    )
    unfit = lesson_beside(tmp_path, moves, words + "aim = { $seat }\n")
    assert "the message 'aim' cannot be said" in unfit
