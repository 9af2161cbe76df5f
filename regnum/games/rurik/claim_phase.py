"""The claim phase: tracks, income, deeds, and what is made ready for the next round."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.rurik.actions import take_deed
from regnum.games.rurik.components import (
    ADVISORS_IN,
    BUILD_TRACK,
    CAPITALS,
    COLUMN_INCOME,
    DEED_ROW,
    EXCHANGES,
    MAP,
    MARKER_INCOME,
    ROUNDS,
    RULE_TRACK,
    TRACK_CAPITALS,
    TRACK_NEEDS,
    TRACK_TOP,
    TRACKS,
)
from regnum.games.rurik.deed_cards import DEEDS
from regnum.games.rurik.pieces import LINES, SORTS
from regnum.games.rurik.scoring import FinalScoring
from regnum.games.rurik.solo.claim import LeaderMusters, SetPriority, UnlockBehind, rebel_income
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_phase import StrategyPhase


class ClaimPhase(Event[RurikState]):
    """The holder of the marker becomes first player; then the six steps, in the last round only the first one.

    In a solo game the rebellion's priority is set first, and it unlocks bonuses when all have moved up.
    rurik.claim.last_round, rurik.claim.first_player, rurik.solo.claim
    """

    CLAUSE: ClassVar[str] = "rurik.claim.steps"

    def happen(self, s: RurikState) -> None:
        if s.first != s.marker:
            s.tell_by_key("new_first_player", s.marker)
        s.first = s.marker
        solo = s.sides > s.players
        if solo:
            s.next(SetPriority())
        s.next(Advance())
        if solo:
            s.next(UnlockBehind())
        if s.round == ROUNDS:
            s.next(FinalScoring())
            return
        s.next(Income())
        s.next(TakeDeeds())
        s.next(RefreshExchanges())
        s.next(RefillGoods())
        if solo:
            s.next(LeaderMusters())
        s.next(Round())


class Advance(Event[RurikState]):
    """A: everybody moves up the claim tracks as far as they have earned; nobody ever moves down.

    rurik.claim.never_back, rurik.claim.rule, rurik.claim.build, rurik.claim.trade
    """

    CLAUSE: ClassVar[str] = "rurik.claim.advance"

    def happen(self, s: RurikState) -> None:
        for player in range(s.sides):
            for track in range(LINES):
                earned = earned_space(s, player, track, s.tracks[player * LINES + track])
                if earned > s.tracks[player * LINES + track]:
                    s.tracks[player * LINES + track] = earned
                    s.tell_by_key("advances", player, TRACKS[track], earned)


def earned_space(s: RurikState, player: int, track: int, above: int) -> int:
    """Return the highest space of a claim track above one whose condition a player meets; 0 for none.

    rurik.claim.rule, rurik.claim.capitals, rurik.claim.build, rurik.claim.trade
    """
    capitals = False
    if track == RULE_TRACK:
        ruled = s.ruled(player)
        count = ruled.bit_count()
        capitals = ruled & CAPITALS == CAPITALS
    elif track == BUILD_TRACK:
        count = largest_group(s.built(player))
    else:
        count = sum(s.boat[player * SORTS : player * SORTS + SORTS])
    for space in range(TRACK_TOP, above, -1):
        if count >= TRACK_NEEDS[track][space - 1] and (capitals or not TRACK_CAPITALS[track][space - 1]):
            return space
    return 0


def largest_group(regions: int) -> int:
    """Return the size of the largest group of adjacent regions [rurik.claim.adjacent]."""
    most = 0
    for group in MAP.groups(regions):
        most = max(most, group.bit_count())
    return most


class Income(Event[RurikState]):
    """B: a coin for each marker that is not on the claim board yet, and for each full column of the boat.

    rurik.claim.income_markers, rurik.claim.income_boat
    """

    CLAUSE: ClassVar[str] = "rurik.claim.income"

    def happen(self, s: RurikState) -> None:
        for player in range(s.sides):
            coins = income(s, player)
            s.coins[player] += coins
            if coins:
                s.tell_by_key("income", player, coins)


def income(s: RurikState, player: int) -> int:
    """Return how many coins a side earns [rurik.claim.income_markers, rurik.claim.income_boat, rurik.solo.income]."""
    if player >= s.players:
        return rebel_income(s)
    markers = s.tracks[player * LINES : player * LINES + LINES].count(0) + (s.war[player] == 0)
    return markers * MARKER_INCOME + s.full_columns(player) * COLUMN_INCOME


class TakeDeeds(Event[RurikState]):
    """C: beginning with the first player, everybody takes a deed from the row; not the rebellion of a solo game.

    rurik.claim.row_refill, rurik.variant.deed_row, rurik.solo.no_deeds
    """

    CLAUSE: ClassVar[str] = "rurik.claim.deeds"

    def happen(self, s: RurikState) -> None:
        *others, last = s.seats()
        for player in others:
            s.next(TakeDeed(player, 1))
        if s.options["deed_row"] == "sweep":
            s.next(TakeDeed(last, 0))
            s.next(SweepRow())
        else:
            s.next(TakeDeed(last, 1))


class TakeDeed(Decision[RurikState]):
    """Take a deed from the open row and lay it open beside your household.

    `refill`: its place in the row is filled from the deck at once.
    rurik.claim.open_deeds
    """

    CLAUSE: ClassVar[str] = "rurik.claim.deeds"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, refill: int) -> None:
        super().__init__(player)
        self.refill: Final = refill

    def options(self, s: RurikState) -> list[Action]:
        return [take_deed[deed] for deed in s.deed_row if deed >= 0]

    def take(self, s: RurikState, action: Action) -> None:
        deed = take_deed.of(action).choice
        s.deeds[self.player] |= 1 << deed
        s.deed_row = tuple([-1 if other == deed else other for other in s.deed_row])
        if self.refill:
            s.next(RefillRow())

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if take_deed.has(action):
            return Refusal("deed_not_in_row", self.CLAUSE, {"deed": DEEDS[take_deed.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)


def draw_deed(s: RurikState) -> int:
    """Draw a deed from the deck; -1 if there is none [rurik.claim.deck_empty]."""
    if not s.deed_deck:
        return -1
    deed = s.any_of(s.deed_deck)
    s.deed_deck ^= 1 << deed
    return deed


class RefillRow(Event[RurikState]):
    """The empty places of the deed row are filled from the deck."""

    CLAUSE: ClassVar[str] = "rurik.claim.row_refill"

    def happen(self, s: RurikState) -> None:
        row: list[int] = []
        for deed in s.deed_row:
            new = draw_deed(s) if deed < 0 else deed
            if new != deed:
                s.tell_by_key("deed_opens", -1, DEEDS[new])
            row.append(new)
        s.deed_row = tuple(row)


class SweepRow(Event[RurikState]):
    """A variant: what is left of the deed row is discarded, and three new deeds are opened."""

    CLAUSE: ClassVar[str] = "rurik.variant.deed_row"

    def happen(self, s: RurikState) -> None:
        s.deed_row = (-1,) * DEED_ROW
        s.tell_by_key("row_swept")
        s.next(RefillRow())


class RefreshExchanges(Event[RurikState]):
    """D: used exchange markers are turned face up."""

    CLAUSE: ClassVar[str] = "rurik.claim.exchanges"

    def happen(self, s: RurikState) -> None:
        for player in range(s.players):
            s.exchanges[player] = (1 << len(EXCHANGES)) - 1


class RefillGoods(Event[RurikState]):
    """E: every region without a good gets one of its kind."""

    CLAUSE: ClassVar[str] = "rurik.claim.goods"

    def happen(self, s: RurikState) -> None:
        s.goods = s.regions()


class Round(Event[RurikState]):
    """F: the round marker moves on; new advisors may join. Then strategy, action and claim phase.

    rurik.round.count, rurik.claim.new_advisors, rurik.setup.advisors, rurik.setup.advisors_four, rurik.leaders.once
    """

    CLAUSE: ClassVar[str] = "rurik.round.phases"

    def happen(self, s: RurikState) -> None:
        from regnum.games.rurik.action_phase import ActionPhase

        s.round += 1
        s.tell_by_key("round", -1, s.round)
        s.advisors = [ADVISORS_IN[s.sides][s.round]] * s.sides
        s.ability_used = (False,) * s.sides
        s.next(StrategyPhase())
        s.next(ActionPhase())
        s.next(ClaimPhase())
