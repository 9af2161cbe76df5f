"""The notes in the log of Brian Boru: their kinds, and the parameters of their sentences."""

from typing import Final

from regnum.core.rules.note import NoteKind

FIRST_PLAYER: Final = NoteKind("first_player", "player")
NEW_ROUND: Final = NoteKind("round", "round")
FLEET: Final = NoteKind("fleet", "raiders")
BRIDE: Final = NoteKind("bride", "bride")

STRUGGLE_WON: Final = NoteKind("struggle_won", "player", "town")
STRUGGLE_UNWON: Final = NoteKind("struggle_unwon", "town")
CLAIMS: Final = NoteKind("claim", "player", "town")
TAKES_MARKER: Final = NoteKind("claim_marker", "player", "town")
TAKES_COINS: Final = NoteKind("coins", "player", "coins")
PAYS: Final = NoteKind("pays", "player", "coins")
LOSES_POINTS: Final = NoteKind("loses_points", "player", "points")
GAINS_POINTS: Final = NoteKind("gains_points", "player", "points")
TAKES_RENOWN: Final = NoteKind("renown", "player", "renown")
PUTS_DISCS: Final = NoteKind("church_discs", "player", "discs")
TAKES_RAIDERS: Final = NoteKind("raiders", "player", "raiders")
GOES_UP: Final = NoteKind("steps", "player", "spaces")
FALLS_BACK: Final = NoteKind("falls_back", "player", "space")

WEDDING: Final = NoteKind("wedding", "player", "bride")
NO_WEDDING: Final = NoteKind("no_wedding", "bride")
INVASION: Final = NoteKind("invasion", "raiders")
REPELLED: Final = NoteKind("repelled")
LOSES_TOWN: Final = NoteKind("loses_town", "player", "town")
SPOILS: Final = NoteKind("spoils", "player", "points")
SMALL_SPOILS: Final = NoteKind("small_spoils", "player")
CHURCH_FIRST: Final = NoteKind("church_first", "player")
CHURCH_SECOND: Final = NoteKind("church_second", "player")
TOKEN_OPENS: Final = NoteKind("token_opens", "region")
TOKEN_CLAIMED: Final = NoteKind("token_claimed", "player", "region")
TOKEN_LOST: Final = NoteKind("token_lost", "region")
TOKEN_KEPT: Final = NoteKind("token_kept", "player", "region")
TOKEN_TIED: Final = NoteKind("token_tied", "region", "towns")
TOKEN_DOWN: Final = NoteKind("token_down", "region", "towns", "needed")
TOKEN_VIKINGS: Final = NoteKind("token_vikings", "region")
