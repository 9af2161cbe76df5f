"""The evaluation of a state, for bots: features of each side's position, each worth a number of points.

The pending effects of a turn count as if they had happened: a deed is paid for, a scheme being drawn is in the hand, a
figure at risk is weighted by its chance of survival. Unused points count as much as those of the spaces on which
advisors remain, minus the cost of these spaces. The weights are in data/weights.toml.
"""

from typing import Final

from regnum.core import i64
from regnum.core.ai.evaluation import Evaluation, PreparedEvaluation, read_weights
from regnum.core.folder import read_data
from regnum.core.rules.bitmask import count_few
from regnum.core.rules.state import State
from regnum.games.rurik.bot.features import (
    COLUMN_VALUE,
    COSTS,
    FEATURES,
    POINTS_STRIDE,
    PendingEffects,
    Weights,
    pending_effects,
    push_down_losses,
    unused_points,
)
from regnum.games.rurik.bot.region_control import REGIONS_IN_SET, largest_group_size, region_control
from regnum.games.rurik.claim_phase import highest_space
from regnum.games.rurik.components import (
    ADVISORS,
    AGENDA_MOST,
    ATTACK,
    BOAT,
    BUILD,
    BUILD_TRACK,
    CAPITALS,
    CHOSEN,
    GOOD_COUNT,
    GOODS,
    IN_PLAY,
    MARKER_SPACE,
    MAX_PLAYERS,
    MOVE,
    MUSTER,
    PACKAGE,
    POWER,
    REGION_COUNT,
    ROUNDS,
    RULE_TRACK,
    SCHEME,
    STRUCTURE_COUNT,
    TAX,
    TRACK_COUNT,
    TRACK_POINTS,
    TRADE_TRACK,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS
from regnum.games.rurik.deeds.conditions import accomplishable_deeds
from regnum.games.rurik.scoring import deed_points, war_points
from regnum.games.rurik.solo.cards import REBELLION, SCORED_COINS, SCORED_GOODS
from regnum.games.rurik.state import RurikState

_NO_WAR: Final[list[int]] = [0] * MAX_PLAYERS
_MAX_WAR_SPACE: Final = 6
"""The space of the war track above which further steps have no value."""
_FIGURE_DECIDES_RULE: Final = 0.5
"""The chance that a figure lost or gained decides who rules a region."""
_LEADER_VALUE: Final[list[float]] = [-0.5, 0.0, -0.3, 0.2, -0.3, -0.5, 0.7, 0.7]
"""How many points above their table's mean the owners of each leader scored in games between bots."""

_RULE_TRACK: Final[list[int]] = TRACK_POINTS[RULE_TRACK]
_BUILD_TRACK: Final[list[int]] = TRACK_POINTS[BUILD_TRACK]
_TRADE_TRACK: Final[list[int]] = TRACK_POINTS[TRADE_TRACK]


def _reachable_points(track: int, capitals: bool, most: int) -> list[int]:
    """Return, for each count of regions or goods up to `most`, the points that it reaches on a track."""
    return [TRACK_POINTS[track][highest_space(count, capitals, track, 0)] for count in range(most + 1)]


_RULE_POINTS: Final[list[list[int]]] = [
    _reachable_points(RULE_TRACK, held == CAPITALS.bit_count(), REGION_COUNT)
    for held in range(CAPITALS.bit_count() + 1)
]
"""Points by the number of ruled capitals, and by the number of ruled regions."""
_BUILD_POINTS: Final[list[int]] = _reachable_points(BUILD_TRACK, False, REGION_COUNT)
_TRADE_POINTS: Final[list[int]] = _reachable_points(TRADE_TRACK, False, sum(BOAT))
_POWERS: Final[list[int]] = [
    sum([power for slot, power in enumerate(POWER) if advisors >> slot & 1]) for advisors in range(1 << len(ADVISORS))
]
_ANY_GOOD: Final[int] = AGENDA_MOST.index("goods")
_REBEL: Final[int] = AGENDA_MOST.index("rebels")
_TRACKS: Final = {"trade_track": TRADE_TRACK, "rule_track": RULE_TRACK, "build_track": BUILD_TRACK}
_AGENDA_TRACK: Final[list[int]] = [_TRACKS.get(most, -1) for most in AGENDA_MOST]
"""For each agenda, the claim track that it counts, or -1 if it counts something else."""
_DEEDS: Final[int] = AGENDA_MOST.index("deeds")
_STRUCTURES_RULED: Final[int] = AGENDA_MOST.index("structures_ruled")
_COIN: Final[int] = AGENDA_MOST.index("coins")
_WAR_TRACK: Final[int] = AGENDA_MOST.index("war_track")
_OCCUPIED_REGIONS: Final[int] = AGENDA_MOST.index("regions_occupied")
_FUR: Final[int] = GOODS.index("fur")
_HONEY: Final[int] = GOODS.index("honey")


def _claim_value(s: RurikState, side: int, regions: i64, w: Weights) -> float:
    """Return the value of the claim tracks: points reached, and what a claim phase would now add to them."""
    count = REGIONS_IN_SET[regions]
    capitals = REGIONS_IN_SET[regions & CAPITALS]
    value = w.regions_ruled * count + w.capitals * capitals
    points = _RULE_TRACK[s.tracks[side * TRACK_COUNT + RULE_TRACK]]
    promised = _RULE_POINTS[capitals][count]
    if promised > points:
        value += w.rule_gain * (promised - points)
    built: i64 = 0
    structures = 0
    for at in range(side * STRUCTURE_COUNT, side * STRUCTURE_COUNT + STRUCTURE_COUNT):
        kind: i64 = s.structures[at]
        structures += REGIONS_IN_SET[kind]
        built |= kind
    adjacent = largest_group_size(built)
    value += w.adjacent_structures * adjacent + w.structures * structures
    space_value = _BUILD_TRACK[s.tracks[side * TRACK_COUNT + BUILD_TRACK]]
    promised = _BUILD_POINTS[adjacent]
    if promised > space_value:
        value += w.build_gain * (promised - space_value)
    points += space_value
    aboard = 0
    dock = 0
    for at in range(side * GOOD_COUNT, side * GOOD_COUNT + GOOD_COUNT):
        aboard += s.boat[at]
        dock += s.dock[at]
    value += w.goods_aboard * aboard + w.goods_on_dock * dock
    space_value = _TRADE_TRACK[s.tracks[side * TRACK_COUNT + TRADE_TRACK]]
    promised = _TRADE_POINTS[aboard]
    if promised > space_value:
        value += w.trade_gain * (promised - space_value)
    return value + w.points * (points + space_value)


def _possessions_value(s: RurikState, side: int, coins: int, w: Weights) -> float:
    """Return the value of a player's coins, schemes, deeds, defeated rebels and leader."""
    value = w.coins * coins if coins < 6 else w.coins * 6 + w.spare_coins * (coins - 6)
    if s.hand[side]:
        value += w.schemes * count_few(s.hand[side])
    if s.defeated[side]:
        value += w.rebels * count_few(s.defeated[side])
    if s.accomplished[side]:
        value += w.points * deed_points(s, side)
    deeds = s.deeds[side]
    if deeds:
        ready = accomplishable_deeds(s, side, deeds)
        while deeds:
            low = deeds & -deeds
            value += (w.deeds_ready if ready & low else w.deeds_open) * DEED_CARDS[low.bit_length() - 1].points
            deeds ^= low
    if s.round:  # during setup all are equal, so that leaders are chosen at random and games differ
        value += w.leader * _LEADER_VALUE[s.leaders[side]]
    return value


def _war_track_points(s: RurikState) -> list[int]:
    """Return each side's current points for the war track, as `war_points` does, but faster if nobody has moved."""
    for war in s.war:
        if war:
            return war_points(s)
    return _NO_WAR if s.variant.war_unmoved == "nothing" else war_points(s)


def _turn_position(s: RurikState, side: int, first: int) -> float:
    """Return a side's position in turn order, from 0 for the first player to 1 for the last."""
    if first < 0:
        return 0.0
    return float(side - first if side >= first else side - first + s.sides) / float(s.sides - 1)


def _agenda_counts(s: RurikState, quantity: int, ruled: list[int], occupied: list[int]) -> list[int]:
    """Return each side's count for an agenda, as `agenda_count` does."""
    track = _AGENDA_TRACK[quantity]
    if track >= 0:
        return [s.tracks[side * TRACK_COUNT + track] for side in range(s.sides)]
    if quantity == _COIN:
        return s.coins
    if quantity == _WAR_TRACK:
        return s.war
    if quantity == _DEEDS:
        return [count_few(deeds) for deeds in s.accomplished]
    if quantity == _REBEL:
        return [count_few(rebels) for rebels in s.defeated]
    if quantity == _OCCUPIED_REGIONS:
        return [REGIONS_IN_SET[regions] for regions in occupied]
    if quantity == _STRUCTURES_RULED:
        return [_structures_in(s, regions) for regions in ruled]
    if quantity == _ANY_GOOD:
        return [s.goods_count(side) for side in range(s.sides)]
    return [s.stock(side, _FUR) + s.stock(side, _HONEY) for side in range(s.sides)]


def _structures_in(s: RurikState, regions: i64) -> int:
    count = 0
    for structures in s.structures:
        if structures:
            count += REGIONS_IN_SET[regions & structures]
    return count


def _agenda_probability(s: RurikState, player: int, regions: list[int], occupied: list[int]) -> float:
    """Return a rough estimate of the chance that a player will meet their agenda, by their lead or deficit."""
    counts = _agenda_counts(s, s.agenda[player], regions, occupied)
    own_count = counts[player]
    most = 0
    for opponent in range(s.sides):
        if opponent != player and counts[opponent] > most:
            most = counts[opponent]
    lead = own_count - most
    if lead < 0:
        return max(0.0, 0.4 + 0.12 * lead)
    return min(0.9, 0.55 + 0.1 * lead) if own_count else 0.3


def _weigh_sides(s: RurikState, w: Weights) -> list[float]:  # noqa: C901
    pending = pending_effects(s)
    columns = unused_points(s, pending)
    rule = region_control(s)
    war = _war_track_points(s)
    occupied: list[int] = []
    troops: list[int] = []
    supply: list[int] = []
    placing = False
    everybody: i64 = s.rebels | s.neutral
    shared: i64 = 0
    for side in range(s.sides):
        regions: i64 = 0
        bit: i64 = 1
        capped_count: i64 = 0
        most: i64 = s.all_troops(side)
        for at in range(side * REGION_COUNT, side * REGION_COUNT + IN_PLAY[s.sides]):
            count: i64 = s.troops[at]
            if count:
                regions |= bit
                most -= count
                capped_count += count if count < 4 else 3
            bit <<= 1
        if s.leader_at[side] >= 0:
            bit = 1
            regions |= bit << s.leader_at[side]
        occupied.append(regions)
        troops.append(capped_count)
        supply.append(most)
        if s.advisors[side]:
            placing = True
        shared |= everybody & regions
        everybody |= regions
    pushed = push_down_losses(s) if placing else []
    sums: list[float] = []
    for side in range(s.sides):
        mine: i64 = occupied[side]
        ruled: i64 = rule.ruled_regions[side]
        value = _claim_value(s, side, ruled, w)
        value += w.safely_ruled * rule.safe[side] + w.nearly_ruled * rule.nearly[side]
        value += w.war_points * war[side] + w.war * min(s.war[side], _MAX_WAR_SPACE)
        value += w.occupied * REGIONS_IN_SET[mine] + w.alone * REGIONS_IN_SET[mine & ~shared]
        value += w.troops * troops[side]
        if s.leader_at[side] >= 0:
            value += w.leader_on_map
        if side >= s.players:
            value += _rebellion_value(s, columns, w)
        else:
            taxable = REGIONS_IN_SET[ruled & s.goods]
            wagons = taxable + 2 * REGIONS_IN_SET[mine & s.goods & ~ruled]
            value += w.taxable * taxable
            place = side * POINTS_STRIDE
            value += _possessions_value(s, side, s.coins[side] - columns[place + COSTS], w)
            value += w.helmets * min(columns[place + MUSTER], supply[side])
            value += w.boots * columns[place + MOVE] + w.draws * columns[place + SCHEME]
            value += w.swords * min(columns[place + ATTACK], 1 + REGIONS_IN_SET[mine & shared])
            value += w.wagons * min(columns[place + TAX], 1 + wagons)
            value += w.hammers * columns[place + BUILD]
            advisors = s.advisors[side]
            if advisors:
                value += w.unplaced * count_few(advisors) + w.unplaced_power * _POWERS[advisors]
            if s.players == s.sides:
                value += w.late_now * _turn_position(s, side, s.first) + w.late_next * _turn_position(s, side, s.marker)
            if s.agenda_stage[side] == CHOSEN and s.agenda[side] >= 0:
                value += w.agenda * _agenda_probability(s, side, rule.ruled_regions, occupied)
        if pushed:
            value += w.pushed_down * pushed[side]
        if side == pending.player:
            value += _pending_value(pending, w)
        sums.append(value)
    top = s.board[MARKER_SPACE]
    if s.players == s.sides:
        if top >= 0:
            sums[top & 7] += w.marker_space
        elif pending.marker or (pending.turn and not s.acted and s.active == MARKER_SPACE):
            sums[pending.player] += w.marker_space
    return sums


def _pending_value(pending: PendingEffects, w: Weights) -> float:
    """Return the value of the pending effects of a turn."""
    value = w.schemes * pending.schemes + w.coins * pending.coins + w.goods_aboard * pending.goods
    value += w.deeds_open * pending.deeds + w.structures * pending.structures
    return value + (w.troops + w.safely_ruled * _FIGURE_DECIDES_RULE) * pending.figures


def _rebellion_value(s: RurikState, columns: list[int], w: Weights) -> float:
    """Return the value of the rebellion's coins, goods on the dock, locked bonuses and advisors in a solo game."""
    value = w.rebellion + w.rebellion_coins * s.coins[REBELLION] / SCORED_COINS
    dock = 0
    for at in range(REBELLION * GOOD_COUNT, REBELLION * GOOD_COUNT + GOOD_COUNT):
        dock += s.dock[at]
    value += w.rebellion_dock * dock / SCORED_GOODS + w.rebellion_locked * sum(s.mat_coins)
    advisors_value = 0.0
    for column in range(COSTS):
        advisors_value += COLUMN_VALUE[column] * columns[REBELLION * POINTS_STRIDE + column]
    return value + w.rebellion_advisors * advisors_value


class RurikEvaluation(PreparedEvaluation[Weights]):
    """The evaluation of Rurik, with a row of weights for each player count and round."""

    def prepared_sums(self, state: State, weights: Weights) -> list[float]:
        assert isinstance(state, RurikState)
        return _weigh_sides(state, weights)

    def row_index(self, state: State) -> int:
        assert isinstance(state, RurikState)
        return (state.players - 1) * ROUNDS + max(state.round, 1) - 1


_TRAINED_WEIGHTS: Final = read_data(PACKAGE, "weights")
EVALUATION: Final[Evaluation] = RurikEvaluation(
    Weights, FEATURES, read_weights(_TRAINED_WEIGHTS), read_weights(_TRAINED_WEIGHTS, "values")
)
