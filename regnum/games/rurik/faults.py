"""What cannot be so in a game of Rurik: everything that is wrong with a position set up by hand."""

from regnum.core.atlas import bits
from regnum.games.rurik.components import (
    ADVISORS_IN,
    AGENDAS_DEALT,
    ALL_REWARDS,
    ALL_SCHEMES,
    BOAT,
    CHOSEN,
    COLUMNS,
    DECKS,
    DEED_ROW,
    GOODS,
    GOODS_TOKENS,
    IN_PLAY,
    POWER,
    PRINTED_GOODS,
    REGIONS,
    REWARDS,
    ROWS,
    ROWS_OF,
    STRUCTURES,
    STRUCTURES_EACH,
)
from regnum.games.rurik.solo.faults import solo_faults
from regnum.games.rurik.stack_faults import stack_faults
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, strength_of


def faults(s: RurikState) -> list[str]:
    """Return everything that cannot be so in a game, one line each."""
    return [
        *_map_faults(s),
        *_figure_faults(s),
        *_structure_faults(s),
        *_household_faults(s),
        *_board_faults(s),
        *_deed_faults(s),
        *_scheme_faults(s),
        *_agenda_faults(s),
        *_step_faults(s),
        *solo_faults(s),
    ]


def _map_faults(s: RurikState) -> list[str]:
    """Regions in play, goods, rebels and their rewards [rurik.setup.rebels]."""
    found: list[str] = []
    outside = ~s.regions()
    for name, mask in (("goods", s.goods), ("rebels", s.rebels)):
        if mask & outside:
            found.append(f"{name}: a region that is not in play")
    in_play = IN_PLAY[s.sides]
    if s.variant.goods == "printed":
        if s.region_goods != PRINTED_GOODS:
            found.append("region_goods: not those printed on the board")
    elif [s.region_goods[:in_play].count(good) for good in range(len(GOODS))] != GOODS_TOKENS[s.sides]:
        found.append(f"region_goods: not the tokens for {s.sides} players")
    seen = s.rewards
    for player, defeated in enumerate(s.defeated):
        if defeated & seen:
            found.append(f"defeated[{player}]: a reward that lies elsewhere too")
        seen |= defeated
    if seen != ALL_REWARDS:
        found.append("rewards: one is missing")
    gone = sum(defeated.bit_count() for defeated in s.defeated) + s.rebels.bit_count()
    if gone > min(in_play, len(REWARDS)):
        found.append("rebels: more on the map and beaten than there were")
    return found


def _figure_faults(s: RurikState) -> list[str]:
    """Troops and leaders [rurik.setup.figures]."""
    found: list[str] = []
    width = len(REGIONS)
    in_play = IN_PLAY[s.sides]
    for player in range(s.sides):
        troops = s.troops[player * width : player * width + width]
        if sum(troops) > s.all_troops(player):
            found.append(f"troops[{player}]: {sum(troops)}, but there are {s.all_troops(player)}")
        if any(troops[in_play:]) or s.leader_at[player] >= in_play:
            found.append(f"troops[{player}]: a figure in a region that is not in play")
        leader = s.leaders[player]
        if leader >= 0 and s.leaders.count(leader) > 1:
            found.append(f"leaders[{player}]: somebody else's too")
        if leader < 0 <= s.leader_at[player]:
            found.append(f"leader_at[{player}]: there is no leader yet")
    return found


def _structure_faults(s: RurikState) -> list[str]:
    """Structures: at most three of a kind for each player, one of a kind in each region [rurik.structures.one_each]."""
    found: list[str] = []
    kinds = len(STRUCTURES)
    for kind, name in enumerate(STRUCTURES):
        seen = 0
        for player in range(s.sides):
            regions = s.structures[player * kinds + kind]
            if regions & ~s.regions():
                found.append(f"structures[{player}]: a {name} in a region that is not in play")
            if regions.bit_count() > STRUCTURES_EACH:
                found.append(f"structures[{player}]: more than {STRUCTURES_EACH} of the kind {name}")
            for region in bits(regions & seen):
                found.append(f"structures[{player}]: a second {name} in {REGIONS[region]}")
            seen |= regions
    return found


def _household_faults(s: RurikState) -> list[str]:
    """The boat's slots [rurik.household.boat]."""
    found: list[str] = []
    sorts = len(GOODS)
    for player in range(s.sides):
        for good, slots in enumerate(BOAT):
            loaded = s.boat[player * sorts + good]
            if loaded > slots:
                found.append(f"boat[{player}]: {loaded} {GOODS[good]}, but there are {slots} slots")
            if loaded < slots and s.dock[player * sorts + good] and s.variant.stowing == "automatic":
                found.append(f"dock[{player}]: {GOODS[good]} that has room on the boat")
    return found


def _board_faults(s: RurikState) -> list[str]:
    """The strategy board: spaces, order, advisors [rurik.strategy.push_down]."""
    found: list[str] = []
    rows = ROWS_OF[s.sides]
    all_mine = ADVISORS_IN[s.sides][s.round]
    for column, name in enumerate(COLUMNS):
        codes = s.board[column * ROWS : column * ROWS + ROWS]
        if any(code != EMPTY for code in codes[rows:]):
            found.append(f"board.{name}: only {rows} spaces are in use")
        powers = [strength_of(code) for code in codes if code != EMPTY]
        if powers != sorted(powers, reverse=True):
            found.append(f"board.{name}: a weaker advisor above a stronger one")
    for player in range(s.sides):
        if s.advisors[player] & ~all_mine:
            found.append(f"advisors[{player}]: one that has not joined yet")
        has = [POWER[slot] for slot in bits(all_mine)]
        used = [POWER[slot] for slot in bits(s.advisors[player])]
        used += [code >> 3 & 7 for code in s.board if code != EMPTY and code & 7 == player]
        for power in sorted(set(used)):
            if used.count(power) > has.count(power):
                found.append(f"board: player {player} has more advisors {power} than there are")
    if (s.active >= 0 and s.active % ROWS >= rows) or (s.active < 0 and s.acted):
        found.append("active: no space of an advisor")
    return found


def _deed_faults(s: RurikState) -> list[str]:
    """Every deed is in one place at most [rurik.deeds.own]."""
    found: list[str] = []
    seen = s.deed_deck
    places = [("deed_row", sum(1 << deed for deed in set(s.deed_row) if deed >= 0))]
    for player in range(s.sides):
        places.append((f"deeds[{player}]", s.deeds[player]))
        places.append((f"accomplished[{player}]", s.accomplished[player]))
    for name, mask in places:
        if mask & seen:
            found.append(f"{name}: a deed that lies elsewhere too")
        seen |= mask
    open_deeds = [deed for deed in s.deed_row if deed >= 0]
    if len(s.deed_row) > DEED_ROW or len(set(open_deeds)) < len(open_deeds):
        found.append(f"deed_row: more than {DEED_ROW} deeds, or one of them twice")
    return found


def _scheme_faults(s: RurikState) -> list[str]:
    """Every scheme card is in one place [rurik.schemes.cards]."""
    found: list[str] = []
    seen = s.discards
    for player, hand in enumerate(s.hand):
        if hand & ~ALL_SCHEMES:
            found.append(f"hand[{player}]: a hidden card in a state that hides nothing")
        if hand & seen:
            found.append(f"hand[{player}]: a scheme that lies elsewhere too")
        seen |= hand
    for name, pile in ((DECKS[0], s.left_deck), (DECKS[1], s.right_deck), ("drawn", s.drawn)):
        for card in pile:
            if card < 0:
                found.append(f"{name}: an unknown card in a state that hides nothing")
            elif seen >> card & 1:
                found.append(f"{name}: a scheme that lies elsewhere too")
            else:
                seen |= 1 << card
    if seen & ALL_SCHEMES != ALL_SCHEMES:
        found.append("discards: a scheme is missing")
    if len(s.left_deck) != len(s.left_known) or len(s.right_deck) != len(s.right_known):
        found.append("left_known, right_known: not one entry for each card of the deck")
    return found


def _agenda_faults(s: RurikState) -> list[str]:
    """Two agendas are dealt to each player, one of them is kept [rurik.setup.agenda]."""
    found: list[str] = []
    seen = 0
    for player in range(s.sides):
        offered, agenda, stage = s.offered[player], s.agenda[player], s.agenda_stage[player]
        if offered & seen or offered.bit_count() != (AGENDAS_DEALT if stage else 0):
            found.append(f"offered[{player}]: not two agendas of his own")
        seen |= offered
        if (agenda >= 0) != (stage == CHOSEN) or (agenda >= 0 and not offered >> agenda & 1):
            found.append(f"agenda[{player}]: not one of those offered")
    return found


def _step_faults(s: RurikState) -> list[str]:
    """What the steps to come need [rurik.action.turn]."""
    found: list[str] = []
    names = [type(step).__name__ for step in s.stack]
    if ("EndTurn" in names) != (s.active >= 0):
        found.append("active: an advisor is active from the beginning of a turn to its EndTurn, and only then")
    if bool(s.drawn) != (names[-1:] in (["KeepScheme"], ["PutBack"])):
        found.append("drawn: schemes are drawn only while one of them is chosen")
    if s.round > 0 and (s.first < 0 or s.marker < 0 or -1 in s.leaders):
        found.append("first, marker, leaders: missing in a game that has begun")
    for player in range(s.sides):
        to_place = sum(
            1 for step in s.stack if type(step).__name__ == "PlaceAdvisor" and step.params()["player"] == player
        )
        if player >= s.players:
            to_place = names.count("RebelAdvisor")
        if to_place != s.advisors[player].bit_count() and "StrategyPhase" not in names and names:
            found.append(f"advisors[{player}]: not one for each PlaceAdvisor of the stack")
    if s.active < 0 and (any(s.points) or s.bonus or s.put_off):
        found.append("points, bonus, put_off: of a turn only")
    return [*found, *stack_faults(s)]
