"""Before a match: which game, who plays, and by which house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from settebello.cli.players import rules_page
from settebello.games import OUR_GAMES, dice, rummy, scopa
from settebello.players import LONGEST_NAME
from settebello.table.entries import SitEntry
from settebello.terminal.screen import standard_screen
from settebello.terminal.seating import read_options
from terminal.session import entries_kept, play, types_lines


def seated(home: Path, name: str) -> tuple[list[str], list[str | None]]:
    """The players and the bots of a match that was begun."""
    seats = entries_kept(home, name, SitEntry)
    return [seat.name for seat in seats], [seat.bot or None for seat in seats]


# The game.


@pytest.mark.parametrize("typed", ["2", "scopa", " SCOPA "])
def test_without_a_game_they_are_offered_by_number(typed: str, home: Path) -> None:
    text, code = play(types_lines(typed), None, players="Ann,bot", seed=1)
    assert code == 0
    for number, game in enumerate(OUR_GAMES, start=1):
        assert f"\n{number}. " in text
        assert rules_page(game)
    assert "Game (its number or name): " in text
    assert seated(home, "scopa-1")[0] == ["Ann", "Knight of Cups"]


def test_a_game_that_is_not_there_is_asked_for_again(home: Path) -> None:
    text, _ = play(types_lines("0", "", "whist", "99", "66"), None, players="Ann,bot,bot", seed=1)
    assert text.count("Game (its number or name): ") == 5
    numbers = f"a number from 1 to {len(OUR_GAMES)}, or a name."
    assert f'There is no game "whist" here. Type {numbers}' in text
    assert seated(home, "sixty_six-1")


def test_who_goes_before_the_match_leaves_nothing(home: Path) -> None:
    for lines in ((), ("scopa",), ("scopa", "3"), ("scopa", "3", "Ann")):
        text, code = play(types_lines(*lines), None)
        assert code == 0
        assert text.endswith(" \nGoodbye.\n")  # the prompt's line is closed
    assert not home.exists()


# How many, and their names.


@pytest.mark.parametrize(("typed", "number"), [("", 3), ("2", 2), ("6", 6)])
def test_the_number_of_players_is_asked(typed: str, number: int, home: Path) -> None:
    names = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"][:number]
    text, _ = play(types_lines(typed, *names, ""), "scopa", seed=1)
    assert "How many players, 2, 3, 4 or 6? (Enter for 3) " in text
    assert seated(home, "scopa-1") == (names, [None] * number)


@pytest.mark.parametrize("typed", ["5", "0", "-2", "two", "1000000", "²"])
def test_a_wrong_number_is_asked_for_again(typed: str) -> None:
    text, _ = play(types_lines(typed, "2"), "scopa")
    assert "Scopa is for 2, 3, 4 or 6 players.\nHow many players" in text
    assert text.endswith('Name of player 1 (or "bot"; Enter twice for a bot): \nGoodbye.\n')


def test_dice_is_for_three_and_does_not_ask(home: Path) -> None:
    text, _ = play(types_lines("Ann", "Bea", "Cal"), "dice")
    assert "How many" not in text
    assert seated(home, "dice-1")[0] == ["Ann", "Bea", "Cal"]


def test_a_number_of_players_asks_for_so_many_names(home: Path) -> None:
    play(types_lines("Ann", "bot", "random"), "rummy", players="3")
    assert seated(home, "rummy-1") == (
        ["Ann", "Knight of Cups", "Knight of Swords"],
        [None, "bot", "random"],
    )


@pytest.mark.parametrize("name", ["Computer", " computer ", "COMPUTER"])
def test_dice_rule_17_nobody_is_called_computer(name: str, home: Path) -> None:
    text, _ = play(types_lines(name, "Ann", "Bea", "Cal"), "dice")
    assert "\nName cannot be Computer\nName of player 1 " in text
    assert seated(home, "dice-1")[0] == ["Ann", "Bea", "Cal"]


NAMES = {
    "empty": ("", "A name cannot be empty.", "Il nome non può essere vuoto."),
    "computer": ("Computer", "Name cannot be Computer", "Il nome non può essere Computer"),
    "long": ("x" * 25, "A name has at most 24 characters.", "al massimo 24 caratteri."),
    "taken": (" aNN ", "The name aNN is taken already.", "Il nome aNN è già preso."),
}


@pytest.mark.parametrize("case", NAMES)
def test_dice_rule_17_a_wrong_name_is_explained_and_asked_for_again(case: str, home: Path) -> None:
    assert LONGEST_NAME == 24
    typed, english, italian = NAMES[case]
    for number, (language, sentence) in enumerate((("en", english), ("it", italian)), start=1):
        text, _ = play(types_lines("Ann", typed, "Bea", "Cal"), "dice", language=language)
        assert sentence in " ".join(text.split())
        assert seated(home, f"dice-{number}") == (["Ann", "Bea", "Cal"], [None, None, None])


def test_an_empty_name_twice_is_a_bot(home: Path) -> None:
    text, _ = play(types_lines("", "", "Ann", "", "Bea"), "dice")
    assert (
        'Name of player 1 (or "bot"; Enter twice for a bot): \n'
        "A name cannot be empty. Type a name, or press Enter again and a bot plays.\n"
        "Name of player 1 (Enter again for a bot): \n"
        'Name of player 2 (or "bot"; Enter twice for a bot): Ann\n'
    ) in text
    assert seated(home, "dice-1") == (["Knight of Cups", "Ann", "Bea"], ["bot", None, None])


def test_bots_have_names_that_nobody_else_has(home: Path) -> None:
    play(types_lines(), "scopa", players="bot,Knight of Cups,random,KNIGHT OF COINS")
    assert seated(home, "scopa-1") == (
        ["Knight of Swords", "Knight of Cups", "Knight of Clubs", "KNIGHT OF COINS"],
        ["bot", None, "random", None],
    )


def test_a_bot_of_ones_own_is_given_by_its_path(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    text, _ = play(types_lines("Ann", "nowhere.py", "mine.py", "Bea"), "dice")
    assert "There is no file " in " ".join(text.split())
    play(types_lines(""), "dice", players="Ann,mine.py,Bea")
    for name in ("dice-1", "dice-2"):
        assert seated(home, name)[1] == [None, str(tmp_path / "mine.py"), None]


WRONG_PLAYERS = {
    "1": "scopa is for 2, 3, 4 or 6 players, not 1",
    "-1": "scopa is for 2, 3, 4 or 6 players, not -1",
    "12345": "scopa is for 2, 3, 4 or 6 players, not 12345",
    "5": "scopa is for 2, 3, 4 or 6 players, not 5",
    "Ann": "scopa is for 2, 3, 4 or 6 players, not 1",
    "": "scopa is for 2, 3, 4 or 6 players, not 1",
    "Ann,Computer": "Name cannot be Computer",
    "Ann,": "A name cannot be empty",
    "Ann,ann": "The name ann is taken already",
    "Ann,nowhere.py": "There is no file ",
    f"Ann,{'x' * 25}": "A name has at most 24 characters",
}


@pytest.mark.parametrize("players", WRONG_PLAYERS)
def test_wrong_players_on_the_command_line_get_one_sentence(players: str, home: Path) -> None:
    with pytest.raises(ValueError, match=WRONG_PLAYERS[players]):
        play(types_lines("Ann", "Bea", "Cal"), "scopa", players=players)
    assert not home.exists()


# Options.


def test_options_are_read_by_their_kind() -> None:
    options = read_options(dice, ["turns=6", "skip_on=face", "early_end_ignores_ties=TRUE"])
    assert options == {"turns": 6, "skip_on": "face", "early_end_ignores_ties": True}
    assert read_options(scopa, [])["target"] == 8


WRONG_OPTIONS = {
    "turns": "An option is given as name=value, not as 'turns'",
    "speed=1": "dice has no option 'speed'",
    "turns=0": "The option 'turns' is 1 to 1,000, not 0",
    "turns=-3": "The option 'turns' is 1 to 1,000, not -3",
    "turns=many": "The option 'turns' is 1 to 1,000, not 'many'",
    "turns=" + "9" * 5_000: "The option 'turns' is 1 to 1,000, not '999",
    "skip_on=dice": "The option 'skip_on' is count or face, not 'dice'",
    "early_end_ignores_ties=yes": "is true or false, not 'yes'",
    "=": "dice has no option ''",
}


@pytest.mark.parametrize("option", WRONG_OPTIONS, ids=lambda option: option[:30])
def test_a_wrong_option_gets_one_sentence(option: str) -> None:
    with pytest.raises(ValueError, match=WRONG_OPTIONS[option]):
        read_options(dice, [option])


def test_options_that_are_not_the_usual_ones_are_told() -> None:
    text, _ = play(
        types_lines(), "rummy", players="Ann,Bea", options=("target=50", "reshuffle=true")
    )
    told = "House rules: Points to win: 50; Shuffle the discard pile when the stock runs out: yes."
    assert told in " ".join(text.split())
    assert "House rules" not in play(types_lines(), "rummy", players="Ann,Bea")[0]
    assert len(rummy.OPTIONS) > 2


def test_the_language_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    def speaks() -> bool:
        text, _ = play(types_lines(), "dice", language=None)
        return "Nome del giocatore 1" in text

    assert not speaks()
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert speaks()
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")
    assert not speaks()
    monkeypatch.setenv("LC_ALL", "it")
    assert speaks()
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert not speaks()
    monkeypatch.setenv("LANGUAGE", "de:it:en")
    assert speaks()
    monkeypatch.setenv("LANGUAGE", "de:fr")
    assert not speaks()
    monkeypatch.setenv("LANGUAGE", "it")
    monkeypatch.setenv("LC_ALL", "C")  # overrules the wishes, as everywhere
    assert not speaks()


def test_the_standard_screen_is_that_of_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    assert standard_screen().width in range(20, 81)
    standard_screen().print("Hello.")
    assert capsys.readouterr().out == "Hello.\n"
