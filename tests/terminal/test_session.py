"""The conversation of a match: what is typed, what is answered, and what nobody else may see."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers import source_of
from settebello import Match, Scripted
from settebello.cli.players import rules_page
from settebello.game import Move, Options
from settebello.games import OUR_GAMES, dice
from settebello.luck import Seeded
from settebello.registry import find_game, give
from settebello.table.entries import OpenEntry, SitEntry
from settebello.terminal import local_table, plain
from settebello.terminal.commands import LOCAL, REMOTE
from settebello.terminal.local_store import AboutMatch, MatchWriter
from settebello.terminal.local_table import LocalTable, new_table
from settebello.terminal.screen import Screen
from settebello.words.phrases import phrase
from terminal.session import (
    TypedInput,
    Typist,
    asked,
    entries_kept,
    filled,
    left_names,
    make_screen,
    moves_kept,
    obedient,
    person,
    play,
    record_kept,
    resume,
    types_lines,
)

FIRST_GAME = Path(__file__).parents[2] / "examples/my_first_game.py"
SHORT = {"dice": (), "scopa": ("target=1",), "rummy": ("target=1",), "sixty_six": (),
         "briscola": (), "hearts": ("target=1",), "liars_dice": ("dice=3",),
         "go_fish": ()}  # fmt: skip

each_game = pytest.mark.parametrize("game", SHORT)


def sit(
    game: str,
    players: Sequence[str],
    luck: Scripted,
    typist: Typist,
    *,
    bots: dict[int, str] | None = None,
    language: str = "en",
    options: Options | None = None,
    screen: Screen | None = None,
) -> tuple[str, Match]:
    """What is said at a table with this luck, and its match; nothing of it is stored."""
    made, out = make_screen(typist)
    local = table_here(game, players, luck, bots or {}, screen or made, language, options)
    assert plain.session(local, screen or made, language, rules_page).run() == 0
    return out.getvalue(), local.match


def table_here(
    game: str,
    players: Sequence[str],
    luck: Scripted | Seeded,
    bots: dict[int, str],
    screen: Screen,
    language: str = "en",
    options: Options | None = None,
) -> LocalTable:
    found = find_game(game)
    give(found)
    opened = OpenEntry("here-1", found.NAME, found.VERSION, len(players), dict(options or {}),
                       absence="wait")  # fmt: skip
    writer = MatchWriter(None, AboutMatch(language), lambda error: None)
    return LocalTable(new_table(opened, players, bots, luck), writer, screen, language)


def answers_to(*typed: str, language: str = "en", game: str = "scopa", seed: int = 20) -> str:
    """What Ann reads after each of these lines, with nobody but bots beside them."""
    players = filled(game, "Ann,random,random")
    options: dict[str, str] = {"players": players, "language": language}
    text, code = play(types_lines(*typed), game, seed=seed, **options)
    assert code == 0
    return text


def after(text: str, typed: str) -> str:
    """What was answered to this line, until the next question."""
    answer = text.split(f"): {typed}\n", 1)[1]
    return re.split(r"Your move \(|La tua mossa \(", answer)[0]


# Whole matches.


@pytest.mark.parametrize(
    ("players", "width", "language"), [("Ann,bot,random", 80, "en"), ("Ann,Bea,bot", 40, "it")]
)
@each_game
def test_a_match_is_played_to_its_end(
    game: str, players: str, width: int, language: str, home: Path
) -> None:
    text, code = play(
        person(Seeded(7).random), game, players=filled(game, players), seed=1, options=SHORT[game],
        width=width, language=language,
    )  # fmt: skip
    assert code == 0
    output = " ".join(text.split())
    assert ("The match is over: " if language == "en" else "La partita è finita: ") in output
    assert left_names(home) == []  # it is over
    for line in text.splitlines():
        printed = re.sub(r"(?<=\)): .*", ":", line) if "(? " in line else line  # not what is typed
        assert len(printed) <= width or " " not in printed.strip()
        assert not re.search(r"[{}$]|\bNone\b|\x1b", line)


@each_game
def test_hints_are_moves_that_win_through(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if game in ("go_fish", "sixty_six"):  # to infer who holds what takes long there
        monkeypatch.setattr("settebello.terminal.display.can_search", lambda turn, game: False)
    players = filled(game, "Ann,random,random")
    text, _ = play(obedient(), game, players=players, seed=2, options=SHORT[game])
    assert "The match is over: " in text
    assert "is not possible" not in text


@pytest.mark.parametrize("game", ["dice", "scopa"])
def test_the_same_seed_gives_the_same_match(game: str) -> None:
    def once() -> str:
        typist = person(Seeded(1).random, again=("yes", "no"))
        how = {"players": "Ann,bot,random", "options": SHORT[game]}
        return play(typist, game, seed=9, **how)[0]

    assert once() == once()


@pytest.mark.usefixtures("system_chance")
def test_without_a_seed_each_match_is_another(home: Path) -> None:
    for _ in range(2):
        play(types_lines(), players="Ann,Bea", seed=None)
    one, other = [record_kept(home, f"scopa-{number}")["luck"] for number in (1, 2)]
    assert one[1] != other[1]  # the deck


def test_bots_alone_are_watched(home: Path) -> None:
    text, code = play(types_lines(), "dice", players="random,random,bot", seed=1)
    assert code == 0
    assert "Knight of Coins throws" in text
    assert text.splitlines()[-2].startswith("The match is over: Knight of ")
    assert text.endswith("Goodbye.\n")
    assert "You" not in text
    assert left_names(home) == []


def test_any_of_several_who_may_move_at_once_does_so_in_turn() -> None:
    text, code = play(person(Seeded(1).random), str(FIRST_GAME), players="Ann,Bea,bot", seed=1)
    assert code == 0
    announced = re.findall(r"(\w+) is next", text)
    assert announced == ["Ann", "Bea"] * 3
    assert "The match is over: " in text


# What can be typed.


@pytest.mark.parametrize(
    ("typed", "move"),
    [("2", "7D x 3S 4B"), ("7d X  4b 3S ", "7D x 3S 4B"), ("1s", "1S"), ("1", "1S"), ("3", "2C")],
)
def test_a_move_is_typed_by_number_or_as_text(typed: str, move: str, home: Path) -> None:
    answers_to(typed)
    assert moves_kept(home, "scopa-1")[0] == [0, move]


WRONG = {
    "": "Type the number of a move, the move itself, or ? for help.",
    "   ": "Type the number of a move, the move itself, or ? for help.",
    "0": "There is no move 0. The moves are 1 to 3.",
    "4": "There is no move 4. The moves are 1 to 3.",
    "9999": "There is no move 9999. The moves are 1 to 3.",
    "99999": '"99999" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "-1": '"-1" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "1.5": '"1.5" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "١": '"١" is not a move here; try 1S or 7D x 3S 4B or 2C.',  # noqa: RUF001
    "banana": '"banana" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "7D": "7D can take, and a card that can take must take. Try 1S or 7D x 3S 4B or 2C.",
    "9B": "9B is not possible: that card is not in your hand. Try 1S or 7D x 3S 4B or 2C.",
    "7D x 10S": "7D x 10S is not possible: the values do not match. Try 1S or 7D x 3S 4B or 2C.",
    "score me": '"score me" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "undo": "There is no move of yours that can be taken back.",
    "save": "Type a file name too: save match.json",
    "save /nowhere/x.json": "Cannot write /nowhere/x.json: No such file or directory.",
    "\x1b[2J\x07": '"[2J" is not a move here; try 1S or 7D x 3S 4B or 2C.',
    "\x00\ud800": "Type the number of a move, the move itself, or ? for help.",
    "{ $name } %s {0}": '"{ $name } %s {0}" is not a move here; try 1S or 7D x 3S 4B or 2C.',
}


@pytest.mark.parametrize("typed", WRONG, ids=ascii)
def test_wrong_input_is_explained_and_nothing_is_lost(typed: str, home: Path) -> None:
    text, code = play(types_lines(typed, "2"), players="Ann,random,random", seed=20)
    assert code == 0
    output = " ".join(text.split("Your move (? for help):")[1].split())
    echo = " ".join("".join(c if c.isprintable() else " " for c in typed).split())
    assert output.removeprefix(echo).strip() == WRONG[typed]
    assert moves_kept(home, "scopa-1")[0] == [0, "7D x 3S 4B"]  # the next line is a move as ever


def test_a_line_without_end_is_an_answer_like_any_other(home: Path) -> None:
    assert '"xxxx' in answers_to("x" * 100_000, "1S")
    assert moves_kept(home, "scopa-1")[0] == [0, "1S"]


def test_refusals_are_translated() -> None:
    text = answers_to("7D", "banana", "9", "annulla", "", language="it")
    output = " ".join(text.split())
    for sentence in (
        "7D può prendere, e una carta che può prendere deve prendere. Prova 1S o 7D x 3S 4B o 2C.",
        '"banana" qui non è una mossa; prova 1S o 7D x 3S 4B o 2C.',
        "La mossa 9 non c'è. Le mosse vanno da 1 a 3.",
        "Non c'è una tua mossa che si possa ritirare.",
        "Scrivi il numero di una mossa, la mossa stessa, o ? per l'aiuto.",
    ):
        assert sentence in output


def test_people_count_the_cards_of_66_from_1_also_where_they_type() -> None:
    luck = Scripted(shuffles=[["5", "6", "1", "2", "9", "10", "11", "12", "7"]], picks=[0])
    typed = types_lines("deck", "own 0", "own 5", "OWN 4")
    text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed, bots={1: "random"})
    text = " ".join(text.split())
    assert '"own 0" is not a move here; try own 1 or own 2 or' in text
    assert "own 5 is not possible: there is no such card. Try own 1 or own 2 or" in text
    assert "You replace your card 4 by the deck card and discard 2." in text


def test_a_long_list_is_cut_in_a_refusal_in_both_languages() -> None:
    for language, sentence in (("en", "try own 1 or own 2 or"), ("it", "prova own 1 o own 2 o")):
        luck, typed = Scripted(shuffles=[[]], picks=[0]), types_lines("", "deck", "nothing")
        text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed, language=language)
        text = " ".join(text.split())
        assert sentence in text
        last = {"en": "show 1 4 or discard.", "it": "show 1 4 o discard."}[language]
        assert last in text
        assert "..." not in text


@pytest.mark.parametrize("typed", ["?", "help", "HELP"])
def test_help_is_short_and_lists_the_words_and_the_moves(typed: str) -> None:
    answer = after(answers_to(typed), typed)
    for command in LOCAL:
        word = phrase("en", f"command-{command}")
        assert re.search(rf"^  (\? or )?{word}: \w", answer, re.MULTILINE)
    assert "D coins, C cups, S swords, B clubs" in " ".join(answer.split())
    assert answer.endswith(
        "Your moves now:\n"
        "1. 1S (lay down the ace of swords)\n"
        "2. 7D x 3S 4B (take the 3 of swords and the 4 of clubs with the 7 of coins)\n"
        "3. 2C (lay down the 2 of cups)\n"
    )
    assert len(answer.splitlines()) < 22  # on one screen, with the question below it


@each_game
@pytest.mark.parametrize("language", ["en", "it"])
def test_help_fits_one_screen_in_every_game(game: str, language: str) -> None:
    help_word = {"en": "?", "it": "aiuto"}[language]
    typed = [help_word] if game == "dice" else ["1", help_word]
    answer = after(answers_to(*typed, language=language, game=game, seed=3), help_word)
    assert len(answer.splitlines()) < 24


@each_game
def test_the_rules_fit_the_screen(game: str) -> None:
    for width in (80, 40):
        players = filled(game, "Ann,Bea,Cal")
        text, _ = play(types_lines("", "rules"), game, players=players, seed=1, width=width)
        lines = text.splitlines()
        assert len(lines) > 30
        assert not [line for line in lines if len(line) > width and " " in line.strip()]


def test_score_log_and_table_say_what_is_so() -> None:
    text = answers_to("2", "score", "log", "board")
    assert after(text, "score") == "Ann: 0\nKnight of Cups: 0\nKnight of Swords: 0\n"
    log = after(text, "log").splitlines()
    assert log[0].startswith("The order of play is Ann")
    assert [line for line in log if line.startswith("You are dealt ")]
    assert [line for line in log if line.startswith("You take ")]
    board = after(text, "board")
    assert "Round 1.\n" in board
    assert "Table: [5 of cups] [10 of swords]" in board
    for word in ("table", "TABLE"):
        assert after(answers_to("2", word), word) == board
    assert after(answers_to("2", "board", language="it"), "board").startswith("\nSmazzata 1.\n")


def test_after_a_move_only_what_has_changed_is_shown() -> None:
    assert after(answers_to("2"), "2") == (
        "You take the 3 of swords and the 4 of clubs with the 7 of coins.\n"
        "Knight of Cups lays down the ace of cups.\n"
        "Knight of Swords lays down the 8 of swords.\n"
        "\n"
        "Table: [5 of cups] [10 of swords] [1 of cups] [8 of swords]\n"
        "You: hand [2 of cups] [1 of swords], pile 3 cards, score 0\n"
        "It is your turn.\n"
        "1. 1S x 1C (take the ace of cups with the ace of swords)\n"
        "2. 2C (lay down the 2 of cups)\n"
    )


def test_a_new_deal_shows_the_whole_table() -> None:
    text, _ = play(person(Seeded(1).random), players="Ann,random,random", seed=4,
                   options=("target=20",))  # fmt: skip
    rounds = text.count("\nRound 2: ")
    assert rounds == 1
    later = text[text.index("\nRound 2: ") :]
    whole = later[: later.index("Your move")]
    bots = r"Knight of Cups: hand .*\nKnight of Swords: hand .*"
    assert re.search(rf"\n\nRound 2\.\n{bots}\nStock: ", whole)


def test_in_66_a_turn_takes_a_few_lines() -> None:
    luck, typed = Scripted(shuffles=[[]], picks=[0]), types_lines("deck", "board")
    text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed, bots={1: "random"})
    assert after(text, "deck") == (
        "You take a card from the deck: 2.\n"
        "\n"
        "Card taken: [2]\n"
        "It is your turn.\n"
        "1-4. own 1-4 (one of your cards, for example own 1: replace your card 1 with the\n"
        "   card you took)\n"
        "5-15. show 1-4 (claim that two or more of your cards are equal, for example show\n"
        "   1 2: claim that your cards 1 and 2 are equal)\n"
        "16. discard (discard the card you took)\n"
    )
    assert "Bea: hand 4 cards face down, numbers 1 to 4, score 0\n" in after(text, "board")


def test_each_person_at_one_screen_sees_the_whole_table() -> None:
    text, _ = play(types_lines("", "1", "", "1", "", "1"), players="Ann,Bea", seed=6)
    for turn in text.split("press Enter when you are ready.")[1:4]:
        assert "\nRound 1.\n" in turn
        assert "\nStock: " in turn


def test_cards_are_shown_as_they_are_typed_where_signs_are_missing() -> None:
    class Poor(io.StringIO):
        encoding = "ascii"

    out = Poor()
    screen = Screen(TypedInput(types_lines(), out), out)
    local = table_here("rummy", ["Ann", "Bea"], Seeded(1), {0: "bot"}, screen)
    plain.session(local, screen, "en", rules_page).run()
    assert re.search(r"You: hand (\[(10|[2-9AJQK])[SHDC]\] ?)+, score 0", out.getvalue())


def test_hint_says_what_the_bot_would_do_and_changes_nothing() -> None:
    text = answers_to("hint", "hint", "2", "quit")
    hint = after(text, "hint")
    assert re.match(r"The bot is thinking ...\nThe bot would play (1S|7D x 3S 4B|2C) \(", hint)
    said = " ".join(hint.split())
    assert re.search(
        r"Chance to win, in 12 worlds: (\w[\w ]*: \d+ %; ){2}\w[\w ]*: \d+ % "
        r"\(give or take \d+\)\.",
        said,
    )
    moves = dict(re.findall(r"(\w[\w ]*): (\d+) %", said.split("worlds: ")[1]))
    chances = [int(chance) for chance in moves.values()]
    assert chances == sorted(chances, reverse=True)
    choice = said.split("would play ")[1].split(" (")[0]
    assert choice in moves
    assert ("The choice is the rule of thumb" in said) == (next(iter(moves)) != choice)
    assert text.count(hint) == 2
    assert after(text, "2") == after(answers_to("2", "quit"), "2")


def test_a_move_can_be_taken_back_while_nobody_has_learned_anything() -> None:
    luck = Scripted(shuffles=[[]], rolls=[3, 3, 3])
    typed = types_lines("", "skip", "undo", "", "throw", "undo", "", "undo")
    text, match = sit("dice", ["Ann", "Bea", "Cal"], luck, typed)
    assert "Ann, your move (? for help): skip\nYou skip your turn.\n" in text
    assert (
        "Bea is next: press Enter when you are ready. undo\nYou take your last move back.\n" in text
    )
    assert text.count("Bea is next") == 3  # after a throw it cannot be taken back, here or there
    assert text.count("A card was drawn or dice were thrown after your move, so it stays.") == 1
    assert text.count("There is no move of yours that can be taken back.") == 1
    assert [entry for _, entry in match.record()["moves"]] == ["throw"]


def test_what_was_taken_back_is_told_to_the_others() -> None:
    typed = types_lines("", "skip", "undo", "", "throw", "")
    text, _ = sit("dice", ["Ann", "Bea", "Cal"], Scripted(shuffles=[[]], rolls=[3]), typed)
    bea = text.split("Bea is next")[-1]
    assert "Ann skips the turn.\nAnn takes the last move back.\nAnn throws 3.\n" in bea


def test_undo_within_a_turn_shows_the_table_again() -> None:
    luck = Scripted(shuffles=[[]], picks=[0])
    typed = types_lines("", "deck", "own 1", "", "pile", "undo", "pile", "own 2")
    text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed)
    assert text.count("You take the discarded card.") == 2
    assert "You take your last move back.\n\nRound 1. Turn 2.\n" in text


def test_save_writes_a_record_to_a_new_file_and_warns(tmp_path: Path) -> None:
    file = tmp_path / "My match.json"
    text = answers_to("2", f"save {file}", f"save {file}")
    output = " ".join(text.split())
    assert f"The match so far is in {file}. The file holds every hidden card" in output
    assert f"{file} is there already; give another name." in output
    record = json.loads(file.read_text("utf-8"))
    assert record["moves"][0] == [0, "7D x 3S 4B"]
    assert Match.replay(record).players == ("Ann", "Knight of Cups", "Knight of Swords")


def test_what_only_a_server_has_is_said_so() -> None:
    for command in REMOTE:
        if command not in LOCAL:
            answer = (
                f'"{command}" is for tables on a server. Here nothing happens while nobody types.'
            )
            assert answer in after(answers_to(command), command)
    assert '"pausa" serve ai tavoli su un server.' in answers_to("pausa", language="it")


def test_words_are_understood_in_both_languages() -> None:
    for words in (("score", "log", "table"), ("punti", "storia", "TAVOLO")):
        text = answers_to(*words, language="it")
        assert "Ann: 0\nCavallo di Coppe: 0\n" in text
        assert "non è una mossa" not in text
    assert "is not a move here" in answers_to("punti")


def test_a_word_that_is_a_move_of_the_game_is_the_move(tmp_path: Path) -> None:
    rules = tmp_path / "loud.py"
    text = source_of(dice).read_text("utf-8").replace('"throw": "throw"', '"throw": "quit"')
    rules.write_text(text.replace('NAME = "dice"', 'NAME = "loud"'), "utf-8")
    text, _ = play(types_lines("quit"), str(rules), players="Ann,random,random", seed=3)
    assert re.search(r"\): quit\nThrown: .*seat Ann", text)


def test_a_number_that_is_the_text_of_a_move_is_that_move(tmp_path: Path) -> None:
    source = FIRST_GAME.read_text("utf-8")
    rules = tmp_path / "numbers.py"
    faces = "tuple(str(face) for face in range(1, 41))"
    rules.write_text(source.replace("(3, 2, 4), ITALIAN", f"(2,), {faces}"), "utf-8")
    luck = Scripted(shuffles=[["3", "1", "9"]])
    text, match = sit(str(rules), ["Ann", "Bea"], luck, types_lines("1", "2"), bots={1: "random"})
    assert re.search(r"\n1\. 3\n2\. 1\n3\. 9\n", text)
    assert [entry for entry in match.record()["moves"] if entry[0] == 0] == [[0, "1"], [0, "9"]]


# Several people at one screen.


def at_announcements(game: str, players: str, language: str, width: int = 80) -> list[str]:
    """The last 24 lines of the screen, each time that somebody is called to it."""
    screens: list[str] = []
    typist = person(Seeded(3).random)

    def looking(output: str) -> str | None:
        if len(screens) == 20:
            return None
        seen = ("have seen", "hai visto")  # what is to be looked at is no secret
        calls = asked(output).startswith(("press", "premi"))
        if calls and not any(words in asked(output) for words in seen):
            screens.append("\n".join(output.split("\n")[-24:]))
        return typist(output)

    options = SHORT[game]
    play(looking, game, players=filled(game, players), seed=6, options=options, language=language,
         terminal=True, width=width)  # fmt: skip
    return screens


@pytest.mark.parametrize(("width", "language"), [(80, "en"), (40, "it")])
@each_game
def test_no_hand_is_on_the_screen_while_another_person_is_called(
    game: str, width: int, language: str
) -> None:
    screens = at_announcements(game, "Ann,Bea,random", language, width)
    assert len(screens) > 5
    call = r"(Ann|Bea) is next: press Enter when you are ready\."
    if language == "it":
        call = r"Tocca a (Ann|Bea): premi Invio quando ci sei\."
    for screen in screens[1:]:  # nothing was shown before the first
        assert re.fullmatch(call, " ".join(screen.split()))


def test_the_cover_is_as_high_as_the_screen() -> None:
    for height, blanks in ((24, 24), (60, 60), (10, 24)):
        typist = types_lines("", "throw", "")
        text, _ = play(typist, "dice", players="Ann,Bea,Cal", seed=1, terminal=True, height=height)
        assert f"\n{chr(10) * blanks}" in text
        assert f"\n{chr(10) * (blanks + 1)}" not in text
    text, _ = play(types_lines("", "throw", ""), "dice", players="Ann,Bea,Cal", seed=1)
    assert "\n\n\n" not in text  # through a pipe there is nothing to cover


def test_one_person_among_bots_is_never_called() -> None:
    for players in ("Ann,bot,bot", "bot,Ann,random"):
        text, _ = play(person(Seeded(1).random), "dice", players=players, seed=1, terminal=True)
        assert "is next" not in text
        assert "\n\n\n" not in text


def test_whatever_is_typed_with_enter_the_next_one_is_there() -> None:
    text, _ = play(lambda output: "1" if len(output) < 9_000 else None, "scopa", players="Ann,Bea")
    assert text.count("is next: press Enter when you are ready. 1\n\n") > 5
    assert text.count(", your move (? for help): 1\n") > 5
    assert play(types_lines("quit"), players="Ann,Bea")[1] == 0


def test_each_is_told_what_happened_since_their_last_turn() -> None:
    luck = Scripted(shuffles=[[]], rolls=[3, 4, 6, 3])
    typed = types_lines("", "throw", "", "skip", "", "throw", "")
    text, _ = sit("dice", ["Ann", "Bea", "Cal"], luck, typed)
    ann = text.split("Ann is next")[2]
    assert "Bea skips the turn." in ann
    assert "Cal throws 4." in ann
    assert "You throw 3." not in ann  # Ann was told at once
    bea = text.split("Bea is next")[1].split("Cal is next")[0]
    assert "Ann throws 3.\nDice count: 3. Points of Ann: 3.\n" in bea


def test_what_has_to_be_remembered_stays_until_it_was_seen() -> None:
    luck = Scripted(shuffles=[["5", "6", "1", "2", "9", "10", "11", "12", "7"]], picks=[0])
    typed = types_lines("", "deck", "discard", "own 3", "", "", "table")
    text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed)
    peek = text.index("You look at your card 3: 1.")
    seen = text.index("Ann, press Enter when you have seen this.")
    called = text.index("Bea is next")
    assert peek < seen < called
    assert "Ann, press Enter" not in text[:peek]  # a card that all have seen needs no pause


def test_the_log_of_a_memory_game_does_not_remember_for_you() -> None:
    luck = Scripted(shuffles=[["5", "6", "1", "2", "9", "10", "11", "12", "7"]], picks=[0])
    typed = types_lines("deck", "discard", "log", "own 3", "log")
    text, _ = sit("sixty_six", ["Ann", "Bea"], luck, typed, bots={1: "random"})
    assert "You look at your first two cards: 5 and 6." in text
    assert "You look at your card 3: 1." in text
    first, log = (told.partition("Your move")[0] for told in text.split("): log\n")[1:])
    assert "You look at your first two cards.\n" in first
    assert "You take a card from the deck.\n" in first
    assert "You discard 7.\n" in first  # all have seen it
    assert "Bea " in log  # the last turn
    assert "You " not in log  # the one before
    assert log.endswith("The log does not repeat what you have to remember.\n")


# The end.


def throws(output: str) -> str:
    """Somebody who throws the die whenever they are asked."""
    return {"(yes or no)": "no", "(? for help):": "throw"}.get(asked(output), "")


def test_the_end_tells_the_arithmetic_and_the_winner() -> None:
    text, _ = play(
        person(Seeded(1).random), players="Ann,random,random", seed=4, options=("target=1",)
    )
    end = " ".join(text.split("Your move")[-1].split())
    assert re.search(
        r"The round goes to .* Score: Ann \d+, Knight of Cups \d+, Knight of Swords \d+[.] Cards: ",
        end,
    )
    assert re.search(r" Cards: Ann \d+.* Seven of coins: \w.* [(][+]1[)] Sum: .* Winner: ", end)
    assert re.search(
        r"The match is over: (Ann|Knight of Cups|Knight of Swords) wins\. Play again\?", end
    )


@pytest.mark.parametrize(
    "players", [["Ann", "Bea", "Cal"], ["Ann", "Knight of Cups", "Knight of Swords"]]
)
def test_dice_rule_10_the_winner_is_congratulated_whatever_seat_moved_last(
    players: list[str],
) -> None:
    luck = Scripted(shuffles=[[0, 1, 2]], rolls=[3, 4, 4])
    bots = {seat: "random" for seat in (1, 2) if players[seat].startswith("Bot")}
    text, match = sit("dice", players, luck, throws, bots=bots, options={"turns": 3})
    assert match.winners == (0,)
    assert text.count("Congratulations Ann you won the game! You are the best!\n") == 1
    assert "The match is over: Ann wins.\n" in text


def test_a_shared_win_is_said_of_all() -> None:
    luck = Scripted(shuffles=[["1D", "1C"]])
    typist = person(Seeded(1).random)
    text, _ = sit(str(FIRST_GAME), ["Ann", "Bea"], luck, typist, options={"cards": 1})
    assert "The match is over: Ann and Bea win.\n" in text


def test_dice_rule_25_another_game_when_every_person_says_yes(home: Path) -> None:
    previous: list[list[int]] = []

    def ends(*again: str) -> str:
        typist = person(Seeded(1).random, again=again)

        def looking(output: str) -> str | None:
            if output.count("Dice: ") == 2 and not previous:
                previous.append(record_kept(home, "dice-1")["previous"])
            return typist(output)

        players, options = "Ann,Bea,random", ("turns=3",)
        return play(looking, "dice", players=players, seed=1, options=options)[0]

    text = ends("yes", "y", "no")
    assert text.count("Dice: Ann, Bea and Knight of Cups.") == 2
    assert text.count("Ann: Play again? (yes or no) ") == 2
    assert text.count("The match is over: ") == 2
    assert text.endswith("Goodbye.\n")
    # The order of the new game is by the points of the last, lowest first.
    points = re.findall(r"Points: Ann (\d+), Bea (\d+), Knight of Cups (\d+)\.", text)[0]
    assert len(set(points)) == 3
    assert previous == [sorted(range(3), key=lambda seat: int(points[seat]))]
    assert ends("no").count("Play again?") == 1
    assert ends("yes", "no").count("The match is over: ") == 1
    assert ends("maybe", "", "yes", "quit").count("Type yes or no.") == 2
    assert left_names(home) == []


def test_who_goes_at_the_question_whether_to_play_again_leaves_nothing(home: Path) -> None:
    typist = person(Seeded(1).random, again=())
    text, code = play(typist, "dice", players="Ann,random,random", seed=1)
    assert code == 0
    assert text.endswith("Play again? (yes or no) \nGoodbye.\n")
    assert left_names(home) == []


def test_the_question_is_understood_in_italian() -> None:
    typist = person(Seeded(1).random, again=("boh", "sì", "no"))
    how = {"players": "Ann,random,random", "seed": 1, "language": "it"}
    text, _ = play(typist, "dice", **how)
    assert "Ancora una partita? (sì o no) boh\nScrivi sì o no.\n" in text
    assert text.count("La partita è finita: vince ") == 2


# Bots.


def test_a_bot_gets_what_a_person_in_its_seat_has(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, list[str], str]] = []

    def bot(turn: SimpleNamespace) -> Move:
        seen.append((turn.seat, turn.view.places["hand:0"], str(turn.random.random())))
        move: Move = turn.legal[0]
        return move

    monkeypatch.setattr(local_table, "find_bot", lambda name, game: bot)
    luck = Scripted(shuffles=[[], []])
    sit("scopa", ["Ann", "Knight of Cups"], luck, types_lines("1", "1"), bots={1: "bot"})
    assert [seat for seat, _, _ in seen] == [1, 1]
    assert seen[0][1] == ["??", "??"]
    assert seen[0][2] != seen[1][2]


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("def bot(turn):\n    return 1 / 0\n", "failed: ZeroDivisionError"),
        ("def bot(turn):\n    return 'fly'\n", "chose 'fly', which is not legal now"),
        ("def bot(turn):\n    return None\n", "returned None"),
        ("def bot(turn):\n    raise SystemExit\n", "failed: SystemExit"),
    ],
)
def test_a_bot_that_fails_gets_one_sentence_and_the_match_is_kept(
    source: str, sentence: str, tmp_path: Path, home: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source, "utf-8")
    with pytest.raises(ValueError, match=sentence):
        play(person(Seeded(1).random), "dice", players=f"Ann,{file},bot", seed=1)
    assert [seat.bot for seat in entries_kept(home, "dice-1", SitEntry)] == ["", str(file), "bot"]
    file.write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")  # mended
    text, code = resume(person(Seeded(1).random), "dice-1")
    assert code == 0
    assert "The match is over: " in text


def test_a_bot_cannot_keep_anybody_from_leaving(tmp_path: Path) -> None:
    file = tmp_path / "sticky.py"
    file.write_text(
        "def bot(turn):\n    while True:\n        try:\n            raise KeyboardInterrupt\n"
        "        except Exception:\n            pass\n",
        "utf-8",
    )
    text, code = play(types_lines("1", "1", "1"), "dice", players=f"{file},Ann,bot", seed=1)
    assert code == 130
    assert "The match is kept as dice-1." in text


def test_the_games_here_are_all_of_ours() -> None:
    assert set(SHORT) == {game.NAME for game in OUR_GAMES}


def test_a_hint_of_a_search_that_fails_is_that_of_the_rule_of_thumb(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("settebello.terminal.display.search_hint", failing)
    hint = after(answers_to("hint", "quit"), "hint")
    assert "The bot would play " in hint
    assert "Chance to win" not in hint


def test_a_hint_that_comes_late_says_what_was_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("settebello.terminal.hints.HINT_SECONDS", -1.0)
    hint = after(answers_to("hint", "quit"), "hint")
    assert "The bot would play " in hint
    assert "worlds" not in hint  # there was no time for any
