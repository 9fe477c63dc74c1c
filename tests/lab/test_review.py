"""Reviews: what a decision was worth, by what its seat could know, and by nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import trap_game
import two_tricks
from helpers import source_of
from settebello import Match, cli
from settebello.bots import BotError, levels
from settebello.games import OUR_GAMES, scopa
from settebello.lab import judging
from settebello.lab import review as reviewing
from settebello.lab.judging import CloserLook, JudgedMove, judge, look_closer
from settebello.lab.review import (
    MatchReview,
    ReviewedDecision,
    Reviewer,
    SeatReview,
    review,
    worlds_for,
)
from settebello.luck import Scripted
from settebello.record import write_record
from settebello.terminal.reviews import review_told
from test_mind import dealt_again, looks_alike

GAMES = [game.NAME for game in OUR_GAMES if game.FACES]
FEW = 10  # worlds


def played(game: str = "scopa", seats: int = 2, moves: int = 10_000, **how: Any) -> Match:
    match, random = Match(game, seats, seed=3, **how), Random(3)
    while not match.over and match.history.move_count < moves:
        seat = match.to_act[0]
        match.play(seat, random.choice(match.legal(seat)))
    return match


def test_luck_and_decisions_add_up_from_an_even_share_to_the_result() -> None:
    match = played("briscola", 2)
    found = review(match.record(), worlds=FEW)
    assert [seat.result for seat in found.seats] == [
        float(seat in match.winners) for seat in range(2)
    ]
    for seat in found.seats:
        assert seat.result is not None
        assert seat.even == 0.5
        assert seat.even + seat.luck + seat.skill == pytest.approx(seat.result)
        assert seat.end == pytest.approx(seat.result)
        assert seat.decisions
        for decision in seat.decisions:
            assert decision.loss == pytest.approx(decision.best_chance - decision.chance)
            if decision.made == decision.best:
                assert (decision.loss, decision.error, decision.sure) == (0, 0, False)
                assert decision.second_loss is None


def test_partners_share_what_they_win() -> None:
    match = played("briscola", 4)
    found = review(match.record(), 0, worlds=FEW).seats[0]
    assert found.even == 0.5
    assert found.result == float(0 in match.winners)


def test_the_same_record_has_the_same_review() -> None:
    record = played("liars_dice", 3, moves=12).record()
    one, other = (review(record, 1, worlds=FEW).to_dict() for _ in range(2))
    assert one == other
    assert json.loads(json.dumps(one)) == one
    assert review(record, 1, worlds=FEW + 1).to_dict() != one


def test_a_mistake_is_found_with_the_better_move() -> None:
    # Seat 0 leads the 4. Seat 1 has the 3 and the 5, and lays the 3: they win at best one trick.
    match = Match(two_tricks, 2, luck=Scripted([["4", "1", "3", "5", "2", "6"]]))
    while not match.over:
        seat = match.to_act[0]
        texts = [move.text for move in match.legal(seat)]
        match.play(seat, min(texts) if seat == 1 else max(texts))
    found = review(match.record(), 1, game=two_tricks, worlds=200)
    assert not found.by_policy
    (loss,) = found.seats[0].largest_losses()
    assert (loss.move, loss.made, loss.best) == (2, "3", "5")
    assert loss.chance == pytest.approx(1 / 3, abs=0.1)
    assert loss.best_chance == pytest.approx(5 / 6, abs=0.1)
    told = review_told(found, "en")
    assert f"Move {loss.move}: {loss.made}" in told
    assert "has no rule of thumb that a search can use" in told


def use_policy(monkeypatch: pytest.MonkeyPatch, policy: object) -> None:
    for module in (levels, judging, reviewing):
        monkeypatch.setattr(module, "policy_of", lambda game: policy)


@pytest.mark.parametrize("made", ["run", "stay"])
def test_a_loss_that_rests_on_the_rule_of_thumb_alone_is_not_sure(
    made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # By a careless rule of thumb one who runs loses, and one who hopes wins. Nobody plays so.
    use_policy(monkeypatch, trap_game.Careless())
    match = Match(trap_game, 2, seed=1)
    match.play(0, made)
    judged = judge(Match(trap_game, 2, seed=1).mind(0), 1, made, 100)
    assert judged is not None
    assert (judged.best, judged.best_chance) == ("hope", 1.0)
    assert judging.is_no_chance(judged.loss, judged.error)
    found = review(match.record(), 0, game=trap_game).seats[0]
    (looked,) = found.decisions
    assert looked.second_loss is not None
    assert looked.second_loss < 0
    assert not looked.sure
    assert found.largest_losses() == []
    # It does not count at all: nothing was better.
    assert (looked.best, looked.best_label, looked.loss) == (made, looked.label, 0)
    assert found.skill == 0


@pytest.mark.parametrize("wakes", [False, True])
def test_a_loss_has_to_be_there_against_others_that_the_policy_names(
    wakes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Most people are careless, so to hope is better all in all; but not if one of them wakes up.
    policy = trap_game.Careless()
    other = trap_game.Awake() if wakes else policy
    policy.OTHERS = (policy.choose, other.choose)  # type: ignore[attr-defined]
    use_policy(monkeypatch, policy)
    monkeypatch.setattr(judging, "SECOND_LOOKS", 0)
    found = look_closer(Match(trap_game, 2, seed=1).mind(0), 1, "run", "hope", 100)
    assert found is not None
    assert judging.is_no_chance(found.loss, found.error)
    assert judging.is_found_again(found.loss, found.second_loss) is not wakes


def test_a_loss_that_all_looks_find_is_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    use_policy(monkeypatch, trap_game.Awake())
    match = Match(trap_game, 2, seed=1)
    match.play(0, "stay")
    (looked,) = review(match.record(), 0, game=trap_game).seats[0].largest_losses()
    assert (looked.made, looked.best, looked.best_chance) == ("stay", "run", 1.0)
    assert looked.second_loss == pytest.approx(0.5, abs=0.2)
    assert looked.sure


def decision(move: int, loss: float, error: float, second: float | None = 0.3) -> ReviewedDecision:
    return ReviewedDecision(move, "a", "a", 0.5 - loss, "b", "b", 0.5, loss, error, 0.0, [], second)


@pytest.mark.parametrize(
    ("loss", "error", "second", "sure"),
    [
        (0.2, 0.01, 0.2, True),
        (0.1, 0.0, 0.06, True),
        (0.03, 0.01, 0.02, True),
        (0.2, 0.1, 0.2, False),  # it may be chance
        (0.2, 0.01, 0.1, True),  # half of it is much
        (0.1, 0.01, 0.05, False),  # half of it is not
        (0.2, 0.0, 0.0, False),
        (0.2, 0.01, -0.3, False),
        (0.2, 0.01, None, False),
        (0.029, 0.0, 0.1, False),  # nobody would care
    ],
)
def test_a_loss_is_sure_by_all_looks(
    loss: float, error: float, second: float | None, sure: bool
) -> None:
    assert decision(1, loss, error, second).sure is sure


def test_a_loss_that_may_be_chance_is_not_named() -> None:
    losses = [(0.2, 0.1), (0.1, 0.01), (0.029, 0.0), (0.3, 0.1), (0.05, 0.01), (0.06, 0.01)]
    decisions = [decision(number, *loss) for number, loss in enumerate(losses)]
    seat = SeatReview(0, "Ann", 0.5, None, decisions, 0)
    assert [loss.move for loss in seat.largest_losses()] == [3, 1, 5]
    unsure = SeatReview(0, "Ann", 0.5, None, decisions[:1], 2)
    found = MatchReview("scopa", 1, {}, ["Ann", "Bea"], False, 100, True, [unsure])
    assert review_told(found, "en") == (
        "scopa, version 1. Each decision is judged by what its seat could know\n"
        "then, in up to 100 worlds.\n"
        "The match is not over.\n"
        "\n"
        "Ann had one decision, and a move was found that seems better. The chance\n"
        "to win was 50 % before the deal, and 30 % at last. Luck, that is the\n"
        "cards and the others, moved it by +0 points, the decisions by -20 (give\n"
        "or take 20). Of 2 decisions nothing can be said: no world was found that\n"
        "fits.\n"
        "No single decision surely cost 3 points or more, so none is called a\n"
        "turning point."
    )


# It takes no longer than it has to.


@pytest.mark.parametrize(
    ("moves", "worlds", "each"),
    [
        (0, 200, 200),
        (120, 200, 200),
        (240, 200, 100),
        (600, 200, 40),
        (2000, 200, 24),
        (2000, 9, 9),
    ],
)
def test_a_decision_of_a_long_match_gets_fewer_worlds(moves: int, worlds: int, each: int) -> None:
    assert worlds_for(moves, worlds) == each


def test_moves_that_cannot_be_much_better_are_dropped_after_a_few_worlds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_policy(monkeypatch, trap_game.Awake())
    judged = judge(Match(trap_game, 2, seed=1).mind(0), 1, "run", 200)
    assert judged is not None
    assert (judged.best, judged.loss, judged.error) == ("run", 0, 0)
    tried = {move["move"]: move["tried"] for move in judged.moves}
    assert tried == {"run": 100, "stay": 12, "hope": 12}


def test_the_largest_losses_are_looked_at_until_three_are_sure() -> None:
    losses = [0.0, 0.02, 0.3, 0.04, 0.1, 0.2, 0.029, 0.05]
    match = Match("scopa", 2, seed=3)
    seat = match.to_act[0]
    reviewer = Reviewer(match, [seat], "en")
    made, best = (move.text for move in match.legal(seat)[:2])
    for number, loss in enumerate(losses, start=1):
        reviewer.note(number, seat, made, JudgedMove(best, 0.5 - loss, 0.5, loss, 0.005, []))
    looked = []
    while (suspect := reviewer.suspect(seat)) is not None:
        looked.append(suspect)
        loss = losses[suspect - 1]
        second = 0.0 if suspect == 6 else loss
        reviewer.note_closer(seat, suspect, CloserLook(0.5 - loss, 0.5, loss, 0.005, second))
    assert looked == [3, 6, 5, 8]  # the sixth is not found again, so one more is looked at
    (found,) = reviewer.seats()
    assert [loss.move for loss in found.largest_losses()] == [3, 5, 8]
    assert [decision.loss for decision in found.decisions][5] == 0


def test_moves_without_a_choice_are_no_decisions() -> None:
    match = played("scopa", 2, options={"target": 1})
    found = review(match.record(), 0, worlds=FEW)
    again, choices = Match.replay(match.record(), upto=0), []
    for number, (seat, text) in enumerate(match.moves, start=1):
        again = Match.replay(match.record(), upto=number - 1)
        if seat == 0 and len(again.legal(0)) > 1:
            choices.append((number, text))
    assert [(each.move, each.made) for each in found.seats[0].decisions] == choices


# No fact in it that the seat could not know.


@pytest.mark.parametrize("game", GAMES)
def test_a_review_says_the_same_in_all_deals_that_look_the_same(game: str) -> None:
    match, random = Match(game, 4, seed=7), Random(7)
    compared, number = 0, 0
    while compared < 5:
        if number % 10 == 9 or match.over:
            match = Match(game, 4, seed=number)
        seat, deal = match.to_act[0], match.moment().deal
        move = random.choice(match.legal(seat))
        number += 1
        if number % 3 == 2 and all(who >= 0 for who, _, _ in deal.history()):
            mind = match.mind(seat)
            true = [(who, play) for who, play, _ in deal.history()]
            truth = dealt_again(match, deal.start.clone(), true)
            assert truth is not None
            for _ in range(5):
                other = dealt_again(match, mind.start(mind.faces(random.random)), mind.steps)
                if other is not None and looks_alike(truth, other, seat):
                    reviewed: list[list[Any]] = []
                    for each in (truth, other):
                        reviewer, known = Reviewer(each, [seat], "en"), each.mind(seat)
                        reviewer.look(number, seat, move.text, known, 2)
                        reviewed.append([*reviewer.seats()[0].decisions])
                        if compared < 2:
                            closer = look_closer(known, number, move.text, known.texts[0], 2)
                            reviewed[-1].append(closer)
                    assert reviewed[0] == reviewed[1]
                    compared += 1
        match.play(seat, move)


def test_of_a_match_in_progress_a_seat_learns_nothing_new() -> None:
    match = played("scopa", 3, moves=7)
    record, mind = match.record(), match.mind(0)
    deck = next(n for n, text in enumerate(record["luck"]) if len(text.split()) == 40)
    wanted, random = review(record, 0, worlds=FEW), Random(1)
    assert wanted.seats[0].decisions
    for _ in range(5):
        faces = record["luck"][deck].split()
        one, other = random.sample(mind.unseen[0], 2)  # neither seen nor played so far
        faces[one], faces[other] = faces[other], faces[one]
        luck = [*record["luck"]]
        luck[deck] = " ".join(faces)
        assert luck != record["luck"]
        assert review({**record, "luck": luck}, 0, worlds=FEW) == wanted
    with pytest.raises(ValueError, match="only one seat"):
        review(record, worlds=FEW)


# What is given may be wrong.


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(["review", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_the_command_prints_a_report_and_writes_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record, found = tmp_path / "match.json", tmp_path / "review.json"
    match = played("scopa", 2, options={"target": 1})
    write_record(match.record(), record)
    wanted = review(match.record(), 1, worlds=FEW)
    arguments = (str(record), "--seat", "1", "--worlds", str(FEW))
    code, out, err = run(capsys, *arguments, "--json", str(found))
    assert (code, err) == (0, "")
    assert out == f"{review_told(wanted, 'en')}\n{found} is written.\n"
    assert json.loads(found.read_text("utf-8")) == wanted.to_dict()
    code, out, _ = run(capsys, *arguments, "--language", "it")
    assert out.startswith("scopa, versione 1. Ogni decisione è giudicata per")
    assert "Probabilità di vincere: 50 % prima di dare le carte" in out


def test_what_is_wrong_is_said_in_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = played("scopa", 2, moves=5).record()
    wrong = {
        "other rules": ({**good, "rules": 99}, "99"),
        "other format": ({**good, "settebello": 2}, "not a Settebello record of format 1"),
        "damaged": ({**good, "luck": good["luck"][:-1]}, "The record does not play out"),
        "in progress": (good, "only one seat of it can be reviewed: give --seat."),
        "no such seat": (good, "There is no seat 'Dan'. The seats are: 0 (Player 1), 1 (Player 2)"),
    }
    for name, (record, sentence) in wrong.items():
        file = tmp_path / f"{name}.json"
        write_record(record, file)
        seat = ["--seat", "Dan"] if name == "no such seat" else []
        code, out, err = run(capsys, str(file), *seat)
        assert (code, out) == (2, ""), name
        assert sentence in err
        assert err.count("\n") == 1
    code, _, err = run(capsys, str(tmp_path / "nowhere.json"))
    assert (code, err.count("\n")) == (2, 1)
    closed = review({**good, "closed": "abandoned"}, worlds=FEW)
    assert len(closed.seats) == 2


def test_a_policy_that_fails_is_named(tmp_path: Path) -> None:
    rules = tmp_path / "mine.py"
    source = source_of(scopa).read_text("utf-8")
    rules.write_text(source.replace('"scopa"', '"mine"'), "utf-8")
    match = Match(str(rules), 2, seed=1)
    for _ in range(4):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
    assert not review(match.record(), 0, game=str(rules), worlds=FEW).by_policy
    policy = "def choose(state, seat, memory, random):\n    return 1 // 0\n"
    rules.with_name("mine_bot.py").write_text(policy, "utf-8")
    with pytest.raises(BotError, match=r"The policy of mine fails at move \d: ZeroDivisionError"):
        review(match.record(), 0, game=str(rules), worlds=FEW)
