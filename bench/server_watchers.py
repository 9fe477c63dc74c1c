"""Spectators in a process of their own, which read and do nothing: for the benchmark of the server.

`python bench/server_watchers.py --port PORT --number N --path PATH --hello TEXT` connects so many,
says so, and reads on until it is killed. It is on the same core as the load, and has it only while
that is idle (SCHED_IDLE): else the players' times would be those of its own work. The lowest
priority is not enough: a process that has slept may still take the core for 4 ms.
"""

import argparse
import asyncio
import os

import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from server_process import prepare_load

AT_ONCE = 50  # connections that are opened in parallel


class Watcher(WSListener):
    """Says hello, and reads."""

    def __init__(self, hello: str) -> None:
        self.hello = hello
        self.read = False

    def on_ws_connected(self, transport: WSTransport) -> None:
        if self.hello:
            transport.send(WSMsgType.TEXT, self.hello.encode())

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.read = True


async def watch(port: int, number: int, path: str, hello: str) -> None:
    watchers = [Watcher(hello) for _ in range(number)]
    waiting = iter(watchers)

    async def connect_some() -> None:
        for watcher in waiting:
            await ws_connect(lambda one=watcher: one, f"ws://127.0.0.1:{port}{path}")

    await asyncio.gather(*[connect_some() for _ in range(AT_ONCE)])
    while hello and not all(watcher.read for watcher in watchers):
        await asyncio.sleep(0.01)
    print("ready", flush=True)
    await asyncio.get_running_loop().create_future()


def main() -> None:
    parser = argparse.ArgumentParser(description="Watch a table of a server that is measured.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--path", default="/ws")
    parser.add_argument("--hello", default="")
    arguments = parser.parse_args()
    prepare_load()
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    uvloop.run(watch(arguments.port, arguments.number, arguments.path, arguments.hello))


if __name__ == "__main__":
    main()
