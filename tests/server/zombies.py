"""A node that stands still longer than its lease, and wakes up when others have its tables."""

from __future__ import annotations

import random
import socket
import time
from contextlib import ExitStack

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from live import Connection
from server.border import PATIENCE
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


def welcomed(
    stack: ExitStack, node: Node, hello: protocol.Hello
) -> tuple[Connection, protocol.Welcome]:
    """Connect, and come back as often as that is asked for."""
    deadline = time.monotonic() + PATIENCE
    while True:
        connection = stack.enter_context(Connection(node, hello))
        try:
            return connection, connection.receive_a(protocol.Welcome)
        except ConnectionClosed:
            if time.monotonic() > deadline:
                raise Failure(f"{node.name} does not take over") from None


def first_turn(
    stack: ExitStack, node: Node, hellos: list[protocol.Hello]
) -> tuple[list[Connection], int, protocol.Welcome | protocol.Told]:
    """Connect all: the seat that is to act, and its turn, when the other has acknowledged all."""
    connections, welcomes = zip(*(welcomed(stack, node, hello) for hello in hellos), strict=True)
    (seat,) = welcomes[0].to_act
    connections[1 - seat].send(protocol.Ack(welcomes[1 - seat].number))
    if welcomes[seat].legal:  # the other had acknowledged all before
        return list(connections), seat, welcomes[seat]
    return list(connections), seat, connections[seat].receive_a(protocol.Told)


def awake(cluster: Cluster, chance: random.Random) -> float:
    """Freeze a node, let another take over, and thaw it: it may say "come back" and no more.

    Returns the seconds from the freeze to the next accepted move. The node runs again afterwards.
    """
    asleep, other = chance.sample(cluster.nodes, 2)
    hellos = table_of_66(asleep)
    with ExitStack() as stack:
        here, seat, turn = first_turn(stack, asleep, hellos)
        here[1 - seat].send(protocol.Resume("read"))  # all before its refusal has been read
        here[1 - seat].receive_a(protocol.Refused)
        asleep.freeze()
        begun = time.monotonic()
        here[seat].send(protocol.Move("first", turn.number, turn.legal[0].text))
        here[1 - seat].send(protocol.Ack(turn.number))
        here[1 - seat].send(protocol.Say("line", "Is anybody there?"))
        asking = stack.enter_context(socket.create_connection(("127.0.0.1", asleep.port), 30))
        asking.sendall(
            f"GET /api/tables/{hellos[0].table} HTTP/1.1\r\nHost: cards.example\r\n"
            f"Authorization: Bearer {hellos[0].secret}\r\n\r\n".encode()
        )
        there, seat, turn = first_turn(stack, other, hellos)
        there[seat].send(protocol.Move("second", turn.number, turn.legal[-1].text))
        there[seat].receive_a(protocol.Answer)
        wait = time.monotonic() - begun
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
    return wait


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


def hangs(cluster: Cluster, entrance: str) -> float:
    """Freeze the node that a proxy sends a table's clients to: how long until another has them."""
    (hello, _) = table_of_66(cluster.nodes[0])
    address = f"{entrance.replace('http', 'ws', 1)}/ws?table={hello.table}"
    with connect(address, compression=None) as here:
        here.send(protocol.encode(hello))
        here.recv(timeout=30)
        asleep = cluster.owner(hello.table)
        assert asleep is not None
        asleep.freeze()
        began = time.monotonic()
        with connect(address, compression=None, open_timeout=30) as there:
            there.send(protocol.encode(hello))
            welcome = protocol.decode_server(there.recv(timeout=30, decode=True))
        waited = time.monotonic() - began
    if not isinstance(welcome, protocol.Welcome):
        raise Failure(f"behind a proxy, who comes to a node that hangs gets {welcome}")
    if cluster.owner(hello.table) is asleep:
        raise Failure("a node that hangs has welcomed somebody")
    asleep.kill()
    asleep.spawn()
    asleep.wait_until_ready()
    return waited
