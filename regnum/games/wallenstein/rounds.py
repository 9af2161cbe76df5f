"""A round of spring, summer or autumn, step by step, and its beginning and end."""

from typing import ClassVar, Final

from regnum.core.step import Event
from regnum.games.wallenstein.action_phase import ActionCard
from regnum.games.wallenstein.components import ACTION_CARDS, FAVOURS, NO_PLAN, OPEN_ACTIONS, PRICES, SEASONS, SPACES
from regnum.games.wallenstein.court import ConvertArmies
from regnum.games.wallenstein.landsknechte import TurnBanners
from regnum.games.wallenstein.planning import Planning
from regnum.games.wallenstein.player_order import DetermineEvent, RevealBids
from regnum.games.wallenstein.state import WallensteinState

AUTUMN: Final = SEASONS.index("autumn")


class Round(Event[WallensteinState]):
    """Action cards, advantage tiles, planning and bids, event, player order, actions; favours and court in between.

    wallenstein.round.seasons, wallenstein.round.steps, wallenstein.court.round_steps,
    wallenstein.landsknechte.before_court
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.steps"

    def __init__(self, season: int) -> None:
        super().__init__()
        self.season: Final = season

    def happen(self, s: WallensteinState) -> None:
        s.season = self.season
        s.tell_by_key("season", -1, SEASONS[self.season], s.year)
        s.next(LayActionCards())
        s.next(LayAdvantageTiles())
        if s.options["court"]:
            s.next(LayFavourCards())
        s.next(Planning())
        s.next(DetermineEvent())
        s.next(RevealBids())
        if s.options["landsknechte"]:
            s.next(TurnBanners())
        if s.options["court"]:
            s.next(ConvertArmies())
        s.next(ActionCard(0))
        s.next(EndRound())


class LayActionCards(Event[WallensteinState]):
    """Shuffle the ten action cards and lay them out, the first five face up.

    wallenstein.round.each_action_once
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.action_cards"

    def happen(self, s: WallensteinState) -> None:
        cards = list(range(len(ACTION_CARDS)))
        s.shuffle(cards)
        s.order = tuple(cards)
        s.turned = OPEN_ACTIONS


class LayAdvantageTiles(Event[WallensteinState]):
    """Shuffle the five advantage tiles and lay one, face up, on each space of the player order."""

    CLAUSE: ClassVar[str] = "wallenstein.round.advantage_tiles"

    def happen(self, s: WallensteinState) -> None:
        tiles = list(range(SPACES))
        s.shuffle(tiles)
        s.tiles = tuple(tiles)


class LayFavourCards(Event[WallensteinState]):
    """Turn up three favour cards; the higher the digit, the more courtiers it costs."""

    CLAUSE: ClassVar[str] = "wallenstein.court.lay_favours"

    def happen(self, s: WallensteinState) -> None:
        drawn = sorted(s.favour_deck[: len(PRICES)])
        drawn.reverse()
        s.favours = tuple(drawn)
        s.favour_deck = s.favour_deck[len(PRICES) :]
        for favour in drawn:
            s.past_favours |= 1 << favour
            s.tell_by_key("favour_opens", -1, FAVOURS[favour])
        s.reveal()


class EndRound(Event[WallensteinState]):
    """Everybody takes back commander and cards; tiles and the event go away. After autumn the order stays for winter.

    wallenstein.actions.cards_back, wallenstein.round.end, wallenstein.round.order_stays, wallenstein.court.truce_ends
    """

    CLAUSE: ClassVar[str] = "wallenstein.round.end"

    def happen(self, s: WallensteinState) -> None:
        n = s.players
        if s.season < AUTUMN:
            s.space = [-1] * n
        s.order = ()
        s.turned = 0
        s.tiles = ()
        s.plan = [NO_PLAN] * n
        s.confirmed = [0] * n
        s.shown = [0] * n
        s.fresh = [0] * n
        s.truce = [0] * n
        if s.event >= 0:
            s.past_events |= 1 << s.event
            s.event = -1
