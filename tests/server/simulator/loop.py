"""The event loop of one node, in virtual time: asyncio's tasks run in it as they always do."""

from __future__ import annotations

import asyncio
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar

from table.simulator.truth import Failure

if TYPE_CHECKING:
    from server.simulator.node import Node
    from server.simulator.world import Cluster

Result = TypeVar("Result")
MOST_TURNS = 1000  # that the tasks of a dead node take to end


class NodeLoop(asyncio.AbstractEventLoop):
    """Runs what is ready, one turn after the other, unless the node is frozen or dead."""

    def __init__(self, world: Cluster, node: Node) -> None:
        self._world = world
        self.node = node
        self.lag = 0.0  # seconds that each turn takes
        self.frozen = False
        self._dead = False
        self._turn_comes = False
        self._ahead = world.random.uniform(0.0, 1e6)  # its clock shows any time
        self._ready: deque[asyncio.Handle] = deque()
        self._late: list[asyncio.Handle] = []  # timers that rang while it was frozen
        self._tasks: dict[asyncio.Task[Any], None] = {}

    # What asyncio asks of a loop.

    def time(self) -> float:
        return self._world.now + self._ahead

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coroutine: Coroutine[Any, Any, Result],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[Result]:
        task = asyncio.Task(coroutine, loop=self, name=name, context=context)
        self._tasks[task] = None
        task.add_done_callback(self._tasks.pop)
        return task

    def call_soon(  # type: ignore[override]
        self, action: Callable[..., object], *arguments: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(action, arguments, self, context)
        self._ready.append(handle)
        self._wake()
        return handle

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        action: Callable[..., object],
        *arguments: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, action, *arguments, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        action: Callable[..., object],
        *arguments: Any,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, action, arguments, self, context)
        self._world.at(max(self._world.now, when - self._ahead), self._ring, timer)
        return timer

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        pass

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._dead:
            error = context.get("exception") or Failure(context["message"])
            self._world.fail(error)

    # Its turns.

    def _ring(self, timer: asyncio.TimerHandle) -> None:
        if timer.cancelled() or self._dead:
            return
        (self._late if self.frozen else self._ready).append(timer)
        self._wake()

    def _wake(self) -> None:
        if not (self._turn_comes or self.frozen or self._dead):
            self._turn_comes = True
            self._world.after(self.lag, self._turn)

    def _turn(self) -> None:
        self._turn_comes = False
        if not self.frozen and not self._dead:
            self._run_once()
            if self._ready:
                self._wake()

    def _run_once(self) -> None:
        events._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
        finally:
            events._set_running_loop(None)

    # What befalls it.

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        """All that came meanwhile is there at once; then the timers ring that are late."""
        self.frozen = False
        late, self._late = self._late, []
        self._ready.extend(sorted(late, key=lambda timer: getattr(timer, "_when", 0.0)))
        self._wake()

    def die(self) -> None:
        """No task goes on; they are only let go."""
        self._dead = True
        for task in list(self._tasks):
            task.cancel()
        for _ in range(MOST_TURNS):
            if not self._ready:
                break
            self._run_once()
        self._ready.clear()
        self._late.clear()
