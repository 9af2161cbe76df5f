"""Positions of the solo game set up by hand, for scenarios."""

from typing import Any

from regnum.games.rurik import GAME
from regnum.games.rurik.components import COLUMNS, REGIONS, ROWS
from regnum.games.rurik.state import RurikState
from tests.support.games.rurik import NoteParams, act_and_read_notes

Row = dict[str, Any]

ORDER_15 = ["volyn", "kiev", "smolensk", "polotsk", "novgorod", "rostov", "chernigov", "pereyaslavl"]
"""The regions in the order of card 15, the top card by default."""


def solo_position(stack: list[Row] | None = None, top: int = 15, bottom: int = 1, **fields: Any) -> RurikState:
    """Return a solo position in the first round with an empty map, apart from what the fields say.

    `top` and `bottom` are cards; `options` are the game's options. `neutral` troops are nowhere unless named.
    """
    options: dict[str, Any] = {"leaders": "random", **fields.pop("options", {})}
    data = GAME.new_state(1, 1, **options).to_dict()
    data.update(
        stack=stack or [],
        round=1,
        leaders=["agatha", "sviatopolk"],
        leader_at=[None, None],
        offered=[[], []],
        agenda=[None, None],
        agenda_stage=["undealt", "undealt"],
        coins=[0, 0],
        troops=[{}, {}],
        advisors=[[], []],
        neutral=[],
        priority="build",
        mat_coins=[2, 2, 2],
        rebel_deck=[bottom, *[card for card in range(1, 19) if card not in (top, bottom)], top],
        rebel_known=sorted({top, bottom} if fields.get("rebel_rows") else {top}),
    )
    for name, value in fields.items():
        assert name in data, name
        data[name] = value
    state = GAME.state_from_dict(data)
    assert isinstance(state, RurikState)
    return state


def action_position(column: str, row: int = 1, **fields: Any) -> RurikState:
    """Return a position in which the rebellion is about to act with the advisor on this space, after `go_on`."""
    stack: list[dict[str, Any]] = [
        {"step": "Watch", "player": 0, "more": 0},
        {"step": "RebelAction"},
        {"step": "EndTurn"},
    ]
    return solo_position(stack, active=COLUMNS.index(column) * ROWS + row - 1, **fields)


def placing_position(advisors: list[str], **fields: Any) -> RurikState:
    """Return a position in which the rebellion is about to place these advisors, one at each `go_on`."""
    steps: list[Row] = [{"step": "Watch", "player": 0, "more": 0}, {"step": "RebelAdvisor"}]
    return solo_position(steps * len(advisors), advisors=[[], advisors], **fields)


def run_rebellion(state: RurikState, *texts: str) -> list[NoteParams]:
    """Take these actions (by default: let the rebellion go on) and return the notes."""
    return act_and_read_notes(state, *(texts or ("go_on",)))


def note_keys(notes: list[NoteParams]) -> list[str]:
    return [key for key, _ in notes]


def named_in_notes(notes: list[NoteParams], key: str) -> list[Any]:
    """Return the second parameter of each note with this key, in order."""
    return [list(params.values())[1] for name, params in notes if name == key]


def rebel_troops(state: RurikState) -> Row:
    """Return the rebellion's troops by region, without the leader."""
    row: Row = state.to_dict()["troops"][1]
    return row


def player_troops(state: RurikState) -> Row:
    row: Row = state.to_dict()["troops"][0]
    return row


def rebel_leader(state: RurikState) -> str | None:
    result = state.leader_at[1]
    return REGIONS[result] if result >= 0 else None


def advisors_on_board(state: RurikState, column: str) -> list[tuple[int, int, int]]:
    """Return the advisors of a column from the top down: side, number, bribe."""
    start = COLUMNS.index(column) * ROWS
    return [(code & 7, code >> 3 & 7, code >> 6) for code in state.board[start : start + ROWS] if code >= 0]


def space(side: int, advisor: int, bribe: int = 0) -> Row:
    return {"player": side, "advisor": advisor, "bribe": bribe}
