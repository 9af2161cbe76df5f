"""Setup: cards and markers, leaders, agendas, first troops; and the beginning of the rounds."""

from typing import ClassVar

from regnum.core.action import Action
from regnum.core.step import Decision, Event, Refusal, Simultaneous
from regnum.games.rurik.actions import choose_agenda, choose_leader, place_leader, place_troop
from regnum.games.rurik.claim_phase import Round, draw_deed
from regnum.games.rurik.components import (
    AGENDAS,
    AGENDAS_DEALT,
    DEED_ROW,
    GOODS_TOKENS,
    IN_PLAY,
    LEADERS,
    REGIONS,
    START_TROOPS,
)
from regnum.games.rurik.schemes import new_decks
from regnum.games.rurik.sight import CHOOSING, CHOSEN
from regnum.games.rurik.state import RurikState


class Setup(Event[RurikState]):
    """Shuffle the cards, open the deed row, find the first player; then leaders, agendas, troops.

    rurik.setup.household, rurik.setup.rebels, rurik.setup.scheme_decks, rurik.setup.deed_row, rurik.setup.markers,
    rurik.setup.first_player, rurik.variant.goods_tokens
    """

    CLAUSE: ClassVar[str] = "rurik.setup.board"

    def happen(self, s: RurikState) -> None:
        if s.options["goods"] == "tokens":
            tokens: list[int] = []
            for good, count in enumerate(GOODS_TOKENS[s.sides]):
                tokens += [good] * count
            s.shuffle(tokens)
            s.region_goods = (*tokens, *s.region_goods[IN_PLAY[s.sides] :])
        new_decks(s)
        s.deed_row = tuple([draw_deed(s) for _ in range(DEED_ROW)])
        first = s.options["first_player"]
        s.first = s.below(s.sides) if first == "random" else int(first) - 1
        s.marker = s.first
        s.tell("first_player", s.first)
        order = s.clockwise()
        if s.options["leaders"] == "random":
            s.next(DrawLeaders())
        else:
            for player in order:
                s.next(ChooseLeader(player))
        s.next(DealAgendas())
        for _ in range(START_TROOPS):
            for player in order:
                s.next(PlaceTroop(player))
        for player in order:
            s.next(PlaceLeader(player))
        s.next(Round())


class DrawLeaders(Event[RurikState]):
    """Everybody draws a leader at random."""

    CLAUSE: ClassVar[str] = "rurik.setup.leader"

    def happen(self, s: RurikState) -> None:
        leaders = list(range(len(LEADERS)))
        s.shuffle(leaders)
        s.leaders = tuple(leaders[: s.sides])
        for player in range(s.sides):
            s.tell("draws_leader", player, LEADERS[s.leaders[player]])


class ChooseLeader(Decision[RurikState]):
    """Choose your leader among those that nobody has.

    rurik.setup.leader_order
    """

    CLAUSE: ClassVar[str] = "rurik.setup.leader"

    def options(self, s: RurikState) -> list[Action]:
        return [choose_leader[leader] for leader in range(len(LEADERS)) if leader not in s.leaders]

    def take(self, s: RurikState, action: Action) -> None:
        leaders = list(s.leaders)
        leaders[self.player] = choose_leader.of(action).choice
        s.leaders = tuple(leaders)

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if choose_leader.has(action):
            return Refusal("leader_taken", self.CLAUSE, {"leader": LEADERS[choose_leader.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)


class DealAgendas(Event[RurikState]):
    """Everybody is dealt two secret agendas."""

    CLAUSE: ClassVar[str] = "rurik.setup.agenda"

    def happen(self, s: RurikState) -> None:
        cards = list(range(len(AGENDAS)))
        s.shuffle(cards)
        offered: list[int] = []
        for _ in range(s.sides):
            mask = 0
            for _ in range(AGENDAS_DEALT):
                mask |= 1 << cards.pop()
            offered.append(mask)
        s.offered = tuple(offered)
        s.agenda_stage = (CHOOSING,) * s.sides
        s.next(ChooseAgenda())


class ChooseAgenda(Simultaneous[RurikState]):
    """Keep one of your two agendas, in secret; the other one goes back into the box unseen.

    rurik.agendas.secret
    """

    CLAUSE: ClassVar[str] = "rurik.setup.agenda"

    def waiting(self, s: RurikState) -> list[int]:
        return [player for player in range(s.sides) if s.agenda_stage[player] == CHOOSING]

    def options(self, s: RurikState, player: int) -> list[Action]:
        return choose_agenda.each(s.offered[player])

    def take(self, s: RurikState, player: int, action: Action) -> None:
        agenda = list(s.agenda)
        agenda[player] = choose_agenda.of(action).choice
        s.agenda = tuple(agenda)
        stage = list(s.agenda_stage)
        stage[player] = CHOSEN
        s.agenda_stage = tuple(stage)

    def happen(self, s: RurikState) -> None:
        """Nothing more: everybody has one."""

    def why_not(self, s: RurikState, player: int, action: Action) -> Refusal:
        if choose_agenda.has(action):
            return Refusal("agenda_not_dealt", self.CLAUSE, {"agenda": AGENDAS[choose_agenda.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)


class PlaceTroop(Decision[RurikState]):
    """Put one of your first troops into any region, whoever is there."""

    CLAUSE: ClassVar[str] = "rurik.setup.troops"

    def options(self, s: RurikState) -> list[Action]:
        return place_troop.each(s.regions())

    def take(self, s: RurikState, action: Action) -> None:
        s.add_troop(self.player, place_troop.of(action).choice)

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if place_troop.has(action):
            region = REGIONS[place_troop.of(action).choice]
            return Refusal("region_not_in_play", "rurik.setup.regions", {"region": region})
        return Refusal("not_now", self.CLAUSE)


class PlaceLeader(Decision[RurikState]):
    """Put your leader into a region where you have troops."""

    CLAUSE: ClassVar[str] = "rurik.setup.leader_figure"

    def options(self, s: RurikState) -> list[Action]:
        return place_leader.each(s.occupied(self.player))

    def take(self, s: RurikState, action: Action) -> None:
        s.leader_at[self.player] = place_leader.of(action).choice

    def why_not(self, s: RurikState, action: Action) -> Refusal:
        if place_leader.has(action):
            return Refusal("no_troop_of_yours", self.CLAUSE, {"region": REGIONS[place_leader.of(action).choice]})
        return Refusal("not_now", self.CLAUSE)
