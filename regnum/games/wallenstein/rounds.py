"""The years and rounds: two years, each with a round in spring, summer and autumn, and a winter."""

from typing import ClassVar, Final

from regnum.core.packed import bit
from regnum.core.rules.step import Event, NextSteps, Ranges
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.action_phase import ActionCard
from regnum.games.wallenstein.court import ConvertArmies
from regnum.games.wallenstein.landsknechte import TurnBanners
from regnum.games.wallenstein.notes import EVENT_OPENS, FAVOUR_OPENS, SEASON, YEAR
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.player_order import DetermineEvent, RevealBids
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import Winter


class Year(Event[WallensteinState]):
    """Turn up four events; then play spring, summer, autumn and winter. The game ends after the second winter.

    wallenstein.round.years, wallenstein.setup.four_events, wallenstein.winter.year_end, wallenstein.end.when
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.years"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: WallensteinState) -> None:
        if s.year == box.YEARS:
            return
        s.year += 1
        s.add_note(YEAR, s.year)
        for event in s.event_deck[: box.OPEN_EVENTS]:
            s.open_events |= 1 << event
            s.add_note(EVENT_OPENS, box.EVENTS[event])
        s.event_deck = s.event_deck[box.OPEN_EVENTS :]
        s.reveal()
        for season in range(box.WINTER):
            s.schedule(Round(season))
        s.schedule(Winter())
        s.schedule(Year())


class Round(Event[WallensteinState]):
    """Play a round: action cards, tiles, favours, planning, event, bids, Landsknechte, court and actions.

    wallenstein.round.seasons, wallenstein.round.steps, wallenstein.court.round_steps,
    wallenstein.landsknechte.before_court
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.steps"
    RANGES: ClassVar[Ranges] = {"season": range(box.WINTER)}

    def __init__(self, season: int) -> None:
        super().__init__()
        self.season: Final = season

    def happen(self, s: WallensteinState) -> None:
        s.season = self.season
        s.add_note(SEASON, box.SEASONS[self.season], s.year)
        s.schedule(LayActionCards())
        s.schedule(LayAdvantageTiles())
        if s.variant.court:
            s.schedule(LayFavourCards())
        s.schedule(Planning())
        s.schedule(DetermineEvent())
        s.schedule(RevealBids())
        if s.variant.landsknechte:
            s.schedule(TurnBanners())
        if s.variant.court:
            s.schedule(ConvertArmies())
        s.schedule(ActionCard(0))
        s.schedule(EndRound())

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return _next_season(self.season)


class LayActionCards(Event[WallensteinState]):
    """Shuffle the ten action cards and lay them out, the first five face up.

    wallenstein.round.each_action_once
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.action_cards"
    NEXT_STEPS: ClassVar[NextSteps] = ("LayAdvantageTiles", "")

    def happen(self, s: WallensteinState) -> None:
        cards = list(range(len(box.ACTION_CARDS)))
        s.shuffle(cards)
        s.order = tuple(cards)
        s.turned = box.OPEN_ACTIONS


class LayAdvantageTiles(Event[WallensteinState]):
    """Shuffle the five advantage tiles and lay one, face up, on each space of the player order."""

    CLAUSE: ClassVar[str] = "wallenstein.round.advantage_tiles"
    NEXT_STEPS: ClassVar[NextSteps] = ("LayFavourCards", "")

    def happen(self, s: WallensteinState) -> None:
        tiles = list(range(box.SPACES))
        s.shuffle(tiles)
        s.tiles = tuple(tiles)


class LayFavourCards(Event[WallensteinState]):
    """Turn up three favour cards; the higher a card's number, the more courtiers it costs."""

    CLAUSE: ClassVar[str] = "wallenstein.court.lay_favours"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("Planning", "")

    def happen(self, s: WallensteinState) -> None:
        drawn = sorted(s.favour_deck[: len(box.PRICES)])
        drawn.reverse()
        s.favours = tuple(drawn)
        s.favour_deck = s.favour_deck[len(box.PRICES) :]
        for favour in drawn:
            s.past_favours |= 1 << favour
            s.add_note(FAVOUR_OPENS, box.FAVOURS[favour])
        s.reveal()


class EndRound(Event[WallensteinState]):
    """Return commanders and cards to the players, and remove tiles and the event.

    After autumn, the player order remains for winter.

    wallenstein.actions.cards_back, wallenstein.round.end, wallenstein.round.order_stays, wallenstein.court.truce_ends
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.end"

    def happen(self, s: WallensteinState) -> None:
        n = s.players
        if s.season + 1 < box.WINTER:
            s.space = [-1] * n
        s.order = ()
        s.turned = 0
        s.tiles = ()
        s.plan = [box.NO_PLAN] * n
        s.confirmed = [0] * n
        s.shown = [0] * n
        s.fresh = [0] * n
        s.truce = [0] * n
        if s.event >= 0:
            s.past_events |= bit(s.event)
            s.event = -1

    def next_steps(self, s: WallensteinState) -> NextSteps:
        return _next_season(s.season)


def _next_season(season: int) -> NextSteps:
    return (f"Round(season={season + 1})" if season + 1 < box.WINTER else "Winter", "")
