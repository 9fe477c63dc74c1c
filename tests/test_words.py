"""Sentences: every event and every refusal has one, in every language, and it is a right one."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import settebello
import toy_game
from helpers import SILENT, altered, play_random, play_texts, source_of, viewers
from settebello import IllegalMove, Match, Scripted
from settebello.cards import D6
from settebello.events import KINDS, declared_events
from settebello.game import Move
from settebello.games import OLDER_RULES, OUR_GAMES, dice, rummy, scopa
from settebello.registry import find_game
from settebello.rejection import RejectionCode
from settebello.words import (
    LANGUAGES,
    Words,
    about,
    at_table,
    cards,
    choice_text,
    facts,
    house_rule,
    hyphened,
    in_words,
    label,
    option_text,
    place_names,
    rank_names,
    refuse,
    sentence,
    short_label,
    spoken,
    team_names,
    title,
    words_of,
)
from settebello.words.variables import SAMPLES, unknown_variables, variables_of, variables_of_move

SOURCE = Path(settebello.__file__).parent
GAMES = (*OUR_GAMES, *OLDER_RULES)
ABC = ["Ann", "Bea", "Cal"]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.NAME}-{game.VERSION}")
each_language = pytest.mark.parametrize("language", LANGUAGES)


# What the rules tell, found in their files.


def tree_of(game: Any) -> ast.Module:
    return ast.parse(source_of(game).read_text("utf-8"))


def texts_in(node: ast.AST) -> set[str]:
    """All texts that an expression may be."""
    constants = [part for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return {part.value for part in constants if isinstance(part.value, str)}


def tellings(game: Any) -> Iterator[tuple[str, ast.Call]]:
    """Each kind of event that the rules tell, with the call that tells it."""
    for node in ast.walk(tree_of(game)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell":
            for kind in texts_in(node.args[0]):
                yield kind, node


def fields_of(call: ast.Call) -> set[str]:
    """The fields with which this call tells an event."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    cards = texts_in(ast.Tuple([key for key in keys_of(given.pop("cards", None)) if key]))
    return {name for name in given if name not in ("shown_to", "only") and name} | cards


def keys_of(value: ast.expr | None) -> list[ast.expr | None]:
    return value.keys if isinstance(value, ast.Dict) else []


def codes_of(game: Any) -> set[str]:
    """The codes that the game's own refusal can give."""
    for node in tree_of(game).body:
        if isinstance(node, ast.FunctionDef) and node.name == "refusal":
            returned = [part for part in ast.walk(node) if isinstance(part, ast.Return)]
            return set().union(*(codes_in(part.value) for part in returned if part.value))
    return set()


def codes_in(value: ast.expr) -> set[str]:
    """The codes that a returned expression may be; a condition's own texts are none."""
    if isinstance(value, ast.IfExp):
        return codes_in(value.body) | codes_in(value.orelse)
    return texts_in(value)


# What the words have.


class Variables(Visitor):
    """Collects the arguments that a message uses."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.names.add(node.id.name)


def messages(name: str, language: str) -> dict[str, set[str]]:
    """The messages in a file of ours, with the arguments that each uses."""
    source = (SOURCE / "words" / language / f"{name}.ftl").read_text("utf-8")
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(source).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.names
    return found


@each_language
@each_game
def test_every_event_and_refusal_of_a_game_has_a_sentence_and_no_sentence_is_spare(
    game: Any, language: str
) -> None:
    kinds = {hyphened(kind) for kind in declared_events(game)}
    refusals = {f"refusal-{code}" for code in codes_of(game) - set(RejectionCode)}
    assert kinds
    moves = {f"move-{verb}" for verb in game.VERBS}
    options = {f"option-{option.name}" for option in game.OPTIONS}
    card = {"card"} if game.FACES and len(set(game.FACES)) > 14 else set()  # 66 has bare numbers
    told = {f"fact-{name}" for name in public_facts(game)}
    places = {
        f"place-{name.partition(':')[0]}"
        for name in Match(game, game.SEATS[0], seed=1).view(0).places
    }
    ranks = {"rank", *(f"rank-{rank}" for rank in getattr(game, "RANKS", ()))}
    guiding = ("aim", "prompt-", "lesson-")  # see test_prompts.py and test_lessons.py
    found = {name for name in messages(game.NAME, language) if not name.startswith(guiding)}
    found -= card | told | places | ranks
    assert found == kinds | refusals | moves | options | {"title", "about"}


def public_facts(game: Any) -> set[str]:
    """What the rules tell everybody beside the places."""
    match = Match(game, game.SEATS[0], seed=1)
    return set(game.public(match.moment().state))


@each_language
@each_game
def test_facts_have_labels_and_are_what_their_kind_says(game: Any, language: str) -> None:
    match = play_random(Match(game, game.SEATS[0], seed=1), 1, moves=20)
    assert facts(game, language)
    for name, (said, kind) in facts(game, language).items():
        value = match.facts()[name]
        assert said[0].isupper()
        if kind == "by_seat":
            assert len(value) == len(match.players)
        elif kind == "seat":
            assert value is None or value in range(len(match.players))
        else:
            assert value is None or isinstance(value, int | str)


@each_language
@each_game
def test_a_game_has_a_name_for_people_and_a_line_about_it(game: Any, language: str) -> None:
    assert title(game, language)[0].isupper() or title(game, language).isdigit()
    assert about(game, language).endswith(".")
    assert set(cards(game, language)) == set(game.FACES)


@each_language
@each_game
def test_every_choice_of_an_option_is_said_in_words(game: Any, language: str) -> None:
    for option in game.OPTIONS:
        wording = [choice_text(game, option, choice, language) for choice in option.choices]
        assert len(set(wording)) == len(wording)
        assert not set(wording) & set(option.choices)
        for choice, text in zip(option.choices, wording, strict=True):
            assert house_rule(game, option, choice, language).endswith(f": {text}")


@each_language
def test_a_house_rule_is_said_with_its_value(language: str) -> None:
    target, last_card, *_ = scopa.OPTIONS
    told = [
        house_rule(scopa, option, value, language)
        for option, value in ((target, 12), (last_card, False), (last_card, True))
    ]
    rule = option_text(scopa, last_card, language)
    assert (
        told
        == {
            "en": ["Points to win: 12", f"{rule}: no", f"{rule}: yes"],
            "it": ["Punti per vincere: 12", f"{rule}: no", f"{rule}: sì"],
        }[language]
    )


@each_language
@each_game
def test_an_option_is_a_label_and_no_sentence(game: Any, language: str) -> None:
    for option in game.OPTIONS:
        wording = option_text(game, option, language)
        assert wording[0].isupper()
        assert wording[-1] not in ".:?"


# Tables of how a round was counted, and moves in words and in signs.


def tallies(match: Match, language: str = "en") -> list[dict[str, Any]]:
    return [told for told in match.notices(None, language) if "tally" in told]


@each_language
@each_game
def test_a_tally_has_a_cell_for_each_seat_and_says_who_won_the_round(
    game: Any, language: str
) -> None:
    match = play_random(Match(game, game.SEATS[0], seed=3), 3)
    seats = len(match.players)
    counted = tallies(match, language)
    assert bool(counted) == bool(words_of(game, language).labels.keys() & told_by(game))
    for told in counted:
        assert told["tally"]["rows"]
        assert set(told["tally"]["winners"]) <= set(range(seats))
        for row in told["tally"]["rows"]:
            assert row["label"][0].isupper()
            for part in row.keys() - {"label"}:
                assert len(row[part]) == seats
    if counted:
        last = counted[-1]["tally"]["rows"][-1]
        assert last["cells"] == list(match.scores)
        assert ("before" in last) == (game.NAME != "go_fish")  # which has no rounds


def told_by(game: Any) -> set[str]:
    return {hyphened(kind) for kind, _ in tellings(game)}


def test_a_tally_of_scopa_says_what_each_point_was_for() -> None:
    match = play_random(Match("scopa", ABC, seed=3), 3)
    rows = {row["label"]: row for row in tallies(match)[0]["tally"]["rows"]}
    assert list(rows) == [
        "Cards taken", "Cards", "Coins", "Seven of coins", "Sum", "Sweeps", "Points", "Score",
    ]  # fmt: skip
    assert sorted(rows["Seven of coins"]["cells"]) == [False, False, True]
    for seat in range(3):
        gained = sum(row["points"][seat] for row in rows.values() if "points" in row)
        assert gained == rows["Points"]["cells"][seat]
        grown = rows["Score"]["cells"][seat] - rows["Score"]["before"][seat]
        assert grown == gained


def test_the_label_of_a_row_can_depend_on_the_house_rules() -> None:
    match = play_random(Match("scopa", ABC, seed=3, options={"primiera": True}), 3)
    assert "Primiera" in [row["label"] for row in tallies(match)[0]["tally"]["rows"]]


def test_an_event_without_labels_has_no_tally() -> None:
    match = play_random(Match("dice", ABC, seed=1), 1)
    assert not tallies(match)


def test_a_move_in_66_says_what_happens_to_its_card() -> None:
    deck = Scripted(shuffles=[["0", "0", "1", "1", "1", "1", "2", "2", "7"]], picks=[0])
    match = Match("sixty_six", ["Ann", "Bea"], luck=deck)

    def first() -> tuple[str, str]:
        move, facts = match.legal(0)[0], match.facts()
        english, italian = (label(match.game, move, match.players, facts, x) for x in LANGUAGES)
        return english, italian

    match.play(0, "deck")
    assert first() == (
        "replace your card 1 with the card you took",
        "sostituisci la tua carta 1 con la carta presa",
    )
    match.play(0, "discard")
    assert first() == ("look at your card 1", "guarda la tua carta 1")


@pytest.mark.parametrize(
    ("text", "short"), [("7D x 3S 4B", "3 + 4 = 7"), ("10D x 10C", "10 = 10"), ("1S", "")]
)
def test_a_capture_is_said_in_signs_too(text: str, short: str) -> None:
    verb = "take" if "x" in text else "lay"
    for language in LANGUAGES:
        assert short_label(scopa, Move(text, verb, (), ()), language) == short
    assert short_label(rummy, Move("draw stock", "stock", (), ())) == ""


@each_game
def test_later_a_player_is_told_what_they_did_without_a_face(game: Any) -> None:
    for seed in range(3):
        match = play_random(Match(game, game.SEATS[0], seed=seed), seed, moves=200)
        for viewer in viewers(match):
            own = "-" if viewer is None else match.players[viewer]
            for notice in match.notices(viewer):
                later = notice.get("later", "")
                assert own not in later
                assert ": " not in later  # faces would follow
                assert later or "shown" not in notice


def test_a_game_without_words_goes_by_its_name() -> None:
    assert (title(toy_game), about(toy_game), facts(toy_game)) == (toy_game.NAME, "", {})
    assert cards(toy_game) == {face: face for face in toy_game.FACES}


@each_game
def test_every_event_is_told_with_the_fields_that_it_declares(game: Any) -> None:
    declared = declared_events(game)
    assert {kind for kind, _ in tellings(game)} == set(declared)
    for kind, call in tellings(game):
        assert fields_of(call) == set(declared[kind]), kind


@each_language
@each_game
def test_a_sentence_uses_only_what_its_event_declares(game: Any, language: str) -> None:
    assert list(unknown_variables(game, language)) == []
    used = messages(game.NAME, language)
    for code in codes_of(game) - set(RejectionCode):
        assert used[f"refusal-{code}"] <= {"text", "legal"}, code


def test_a_sentence_that_uses_what_no_field_gives_is_found() -> None:
    events = {**scopa.EVENTS, "Laid": "seat", "Tallied": scopa.EVENTS["Tallied"].replace(
        "scores:by_seat", "scores:numbers")}  # fmt: skip
    found = list(unknown_variables(altered(scopa, EVENTS=events), "en"))
    assert found == [("Laid", "card"), ("Tallied", "scores_by_seat")]


def test_every_kind_of_field_gives_its_arguments() -> None:
    assert set(SAMPLES) == set(KINDS)
    assert variables_of({"seat": "seat", "owner_seat": "seat", "won_seats": "seats"}) == {
        "seat", "you", "owner", "owner_you", "won", "won_number",
    }  # fmt: skip
    assert variables_of({"card": "card", "hands": "hands", "n": "number"}) == {
        "card", "hands", "hands_number", "hands_hidden", "hands_by_seat", "n",
    }  # fmt: skip
    assert "cards_by_seat" not in variables_of({"cards": "cards"})


@each_game
def test_the_languages_say_the_same(game: Any) -> None:
    one, other = (messages(game.NAME, language) for language in ("en", "it"))
    assert one == other


def test_every_language_has_a_folder_and_every_folder_is_a_language() -> None:
    folders = [path.name for path in (SOURCE / "words").iterdir() if (path / "core.ftl").exists()]
    assert sorted(folders) == sorted(LANGUAGES)


@each_game
def test_every_sentence_of_some_matches_can_be_said(game: Any) -> None:
    for seed in range(3):
        match = play_random(Match(game, game.SEATS[0], seed=seed), seed, moves=200)
        for viewer in viewers(match):
            for language in LANGUAGES:
                for notice in match.notices(viewer, language):
                    text = notice["text"]
                    if not text:  # it would say nothing new
                        assert notice["event"] in SILENT
                        continue
                    assert text[0].isupper() or not text[0].isalpha()
                    assert text[-1] in ".!"
                    assert not re.search(r"[{}$]|\n|  | [.,;:]|\bNone\b|\bTrue\b", text), text


# Sentences.


def test_you_are_you_and_the_others_have_names() -> None:
    match = Match("scopa", ABC, luck=Scripted(shuffles=[[], ["7D", "3C", "9S"]]))
    assert [match.notices(viewer)[2]["text"] for viewer in (0, 1, None)] == [
        "You are dealt the 7 of coins, the 3 of cups and the 9 of swords.",
        "Ann is dealt 3 cards.",
        "Ann is dealt 3 cards.",
    ]
    assert (
        match.notices(0, "it")[2]["text"] == "Ricevi il 7 di denari, il 3 di coppe e il 9 di spade."
    )
    assert match.notices(1, "it")[2]["text"] == "Ann riceve 3 carte."


@pytest.mark.parametrize(
    ("parts", "english", "italian"),
    [
        ([], "", ""),
        (["7D"], "7D", "7D"),
        (["7D", "3C"], "7D and 3C", "7D e 3C"),
        (["7D", "3C", "4S"], "7D, 3C and 4S", "7D, 3C e 4S"),
    ],
)
def test_lists_are_joined_as_people_do(parts: list[str], english: str, italian: str) -> None:
    assert words_of(scopa, "en").join(parts) == english
    assert words_of(scopa, "it").join(parts) == italian


def test_a_list_with_an_entry_for_each_seat_is_told_by_names() -> None:
    notice = {"event": "MatchEnded", "points": [3, 0, 12], "winner_seats": [2]}
    assert sentence(dice, notice, 0, ABC) == "Points: Ann 3, Bea 0, Cal 12. Winner: Cal."
    assert sentence(dice, notice, 0, ABC, "it") == "Punti: Ann 3, Bea 0, Cal 12. Vince Cal."


def test_hands_are_told_by_names_and_in_words() -> None:
    hands = [["AS", "8H", "KC"], [], ["4D"]]
    for language, told in (
        ("en", "Ann: the ace of spades, the 8 of hearts and the king of clubs; Bea: no cards; "
               "Cal: the 4 of diamonds"),
        ("it", "Ann: l'asso di picche, l'8 di cuori e il re di fiori; Bea: nessuna carta; "
               "Cal: il 4 di quadri"),
    ):  # fmt: skip
        said = spoken("hands", hands, 0, ABC, words_of(rummy, language))
        assert said["hands_by_seat"] == told


def test_several_winners_are_told_by_names() -> None:
    notice = {"event": "MatchEnded", "points": [3, 3, 0], "winner_seats": [0, 1]}
    assert sentence(dice, notice, 0, ABC).endswith("Winners: Ann and Bea.")


def test_as_many_cards_as_players_are_still_cards() -> None:
    notice = {"event": "TableDealt", "cards": ["7D", "3C", "4S"]}
    assert (
        sentence(scopa, notice, 0, ABC)
        == "On the table: the 7 of coins, the 3 of cups and the 4 of swords."
    )


@pytest.mark.parametrize("points", [0, -3, 7, 1234])
def test_numbers_are_written_alike_alone_and_in_a_list(points: int) -> None:
    notice = {"event": "TurnEnded", "seat": 0, "count": 1, "points": points}
    assert sentence(dice, notice, 0, ABC) == f"Dice count: 1. Your points: {points}."
    assert sentence(dice, notice, 0, ABC, "it") == f"Conto del dado: 1. I tuoi punti: {points}."
    notice = {"event": "MatchEnded", "points": [points, 0, 0], "winner_seats": [0]}
    assert f"Ann {points}, Bea 0" in sentence(dice, notice, 0, ABC)


def test_yes_and_no_choose_the_words() -> None:
    told = {"event": "Tallied", "values": [1, 2, 3], "scores": [1, 2, 3], "round_winner_seats": [2]}
    for primiera, word in ((True, "Primiera"), (False, "Sum")):
        said = in_words(scopa, {**told, "primiera": primiera}, 0, ABC)
        assert said["text"] == "The round goes to Cal. Score: Ann 1, Bea 2, Cal 3."
        assert [row["label"] for row in said["tally"]["rows"]] == [word, "Score"]


@pytest.mark.parametrize("name", ["<script>", "{ $x }", "$seat", '"', "a & b", "%s", "{0}", "-x"])
@each_language
def test_a_name_stays_as_it_is(name: str, language: str) -> None:
    match = Match("dice", ["Ann", name, "Cal"], luck=Scripted(shuffles=[[1]], rolls=[3]))
    match.play(1, "throw")
    for notice in match.notices(0, language):
        if "seat" in notice or "order_seats" in notice:
            assert name in notice["text"]
    with pytest.raises(IllegalMove, match=re.escape(name)):
        play_texts(Match("dice", ["Ann", name, "Cal"], luck=Scripted(shuffles=[[1]]))).play(0, "x")


@pytest.mark.parametrize("text", ["<script>", "{ $x }", "{", "}", '"', "\u2068", "%s"])
def test_a_move_that_is_refused_is_quoted_as_it_was_written(text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        Match("dice", 3, luck=Scripted(shuffles=[[]])).play(0, text)
    assert caught.value.sentence == f'"{text}" is not a move here; try throw or skip.'


def test_no_invisible_signs_are_put_around_names() -> None:
    match = Match("dice", ABC, luck=Scripted(shuffles=[[]]))
    assert match.notices(0)[0]["text"] == "The order of play is Ann, Bea and Cal."


@pytest.mark.parametrize("language", ["de", "", "EN", "en-GB", "../en", None])
def test_an_unknown_language_is_refused_with_those_that_are_there(language: Any) -> None:
    with pytest.raises(ValueError, match=r"no language '.*'\. The languages are: en, it\."):
        sentence(dice, {"event": "Equality"}, 0, ABC, language)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Captured", "captured"),
        ("RoundStarted", "round-started"),
        ("TableDealt2", "table-dealt2"),
        ("Round2Started", "round2-started"),
    ],
)
def test_a_message_is_named_after_its_event(name: str, message: str) -> None:
    assert hyphened(name) == message


# Refusals.


@each_language
def test_a_refusal_without_words_of_its_own_is_refused_in_general_words(language: str) -> None:
    general = refuse(scopa, "not-legal", language, text="7D", legal="3C")
    assert refuse(scopa, "no-such-reason", language, text="7D", legal="3C") == general
    assert "7D" in general
    assert "3C" in general


@each_language
def test_a_refusal_of_a_game_speaks_each_language(language: str) -> None:
    sentence = refuse(scopa, "must-take", language, text="7D", legal="7D x 7C")
    assert sentence.startswith("7D ")
    assert "7D x 7C" in sentence


# Games without words, and words beside a file.


def test_a_game_without_words_is_told_plainly() -> None:
    match = Match(altered(toy_game), ["Ann", "Bea"], luck=Scripted(picks=[0], shuffles=[[]]))
    play_texts(match, "bid 2", "bid 0", "pass", "compare 0 1")
    assert [notice["text"] for notice in match.notices(1)[:3]] == [
        "FirstPicked: seat Ann.",
        "Dealt: hands ?? and ??; B and B, card D.",
        "Bid: seat Ann, bid 2.",
    ]
    assert match.notices(0)[4]["text"] == "Passed: seat Ann."


@pytest.mark.parametrize(
    ("notice", "expected"),
    [
        ({"event": "Stolen", "seat": 1, "from_seat": 0}, "Stolen: seat Bea, from Ann."),
        ({"event": "Won", "winner_seats": [0, 2]}, "Won: winner Ann and Cal."),
        ({"event": "Asked", "open": True}, "Asked: open yes."),
        ({"event": "Rolled", "dice": [1234, 2]}, "Rolled: dice 1234 and 2."),
        ({"event": "Rolled", "sum": 1234}, "Rolled: sum 1234."),
        ({"event": "Shuffled"}, "Shuffled."),
    ],
)
def test_nothing_that_is_told_is_left_out_of_the_plain_sentence(
    notice: dict[str, Any], expected: str
) -> None:
    assert sentence(altered(toy_game), notice, 0, ABC) == expected


def test_the_words_of_a_rules_file_lie_beside_it(tmp_path: Path) -> None:
    rules = tmp_path / "mygame.py"
    rules.write_text(Path(toy_game.__file__).read_text("utf-8"), "utf-8")
    (tmp_path / "mygame.en.ftl").write_text(
        "bid = { $you ->\n    [yes] You bid { $bid }.\n   *[no] { $seat } bids { $bid }.\n}\nutf-8",
    )
    match = Match(str(rules), ["Ann", "Bea"], luck=Scripted(picks=[0], shuffles=[[]]))
    match.play(0, "bid 2")
    assert [match.notices(viewer)[-1]["text"] for viewer in (0, 1)] == [
        "You bid 2.",
        "Ann bids 2.",
    ]
    assert match.notices(0)[0]["text"].startswith("FirstPicked: ")  # no words for that yet
    assert match.notices(0, "it")[-1]["text"] == "You bid 2."  # it speaks no Italian
    assert match.notices(0, "it")[0]["text"].startswith("FirstPicked: ")
    assert refuse(match.game, "not-your-turn", who="Ann") == "It is not your turn; Ann to move."


def test_the_words_beside_a_file_of_the_same_name_as_ours_are_its_own(tmp_path: Path) -> None:
    rules = tmp_path / "other.py"
    source = Path(toy_game.__file__).read_text("utf-8")
    rules.write_text(source.replace('NAME = "magpie"', 'NAME = "scopa"'), "utf-8")
    match = Match(str(rules), 2, luck=Scripted(picks=[0], shuffles=[[]]))
    assert match.notices(0)[1]["text"].startswith("Dealt: ")


@pytest.mark.parametrize(
    "notice",
    [
        {"event": "Bid", "seat": 0, "bid": None},
        {"event": "Bid", "bid": [[], [1, 2]]},
        {"event": "Bid", "bid": {"a": 1}},
        {"event": "Bid", "from_seats": []},
        {"event": "Bid", "winner_seat": None},
    ],
    ids=str,
)
@each_language
def test_any_facts_can_be_told_plainly(notice: dict[str, Any], language: str) -> None:
    assert sentence(altered(toy_game), notice, 1, ["Ann", "Bea"], language).startswith("Bid")


def test_a_message_that_asks_for_what_its_event_has_not_names_itself(tmp_path: Path) -> None:
    rules = tmp_path / "mygame.py"
    rules.write_text(Path(toy_game.__file__).read_text("utf-8"), "utf-8")
    (tmp_path / "mygame.en.ftl").write_text("passed = { $nothing } passes.\n", "utf-8")
    with pytest.raises(ValueError, match=r"'passed' cannot be said: .* It may use .seat, .you"):
        sentence(find_game(str(rules)), {"event": "Passed", "seat": 0}, 0, ABC)


# Players, ranks, numbers and dice in words.

SLOTTED = {
    "ask": "ask {seat} {rank}",
    "bid": "bid {n:1-40} x {n:1-6}",
    "pass": "pass {seat} to {seat}",
    "look": "look {n}",
}
SLOTTED_WORDS = {
    "en": """
move-ask = ask { $player } for { $rank }
    .short = { $player }: { $rank }
move-bid = bid { $n ->
    [one] one die
   *[other] { $n } dice
} of { $n_2 }
move-pass = from { $player } to { $player_2 } ({ $rank })
move-look = look at { $n } of { $player }
asked = { $rank }, then { $last_rank }
rolled = { $dice }; { $scores_by_seat }
rank = { $rank ->
    [7] sevens
   *[other] { $rank }s
}
rank-K = kings
card-rock = the rock
place-cup = Cup
place-row = Row { $number }
fact-aim = Aim
fact-owner = Owner
fact-left = Left
    .kind = by_seat
""",
    "it": "move-ask = chiedi { $rank } a { $player }\n",
}


@pytest.fixture(scope="module")
def slotted(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A game with all kinds of slots and its words; it has no rules."""
    rules = tmp_path_factory.mktemp("slotted") / "slotted.py"
    for language, source in SLOTTED_WORDS.items():
        rules.with_suffix(f".{language}.ftl").write_text(source, "utf-8")
    return SimpleNamespace(
        NAME="slotted", __file__=str(rules), VERBS=SLOTTED, OPTIONS=(), EVENTS={},
        FACES=(*D6, "rock", "7D"), DICE=D6, RANKS=("7", "9", "K"),
        FACTS={"owner": "seat?", "mood": "text calm|wild", "left": "number 0-9"},
        PRIVATE_FACTS={"aim": "number 0-3"},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "text", "said"),
    [
        ("ask", "ask 2 7", "ask Cal for sevens"),
        ("ask", "ask 0 K", "ask Ann for kings"),
        ("ask", "ask 0 9", "ask Ann for 9s"),
        ("bid", "bid 1 x 5", "bid one die of 5"),
        ("bid", "bid 12 x 1", "bid 12 dice of 1"),
        ("pass", "pass 1 to 2", "from Bea to Cal (high)"),  # a fact that is called like a slot
        ("look", "look 1", "look at 1 of Bea"),
    ],
)
def test_slots_of_a_move_are_said_in_words(slotted: Any, verb: str, text: str, said: str) -> None:
    facts = {"rank": "high", "n": 3}
    assert label(slotted, Move(text, verb, (), ()), ABC, facts) == said


def test_a_move_with_a_player_and_a_rank_speaks_italian_and_is_said_in_signs(slotted: Any) -> None:
    move = Move("ask 1 9", "ask", (), ())
    assert label(slotted, move, ABC, {}, "it") == "chiedi 9 a Bea"  # no word for the rank there
    assert short_label(slotted, move, "en", ABC) == "Bea: 9"


def test_a_label_is_kept_for_its_players_and_facts_only(slotted: Any) -> None:
    move = Move("ask 1 K", "ask", (), ())
    for players in (ABC, ["Cal", "Ann", "Bea"], ABC):
        said, _ = at_table.labels(slotted, move, players, {}, "en")
        assert said == f"ask {players[1]} for kings"
    told = [{"rank": "low"}, {"mood": "low", "rank": "high"}]
    passing = Move("pass 0 to 1", "pass", (), ())
    assert [at_table.labels(slotted, passing, ABC, facts, "en")[0] for facts in told] == [
        "from Ann to Bea (low)",
        "from Ann to Bea (high)",
    ]


def test_the_variables_of_a_move_are_those_of_its_slots_and_of_text_facts(slotted: Any) -> None:
    assert [variables_of_move(slotted, verb) - {"mood"} for verb in SLOTTED] == [
        {"player", "rank"},
        {"n", "n_2", "player"},
        {"player", "player_2"},
        {"n", "player"},
    ]
    assert "mood" in variables_of_move(slotted, "ask")


@each_language
def test_the_sides_of_dice_have_names_that_a_game_may_override(slotted: Any, language: str) -> None:
    five = {"en": "a five", "it": "un cinque"}[language]
    assert cards(slotted, language)["5"] == five
    own = Words(language, ["die = a die", "die = [{ $face }]"], ("5",), ("5",))
    assert own.card("5") == "[5]"


def test_a_face_may_have_a_name_of_its_own_and_numbers_are_no_dice(slotted: Any) -> None:
    assert cards(slotted)["rock"] == "the rock"
    notice = {"event": "Rolled", "dice": ["5", "2"], "scores": [5, 2, 0]}
    assert sentence(slotted, notice, 0, ABC) == "a five and a two; Ann 5, Bea 2, Cal 0"
    told = {"event": "Asked", "rank": "7", "last_rank": "K"}
    assert sentence(slotted, told, 0, ABC) == "sevens, then kings"


def test_each_rank_is_named_as_in_a_move(slotted: Any) -> None:
    assert rank_names(slotted) == {"7": "sevens", "9": "9s", "K": "kings"}
    assert rank_names(slotted, "it") == {"7": "7", "9": "9", "K": "K"}  # no words for them


def test_places_teams_and_private_facts_have_names(slotted: Any) -> None:
    assert place_names(slotted) == {"cup": "Cup", "row": "Row"}
    assert words_of(slotted, "en").place("row", "2") == "Row 2"
    assert team_names([[0, 2], [1]], ABC) == ["Ann and Cal", "Bea"]
    assert team_names([[0, 2]], ABC, "it") == ["Ann e Cal"]
    assert facts(slotted) == {
        "aim": ("Aim", "number"),
        "owner": ("Owner", "seat"),  # as declared
        "left": ("Left", "by_seat"),  # the message knows better
    }


@each_language
@pytest.mark.parametrize("why", ["moved", "drawn", "seen", "table"])
def test_why_a_move_cannot_be_taken_back_is_said_as_in_a_refusal(why: str, language: str) -> None:
    said = [at_table.no_undo(scopa, why, language) for _ in range(2)]
    assert said == [refuse(scopa, RejectionCode.NOTHING_TO_UNDO, language, about=why)] * 2


def test_why_a_move_cannot_be_taken_back_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    before = at_table.no_undo(scopa, "seen", "en")
    monkeypatch.setattr("settebello.words.refuse", None)
    assert at_table.no_undo(scopa, "seen", "en") == before
