"""What cannot be on the table in Brian Boru: each fault is one line that begins with the field."""

from collections.abc import Iterable
from typing import Final

from regnum.core.atlas import bits, mask_of
from regnum.core.faults import elsewhere, step_faults
from regnum.games.brian_boru.action_phase import Follow, Lead, lacking
from regnum.games.brian_boru.components import (
    BRIDES,
    CARDS,
    FLEETS,
    PRINCESS,
    REGION_TOWNS,
    REGIONS,
    ROUNDS,
    STAGES,
    STRENGTH,
    TOWNS,
)
from regnum.games.brian_boru.hidden import barred, by_slot, places
from regnum.games.brian_boru.icons import CarryOut, FallBack
from regnum.games.brian_boru.marriage import AnswerPrincess
from regnum.games.brian_boru.setup import FirstTown
from regnum.games.brian_boru.state import NOWHERE, BrianBoruState

_WOOING: Final = ("Deal", "Draft", "Trick", "Upkeep", "Marriage")
_COURTED: Final = (*_WOOING, "BackToStart")
_RAIDED: Final = (*_COURTED, "Battle", "Spoils")
_TIMES: Final = ("FirstTown", "Preparation", *_RAIDED, "Church", "Regions", "Round")
"""Steps that tell the time, in the order of a round: it is that of the first of them that is to come."""


def faults(s: BrianBoruState) -> list[str]:
    """Return everything that cannot be so in this full state, one line each."""
    coming = {type(step).__name__ for step in s.stack}
    found = step_faults(s)
    if "Setup" in coming:
        return found + _changed(s, s.FIELDS, "not as it is before the setup")
    if s.marker < 0:
        found.append("marker: nobody has the town marker")
    now = next((name for name in _TIMES if name in coming), "")
    found += _decks(s, now) + _map(s) + _marriages(s, now) + _raiders(s, now) + _first_round(s, now)
    if now in ("Draft", "Trick"):
        return found + _cards(s, now) + _struggle(s, coming) + _lacks(s)
    cards = ("stage", "to_keep", "slot", "packet", "hand", "spent", "played", "lacks", "active")
    return found + _changed(s, cards, "nobody has action cards now")


def _changed(s: BrianBoruState, names: Iterable[str], why: str) -> list[str]:
    blank = BrianBoruState(s.game, s.players, 0, s.options)
    return [f"{name}: {why}" for name in names if getattr(s, name) != getattr(blank, name)]


def _decks(s: BrianBoruState, now: str) -> list[str]:
    """The number of the round, and the Viking and marriage cards, one for each round."""
    found: list[str] = []
    last = ROUNDS[s.players]
    spans = {"FirstTown": (0, 0), "Preparation": (0, last - 1), "Round": (0, last)}
    low, high = spans.get(now, (1 if now else last, last))
    if not low <= s.round <= high:
        found.append(f"round: {s.round} does not go with the steps to come, which belong to rounds {low} to {high}")
    if sorted(s.fleets) != list(range(len(FLEETS))):
        found.append("fleets: not each of the seven Viking cards once")
    if len(set(s.brides) - {-1}) != last or len(s.brides) != last or s.brides[-1] != PRINCESS:
        found.append(f"brides: not {last} different marriage cards, the Danish Princess the last")
    return found


def _map(s: BrianBoruState) -> list[str]:
    """What lies on the towns and regions."""
    found = elsewhere([(f"discs[{player}]", towns) for player, towns in enumerate(s.discs)], TOWNS)
    found += [f"vikings: {TOWNS[town]} has no disc that one could lie on" for town in bits(s.vikings & s.free())]
    found += [f"monasteries: {TOWNS[town]} was never anybody's" for town in bits(s.monasteries & s.free())]
    settling = [step.player for step in s.stack[::-1] if isinstance(step, FirstTown)]
    if settling and settling != s.clockwise()[-len(settling) :]:
        found.append("stack: first towns are chosen clockwise from the town marker")
    for player, towns in enumerate(s.discs):
        if (not towns) != (player in settling) or (settling and towns.bit_count() > 1):
            found.append(f"discs[{player}]: player {player} has {towns.bit_count()} towns")
    for region, owner in enumerate(s.owner):
        if settling and (s.occupied() & REGION_TOWNS[region]).bit_count() > 1:
            found.append(f"discs: two first towns in {REGIONS[region]}")
        if owner >= 0 and not s.open >> region & 1:
            found.append(f"owner[{region}]: the token of {REGIONS[region]} is face down, so nobody owns it")
    return found


def _marriages(s: BrianBoruState, now: str) -> list[str]:
    """The marriage track, the card at stake, who married whom, and what the princess brought."""
    moving = [step.player for step in s.stack if isinstance(step, FallBack)]
    track = [0 if player in moving else space for player, space in enumerate(s.track)]
    found = [
        f"track[{player}]: player {track.index(space)} is on space {space} too"
        for player, space in enumerate(track)
        if space and space in track[:player]
    ]
    brides = [bride for bride in s.brides[: s.round] if bride >= 0]
    at_stake = brides[-1] if brides and now in _COURTED else -1
    if s.bride != at_stake:
        found.append(f"bride: {BRIDES[at_stake] if at_stake >= 0 else 'no card'} is at stake now")
    drawn = mask_of(brides[:-1] if now in _WOOING else brides)
    found += elsewhere([(f"wed[{player}]", wed) for player, wed in enumerate(s.wed)], BRIDES)
    asked = [step.player for step in s.stack if isinstance(step, AnswerPrincess)]
    for player, wed in enumerate(s.wed):
        found += [f"wed[{player}]: {BRIDES[bride]} has not been won yet" for bride in bits(wed & ~drawn)]
        if wed >> PRINCESS & 1 and player not in (s.pact, s.trade) and player not in asked:
            found.append(f"wed[{player}]: the Danish Princess brought neither a pact nor trade")
    for field, player in (("pact", s.pact), ("trade", s.trade)):
        if player >= 0 and not s.wed[player] >> PRINCESS & 1:
            found.append(f"{field}: player {player} has not married the Danish Princess")
    if s.pact >= 0 and s.trade >= 0:
        found.append("trade: the Danish Princess brings a military pact or trade, not both")
    return found


def _raiders(s: BrianBoruState, now: str) -> list[str]:
    """No more raiders than came; in the first round no fewer; none in the battle area when the battle is over."""
    if -1 in s.fleets[: s.round]:
        return []
    found: list[str] = []
    fleets = [STRENGTH[fleet] for fleet in s.fleets[: s.round]]
    came, before = sum(fleets), sum(fleets[:-1])
    there = sum(s.raiders) + s.battle_area
    if there > came:
        found.append(f"raiders: {there} with those in the battle area, but only {came} have come")
    if sum(s.kept) > before:
        found.append(f"kept: {sum(s.kept)}, but only {before} have come before this round")
    if now not in _RAIDED:
        return found + ([f"battle_area: {s.battle_area} raiders, but no fleet is there now"] if s.battle_area else [])
    drafting = now in ("Deal", "Draft")
    for player, (kept, held) in enumerate(zip(s.kept, s.raiders, strict=True)):
        if kept > held or (drafting and kept < held):
            found.append(f"kept[{player}]: {kept} of {held} raiders")
    if fleets and (s.battle_area > fleets[-1] or (drafting and s.battle_area < fleets[-1])):
        found.append(f"battle_area: {s.battle_area} raiders of a fleet of {fleets[-1]}")
    elif s.round == 1 and there < came:
        found.append(f"raiders: {there} with those in the battle area, but {came} have come")
    return found


def _first_round(s: BrianBoruState, now: str) -> list[str]:
    """Until the draft of the first round is over all lies as it was set up; Vikings and tokens come with upkeep."""
    if s.round > 1 or (s.round == 1 and now == "Preparation"):
        return []
    drafting = s.round == 0 or now in ("Deal", "Draft")
    names = ["points", "coins", "renown", "track", "church", "raiders"] if drafting else []
    for name, step in (("vikings", "Battle"), ("monasteries", "Church"), ("open", "Regions")):
        if s.round == 0 or now in _TIMES[: _TIMES.index(step) + 1]:
            names.append(name)
    return _changed(s, names, "not as it was set up, which is how it still is at this point of the first round")


def _cards(s: BrianBoruState, now: str) -> list[str]:
    """Every action card is in the one place that its slot says, and each player has as many as he must."""
    stages = range(STAGES[s.players] - 1) if now == "Draft" else [STAGES[s.players]]
    if s.stage not in stages:
        return [f"stage: {s.stage} does not go with the steps to come, it is from {stages[0]} to {stages[-1]}"]
    found = [f"to_keep[{p}]: the draft is over" for p in range(s.players) if now != "Draft" and s.to_keep[p]]
    if now == "Draft" and any(s.spent):
        found.append("spent: nobody plays a card before the draft is over")
    for packet in range(8):
        codes = sorted(code for code in s.slot if code >> 3 == packet and code != NOWHERE)
        if codes != (places(s, packet) if packet < s.players else []):
            found.append(f"slot: the cards of packet {packet} are not as they were taken up to stage {s.stage}")
    if not found:
        packets, taken = by_slot(s)
        wrong = 0
        for player, (hand, spent) in enumerate(zip(s.hand, s.spent, strict=True)):
            wrong |= s.packet[player] ^ packets[player] | (hand | spent) ^ taken[player] | hand & spent
        found = [f"slot[{card}]: card {CARDS[card]} is not there, or elsewhere, too" for card in bits(wrong)]
    return found


def _struggle(s: BrianBoruState, coming: set[str]) -> list[str]:
    """The power struggle that is going on, if one is: its town, the cards played."""
    found: list[str] = []
    chosen = "EndTrick" in coming or ("Resolve" in coming and "ChooseTown" not in coming)
    winner = s.winner() if "EndTrick" in coming else -1
    if (s.active >= 0) != chosen:
        found.append("active: " + ("the power struggle has no town" if chosen else "no power struggle is going on"))
    elif winner >= 0 and CarryOut(winner, 0, 0) not in s.stack:
        if s.marker != winner or not s.discs[winner] >> s.active & 1:
            found.append(f"active: player {winner} has claimed it, but lacks his disc there or the marker")
    elif chosen and not s.free() >> s.active & 1:
        found.append(f"active: a disc lies on {TOWNS[s.active]} already")
    to_play = [step.player for step in s.stack if isinstance(step, (Lead, Follow))]
    for player, card in enumerate(s.played):
        if (card >= 0) != (chosen and player not in to_play):
            found.append(f"played[{player}]: player {player} has {'not ' if card >= 0 else ''}played a card")
        elif card >= 0 and not s.spent[player] >> card & 1:
            found.append(f"played[{player}]: card {CARDS[card]} is not among his spent cards")
    before = {s.spent[player].bit_count() - (s.played[player] >= 0) for player in range(s.players)}
    most = s.tricks() - bool(coming & {"Resolve", "EndTrick"})
    if "Draft" not in coming and (len(before) > 1 or max(before) > most):
        found.append(f"spent: not everybody has played the same number of cards, up to {most}")
    return found


def _lacks(s: BrianBoruState) -> list[str]:
    """What leaders have shown that they do not hold: white and the colours of the towns that were free then."""
    found: list[str] = []
    for player, lacks in enumerate(s.lacks):
        unfit = barred(s, player)
        if lacks and (lacking(s.free()) & ~lacks or not s.spent[player] & ~unfit):
            found.append(f"lacks[{player}]: player {player} has not led a card that matches no free town")
        if any(lacks & other not in (lacks, other) for other in s.lacks[:player]):
            found.append(f"lacks[{player}]: towns were free for others that were not for player {player}")
        for card in bits(s.hand[player] & unfit):
            found.append(f"hand[{player}]: card {CARDS[card]} is of a colour that player {player} lacks")
    return found
