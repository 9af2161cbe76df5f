"""Setup: the starting lands, the first filling of the tower, and the decks."""

from typing import ClassVar

from regnum.core.packed import bit
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.bitmask import bits
from regnum.core.rules.step import Decision, Event, NextSteps, PlayerEvent
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.actions import draft, draw, replace, station
from regnum.games.wallenstein.notes import DRAWS, FILLED, FILLED_FARMERS
from regnum.games.wallenstein.rounds import Year
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.tower import fill_tower


class Setup(Event[WallensteinState]):
    """Schedule the setup: starting lands, first filling of the tower, event cards and, at court, favours.

    wallenstein.setup.material, wallenstein.setup.three_players, wallenstein.setup.markers, wallenstein.setup.supply,
    wallenstein.court.material
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.material"
    NEXT_STEPS: ClassVar[NextSteps] = ("",)

    def happen(self, s: WallensteinState) -> None:
        if s.variant.start == "printed":
            s.schedule(PrintedStart())
        else:
            s.schedule(ShuffleLands())
        s.schedule(FillTower())
        s.schedule(ShuffleEvents())
        if s.variant.court:
            s.schedule(ShuffleFavours())
        s.schedule(Year())


class PrintedStart(Event[WallensteinState]):
    """Give each player the lands and armies of the printed starting position for this number of players."""

    CLAUSE: ClassVar[str] = "wallenstein.setup.printed"
    NEXT_STEPS: ClassVar[NextSteps] = ("FillTower", "")

    def happen(self, s: WallensteinState) -> None:
        for player in range(s.players):
            s.groups[player] = (0,) * len(box.GROUP_SIZES)
            for land, armies in box.PRINTED_ARMIES[s.players][player]:
                s.lands[player] |= 1 << land
                s.enlist(player, land, armies)


class ShuffleLands(Event[WallensteinState]):
    """Shuffle the land cards, turn up two, and start the draft of the starting lands.

    wallenstein.setup.land_deck, wallenstein.setup.first_player
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.land_deck"
    NEXT_STEPS: ClassVar[NextSteps] = ("FillTower", "")

    def happen(self, s: WallensteinState) -> None:
        lands = list(bits(box.IN_PLAY[s.players]))
        s.shuffle(lands)
        s.open_lands = (lands[0], lands[1])
        s.land_deck = tuple(lands[2:])
        first = s.variant.first_player
        s.schedule(NextDraft(s.random_below(s.players) if first == "random" else int(first) - 1))


class NextDraft(PlayerEvent[WallensteinState]):
    """Let the players take turns drafting lands until all army groups are on the map; other lands stay neutral.

    wallenstein.setup.draft_order, wallenstein.setup.draft_end
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.draft_order"
    NEXT_STEPS: ClassVar[NextSteps] = ("FillTower", "")

    def happen(self, s: WallensteinState) -> None:
        player = self.player
        if sum(s.groups[player]):
            s.schedule(DraftLand(player))
            s.schedule(PlaceGroup(player))
            s.schedule(NextDraft((player + 1) % s.players))
        else:
            s.land_deck = ()
            s.known_below = 0
            s.open_lands = (-1, -1)
            s.offered = [0] * s.players

    def position_error(self, s: WallensteinState) -> str:
        groups = [sum(groups) for groups in s.groups]
        first = self.player if s.stack[-1] == self else (self.player - 1) % s.players
        remaining_groups = groups[first:] + groups[:first]
        if remaining_groups != sorted(remaining_groups, reverse=True) or remaining_groups[0] > remaining_groups[-1] + 1:
            return "groups: the draft does not go around the table"
        too_few = min(s.open_lands) < 0 or len(s.land_deck) < sum(remaining_groups) - (s.drafted >= 0)
        return "land_deck: too few cards for the draft" if too_few else ""


class DraftLand(Decision[WallensteinState]):
    """Take one of the two open land cards, or the top card of the deck.

    A player who is offered the same two cards as last time may have them replaced first.

    wallenstein.setup.draft_take, wallenstein.setup.draft_refill, wallenstein.setup.draft_replace
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.draft_take"
    NEXT_STEPS: ClassVar[NextSteps] = ("PlaceGroup(player={player})",)

    def options(self, s: WallensteinState) -> list[Action]:
        first, second = s.open_lands
        actions: list[Action] = [draft[first], draft[second], draw]
        if s.offered[self.player] == 1 << first | 1 << second:
            actions.append(replace)
        return actions

    def take(self, s: WallensteinState, action: Action) -> None:
        first, second = s.open_lands
        if action is replace:
            s.land_deck = (*s.land_deck, first, second)
            s.known_below += 2
            s.open_lands = (self._next_card(s), self._next_card(s))
            s.schedule(DraftLand(self.player))
            return
        s.offered[self.player] = 1 << first | 1 << second
        if action is draw:
            s.drafted = self._next_card(s)
            s.add_note(DRAWS, self.player, box.LANDS[s.drafted])
        else:
            s.drafted = draft.of(action).land
            new = self._next_card(s)
            s.open_lands = (new, second) if s.drafted == first else (first, new)
        s.lands[self.player] |= bit(s.drafted)

    def _next_card(self, s: WallensteinState) -> int:
        """Remove the top card of the deck and return it."""
        card, *rest = s.land_deck
        s.land_deck = tuple(rest)
        s.known_below = min(s.known_below, len(rest))
        s.reveal()
        return card

    def refusal(self, s: WallensteinState, action: Action) -> Refusal:
        if action is replace:
            return Refusal("other_cards_than_last_time", "wallenstein.setup.draft_replace")
        if not draft.has(action):
            return self.default_refusal(action)
        land = draft.of(action).land
        if not box.IN_PLAY[s.players] >> land & 1:
            return Refusal("not_in_play", "wallenstein.setup.three_players", {"land": box.LANDS[land]})
        if s.owner(land) >= 0:
            return Refusal("land_drafted", self.CLAUSE, {"land": box.LANDS[land]})
        first, second = (box.LANDS[card] for card in s.open_lands)
        return Refusal("land_not_open", self.CLAUSE, {"land": box.LANDS[land], "first": first, "second": second})


class PlaceGroup(Decision[WallensteinState]):
    """Put one of your army groups into the land just taken.

    wallenstein.setup.groups
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.draft_group"
    REFUSALS: ClassVar[dict[str, str]] = {"station": "no_such_group"}
    NEXT_STEPS: ClassVar[NextSteps] = ("NextDraft(player={following})",)

    def options(self, s: WallensteinState) -> list[Action]:
        groups = s.groups[self.player]
        return [station[size] for size in range(len(box.GROUP_SIZES)) if groups[size]]

    def take(self, s: WallensteinState, action: Action) -> None:
        size = station.of(action).choice
        groups = s.groups[self.player]
        s.groups[self.player] = (*groups[:size], groups[size] - 1, *groups[size + 1 :])
        s.enlist(self.player, s.drafted, box.GROUP_SIZES[size])
        s.drafted = -1

    def position_error(self, s: WallensteinState) -> str:
        if s.stack[-1] == self and (s.drafted < 0 or not s.lands[self.player] >> s.drafted & 1):
            return "the land that is drafted is not the player's"
        return "" if sum(s.groups[self.player]) else "no army group is left"


class FillTower(Event[WallensteinState]):
    """Throw seven armies of each player and ten farmers into the tower; at court, fallen armies bring courtiers.

    wallenstein.setup.tower, wallenstein.court.start_courtiers
    """

    CLAUSE: ClassVar[str] = "wallenstein.setup.tower"
    NEXT_STEPS: ClassVar[NextSteps] = ("ShuffleEvents", "")

    def happen(self, s: WallensteinState) -> None:
        fallen = fill_tower(s)
        for player in range(s.players):
            s.add_note(FILLED, player, fallen[player])
            if s.variant.court:
                s.hall[player] = min(fallen[player], box.COURTIERS)
        s.add_note(FILLED_FARMERS, fallen[s.players])


class ShuffleEvents(Event[WallensteinState]):
    """Shuffle the event cards into a face-down deck."""

    CLAUSE: ClassVar[str] = "wallenstein.setup.events"
    NEXT_STEPS: ClassVar[NextSteps] = ("ShuffleFavours", "")

    def happen(self, s: WallensteinState) -> None:
        events = list(range(len(box.EVENTS)))
        s.shuffle(events)
        s.event_deck = tuple(events)


class ShuffleFavours(Event[WallensteinState]):
    """Shuffle the favour cards into a face-down deck."""

    CLAUSE: ClassVar[str] = "wallenstein.court.favour_deck"
    REQUIRED_OPTION: ClassVar[str] = "court"
    NEXT_STEPS: ClassVar[NextSteps] = ("Year", "")

    def happen(self, s: WallensteinState) -> None:
        favours = list(range(len(box.FAVOURS)))
        s.shuffle(favours)
        s.favour_deck = tuple(favours)
