"""The claim phase: tracks, income, deeds, and preparation of the next round."""

from typing import ClassVar

from regnum.core.rules.step import Event, NextSteps
from regnum.games.rurik.components import (
    BOAT,
    BUILD_TRACK,
    CAPITALS,
    COLUMN_INCOME,
    EXCHANGES,
    GOOD_COUNT,
    MAP,
    MARKER_INCOME,
    ROUNDS,
    RULE_TRACK,
    TRACK_CAPITALS,
    TRACK_COUNT,
    TRACK_NEEDS,
    TRACK_TOP,
    TRACKS,
    TRADE_TRACK,
)
from regnum.games.rurik.leaders import note_tie
from regnum.games.rurik.notes import ADVANCES, INCOME
from regnum.games.rurik.solo.cards import REBEL_INCOME
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing, max_boat_goods


class Advance(Event[RurikState]):
    """Step A: advance all players on the claim tracks as far as they have earned; no marker ever moves back.

    rurik.claim.never_back, rurik.claim.rule, rurik.claim.build, rurik.claim.trade
    """

    CLAUSE: ClassVar[str] = "rurik.claim.advance"
    NEXT_STEPS: ClassVar[NextSteps] = ("UnlockBehind", "StowForIncome", "Income", "FinalScoring", "")

    def happen(self, s: RurikState) -> None:
        for player in range(s.sides):
            if s.leader_at[player] >= 0:
                note_tie(s, player, s.leader_at[player])
            for track in range(TRACK_COUNT):
                earned = earned_space(s, player, track, s.tracks[player * TRACK_COUNT + track])
                if earned > s.tracks[player * TRACK_COUNT + track]:
                    s.tracks[player * TRACK_COUNT + track] = earned
                    s.add_note(ADVANCES, player, TRACKS[track], earned)


def earned_space(s: RurikState, player: int, track: int, current_space: int) -> int:
    """Return the highest space that a player has earned on a claim track, or 0 if it is not above `current_space`.

    rurik.claim.rule, rurik.claim.capitals, rurik.claim.build, rurik.claim.trade
    """
    if track == RULE_TRACK:
        ruled = s.ruled_regions(player)
        return highest_space(ruled.bit_count(), ruled & CAPITALS == CAPITALS, track, current_space)
    return highest_space(track_count(s, player, track), False, track, current_space)


def track_count(s: RurikState, player: int, track: int) -> int:
    """Return the number that counts for a player on a claim track: regions ruled, regions built in, or goods aboard.

    Of the regions built in, only the largest group of adjacent ones counts.
    """
    if track == RULE_TRACK:
        return s.ruled_regions(player).bit_count()
    return largest_group(s.structure_regions(player)) if track == BUILD_TRACK else boat_goods(s, player)


def highest_space(count: int, capitals: bool, track: int, current_space: int) -> int:
    """Return the highest space that a count reaches on a claim track, or 0 if it is not above `current_space`.

    `capitals`: whether the player rules all capitals.
    """
    for space in range(TRACK_TOP, current_space, -1):
        if count >= TRACK_NEEDS[track][space - 1] and (capitals or not TRACK_CAPITALS[track][space - 1]):
            return space
    return 0


def trade_space(s: RurikState, side: int, goods: int) -> int:
    """Return the space of the trade track that a side reaches with this many goods on its boat [rurik.claim.trade]."""
    current_space = s.tracks[side * TRACK_COUNT + TRADE_TRACK]
    return max(current_space, highest_space(goods, False, TRADE_TRACK, current_space))


class StowForTracks(ClaimStowing):
    """Move goods, if you like, before the markers advance on the tracks.

    Loading goods may advance your trade marker. Leaving them on the dock may be better: a marker off the board earns a
    coin, and in a solo game the rebellion unlocks a bonus if you are ahead of it.
    rurik.claim.trade, rurik.claim.income_markers, rurik.solo.unlock_tracks
    """

    NEXT_STEPS: ClassVar[NextSteps] = ("StowForTracks", "Advance")

    def is_worth_asking(self, s: RurikState) -> bool:
        current_space = s.tracks[self.player * TRACK_COUNT + TRADE_TRACK]
        aboard = boat_goods(s, self.player)
        most = max_boat_goods(s, self.player)
        reachable_space = trade_space(s, self.player, aboard)
        if most > aboard and trade_space(s, self.player, most) > reachable_space:
            return True
        if current_space == reachable_space:
            return False
        if current_space == 0 and s.round < ROUNDS:
            return True
        if s.sides == s.players or not any(s.mat_coins):
            return False
        return current_space <= trade_space(s, s.players, boat_goods(s, s.players)) < reachable_space

    def next_stowing(self, moved: int) -> ClaimStowing:
        return StowForTracks(self.player, moved)


class StowForIncome(ClaimStowing):
    """Move goods, if you like, before the income; offered if they can fill a column [rurik.claim.income_boat]."""

    NEXT_STEPS: ClassVar[NextSteps] = ("StowForIncome", "Income")

    def is_worth_asking(self, s: RurikState) -> bool:
        for good, slots in enumerate(BOAT):
            if s.boat[self.player * GOOD_COUNT + good] < slots <= s.stock(self.player, good):
                return True
        return False

    def next_stowing(self, moved: int) -> ClaimStowing:
        return StowForIncome(self.player, moved)


def largest_group(regions: int) -> int:
    """Return the size of the largest group of adjacent regions [rurik.claim.adjacent]."""
    most = 0
    for group in MAP.groups(regions):
        most = max(most, group.bit_count())
    return most


class Income(Event[RurikState]):
    """Step B: pay a coin for each marker not yet on the claim board, and for each full column of the boat.

    rurik.claim.income_markers, rurik.claim.income_boat
    """

    CLAUSE: ClassVar[str] = "rurik.claim.income"
    NEXT_STEPS: ClassVar[NextSteps] = ("TakeDeeds", "")

    def happen(self, s: RurikState) -> None:
        for player in range(s.sides):
            coins = income(s, player)
            s.coins[player] += coins
            if coins:
                s.add_note(INCOME, player, coins)


def income(s: RurikState, player: int) -> int:
    """Return how many coins a side earns [rurik.claim.income_markers, rurik.claim.income_boat, rurik.solo.income]."""
    if player >= s.players:
        return REBEL_INCOME + s.full_column_count(player) * COLUMN_INCOME
    markers = s.tracks[player * TRACK_COUNT : player * TRACK_COUNT + TRACK_COUNT].count(0) + (s.war[player] == 0)
    return markers * MARKER_INCOME + s.full_column_count(player) * COLUMN_INCOME


class RefreshExchanges(Event[RurikState]):
    """Step D: turn used exchange markers face up."""

    CLAUSE: ClassVar[str] = "rurik.claim.exchanges"
    NEXT_STEPS: ClassVar[NextSteps] = ("RefillGoods", "")

    def happen(self, s: RurikState) -> None:
        for player in range(s.players):
            s.exchanges[player] = (1 << len(EXCHANGES)) - 1


class RefillGoods(Event[RurikState]):
    """Step E: put a good of its kind into each region without one."""

    CLAUSE: ClassVar[str] = "rurik.claim.goods"
    NEXT_STEPS: ClassVar[NextSteps] = ("LeaderMusters", "Round", "")

    def happen(self, s: RurikState) -> None:
        s.goods = s.regions()


def boat_goods(s: RurikState, side: int) -> int:
    """Return the number of goods on a side's boat."""
    return sum(s.boat[side * GOOD_COUNT : side * GOOD_COUNT + GOOD_COUNT])
