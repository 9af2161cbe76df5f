"""The bots that players can choose: their levels, characters and names."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from regnum.core.game import Game
from regnum.players import player_names as bot_names
from regnum.players.characters import CHARACTER_PARAM, character_of, unique_name
from regnum.web.http.i18n import Text, game_words
from regnum.web.tables.models import BOT, DEFAULT_SUBSTITUTE, SeatRow, TableRow

LEVELS: Final = ("gentle", "greedy", "strong")
"""The bots that can play as a game's characters, from weak to strong."""
BEGINNER_BOT: Final = "gentle"
DEFAULT_BOT: Final = DEFAULT_SUBSTITUTE
"""The default bots of a new table, fast on any machine: one BEGINNER_BOT for a host's first bots, else DEFAULT_BOT."""


class CharacterInfo(msgspec.Struct, frozen=True):
    """A character with its name and description."""

    id: str
    name: str
    about: str


def bot_kinds() -> list[str]:
    """Return the names of all bots, the LEVELS first."""
    return [*LEVELS, *(name for name in bot_names() if name not in LEVELS)]


def level_name(level: str, text: Text) -> str:
    """Return the display name of a kind of bot."""
    return text(f"bot.{level}") if text.has(f"bot.{level}") else level


def characters(game: Game, language: str) -> list[CharacterInfo]:
    """Return a game's characters."""
    words = game_words(game, language)
    return [
        CharacterInfo(
            id, words.name("character", id), words.text("character", id, {}) if words.has("character", id) else ""
        )
        for id in game.characters()
    ]


def bot_of(game: Game, kind: str, character: str) -> str | None:
    """Return the id of a bot from its kind and a character ("": none), or None if it does not exist."""
    if kind not in bot_names():
        return None
    if not character or kind not in LEVELS:
        return kind
    return f"{kind}:{CHARACTER_PARAM}={character}" if character in game.characters() else None


def split_bot_id(bot: str) -> tuple[str, str]:
    """Return the kind and the character ("": none) of a bot."""
    return bot.partition(":")[0], character_of(bot)


def bot_name(game: Game, character: str, seat: int, taken_names: Iterable[str], text: Text) -> str:
    """Return the name of a new bot at a table: that of its character, numbered if taken, or else that of its seat."""
    if not character:
        return text("bot.bot_name", seat=seat + 1)
    return unique_name(game_words(game, text.language).name("character", character), taken_names)


def faces(game: Game, seats: Sequence[SeatRow]) -> list[str]:
    """Return the character of each seat's bot, if the game still has it, or "" for all others."""
    characters = [split_bot_id(row.bot or "")[1] if row.kind == BOT else "" for row in seats]
    return [character if character in game.characters() else "" for character in characters]


def bot_label(game: Game, row: SeatRow, text: Text) -> str:
    """Return a short description of a bot, or "" for a person."""
    if row.kind != BOT:
        return ""
    kind, character = split_bot_id(row.bot or "random")
    words = game_words(game, text.language)
    about = words.text("character", character, {}) if words.has("character", character) else ""
    return " ".join(filter(None, [text("bot.label", level=level_name(kind, text)), about]))


def default_bots(game: Game, earlier: Sequence[TableRow]) -> list[tuple[str, str]]:
    """Return the kind and character of the bot that a form proposes for each seat.

    `earlier`: the host's previous tables, newest first. The form proposes the bots of the newest one that has bots,
    preferably of one with the same game, and then the default bots.
    """
    with_bots = [row for row in earlier if any(seat.kind == BOT for seat in row.seats)]
    last = next((row for row in with_bots if row.game == game.id), next(iter(with_bots), None))
    if last is None:
        defaults = [(BEGINNER_BOT, "")]
    else:
        bots = [split_bot_id(seat.bot or "") for seat in last.seats if seat.kind == BOT]
        defaults = [
            (kind, character if last.game == game.id else "") for kind, character in bots if kind in bot_names()
        ]
    count = max(game.player_counts)
    defaults = [*defaults, *[(DEFAULT_BOT, "")] * count][:count]
    available = list(game.characters())
    free = [character for character in available if character not in {character for _, character in defaults}]
    return [(kind, character if character in available or not free else free.pop(0)) for kind, character in defaults]
