"""Battle: Vikings that were not driven back take towns; then the spoils are shared."""

from typing import ClassVar, Final

from regnum.core import i64
from regnum.core.packed import Packed, bit, count_of, first_bit, highest, index_of, lowest, packed, popcount
from regnum.core.rules.action import Action, Refusal
from regnum.core.rules.step import Decision, Event, NextSteps
from regnum.games.brian_boru.actions import cede
from regnum.games.brian_boru.components import TOWNS
from regnum.games.brian_boru.notes import INVASION, LOSES_TOWN, REPELLED, SMALL_SPOILS, SPOILS
from regnum.games.brian_boru.state import BrianBoruState


def players_with_most(counts: Packed) -> list[int]:
    """Return the players with the highest count, including ties, or [] if all counts are 0."""
    most = highest(counts)
    return [player for player in range(len(counts)) if counts[player] == most] if most else []


def counted_raiders(s: BrianBoruState) -> Packed:
    """Return the number of each player's raiders that count when towns are lost [brian_boru.battle.held]."""
    if s.variant.raiders_compared == "held":
        return s.raiders
    return packed(s.raiders[player] - s.kept[player] for player in range(s.players))


class Battle(Event[BrianBoruState]):
    """If raiders are left in the battle area, the player who collected the fewest loses a town.

    The player who collected the most chooses it; if several tie, each loser chooses. A last town is lost automatically.
    brian_boru.battle.repelled, brian_boru.battle.held, brian_boru.battle.chooser, brian_boru.battle.ties,
    brian_boru.battle.ties_most, brian_boru.battle.order
    """

    CLAUSE: ClassVar[str] = "brian_boru.battle.fewest"
    NEXT_STEPS: ClassVar[NextSteps] = ("Church",)

    def happen(self, s: BrianBoruState) -> None:
        if s.battle_area:
            s.add_note(INVASION, s.battle_area)
            raiders = counted_raiders(s)
            fewest = lowest(raiders)
            for player in s.clockwise():
                towns = s.controlled_towns(player)
                if raiders[player] == fewest and towns:
                    if towns & (towns - 1):
                        s.schedule(LoseTown(_choosing_player(raiders, player), player))
                    else:
                        _lose_town(s, player, first_bit(towns))
        else:
            s.add_note(REPELLED)
        s.schedule(Spoils())


def _choosing_player(raiders: Packed, loser: i64) -> i64:
    """Return the player who chooses the town that `loser` loses."""
    most = highest(raiders)
    return index_of(raiders, most) if count_of(raiders, most) == 1 else loser


def _lose_town(s: BrianBoruState, loser: i64, town: i64) -> None:
    """Put a Viking disc on a town that a player loses [brian_boru.battle.disc]."""
    s.vikings |= bit(town)
    s.add_note(LOSES_TOWN, loser, TOWNS[town])


class LoseTown(Decision[BrianBoruState]):
    """Put a Viking disc on one of several towns that the loser controls.

    brian_boru.battle.disc, brian_boru.battle.which_town
    """

    CLAUSE: ClassVar[str] = "brian_boru.battle.chooser"
    SEATS: ClassVar[tuple[str, ...]] = ("player", "loser")
    NEXT_STEPS: ClassVar[NextSteps] = ("LoseTown", "Spoils")

    def __init__(self, player: i64, loser: i64) -> None:
        super().__init__(player)
        self.loser: Final = loser

    def options(self, s: BrianBoruState) -> list[Action]:
        return cede.members_in(s.controlled_towns(self.loser))

    def take(self, s: BrianBoruState, action: Action) -> None:
        _lose_town(s, self.loser, cede.of(action).town)

    def refusal(self, s: BrianBoruState, action: Action) -> Refusal:
        if cede.has(action):
            return Refusal("not_losers_town", "brian_boru.battle.which_town", action.params)
        return self.default_refusal(action)

    def position_error(self, s: BrianBoruState) -> str:
        raiders = counted_raiders(s)
        if not s.battle_area:
            return "no raiders are left in the battle area"
        if raiders[self.loser] != lowest(raiders):
            return f"player {self.loser} has not the fewest raiders"
        if self.player != _choosing_player(raiders, self.loser):
            return f"it is not for player {self.player} to choose"
        several = popcount(s.controlled_towns(self.loser)) > 1
        return "" if several else f"player {self.loser} has not several towns to lose"


class Spoils(Event[BrianBoruState]):
    """Reward the player who alone has the most raiders, then the players who have the most of those left.

    The raiders left in the battle area are removed first [brian_boru.battle.clear].
    brian_boru.battle.spoils_always, brian_boru.battle.spoils_tie, brian_boru.battle.spoils_second,
    brian_boru.battle.no_raiders
    """

    CLAUSE: ClassVar[str] = "brian_boru.battle.spoils_first"
    NEXT_STEPS: ClassVar[NextSteps] = ("Church",)

    def happen(self, s: BrianBoruState) -> None:
        s.battle_area = 0
        first = players_with_most(s.raiders)
        if len(first) == 1:
            player = first[0]
            s.renown[player] += 1
            s.points[player] += s.renown[player]
            s.raiders[player] = 0
            s.add_note(SPOILS, player, s.renown[player])
        for player in players_with_most(s.raiders):
            s.points[player] += 1
            s.raiders[player] -= 1
            s.add_note(SMALL_SPOILS, player)
