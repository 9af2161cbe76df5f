"""Action C: conquering land by laying a tile over yurts."""

from typing import ClassVar, Final

from regnum.core.packed import bit
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, NextSteps, Ranges
from regnum.games.khan.actions import AGREE, choose, consent, lay, pass_action
from regnum.games.khan.cells import Cells, cells_in
from regnum.games.khan.components import CELLS, TILE_POINTS, TILES
from regnum.games.khan.notes import ASKS, CONQUERED, LOST
from regnum.games.khan.placement import (
    available_tiles,
    has_majority,
    legal_tiles,
    majority_players,
    placements,
    players_to_ask,
    protected_cells_against,
    protected_cells_of,
)
from regnum.games.khan.state import KhanState
from regnum.games.khan.tiles import (
    BIT,
    COVERED_CELLS,
    FACING_OF,
    FACING_ORIENTATION,
    FACING_TILE,
    FACINGS,
    FRAME_CELLS,
    LAND_CELLS,
    ORIENTATIONS,
    OWNER_SETS,
)

LAY: Final[list[Action]] = [
    lay[placement % FRAME_CELLS * len(ORIENTATIONS) + FACING_ORIENTATION[placement // FRAME_CELLS]]
    for placement in range(len(LAND_CELLS))
]
"""For each placement of a tile, the action that lays it."""


class ChooseTile(Decision[KhanState]):
    """Choose a tile from the supply, or the one that you have reserved, to lay on the board.

    khan.conquer.tile, khan.end.must
    """

    CLAUSE: ClassVar[str] = "khan.conquer.tile"
    NEXT_STEPS: ClassVar[NextSteps] = ("Act(player={player})",)

    def options(self, s: KhanState) -> list[Action]:
        return tiles_to_lay(s, self.player)

    def take(self, s: KhanState, action: Action) -> None:
        s.schedule(Lay(self.player, choose.of(action).choice))

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if action is pass_action:
            return pass_refusal(s)
        if not choose.has(action):
            return self.default_refusal(action)
        tile = choose.of(action).choice
        key = "tile_fits_nowhere" if available_tiles(s, self.player) >> tile & 1 else "tile_gone"
        return Refusal(key, self.CLAUSE, {"tile": TILES[tile]})


def pass_refusal(s: KhanState) -> Refusal:
    """Return why no player may pass during a turn [khan.turn.no_pass, khan.end.must]."""
    return Refusal("must_conquer", "khan.end.must") if s.end_phase else Refusal("no_pass", "khan.turn.no_pass")


def tiles_to_lay(s: KhanState, player: int) -> list[Action]:
    """Return the actions that choose a tile which the player can take and lay somewhere."""
    return choose.members_in(legal_tiles(s, player, available_tiles(s, player), protected_cells_against(s, player)))


class Lay(Decision[KhanState]):
    """Lay the tile, turned and flipped as you like, over yurts among which no other player has more than you.

    khan.conquer.turn, khan.conquer.borders
    """

    CLAUSE: ClassVar[str] = "khan.conquer.yurts"
    RANGES: ClassVar[Ranges] = {"tile": range(len(TILES))}
    NEXT_STEPS: ClassVar[NextSteps] = ("Act(player={player})",)

    def __init__(self, player: int, tile: int) -> None:
        super().__init__(player)
        self.tile: Final = tile

    def options(self, s: KhanState) -> list[Action]:
        return [LAY[placement] for placement in placements(s, self.player, self.tile)]

    def take(self, s: KhanState, action: Action) -> None:
        chosen = lay.of(action)
        placement = FACING_OF[self.tile][chosen.orientation] * FRAME_CELLS + chosen.cell
        rivals = players_to_ask(s, self.player, LAND_CELLS[placement])
        if rivals:
            ask_consent(s, self.player, placement, rivals)
        else:
            conquer_cells(s, self.player, placement)

    def refusal(self, s: KhanState, action: Action) -> Refusal:
        if action is pass_action:
            return pass_refusal(s)
        if not lay.has(action):
            return self.default_refusal(action)
        chosen = lay.of(action)
        facing = FACING_OF[self.tile][chosen.orientation]
        if facing < 0:
            return Refusal("same_way", "khan.conquer.turn", {"tile": TILES[self.tile]})
        return _place_refusal(s, self.player, facing, chosen.cell)


def _place_refusal(s: KhanState, player: int, facing: int, cell: int) -> Refusal:  # noqa: C901
    """Return why a tile may not be laid in a place."""
    cover = COVERED_CELLS[facing * FRAME_CELLS + cell]
    land = LAND_CELLS[facing * FRAME_CELLS + cell]
    if not cover or cover & ~s.board.cells:
        return Refusal("off_board", "khan.conquer.land")
    if not s.board.valid[facing] & BIT[cell]:
        if FACINGS[facing].river_steps:
            return Refusal("bridge_squares", "khan.conquer.bridge")
        return Refusal("over_river", "khan.conquer.land")
    wrong = land & ~s.yurt_cells
    if wrong:
        return Refusal("no_yurt_there", "khan.conquer.yurts", {"cell": _first(wrong)})
    wrong = cover & s.board.river & ~s.water
    if wrong:
        return Refusal("bridge_there", "khan.conquer.overlap", {"cell": _first(wrong)})
    if not land & s.yurts[player]:
        return Refusal("no_yurt_of_yours", "khan.conquer.own_yurt")
    if not has_majority(s, player, land):
        return Refusal("others_have_more", "khan.conquer.majority")
    holders = majority_players(s, land)
    for other in range(s.players):
        if other != player and land & protected_cells_of(s, other):
            if not holders >> other & 1:
                return Refusal("protected", "khan.special.consent", {"rival": other})
            if s.refused >> other & 1:
                return Refusal("refused", "khan.special.refused", {"rival": other})
    return Refusal("not_now", "khan.conquer.yurts")


def _first(cells: Cells) -> str:
    return CELLS[(cells & -cells).bit_length() - 1]


def ask_consent(s: KhanState, player: int, placement: int, rivals: int) -> None:
    """Ask these players (a bit mask) for their consent, one after the other, clockwise from the conquering player."""
    for seat in range(1, s.players):
        other = (player + seat) % s.players
        if rivals >> other & 1:
            tile = FACING_TILE[placement // FRAME_CELLS]
            s.add_note(ASKS, other, TILES[tile], CELLS[placement % FRAME_CELLS])
            s.schedule(Consent(other, player, placement, rivals ^ bit(other)))
            return


def conquer_cells(s: KhanState, player: int, placement: int) -> None:
    """Lay a tile; each player with a majority of the yurts under it puts a yurt on it.

    khan.conquer.mark, khan.conquer.return, khan.conquer.stays
    """
    land = LAND_CELLS[placement]
    owners = majority_players(s, land)
    noted_players = range(s.players if s.journal is not None else 0)
    losses = [s.yurts[each] & land for each in noted_players]
    s.lay_tile(player, placement, owners)
    s.end_refusals()
    tile = FACING_TILE[placement // FRAME_CELLS]
    for seat in range(s.players):
        owner = (player + seat) % s.players  # the player who lays it is mentioned first
        if owners >> owner & 1:
            s.add_note(CONQUERED, owner, TILES[tile], TILE_POINTS[tile], CELLS[placement % FRAME_CELLS])
    for loser, lost_cells in enumerate(losses):
        if not owners >> loser & 1:
            for cell in cells_in(lost_cells):
                s.add_note(LOST, loser, CELLS[cell])


class Consent(Decision[KhanState]):
    """Decide whether another player may conquer, together with you, yurts that your special card protects.

    `rival` wants to lay a tile at `placement`; the players in `others` (a bit mask) are asked next.
    khan.special.consent, khan.special.refused
    """

    CLAUSE: ClassVar[str] = "khan.special.consent"
    RANGES: ClassVar[Ranges] = {"placement": range(len(LAND_CELLS)), "others": range(OWNER_SETS)}
    SEATS: ClassVar[tuple[str, ...]] = ("player", "rival")
    NEXT_STEPS: ClassVar[NextSteps] = ("Act(player={rival})",)

    def __init__(self, player: int, rival: int, placement: int, others: int) -> None:
        super().__init__(player)
        self.rival: Final = rival
        self.placement: Final = placement
        self.others: Final = others

    def options(self, s: KhanState) -> list[Action]:
        return [*consent.members]

    def take(self, s: KhanState, action: Action) -> None:
        if consent.of(action).choice != AGREE:
            s.refused |= bit(self.player)
            s.actions_left += 1
        elif self.others:
            ask_consent(s, self.rival, self.placement, self.others)
        else:
            conquer_cells(s, self.rival, self.placement)

    def position_error(self, s: KhanState) -> str:
        tile = FACING_TILE[self.placement // FRAME_CELLS]
        if not available_tiles(s, self.rival) >> tile & 1 or self.placement not in placements(s, self.rival, tile):
            return f"player {self.rival} cannot lay {TILES[tile]} at {CELLS[self.placement % FRAME_CELLS]}"
        rivals = players_to_ask(s, self.rival, LAND_CELLS[self.placement])
        if not rivals >> self.player & 1:
            return f"player {self.player} need not be asked"
        return (
            "" if not self.others & ~(rivals ^ bit(self.player)) else f"others {self.others} are not to be asked, too"
        )
