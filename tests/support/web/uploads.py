"""Records as files to upload."""

import random

import httpx

from regnum.core.record.record import Record
from tests.support.web.guests import Guest

GAMES = {"brian_boru": 3, "khan": 2, "rurik": 1, "wallenstein": 3}


def record_lines(game: str, entries: int, seed: int = 5) -> list[str]:
    """Return the lines of a record with this number of entries, or of a whole game."""
    play, dice = Record(game, GAMES[game], seed).begin(), random.Random(seed)
    while not play.state.is_terminal and play.entry_count < entries:
        player = dice.choice(play.state.players_to_act)
        play.submit(player, dice.choice(play.state.legal_actions(player)))
    return play.record.lines()


def upload_record(guest: Guest, content: bytes, name: str = "game.jsonl", token: str | None = None) -> httpx.Response:
    form = {"_csrf_token": guest.token() if token is None else token}
    return guest.request("POST", "/replay", data=form, files={"file": (name, content)}, follow_redirects=False)


def file_bytes(lines: list[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode()
