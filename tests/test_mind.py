"""What a seat knows: the same bytes for all who know the same, and worlds that fit it."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest

from helpers import altered, play_random, play_texts
from settebello import Match
from settebello.cards import EVERYBODY, Place, Seat, Token
from settebello.game import IllegalMove, deck_of
from settebello.games import OUR_GAMES, go_fish, rummy, scopa
from settebello.history import Deal, MatchPosition, Moment
from settebello.luck import Scripted, Seeded
from settebello.mind import Mind, mind_of, replayed
from settebello.mind_tokens import MindTokens
from settebello.notation import Notation
from settebello.sampling import Fact
from settebello.visibility import Knowledge

GAMES = [game.NAME for game in OUR_GAMES]
WORLDS = int(os.environ.get("WORLDS", "1000"))  # compared in each game


def dealt_again(match: Match, start: Any, steps: list[tuple[int, Any]]) -> Match | None:
    """A match that begins with a deal, and goes on with these steps; None if one is not legal."""
    knowledge = Knowledge(len(match.players))
    knowledge.look(match.game, start)
    moment = Moment(start, knowledge, Deal(start, 0), 0, 0, 0)
    at = MatchPosition(moment, [0] * (len(match.players) + 1), [0] * len(match.players))
    again = Match(match.game, match.players, luck=Seeded(1), options=match.options, at=at)
    for seat, play in steps:
        found = [move for move in again.legal(seat) if move.play == play]
        if not found:
            return None
        again.play(seat, found[0])
    return again


@pytest.mark.parametrize("game", GAMES)
def test_a_mind_has_the_legal_moves_and_worlds_in_which_they_are_legal(game: str) -> None:
    match, random = play_random(Match(game, 3 if game != "hearts" else 4, seed=5), 5, 9), Random(1)
    for _ in range(30):
        if match.over:
            break
        seat = match.to_act[0]
        mind = match.mind(seat)
        texts = [str(move) for move in match.legal(seat)]
        assert mind.texts == texts
        world = mind.world(random.random)
        assert world.to_act == match.to_act
        assert [str(move) for move in world.legal(seat)] == texts
        match.play(seat, random.choice(texts))


@pytest.mark.parametrize("game", GAMES)
def test_the_steps_lead_to_the_position_in_every_world(game: str) -> None:
    match, random = Match(game, 4 if game != "dice" else 3, seed=8), Random(3)
    for number in range(60):
        if match.over:
            break
        seat = match.to_act[0]
        if number % 6 == 5:
            mind = match.mind(seat)
            faces = mind.faces(random.random)
            assert mind.fits(faces)
            state = mind.start(faces)
            for step in range(len(mind.steps)):
                mind.step(state, step, faces)
            assert lying(match.game, state) == lying(match.game, mind.state(faces))
        match.play(seat, random.choice(match.legal(seat)))


def lying(game: Any, state: Any) -> list[Any]:
    return [(place.name, tuple(place.cards)) for place in game.places(state)]


@pytest.mark.parametrize("game", GAMES)
def test_a_mind_comes_back_from_its_bytes(game: str) -> None:
    match, random = Match(game, 4 if game != "dice" else 3, seed=2), Random(2)
    for _ in range(24):
        if match.over:
            break
        seat = match.to_act[0]
        mind = match.mind(seat)
        again = Mind.from_bytes(mind.to_bytes())
        assert again.to_bytes() == mind.to_bytes()
        assert again.faces(Random(4).random) == mind.faces(Random(4).random)
        assert again.texts == mind.texts
        assert json.loads(json.dumps(match.seat_record(seat))) == match.seat_record(seat)
        match.play(seat, random.choice(match.legal(seat)))


def test_the_token_of_a_discard_does_not_tell_whether_it_was_just_drawn() -> None:
    """Two players who look alike to Ann: one discards the card that they drew, one another."""
    hand = ["KS", "QH", "9D", "7C", "5S", "3H", "AD", "JC", "8S", "6H"]
    own = ["KH", "QD", "9C", "7S", "5H", "3D", "AC", "JS", "8H", "6D"]
    dealt = [card for pair in zip(hand, own, strict=True) for card in pair]
    drawn, kept = ["2S", "4C"], ["4C", "2S"]
    minds = []
    for top, (first, _) in (("KD", drawn), ("KD", kept)):
        order = [*dealt, top, first]
        if first == "4C":  # then 2S was in the hand from the start, in place of 4C
            order = [card if card != "KS" else "2S" for card in dealt] + [top, "KS"]
        luck = Scripted(shuffles=[order], picks=[1])
        match = Match("rummy", 2, luck=luck)
        play_texts(match, "draw stock", "discard 2S")
        minds.append(match.mind(1).to_bytes())
        tokens = match.moment().state.discard[-1]  # type: ignore[attr-defined]
        minds.append(str(tokens).encode())
    assert minds[0] == minds[2]
    assert minds[1] != minds[3]  # the match itself knows which one it was


@pytest.mark.parametrize("game", ["rummy", "go_fish", "hearts"])
@pytest.mark.parametrize("players", [2, 4])
def test_all_that_is_told_holds_with_the_tokens_of_a_mind(game: str, players: int) -> None:
    """So there is always a world, and no card has to keep its own token."""
    seats = 4 if game == "hearts" else players
    match, random = Match(game, seats, seed=seats), Random(9)
    renamed = 0
    for _ in range(70):
        if match.over:
            break
        moment = match.moment()
        for seat in range(seats):
            deck, rules = deck_of(moment.state), match.game
            tokens = MindTokens(rules, moment.knowledge, moment.deal, deck, Seat(seat))
            faces = tokens.permuted(deck.faces)
            assert sorted(faces) == sorted(deck.faces)
            assert all(fact.holds(rules, faces) for fact in tokens.facts)
            steps = tokens.steps(moment.deal, Notation(rules))
            now = replayed(rules, moment.deal.start, steps, faces)
            assert [len(cards) for _, cards in lying(rules, now)] == [
                len(cards) for _, cards in lying(rules, moment.state)
            ]
            renamed += bool(tokens.names)
        seat = match.to_act[0]
        match.play(seat, random.choice(match.legal(seat)))
    assert renamed > 20


@pytest.mark.parametrize("game", [name for name in GAMES if name != "dice"])
def test_who_sees_the_same_has_the_same_bytes(game: str) -> None:
    """The truth with its own tokens, and worlds with the tokens of the mind."""
    match, random = Match(game, 4, seed=6), Random(6)
    compared, number, last = 0, 0, 8 if game == "go_fish" else 25
    while compared < WORLDS:
        if number % last == last - 1 or match.over:  # of a long deal of Go Fish few look the same
            match = Match(game, 4, seed=number)
        number += 1
        seat, deal = match.to_act[0], match.moment().deal
        if number % 5 == 4 and all(who >= 0 for who, _, _ in deal.history()):
            mind = match.mind(seat)
            true = [(who, play) for who, play, _ in deal.history()]
            truth = dealt_again(match, deal.start.clone(), true)
            assert truth is not None
            known = truth.mind(seat).to_bytes()
            for _ in range(100):
                other = dealt_again(match, mind.start(mind.faces(random.random)), mind.steps)
                if other is not None and looks_alike(truth, other, seat):
                    assert other.mind(seat).to_bytes() == known
                    compared += 1
        match.play(seat, random.choice(match.legal(seat)))


def looks_alike(match: Match, other: Match, seat: int) -> bool:
    """Whether a seat has been told the same in both, and sees the same now."""
    told = [[notice["text"] for notice in each.notices(seat)] for each in (match, other)]
    views = [each.view(seat).places for each in (match, other)]
    return told[0] == told[1] and views[0] == views[1] and match.to_act == other.to_act


def test_a_hidden_face_is_absent() -> None:
    match = Match("scopa", 3, seed=1)
    record = match.seat_record(0)
    view = match.view(0)
    seen = [card for cards in view.places.values() for card in cards if card != "??"]
    assert sorted(face for face in record["faces"] if face) == sorted(seen)
    assert record["faces"].count(None) == 40 - len(seen) == len(record["unseen"])
    numbers = [scopa.FACES.index(face) for face in record["unseen"]]
    assert numbers == sorted(numbers)  # not in the order in which they lie


def test_a_world_is_played_like_a_match() -> None:
    match, random = Match("scopa", 3, seed=1), Random(1)
    world = match.mind(match.to_act[0]).world(random.random)
    twin = world.clone()
    while not world.over:
        seat = world.to_act[0]
        world.play(seat, random.choice(world.legal(seat)))
    assert world.result().winners
    assert world.view(None).facts["winners"] == list(world.result().winners)
    assert twin.to_act == match.to_act  # it did not change with the other
    with pytest.raises(IllegalMove):
        twin.play(twin.to_act[0], "nonsense")


def test_the_same_numbers_give_the_same_world() -> None:
    match = play_random(Match("rummy", 3, seed=3), 3, 10)
    seat = match.to_act[0]
    views = [
        match.mind(seat).world(Random(n).random).view(other).to_dict()
        for n in (7, 7, 8)
        for other in [(seat + 1) % 3]
    ]
    assert views[0] == views[1] != views[2]


def test_an_undone_move_is_forgotten() -> None:
    match = Match("go_fish", 3, seed=1)
    before = match.mind(0).to_bytes()
    branch = match.branch(match.moment(), Seeded(2))
    seat = branch.to_act[0]
    branch.play(seat, branch.legal(seat)[0])
    assert branch.mind(0).to_bytes() != before
    assert match.mind(0).to_bytes() == before


def test_a_new_deal_begins_a_new_memory() -> None:
    match = Match("liars_dice", 2, seed=1)
    while match.moment().deal.steps < 2:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    match.play(
        match.to_act[0],
        "doubt"
        if "doubt" in map(str, match.legal(match.to_act[0]))
        else str(match.legal(match.to_act[0])[-1]),
    )
    assert match.mind(0).steps == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seat_record": 9}, "no seat record of version 1"),
        ({"game": "chess"}, "no seat record of version 1 of scopa"),
        ({"rules": 99}, "no seat record of version 1 of scopa"),
        ({"rules_hash": "abc"}, "not those of the seat record"),
        ({"seat": 3}, "cannot be read: it is of another table"),
        ({"seats": "3"}, "cannot be read: it is of another table"),
        ({"faces": ["7D"]}, "cannot be read: it has another deck"),
        ({"unseen": []}, "cannot be read"),
        ({"start": {}}, "cannot be read"),
        ({"now": None}, "cannot be read"),
        ({"steps": [[0]]}, "cannot be read"),
        ({"options": {"target": 0}}, "cannot be read"),
    ],
)
def test_a_wrong_record_is_refused_in_a_sentence(change: dict[str, Any], sentence: str) -> None:
    record = Match("scopa", 3, seed=1).seat_record(0) | change
    with pytest.raises(ValueError, match=sentence):
        Mind.follow("scopa", record)


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"game": 3}', b"\xff"])
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="no seat record"):
        Mind.from_bytes(data)


def test_a_record_whose_facts_cannot_be_true_is_refused_when_a_world_is_wanted() -> None:
    match = Match("scopa", 3, seed=1)
    record = match.seat_record(0)
    hidden = record["faces"].index(None)
    record["facts"] = [["void", [hidden], list(range(40))]]
    with pytest.raises(ValueError, match="No world fits what seat 0 was told"):
        Mind.follow("scopa", record, Random(1).random)


def test_rules_that_mind_other_tokens_keep_their_own() -> None:
    """Then a mind has no steps, and its worlds are right all the same."""

    def apply(state: Any, seat: Any, play: Any, tell: Any) -> None:
        if tell is None:
            raise ValueError("not without somebody who listens")
        rummy.apply(state, seat, play, tell)

    match = Match(altered(rummy, apply=apply), 2, seed=1)
    seat = match.to_act[0]
    play_texts(match, "draw stock")
    match.play(seat, match.legal(seat)[0])
    mind = mind_of(match.game, match.options, match.moment(), Seat(1 - seat))
    assert mind.steps == []
    assert Token(0) in [card for group in mind.unseen for card in group] or mind.unseen
    assert mind.world(Random(1).random).to_act == match.to_act


def test_a_fact_is_kept_as_far_as_it_is_sure() -> None:
    """In Go Fish, who asked for sevens has some of them, whatever else leaves their hand."""
    match = play_random(Match(go_fish, 3, seed=4), 4, 12)
    asked = [(move.split()[2], seat) for seat, move in match.moves if move.startswith("ask")]
    assert asked
    mind = match.mind(match.to_act[0])
    names = {fact[0] for fact in mind.to_dict()["facts"]}
    assert {"void", "some"} <= names


def test_a_shuffle_in_the_middle_of_a_deal_is_a_step() -> None:
    """In Rummy the discard pile is shuffled again: its new cards are those of the world."""
    match, random = Match("rummy", 3, seed=3, options={"reshuffle": True}), Random(3)
    while all(seat >= 0 for seat, _, _ in match.moment().deal.history()):
        seat = match.to_act[0]
        moves = [move for move in match.legal(seat) if str(move) != "draw pile"]
        match.play(seat, random.choice([m for m in moves if m.verb in ("stock", "discard")]))
    seat = match.to_act[0]
    mind = match.mind(seat)
    faces = mind.faces(random.random)
    state = mind.start(faces)
    for step in range(len(mind.steps)):
        mind.step(state, step, faces)
    assert lying(match.game, state) == lying(match.game, mind.state(faces))


def test_cards_that_are_gone_unseen_leave_no_steps() -> None:
    """Nobody can say what a card was that left the game face down."""

    def places(state: Any) -> list[Place]:
        return [place for place in scopa.places(state) if place.name != "stock"]

    match = Match(altered(scopa, places=places), 3, seed=1)
    seat = match.to_act[0]
    match.play(seat, match.legal(seat)[0])
    mind = match.mind(match.to_act[0])
    assert mind.steps == []
    assert mind.texts == [str(move) for move in match.legal(match.to_act[0])]


def test_facts_that_say_the_same_are_kept_once() -> None:
    """A fact of the game's own, told twice, and one that its game cannot judge by parts."""

    def holds(fact: str, cards: Any, numbers: Any, faces: Any) -> bool:
        return bool(faces[cards[0]] != faces[cards[1]])

    match = Match(altered(rummy, holds=holds), 2, seed=1)
    told = Fact("differ", (Token(0), Token(2)), (), EVERYBODY)
    match.moment().knowledge.facts += (told, told)
    seat = match.to_act[0]
    play_texts(match, "draw stock")
    match.play(seat, match.legal(seat)[-1])
    mind = match.mind(1 - seat)
    assert [fact.name for fact in mind.facts].count("differ") <= 1


def test_a_deck_of_another_size_is_refused() -> None:
    record = Match("scopa", 3, seed=1).seat_record(0)
    record["now"] = record["now"] | {
        "deck": [*record["now"]["deck"][:1], 39, *record["now"]["deck"][2:]]
    }
    with pytest.raises(ValueError, match="cannot be read: it has another deck"):
        Mind.follow("scopa", record)
