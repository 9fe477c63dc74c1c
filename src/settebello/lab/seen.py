"""A match as bots in simulations and tournaments see it: what is not asked for costs little."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import Any

from settebello.bots import Turn
from settebello.cards import Deck, Seat
from settebello.declared import match_facts
from settebello.game import Draw, Game, GameState, Move, Options, Play, View, deck_of
from settebello.history import HOUSE, Deal, Moment, is_new_deal
from settebello.mind import Mind, mind_of
from settebello.notation import Notation
from settebello.visibility import EventRecorder, Knowledge


class Seen:
    """Views, legal moves and notices of a match, as `Match` has them, made only when asked for."""

    def __init__(
        self,
        game: Game,
        notation: Notation,
        options: Options,
        players: list[str],
        state: GameState,
        listens: bool = True,
    ) -> None:
        """Unless somebody `listens`, nothing is noted, and nothing can be asked."""
        self.game = game
        self.notation = notation
        self.options = options
        self.players = players
        self.state = state
        self.knowledge = Knowledge(len(players))
        self.tell = EventRecorder(game, state, self.knowledge) if listens else None
        self._notices: list[list[dict[str, Any]]] = [[] for _ in players]
        self._told = [0] * len(players)  # how many events are in the notices, by seat
        self._deal: Deal | None = None  # none while cards are being dealt
        self._deck = Deck()  # of this deal

    def turn(self, seat: Seat, random: Random) -> Turn:
        self.knowledge.look(self.game, self.state)  # cards may have moved after the last event
        options, legal, view = dict(self.options), self.legal, self.view
        notices, mind = self.notices, self.mind
        return Turn(seat, random, options, legal=legal, view=view, notices=notices, mind=mind)

    def mind(self, seat: Seat) -> Mind:
        moment = Moment(self.state, self.knowledge, self._begun(), 0, 0, 0)
        return mind_of(self.game, self.options, moment, seat)

    def settle(self, wanted: Draw, outcome: tuple[int, ...]) -> None:
        """Change the state by the outcome of a draw."""
        self.game.settle(self.state, outcome, self.tell)
        if self.tell is not None:
            self._follow(HOUSE, () if wanted.of_cards else outcome)

    def apply(self, seat: Seat, play: Play) -> None:
        """Change the state by a play."""
        if self.tell is None:
            self.game.apply(self.state, seat, play, None)
        else:
            self._begun()
            self.game.apply(self.state, seat, play, self.tell)
            self._follow(seat, play)

    def _begun(self) -> Deal:
        """The deal so far; it begins before the first play, when all cards are dealt."""
        if self._deal is None:
            self._deal = Deal(self.state.clone(), len(self.knowledge.left))
            self._deck = deck_of(self.state) if self.game.FACES else Deck()
        return self._deal

    def _follow(self, seat: int, play: Play) -> None:
        """Note a play, or the outcome of a draw by the house, which has just been applied."""
        if self._deal is not None:
            deck = deck_of(self.state) if self.game.FACES else None
            if is_new_deal(self._deck, deck):
                self._deal = None
            else:
                self._deal = self._deal.after(seat, play, len(self.knowledge.left))

    def legal(self, seat: Seat) -> list[Move]:
        game, state = self.game, self.state
        name, places = self.notation.name, game.places(state)
        faces = deck_of(state).faces if game.FACES else ()
        piece = cache(partial(self.knowledge.piece_to, seat))
        return [name(play, faces, places, piece) for play in game.legal(state, seat)]

    def view(self, seat: Seat) -> View:
        game, state = self.game, self.state
        facts = match_facts(game, self.players, state.to_act, game.result(state))
        view = self.knowledge.view(game, state, seat, {**facts, **game.public(state)})
        private = getattr(game, "private", None)
        if private is not None:
            view.private = private(state, seat)
        return view

    def notices(self, seat: Seat) -> list[dict[str, Any]]:
        assert self.tell is not None
        notices, events = self._notices[seat], self.tell.events
        for event in events[self._told[seat] :]:
            notice = event.notice(seat)
            if notice is not None:
                notices.append({"number": len(notices) + 1, **notice})
        self._told[seat] = len(events)
        return notices[:]
