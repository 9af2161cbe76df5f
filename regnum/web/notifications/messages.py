"""The texts of notifications: a notification as a sentence, a push message or an email, in the language of its reader.

A notification has only names, titles and times, so a text can never reveal hidden information.
"""

from datetime import datetime
from typing import Final

import msgspec

from regnum.games import find_game, game_ids
from regnum.web.http.i18n import Text, game_words
from regnum.web.names import full_title
from regnum.web.tables.clock import UTC_NAME, zone_of

MOVE: Final = "move"
START: Final = "start"
END: Final = "end"
TIME: Final = "time"
INVITE: Final = "invite"
REPLACED: Final = "replaced"
ABANDONED: Final = "abandoned"
RESIGNED: Final = "resigned"
PROPOSAL: Final = "proposal"
JOINED: Final = "joined"
CLOCKS: Final = "clocks"
TALK: Final = "talk"
TEST: Final = "test"
DAY: Final = "day"

NEWS: Final = (START, END, ABANDONED, REPLACED, RESIGNED, PROPOSAL, CLOCKS, JOINED, TALK)
"""The kinds that are dropped if the guest has looked at a page since."""
CHOICES: Final = (MOVE, TIME, INVITE, JOINED, START, END, REPLACED, RESIGNED, PROPOSAL, CLOCKS, TALK)
"""The kinds that users turn on and off; END includes ABANDONED."""


class Notice(msgspec.Struct, frozen=True):
    """A notification: its kind, table and game.

    `names`: the people it is about, if not the recipient. `others`: the other players. `title`: the name of the table.
    `mark`: the mark of the pending notification, so that outdated ones are not sent. `parts`: those in a daily
    email. `until`: when the time to move or to answer ends, in ISO 8601; "" without a limit. `zone`: the time zone of
    shown times. `more`: the proposal or the state of the clocks as a sentence in each language.
    """

    kind: str
    table: str = ""
    game: str = ""
    names: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    mark: int = 0
    count: int = 0
    parts: tuple["Notice", ...] = ()
    until: str = ""
    zone: str = UTC_NAME
    title: str = ""
    more: dict[str, str] = {}

    @property
    def path(self) -> str:
        """The path that it links to."""
        return f"/table/{self.table}" if self.table else "/"


def title(notice: Notice, text: Text) -> str:
    """Return the name of the table with the title of its game, or our own name.

    An invitation has only the game's title, because a stranger may have chosen the name of the table.
    """
    if notice.game not in game_ids():
        return "Regnum"
    game = find_game(notice.game)
    words = game_words(game, text.language)
    named = "" if notice.kind == INVITE else notice.title
    return full_title(named, words.say("game", "title", {}) if words.has("game", "title") else game.title)


def sentence(notice: Notice, text: Text) -> str:
    """Return a notification as one sentence."""
    if notice.names:
        return text(f"notice.{notice.kind}_of", names=text.listing(list(notice.names)), count=len(notice.names))
    return text(f"notice.{notice.kind}", count=notice.count)


def body(notice: Notice, text: Text) -> str:
    """Return the text of a notification with its details."""
    until = ""
    if notice.until:
        at = datetime.fromisoformat(notice.until).astimezone(zone_of(notice.zone))
        key = "notice.until_answer" if notice.kind == PROPOSAL else "notice.until"
        until = text(key, at=f"{at:%Y-%m-%d %H:%M} {notice.zone}")
    more = notice.more.get(text.language, "")
    named = text("notice.named", title=notice.title) if notice.kind == INVITE and notice.title else ""
    others = text("notice.others", names=text.listing(list(notice.others))) if notice.others else ""
    return " ".join(filter(None, (sentence(notice, text), more, until, others, named)))
