"""Positions of Rurik set up by hand, for scenarios."""

from typing import Any

from regnum.core.record.play import Play
from regnum.core.record.record import play_on
from regnum.games.rurik import GAME
from regnum.games.rurik.components import COLUMNS, REGIONS, REWARDS, ROWS, SCHEMES
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing

Row = dict[str, Any]
NoteParams = tuple[str, dict[str, Any]]
LEADERS = ["agatha", "boris", "sudislav", "mstislav"]
"""Default leaders of the players: none of them changes who rules."""


def position(players: int = 2, stack: list[Row] | None = None, **fields: Any) -> RurikState:
    """Return a state in the first round with an empty map, apart from what the fields say.

    Lists that are per player may be short: the other players have nothing. `hand`, `left`, `right` name schemes, the
    rest of them lies in the right deck (or is discarded, if that is given too); `options` are the game's options.
    """
    options: dict[str, Any] = {"first_player": 1, "leaders": "random", **fields.pop("options", {})}
    data = GAME.new_state(players, 1, **options).to_dict()
    nothing: dict[str, Any] = {
        "round": 1,
        "marker": 0,
        "rebels": [],
        "leaders": LEADERS[:players],
        "leader_at": [None] * players,
        "offered": [[] for _ in range(players)],
        "agenda": [None] * players,
        "agenda_stage": ["undealt"] * players,
        "coins": [0] * players,
        "advisors": [[] for _ in range(players)],
    }
    data.update(nothing)
    data["stack"] = stack or []
    set_schemes(data, players, fields)
    set_deeds(data, players, fields)
    if "defeated" in fields:
        taken_rewards = [reward for row in fields["defeated"] for reward in row]
        data["rewards"] = [reward for reward in REWARDS if reward not in taken_rewards]
    empty: dict[str, Any] = {"coins": 0, "war": 0, "leader_at": None, "agenda": None}
    for name, value in fields.items():
        assert name in data, name
        if isinstance(value, list) and name in RurikState.FIELDS and name not in UNPADDED_FIELDS:
            kind = data[name][0] if isinstance(data[name], list) and data[name] else None
            filler: Any = empty.get(name, type(kind)() if isinstance(kind, (dict, list)) else kind)
            value = [*value, *[filler for _ in range(players - len(value))]]
        data[name] = value
    state = GAME.state_from_dict(data)
    assert isinstance(state, RurikState)
    return state


UNPADDED_FIELDS = {
    "goods",
    "rebels",
    "rewards",
    "deed_row",
    "deed_deck",
    "discards",
    "left_deck",
    "right_deck",
    "bonus",
    "points",
}
UNPADDED_FIELDS |= {"put_off", "region_goods", "drawn", "left_known", "right_known"}


def set_schemes(data: dict[str, Any], players: int, fields: dict[str, Any]) -> None:
    """Put schemes into hands and decks as the fields say."""
    hands = [*fields.pop("hand", []), *[[] for _ in range(players)]][:players]
    left = fields.pop("left", None)
    right = fields.pop("right", None)
    used = [card for hand in hands for card in hand] + (left or []) + (right or []) + fields.get("drawn", [])
    rest = [card for card in SCHEMES if card not in used]
    data["discards"] = []
    if left is None:
        left, rest = rest[:6], rest[6:]
    if right is None:
        right = rest
    else:
        data["discards"] = rest
    data["hand"] = hands
    data["left_deck"], data["right_deck"] = left, right
    data["left_known"], data["right_known"] = [None] * len(left), [None] * len(right)


def set_deeds(data: dict[str, Any], players: int, fields: dict[str, Any]) -> None:
    """Put deeds into their places as the fields say; the row has three others."""
    rows = [*fields.get("deeds", []), *fields.get("accomplished", [])]
    used = [deed for row in rows for deed in row] + fields.get("deed_row", [])
    rest = [deed for deed in DEEDS if deed not in used]
    if "deed_row" not in fields:
        data["deed_row"], rest = rest[:3], rest[3:]
    if "deed_deck" not in fields:
        data["deed_deck"] = rest


def turn_position(column: str, row: int = 1, players: int = 2, player: int = 0, **fields: Any) -> RurikState:
    """Return a position in which a player has just activated an advisor on this space."""
    stack = [{"step": "Turn", "player": player}, {"step": "EndTurn"}, *fields.pop("then", [])]
    return position(players, stack, active=COLUMNS.index(column) * ROWS + row - 1, **fields)


def scheme_position(left: list[str], row: int = 2, **fields: Any) -> RurikState:
    """Return a position after `main_action` on a scheme space; the left deck's top card is last."""
    return act(turn_position("scheme", row, left=left, troops=[{"kiev": 1}, {"volyn": 1}], **fields), "main_action")


def act(state: RurikState, *texts: str) -> RurikState:
    """Take these actions, each by the player who is first to act."""
    for text in texts:
        state.submit(text, state.players_to_act[0])
    return state


def legal(state: RurikState, family: str = "") -> set[str]:
    """Return the legal actions as text, of one family if given, else without moves of goods."""
    named = {str(action): action.family for action in state.legal_actions()}
    return {text for text, own in named.items() if (own == family if family else own not in ("load", "unload"))}


def goods_to_move(state: RurikState) -> set[str]:
    """Return the legal moves between boat and dock."""
    return legal(state, "load") | legal(state, "unload")


def troops(state: RurikState, player: int) -> Row:
    """Return a player's troops by region."""
    row: Row = state.to_dict()["troops"][player]
    return row


def ruler(state: RurikState, region: str) -> int | None:
    """Return the ruler of a region."""
    for player in range(state.players):
        if state.rules(player, REGIONS.index(region)):
            return player
    return None


def leave_goods(state: RurikState) -> RurikState:
    """Pass every question of the claim phase about goods."""
    while state.stack and isinstance(state.stack[-1], ClaimStowing):
        act(state, "pass")
    return state


def act_and_read_notes(state: RurikState, *texts: str) -> list[NoteParams]:
    """Take these actions and return the notes."""
    state.journal = []
    act(state, *texts)
    return [(note.key, note.params) for note in state.journal]


def start_play(state: RurikState) -> Play:
    """Return a play that continues from a position."""
    return play_on(state)
