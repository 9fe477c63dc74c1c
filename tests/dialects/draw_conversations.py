"""Conversations of a running server with three clients, and pages that show them.

`make dialects` draws them again in docs/dialects: a server is started, three clients play each
situation there, and what they send and receive is drawn, with the names of the fields for
their values. So is the chart of states, from games with random moves.
"""

from __future__ import annotations

import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from settebello.dialects.sixty_six import standard
from settebello.dialects.sixty_six.lifecycle import finished
from settebello.dialects.sixty_six.policy import Together
from settebello.games import sixty_six as rules
from settebello.luck import Luck, Scripted, Seeded
from settebello.table import protocol
from settebello.table.entries import OpenEntry
from settebello.table.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from dialects.conversation import ANN, BEA, CAL, NAMES, Line, Move, Sent, Told, conversing
from dialects.guests import Message
from games.sixty_six_scenes import deal
from live import Server
from server.inside import inside

FOLDER = Path(__file__).parents[2] / "docs/dialects"

# What is drawn: the moves of a situation, after those that lead to it.


class Situation(NamedTuple):
    title: str
    moves: tuple[Move, ...] = ()  # none: the drawing begins with the game
    before: tuple[Move, ...] = ()
    first: int = BEA
    deck: str = ""
    hands: tuple[str, str, str] = ("1 2 3 4", "5 1 5 2", "13 12 13 12")
    since: str = ""  # the drawing begins with this message
    until: str = ""  # and ends before this one


def by(seat: int, type: str, **fields: Any) -> Move:
    return seat, type, fields


def drawn(seat: int, dialect: str) -> tuple[Move, ...]:
    """They draw a card and discard it."""
    pile = "Heap" if dialect == "draft" else "Deck"
    return by(seat, f"TakeCardFrom{pile}"), by(seat, "Discard")


DECK = by(BEA, "TakeCardFromDeck")
LEAVES = (by(CAL, "SuspendGame"), by(CAL, "RejoinGame"))
STOPPED = (by(BEA, "StopRound"), *drawn(CAL, "66"), by(ANN, "TakeCardFromDeck"))
LAST_ROUND = (
    *(*STOPPED, by(ANN, "Discard"), by(ANN, "StartNextRound")),
    *(by(ANN, "StopRound"), DECK, by(BEA, "Discard"), by(CAL, "TakeCardFromDeck")),
)
until_next_turn = partial(Situation, until="TurnStarted")

SITUATIONS = [
    until_next_turn("The game begins, and its first round"),
    Situation("A turn begins", since="TurnStarted"),
    Situation("A card from the deck", (DECK,)),
    Situation("The discarded card", (by(BEA, "TakeDiscardedCard"),), drawn(ANN, "66"), ANN),
    until_next_turn("The round is stopped", (by(BEA, "StopRound"),)),
    until_next_turn("A card is replaced", (by(BEA, "PickOwnCard", cardIndex=0),), (DECK,)),
    until_next_turn(
        "A claim that holds", (by(BEA, "ShowCards", cardIndexes=[0, 2]),), (DECK,), deck="9"
    ),
    until_next_turn(
        "A claim that fails, with a card from the deck",
        (by(BEA, "ShowCards", cardIndexes=[0, 1]),),
        (DECK,),
    ),
    until_next_turn("A plain card is discarded", (by(BEA, "Discard"),), (DECK,), deck="0"),
    until_next_turn(
        "A 7 or 8 is discarded",
        (by(BEA, "Discard"), by(BEA, "PickOwnCard", cardIndex=3)),
        (DECK,),
        deck="7",
    ),
    until_next_turn(
        "A 9 or 10 is discarded",
        (by(BEA, "Discard"), by(BEA, "PickAnothersCard", playerIndex=CAL, cardIndex=0)),
        (DECK,),
        deck="9",
    ),
    until_next_turn(
        "An 11 or 12 is discarded",
        (
            by(BEA, "Discard"),
            by(BEA, "PickOwnCard", cardIndex=0),
            by(BEA, "PickAnothersCard", playerIndex=CAL, cardIndex=0),
        ),
        (DECK,),
        deck="11",
    ),
    Situation(
        "A round ends, and the game goes on",
        (by(ANN, "Discard"),),
        STOPPED,
        deck="0 0",
        since="RoundFinished",
    ),
    Situation(
        "The game ends",
        (by(CAL, "Discard"),),
        LAST_ROUND,
        deck="0 0",
        since="RoundFinished",
    ),
    Situation("Somebody leaves and comes back", LEAVES, (by(BEA, "StopRound"),)),
]

HEAP = by(ANN, "TakeCardFromHeap")
SHOWN = by(ANN, "ShowCards", handCardIndexes=[0, 2])
PEEK = {"anotherPlayerIndex": CAL, "handCardIndex": 0}
EXCHANGE = {"handCardIndex": 0, "anotherPlayerIndex": CAL, "anotherPlayerHandCardIndex": 0}
by_ann = partial(Situation, first=ANN, hands=("5 1 5 2", "1 2 3 4", "13 12 13 12"))
DISCARDED = drawn(CAL, "draft")
LAST_TURN = (by(BEA, "StopRound"), *DISCARDED, HEAP)

DRAFT_SITUATIONS = [
    Situation("The game begins, and its first round"),
    by_ann("A card from the heap", (HEAP,)),
    by_ann(
        "A card is replaced by the discarded one",
        (by(ANN, "ReplaceCardByDiscarded", handCardIndex=0),),
        DISCARDED,
        first=CAL,
    ),
    by_ann("A claim that holds", (SHOWN,)),
    by_ann("A claim that fails", (by(ANN, "ShowCards", handCardIndexes=[0, 1]),)),
    by_ann("The round is stopped", (by(ANN, "StopRound"),)),
    by_ann(
        "A card is replaced by the drawn one", (by(ANN, "ReplaceCard", handCardIndex=0),), (HEAP,)
    ),
    by_ann("A plain card is discarded", (by(ANN, "Discard"),), (HEAP,), deck="0"),
    by_ann(
        "A 7 or 8 is discarded",
        (by(ANN, "Discard"), by(ANN, "PeekOwnCard", handCardIndex=3)),
        (HEAP,),
        deck="7",
    ),
    by_ann(
        "A 9 or 10 is discarded",
        (by(ANN, "Discard"), by(ANN, "PeekCard", **PEEK)),
        (HEAP,),
        deck="9",
    ),
    by_ann(
        "An 11 or 12 is discarded",
        (by(ANN, "Discard"), by(ANN, "ExchangeCards", **EXCHANGE)),
        (HEAP,),
        deck="11",
    ),
    by_ann("A card from the heap for the shown ones", (HEAP,), (SHOWN,), deck="9"),
    by_ann(
        "The discarded card for the shown ones",
        (by(ANN, "TakeDiscardedCard"),),
        (*DISCARDED, SHOWN),
        first=CAL,
    ),
    by_ann("The last turn of a round", (by(ANN, "Discard"),), LAST_TURN, first=BEA, deck="0 0"),
    by_ann("Somebody leaves and comes back", LEAVES, (by(ANN, "StopRound"),)),
]


def record(server: Server, lucks: deque[Luck], situation: Situation, path: str) -> list[Line]:
    """What is said in a situation."""
    shuffle = deal(*situation.hands, deck=situation.deck)
    lucks.append(Scripted(picks=[situation.first], shuffles=[shuffle] * 2))
    with conversing(server, path) as conversation:
        conversation.begin("StartRound" if path == "/66/draft" else "StartGame")
        conversation.go_on()
        if situation.moves:
            conversation.play(*situation.before)
            conversation.lines = []
        for seat, type, fields in situation.moves:
            if type == "RejoinGame":
                fields = {
                    "gameId": conversation.number,
                    "playerSecret": conversation.guests[seat].secret,
                }
            conversation.send(seat, type, **fields)
            if type == "SuspendGame":  # it is not acknowledged
                conversation.receive()
            else:
                conversation.go_on()
        lines = conversation.lines
    kinds = [types_of(line) for line in lines]
    begin = next(n for n, types in enumerate(kinds) if situation.since in (*types, ""))
    end = (n for n, types in enumerate(kinds) if situation.until in types)
    return lines[begin : next(end, None)]


def types_of(line: Line) -> set[str]:
    if isinstance(line, Sent):
        return {line.message["type"]}
    if isinstance(line, Told):
        return {message["type"] for message in line.messages.values()}
    return set()


def draw(lines: list[Line]) -> list[str]:
    """A conversation as a sequence diagram."""
    page = ["sequenceDiagram", *(f"    participant {name}" for name in ("Server", *NAMES))]
    for line in lines:
        if isinstance(line, Sent):
            page.append(f"    {NAMES[line.seat]}->>Server: {written(line.message)}")
        elif isinstance(line, Told):
            page += abreast(
                [f"Server->>{NAMES[seat]}: {written(m)}" for seat, m in line.messages.items()]
            )
        else:
            if len(line.seats) > 1:
                page.append("    Note over Server: waits for these")
            page += abreast([f"{NAMES[seat]}-->>Server: Ack" for seat in line.seats])
    return page


def written(message: Message) -> str:
    """A message with the names of its fields."""
    fields = ", ".join(field for field in message if field != "type")
    return f"{message['type']}({fields})" if fields else str(message["type"])


def abreast(lines: list[str]) -> list[str]:
    """What happens in any order."""
    if len(lines) == 1:
        return [f"    {line}" for line in lines]
    page: list[str] = []
    for line in lines:
        page += ["    and" if page else "    par", f"        {line}"]
    return [*page, "    end"]


# The chart of states.

RANDOM_GAMES = 60  # they show all transitions but the one that needs a patient game
LAST_TURN_OF_A_ROUND = 2 * rules.TURNS
START = END = "[*]"


class Sitter:
    """Somebody at a table who is told nothing: here only its states count."""

    def __init__(self, seat: int) -> None:
        self.seat: int | None = seat
        self.language: str | None = None
        self.views = False

    def send(self, *messages: protocol.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


def transitions(seed: int, patient: bool = False) -> Iterator[tuple[str, str, str]]:
    """The states that a game of two with random moves goes through: from, to, why.

    Patient players stop the round in the last turn that it can have.
    """
    opened = OpenEntry("table", rules.NAME, rules.VERSION, 2, {"variant": "standard"})
    policy = Together(standard.delivery_steps)
    table = Table(opened, lambda: "match", lambda: Seeded(seed), policy=policy)
    sitters = [Sitter(table.sit(name)) for name in NAMES[:2]]
    store(table)
    table.start(0.0)
    store(table)
    for sitter in sitters:
        table.join(sitter, 0, 0.0)
    table.release(0.0)
    random, match = Random(seed), table.match
    assert match is not None
    state, why = START, "StartGame"
    for number in count():
        store(table)
        now = standard.chart_state(
            table.delivery.now, match.facts()["waiting_for"], table.delivery.last_step
        )
        if now != state:
            yield state, now, why
        state = now
        if finished(table):
            yield state, END, "Acks"
            return
        if table.delivery.waiting:
            why = "Acks"
            for sitter, box in zip(sitters, table.delivery.boxes, strict=True):
                table.on_message(sitter, protocol.Ack(box.sent), 0.0)
                store(table)
            continue
        (to_act,) = match.to_act
        verbs = sorted({move.verb for move in match.legal(to_act)})
        if patient and match.facts()["waiting_for"] == "turn":
            last = match.facts()["turn"] == LAST_TURN_OF_A_ROUND
            verbs = ["stop" if last else "pile" if "pile" in verbs else "deck"]
        verb = random.choice(verbs)
        move = random.choice([move for move in match.legal(to_act) if move.verb == verb])
        why = standard.ACTIONS[verb]
        asked = protocol.Move(str(number), table.delivery.boxes[to_act].sent, move.text)
        table.on_message(sitters[to_act], asked, 0.0)


def store(table: Table) -> None:
    while output := table.drain():
        if output.stores:
            table.stored(0.0)


def chart() -> str:
    """The states, and what leads from one to the next."""
    seen: dict[tuple[str, str], set[str]] = {}
    games = [*((seed, False) for seed in range(RANDOM_GAMES)), (0, True)]
    for seed, patient in games:
        for state, now, why in transitions(seed, patient):
            seen.setdefault((state, now), set()).add(why)
    ordered = sorted(seen, key=lambda pair: (pair[0] != START, pair))
    lines = [f"    {a} --> {b}: {' or '.join(sorted(seen[a, b]))}" for a, b in ordered]
    return mermaid(["stateDiagram-v2", *lines])


# The pages.


class Page(NamedTuple):
    path: str
    situations: list[Situation]
    has_chart: bool


PAGES = {
    "sixty_six": Page("/66", SITUATIONS, has_chart=True),
    "sixty_six_draft": Page("/66/draft", DRAFT_SITUATIONS, has_chart=False),
}
BEGIN = "<!-- {}: `make dialects` writes this -->"
FINISH = "<!-- end of {} -->"


def mermaid(lines: list[str]) -> str:
    return "\n".join(["```mermaid", *lines, "```"])


def drawings(page: Page) -> dict[str, str]:
    """What is written on a page, by the name of its part."""
    lucks: deque[Luck] = deque()
    texts = []
    with tempfile.TemporaryDirectory() as folder, inside(Path(folder), lucks.popleft) as server:
        for situation in page.situations:
            lines = draw(record(server, lucks, situation, page.path))
            texts.append(f"### {situation.title}\n\n{mermaid(lines)}")
    parts = {"conversations": "\n\n".join(texts)}
    return parts | {"chart": chart()} if page.has_chart else parts


def as_it_should_be(name: str) -> str:
    """A page with new drawings."""
    text = (FOLDER / f"{name}.md").read_text("utf-8")
    for part, drawing in drawings(PAGES[name]).items():
        begin, finish = BEGIN.format(part), FINISH.format(part)
        before, rest = text.split(begin)
        after = rest.split(finish)[1]
        text = f"{before}{begin}\n\n{drawing}\n\n{finish}{after}"
    return text


def main() -> None:
    for name in PAGES:
        (FOLDER / f"{name}.md").write_text(as_it_should_be(name), encoding="utf-8")
    print(f"Drew the conversations of {len(PAGES)} dialects; read their diff before you commit it.")


if __name__ == "__main__":
    main()
