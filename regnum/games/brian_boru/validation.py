"""Checks for impossible states of Brian Boru: each error is one line that begins with the field."""

from typing import Final

from regnum.core.packed import popcount
from regnum.core.rules.bitmask import bits, mask_of
from regnum.core.rules.validation import (
    Check,
    changed_field_errors,
    duplicate_errors,
    failed_checks,
    misplaced_errors,
    places_by_side,
    step_errors,
)
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import Follow, Lead, missing_colours
from regnum.games.brian_boru.hidden import cards_by_slot, impossible_cards, slots_of_packet
from regnum.games.brian_boru.icons import CarryOut, FallBack
from regnum.games.brian_boru.marriage import AnswerPrincess
from regnum.games.brian_boru.setup import FirstTown
from regnum.games.brian_boru.state import NOWHERE, BrianBoruState

_STEPS_UNTIL_MARRIAGE: Final = ("Deal", "Draft", "Trick", "Upkeep", "Marriage")
_STEPS_BEFORE_BATTLE: Final = (*_STEPS_UNTIL_MARRIAGE, "BackToStart")
_STEPS_BEFORE_CHURCH: Final = (*_STEPS_BEFORE_BATTLE, "Battle", "Spoils")
_ROUND_STEPS: Final = (*_STEPS_BEFORE_CHURCH, "Church", "Regions")
_ORDERED_STEPS: Final = ("FirstTown", "Preparation", *_ROUND_STEPS, "Round")
"""The steps that mark parts of a round, in order; the first one still to come shows the current part."""
_INITIAL_UNTIL: Final = {"vikings": "Battle", "monasteries": "Church", "open": "Regions"} | dict.fromkeys(
    ("points", "coins", "renown", "track", "church", "raiders"), "Draft"
)
"""For each field, the step of the first round until which it keeps its initial value."""
_CARDS: Final = ("stage", "to_keep", "slot", "packet", "hand", "spent", "played", "lacks", "active")


def position_errors(s: BrianBoruState) -> list[str]:
    """Return everything that is impossible in a full state, one line per error."""
    pending = {type(step).__name__ for step in s.stack}
    if "Setup" in pending:
        return step_errors(s) + changed_field_errors(s, s.FIELDS, "not as it is before the setup")
    current_step = next((name for name in _ORDERED_STEPS if name in pending), "")
    texts = step_errors(s) + failed_checks(
        [*_table(s, current_step), *_marriages(s, current_step), *_raiders(s, current_step)]
    )
    texts += duplicate_errors(places_by_side("discs", s.discs), box.TOWNS) + duplicate_errors(
        places_by_side("wed", s.wed), box.BRIDES
    )
    texts += misplaced_errors("vikings", s.vikings & s.free_towns(), box.TOWNS, "has no disc that one could lie on")
    texts += misplaced_errors("monasteries", s.monasteries & s.free_towns(), box.TOWNS, "was never anybody's")
    if s.round < 2:
        early = [
            name
            for name, until in _INITIAL_UNTIL.items()
            if not s.round or current_step in _ROUND_STEPS[: _ROUND_STEPS.index(until) + 1]
        ]
        texts += changed_field_errors(
            s, early, "not as it was set up, which is how it still is at this point of the first round"
        )
    if current_step in ("Draft", "Trick"):
        return texts + _cards(s, current_step) + failed_checks(_struggle(s, pending))
    return texts + changed_field_errors(s, _CARDS, "nobody has action cards now")


def _table(s: BrianBoruState, current_step: str) -> list[Check]:
    """Return checks of the round, the Viking and marriage decks, first towns and region tokens."""
    last = box.ROUNDS[s.players]
    spans = {"FirstTown": (0, 0), "Preparation": (0, last - 1), "Round": (0, last)}
    low, high = spans.get(current_step, (1 if current_step else last, last))
    belongs = f"does not go with the steps to come, which belong to rounds {low} to {high}"
    brides = len(set(s.brides) - {-1}) == len(s.brides) == last and s.brides[-1] == box.PRINCESS
    settling = [step.player for step in s.stack[::-1] if isinstance(step, FirstTown)]
    turns = s.clockwise()[s.players - len(settling) :]
    checks: list[Check] = [
        (s.marker < 0, "marker: nobody has the town marker"),
        (not low <= s.round <= high, f"round: {s.round} {belongs}"),
        (sorted(s.fleets) != list(range(len(box.FLEETS))), "fleets: not each of the seven Viking cards once"),
        (not brides, f"brides: not {last} different marriage cards, the Danish Princess the last"),
        (settling != turns, "stack: first towns are chosen clockwise from the town marker"),
    ]
    for player, discs in enumerate(s.discs):
        count = popcount(discs)
        wrong = count != (player not in settling) if settling else not count
        checks.append((wrong, f"discs[{player}]: player {player} has {count} towns"))
    for region, name in enumerate(box.REGIONS):
        crowded = settling and popcount(s.occupied_towns() & box.REGION_TOWNS[region]) > 1
        owned = s.owner[region] >= 0 and not s.open >> region & 1
        checks.append((crowded, f"discs: two first towns in {name}"))
        checks.append((owned, f"owner[{region}]: the token of {name} is face down, so nobody owns it"))
    return checks


def _marriages(s: BrianBoruState, current_step: str) -> list[Check]:
    """Return checks of the marriage track, the current bride, the marriages, and the Danish Princess's gift."""
    moving = [step.player for step in s.stack if isinstance(step, FallBack)]
    princess_players = [s.pact, s.trade, *(step.player for step in s.stack if isinstance(step, AnswerPrincess))]
    track = [0 if player in moving else space for player, space in enumerate(s.track)]
    brides = [bride for bride in s.brides[: s.round] if bride >= 0]
    at_stake = brides[-1] if brides and current_step in _STEPS_BEFORE_BATTLE else -1
    drawn = mask_of(brides[:-1] if current_step in _STEPS_UNTIL_MARRIAGE else brides)
    checks: list[Check] = [
        (s.bride != at_stake, f"bride: {box.BRIDES[at_stake] if at_stake >= 0 else 'no card'} is at stake now"),
        (s.pact >= 0 and s.trade >= 0, "trade: the Danish Princess brings a military pact or trade, not both"),
    ]
    for player, (space, wed) in enumerate(zip(track, s.wed, strict=True)):
        first, princess = track.index(space), wed >> box.PRINCESS & 1
        reason = f"player {player} has not married the Danish Princess"
        checks += [
            (space and first < player, f"track[{player}]: player {first} is on space {space} too"),
            (
                princess and player not in princess_players,
                f"wed[{player}]: the Danish Princess brought neither a pact nor trade",
            ),
            (player == s.pact and not princess, f"pact: {reason}"),
            (player == s.trade and not princess, f"trade: {reason}"),
            *[(True, f"wed[{player}]: {box.BRIDES[bride]} has not been won yet") for bride in bits(wed & ~drawn)],
        ]
    return checks


def _raiders(s: BrianBoruState, current_step: str) -> list[Check]:
    """Return checks of the raiders: no more than arrived, no fewer in the first round, none left after the battle."""
    if -1 in s.fleets[: s.round]:
        return []
    drafting, fighting = current_step in ("Deal", "Draft"), current_step in _STEPS_BEFORE_CHURCH
    fleets = [box.STRENGTH[fleet] for fleet in s.fleets[: s.round]]
    came, earlier, last = sum(fleets), sum(fleets[:-1]), sum(fleets[-1:])
    kept, area, stock = sum(s.kept), s.battle_area, s.battle_area + sum(s.raiders)
    with_those = f"raiders: {stock} with those in the battle area, but"
    checks: list[Check] = [
        (stock > came, f"{with_those} only {came} have come"),
        (fighting and s.round == 1 and stock < came, f"{with_those} {came} have come"),
        (kept > earlier, f"kept: {kept}, but only {earlier} have come before this round"),
        (area and not fighting, f"battle_area: {area} raiders, but no fleet is there now"),
        (fighting and (area != last if drafting else area > last), f"battle_area: {area} raiders of a fleet of {last}"),
    ]
    for player, (kept, raiders) in enumerate(zip(s.kept, s.raiders, strict=True)):
        wrong = kept != raiders if drafting else kept > raiders
        checks.append((fighting and wrong, f"kept[{player}]: {kept} of {raiders} raiders"))
    return checks


def _cards(s: BrianBoruState, current_step: str) -> list[str]:
    """Return the errors of action cards: those that are not where their slots say, and wrong numbers of cards."""
    drafting, last = current_step == "Draft", box.STAGES[s.players]
    low, high = (0, last - 2) if drafting else (last, last)
    if not low <= s.stage <= high:
        return [f"stage: {s.stage} does not go with the steps to come, it is from {low} to {high}"]
    checks: list[Check] = [(drafting and any(s.spent), "spent: nobody plays a card before the draft is over")]
    checks += [
        (to_keep and not drafting, f"to_keep[{seat}]: the draft is over") for seat, to_keep in enumerate(s.to_keep)
    ]
    for packet in range(8):
        codes = sorted(code for code in s.slot if code >> 3 == packet and code != NOWHERE)
        moved = codes != (slots_of_packet(s, packet) if packet < s.players else [])
        checks.append((moved, f"slot: the cards of packet {packet} are not as they were taken up to stage {s.stage}"))
    texts = failed_checks(checks)
    if not texts:
        packets, taken = cards_by_slot(s)
        wrong = 0
        for player, (hand, spent) in enumerate(zip(s.hand, s.spent, strict=True)):
            wrong |= s.packet[player] ^ packets[player] | (hand | spent) ^ taken[player] | hand & spent
        texts = [f"slot[{card}]: card {box.CARDS[card]} is not there, or elsewhere, too" for card in bits(wrong)]
    return texts


def _struggle(s: BrianBoruState, pending: set[str]) -> list[Check]:
    """Return checks of the power struggle in progress, and of the colours that leaders are known to lack."""
    chosen = "EndTrick" in pending or ("Resolve" in pending and "ChooseTown" not in pending)
    winner = s.winner() if "EndTrick" in pending else -1
    claimed = winner >= 0 and CarryOut(winner, 0, 0) not in s.stack
    town = max(s.active, 0)
    closed = s.variant.active_town == "closed"
    is_lost = claimed and (s.marker != winner or not (s.discs[winner] if closed else s.occupied_towns()) >> town & 1)
    is_taken = closed and chosen and not claimed and s.occupied_towns() >> town & 1
    earlier_cards = [popcount(spent) - (card >= 0) for spent, card in zip(s.spent, s.played, strict=True)]
    most = s.tricks() - bool(pending & {"Resolve", "EndTrick"})
    unequal = "Draft" not in pending and max(earlier_cards) > min(most, *earlier_cards)
    checks: list[Check] = [
        (chosen and s.active < 0, "active: the power struggle has no town"),
        (not chosen and s.active >= 0, "active: no power struggle is going on"),
        (is_lost, f"active: player {winner} has claimed it, but lacks a disc there or the marker"),
        (is_taken, f"active: a disc lies on {box.TOWNS[town]} already"),
        (unequal, f"spent: not all players have played the same number of cards, up to {most}"),
    ]
    to_play = [step.player for step in s.stack if isinstance(step, (Lead, Follow))]
    for player, (card, lacks) in enumerate(zip(s.played, s.lacks, strict=True)):
        has_played, unfit, spent = card >= 0, impossible_cards(s, player), s.spent[player]
        wrong = has_played != (chosen and player not in to_play)
        missing = lacks and (missing_colours(s.free_towns()) & ~lacks or not spent & ~unfit)
        is_contradicted = any(lacks & other not in (lacks, other) for other in s.lacks[:player])
        checks += [
            (wrong, f"played[{player}]: player {player} has {'not ' if has_played else ''}played a card"),
            (
                has_played and not spent >> card & 1,
                f"played[{player}]: card {box.CARDS[card]} is not among the spent cards",
            ),
            (missing, f"lacks[{player}]: player {player} has not led a card that matches no free town"),
            (is_contradicted, f"lacks[{player}]: towns were free for others that were not for player {player}"),
        ]
        for card in bits(s.hand[player] & unfit):
            checks.append((True, f"hand[{player}]: card {box.CARDS[card]} is of a colour that player {player} lacks"))
    return checks
