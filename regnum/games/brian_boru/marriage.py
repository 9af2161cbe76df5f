"""Marriage: whoever is furthest on the track marries; the others get what their space gives."""

from typing import ClassVar, Final

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal
from regnum.games.brian_boru.actions import dowry, grant, princess
from regnum.games.brian_boru.components import (
    BRIDES,
    DOWRY_POINTS,
    DOWRY_REGION,
    DOWRY_RENOWN,
    PRINCESS,
    REGION_TOWNS,
    SPURN_POINTS,
    TOWNS,
    TRACK_COINS,
    TRACK_RENOWN,
    TRACK_TOWN,
)
from regnum.games.brian_boru.state import BrianState

PACT: Final = 0
TRADE: Final = 1
SPURN: Final = 2


class Marriage(Event[BrianState]):
    """The furthest player marries and goes back to the start; then the others get their spaces' rewards.

    brian_boru.marriage.nobody, brian_boru.marriage.reset, brian_boru.marriage.track_rewards
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.winner"

    def happen(self, s: BrianState) -> None:
        furthest = max(s.track)
        bride = s.bride
        if furthest == 0:
            s.bride = -1
            s.tell_by_key("no_wedding", -1, BRIDES[bride])
            return
        winner = s.track.index(furthest)
        s.wed[winner] |= 1 << bride
        s.tell_by_key("wedding", winner, BRIDES[bride])
        self._dowry(s, winner, bride)
        s.next(BackToStart(winner))
        others = sorted((player for player in range(s.players) if player != winner), key=lambda p: -s.track[p])
        for player in others:
            s.next(TrackReward(player))

    def _dowry(self, s: BrianState, winner: int, bride: int) -> None:
        """Give the winner what the card shows.

        brian_boru.marriage.dowry, brian_boru.marriage.cards, brian_boru.marriage.points, brian_boru.marriage.renown
        """
        if bride == PRINCESS:
            s.next(AnswerPrincess(winner))
            return
        s.points[winner] += DOWRY_POINTS[bride]
        s.tell_by_key("gains_points", winner, DOWRY_POINTS[bride])
        if DOWRY_RENOWN[bride]:
            s.renown[winner] += DOWRY_RENOWN[bride]
            s.tell_by_key("renown", winner, DOWRY_RENOWN[bride])
        if DOWRY_REGION[bride] >= 0:
            s.next(DowryTown(winner, DOWRY_REGION[bride]))


class DowryTown(Decision[BrianState]):
    """Put a disc on a free town of the bride's region."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.town_in_region"
    OPTIONAL: ClassVar[bool] = True

    def __init__(self, player: int, region: int) -> None:
        super().__init__(player)
        self.region: Final = region

    def options(self, s: BrianState) -> list[Action]:
        return dowry.each(s.free() & REGION_TOWNS[self.region])

    def take(self, s: BrianState, action: Action) -> None:
        s.place_disc(self.player, dowry.of(action).town)

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if not dowry.has(action):
            return Refusal("not_now", self.CLAUSE)
        town = dowry.of(action).town
        if not s.free() >> town & 1:
            return Refusal("town_taken", self.CLAUSE, {"town": TOWNS[town]})
        return Refusal("wrong_region", self.CLAUSE, {"town": TOWNS[town]})


class AnswerPrincess(Decision[BrianState]):
    """The Danish princess: a military pact, trade, or spurn her for points.

    brian_boru.marriage.pact, brian_boru.marriage.trade, brian_boru.marriage.spurn
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.princess"

    def options(self, s: BrianState) -> list[Action]:
        return [princess[PACT], princess[TRADE], princess[SPURN]]

    def take(self, s: BrianState, action: Action) -> None:
        answer = princess.of(action).choice
        if answer == PACT:
            s.pact = self.player
        elif answer == TRADE:
            s.trade = self.player
        else:
            s.wed[self.player] &= ~(1 << PRINCESS)
            s.points[self.player] += SPURN_POINTS
            s.tell_by_key("gains_points", self.player, SPURN_POINTS)


class BackToStart(Event[BrianState]):
    """The marriage card has brought what it brings; the disc of whoever married goes back to the first space."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.reset"

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player: Final = player

    def happen(self, s: BrianState) -> None:
        s.bride = -1
        s.track[self.player] = 0


class TrackReward(Event[BrianState]):
    """The other players get what their space of the track gives, and stay there.

    brian_boru.marriage.coin, brian_boru.marriage.renown, brian_boru.marriage.others_stay
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.track_rewards"

    def __init__(self, player: int) -> None:
        super().__init__()
        self.player: Final = player

    def happen(self, s: BrianState) -> None:
        space = s.track[self.player]
        if TRACK_COINS[space]:
            s.coins[self.player] += TRACK_COINS[space]
            s.tell_by_key("coins", self.player, TRACK_COINS[space])
        if TRACK_RENOWN[space]:
            s.renown[self.player] += TRACK_RENOWN[space]
            s.tell_by_key("renown", self.player, TRACK_RENOWN[space])
        if TRACK_TOWN[space]:
            s.next(GrantedTown(self.player))


class GrantedTown(Decision[BrianState]):
    """Put a disc on any free town: the reward of your space of the marriage track."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.town_anywhere"
    OPTIONAL: ClassVar[bool] = True

    def options(self, s: BrianState) -> list[Action]:
        return grant.each(s.free())

    def take(self, s: BrianState, action: Action) -> None:
        s.place_disc(self.player, grant.of(action).town)

    def why_not(self, s: BrianState, action: Action) -> Refusal:
        if grant.has(action):
            return Refusal("town_taken", self.CLAUSE, {"town": TOWNS[grant.of(action).town]})
        return Refusal("not_now", self.CLAUSE)
