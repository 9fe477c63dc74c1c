"""A few builders that tests share."""

from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from settebello import Match
from settebello.cards import Seat
from settebello.luck import Seeded
from settebello.sampling import Sampler

# Events of our games that say nothing to some: the table shows what they tell.
SILENT = {"TurnStarted", "Dealt", "Drawn", "Chosen", "Passed", "PlayBegun", "StarterDrawn"}


def play_random(match: Match, seed: int, moves: int | None = None) -> Match:
    """Play any legal moves, to the end or so many of them; returns the match itself."""
    random = Seeded(seed).random
    while not match.over and moves != 0:
        seat = match.to_act[int(random() * len(match.to_act))]
        legal = match.legal(seat)
        match.play(seat, legal[int(random() * len(legal))])
        if moves is not None:
            moves -= 1
    return match


def play_texts(match: Match, *texts: str) -> Match:
    """Play these moves, each by the first seat that is to act; returns the match itself."""
    for text in texts:
        match.play(match.to_act[0], text)
    return match


def viewers(match: Match) -> list[int | None]:
    """All seats, and None for the spectators."""
    return [*range(len(match.players)), None]


def snapshot(match: Match) -> tuple[Any, ...]:
    """All that anybody can get out of a match: two of them are equal if nothing has changed."""
    return (
        match.record(),
        [match.view(viewer).to_dict() for viewer in viewers(match)],
        [match.notices(viewer) for viewer in viewers(match)],
        [[(m.text, m.pieces) for m in match.legal(seat)] for seat in range(len(match.players))],
    )


def altered(game: ModuleType, **names: Any) -> Any:
    """A copy of a game in which some names mean something else: for rules that go wrong."""
    own = {name: value for name, value in vars(game).items() if not name.startswith("__")}
    return SimpleNamespace(**{**own, **names})


def source_of(game: Any) -> Path:
    """The rules file of a game; it lies beside the compiled one, if there is one."""
    file = Path(game.__file__)
    return file.with_name(f"{file.name.split('.')[0]}.py")


def sampler_of(match: Match, viewer: int | None) -> Sampler:
    """The worlds of a viewer with the tokens of the match itself, which no bot may see."""
    moment = match.moment()
    seat = None if viewer is None else Seat(viewer)
    return moment.knowledge.sampler(match.game, moment.state, seat)


def world_of(match: Match, viewer: int | None, seed: int) -> Any:
    """A state that could be the true one for all that a viewer has been shown."""
    return sampler_of(match, viewer).world(Seeded(seed).random)
