"""The action families of Rurik, one per kind of decision in the rulebook."""

from typing import Final

from regnum.core.rules.action import Action, ActionTable, Family, IndexedAction
from regnum.games.rurik import components as box
from regnum.games.rurik.deeds.cards import DEEDS

ACTIONS: Final = ActionTable("rurik")


class Journey(Action):
    """The action of moving a figure from one region to another."""

    def __init__(self, region: int, to: int) -> None:
        super().__init__(("region", box.REGIONS[region]), ("to", box.REGIONS[to]))
        self.region: Final = region
        self.to: Final = to


class OpponentAction(Action):
    """An action against an opponent in a region."""

    def __init__(self, region_name: str, region: int, opponent: int) -> None:
        super().__init__((region_name, box.REGIONS[region]), ("opponent", opponent))
        self.region: Final = region
        self.opponent: Final = opponent


class StructureAction(Action):
    """An action with a kind of structure in a region."""

    def __init__(self, structure: int, region: int) -> None:
        super().__init__(("structure", box.STRUCTURES[structure]), ("region", box.REGIONS[region]))
        self.structure: Final = structure
        self.region: Final = region


class PlaceAction(Action):
    """The action of placing an advisor in a column of the strategy board, with a bribe."""

    def __init__(self, power: int, column: int, bribe: int) -> None:
        super().__init__(("advisor", box.POWERS[power]), ("column", box.COLUMNS[column]), ("bribe", bribe))
        self.power: Final = box.POWERS[power]
        self.column: Final = column
        self.bribe: Final = bribe


class SpaceAction(Action):
    """An action that selects a space of the strategy board."""

    def __init__(self, space: int) -> None:
        super().__init__(("column", box.COLUMNS[space // box.ROWS]), ("row", space % box.ROWS + 1))
        self.space: Final = space


class ExchangeAction(Action):
    """The action of exchanging two goods with one of the exchange markers."""

    def __init__(self, marker: int, first: int, second: int) -> None:
        super().__init__(("exchange", box.EXCHANGES[marker]), ("good", box.GOODS[first]), ("other", box.GOODS[second]))
        self.marker: Final = marker
        self.first: Final = first
        self.second: Final = second


def _against(name: str, region_name: str) -> Family[OpponentAction]:
    """Declare a family by region and opponent; its members are numbered region * MAX_PLAYERS + opponent."""
    return ACTIONS.add(
        name,
        [
            OpponentAction(region_name, region, opponent)
            for region in range(len(box.REGIONS))
            for opponent in range(box.MAX_PLAYERS)
        ],
    )


def _structures(name: str) -> Family[StructureAction]:
    """Declare a family by kind of structure and region; its members are numbered kind * regions + region."""
    return ACTIONS.add(
        name,
        [StructureAction(kind, region) for kind in range(len(box.STRUCTURES)) for region in range(len(box.REGIONS))],
    )


def _journeys(name: str, adjacent: bool) -> Family[Journey]:
    return ACTIONS.add(
        name,
        [
            Journey(region, to)
            for region in range(len(box.REGIONS))
            for to in range(len(box.REGIONS))
            if region != to and (not adjacent or box.MAP.neighbours[region] >> to & 1)
        ],
    )


def by_pair(family: Family[Journey]) -> list[list[Journey | None]]:
    """Return a table of a family's journeys by start and destination, or None for missing ones."""
    table: list[list[Journey | None]] = [[None] * len(box.REGIONS) for _ in box.REGIONS]
    for journey in family.members:
        table[journey.region][journey.to] = journey
    return table


# setup
choose_leader: Final = ACTIONS.add_choices("choose_leader", "leader", box.LEADERS)
choose_agenda: Final = ACTIONS.add_choices("choose_agenda", "agenda", box.AGENDAS, secret=True)
place_troop: Final = ACTIONS.add_choices("place_troop", "region", box.REGIONS)
place_leader: Final = ACTIONS.add_choices("place_leader", "region", box.REGIONS)
# strategy phase
place: Final = ACTIONS.add(
    "place",
    [
        PlaceAction(power, column, bribe)
        for power in range(len(box.POWERS))
        for column in range(len(box.COLUMNS))
        for bribe in range(box.MAX_BRIBE + 1)
    ],
)
ACTIONS.set_limit(place, "bribe", box.MAX_BRIBE, "bribe_over_limit", "rurik.strategy.bribe_limit")
# action phase
return_to: Final = ACTIONS.add_choices("return_to", "region", box.REGIONS)
activate: Final = ACTIONS.add("activate", [SpaceAction(space) for space in range(len(box.COLUMNS) * box.ROWS)])
main_action: Final = ACTIONS.add_single("main_action")
forfeit: Final = ACTIONS.add_single("forfeit")
use: Final = ACTIONS.add_choices("use", "points", box.POINTS)
resume: Final = ACTIONS.add_choices("resume", "points", box.POINTS, convenience=True)
end_turn: Final = ACTIONS.add_single("end_turn")
# main actions
muster: Final = ACTIONS.add_choices("muster", "region", box.REGIONS)
muster_leader: Final = ACTIONS.add_choices("muster_leader", "region", box.REGIONS)
move: Final = _journeys("move", adjacent=True)
move_leader: Final = ACTIONS.add_choices("move_leader", "to", box.REGIONS)
escort: Final = ACTIONS.add("escort", [IndexedAction("troops", number + 1, number + 1) for number in range(2)])
ACTIONS.set_limit(escort, "troops", len(escort), "escort_limit", "rurik.leaders.agatha")
attack: Final = _against("attack", "region")
attack_rebels: Final = ACTIONS.add_choices("attack_rebels", "region", box.REGIONS)
guarded_attack: Final = _against("guarded_attack", "region")
swords_to_helmets: Final = ACTIONS.add_choices("swords_to_helmets", "region", box.REGIONS)
reveal: Final = ACTIONS.add_choices("reveal", "deck", box.DECKS)
lose: Final = ACTIONS.add_choices("lose", "figure", ["troop", "leader"])
tax: Final = ACTIONS.add_choices("tax", "region", box.REGIONS)
market: Final = ACTIONS.add_choices("market", "gain", ["good", "coin"])
build: Final = _structures("build")
replace_rebel: Final = ACTIONS.add_single("replace_rebel")
replace_troop: Final = ACTIONS.add_choices("replace_troop", "opponent", range(box.MAX_PLAYERS))
draw: Final = ACTIONS.add_choices("draw", "deck", box.DECKS)
keep_scheme: Final = ACTIONS.add_choices("keep_scheme", "scheme", box.SCHEME_KINDS, secret=True)
put_back: Final = ACTIONS.add_choices("put_back", "scheme", box.SCHEME_KINDS, secret=True)
pass_marker: Final = ACTIONS.add_choices("pass_marker", "to_player", range(box.MAX_PLAYERS))
# bonus actions
play_scheme: Final = ACTIONS.add_choices("play_scheme", "scheme", box.SCHEME_KINDS)
accomplish: Final = ACTIONS.add_choices("accomplish", "deed", DEEDS)
exchange: Final = ACTIONS.add(
    "exchange",
    [
        ExchangeAction(marker, first, second)
        for marker in range(len(box.EXCHANGES))
        for first in range(len(box.GOODS))
        for second in range(first, len(box.GOODS))
        if first in box.EXCHANGE_ONE_OF[marker] or second in box.EXCHANGE_ONE_OF[marker]
    ],
)
march: Final = _journeys("march", adjacent=False)
march_leader: Final = ACTIONS.add_choices("march_leader", "to", box.REGIONS)
pay_good: Final = ACTIONS.add_choices("pay_good", "good", box.GOODS)
discard_scheme: Final = ACTIONS.add_choices("discard_scheme", "scheme", box.SCHEME_KINDS)
withdraw: Final = ACTIONS.add_choices("withdraw", "region", box.REGIONS)
withdraw_leader: Final = ACTIONS.add_single("withdraw_leader")
demolish: Final = _structures("demolish")
take_deed: Final = ACTIONS.add_choices("take_deed", "deed", DEEDS)
# leaders and households
push: Final = _against("push", "to")
push_leader: Final = _against("push_leader", "to")
load: Final = ACTIONS.add_choices("load", "good", box.GOODS, convenience=True)
unload: Final = ACTIONS.add_choices("unload", "good", box.GOODS, convenience=True)
stop: Final = ACTIONS.add_single("pass")
# the solo game
attack_neutral: Final = ACTIONS.add_choices("attack_neutral", "region", box.REGIONS)
replace_neutral: Final = ACTIONS.add_single("replace_neutral")
rebel_target: Final = ACTIONS.add_choices("rebel_target", "region", box.REGIONS)
go_on: Final = ACTIONS.add_single("go_on")
run_on: Final = ACTIONS.add_single("run_on")
