"""One match in one process: it lets the house draw, applies moves and keeps the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from settebello import words
from settebello.cards import Seat
from settebello.declared import match_facts, part_of
from settebello.events import Event, mark_as_recorded
from settebello.game import (
    Ask,
    Facts,
    Game,
    GameState,
    IllegalMove,
    Move,
    Options,
    Result,
    View,
    deck_of,
)
from settebello.history import Deal, History, MatchPosition, Moment, MoveEvents, ToldMove
from settebello.luck import Luck, Seeded, SystemLuck, next_luck
from settebello.notation import Naming, examples, notation_of
from settebello.picking import Reason, reason_against
from settebello.players import check_players
from settebello.record import (
    LoggedLuck,
    RecordedLuck,
    as_record,
    check_previous,
    check_record,
    game_of,
    let_house_draw,
    next_to_act,
)
from settebello.registry import (
    RulesError,
    check_options,
    fail,
    find_game,
    is_ours,
    shortened,
    shown,
)
from settebello.rejection import Argument, RejectionCode
from settebello.visibility import EventRecorder, Knowledge

if TYPE_CHECKING:
    from settebello.mind import Mind

NO_MARK: Any = object()
T = TypeVar("T")


class Match:
    """A match of a game between players, who sit in the order of their names.

    `game` is a name, the path of a rules file or a game; `players` a number or a list of names.
    Chance comes from the operating system unless a `seed` or a `luck` is given. `previous` is what
    the last match of these players left behind: see `rematch`. With `at` it does not begin, but
    goes on from that position, and has forgotten all before. ValueError if an argument is wrong.

    `game`, `players` (the names), `options` (all of them) and `history` can be read; `to_act` are
    the seats that may move now, never the house. Seats may be given as plain numbers. Whatever is
    asked of a match raises ValueError for a seat that does not exist, and RulesError if the rules
    of the game fail; then nothing has changed.
    """

    def __init__(
        self,
        game: Game | str,
        players: int | Sequence[str],
        *,
        seed: int | None = None,
        luck: Luck | None = None,
        options: Options | None = None,
        previous: Sequence[int] | None = None,
        at: MatchPosition | None = None,
    ) -> None:
        if seed is not None and luck is not None:
            raise ValueError("Give a seed or a luck, not both.")
        if luck is None:
            luck = SystemLuck() if seed is None else Seeded(seed)
        self.game = game = find_game(game)
        self.players = check_players(game, players)
        self.options = check_options(game, options)
        self._luck = luck
        self.previous = previous
        self._private = part_of(game, "private")
        self._fail_in_legal = partial(fail, game, "legal")
        self._history = History(len(self.players), at)
        # Rules from elsewhere may fail while they tell, and may move cards after their last event;
        # ours do neither (tests see to that). A table and a replay look at every move.
        self._ours = is_ours(game)
        self._notation = notation_of(game, self._ours)
        self._at_once = not self._ours or isinstance(luck, (LoggedLuck, RecordedLuck))
        self._legal: dict[Seat, list[Move]] = {}  # of this moment, by seat, as far as asked for
        self.to_act: tuple[Seat, ...] = ()  # the seats that may move now; nobody when it is over
        if at is not None:
            self._begin_at(at.moment)
            return
        state = self._state = self._ask("setup", self._set_up, right=ValueError)
        knowledge = Knowledge(len(self.players))
        tell, mark = EventRecorder(game, state, knowledge), luck.mark()
        try:
            let_house_draw(game, state, luck, self._history.outcomes, tell)
            self._ask("places", knowledge.look, game, state)
            self.to_act = next_to_act(game, state, len(self.players))
        except BaseException:
            luck.rewind(mark)
            raise
        self._history.events += tell.events
        deal = Deal(state, len(knowledge.left))
        self._now = ToldMove.beginning(game, state, knowledge, deal, tell.events)
        self._history.noted = self._now

    def _set_up(self) -> GameState:
        state: GameState = self.game.setup(self.options, len(self.players), self.previous)
        state.to_act, state.house, state.clone  # noqa: B018 (a state has them)
        return state

    # What can be asked of a match.

    @property
    def over(self) -> bool:
        """Whether the match has ended: nobody is to act any more."""
        return not self.to_act

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat, as it stands."""
        return self._result().scores

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that won, empty until the match is over."""
        return self._result().winners if self.over else ()

    def _result(self) -> Result:
        return self._ask("result", self._checked_result)

    def _checked_result(self) -> Result:
        result = self.game.result(self._state)
        if len(result.scores) != len(self.players):
            raise ValueError(f"there are {len(self.players)} seats, and {result.scores}")
        return result

    def legal(self, seat: int) -> list[Move]:
        """Every legal move of a seat, empty if it is not to act; `str(move)` is its text."""
        self._check_viewer(seat)
        return self._listed(Seat(seat))[:] if seat in self.to_act else []

    def _listed(self, seat: Seat) -> list[Move]:
        """The legal moves of a seat that is to act, listed once a moment."""
        moves = self._legal.get(seat)
        if moves is None:
            game, state, notation = self.game, self._state, self._notation
            try:
                faces = deck_of(state).faces if game.FACES else ()
                naming = Naming(notation, faces, self._now, seat, self._fail_in_legal)
                moves = notation.moves(game.legal(state, seat), naming)
                self._legal[seat] = moves
            except Exception as error:
                fail(game, "legal", error)
        return moves

    def facts(self) -> Facts:
        """The public facts that the game itself tells."""
        return self._ask("public", self.game.public, self._state)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator (None), sees now."""
        viewer = self._check_viewer(seat)
        facts = self.view_facts()
        view = self._ask("places", self._knowledge.view, self.game, self._state, viewer, facts)
        if viewer is not None and self._private is not None:
            view.private = self._ask("private", self._private, self._state, viewer)
        return view

    def view_facts(self) -> Facts:
        """The facts that every view has: those of all matches, and those of the game."""
        facts = match_facts(self.game, self.players, self.to_act, self._result())
        return self._ask("public", lambda: {**facts, **self.game.public(self._state)})

    def notices(
        self, seat: int | None, language: str = "en", since: int = 0
    ) -> list[dict[str, Any]]:
        """Everything that a seat, or a spectator (None), has been told, from the deal on.

        Each notice is a JSON-ready dictionary with its `number`, from 1, and its sentence in the
        language as `text`. With `since`, only what came after the notice of that number. Raises
        ValueError if the match has forgotten some of it: see `forget_before`.
        """
        checked = self._check_viewer(seat)
        viewer = len(self.players) if checked is None else checked
        notices: list[dict[str, Any]] = []
        for number, event in self.history.told_since(viewer, since):
            notice = event.numbered(number, viewer)
            notice.update(words.in_words(self.game, notice, seat, self.players, language))
            notices.append(notice)
        return notices

    @property
    def events(self) -> list[Event]:
        """Everything that happened so far, unfiltered: for the owner of the match only.

        Raises ValueError if the match has forgotten some of it.
        """
        self.history.check_events()
        return self.history.events[:]

    def forget_before(self, event: int) -> None:
        """Forget the events before the one of this number, which count from 0.

        They are most of what a long match keeps. All numbers stay, and so do the record and what
        can be undone.
        """
        self.history.forget_before(event)

    def mind(self, seat: int) -> Mind:
        """What a seat knows: the worlds that could be the true one, for bots that search."""
        from settebello.mind import mind_of  # it imports matches

        viewer = Seat(self._check_viewer(seat) or 0)
        return self._ask("places", mind_of, self.game, self.options, self.moment(), viewer)

    def seat_record(self, seat: int) -> dict[str, Any]:
        """The deal as a seat saw it, JSON-ready, for a program far away: see `Mind.follow`."""
        return self.mind(seat).to_dict()

    def record(self) -> dict[str, Any]:
        """The match so far as JSON-ready data, with every hidden card in it.

        Raises ValueError if the match did not begin at its beginning, but at a position.
        """
        self._history.check_record()
        luck, moves = self._history.outcomes, self._history.moves
        return as_record(self.game, self.options, self.players, self.previous, luck, moves)

    @property
    def moves(self) -> list[tuple[Seat, str]]:
        """The moves so far, each with its seat, as in the record. ValueError as there."""
        self._history.check_record()
        return self._history.moves[:]

    def moves_since(self, seat: int) -> int | None:
        """How many moves were made after the last one of a seat; None if it has not moved."""
        return self._history.moves_since(seat)

    @property
    def last_move(self) -> str:
        """The text of the last move, as in the record."""
        return self._history.moves[-1][1]

    @property
    def drawn(self) -> int:
        """How often the house has drawn so far."""
        return self._history.drawn

    def luck_since(self, drawn: int) -> list[str]:
        """The outcomes after the first `drawn`, as in the record's `luck`: see `LoggedLuck`."""
        return self._history.luck_since(drawn)

    # What can be done with it.

    def play(self, seat: int, move: Move | str) -> Sequence[Event]:
        """Make a move, given as one of `legal` or as its text; returns the unfiltered events.

        Cards in the text may come in any order and case. A move that is not legal, a seat that is
        not to act and a text that cannot be read raise IllegalMove, and change nothing. The events
        are made when somebody reads them: see `ToldMove`.
        """
        found, here = self.find(seat, move), Seat(seat)
        game, history, before, now = self.game, self._history, self._state, self._now
        text, drawn, mark = found.text, len(history.outcomes), NO_MARK
        outcomes: list[tuple[int, ...]] = []
        tell, knowledge = None, None
        state = before.clone()
        if self._at_once or now.asked:  # somebody listens
            knowledge = self._knowledge.clone()
            tell = EventRecorder(game, state, knowledge)
        try:
            try:
                game.apply(state, here, found.play, tell)
            except Exception as error:
                fail(game, "apply", error)
            if state.house is not None:
                mark = self._luck.mark()  # of a seed it takes long
                outcomes = let_house_draw(game, state, self._luck, history.outcomes, tell)
            if knowledge is not None and not self._ours:
                self._ask("places", knowledge.look, game, state)
            to_act = next_to_act(game, state, len(self.players))
        except BaseException:
            del history.outcomes[drawn:]
            if mark is not NO_MARK:
                self._luck.rewind(mark)
            raise
        luck, deal, events = history.outcomes[drawn:] if outcomes else (), None, None
        if tell is not None and knowledge is not None:
            deal = now.deal.next(game, before, state, knowledge, here, found.play, outcomes)
            events = tell.events
        made = ToldMove(game, state, now, here, found.play, luck, knowledge, deal, events)
        if events is not None:
            history.note(now, made, history.drawn - len(luck), history.move_count)
        self._state, self._now, self.to_act, self._legal = state, made, to_act, {}
        history.add(here, text)
        told: Any = events if self._at_once else MoveEvents(made)  # both are a Sequence
        return told  # type: ignore[no-any-return]

    def undo(self, seat: int) -> None:
        """Take back the seat's last move; IllegalMove if somebody has learned anything from it."""
        self._check_viewer(seat)
        if not self.can_undo(seat):
            raise self._refused(RejectionCode.NOTHING_TO_UNDO)
        self._go_back(self.history.undoable.pop())

    def can_undo(self, seat: int) -> bool:
        """Whether `undo` would take back a move of this seat now."""
        history = self.history
        return bool(history.undoable) and history.moves[-1][0] == seat

    def rematch(self) -> Match:
        """A new match between the same players, with the same options; this one stays as it is.

        A seed gives the next seed, any other luck goes on. Raises ValueError if this match is not
        over.
        """
        if not self.over:
            raise ValueError("A rematch can begin when the match is over.")
        luck, legacy = next_luck(self._luck), self.legacy()
        return Match(self.game, self.players, luck=luck, options=self.options, previous=legacy)

    def legacy(self) -> tuple[int, ...] | None:
        """What a match that is over leaves behind for the next one of the same players, if any."""
        legacy = getattr(self.game, "legacy", None)
        return self._ask("legacy", lambda: tuple(legacy(self._state))) if legacy else None

    @classmethod
    def replay(
        cls,
        record: Mapping[str, Any],
        *,
        game: Game | str | None = None,
        luck: Luck | None = None,
        upto: int | None = None,
    ) -> Match:
        """The match of a record; play may go on from there, with chance from `luck`.

        `game` gives the rules of a game that is not installed; `upto` stops after so many moves.
        Raises ValueError if the record cannot be replayed.
        """
        record = check_record(record)
        found = game_of(record, game)
        players = check_players(found, record["players"])
        options = check_options(found, record["options"], older=True)
        previous = check_previous(record.get("previous"))
        recorded = RecordedLuck(record["luck"])
        try:
            match = cls(found, players, luck=recorded, options=options, previous=previous)
            for index, (seat, text) in enumerate(record["moves"][:upto]):
                try:
                    mark_as_recorded(record, index, match.play(seat, text))
                except IllegalMove as refused:
                    raise ValueError(f"move {index + 1} is refused: {refused}") from None
            if upto is None and recorded.left:
                raise ValueError("it has more luck than its moves ask for")
        except RulesError:
            raise
        except ValueError as error:
            raise ValueError(f"The record does not play out: {str(error).rstrip('.')}.") from None
        match._luck = luck or SystemLuck()
        match.history.undoable.clear()
        return match

    # How it works inside.

    def find(self, seat: int, move: Move | str) -> Move:
        """The legal move that is meant, or IllegalMove with the reason."""
        moves = self._listed(self._acting(seat))
        if isinstance(move, Move):
            for legal in moves:
                if legal is move:  # the usual case of a program: one of those that `legal` gave
                    return legal
        text = str(move) if isinstance(move, (Move, str)) else ""
        for legal in moves:
            if legal.text == text:  # written as it was offered
                return legal
        ask = self._notation.read(text)
        for legal in moves:
            if ask is not None and legal.text == ask.text:
                return legal
        choice = " or ".join(str(legal) for legal in examples(moves))
        if ask is None:
            raise self._refused(RejectionCode.UNREADABLE, text=shortened(text), legal=choice)
        code = self._why_not(ask, self.view(seat))
        raise self._refused(code, text=shortened(ask.text), legal=choice)

    def _acting(self, seat: int) -> Seat:
        """A seat that is to act, by its number; raises IllegalMove if it is not."""
        if type(seat) is not int or not 0 <= seat < len(self.players):
            # Anything may have been given; what JSON cannot have as a number is quoted as a text.
            whole = type(seat) is int and abs(seat) < 2**53
            asked = seat if whole else shown(seat, str)
            raise self._refused(RejectionCode.NO_SUCH_SEAT, seat=asked, last=len(self.players) - 1)
        if not self.to_act:
            raise self._refused(RejectionCode.OVER)
        if seat not in self.to_act:
            who = ", ".join(self.players[other] for other in self.to_act)
            raise self._refused(RejectionCode.NOT_YOUR_TURN, who=who)
        return Seat(seat)

    def explain(self, seat: int, pieces: Sequence[str]) -> Reason | None:
        """Why a seat that is to act cannot pick these pieces together; None if it can.

        It is the game's own reason against the move that they would make, judged by what the seat
        sees. Raises IllegalMove if the seat is not to act.
        """
        moves, view = self._listed(self._acting(seat)), self.view(seat)
        rules = (self.game, self._notation, self._why_not)
        return self._ask("VERBS", reason_against, pieces, view, moves, *rules)

    def _why_not(self, ask: Ask, view: View) -> str:
        """The code of the game's reason against a move that is not legal."""
        refusal = getattr(self.game, "refusal", None)
        if refusal is None:
            return RejectionCode.NOT_LEGAL
        code: str = self._ask("refusal", refusal, ask, view)
        return code

    def _refused(self, code: str, **arguments: Argument) -> IllegalMove:
        return IllegalMove(code, words.refuse(self.game, code, **arguments), **arguments)

    def _check_viewer(self, seat: int | None) -> Seat | None:
        """A viewer whose number came from outside; ValueError if there is no such seat."""
        if seat is None:
            return None
        if type(seat) is not int or not 0 <= seat < len(self.players):
            last = len(self.players) - 1
            raise ValueError(f"There is no seat {shown(seat)}; the seats are 0 to {last}.")
        return Seat(seat)

    def branch(self, moment: Moment, luck: Luck) -> Match:
        """A copy of the match as it was at a moment, with other luck."""
        game, players, options, previous = self.game, self.players, self.options, self.previous
        at = self.position()
        new = Match(game, players, luck=luck, options=options, previous=previous, at=at)
        new._history = self.history.copied()
        new._go_back(moment)
        return new

    def moment(self) -> Moment:
        """The match as it is now, to `branch` from."""
        history, now = self.history, self._now
        counts = history.drawn, history.move_count, history.event_count
        return Moment(now.state, now.knowledge, now.deal, *counts)

    def position(self) -> MatchPosition:
        """Where the match is now, for another that goes on from here: see `at`."""
        return self.history.position(self.moment())

    def _go_back(self, to: Moment) -> None:
        self._history.cut(to)  # all of it is told, since somebody has the moment
        self._begin_at(to)

    def _begin_at(self, moment: Moment) -> None:
        state = self._state = moment.state
        self.to_act, self._legal = tuple(state.to_act), {}
        self._now = ToldMove.beginning(self.game, state, moment.knowledge, moment.deal, [])
        self._history.noted = self._now

    @property
    def history(self) -> History:
        """What happened so far. All moves are told by this: see `ToldMove`."""
        self._now.asked = True
        if self._now is not self._history.noted:
            self._history.note_all(self._now)
        return self._history

    @property
    def _knowledge(self) -> Knowledge:
        return self.history.noted.knowledge

    def _ask(
        self,
        function: str,
        answer: Callable[..., T],
        *arguments: Any,
        right: type[Exception] = RulesError,
    ) -> T:
        """Call the rules. If they fail, the match stays as it was, and RulesError says so."""
        try:
            return answer(*arguments)
        except right:
            raise
        except Exception as error:
            fail(self.game, function, error)
