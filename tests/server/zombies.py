"""A node that stands still longer than its lease, and wakes up when others have its tables."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed

from live import Connection
from server.cluster import FENCED, Cluster, Node
from server.crashes import Failure
from server.verdict import COME_BACK, stored
from settebello.table import protocol
from settebello.table.entries import MoveEntry


def table_of_66(node: Node) -> list[protocol.Hello]:
    """A table of Ann and Bea, at play: how each of them comes to it."""
    opened = node.open_table("sixty_six", seats=2, absence="wait")
    taken = node.sit(opened["table"], opened["invite"], "Bea")
    node.begin(opened["table"], opened["secret"])
    return [protocol.Hello(opened["table"], each["secret"]) for each in (opened, taken)]


def first_turn(connections: list[Connection]) -> tuple[int, protocol.Told]:
    """The seat that is to act, and its turn, when the other has acknowledged all."""
    welcomes = [connection.receive_a(protocol.Welcome) for connection in connections]
    (seat,) = welcomes[0].to_act
    other = 1 - seat
    connections[other].send(protocol.Ack(welcomes[other].number))
    return seat, connections[seat].receive_a(protocol.Told)


def awake(cluster: Cluster, chance: random.Random) -> None:
    """Freeze a node, let another take over, and thaw it: it may say "come back" and no more."""
    asleep, other = chance.sample(cluster.nodes, 2)
    hellos = table_of_66(asleep)
    with ExitStack() as stack:
        here = [stack.enter_context(Connection(asleep, hello)) for hello in hellos]
        seat, turn = first_turn(here)
        here[1 - seat].send(protocol.Resume("read"))  # all before its refusal has been read
        here[1 - seat].receive_a(protocol.Refused)
        asleep.freeze()
        here[seat].send(protocol.Move("first", turn.number, turn.legal[0].text))
        here[1 - seat].send(protocol.Ack(turn.number))
        here[1 - seat].send(protocol.Say("line", "Is anybody there?"))
        asking = stack.enter_context(socket.create_connection(("127.0.0.1", asleep.port), 30))
        asking.sendall(
            f"GET /api/tables/{hellos[0].table} HTTP/1.1\r\nHost: cards.example\r\n"
            f"Authorization: Bearer {hellos[0].secret}\r\n\r\n".encode()
        )
        there = [stack.enter_context(Connection(other, hello)) for hello in hellos]
        seat, turn = first_turn(there)
        there[seat].send(protocol.Move("second", turn.number, turn.legal[-1].text))
        there[seat].receive_a(protocol.Answer)
        asleep.thaw()
        told = [frame for connection in here for frame in all_told(connection)]
        answer = all_answered(asking)
    if any(not is_come_back(frame) for frame in told):
        raise Failure(f"a zombie has told {told}")
    if answer and not answer.startswith(b"HTTP/1.1 503 "):
        raise Failure(f"a zombie has answered {answer!r}")
    moves = [
        entry.id
        for entries in stored(cluster.query, hellos[0].table).values()
        for entry in entries
        if isinstance(entry, MoveEntry)
    ]
    if moves != ["second"]:
        raise Failure(f"after a zombie these moves are stored: {moves}")
    code = asleep.process.wait(30)
    if code != FENCED:
        raise Failure(f"a zombie ended with code {code}")
    asleep.kill()  # it is dead already; this closes what it left open
    asleep.spawn()
    asleep.wait_until_ready()


def all_told(connection: Connection) -> list[protocol.ServerMessage]:
    """All that comes until the connection ends."""
    told = []
    try:
        while True:
            told.append(connection.receive())
    except ConnectionClosed as closed:
        # 1006, without a close frame, is a node that was gone before it could send one.
        if closed.rcvd is not None and (closed.rcvd.code, closed.rcvd.reason) != (1013, COME_BACK):
            raise Failure(f"a zombie has closed a connection: {closed}") from None
    return told


def is_come_back(message: protocol.ServerMessage) -> bool:
    return isinstance(message, protocol.Refused) and message.code == COME_BACK


def all_answered(asking: socket.socket) -> bytes:
    """All that comes, until the end or to the end of the head."""
    answer = b""
    try:
        while b"\r\n\r\n" not in answer and (data := asking.recv(65_536)):
            answer += data
    except ConnectionError:
        pass
    return answer
