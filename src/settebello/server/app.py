"""The server as an ASGI application: HTTP by Starlette, play by WebSocket."""

from __future__ import annotations

import asyncio
import inspect
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Match, Route

from settebello import words
from settebello.dialects.sixty_six.dialect import DIALECTS
from settebello.luck import Luck, SystemLuck
from settebello.rejection import Rejection, RejectionCode
from settebello.server import logs, pages
from settebello.server.answers import FromLog
from settebello.server.api import ENDPOINTS, STATUS, Endpoint
from settebello.server.backend import open_backend
from settebello.server.bodies import Body
from settebello.server.connection import HEADERS, HEALTH, Scope
from settebello.server.damaged import reading
from settebello.server.documents import JSON, asyncapi, docs_page, openapi
from settebello.server.files import CLIENT, CachedResponse, client_files, keeping
from settebello.server.gc_tuning import freeze_startup
from settebello.server.hops import Hops, relayed
from settebello.server.housekeeping import OK
from settebello.server.lobby import Lobby
from settebello.server.matches_api import show_seat_record
from settebello.server.matchmaking import Matchmaking, play_now
from settebello.server.metrics import Metrics
from settebello.server.playing_on import play_on
from settebello.server.relay import Relays
from settebello.server.reports_api import report
from settebello.server.request_context import RequestContext, bad_request
from settebello.server.reviews import Reviews
from settebello.server.reviews_api import show_known
from settebello.server.router import (
    SocketEndpoint,
    SocketRouter,
    address_of,
    deny,
    is_local,
    origin_allowed,
)
from settebello.server.settings import Settings
from settebello.server.sixty_six import SixtySixEndpoint, SixtySixPlace
from settebello.server.tables_api import list_tables, open_table, take_code, take_seat_at_66
from settebello.store.interfaces import LOBBY, Lease, NodeOptions
from settebello.store.logs import read_log
from settebello.table import protocol
from settebello.table.pace import Buckets, rounded_up
from settebello.table.records import Work, at_once
from settebello.table.storage import StoreError

Serving = Coroutine[Any, Any, None]  # of a connection, until it ends

NOT_JSON = "The body has to be a JSON object."
LATER = 1.0  # seconds to wait for the lease, and after which a client should try again
LOOKING_BACK = 4  # long answers at the same time: each may take some megabytes


class App:
    """The application and all its parts; it lives as long as the event loop."""

    def __init__(
        self,
        store_url: str,
        settings: Settings,
        luck: Callable[[], Luck] = SystemLuck,
        client: Path = CLIENT,
        hops: Hops | None = None,
        node: NodeOptions | None = None,
    ) -> None:
        self._store_url = store_url
        self._settings = settings
        self._luck = luck
        self._hops = hops
        self._node = node
        self.fenced = False  # this node may not write any more
        self.on_fenced: Callable[[], object] = lambda: None
        self._requests = Buckets(settings.requests_a_second, settings.requests_at_once)
        opening = Buckets(settings.tables_a_minute / 60, settings.tables_at_once)
        self._paces = {  # of single endpoints
            open_table: opening,
            play_now: opening,
            play_on: opening,
            report: Buckets(settings.reports_a_minute / 60, settings.reports_at_once),
            take_code: Buckets(settings.codes_a_minute / 60, settings.codes_at_once),
            show_seat_record: Buckets(settings.records_a_second, settings.records_at_once),
            show_known: Buckets(settings.looks_a_second, settings.looks_at_once),
            take_seat_at_66: Buckets(settings.broadcasts_a_second, settings.broadcasts_at_once),
        }
        self._kept: dict[tuple[str, ...], CachedResponse] = {}  # answers that stay the same
        files = client_files(client)
        # Without a pace: a page that lacks one of its many files stays blank, and they cost little.
        self._free = {*HEALTH, *files}
        routes = [
            *(Route(path, sending(file)) for path, file in files.items()),
            *([] if files else [Route("/", self._tables_page)]),
            Route("/tables", self._tables_page),
            Route("/style.css", self._style),
            Route("/healthz", self._health),
            Route("/readyz", self._ready),
            Route("/metrics", self._metrics),
            Route("/ws", self._door),
            Route("/docs", self._docs),
            Route("/docs/openapi.json", self._openapi),
            Route("/docs/asyncapi.json", self._asyncapi),
            *(
                Route(end.path, self._endpoint(end), methods=[end.method], name=end.call.__name__)
                for end in ENDPOINTS
            ),
        ]
        self._http = Starlette(routes=routes, lifespan=self._lifespan)
        self._http.add_exception_handler(404, self._not_found)
        self._http.add_exception_handler(405, self._wrong_method)
        self._http.add_exception_handler(StoreError, self._not_read)
        self._http.add_exception_handler(500, self._failed)

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Serving:
        """Serve a connection, as ASGI says.

        Not a coroutine itself: it would wait with each of thousands of WebSockets.
        """
        if scope["type"] == "lifespan":
            return self._http(scope, receive, send)
        if self._hops is not None and not self._hops.admit(scope):
            refusal = Rejection(RejectionCode.NOT_ALLOWED, about="hop")
            return self._keep_out(scope, receive, send, refusal)
        if self._settings.dev and not is_local(scope):  # see decision 23
            return self._keep_out(scope, receive, send, Rejection(RejectionCode.ORIGIN))
        if scope["path"] not in self._free and (lease := self.lobby.ledger.lease) is not None:
            return self._serve_if_held(lease, scope, receive, send)
        return self._serve(scope, receive, send)

    async def _serve_if_held(self, lease: Lease, scope: Scope, receive: Any, send: Any) -> None:
        """Serve it if this node may answer; it waits a little for its lease to hold again."""
        if not self.lobby.leaving and await lease.held(LATER):
            await self._serve(scope, receive, send)
        else:
            refusal = Rejection(RejectionCode.COME_BACK, retry_after=LATER)
            await self._keep_out(scope, receive, send, refusal)

    def _serve(self, scope: Scope, receive: Any, send: Any) -> Serving:
        if scope["type"] == "websocket":
            return self._way_of(scope)(scope, receive, send)
        if scope["path"] not in self._free and (wait := self._wait(scope)):
            answer = self._refused(Request(scope), too_fast(wait))
            return answer(scope, receive, with_headers(send))
        return self._http(scope, receive, with_headers(send))

    async def _keep_out(self, scope: Scope, receive: Any, send: Any, refusal: Rejection) -> None:
        if scope["type"] == "websocket":
            await receive()  # websocket.connect
            self.metrics.refused.labels(refusal.code).inc()
            await deny(send, STATUS[refusal.code], refusal)
        else:
            await self._refused(Request(scope), refusal)(scope, receive, with_headers(send))

    def _way_of(self, scope: Scope) -> Callable[..., Serving]:
        """What serves a WebSocket, or keeps it out: not a coroutine, which would stay with it."""
        wait = self._wait(scope)
        if not wait and self.router.leads_to(scope["path"]):
            return self.router
        refusal = too_fast(wait) if wait else Rejection(RejectionCode.NOT_FOUND)
        return partial(self._keep_out, refusal=refusal)

    def _wait(self, scope: Scope) -> float:
        """0 if a request from this address may pass now, else the seconds to wait."""
        if relayed(scope):  # the other node has counted it
            return 0
        return self._requests.take(address_of(scope), self.lobby.now)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.metrics = Metrics()
        store, ledger, self._codes = await open_backend(
            self._store_url, self._node, self.metrics.committed, self.fence
        )
        try:
            self.lobby = Lobby(store, ledger, self._settings, self.metrics, self._luck)
            await self.lobby.load()
            self.reviews = Reviews(self.lobby)
            self.sixty_six = SixtySixPlace(self.lobby)
            self.lobby.loader.own_dialects = self.sixty_six.own
            self.matchmaking = Matchmaking(self.lobby)
            if ledger.lease is None:
                await self.sixty_six.ready()
            endpoints: dict[str, SocketEndpoint] = {
                f"/{name}": SixtySixEndpoint(self.sixty_six, name) for name in DIALECTS
            }
            self._looking_back = asyncio.Semaphore(LOOKING_BACK)
            self._relays = Relays(self._hops, self._settings, self.metrics)
            self.router = SocketRouter(self.lobby, self._settings, endpoints, self._relays)
            ledger.on_lost = self.send_away
            if self.lobby.dev is not None:
                stale = (openapi.cache_clear, asyncapi.cache_clear, docs_page.cache_clear)
                self.lobby.dev.on_loaded += [self._kept.clear, *stale]
            logs.info("started")
            freeze_startup()
            yield
            await self.reviews.stop()
            await self.lobby.stop()
        finally:
            await store.close()
        logs.info("stopped")

    def fence(self, reason: str) -> None:
        """This node may not write any more: it tells nobody anything, and stops."""
        logs.warning("node ends", reason=reason)
        self.fenced = True
        self.on_fenced()
        self.send_away()

    def send_away(self) -> None:
        """Drop all that is in memory, and have everybody come back."""
        self.lobby.send_away()
        self.sixty_six.forget()
        self.router.send_away()

    async def drain(self) -> None:
        """Before this node stops: give its tables to the others, and send its clients there."""
        if self.lobby.ledger.lease is None or self.fenced:
            return
        await self.lobby.drain()
        self.router.send_away()
        self.sixty_six.forget()
        await self.lobby.ledger.release(LOBBY)
        await self.matchmaking.release()

    def _endpoint(self, end: Endpoint) -> Any:
        async def answer(request: Request) -> Response:
            try:
                self._check(request, end)
                raw = await self._body(request) if end.body is not None else b""
                query = {name: request.query_params.get(name, "") for name in end.query}
                asked = RequestContext(
                    self.lobby,
                    dict(request.path_params),
                    decoded(raw, end.body) if end.body is not None else None,
                    bearer(request),
                    str(request.base_url).rstrip("/"),
                    self._codes,
                    self.reviews,
                    self.sixty_six,
                    {name: value for name, value in query.items() if value},
                    self.matchmaking,
                    address_of(request.scope),
                )
                own = partial(self._answer, end, asked, request)
                owners = partial(self._relays.forward, request, raw, asked.address)
                found = await self._relays.reach(own, owners, relayed(request.scope))
                if (lease := self.lobby.ledger.lease) is not None and not lease.holds:
                    raise Rejection(RejectionCode.COME_BACK)  # another node may own it by now
                return found
            except Rejection as refusal:
                return self._refused(request, refusal)
            except ValueError as error:  # a sentence about an option, a number
                return self._refused(request, bad_request(str(error)))

        return answer

    async def _answer(self, end: Endpoint, asked: RequestContext, request: Request) -> Response:
        if end.stays:
            return self._staying(end, asked).answer(request)
        result = end.call(asked)
        if inspect.isawaitable(result):
            result = await result
        if isinstance(result, Generator | FromLog):
            return (await self._made_slowly(result)).answer(request)
        return reply(result)

    def _staying(self, end: Endpoint, asked: RequestContext) -> CachedResponse:
        """The answer of an endpoint that `stays`: made once for each language."""
        key = (end.path, *asked.path.values(), asked.language)
        if key not in self._kept:
            self._kept[key] = at_once(keeping(msgspec.json.encode(end.call(asked)), JSON))
        return self._kept[key]

    async def _made_slowly(self, answer: Work[bytes] | FromLog) -> CachedResponse:
        """Make a long answer: few at the same time, and in slices, so that play goes on."""
        try:
            async with asyncio.timeout(self._settings.request_seconds / 2):
                await self._looking_back.acquire()
        except TimeoutError:
            raise Rejection(RejectionCode.TOO_MANY) from None
        self.lobby.long_answers += 1
        try:
            if not isinstance(answer, FromLog):
                return await asyncio.shield(self.lobby.slices.begin(keeping_answer(answer)))
            with reading(answer.match):
                work = answer.make(await read_log(self.lobby.store, answer.match))
                return await asyncio.shield(self.lobby.slices.begin(keeping_answer(work)))
        finally:
            self.lobby.long_answers -= 1
            self._looking_back.release()

    def _check(self, request: Request, end: Endpoint) -> None:
        if not origin_allowed(request.scope, self._settings.origins):
            raise Rejection(RejectionCode.ORIGIN)
        if end.call in self._paces and not relayed(request.scope):
            wait = self._paces[end.call].take(address_of(request.scope), self.lobby.now)
            if wait:
                raise too_fast(wait)

    async def _body(self, request: Request) -> bytes:
        body = b""
        try:
            async for chunk in request.stream():
                body += chunk
                if len(body) > self._settings.body_bytes:
                    raise Rejection(RejectionCode.TOO_LARGE, most=self._settings.body_bytes)
        except ClientDisconnect:
            raise bad_request(NOT_JSON) from None
        return body

    def _refused(self, request: Request, refusal: Rejection) -> Response:
        self.metrics.refused.labels(refusal.code).inc()
        after = refusal.retry_after
        text = words.refuse(None, refusal.code, language_of(request), **refusal.arguments)
        headers = {"retry-after": str(math.ceil(after))} if after else None
        return reply(protocol.refused(refusal, text), STATUS.get(refusal.code, 409), headers)

    async def _not_found(self, request: Request, error: Exception) -> Response:
        return self._refused(request, Rejection(RejectionCode.NO_SUCH_PAGE))

    async def _wrong_method(self, request: Request, error: Exception) -> Response:
        routes = [route for route in self._http.routes if isinstance(route, Route)]
        here = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
        allowed = ", ".join(sorted(method for route in here for method in route.methods or ()))
        why = f"This address takes {allowed} only."
        answer = self._refused(request, bad_request(why))
        answer.status_code = 405
        answer.headers["allow"] = allowed
        return answer

    async def _not_read(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, StoreError)
        self.lobby.store_failed(error)
        return self._refused(request, Rejection(RejectionCode.COME_BACK))

    async def _failed(self, request: Request, error: Exception) -> Response:
        logs.failed("request failed", error)
        text = words.refuse(None, RejectionCode.FAILED, language_of(request))
        return reply(protocol.Refused(RejectionCode.FAILED, text), 500)

    async def _tables_page(self, request: Request) -> Response:
        origin = str(request.base_url).rstrip("/")
        asked = RequestContext(self.lobby, {}, None, None, origin, self._codes, self.reviews)
        tables = await list_tables(asked)
        return HTMLResponse(pages.tables_page(tables, origin, built=request.url.path != "/"))

    async def _style(self, request: Request) -> Response:
        return Response(pages.STYLE, media_type="text/css")

    async def _health(self, request: Request) -> Response:
        if self.lobby.ledger.lease is None:  # a database that is away is no reason to restart us
            await self.lobby.store.header("")  # fails if the store cannot be read
        return PlainTextResponse("ok\n")

    async def _ready(self, request: Request) -> Response:
        checks = self.lobby.housekeeping.readiness()
        failing = [name for name, state in checks.items() if state != OK]
        answer = {"ready": not failing, "failing": failing, "checks": checks}
        return reply(answer, 503 if failing else 200)

    async def _door(self, request: Request) -> Response:
        """What a WebSocket handshake would be answered now: a page cannot read that answer."""
        refusal = self.router.refusal(request.scope)
        return reply({}) if refusal is None else self._refused(request, Rejection(refusal[1]))

    async def _metrics(self, request: Request) -> Response:
        return Response(self.metrics.page(), media_type="text/plain; version=0.0.4")

    async def _docs(self, request: Request) -> Response:
        return HTMLResponse(docs_page())

    async def _openapi(self, request: Request) -> Response:
        return reply(openapi())

    async def _asyncapi(self, request: Request) -> Response:
        return reply(asyncapi())


def decoded(body: bytes, kind: type[Body]) -> Body:
    """The body of a request; raises Rejection if it is not of this class."""
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise bad_request(f"{error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise bad_request(NOT_JSON) from None


def keeping_answer(answer: Work[bytes]) -> Work[CachedResponse]:
    """The compressed response of a long answer."""
    return (yield from keeping((yield from answer), JSON, "private, no-cache"))


def sending(file: CachedResponse) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return file.answer(request)

    return answer


def reply(answer: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(answer), status, headers, JSON)


def too_fast(wait: float) -> Rejection:
    return Rejection(RejectionCode.TOO_FAST, retry_after=rounded_up(wait))


def bearer(request: Request) -> str | None:
    """The secret of a request, if it has one."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() or None if kind.lower() == "bearer" and len(secret) <= 64 else None


def language_of(request: Request) -> str:
    """The first of our languages that the client accepts; English if none."""
    wanted = request.headers.get("accept-language", "")[:200].lower()
    found = [part.strip()[:2] for part in wanted.split(",")]
    return next((language for language in found if language in words.LANGUAGES), "en")


def with_headers(send: Any) -> Any:
    """A `send` that adds our headers to every answer."""

    async def send_with_headers(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", ()))
            named = [name for name, _ in own]
            message["headers"] = own + [header for header in HEADERS if header[0] not in named]
        await send(message)

    return send_with_headers
