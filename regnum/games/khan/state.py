"""The state of a game of Khan, and how its pieces move."""

from typing import ClassVar, Final

from regnum.core.codec import ANY_LENGTH, Codec, Count, Flag, ListOf, OneOf, Seat, SetOf
from regnum.core.rules.action import Refusal
from regnum.core.rules.bitmask import mask_of
from regnum.core.rules.option import Options
from regnum.core.rules.ruleset import Rules
from regnum.games.khan.boards import BOARDS, NEIGHBOURS, Board
from regnum.games.khan.cells import NONE, Cells, cells_in
from regnum.games.khan.codecs import MAX_SHUFFLES_HELD, CellSet, HandCard, Laid
from regnum.games.khan.components import (
    CARDS,
    CELLS,
    HAND_SIZE,
    NEUTRAL_YURTS,
    REGIONS,
    RULERS,
    SPECIAL_CARDS,
    SPECIALS,
    TILE_COUNT,
    TILES,
    YURTS_PER_CAMP,
    YURTS_PER_PLAYER,
)
from regnum.games.khan.fields import KhanFields
from regnum.games.khan.notes import RESHUFFLED, RULER_OUT
from regnum.games.khan.tiles import (
    BIT,
    COVERED_CELLS,
    FACING_TILE,
    FRAME_CELLS,
    LAND_CELLS,
    OWNER_SETS,
    Placement,
    PlacementCache,
    adjacent_cells,
    laid_cells,
    padded_rows,
    placements_without,
)


class KhanState(KhanFields):
    """A state of Khan. Sets of cells are described in cells.py; lists have an entry per player, ruler or tile."""

    FIELDS: ClassVar[dict[str, Codec]] = {
        "first": Seat(),
        "yurts": ListOf(CellSet()),
        "neutral": CellSet(),
        "rulers": ListOf(OneOf(CELLS), len(RULERS), names=RULERS),
        "camps": ListOf(Count(0, YURTS_PER_CAMP), len(RULERS), names=RULERS),
        "supply": Count(0, NEUTRAL_YURTS, initial=NEUTRAL_YURTS),
        "stock": ListOf(Count(0, YURTS_PER_PLAYER, initial=YURTS_PER_PLAYER)),
        "tiles": ListOf(Count(), len(TILES), names=TILES, initial=TILE_COUNT),
        "laid": ListOf(Laid(), ANY_LENGTH, immutable=True, max_length=sum(TILE_COUNT)),
        "hands": ListOf(ListOf(HandCard(CARDS), ANY_LENGTH, immutable=True, max_length=HAND_SIZE)),
        "deck": ListOf(OneOf(CARDS), ANY_LENGTH, initial=range(len(CARDS))),
        "discards": ListOf(OneOf(CARDS), ANY_LENGTH),
        # the cards in hands at the last shuffle; of these, the cards in hands at the shuffle before it; and so on
        "held": ListOf(SetOf(CARDS), ANY_LENGTH, immutable=True, max_length=MAX_SHUFFLES_HELD),
        "specials": ListOf(
            ListOf(Count(), len(SPECIALS), immutable=True, names=SPECIALS, initial=SPECIAL_CARDS.__getitem__)
        ),
        "active": ListOf(OneOf(SPECIALS)),
        "guarded": ListOf(OneOf(REGIONS)),
        "reserved": ListOf(OneOf(TILES)),
        "last_played": ListOf(OneOf(SPECIALS)),
        "actions_left": Count(0, 2),
        "refused": SetOf([0, 1, 2, 3], seats=True),
        "end_phase": Flag(),
    }
    HIDDEN_FIELDS: ClassVar[tuple[str, ...]] = ("deck", "hands")
    DERIVED: ClassVar[tuple[str, ...]] = (
        "variant",
        "_across",
        "_beside",
        "_placement_caches",
        "_placed",
        "_water_rows",
        "board",
        "free",
        "rulers_in",
        "stacks",
        "water",
        "yurt_cells",
    )
    __slots__ = DERIVED[1:]

    def __init__(
        self, game: Rules, players: int, seed: int, options: Options, source: "KhanState | None" = None
    ) -> None:
        super().__init__(game, players, seed, options, source)
        # These are derived from the fields, and cached because nearly every rule needs them, see `derive`.
        self.board: Final[Board] = BOARDS[self.variant.board] if source is None else source.board
        self.free: Cells = NONE if source is None else source.free
        """The free cells: land without a yurt, ruler or tile [khan.expel.free]."""
        self.water: Cells = NONE if source is None else source.water
        """The river cells without a bridge."""
        self.yurt_cells: Cells = NONE if source is None else source.yurt_cells
        """The cells with a yurt, including neutral ones."""
        self.stacks: int = 0 if source is None else source.stacks
        """The tiles left in the supply, as a bit mask."""
        self.rulers_in: int = 0 if source is None else source.rulers_in
        """The rulers in the game or yet to be stationed, as a bit mask."""
        self._water_rows: list[int] | None = None if source is None else source._water_rows
        self._beside: list[Cells | None] = [] if source is None else source._beside[:]
        self._across: list[Cells | None] = [] if source is None else source._across[:]
        # Each player's placements in the last call, see placement.py. Only placing a yurt adds to them.
        self._placement_caches: list[PlacementCache | None] = [] if source is None else source._placement_caches[:]
        self._placed: int = 0 if source is None else source._placed
        if source is None:
            self.derive()

    def clone(self) -> "KhanState":
        """Return an independent copy."""
        return KhanState(self.game, self.players, self.seed, self.options, self)

    # The board.

    def derive(self) -> None:
        """Compute the derived values from the fields, or mark them to be computed when needed."""
        self.yurt_cells = self.neutral
        for yurts in self.yurts:
            self.yurt_cells |= yurts
        occupied = self.yurt_cells
        for cell in self.rulers:
            if cell >= 0:
                occupied |= BIT[cell]
        for tile in self.laid:
            occupied |= laid_cells(tile)
        self.free = self.board.land & ~occupied
        self.water = self.board.river & ~occupied
        self.stacks = mask_of([tile for tile in range(len(TILES)) if self.tiles[tile]])
        self.rulers_in = mask_of([ruler for ruler in range(len(RULERS)) if self.camps[ruler]])
        self._water_rows = None
        self._beside = [None] * self.players
        self._across = [None] * self.players
        self._placement_caches = [None] * self.players

    @property
    def water_rows(self) -> list[int]:
        """The river cells without a bridge as padded rows, see tiles.py."""
        if self._water_rows is None:
            self._water_rows = padded_rows(self.water)
        return self._water_rows

    def cached_placements(self, player: int) -> list[Placement] | None:
        """Return a player's cached placements, without those covered since, or None if a yurt has been placed since."""
        cache = self._placement_caches[player]
        if cache is None or cache.yurts_placed != self._placed:
            return None
        if cache.tiles_laid == len(self.laid):
            return cache.placements
        removed = NONE
        for tile in self.laid[cache.tiles_laid :]:
            removed |= laid_cells(tile)
        return self.cache_placements(player, placements_without(cache.placements, removed))

    def cache_placements(self, player: int, places: list[Placement]) -> list[Placement]:
        """Cache and return a player's placements. Do not change the list afterwards."""
        self._placement_caches[player] = PlacementCache(places, self._placed, len(self.laid))
        return places

    # Yurts.

    def place_yurt(self, player: int, cell: int) -> None:
        """Put a yurt from the player's stock on a free cell."""
        bit = BIT[cell]
        self.free ^= bit
        self.yurt_cells |= bit
        beside, across = self._beside[player], self._across[player]
        if beside is not None:
            self._beside[player] = beside | NEIGHBOURS[cell]
        if across is not None:
            self._across[player] = across | self.board.across[cell]
        self.yurts[player] |= bit
        self.stock[player] -= 1
        self._placed += 1

    def place_neutral(self, cell: int) -> None:
        """Put a neutral yurt, already taken from a camp or the supply, on a free cell."""
        bit = BIT[cell]
        self.free ^= bit
        self.yurt_cells |= bit
        self.neutral |= bit
        self._placed += 1

    def cells_beside(self, player: int) -> Cells:
        """Return the cells that share a side with a yurt of the player."""
        cells = self._beside[player]
        if cells is None:
            cells = self._beside[player] = adjacent_cells(self.yurts[player])
        return cells

    def bridge_cells(self, player: int) -> Cells:
        """Return a set of cells of which every bridge tile over one of the player's yurts covers at least one."""
        known = self._across[player]
        if known is not None:
            return known
        cells = NONE
        for cell in cells_in(self.yurts[player]):
            cells |= self.board.across[cell]
        self._across[player] = cells
        return cells

    def refusal_unless_free(self, cell: int, clause: str, of_land: str = "khan.invade.land_only") -> Refusal:
        """Return why nothing may be put on a cell; `of_land`: the clause that requires land."""
        bit = BIT[cell]
        names: dict[str, int | str] = {"cell": CELLS[cell]}
        if self.board.river & bit:
            return Refusal("on_river", of_land, names)
        if not self.board.land & bit:
            return Refusal("no_such_cell", clause, names)
        if self.yurt_cells & bit:
            return Refusal("yurt_there", clause, names)
        return Refusal("ruler_there" if cell in self.rulers else "tile_there", clause, names)

    # Rulers.

    def rulers_out(self) -> int:
        """Return how many rulers have left the game."""
        return len(RULERS) - self.rulers_in.bit_count()

    def fill_camps(self) -> None:
        """Put the rulers' yurts into their camps [khan.setup.camps]."""
        self.camps = [YURTS_PER_CAMP] * len(RULERS)
        self.supply -= YURTS_PER_CAMP * len(RULERS)
        self.rulers_in = (1 << len(RULERS)) - 1

    def station(self, ruler: int, cell: int) -> None:
        """Put a ruler that is not yet on the board on a free cell."""
        self.free ^= BIT[cell]
        self.rulers[ruler] = cell

    def flee(self, ruler: int, cell: int) -> None:
        """Move a ruler to a free cell; a neutral yurt, already taken from a camp or the supply, replaces it."""
        bit = BIT[self.rulers[ruler]]
        self.free ^= BIT[cell]
        self.yurt_cells |= bit
        self.neutral |= bit
        self.rulers[ruler] = cell
        self._placed += 1

    def take_out(self, ruler: int) -> None:
        """Take a ruler out of the game: its cell becomes free, and the yurts left in its camp go to the supply."""
        self.free ^= BIT[self.rulers[ruler]]
        self.rulers[ruler] = -1
        self.rulers_in ^= 1 << ruler
        self.supply += self.camps[ruler]
        self.camps[ruler] = 0
        self.add_note(RULER_OUT, RULERS[ruler])

    # Cards.

    def draw_card(self) -> int:
        """Draw and return a card. Nobody knows the order of the pile, so the top card is determined only now."""
        deck = self.deck
        place = self.random_below(len(deck))
        card = deck[place]
        deck[place] = deck[-1]
        deck.pop()
        return card

    def turn_card(self) -> int:
        """Draw a card, put it face up on the discard pile, and return it [khan.expel.card]."""
        card = self.draw_card()
        self.discards.append(card)
        if not self.deck:
            self.restock()
        return card

    def fill_hand(self, player: int, size: int) -> None:
        """Draw cards until the player has `size` cards [khan.refill.four]."""
        while len(self.hands[player]) < size:
            self.hands[player] = (*self.hands[player], self.draw_card())
            if not self.deck:
                self.restock()

    def restock(self) -> None:
        """Make the discard pile the new draw pile after the last card has been drawn [khan.setup.reshuffle]."""
        self.deck = self.discards
        self.discards = []
        in_hands = mask_of([card for hand in self.hands for card in hand])
        self.held = (in_hands, *(in_hands & earlier for earlier in self.held if in_hands & earlier))
        self.add_note(RESHUFFLED)

    def discard_card(self, player: int, card: int) -> None:
        """Put a hand card face up on the discard pile."""
        self.hands[player] = tuple([kept for kept in self.hands[player] if kept != card])
        self.discards.append(card)
        self.reveal()

    def end_refusals(self) -> None:
        """End an action: players who refused may be asked again, unless refusals last for the whole turn.

        khan.special.refused
        """
        if self.refused and self.variant.refusal == "action":
            self.refused = 0

    # Tiles.

    def take_tile(self, tile: int) -> None:
        """Take a tile from the supply."""
        if self.tiles[tile] == 1:
            self.stacks ^= 1 << tile
        self.tiles[tile] -= 1

    def lay_tile(self, player: int, placement: int, owners: int) -> None:
        """Lay a tile that the player takes: return the yurts under it and put one of each owner's on it.

        khan.conquer.return, khan.conquer.mark
        """
        tile = FACING_TILE[placement // FRAME_CELLS]
        if self.reserved[player] == tile:
            self.give_back_scout(player)
        self.take_tile(tile)
        cover = COVERED_CELLS[placement]
        land = LAND_CELLS[placement]
        self.yurt_cells ^= land
        if cover != land:
            self.water ^= cover ^ land
            self._water_rows = None
        for other in range(self.players):
            removed = self.yurts[other] & cover
            if removed:
                self.yurts[other] ^= removed
                self._beside[other] = None
                self._across[other] = None
                self.stock[other] += removed.bit_count()
            if owners >> other & 1:
                self.stock[other] -= 1
        neutral = self.neutral & cover
        if neutral:
            self.neutral ^= neutral
            self.supply += neutral.bit_count()
        self.laid = (*self.laid, placement * OWNER_SETS + owners)

    def give_back_scout(self, player: int) -> None:
        """Return a player's reserved tile to the supply, their yurt to the stock, and the scout card to the box."""
        tile = self.reserved[player]
        self.stacks |= 1 << tile
        self.tiles[tile] += 1
        self.reserved[player] = -1
        self.active[player] = -1
        self.stock[player] += 1
