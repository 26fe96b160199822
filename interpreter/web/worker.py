"""A process that answers for a desk, so that a request that takes too much time or memory can be stopped."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import threading
import time
from collections.abc import AsyncIterator, Callable
from multiprocessing.connection import Connection
from typing import Any

from interpreter.desk import Data, Desk
from interpreter.workshop.limits import bound_memory

GC_THRESHOLDS = (100_000, 20, 50)
"""The garbage collector runs rarely: trees and models are large, and scanning all of them often takes longer than a
check."""

MOST_PATIENCE = 5
"""Factor by which all answers to one request together may exceed the time of one."""

LAST, TROUBLE = "last", "trouble"


def _serve_desk(pipe: Connection) -> None:
    """Main loop of the process: answer one request after another."""
    bound_memory()
    gc.set_threshold(*GC_THRESHOLDS)
    desk = Desk()
    while True:
        try:
            request = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            for answer in desk.answer(request):
                pipe.send(answer)
            pipe.send({LAST: True})
        except MemoryError:
            pipe.send({TROUBLE: "That took more memory than one text may have, and was stopped.", LAST: True})
        except Exception as error:  # what goes wrong is shown on the page, and the next request is answered
            pipe.send({TROUBLE: f"This is a bug in groundrules, not in your text: {error!r}", LAST: True})


class Worker:
    """A desk in a process of its own."""

    def __init__(self, seconds: float, gives_way: bool) -> None:
        """Each answer may take `seconds`. A worker that `gives_way` abandons a request as soon as another arrives;
        others queue them."""
        self.seconds = seconds
        self.gives_way = gives_way
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None
        self._asked = 0
        self._exchanges = set[asyncio.Task[None]]()
        self._turn = asyncio.Lock()
        self._starting = threading.Lock()

    async def ask(self, request: Data) -> AsyncIterator[Data]:
        """The answers to a request, as they come; fewer, if another request comes before they are all there. Those that
        nobody waits for any more are received nevertheless, so that none is taken for an answer to a later request."""
        self._asked += 1
        number, answers = self._asked, asyncio.Queue[Data | None]()
        exchange = asyncio.create_task(self._exchange(request, number, answers.put_nowait))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._exchanges.discard)
        exchange.add_done_callback(lambda _: answers.put_nowait(None))
        try:
            while (answer := await answers.get()) is not None:
                yield answer
            await exchange
        finally:
            if number == self._asked:
                self.give_way()

    async def _exchange(self, request: Data, number: int, tell: Callable[[Data], None]) -> None:
        async with self._turn:
            if self._is_overtaken(number):
                return
            pipe = await asyncio.to_thread(self._start)
            try:
                await asyncio.to_thread(pipe.send, request)
            except OSError:
                self.stop()
                tell({TROUBLE: "The process that answers has ended. Try again."})
                return
            deadline = time.monotonic() + MOST_PATIENCE * self.seconds
            while True:
                answer = await asyncio.to_thread(self._receive, pipe, number)
                if time.monotonic() > deadline and LAST not in answer:
                    self.stop()
                    tell(answer)
                    answer = {TROUBLE: "That took very long, and was stopped with what there is.", LAST: True}
                if LAST not in answer or TROUBLE in answer:
                    tell(answer)
                if LAST in answer:
                    return

    def give_way(self) -> None:
        """End what is being done, if this worker is one that gives way; nothing else is asked."""
        self._asked += 1

    def _is_overtaken(self, number: int) -> bool:
        return self.gives_way and number != self._asked

    def _start(self) -> Connection:
        with self._starting:
            if self._pipe is None or not self._process.is_alive():
                self._pipe, far = self._context.Pipe()
                self._process = self._context.Process(target=_serve_desk, args=(far,), daemon=True)
                self._process.start()
                far.close()
            return self._pipe

    def _receive(self, pipe: Connection, number: int) -> Data:
        """The next answer. A process that takes too long for it, or whose work nobody waits for any more, is ended."""
        waited = 0.0
        while not pipe.poll(0.05):
            waited += 0.05
            if waited >= self.seconds:
                self.stop()
                return {TROUBLE: f"That took longer than {self.seconds:.0f} seconds, and was stopped.", LAST: True}
            if self._is_overtaken(number):
                self.stop()
                return {LAST: True}
        try:
            answer: Data = pipe.recv()
        except (EOFError, OSError):
            self.stop()
            return {TROUBLE: "What was asked took more than it may, and was stopped.", LAST: True}
        return answer

    def stop(self) -> None:
        """End the process; the next request starts another."""
        with self._starting:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._pipe = None
