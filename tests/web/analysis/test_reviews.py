"""Reviews of finished games: made once, in parts, by one server, despite restarts; in every language."""

import asyncio
import os
import re
from collections.abc import Iterator
from html import unescape

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from msgspec import structs

from regnum.core.record.record import Record
from regnum.core.text.ledger import LANGUAGES
from regnum.players.review import SearchBudget
from regnum.web.analysis import reviews
from regnum.web.analysis.reviews import ReviewService
from regnum.web.analysis.store import PendingReview, ReviewRow, ReviewStore
from regnum.web.errors import ConflictError
from regnum.web.http.i18n import page_text
from regnum.web.settings import Settings
from regnum.web.tables.models import FINISHED, TableRow
from regnum.web.tables.store import TableStore
from regnum.web.ui import line_chart
from tests.support.store.finished_games import play_to_the_end
from tests.support.store.interrupted_starts import old
from tests.support.store.stores import open_store, store_at
from tests.support.web.apps import app_at, create_app, live_table, run_in_app, run_in_thread, wait_for
from tests.support.web.guests import Guest, NewGuest
from tests.support.web.uploads import file_bytes, upload_record


@pytest.fixture(autouse=True)
def fast_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reviews fast and deterministic."""
    monkeypatch.setattr(reviews, "SEARCH_BUDGET", SearchBudget(iterations=6, worlds=3))
    monkeypatch.setattr(reviews, "REVIEW_SWEEP_INTERVAL", 0.1)


def finish(guest: Guest, app: Litestar, id_: str) -> None:
    """Play a table to its end at random."""
    play_to_the_end(app.state.settings.data / "test.db", id_, 3)
    guest.get(f"/table/{id_}")


def open_finished_table(new_guest: NewGuest, app: Litestar, game: str = "khan", *seats: str) -> tuple[Guest, str]:
    """Return a guest who has finished a game, and its id."""
    guest = new_guest()
    id_ = guest.open_table("me", *(seats or ["bot:random"]), game=game)
    finish(guest, app, id_)
    return guest, id_


def wait_for_review(guest: Guest, id_: str) -> None:
    """Wait until a review is ready."""
    wait_for(lambda: "hx-refresh" in guest.request("GET", f"/table/{id_}/review/progress").headers)


def test_stopping_interrupts_the_search_for_due_reviews(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reviews, "REVIEW_SWEEP_INTERVAL", 3600.0)

    async def stop() -> bool:
        looking = asyncio.Event()

        async def pending(store: ReviewStore, limit: int) -> list[PendingReview]:
            looking.set()
            await asyncio.Event().wait()
            return []

        monkeypatch.setattr(ReviewStore, "pending", pending)
        store = store_at("sqlite:///nowhere.db")
        reviews = ReviewService(store, ReviewStore(store.database), "key")
        reviews.set_leading(True)
        task = asyncio.create_task(reviews.run())
        await looking.wait()
        task.cancel()
        done, _ = await asyncio.wait({task}, timeout=20)
        return bool(done)

    assert run_in_thread(lambda: asyncio.run(stop()))


def test_review_is_requested_and_computed_in_the_background(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_finished_table(new_guest, app)
    assert f'href="/table/{id_}/review"' in guest.get(f"/table/{id_}")
    before = guest.get(f"/table/{id_}/review")
    assert page_text("en")("review.request") in before
    assert '<svg class="line-chart"' not in before
    assert guest.post(f"/table/{id_}/review", {}).headers["location"] == f"/table/{id_}/review"
    wait_for_review(guest, id_)
    page = guest.get(f"/table/{id_}/review")
    assert "Your decisions" in page
    assert page.count("<polyline") == 4, "a line and its outline for each side"
    assert "progress" not in page
    addresses = re.findall(rf"(/table/{id_}/replay\?seat=1&amp;at=[\d.]+)", page)
    moments = [guest.get(unescape(address)) for address in addresses[-3:]]
    assert moments
    assert all("As Ann saw it" in moment for moment in moments)
    assert any('<p class="move-rating">' in moment for moment in moments)
    row = live_table(app, id_).play.record
    own_count = sum(1 for player, _ in row.entries if player == 0)
    result = re.search(r"(\d+) decisions: in (\d+) of them", page)
    assert result
    assert 0 < int(result[2]) <= int(result[1]) <= own_count


def test_review_and_replay_are_translated(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_finished_table(new_guest, app, "brian_boru", "bot:random", "bot:random")
    guest.post(f"/table/{id_}/review", {})
    wait_for_review(guest, id_)
    for language in LANGUAGES:
        guest.language = language
        for path in (
            f"/table/{id_}/review",
            f"/table/{id_}/replay?seat=1&at=20",
            f"/table/{id_}/replay?seat=2&at=21&bare=1",
        ):
            page = guest.get(path)
            assert f'<html lang="{language}" ' in page
            text = re.sub(r"<style.*?</style>|<script.*?</script>|<[^>]*>|content='[^']*'", " ", page, flags=re.S)
            assert not re.search(r"[{}]", text), path
            assert not re.search(r"\b[a-z]+_[a-z_]+\b", text), path


def test_review_is_refused_before_the_end(new_guest: NewGuest, app: Litestar) -> None:
    guest = new_guest()
    id_ = guest.open_table("me", "bot:random", game="khan")
    for path in ("review", "review/progress", "moment/1/0"):
        assert page_text("en")("error.not_over") in guest.get(f"/table/{id_}/{path}", status=409)
    assert guest.post(f"/table/{id_}/review", {}).status_code == 409
    assert run_in_app(app, app.state.review_store.find(id_)) is None


def test_spectator_can_read_but_not_request_a_review(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_finished_table(new_guest, app)
    stranger = new_guest()
    page = stranger.get(f"/table/{id_}/review")
    assert page_text("en")("review.request") not in page
    assert page_text("en")("review.not_requested") in page
    assert stranger.post(f"/table/{id_}/review", {}).status_code == 403
    assert run_in_app(app, app.state.review_store.find(id_)) is None
    guest.post(f"/table/{id_}/review", {})
    wait_for_review(guest, id_)
    assert "Ann’s decisions" in stranger.get(f"/table/{id_}/review")


def test_moment_shows_the_view_of_a_seat_without_actions(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_finished_table(new_guest, app, "brian_boru", "bot:random", "bot:random")
    table = live_table(app, id_)
    for number in (0, 9, 10, table.entry_count):
        for seat in (1, 2):
            page = guest.get(f"/table/{id_}/moment/{seat}/{number}")
            assert 'name="action"' not in page
            assert "data-target" not in page
            assert page.count("formaction") == page.count(f'formaction="/table/{id_}/replay/edit"')
            goes = re.findall(
                rf'data-destination="move-(next|previous)"[^>]* href="/table/{id_}/replay\?seat={seat}&amp;at=(\d+)"',
                page,
            )
            after = [("next", str(number + 1))] if number < table.entry_count else []
            assert goes == ([("previous", str(number - 1))] if number else []) + after
    for path in (f"1/{table.entry_count + 1}", "0/0", "4/0", "1/-1"):
        guest.get(f"/table/{id_}/moment/{path}", status=404)
    stranger = new_guest("de")
    assert "Wie Ann es sah" in stranger.get(f"/table/{id_}/replay?seat=1&at=12")
    assert "nichts verdeckt" in stranger.get(f"/table/{id_}/replay?seat=1&at=12&bare=1")
    scene = f"/table/{id_}/replay/scene?seat=1&at=20"
    scenes = [stranger.get(scene + bare) for bare in ("", "&bare=0", "&bare=1")]
    assert scenes[0] == scenes[1] != scenes[2]
    assert f'href="/table/{id_}/replay"' in stranger.get(f"/table/{id_}")
    result = re.findall(rf'href="/table/{id_}/replay\?at=(\d+)"', stranger.get(f"/table/{id_}/log"))
    assert len(result) > table.entry_count / 3, "entries of the log lead there"
    # what the seats hold differs, and each page shows its own seat's only
    seen = app.state.snapshots
    then = run_in_app(app, seen.load(table, 10))
    hands = [then.view(seat).seen.to_dict()["hand"] for seat in (0, 1)]
    assert hands[0] != hands[1]


@pytest.mark.full
def test_review_resumes_after_a_restart_without_repeated_work(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "PART_SECONDS", 0.0)  # a part for each decision
    first = create_app(settings)
    with TestClient(first) as client:
        guest = Guest(client)
        id_ = guest.open_table("me", "bot:random", game="khan")
        finish(guest, first, id_)
        guest.post(f"/table/{id_}/review", {})
        wait_for(lambda: run_in_thread(lambda: asyncio.run(_row(settings, id_))).parts_done >= 3)
    stopped = run_in_thread(lambda: asyncio.run(_row(settings, id_)))
    assert stopped.is_pending
    assert stopped.parts_done >= 3
    second = create_app(settings)
    with TestClient(second) as client:
        guest.client = client
        wait_for_review(guest, id_)
    done = run_in_thread(lambda: asyncio.run(_row(settings, id_)))
    assert not done.is_pending
    old_decisions = stopped.results["decisions"]
    assert done.results["decisions"][: len(old_decisions)] == old_decisions
    numbers = [one["number"] for one in done.results["decisions"]]
    assert len(numbers) == done.results["count"]
    assert numbers == sorted(set(numbers))


async def _row(settings: Settings, id_: str) -> ReviewRow:
    store = await open_store(settings.database)
    row = await ReviewStore(store.database).find(id_)
    await store.database.close()
    return row or ReviewRow(id_)


def kill_worker(task: object) -> None:
    """End the worker process."""
    os._exit(3)


def find_nothing(task: object) -> dict[str, object]:
    """Return an empty review."""
    return {"count": 0, "decisions": [], "curve": []}


def fail_with_secret(task: object) -> None:
    """Fail with a secret in the message."""
    raise RuntimeError("a secret")


@pytest.mark.full
def test_failed_review_does_not_block_others(
    new_guest: NewGuest, app: Litestar, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    guest, first = open_finished_table(new_guest, app)
    monkeypatch.setattr(reviews, "compute_review_part", kill_worker)
    guest.post(f"/table/{first}/review", {})
    wait_for(lambda: f"{first} is left out: WorkerDiedError" in caplog.text)
    monkeypatch.setattr(reviews, "compute_review_part", find_nothing)
    other, third = open_finished_table(new_guest, app)
    other.post(f"/table/{third}/review", {})
    wait_for_review(other, third)
    assert "Your decisions" in other.get(f"/table/{third}/review")
    assert "progress" in guest.get(f"/table/{first}/review"), "the next start tries again"
    monkeypatch.setattr(reviews, "compute_review_part", fail_with_secret)
    other, fourth = open_finished_table(new_guest, app)
    other.post(f"/table/{fourth}/review", {})
    wait_for_review(other, fourth)
    assert page_text("en")("review.failed") in other.get(f"/table/{fourth}/review")
    assert "a secret" not in caplog.text


def test_store_keeps_each_review_and_part_once(database: str) -> None:
    run_in_thread(lambda: old(database))

    async def work() -> None:
        store = await open_store(database)
        tables = {row.phase: row for row in await store.tables_of("a" * 32)}
        id_ = tables[FINISHED].id
        assert not tables[FINISHED].hints_allowed
        reviews = ReviewStore(store.database)
        assert await reviews.find(id_) is None
        await asyncio.gather(*(reviews.request(PendingReview(id_)) for _ in range(5)))
        assert await reviews.pending(10) == [PendingReview(id_)]
        assert await reviews.find(id_) == ReviewRow(id_, 0, True, {})
        await reviews.save(ReviewRow(id_, 1, True, {"decisions": [1]}))
        with pytest.raises(ConflictError):
            await reviews.save(ReviewRow(id_, 1, True, {"decisions": [2]}))
        await reviews.request(PendingReview(id_))
        assert await reviews.find(id_) == ReviewRow(id_, 1, True, {"decisions": [1]})
        await reviews.save(ReviewRow(id_, 2, False, {"decisions": [1, 2]}))
        assert await reviews.pending(10) == []
        await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))


class Queue:
    """Games that wait for a review without a worker; each part finds one decision of three."""

    def __init__(self, client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
        self.client = client
        self.store: TableStore = client.app.state.tables.store
        self.reviews: ReviewService = client.app.state.reviews
        self.order: list[str] = []
        find_out = self.reviews._compute_next_part

        async def noted(table_id: str) -> None:
            self.order.append(table_id)
            await find_out(table_id)

        async def part(task: object) -> dict[str, object]:
            return {"count": 3, "decisions": [{}], "curve": []}

        monkeypatch.setattr(self.reviews, "_compute_next_part", noted)
        monkeypatch.setattr(self.reviews, "_part", part)

    def games(self, count: int) -> list[str]:
        """Return finished games of one guest."""
        guest = Guest(self.client)
        ids = [guest.open_table("me", "bot:random", game="khan") for _ in range(count)]
        for id_ in ids:
            finish(guest, self.client.app, id_)
        return ids

    def ask(self, *wanted: PendingReview) -> None:
        for one in wanted:
            self.client.blocking_portal.call(self.reviews.store.request, one)

    def process_all(self) -> list[str]:
        """Process all waiting games; return the game of each part."""
        self.reviews.set_leading(True)
        self.client.blocking_portal.call(self.reviews._process_requested)
        return self.order


@pytest.fixture
def queue(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    async def nothing(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("regnum.web.analysis.reviews.repeat", nothing)
    with TestClient(app_at(settings)) as client:
        yield Queue(client, monkeypatch)


def test_reviews_take_turns_by_address_and_guest(queue: Queue) -> None:
    first, second, third, other = queue.games(4)
    queue.ask(PendingReview(first, "many", "a"), PendingReview(second, "many", "a"), PendingReview(third, "many", "b"))
    queue.ask(PendingReview(other, "one", "c"))
    assert queue.process_all() == [
        first,
        other,
        third,
        other,
        first,
        other,
        third,
        first,
        third,
        second,
        second,
        second,
    ]


def test_reviews_of_trial_games_come_last(queue: Queue) -> None:
    trying, game = queue.games(2)
    queue.ask(PendingReview(trying, "one", "a", low_priority=True), PendingReview(game, "many", "b"))
    assert queue.process_all() == [*[game] * 3, *[trying] * 3]


def test_pending_reviews_are_limited_by_guest_and_address(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MAX_PENDING_PER_GUEST", 1)
    monkeypatch.setattr(reviews, "MAX_PENDING_PER_ADDRESS", 2)
    guests = [Guest(queue.client) for _ in range(3)]
    games = [[guest.open_table("me", "bot:random", game="khan") for _ in range(2)] for guest in guests]
    for guest, own in zip(guests, games, strict=True):
        for id_ in own:
            finish(guest, queue.client.app, id_)

    def ask(guest: int, game: int, language: str = "en") -> str:
        guests[guest].language = language
        response = guests[guest].post(f"/table/{games[guest][game]}/review", {})
        assert response.status_code in (303, 409)
        return unescape(response.text) if response.status_code == 409 else ""

    assert ask(0, 0) == ""
    assert ask(0, 0) == "", "it is already requested"
    assert "1 of your games is already waiting" in ask(0, 1)
    assert ask(1, 0) == ""
    for language in LANGUAGES:
        assert page_text(language)("refusal.too_many_reviews", limit=2) in ask(2, 0, language)
        assert page_text(language)("refusal.too_many_own_reviews", limit=1) in ask(1, 1, language)
    queue.process_all()
    assert ask(0, 1) == ask(2, 0) == "", "the others are ready"
    rows = queue.client.blocking_portal.call(queue.reviews.store.pending, 10)
    assert {len(row.client_address) for row in rows} == {32}


def test_only_the_leader_computes_reviews(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run_in_thread(lambda: old(database))
    looked: list[str] = []

    class Counted(ReviewService):
        async def _advance(self, table_id: str) -> None:
            looked.append(self.name)
            await super()._advance(table_id)

        name = ""

    async def work() -> None:
        stores = [await open_store(database) for _ in range(2)]
        made = []
        for number, store in enumerate(stores):
            one = Counted(store, ReviewStore(store.database), f"key {number}")
            one.name = "leads" if number else "follows"
            one.set_leading(bool(number))
            made.append((one, asyncio.create_task(one.run())))
        rows: list[TableRow] = [row for row in await stores[0].tables_of("a" * 32) if row.phase == FINISHED]
        for row in rows:
            await ReviewStore(stores[0].database).request(PendingReview(row.id))
        for _ in range(600):
            if not await ReviewStore(stores[0].database).pending(1):
                break
            await asyncio.sleep(0.1)
        assert await ReviewStore(stores[0].database).pending(1) == []
        result = [await ReviewStore(stores[1].database).find(row.id) for row in rows]
        assert all(one is not None and ("failed" in one.results or one.results["curve"]) for one in result)
        assert any(one is not None and "failed" not in one.results for one in result)
        for one, task in made:
            one.close()
            task.cancel()
        await asyncio.gather(*(task for _, task in made), return_exceptions=True)
        for store in stores:
            await store.database.close()

    run_in_thread(lambda: asyncio.run(work()))
    assert set(looked) == {"leads"}


def test_turning_points_are_the_largest_changes_of_the_chances() -> None:
    points: list[line_chart.Point] = [(number, [0.5, 0.5]) for number in range(30)]
    points[10:] = [(number, [0.8, 0.2]) for number in range(10, 30)]
    points[20:] = [(number, [0.3, 0.7]) for number in range(20, 30)]
    actual = line_chart.turning_points(points)
    assert [(turn.before, turn.after) for turn in actual] == [(9, 10), (19, 20)]
    assert actual[1].changes == pytest.approx([-0.5, 0.5])
    assert [number for number, _ in line_chart.sample_points(points)][::13] == [0, 29]
    for line in line_chart.chart_lines(points, line_chart.chance_scale(points)):
        places = [float(x) for point in line.points.split() for x in point.split(",")[:1]]
        assert places == sorted(places)
        assert (places[0], places[-1]) == (
            line_chart.CHANCES_CHART.left,
            line_chart.CHANCES_CHART.width - line_chart.CHANCES_CHART.right,
        )
        assert line.marks[-1][0] == places[-1], "the end of each line names its player"


def test_worker_leaves_unknown_games_to_the_server() -> None:
    assert reviews.compute_review_part(("no such game", 2, 1, {}, [], [0], 1, 0, (0.1, 0, 0), 1.0, None)) == {}


def test_shuffle_can_be_verified_after_the_end(new_guest: NewGuest, app: Litestar) -> None:
    guest, id_ = open_finished_table(new_guest, app)
    table, stranger = live_table(app, id_), new_guest()
    assert table.commitment is not None
    page = unescape(stranger.get(f"/table/{id_}/shuffle"))
    assert all(item in page for item in (table.commitment.digest, f"printf '%s' '{table.row.seed} {table.row.salt}'"))
    lines = guest.get(f"/table/{id_}/record").splitlines()
    assert Record.parse("\n".join(lines)).matches_commitment is True
    responses = {}
    for name, header in (("right", lines[0]), ("tampered", lines[0].replace('"salt": "', '"salt": "0'))):
        response = upload_record(guest, file_bytes([header, *lines[1:]]))
        responses[name] = guest.get(response.headers["location"])
    assert page_text("en")("shuffle.record_matches") in responses["right"]
    assert page_text("en")("shuffle.record_differs") in responses["tampered"]
    table.row = structs.replace(table.row, salt=None)  # as tables of before have it
    assert page_text("en")("shuffle.no_commitment") in unescape(guest.get(f"/table/{id_}/shuffle"))
    assert Record.parse(guest.get(f"/table/{id_}/record")).matches_commitment is None
