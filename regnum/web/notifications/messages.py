"""Notifications and their texts: title, sentence and details, in the language of the reader.

A notification contains nothing from the state of a game, so its texts can't reveal hidden information.
"""

from datetime import datetime
from typing import Final

import msgspec

from regnum.games import find_game, game_ids
from regnum.web.http.i18n import Text, game_words
from regnum.web.names import full_title
from regnum.web.timing.wall_clock import UTC_NAME, zone_of

MOVE: Final = "move"
START: Final = "start"
END: Final = "end"
TIME: Final = "time"
INVITE: Final = "invite"
STAND_IN_BEGAN: Final = "replaced"
ABANDONED: Final = "abandoned"
RESIGNED: Final = "resigned"
PROPOSAL: Final = "proposal"
JOINED: Final = "joined"
CLOCKS: Final = "clocks"
CHAT: Final = "talk"
TEST: Final = "test"
DAY: Final = "day"

NEWS: Final = (START, END, ABANDONED, STAND_IN_BEGAN, RESIGNED, PROPOSAL, CLOCKS, JOINED, CHAT)
"""The kinds that are dropped if the guest has looked at a page since the event."""
OPTIONAL_KINDS: Final = (MOVE, TIME, INVITE, JOINED, START, END, STAND_IN_BEGAN, RESIGNED, PROPOSAL, CLOCKS, CHAT)
"""The kinds that users can turn on and off; END includes ABANDONED."""


class Notification(msgspec.Struct, frozen=True, rename={"occasion": "mark", "details": "more"}):
    """A notification: its kind, table and game.

    `names`: the people it is about, if not the recipient. `others`: the other players. `title`: the name of the table.
    `occasion`: the occasion of the pending notification, so that outdated notifications are not sent. `parts`: the
    notifications in a daily email. `until`: the deadline for a move or an answer, in ISO 8601, or "" if there is none.
    `zone`: the time zone of shown times. `details`: the proposal or the state of the clocks as a sentence in each
    language.
    """

    kind: str
    table: str = ""
    game: str = ""
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    occasion: int = 0
    count: int = 0
    parts: tuple["Notification", ...] = ()
    until: str = ""
    zone: str = UTC_NAME
    title: str = ""
    details: dict[str, str] = {}

    @property
    def path(self) -> str:
        """The path of the linked page."""
        return f"/table/{self.table}" if self.table else "/"


def title(notification: Notification, text: Text) -> str:
    """Return the name of the table with the title of its game; "Regnum" without a game.

    An invitation has only the game's title, because a stranger may have chosen the name of the table.
    """
    if notification.game not in game_ids():
        return "Regnum"
    game = find_game(notification.game)
    words = game_words(game, text.language)
    named = "" if notification.kind == INVITE else notification.title
    return full_title(named, words.text("game", "title", {}) if words.has("game", "title") else game.title)


def sentence(notification: Notification, text: Text) -> str:
    """Return a notification as one sentence."""
    if notification.names:
        return text(
            f"notification.{notification.kind}_of",
            names=text.listing(list(notification.names)),
            count=len(notification.names),
        )
    return text(f"notification.{notification.kind}", count=notification.count)


def body(notification: Notification, text: Text) -> str:
    """Return the sentence of a notification, followed by its details."""
    until = ""
    if notification.until:
        at = datetime.fromisoformat(notification.until).astimezone(zone_of(notification.zone))
        key = "notification.until_answer" if notification.kind == PROPOSAL else "notification.until"
        until = text(key, at=f"{at:%Y-%m-%d %H:%M} {notification.zone}")
    details = notification.details.get(text.language, "")
    named = (
        text("notification.table_name", title=notification.title)
        if notification.kind == INVITE and notification.title
        else ""
    )
    others = text("notification.players", names=text.listing(list(notification.others))) if notification.others else ""
    return " ".join(filter(None, (sentence(notification, text), details, until, others, named)))
