"""Setup: cards and markers, leaders, agendas, first troops, and the start of the first round."""

from typing import ClassVar

from regnum.core import i64
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps, Simultaneous
from regnum.games.rurik import components as box
from regnum.games.rurik.actions import choose_agenda, choose_leader, place_leader, place_troop
from regnum.games.rurik.deeds.row import draw_deed
from regnum.games.rurik.notes import DRAWS_LEADER, FIRST_PLAYER
from regnum.games.rurik.rounds import Round
from regnum.games.rurik.schemes import new_decks
from regnum.games.rurik.solo.cards import REBELLION
from regnum.games.rurik.solo.setup import PrepareRebellion, lay_aside
from regnum.games.rurik.solo.table import agendas_in_box
from regnum.games.rurik.state import RurikState


class Setup(Event[RurikState]):
    """Shuffle the cards, open the deed row, and determine the first player; leaders, agendas and troops follow.

    rurik.setup.household, rurik.setup.rebels, rurik.setup.scheme_decks, rurik.setup.deed_row, rurik.setup.markers,
    rurik.setup.first_player, rurik.variant.goods_tokens
    """

    CLAUSE: ClassVar[str] = "rurik.setup.board"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: RurikState) -> None:  # noqa: C901
        if s.variant.goods == "tokens":
            tokens: list[int] = []
            for good, count in enumerate(box.GOODS_TOKENS[s.sides]):
                tokens += [good] * count
            s.shuffle(tokens)
            s.region_goods = (*tokens, *s.region_goods[box.IN_PLAY[s.sides] :])
        new_decks(s)
        solo = s.sides > s.players
        if solo:
            lay_aside(s)
        s.deed_row = tuple([draw_deed(s) for _ in range(box.DEED_ROW)])
        if not solo:
            first = s.variant.first_player
            s.first = s.random_below(s.sides) if first == "random" else int(first) - 1
            s.marker = s.first
            s.add_note(FIRST_PLAYER, s.first)
        order = s.seats()
        if s.variant.leaders == "random":
            s.schedule(DrawLeaders())
        else:
            for player in order:
                s.schedule(ChooseLeader(player))
        s.schedule(DealAgendas())
        if solo:
            s.schedule(PrepareRebellion())
        for _ in range(box.START_TROOPS):
            for player in order:
                s.schedule(PlaceTroop(player))
        for player in order:
            s.schedule(PlaceLeader(player))
        s.schedule(Round())


class DrawLeaders(Event[RurikState]):
    """Draw a random leader for each player [rurik.solo.leader]."""

    CLAUSE: ClassVar[str] = "rurik.setup.leader"
    NEXT_STEPS: ClassVar[NextSteps] = ("DealAgendas",)

    def happen(self, s: RurikState) -> None:
        leaders = [leader for leader in range(len(box.LEADERS)) if leader not in s.leaders]
        s.shuffle(leaders)
        s.leaders = (*leaders[: s.players], *s.leaders[s.players :])
        for player in range(s.players):
            s.add_note(DRAWS_LEADER, player, box.LEADERS[s.leaders[player]])


class ChooseLeader(Decision[RurikState]):
    """Choose your leader from those still free.

    rurik.setup.leader_order
    """

    CLAUSE: ClassVar[str] = "rurik.setup.leader"
    REFUSALS: ClassVar[dict[str, str]] = {"choose_leader": "leader_taken"}
    NEXT_STEPS: ClassVar[NextSteps] = ("ChooseLeader", "DealAgendas")

    def options(self, s: RurikState) -> list[Action]:
        return [choose_leader[leader] for leader in range(len(box.LEADERS)) if leader not in s.leaders]

    def take(self, s: RurikState, action: Action) -> None:
        leaders = list(s.leaders)
        leaders[self.player] = choose_leader.of(action).choice
        s.leaders = tuple(leaders)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if choose_leader.has(action) and choose_leader.of(action).choice in s.leaders[s.players :]:
            return Refusal("leads_rebellion", "rurik.solo.leader", action.params)
        return self.default_refusal(action)


class DealAgendas(Event[RurikState]):
    """Deal each player two secret agendas [rurik.solo.agendas]."""

    CLAUSE: ClassVar[str] = "rurik.setup.agenda"
    NEXT_STEPS: ClassVar[NextSteps] = ("PrepareRebellion", "PlaceTroop")

    def happen(self, s: RurikState) -> None:
        cards = [card for card in range(len(box.AGENDAS)) if not agendas_in_box(s) >> card & 1]
        s.shuffle(cards)
        offered: list[int] = []
        for _ in range(s.players):
            mask = 0
            for _ in range(box.AGENDAS_DEALT):
                mask |= 1 << cards.pop()
            offered.append(mask)
        s.offered = (*offered, *s.offered[s.players :])
        s.agenda_stage = (*([box.CHOOSING] * s.players), *s.agenda_stage[s.players :])
        s.schedule(ChooseAgenda())


class ChooseAgenda(Simultaneous[RurikState]):
    """Keep one of your two agendas, in secret; the other goes back into the box unseen.

    rurik.agendas.secret
    """

    CLAUSE: ClassVar[str] = "rurik.setup.agenda"
    REFUSALS: ClassVar[dict[str, str]] = {"choose_agenda": "agenda_not_dealt"}
    NEXT_STEPS: ClassVar[NextSteps] = ("PrepareRebellion", "PlaceTroop")

    def waiting(self, s: RurikState) -> list[int]:
        return [player for player in range(s.players) if s.agenda_stage[player] == box.CHOOSING]

    def options(self, s: RurikState, player: i64) -> list[Action]:
        return choose_agenda.members_in(s.offered[player])

    def take(self, s: RurikState, player: i64, action: Action) -> None:
        agenda = list(s.agenda)
        agenda[player] = choose_agenda.of(action).choice
        s.agenda = tuple(agenda)
        stage = list(s.agenda_stage)
        stage[player] = box.CHOSEN
        s.agenda_stage = tuple(stage)

    def happen(self, s: RurikState) -> None:
        """Do nothing more: all players have an agenda."""


class PlaceTroop(Decision[RurikState]):
    """Put one of your first troops into any region, occupied or not; in a solo game, not into one of the rebellion's.

    rurik.solo.your_troops
    """

    CLAUSE: ClassVar[str] = "rurik.setup.troops"
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceTroop", "PlaceLeader")

    def options(self, s: RurikState) -> list[Action]:
        return place_troop.members_in(s.regions() & ~rebellion_at(s))

    def take(self, s: RurikState, action: Action) -> None:
        s.add_troop(self.player, place_troop.of(action).choice)

    def refusal(self, s: RurikState, action: Action) -> Refusal:
        if place_troop.has(action):
            if rebellion_at(s) >> place_troop.of(action).choice & 1:
                return Refusal("rebellion_there", "rurik.solo.your_troops", action.params)
            return Refusal("region_not_in_play", "rurik.setup.regions", action.params)
        return self.default_refusal(action)


def rebellion_at(s: RurikState) -> int:
    """Return the regions that the rebellion of a solo game occupies; none in other games [rurik.solo.your_troops]."""
    return s.occupied_regions(REBELLION) if s.sides > s.players else 0


class PlaceLeader(Decision[RurikState]):
    """Put your leader into a region with at least one of your troops."""

    CLAUSE: ClassVar[str] = "rurik.setup.leader_figure"
    REFUSALS: ClassVar[dict[str, str]] = {"place_leader": "no_troop_of_yours"}
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceLeader", "Round")

    def options(self, s: RurikState) -> list[Action]:
        return place_leader.members_in(s.occupied_regions(self.player))

    def take(self, s: RurikState, action: Action) -> None:
        s.leader_at[self.player] = place_leader.of(action).choice

    def position_error(self, s: RurikState) -> str:
        if s.leader_at[self.player] >= 0:
            return "the leader is on the map"
        return (
            "" if s.occupied_regions(self.player) or PlaceTroop(self.player) in s.stack else "there is no troop to join"
        )
