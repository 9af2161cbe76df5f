"""Checks for impossible states of Rurik. Each step itself checks whether it can be on the stack."""

from collections import Counter
from operator import gt

from regnum.core.packed import popcount
from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.validation import Check, duplicate_errors, failed_checks, places_by_side, step_errors
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import EndTurn
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.main_actions.scheme import KeepScheme, PutBack
from regnum.games.rurik.rounds import ActionPhase, ClaimPhase, Round, StrategyPhase
from regnum.games.rurik.setup import Setup
from regnum.games.rurik.solo.cards import ALL_CARDS, HUMAN, LEADER, MAT_COINS, REBELLION, REMOVED_DEEDS
from regnum.games.rurik.solo.placing import RebelAdvisor
from regnum.games.rurik.solo.setup import PrepareRebellion
from regnum.games.rurik.solo.table import agendas_in_box, level
from regnum.games.rurik.solo.turn import RebelTurn
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY, strength_of
from regnum.games.rurik.strategy_phase import PlaceAdvisor


def position_errors(s: RurikState) -> list[str]:
    """Return all errors of a position, one line each."""
    checks = [*_map(s), *_turn(s), *_rebellion(s)]
    for side in range(s.sides):
        checks += _side(s, side)
    return [*failed_checks(checks), *_places(s), *step_errors(s)]


def _places(s: RurikState) -> list[str]:
    """Return an error for each thing in two places, and for missing cards and rewards.

    rurik.schemes.cards, rurik.deeds.own, rurik.structures.one_each
    """
    rewards = [("rewards", s.rewards), *places_by_side("defeated", s.defeated)]
    schemes = [("discards", s.discards), *places_by_side("hand", [hand & box.ALL_SCHEMES for hand in s.hand])]
    for name, pile in (("left_deck", s.left_deck), ("right_deck", s.right_deck), ("drawn", s.drawn)):
        schemes += [(name, 1 << card) for card in pile if card >= 0]
    deeds = [("deed_deck", s.deed_deck), *[("deed_row", 1 << deed) for deed in s.deed_row if deed >= 0]]
    texts = duplicate_errors(
        [*deeds, *places_by_side("deeds", s.deeds), *places_by_side("accomplished", s.accomplished)], DEEDS
    )
    texts += duplicate_errors(places_by_side("offered", s.offered), box.AGENDAS)
    for kind, name in enumerate(box.STRUCTURES):
        texts += duplicate_errors(
            places_by_side("structures", s.structures[kind :: box.STRUCTURE_COUNT], f".{name}"), box.REGIONS
        )
    for places, names in ((rewards, box.REWARDS), (schemes, box.SCHEMES)):
        placed = {number for _, mask in places for number in bits(mask)}
        missing = [name for number, name in enumerate(names) if number not in placed]
        texts += duplicate_errors(places, names)
        texts += [f"{places[0][0]}: missing {', '.join(missing)}"] if missing else []
    return texts


def _map(s: RurikState) -> list[Check]:
    """Check the regions in play, goods and rebels [rurik.setup.regions, rurik.setup.rebels]."""
    in_play = box.IN_PLAY[s.sides]
    tokens = [s.region_goods[:in_play].count(good) for good in range(box.GOOD_COUNT)]
    printed = s.variant.goods == "printed"
    fits = s.region_goods == box.PRINTED_GOODS if printed else tokens == box.GOODS_TOKENS[s.sides]
    rebels = sum(popcount(defeated) for defeated in s.defeated) + popcount(s.rebels)
    far = [repr(step) for step in s.stack if max(step.params().get(name, 0) for name in ("region", "to")) >= in_play]
    return [
        (s.goods & ~s.regions(), "goods: a region that is not in play"),
        (s.rebels & ~s.regions(), "rebels: a region that is not in play"),
        (s.neutral & ~s.regions(), "neutral: a region that is not in play"),
        (far, f"stack: {', '.join(far)}: a region that is not in play"),
        (not fits, f"region_goods: not those {'printed on the board' if printed else 'of the tokens'}"),
        (rebels > min(in_play, len(box.REWARDS)), "rebels: more on the map and beaten than there were"),
    ]


def _turn(s: RurikState) -> list[Check]:
    """Check the strategy board, the turn and the open cards [rurik.strategy.push_down, rurik.action.turn]."""
    rows, active = box.ROWS_OF[s.sides], s.active >= 0
    choosing = bool(s.stack) and isinstance(s.stack[-1], (KeepScheme, PutBack))
    is_consistent = (len(s.left_known), len(s.right_known)) == (len(s.left_deck), len(s.right_deck))
    unknown = -1 in s.left_deck + s.right_deck + s.drawn or max(s.hand) > box.ALL_SCHEMES
    checks: list[Check] = [
        (s.round and (s.first < 0 or s.marker < 0 or -1 in s.leaders), "first, marker, leaders: missing in a round"),
        (active != (EndTurn() in s.stack), "active: an advisor is active until the EndTurn of its turn, and only then"),
        (s.active % box.ROWS >= rows if active else s.acted, "active: no space of an advisor"),
        (not active and (any(s.points) or s.bonus or s.put_off), "points, bonus, put_off: of a turn only"),
        (s.main_points > _most_main_points(s), "main_points: more than the main action can have left"),
        (bool(s.drawn) != choosing, "drawn: schemes are drawn while one of them is chosen, and only then"),
        (not is_consistent, "left_known, right_known: not one entry for each card of the deck"),
        (unknown, "hand, left_deck, right_deck, drawn: an unknown card in a state that hides nothing"),
        (len(s.deed_row) > box.DEED_ROW, f"deed_row: more than {box.DEED_ROW} deeds"),
    ]
    for column, name in enumerate(box.COLUMNS):
        codes = s.board[column * box.ROWS : column * box.ROWS + box.ROWS]
        powers = [strength_of(code) for code in codes if code != EMPTY]
        has_surplus = any(code != EMPTY for code in codes[rows:])
        checks.append((has_surplus, f"board.{name}: only {rows} spaces are in use"))
        checks.append((powers != sorted(powers, reverse=True), f"board.{name}: a weaker advisor above a stronger one"))
    return checks


def _most_main_points(s: RurikState) -> int:
    """Return how many points the main action can have left at most [rurik.bonus.between]."""
    column = s.active // box.ROWS
    if not s.acted or column == box.SCHEME:
        return 0
    printed_points = box.SPACE_POINTS[s.sides][s.active]
    return printed_points if s.bonus & box.MAIN_OVER else min(printed_points, s.points[column])


def _side(s: RurikState, side: int) -> list[Check]:
    """Check a side: figures, structures, goods, advisors, agenda [rurik.setup.figures, rurik.household.boat]."""
    in_play, joined = box.IN_PLAY[s.sides], box.advisors_in(s.sides, s.round)
    troops = s.troops[side * box.REGION_COUNT : side * box.REGION_COUNT + box.REGION_COUNT]
    leader, at, advisors = s.leaders[side], s.leader_at[side], s.advisors[side]
    step = PlaceAdvisor(side) if side < s.players else RebelAdvisor()
    placing = s.stack.count(step) if s.stack and StrategyPhase() not in s.stack else advisors.bit_count()
    used_powers = [box.POWER[slot] for slot in bits(advisors)] + [code >> 3 & 7 for code in s.board if code & 7 == side]
    surplus = ", ".join(map(str, Counter(used_powers) - Counter([box.POWER[slot] for slot in bits(joined)])))
    offered, agenda, stage = s.offered[side], s.agenda[side], s.agenda_stage[side]
    has_kept_agenda = agenda >= 0 and offered >> agenda & 1 == 1
    checks: list[Check] = [
        (sum(troops) > s.all_troops(side), f"troops[{side}]: {sum(troops)}, but there are {s.all_troops(side)}"),
        (any(troops[in_play:]) or at >= in_play, f"troops[{side}]: a figure in a region that is not in play"),
        (leader >= 0 and s.leaders.count(leader) > 1, f"leaders[{side}]: somebody else's too"),
        (leader < 0 <= at, f"leader_at[{side}]: there is no leader yet"),
        (s.structure_regions(side) & ~s.regions(), f"structures[{side}]: one in a region that is not in play"),
        (advisors & ~joined, f"advisors[{side}]: one that has not joined yet"),
        (advisors.bit_count() != placing, f"advisors[{side}]: not one for each {step!r} of the stack"),
        (surplus, f"board: player {side} has more advisors {surplus} than there are"),
        (offered.bit_count() != (box.AGENDAS_DEALT if stage else 0), f"offered[{side}]: not two agendas of its own"),
        (
            has_kept_agenda != (stage == box.CHOSEN) or has_kept_agenda != (agenda >= 0),
            f"agenda[{side}]: not one of those offered",
        ),
    ]
    for name, built in zip(box.STRUCTURES, s.structures[side * box.STRUCTURE_COUNT :], strict=False):
        many = built.bit_count() > box.STRUCTURES_EACH
        checks.append((many, f"structures[{side}]: more than {box.STRUCTURES_EACH} of the kind {name}"))
    for good, slots in enumerate(box.BOAT):
        loaded, docked = s.boat[side * box.GOOD_COUNT + good], s.dock[side * box.GOOD_COUNT + good]
        room = loaded < slots and docked and (s.variant.stowing == "automatic" or side >= s.players)
        checks.append((loaded > slots, f"boat[{side}]: {loaded} {box.GOODS[good]}, but there are {slots} slots"))
        checks.append((room, f"dock[{side}]: {box.GOODS[good]} that has room on the boat"))
    return checks


def _rebellion(s: RurikState) -> list[Check]:
    """Check what exists only in a solo game, and what the rebellion cannot have.

    rurik.solo.leader, rurik.solo.first, rurik.solo.deeds, rurik.solo.no_bonus_actions, rurik.solo.cards
    """
    cards, known = s.rebel_deck, s.rebel_known
    if s.sides == s.players:
        has_solo_parts = s.neutral or cards or known or s.rebel_rows or s.priority >= 0 or any(s.mat_coins)
        return [
            (has_solo_parts, "neutral, rebel_deck, rebel_known, rebel_rows, priority, mat_coins: of a solo game only")
        ]
    has_own_cards = s.hand[REBELLION] or s.deeds[REBELLION] or s.accomplished[REBELLION] or s.exchanges[REBELLION]
    deeds = s.deed_deck | s.deeds[HUMAN] | s.accomplished[HUMAN] | mask_of(deed for deed in s.deed_row if deed >= 0)
    is_unprepared = not s.round and (not s.stack or Setup() in s.stack or PrepareRebellion() in s.stack)
    checks: list[Check] = [
        (s.rebels, "rebels: in a solo game they are the rebellion's troops"),
        (s.leaders[REBELLION] != LEADER, f"leaders[{REBELLION}]: Sviatopolk leads the rebellion"),
        (s.first != HUMAN or s.marker != HUMAN, "first, marker: in a solo game the player is always first"),
        (has_own_cards, f"hand[{REBELLION}], deeds, accomplished, exchanges: the rebellion has none"),
        (s.agenda_stage[REBELLION] or any(s.defeated), "agenda_stage, defeated: the rebellion has none"),
        (deeds & REMOVED_DEEDS, "deed_deck, deed_row, deeds: a deed that is left out of a solo game"),
        (s.offered[HUMAN] & agendas_in_box(s), "offered: an agenda that is left out of a solo game"),
        (not cards and not is_unprepared, "rebel_deck: missing in a game that has begun"),
    ]
    if cards:
        most = MAT_COINS[level(s)]
        checks += [
            (sorted(cards) != list(bits(ALL_CARDS)), "rebel_deck: not each card once"),
            (not known >> cards[-1] & 1, "rebel_known: the top card lies open"),
            (s.rebel_rows and not known >> cards[0] & 1, "rebel_known: rows of the bottom card are shown"),
            (s.rebel_rows and not _can_show_rows(s), "rebel_rows: rows are shown until the rebellion's next turn only"),
            (s.priority < 0, "priority: missing in a game that has begun"),
            (any(map(gt, s.mat_coins, most)), "mat_coins: more than the mat of this level has"),
        ]
    return checks


def _can_show_rows(s: RurikState) -> bool:
    """Return whether rows of the bottom card may be shown: from its first advisor to its first turn of a round.

    rurik.solo.bottom_card, rurik.solo.card_flow
    """
    if StrategyPhase() in s.stack or Round() in s.stack:
        return False
    return ClaimPhase() not in s.stack or ActionPhase() in s.stack or RebelTurn() in s.stack
