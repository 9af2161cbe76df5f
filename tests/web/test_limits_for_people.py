"""The limits that players and operators meet; others test what happens at them.

A change of one of these values is a decision: it changes what people can do, or how much a server has to bear.
"""

from datetime import timedelta

from regnum.web import mail, names, settings
from regnum.web.accounts import passwords, sessions
from regnum.web.accounts import service as accounts
from regnum.web.analysis import hints, reviews
from regnum.web.analysis import routes as analysis_routes
from regnum.web.api import tokens
from regnum.web.board import choices, inspect, log_view, preview, unavailable
from regnum.web.bots import runner, turns, worker_pool
from regnum.web.chat import routes as chat_routes
from regnum.web.chat import service as chat
from regnum.web.chat import view as chat_view
from regnum.web.db import retry, sqlite
from regnum.web.editor import positions
from regnum.web.http import cookies, csrf, gate
from regnum.web.lobby import archive, listing, opening, stale_rows
from regnum.web.lobby.routes import home
from regnum.web.notifications import delivery, safe_http, scheduler, web_push
from regnum.web.play import playback, share_card
from regnum.web.presence import last_seen
from regnum.web.proposals import kinds
from regnum.web.replay import uploads
from regnum.web.replay.routes import moments
from regnum.web.server import connections, doctor, run, supervisor
from regnum.web.stats import ratings, results
from regnum.web.stats.routes import leaderboard, my_games
from regnum.web.tables import agreement, cache, clock, invitations
from regnum.web.ui import line_chart

HOUR, DAY = 60 * 60, 24 * 60 * 60


def test_limits_of_accounts() -> None:
    assert (passwords.MIN_LENGTH, passwords.MAX_LENGTH, passwords.MIN_DIFFERENT_CHARACTERS) == (10, 200, 5)
    assert (accounts.NAME_FACTOR, accounts.ADDRESS_FACTOR, accounts.HOUR_SECONDS) == (10, 3, HOUR)
    assert (accounts.CORRECT_PER_HOUR, accounts.MIN_ACCOUNTS_PER_HOUR) == (60, 20)
    assert timedelta(hours=1) == sessions.SEEN_PRECISION
    assert (names.LONGEST_NAME, names._MAX_COMBINING_MARKS) == (24, 3)
    assert (tokens.MAX_TOKENS, tokens.NAME_LIMIT) == (20, 40)
    assert cookies.YEAR_SECONDS == 365 * DAY


def test_limits_of_hints_and_reviews() -> None:
    assert (hints.MAX_PENDING_PER_ADDRESS, hints.MAX_PENDING, hints.MAX_CACHED_HINTS) == (5, 100, 1000)
    assert (reviews.MAX_PENDING_PER_GUEST, reviews.MAX_PENDING_PER_ADDRESS) == (3, 10)
    assert (reviews.PART_SECONDS, analysis_routes.MAX_COSTLY_DECISIONS) == (2.0, 5)
    assert (hints.HINT_NICENESS, worker_pool.WORKER_NICENESS, reviews.REVIEW_NICENESS) == (5, 10, 19)
    assert (line_chart.MAX_TURNING_POINTS, line_chart.MIN_SWING, line_chart.MAX_MIDDLE_ROWS) == (4, 0.08, 12)


def test_limits_of_the_board() -> None:
    assert (choices.MAX_UNFOLDED, choices.MIN_FOR_GROUPS) == (3, 9)
    assert (inspect.MAX_COMPARED_ACTIONS, inspect.MAX_FAMILIES_EXPLAINED, unavailable.MAX_NAMED) == (200, 4, 40)
    assert (log_view.LEAST_PLAYED_BACK, log_view._MAX_SEARCHED_LINES) == (2, 400)
    assert (preview.DETERMINIZATIONS, preview.MIN_FOR_SHARED_EFFECTS) == (4, 10)
    assert (playback.MAX_MOVES, playback.MAX_LINES_OF_MOVE, playback.MAX_LINES_OF_PART) == (24, 5, 16)
    assert share_card.MAX_NAME_LENGTH == 20


def test_limits_of_bots() -> None:
    assert (runner.MAX_TOTAL_PAUSES, runner.REPEAT_SHARE, runner.SIMULTANEOUS_SHARE) == (12, 0.5, 0.25)
    assert (runner.FIRST_RETRY_DELAY, runner.MAX_RETRY_DELAY, runner.STOP_TIMEOUT) == (0.02, 5.0, 2.0)
    assert (turns.MAX_REMEMBERED_GROUPS, worker_pool.MAX_CACHED_PLAYERS) == (1000, 1000)


def test_limits_of_the_chat() -> None:
    assert (chat.MAX_MESSAGE_CHARS, chat.MAX_REACTIONS_PER_ROOM) == (300, 2000)
    assert (chat_routes.MESSAGES_PER_PAGE, chat_view.INITIAL_MESSAGES, chat_view.MAX_SPEAKERS) == (500, 80, 50)


def test_limits_of_lists_and_tables() -> None:
    assert (listing.MAX_PER_HOST, listing.PAGE_SIZE, archive.MAX_REMOVED) == (3, 60, 50)
    assert (opening.MAX_EARLIER_TABLES, home.MAX_CHECKED_TABLES) == (20, 200)
    assert timedelta(days=30) == stale_rows.ROW_LIFETIME
    assert (cache.MAX_TABLES, cache.MAX_STATUSES, cache.MAX_ATTEMPTS) == (400, 4000, 50)
    assert invitations.MAX_COMPANION_SEATS == 400
    assert (clock.DAY_MINUTES, clock.MAX_NIGHT_MINUTES, clock.REMINDER_FRACTION) == (1440, 960, 4)
    assert (timedelta(days=7), timedelta(days=60)) == (agreement.ALONE_TIME, kinds.LONGEST_PAUSE)
    assert last_seen.WRITE_INTERVAL == 15.0


def test_limits_of_uploads_and_edited_positions() -> None:
    assert (5000, timedelta(days=1)) == (uploads.MAX_ENTRIES, uploads.UPLOAD_LIFETIME)
    assert (positions.LONGEST_LIST, positions.MAX_DEPTH, positions.MIN_PLACE_SHARE) == (200, 20, 0.8)
    assert moments.MAX_CHAT_MESSAGES == 2000


def test_limits_of_notifications() -> None:
    assert (mail.MAX_ADDRESS_LENGTH, mail.SMTP_TIMEOUT) == (254, 15.0)
    assert (web_push.MESSAGE_LIFETIME, web_push.TOKEN_LIFETIME) == (DAY, DAY / 2)
    assert (safe_http.MAX_URL_LENGTH, safe_http.MAX_LOOKUPS) == (1000, 16)
    assert (timedelta(minutes=1), 1000) == (delivery.LEASE_DURATION, delivery.MAX_SLOW_HOSTS)
    assert (scheduler.POLL_INTERVAL, scheduler.MAX_PER_POLL, scheduler.DUE_PER_TABLE) == (3.0, 50, 8)


def test_limits_of_statistics() -> None:
    assert (ratings.SURE_DEVIATIONS, ratings.CACHE_SECONDS, leaderboard.MIN_RELIABLE_GAMES) == (3, 30.0, 5)
    assert (results.MAX_RESULTS, results.TIME_LIMIT) == (5000, 1.5)
    assert (my_games.MAX_LATEST_TABLES, my_games.MAX_PLACES, my_games.MAX_TABLES) == (10, 6, 1000)


def test_limits_of_requests_and_connections() -> None:
    assert (gate._MAX_PATH_LENGTH, gate._MAX_QUERY_LENGTH, gate._MAX_COOKIE_LENGTH) == (512, 256, 256)
    assert (gate.MAX_CONCURRENT, csrf.MAX_FIELDS, csrf.MAX_SHORT_FIELD) == (12, 100, 400)
    assert (connections.KEEP_ALIVE, connections.BACKLOG, connections.WARNING_INTERVAL) == (15, 100, 60.0)
    assert (connections.RESERVED_DESCRIPTORS, connections.NON_STREAM_DESCRIPTORS) == (60, 260)


def test_limits_of_the_server() -> None:
    assert (settings.MIN_SECRET_LENGTH, settings.SECRET_BYTES) == (16, 32)
    assert (settings.MAX_DAYS, settings.MAX_VALUE) == (36_500, 1_000_000_000)
    assert (run.SHUTDOWN_TIMEOUT, supervisor.STOP_TIMEOUT, supervisor.MIN_RESTART_INTERVAL) == (2, 10, 1.0)
    assert sorted(run._TAKEN) == [48, 98, 10048], "as errno has them on macOS, Linux and Windows"
    assert doctor.LITTLE_SPACE == 200 * 2**20
    assert (retry.MAX_PAUSE, sqlite.LOCK_TIMEOUT, sqlite.POLL_INTERVAL, sqlite.READER_THREADS) == (0.5, 0.2, 0.04, 2)
