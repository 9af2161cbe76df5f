"""The table page: the board, the moves, the live stream, the log, the record."""

import re
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any, Final

import litestar
import msgspec
from litestar import MediaType, Response, post
from litestar.exceptions import ClientException, NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template
from markupsafe import Markup, escape

from regnum.core.narrator import side_names
from regnum.core.play import UNDO
from regnum.core.record import Record
from regnum.view import Confirm, view_of
from regnum.web.accounts.deps import ThePeople
from regnum.web.analysis import hint_text
from regnum.web.analysis.deps import TheHints
from regnum.web.board import tutorial
from regnum.web.board.inspect import look, previewed
from regnum.web.board.preview import table_of_standings
from regnum.web.board.render import (
    THEN,
    aim_of,
    at_once,
    basics_of,
    board,
    labelled,
    rendered,
    rules_of,
    seat_symbols,
    symbols,
)
from regnum.web.board.unavailable import barred
from regnum.web.bots import catalog
from regnum.web.chat import routes as chat_routes
from regnum.web.chat.deps import TheChat
from regnum.web.clocks import forms as clock_forms
from regnum.web.db.ids import rematch_id
from regnum.web.errors import Refused
from regnum.web.http.assets import board_file
from regnum.web.http.games import title_of
from regnum.web.http.i18n import Text, game_words
from regnum.web.http.limits import Rate
from regnum.web.http.visitor import Asked, TheSettings, TheVisitor, Visitor, form_of, get
from regnum.web.play import share_card
from regnum.web.play.catch_up import Scene, scenes
from regnum.web.play.sse import events, waiting_at
from regnum.web.replay.timeline import stops, tape
from regnum.web.replay.timeline import whole_log as told_log
from regnum.web.tables import colours
from regnum.web.tables.deps import TheStored, TheTable, TheTables, table_title, unplayable, why
from regnum.web.tables.invitations import Invitation
from regnum.web.tables.live_table import GUIDED, LiveTable, StoredTable, stopped_by
from regnum.web.tables.models import FINISHED, GUEST, OPEN, OVER, PLAYING, WAITING
from regnum.web.tables.upgrade import record_lines
from regnum.web.ui.templates import ENVIRONMENT

HTML: Final = MediaType.HTML
PLAYED_BACK: Final = Rate(60)
"""So many playbacks a minute are drawn for one address; what is drawn already costs nothing."""
_NO_HINT: Final = '<div id="hint" role="status"></div>'
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_UNDO: Final = re.compile(rf"{UNDO}(?: ([1-9][0-9]{{0,2}}))?")
_GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.I)


@get("/table/{table_id:str}")
async def show(visitor: TheVisitor, tables: TheTables, stored: TheStored, links: FromQuery[str] = "") -> Template:
    """Show the table as this guest may see it; `links`: "new" if the host has just changed those to open seats."""
    if not isinstance(stored, LiveTable):
        return _stopped_page(visitor, stored)
    table = stored
    if table.phase == WAITING:
        asked = await tables.invitations.asked_to(table.row.id)
        hosting = visitor.guest == table.row.host
        known = await tables.invitations.companions(visitor.guest) if hosting else ()
        barred = await tables.invitations.was_sent_away(visitor.guest, table.row.id)
        message = escape(visitor.text("refused.sent_away")) if barred else None
        if hosting and links == "new":
            message = escape(visitor.text("wait.new_links"))
        readmits = hosting and await tables.invitations.has_sent_away(table.row.id)
        return _page(visitor, table, message=message, known=known, asked_to=asked, barred=barred, readmits=readmits)
    if table.phase == FINISHED and (review := await tables.reviews.find(table.row.id)) is not None:
        table.learn([(number, chances) for number, chances in review.found.get("curve", ())])
    return _page(visitor, table)


def _stopped_page(visitor: Visitor, table: StoredTable) -> Template:
    """Say that an update, or other facts, have stopped a game, and what can be done with it."""
    return visitor.page(
        "play/stopped",
        title=table_title(table.row, visitor.language),
        table=table.row,
        why="ended" if table.phase in OVER else stopped_by(table.row),
        belongs=_belongs(table, visitor.guest),
        hosting=visitor.guest == table.row.host,
    )


def _belongs(table: StoredTable, guest: str) -> bool:
    return guest == table.row.host or table.seat_of(guest) is not None


def _page(
    visitor: Visitor,
    table: LiveTable,
    status: int = 200,
    message: Markup | None = None,
    hint: Markup | None = None,
    asked: Markup | None = None,
    known: Sequence[str] = (),
    asked_to: Sequence[Invitation] = (),
    barred: bool = False,
    readmits: bool = False,
) -> Template:
    title = title_of(table.row.game, visitor.language)
    seat = table.seat_of(visitor.guest)
    hosting = visitor.guest == table.row.host
    message = message or _told(table, visitor)
    claimed = table.claim_of(visitor.guest)
    claim = None if claimed is None else table.row.seats[claimed]
    if table.phase == WAITING:
        return visitor.page(
            "play/waiting_room",
            status,
            colours=colours.style(table.row.seats),
            title=table_title(table.row, visitor.language),
            own_facts=table.game.facts,
            table=table.row,
            since=waiting_at(table),
            seat=seat,
            hosting=hosting,
            origin=visitor.origin,
            here_only=visitor.here_only,
            message=message,
            readmits=readmits,
            claim=claim,
            symbols=symbols(table.game) + seat_symbols(table.game, visitor.language, table.state.options),
            faces=catalog.faces(table.game, table.row.seats),
            known=known,
            asked_by_name={one.seat: one.name for one in asked_to},
            offered={} if barred else _offered(table, visitor.guest, asked_to),
            timed=clock_forms.told(table.row, visitor.text),
            told=[catalog.told(table.game, row, visitor.text) for row in table.row.seats],
        )
    now = rendered(table, seat, visitor.language)
    peopled = any(row.kind == GUEST for row in table.row.seats)
    return visitor.page(
        "play/table",
        status,
        away=".".join(str(absent) for absent in sorted(table.away(seat))),
        roster=table.roster,
        colours=colours.style(table.row.seats),
        title=title,
        called=table_title(table.row, visitor.language),
        aim=aim_of(game_words(table.game, visitor.language)),
        basics=basics_of(game_words(table.game, visitor.language)),
        table=table.row,
        commitment=table.commitment.digest if table.commitment is not None else "",
        game=table.game,
        size=view_of(table.game).board.size,
        places=" ".join(view_of(table.game).explanations.places),
        board=board(table.game, visitor.language, now.pieces, table.state.options),
        board_css=board_file(table.game, "board.css"),
        symbols=symbols(table.game),
        board_script=board_file(table.game, "board.js"),
        panel=Markup(now.panel if hint is None else now.panel.replace(_NO_HINT, f"{_NO_HINT[:-6]}{hint}</div>")),
        number=now.number,
        message=message,
        asked=asked,
        claim=claim,
        tried=table.tried,
        hosting_only=hosting and seat is None,
        hosting_rematch=hosting and seat is None and peopled and table.phase == FINISHED and not table.row.rematch,
        seated=seat is not None,
        **chat_routes.parts(table, seat),
    )


def _offered(table: LiveTable, guest: str, asked_to: Sequence[Invitation]) -> dict[int, bool]:
    """Return the open seats on which a guest may sit down here; whether he is asked to each by name."""
    if table.seat_of(guest) is not None:
        return {}
    asked = {one.seat: one.guest for one in asked_to}
    free = table.row.listed or guest == table.row.host
    return {
        row.seat: asked.get(row.seat) == guest
        for row in table.row.seats
        if row.kind == OPEN and (asked.get(row.seat) == guest or (free and row.seat not in asked))
    }


def _told(table: LiveTable, visitor: Visitor) -> Markup | None:
    """Return what a guest must know about his seat: somebody goes on with it, or could."""
    seat = table.seat_of(visitor.guest)
    if seat is not None:
        return escape(visitor.text("seat.offered_to_you")) if table.row.seats[seat].offer else None
    if table.claim_of(visitor.guest) is not None:
        return None
    moved = any(row.kind == GUEST and row.former == visitor.guest for row in table.row.seats)
    return escape(visitor.text("seat.moved")) if moved else None


class ActForm(msgspec.Struct):
    """A move: the action's text, and how many entries the page had seen; `sure`: the action once more.

    In an action's place may stand "undo", or "undo 3" for the last three actions; or several actions with " then "
    between them, which are taken one after the other as long as they may be.
    """

    action: Annotated[str, msgspec.Meta(max_length=200)]
    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    sure: Annotated[str, msgspec.Meta(max_length=200)] = ""

    @property
    def first(self) -> str:
        """The action, or the first of several."""
        return self.action.split(THEN)[0]

    @property
    def then(self) -> list[str]:
        """The actions after the first one."""
        return self.action.split(THEN)[1:]

    @property
    def back(self) -> int:
        """How many actions are to be taken back."""
        undo = _UNDO.fullmatch(self.action)
        return int(undo[1] or 1) if undo else 0


@post("/table/{table_id:str}/act", status_code=200)
async def act(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Take an action or take one back; the new position comes by the stream."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise Refused("not_seated")
        table.check_present(seat)
        form = await form_of(request, ActForm)
        if _is_asked(form, table, seat, visitor):
            asked = _asked(form, table, seat, visitor)
            if live:
                return Response(asked, media_type=HTML, headers={"hx-retarget": "#question"})
            return _page(visitor, table, asked=asked)
        if form.back:
            number = await tables.take_back(table, seat, form.back, form.ply, visitor.guest)
        else:
            number = await tables.act(table, seat, form.first, form.ply, visitor.guest)
            for text in form.then:
                if table.may_act(seat, text):
                    number = await tables.act(table, seat, text, number, visitor.guest)
            while forced := table.forced(seat):
                number = await tables.act(table, seat, forced, number, visitor.guest)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    if live:
        return Response("", media_type=HTML, headers={"regnum-ply": str(number)})
    return Redirect(visitor.here, status_code=303)


def _is_asked(form: ActForm, table: LiveTable, seat: int, visitor: Visitor) -> bool:
    """Tell whether a move is asked about once more; Refused if it may not be made anyway."""
    wanted = visitor.preferences.confirm
    if wanted == "never" or form.back or form.action == form.sure:
        return False
    table.check_turn(seat, form.ply)
    table.check_guided(seat, form.first)
    if table.beat() is not None or not table.may_act(seat, form.first):
        return False  # a move that may not be made is refused with its reason
    return (
        bool(_confirm(table, seat, form))
        if wanted == "turn"
        else wanted == "always" or bool(form.then) or table.is_final(seat, form.first)
    )


def _confirm(table: LiveTable, seat: int, form: ActForm) -> Confirm:
    """Return why a move is confirmed first, as the game says; "" for no reason."""
    view = table.view(seat)
    meant = next((action for action in view.legal if action.text == form.first), None)
    if meant is None:
        return ""
    more = [action for action in table.game.actions if action.text in form.then] if form.then else []
    return view_of(table.game).actions.confirm([meant, *more], view.seen)


def _asked(form: ActForm, table: LiveTable, seat: int, visitor: Visitor) -> Markup:
    """Return the question whether a move is meant, with its buttons."""
    words = game_words(table.game, visitor.language)
    view = table.view(seat)
    meant = next(one for one in view.legal if one.text == form.first)
    names = side_names(view.seen, words, table.names)
    whole = (c.label for group in at_once(view.seen, view.legal, words) for c in group.choices if c.text == form.action)
    said = next(whole, "") or labelled(meant, view.seen, words, names)
    question = ENVIRONMENT.get_template("board/confirmation.html.jinja")
    closes = _confirm(table, seat, form) == "ends_turn"
    return Markup(question.render(text=visitor.text, action=form.action, said=said, since=view.since, closes=closes))


@post("/table/{table_id:str}/skip", status_code=200)
async def skip(request: Asked, visitor: TheVisitor, tables: TheTables, table: TheTable) -> Response[Any] | Template:
    """Let the bots go on without pauses until a person acts."""
    live = "hx-request" in request.headers
    try:
        await tables.hurry(table, visitor.guest)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    return Response("", media_type=HTML) if live else Redirect(f"/table/{table.row.id}", status_code=303)


class HintForm(msgspec.Struct):
    """Asking what to do: how many entries the page had seen."""

    ply: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


@post("/table/{table_id:str}/hint", status_code=200)
async def hint(request: Asked, visitor: TheVisitor, hints: TheHints, table: TheTable) -> Response[Any] | Template:
    """Say what a strong player would do with what the seat sees, to whoever has it and is to act."""
    live = "hx-request" in request.headers
    seat = table.seat_of(visitor.guest)
    try:
        if seat is None:
            raise Refused("not_seated")
        form = await form_of(request, HintForm)
        found = await hints.hint(table, seat, form.ply, visitor.home)
    except Refused as refused:
        return refusal(refused, table, visitor, live)
    said = hint_text.told(found, table, seat, visitor.text)
    if live:
        return Response(said, media_type=HTML, headers={"cache-control": "no-store"})
    return _page(visitor, table, hint=said)


def refusal(refused: Refused, table: LiveTable, visitor: Visitor, live: bool) -> Response[Any] | Template:
    """Return a refusal in words: as a part of the page that is open, or with the page."""
    message = _message(refused, table, visitor.text)
    if live:
        kind = "kindly" if refused.key == GUIDED else "error"
        return Response(Markup('<p class="{}">{}</p>').format(kind, message), status_code=409, media_type=HTML)
    return _page(visitor, table, 409, message)


def _message(refused: Refused, table: LiveTable, text: Text) -> Markup:
    if refused.key == GUIDED:
        return tutorial.answer(table, text.language)
    message = escape(why(refused, table, text))
    if refused.key == "rematch_taken" and table.row.watching:
        again = Markup('<a href="/table/{}">{}</a>').format(rematch_id(table.row.id), text("rematch.watch"))
        return Markup("{} {}").format(message, again)
    if refused.clause in table.game.ledger():
        link = Markup('<a href="{}#{}">{}</a>').format(rules_of(table), refused.clause, text("refused.rule"))
        message = Markup("{} ({})").format(message, link)
    return message


@litestar.get("/table/{table_id:str}/events")  # a stream has no end: no HEAD for it
async def stream(
    request: Asked,
    visitor: TheVisitor,
    people: ThePeople,
    tables: TheTables,
    chat: TheChat,
    settings: TheSettings,
    table: TheTable,
    since: FromQuery[int] = 0,
    away: FromQuery[str] = "",
    roster: FromQuery[str] = "",
    rematch: FromQuery[bool] = False,
) -> Stream:
    """Tell a page what is new, as long as it is open.

    What it shows beside the game: `away`, the seats of those who are, divided by dots; `roster`, the table's;
    `rematch`, whether there is one.
    """
    last = request.headers.get("last-event-id", "")
    known = int(last) if _NUMBER.fullmatch(last) and since >= 0 else since
    shown = frozenset(int(seat) for seat in away.split(".") if _NUMBER.fullmatch(seat))
    zipped = _GZIP.search(request.headers.get("accept-encoding", "")) is not None
    state = (shown, rematch, roster or table.roster)
    lasts = None
    if visitor.signed_in is not None:
        lasts = partial(people.sessions.lasts, visitor.signed_in.session)
    told = events(tables, chat, table, visitor.guest, visitor.language, known, settings.heartbeat, zipped, state, lasts)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Stream(told, media_type="text/event-stream", headers=headers)


@get("/table/{table_id:str}/since/{number:int}")
async def since(visitor: TheVisitor, table: TheTable, number: FromPath[int]) -> Response[list[Scene]]:
    """Give what others did since this guest knew of so many entries, to be played back."""

    def allow() -> None:
        if not PLAYED_BACK.allows(visitor.home):
            raise ClientException(status_code=429, extra={"name": "too_many"})

    seat = table.seat_of(visitor.guest)
    played = [] if table.phase == WAITING else await scenes(table, seat, visitor.language, number, allow)
    return Response(played, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


@get("/table/{table_id:str}/place/{place:str}")
async def about(visitor: TheVisitor, table: TheTable, place: FromPath[str]) -> Template:
    """Tell what a thing on the table is, and why nothing can be done with it now; a part of a page."""
    looked = look(table, table.seat_of(visitor.guest), place, visitor.language) if table.phase != WAITING else None
    if looked is None:
        raise NotFoundException
    link = f"{rules_of(table)}#{looked.clause}" if looked.clause in table.game.ledger() else ""
    return visitor.page("board/explanation", looked=looked, link=link)


@get("/table/{table_id:str}/choice/{action:str}")
async def choice(visitor: TheVisitor, table: TheTable, action: FromPath[str]) -> Template:
    """Tell whoever is to act what one of his choices would change; a part of a page."""
    seat = table.seat_of(visitor.guest)
    looked = previewed(table, seat, action, visitor.language) if seat is not None and table.phase == PLAYING else None
    if looked is None:
        raise NotFoundException
    return visitor.page("board/explanation", looked=looked, link="")


@get("/table/{table_id:str}/standings")
async def standings(visitor: TheVisitor, table: TheTable) -> Template:
    """Tell who has how much and who leads, as this guest may see it; a part of a page."""
    if table.phase == WAITING:
        raise NotFoundException
    words = game_words(table.game, visitor.language)
    seen = table.view(table.seat_of(visitor.guest)).seen
    names = side_names(seen, words, table.names)
    rows = table_of_standings(seen, words)
    points = rows[:1] if view_of(table.game).scores.points(seen) and rows else []
    rest = [row for row in rows[len(points) :] if any(row.counts) and not (row.total or row.part)]
    totals = [row for row in rows if row.total]
    if points and seen.is_terminal:  # they are the points by now
        totals = [row for row in totals if list(row.counts) != list(points[0].counts)]
    once = [] if any(list(row.counts) == list(one.counts) for row in totals for one in points) else points
    groups = [
        ("", [*once, *totals, *(row for row in rows if row.part and any(row.counts))]),
        (visitor.text("standings.majorities"), [row for row in rest if row.leaders is not None]),
        (visitor.text("standings.others"), [row for row in rest if row.leaders is None]),
    ]
    total = next(iter([*totals, *points]), None)
    ahead = []
    if total is not None:
        ahead = [name for name, count in zip(names, total.counts, strict=True) if count == max(total.counts)]
    return visitor.page(
        "board/standings",
        groups=groups,
        worth=any(row.worth for row in rest),
        keeps=any(row.keeper >= 0 for row in rest),
        names=names,
        total=total,
        ahead=ahead if len(ahead) < len(names) else [],
    )


@get("/table/{table_id:str}/barred")
async def what_else(visitor: TheVisitor, table: TheTable) -> Template:
    """Tell what whoever is to act may not do now, and why; a part of a page."""
    seat = table.seat_of(visitor.guest)
    if seat is None or table.phase != PLAYING:
        raise NotFoundException
    found = barred(table, seat, visitor.language)
    return visitor.page(
        "board/unavailable", barred=found, ledger=table.game.ledger(), game=table.game.id, table_id=table.row.id
    )


@get("/table/{table_id:str}/log")
async def whole_log(request: Asked, visitor: TheVisitor, table: TheTable) -> Template:
    """Show the whole log: a page, or a part of one with the newest first."""
    words = game_words(table.game, visitor.language)
    view = table.view(table.seat_of(visitor.guest))
    names = side_names(view.seen, words, table.names)
    faces = [*catalog.faces(table.game, table.row.seats), *[""] * (len(names) - len(table.names))]
    told: dict[str, Any] = {"log": told_log(table, view, visitor.language), "rules": rules_of(table), "faces": faces}
    if "hx-request" in request.headers:
        return visitor.page("play/log_parts", **told)
    return visitor.page(
        "play/log",
        **told,
        table=table.row.id,
        colours=colours.style(table.row.seats),
        symbols=symbols(table.game) + seat_symbols(table.game, visitor.language, table.state.options),
        moments=stops(tape(table, view.seat), view.log),
    )


@get("/table/{table_id:str}/record")
async def record(visitor: TheVisitor, tables: TheTables, stored: TheStored) -> Response[str]:
    """Give the record of a finished game; before the end it would betray what is hidden.

    Of one that this version cannot play, those who belong to it get what was played.
    """
    name = f"{stored.row.game}-{stored.row.id}.jsonl"
    if isinstance(stored, LiveTable):
        if stored.phase != FINISHED:
            raise ClientException(status_code=409, extra={"say": "not_finished"})
        played = stored.play.record
        setup = (played.game.id, played.players, played.seed, played.options)
        lines = Record(*setup, played.entries, stored.commitment, played.start).lines()
    elif stored.phase in OVER and _belongs(stored, visitor.guest):
        lines = record_lines(stored.row, await tables.store.entries(stored.row.id))
    else:
        raise unplayable(stored)
    return Response(
        "\n".join(lines) + "\n",
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/table/{table_id:str}/shuffle")
async def shuffle(visitor: TheVisitor, table: TheTable) -> Template:
    """Show how the seed was fixed, and at the end the seed, so that everybody can check it."""
    over, commitment = table.phase == FINISHED, table.commitment
    return visitor.page(
        "play/shuffle",
        table_id=table.row.id,
        over=over,
        commitment="" if commitment is None else commitment.digest,
        seed=table.row.seed if over else "",
        salt=table.row.salt if over else "",
    )


@get("/table/{table_id:str}/picture.svg")
async def shared(visitor: TheVisitor, table: TheTable) -> Response[str]:
    """Give the end of a game as a picture to share_card."""
    if table.phase != FINISHED:
        raise ClientException(status_code=409, extra={"say": "not_over"})
    words = game_words(table.game, visitor.language)
    drawn = share_card.context(
        table,
        title_of(table.row.game, visitor.language),
        words,
        visitor.text,
        side_names(table.state, words, table.names),
    )
    return Response(
        ENVIRONMENT.get_template("play/share_card.svg.jinja").render(drawn).strip(),
        media_type="image/svg+xml",
        headers={"cache-control": "no-store", "vary": "cookie, accept-language"},
    )


HANDLERS = [
    show,
    act,
    skip,
    hint,
    stream,
    since,
    about,
    choice,
    standings,
    what_else,
    whole_log,
    record,
    shuffle,
    shared,
]
