"""Marriage: the player furthest up the track marries; the others get the rewards of their spaces."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.packed import bit, highest, index_of
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, PlayerEvent, Ranges
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.actions import dowry, grant, princess
from regnum.games.brian_boru.notes import GAINS_POINTS, NO_WEDDING, TAKES_COINS, TAKES_RENOWN, WEDDING
from regnum.games.brian_boru.state import BrianBoruState

PACT: Final = 0
TRADE: Final = 1
SPURN: Final = 2


class Marriage(Event[BrianBoruState]):
    """The player furthest up the track marries and goes back to the start; then the others get their rewards.

    brian_boru.marriage.nobody, brian_boru.marriage.reset, brian_boru.marriage.track_rewards
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.winner"
    NEXT_STEPS: ClassVar[NextSteps] = ("Battle",)

    def happen(self, s: BrianBoruState) -> None:
        furthest = highest(s.track)
        bride = s.bride
        if furthest == 0:
            s.bride = -1
            s.add_note(NO_WEDDING, box.BRIDES[bride])
            return
        winner = index_of(s.track, furthest)
        s.wed[winner] |= bit(bride)
        s.add_note(WEDDING, winner, box.BRIDES[bride])
        self._dowry(s, winner, bride)
        s.schedule(BackToStart(winner))
        others = sorted((player for player in range(s.players) if player != winner), key=lambda p: -s.track[p])
        for player in others:
            s.schedule(TrackReward(player))

    def _dowry(self, s: BrianBoruState, winner: i64, bride: i64) -> None:
        """Give the winner the dowry on the card.

        brian_boru.marriage.dowry, brian_boru.marriage.cards, brian_boru.marriage.points, brian_boru.marriage.renown
        """
        if bride == box.PRINCESS:
            s.schedule(AnswerPrincess(winner))
            return
        s.points[winner] += box.DOWRY_POINTS[bride]
        s.add_note(GAINS_POINTS, winner, box.DOWRY_POINTS[bride])
        if box.DOWRY_RENOWN[bride]:
            s.renown[winner] += box.DOWRY_RENOWN[bride]
            s.add_note(TAKES_RENOWN, winner, box.DOWRY_RENOWN[bride])
        if box.DOWRY_REGION[bride] >= 0:
            s.schedule(DowryTown(winner, box.DOWRY_REGION[bride]))


class DowryTown(Decision[BrianBoruState]):
    """Put a disc on a free town of the bride's region."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.town_in_region"
    REFUSALS: ClassVar[dict[str, str]] = {"dowry": "wrong_region", "pass": "must_take_town"}
    OPTIONAL: ClassVar[bool] = True
    RANGES: ClassVar[Ranges] = {"region": range(len(box.REGION_TOWNS))}
    NEXT_STEPS: ClassVar[NextSteps] = ("BackToStart(player={player})",)

    def __init__(self, player: i64, region: i64) -> None:
        super().__init__(player)
        self.region: Final = region

    def options(self, s: BrianBoruState) -> list[Action]:
        return dowry.members_in(s.free_towns() & box.REGION_TOWNS[self.region])

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.place_disc(self.player, dowry.of(action).town)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if dowry.has(action) and not s.free_towns() >> dowry.of(action).town & 1:
            return Refusal("town_taken", self.CLAUSE, action.params)
        return self.default_refusal(action)

    def position_error(self, s: BrianBoruState) -> str:
        won = s.bride >= 0 and s.wed[self.player] >> s.bride & 1 and box.DOWRY_REGION[s.bride] == self.region
        return "" if won else f"player {self.player} has not just won this dowry"


class AnswerPrincess(Decision[BrianBoruState]):
    """Answer the Danish Princess: agree on a military pact or on trade, or spurn her for points.

    brian_boru.marriage.pact, brian_boru.marriage.trade, brian_boru.marriage.spurn
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.princess"
    NEXT_STEPS: ClassVar[NextSteps] = ("BackToStart(player={player})",)

    def options(self, s: BrianBoruState) -> list[Action]:
        return [princess[PACT], princess[TRADE], princess[SPURN]]

    def take(self, s: BrianBoruState, action: Action) -> None:
        answer = princess.of(action).choice
        if answer == PACT:
            s.pact = self.player
        elif answer == TRADE:
            s.trade = self.player
        else:
            s.wed[self.player] &= ~bit(box.PRINCESS)
            s.points[self.player] += box.SPURN_POINTS
            s.add_note(GAINS_POINTS, self.player, box.SPURN_POINTS)

    def position_error(self, s: BrianBoruState) -> str:
        answered = self.player in (s.pact, s.trade)
        reason = "has answered the Danish Princess already" if answered else "has not married the Danish Princess"
        return f"player {self.player} {reason}" if answered or not s.wed[self.player] >> box.PRINCESS & 1 else ""


class BackToStart(PlayerEvent[BrianBoruState]):
    """Move the disc of the player who married back to the first space, after the effects of the marriage card."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.reset"
    NEXT_STEPS: ClassVar[NextSteps] = ("TrackReward", "Battle")

    def happen(self, s: BrianBoruState) -> None:
        s.bride = -1
        s.track[self.player] = 0


class TrackReward(PlayerEvent[BrianBoruState]):
    """Give another player the reward of their space on the track and leave their disc there.

    brian_boru.marriage.coin, brian_boru.marriage.renown, brian_boru.marriage.others_stay
    """

    CLAUSE: ClassVar[str] = "brian_boru.marriage.track_rewards"
    NEXT_STEPS: ClassVar[NextSteps] = ("TrackReward", "Battle")

    def happen(self, s: BrianBoruState) -> None:
        space = s.track[self.player]
        if box.TRACK_COINS[space]:
            s.coins[self.player] += box.TRACK_COINS[space]
            s.add_note(TAKES_COINS, self.player, box.TRACK_COINS[space])
        if box.TRACK_RENOWN[space]:
            s.renown[self.player] += box.TRACK_RENOWN[space]
            s.add_note(TAKES_RENOWN, self.player, box.TRACK_RENOWN[space])
        if box.TRACK_TOWN[space]:
            s.schedule(GrantedTown(self.player))


class GrantedTown(Decision[BrianBoruState]):
    """Put a disc on any free town, as the reward of your space on the marriage track."""

    CLAUSE: ClassVar[str] = "brian_boru.marriage.town_anywhere"
    REFUSALS: ClassVar[dict[str, str]] = {"grant": "town_taken", "pass": "must_take_town"}
    OPTIONAL: ClassVar[bool] = True
    NEXT_STEPS: ClassVar[NextSteps] = ("TrackReward", "Battle")

    def options(self, s: BrianBoruState) -> list[Action]:
        return grant.members_in(s.free_towns())

    def take(self, s: BrianBoruState, action: Action) -> None:
        s.place_disc(self.player, grant.of(action).town)
