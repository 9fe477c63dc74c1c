"""Mistakes that the type checker has to find; nothing here is run.

`make check` fails if one of them passes: mypy complains of each `ignore` that ignores nothing.
"""

from settebello.cards import Place, Seat, Token, viewers
from settebello.game import GameState, Rules, Tell
from settebello.games import dice, hearts, liars_dice, rummy, scopa, sixty_six
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.match import Match
from settebello.visibility import Knowledge

OURS: tuple[Rules[dice.State], Rules[scopa.State], Rules[sixty_six.State], Rules[rummy.State]] = (
    dice,
    scopa,
    sixty_six,
    rummy,
)
NEWER: tuple[Rules[hearts.State], Rules[liars_dice.State]] = (hearts, liars_dice)


def a_card_or_a_number_for_a_seat(state: scopa.State, card: Token, tell: Tell) -> None:
    scopa.legal(state, card)  # type: ignore[arg-type]
    scopa.legal(state, 1)  # type: ignore[arg-type]
    tell("Laid", seat=card)  # type: ignore[arg-type]
    viewers(card)  # type: ignore[arg-type]
    state.to_act = (card,)  # type: ignore[assignment]


def a_seat_for_a_card(knowledge: Knowledge, seat: Seat) -> None:
    knowledge.piece(seat)  # type: ignore[arg-type]
    knowledge.piece_to(seat, seat)  # type: ignore[arg-type]


def a_seat_for_viewers(seat: Seat, tell: Tell) -> None:
    tell("Dealt", only=seat)  # type: ignore[arg-type]
    tell("Dealt", shown_to=seat)  # type: ignore[arg-type]
    tell.learn("equal", (1, 2), to=seat)  # type: ignore[arg-type]
    Place("hand:0", (1, 2), seat)  # type: ignore[arg-type]


def the_state_of_another_game(state: dice.State, seat: Seat) -> None:
    luck = Seeded(1)
    scopa.legal(state, seat)  # type: ignore[arg-type]
    playout(scopa, state, luck.draw, chooser(luck.random))  # type: ignore[misc]


def what_is_only_in_the_state_of_one_game(match: Match) -> None:
    state: GameState = match.moment().state
    state.table  # type: ignore[attr-defined]  # noqa: B018
    match.mind(0).world(Seeded(1).random).table  # type: ignore[attr-defined]  # noqa: B018
