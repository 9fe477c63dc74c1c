"""Secrecy in the dialects of 66: what a player may not know changes no byte that they receive.

And what they have seen and acknowledged is not told again: it is a memory game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from msgspec import UNSET
from websockets.sync.client import ClientConnection

from dialects.guests import NONSENSE, Guest, Message, game_of
from dialects.steps import Step, is_over, next_step
from dialects.test_sixty_six_suspension import seen_before
from server.border import connections, wait_until
from server.inside import Inside, inside
from server.worlds import Given, Record, twins_of
from settebello import IllegalMove, Match, games
from settebello.dialects.sixty_six import draft, standard
from settebello.dialects.sixty_six.lobby_messages import BoardInitialized, FromServer, PlayerStatus
from settebello.dialects.sixty_six.sessions import LobbySession
from settebello.dialects.sixty_six.standard_messages import CardsRevealed
from settebello.game import deck_of
from settebello.lab.audit import AuditedMatch, AuditStep
from settebello.luck import Seeded
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.seats import Listener
from settebello.table.table import Table

Leak = Callable[[pytest.MonkeyPatch], None]
SEATS = 3
VARIANTS = {"/66": "standard", "/66/draft": "draft"}
RANDOM_TEXTS = re.compile(
    r'"(id|secret)":"[^"]*"|"\d\d\d\d-\d\d-\d\dT[^"]*"|"gameId":\d+|"nameById":\{[^}]*\}'
)


@pytest.fixture(scope="module")
def given() -> Given:
    return Given()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, given: Given) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("secrecy"), given) as running:
        yield running


class Lively(AuditedMatch):
    """A random match in which every kind of move comes up, above all what a card can do."""

    def step(self) -> None:
        (seat,) = self.match.to_act
        moves = self.match.legal(seat)
        verbs = sorted({move.verb for move in moves})
        rather = "discard" if "discard" in verbs else "deck" if "deck" in verbs else verbs[0]
        verb = rather if self.random() < 0.7 else self._choose(verbs)
        move = self._choose([move for move in moves if move.verb == verb])
        step = AuditStep(self.match.moment(), seat, move.play)
        self._add(step, self.match.play(seat, move))


# A recorded match, played by clients.


class Tap:
    """A socket that keeps all texts that come, but for the answers to nonsense."""

    def __init__(self, socket: ClientConnection, texts: list[str]) -> None:
        self._socket = socket
        self._texts = texts

    def recv(self, timeout: float) -> str:
        text = str(self._socket.recv(timeout))
        if f'"command":"{NONSENSE}"' not in text:
            self._texts.append(RANDOM_TEXTS.sub("", text))
        return text

    def send(self, text: str) -> None:
        self._socket.send(text)


class Players:
    """Three players, and all that each of them receives in a game."""

    def __init__(self, server: Inside, path: str) -> None:
        self._server, self._path = server, path
        self.guests = [Guest(server, name, path) for name in ("Ann", "Bea", "Cal")]
        self.texts: list[list[str]] = [[] for _ in self.guests]
        self.seen_twice: set[int] = set()  # who was told again what they had acknowledged
        for seat, guest in enumerate(self.guests):
            guest.receive_pending()
            self._tap(seat, guest)
        self.game = game_of(self.guests)

    def _tap(self, seat: int, guest: Guest) -> None:
        guest.socket = cast(ClientConnection, Tap(guest.socket, self.texts[seat]))

    def step(self, random: Callable[[], float]) -> Step:
        """The next step; sometimes it is interrupted, and told again."""
        step = next_step(self.guests)
        if random() < 0.15 and not is_over(step):
            missing = [*step][int(random() * len(step))] if len(step) > 1 else None
            seen = {n: told for n, told in step.items() if random() < 0.5 and n != missing}
            for seat in seen:
                self.guests[seat].ack()
                self.guests[seat].receive_pending()  # the server has read it
            self._suspend(int(random() * SEATS), lost=random() < 0.5)
            step = self._resumed()
            for seat, told in seen.items():
                if step.get(seat) == told != seen_before(told):
                    self.seen_twice.add(seat)
        return step

    def _suspend(self, leaver: int, lost: bool) -> None:
        old = self.guests[leaver]
        if lost:
            old.close()
        else:
            old.send("SuspendGame")
            old.receive_a("GameSuspended")
        for seat, guest in enumerate(self.guests):
            if seat != leaver:
                guest.receive_a("GameSuspended")
        if lost:
            new = self.guests[leaver] = Guest(self._server, path=self._path)
            new.secret = old.secret
            self._tap(leaver, new)
        guest = self.guests[leaver]
        guest.send("RejoinGame", gameId=self.game, playerSecret=guest.secret)
        for other in self.guests:
            other.receive_a("PlayerRejoined")
        guest.ack()

    def _resumed(self) -> Step:
        """The step that was interrupted, after the board."""
        for guest in self.guests:
            guest.receive_a("BoardInitialized")
            guest.ack()
        return next_step(self.guests)

    def close(self) -> None:
        for guest in self.guests:
            guest.close()
        wait_until(lambda: not connections(self._server))  # else the next are told that they left


def all_bytes(
    server: Inside, record: Record, seed: int, path: str
) -> tuple[list[list[str]], set[int]]:
    """What each player receives while a recorded match is played, and who is told things twice.

    On the way all try what is refused, and leave and come back.
    """
    random = Seeded(seed).random
    players = Players(server, path)
    for number in range(len(record["moves"]) + 1):
        match = Match.replay(record, upto=number)
        while len(step := players.step(random)) > 1 and not is_over(step):
            for seat in step:
                players.guests[seat].ack()
        for seat, guest in enumerate(players.guests):
            for wrong in wrong_messages(match, seat, path, random):
                guest.send(**wrong)
                guest.receive_a("Failure")
        if number < len(record["moves"]):
            seat, text = record["moves"][number]
            players.guests[seat].send(**message_of(text, match, path))
    players.close()
    return players.texts, players.seen_twice


def message_of(text: str, match: Match, path: str) -> Message:
    """A move as a message of the dialect."""
    verb, *numbers = text.split()
    indexes = [int(number) for number in numbers]
    if path == "/66":
        type = standard.ACTIONS[verb]
        if verb == "own":
            return {"type": type, "cardIndex": indexes[0]}
        if verb == "other":
            return {"type": type, "playerIndex": indexes[0], "cardIndex": indexes[1]}
        if verb == "show":
            return {"type": type, "cardIndexes": indexes}
        return {"type": type}
    if verb == "show":
        return {"type": "ShowCards", "handCardIndexes": indexes}
    if verb == "own":
        peeks = match.facts()["waiting_for"] == "peek at own"
        return {"type": "PeekOwnCard" if peeks else "ReplaceCard", "handCardIndex": indexes[0]}
    if verb == "pile" and indexes:
        return {"type": "ReplaceCardByDiscarded", "handCardIndex": indexes[0]}
    if verb == "other":
        return {"type": "PeekCard", "anotherPlayerIndex": indexes[0], "handCardIndex": indexes[1]}
    if verb == "exchange":
        names = ("handCardIndex", "anotherPlayerIndex", "anotherPlayerHandCardIndex")
        return {"type": "ExchangeCards", **dict(zip(names, indexes, strict=True))}
    types = {"deck": "TakeCardFromHeap", "pile": "TakeDiscardedCard", "stop": "StopRound",
             "discard": "Discard", "next": "StartRound"}  # fmt: skip
    return {"type": types[verb]}


def wrong_messages(
    match: Match, seat: int, path: str, random: Callable[[], float]
) -> list[Message]:
    """Moves of all kinds with random numbers, but none that is legal; and a message of no kind."""
    texts = ["deck", "discard", "stop", "next", "show 0 0", "show 0 7"]
    texts += [f"{text} {int(random() * 6)}" for text in ("own", "other 1", "other 2", "show 3")]
    if path != "/66":
        texts += [f"exchange 0 {int(random() * 3)} 1", f"pile {int(random() * 5)}"]
    wrong = [message_of(text, match, path) for text in texts if not is_legal(match, seat, text)]
    return [*wrong, {"type": "ShowCards"}]


def is_legal(match: Match, seat: int, text: str) -> bool:
    try:
        match.find(seat, text)
    except IllegalMove:
        return False
    return True


def told_apart(
    server: Inside, given: Given, path: str, seed: int, moves: int
) -> tuple[set[int | None], set[int | None]]:
    """The players for whom another world was tried, and those who noticed, or were told twice."""
    audited = Lively(games()["sixty_six"], SEATS, {"variant": VARIANTS[path]}, seed)
    worlds = twins_of(audited, moves)
    _, given.record = next(worlds)
    received, apart = all_bytes(server, given.record, seed, path)
    tried: set[int | None] = set()
    noticed: set[int | None] = set(apart)
    for viewer, given.record in worlds:
        if viewer is not None and not noticed:
            tried.add(viewer)
            there, _ = all_bytes(server, given.record, seed, path)
            if there[viewer] != received[viewer]:
                noticed.add(viewer)
    return tried, noticed


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("path", VARIANTS)
def test_no_byte_depends_on_what_a_player_may_not_know(
    server: Inside, given: Given, path: str, seed: int
) -> None:
    tried, noticed = told_apart(server, given, path, seed, 14 + seed)
    assert tried == {0, 1, 2}
    assert not noticed


# Leaks that are planted: each must be found.


def hidden(session: LobbySession) -> tuple[Any, tuple[int, ...]]:
    """The state of a session's game, with the faces of all cards."""
    assert session.game is not None
    assert session.game.hosted is not None
    assert session.game.hosted.table.match is not None
    state = session.game.hosted.table.match.moment().state
    return state, deck_of(state).faces


def plant(
    patch: pytest.MonkeyPatch, change: Callable[[LobbySession, FromServer], FromServer | None]
) -> None:
    """Some messages are other ones, which tell too much."""
    honest = LobbySession.push

    def push(session: LobbySession, *messages: FromServer) -> None:
        honest(session, *(change(session, message) or message for message in messages))

    patch.setattr(LobbySession, "push", push)


def reveal(session: LobbySession, message: CardsRevealed) -> None:
    (info,) = message.card_infos
    state, faces = hidden(session)
    hand = state.hands[info.target_player_index]
    info.values = [faces[hand[index]] for index in info.card_indexes]


def a_peek_is_shown_to_all(patch: pytest.MonkeyPatch) -> None:
    def change(session: LobbySession, message: FromServer) -> None:
        if isinstance(message, CardsRevealed) and message.card_index is not UNSET:
            reveal(session, message)

    plant(patch, change)


def a_claim_is_shown_to_the_claimer(patch: pytest.MonkeyPatch) -> None:
    def change(session: LobbySession, message: FromServer) -> None:
        claim = getattr(message, "looking_player_indexes", UNSET) is not UNSET
        if claim and isinstance(message, CardsRevealed) and message.card_values is UNSET:
            reveal(session, message)

    plant(patch, change)


def the_deck_card_is_told_to_the_others(patch: pytest.MonkeyPatch) -> None:
    honest = LobbySession.send

    def send(session: LobbySession, *messages: protocol.ServerMessage) -> None:
        honest(session, *messages)
        for message in messages:
            notices = message.notices if isinstance(message, protocol.Told) else []
            if any(notice["event"] == "DeckCardTaken" for notice in notices):
                state, faces = hidden(session)
                if state.taken:
                    session.push(PlayerStatus("", str(faces[state.taken[0]]), True))

    patch.setattr(LobbySession, "send", send)


def what_was_acknowledged_is_told_again(patch: pytest.MonkeyPatch) -> None:
    def once_more(table: Table, number: int, after: int) -> list[protocol.Notice]:
        own = [event.notice(number) for event in table.delivery.now]
        return [{"number": after, **notice} for notice in own if notice is not None]

    patch.setattr("settebello.table.messages.once_more", once_more)


def a_failure_says_what_lies_in_the_deck(patch: pytest.MonkeyPatch) -> None:
    def refuse(table: Table, listener: Listener, refusal: Rejection, id: str | None) -> None:
        assert table.match is not None
        text = f"{refusal.code} {deck_of(table.match.moment().state).faces[-1]}"
        table.outbox.send(listener, protocol.Refused(refusal.code, text, id))

    patch.setattr(Table, "_refuse", refuse)


def the_board_of_a_resumed_game_has_hidden_cards(patch: pytest.MonkeyPatch) -> None:
    def change(session: LobbySession, message: FromServer) -> None:
        if isinstance(message, BoardInitialized) and message.turn:
            message.total_scores = list(hidden(session)[1][:12])

    plant(patch, change)


def the_heap_card_is_told_to_the_others(patch: pytest.MonkeyPatch) -> None:
    def change(session: LobbySession, message: FromServer) -> FromServer | None:
        state, faces = hidden(session) if session.translation is not None else (None, [])
        if isinstance(message, draft.HeapCardTaken) and state is not None and state.taken:
            return draft.Card(faces[state.taken[0]])
        return None

    plant(patch, change)


def a_peek_is_another_message_by_the_card(patch: pytest.MonkeyPatch) -> None:
    def change(session: LobbySession, message: FromServer) -> None:
        state, faces = hidden(session) if session.translation is not None else (None, [])
        if isinstance(message, draft.OwnCardPeeked | draft.CardPeeked) and state is not None:
            owner = getattr(message, "another_player_index", message.player_index)
            message.hand_card_index = faces[state.hands[owner][message.hand_card_index]]

    plant(patch, change)


# With the seed of a match in which it shows.
LEAKS = [
    ("/66", a_peek_is_shown_to_all, 2),
    ("/66", a_claim_is_shown_to_the_claimer, 4),
    ("/66", the_deck_card_is_told_to_the_others, 4),
    ("/66", what_was_acknowledged_is_told_again, 4),
    ("/66", a_failure_says_what_lies_in_the_deck, 1),
    ("/66", the_board_of_a_resumed_game_has_hidden_cards, 2),
    ("/66/draft", the_heap_card_is_told_to_the_others, 4),
    ("/66/draft", a_peek_is_another_message_by_the_card, 2),
    ("/66/draft", what_was_acknowledged_is_told_again, 1),
    ("/66/draft", a_failure_says_what_lies_in_the_deck, 1),
]


@pytest.mark.parametrize(("path", "leak", "seed"), LEAKS)
def test_a_planted_leak_is_found(
    server: Inside,
    given: Given,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    leak: Leak,
    seed: int,
) -> None:
    assert not told_apart(server, given, path, seed, moves=6)[1]
    leak(monkeypatch)
    assert told_apart(server, given, path, seed, moves=6)[1]
