"""What cannot be so in a game of Brian Boru: each fault is one line that begins with the field."""

from typing import Any

from regnum.core.atlas import bits
from regnum.core.step import Step
from regnum.games.brian_boru.action_phase import lacking
from regnum.games.brian_boru.components import (
    BRIDES,
    CARDS,
    DEALT,
    FLEETS,
    PRINCESS,
    REGION_TOWNS,
    REGIONS,
    ROUNDS,
    STAGES,
    STRENGTH,
    TOWNS,
)
from regnum.games.brian_boru.icons import FallBack
from regnum.games.brian_boru.marriage import AnswerPrincess
from regnum.games.brian_boru.sequence import at_odds, out_of_sequence
from regnum.games.brian_boru.setup import FirstTown
from regnum.games.brian_boru.state import LATER, NOWHERE, WAITING, BrianState


def faults(s: BrianState) -> list[str]:
    """Return everything that cannot be so in this full state, one line each."""
    steps = s.stack[::-1]
    names = [type(step).__name__ for step in steps]
    if names == ["Setup"]:
        return _before_setup(s)
    misplaced = out_of_sequence(steps, names)
    found = misplaced[:]
    found += _round(s, names)
    if s.marker < 0:
        found.append("marker: nobody has the town marker")
    found += _decks(s)
    found += _map(s, steps)
    found += _track(s, steps)
    found += _tokens(s)
    found += _marriages(s, steps, names)
    found += _raiders(s, names)
    found += _first_round(s, names)
    found += _cards(s, names)
    if not misplaced:
        found += at_odds(s, steps, names)
    return found


def _before_setup(s: BrianState) -> list[str]:
    blank = BrianState(s.game, s.players, s.seed, s.options)
    return [f"{name}: not as it is before the setup" for name in s.FIELDS if getattr(s, name) != getattr(blank, name)]


def _round(s: BrianState, names: list[str]) -> list[str]:
    """The number of the round goes with the steps to come."""
    last = ROUNDS[s.players]
    low, high = 1, last
    if "FirstTown" in names:
        low = high = 0
    elif not names or "FinalScoring" in names:
        low = last
    elif names == ["Round"]:
        low = 0
    elif "Preparation" in names:
        low, high = 0, last - 1
    if low <= s.round <= high:
        return []
    span = str(low) if low == high else f"{low} to {high}"
    return [f"round: {s.round} does not go with the steps to come, which belong to round {span}"]


def _decks(s: BrianState) -> list[str]:
    """The Viking cards and the marriage cards in play."""
    found: list[str] = []
    if sorted(s.fleets) != list(range(len(FLEETS))):
        found.append("fleets: not each of the seven Viking cards once")
    if len(s.brides) != ROUNDS[s.players]:
        found.append(f"brides: {len(s.brides)} marriage cards, not {ROUNDS[s.players]}")
    if -1 in s.brides:
        found.append("brides: an unknown card in a full state")
    if len(set(s.brides)) != len(s.brides):
        found.append("brides: a card is there twice")
    if s.brides[-1:] != (PRINCESS,):
        found.append("brides: the last card is not the Danish Princess")
    return found


def _map(s: BrianState, steps: list[Step[Any]]) -> list[str]:
    """What lies on the towns."""
    found: list[str] = []
    for player in range(s.players):
        for other in range(player):
            for town in bits(s.discs[player] & s.discs[other]):
                found.append(f"discs[{player}]: {TOWNS[town]} has a disc of player {other} too")
    for town in bits(s.vikings & s.free()):
        found.append(f"vikings: {TOWNS[town]} has no disc that a Viking disc could lie on")
    for town in bits(s.monasteries & s.free()):
        found.append(f"monasteries: {TOWNS[town]} has no disc, so nobody ever controlled it")
    settling = [step.player for step in steps if isinstance(step, FirstTown)]
    for player in range(s.players):
        if player in settling:
            if s.discs[player]:
                found.append(f"discs[{player}]: player {player} has yet to choose a first town")
        elif not s.discs[player]:
            found.append(f"discs[{player}]: player {player} has no first town")
        elif settling and s.discs[player].bit_count() > 1:
            found.append(f"discs[{player}]: more than a first town during the setup")
    if settling:
        if settling != s.clockwise()[-len(settling) :]:
            found.append("stack: first towns are chosen clockwise from the town marker")
        for region, towns in enumerate(REGION_TOWNS):
            if (s.occupied() & towns).bit_count() > 1:
                found.append(f"discs: two first towns in {REGIONS[region]}")
    return found


def _track(s: BrianState, steps: list[Step[Any]]) -> list[str]:
    """Only the first space of the marriage track holds several discs, but for a disc that is on its way."""
    on_the_way = [step.player for step in steps if isinstance(step, FallBack)]
    found: list[str] = []
    for player in range(s.players):
        for other in range(player):
            if s.track[player] == s.track[other] > 0 and player not in on_the_way and other not in on_the_way:
                found.append(f"track[{player}]: player {other} is on space {s.track[other]} too")
    return found


def _tokens(s: BrianState) -> list[str]:
    """Whose the region tokens are."""
    return [
        f"owner[{region}]: the token of {REGIONS[region]} is face down, so nobody owns it"
        for region in range(len(REGIONS))
        if s.owner[region] >= 0 and not s.open >> region & 1
    ]


def _marriages(s: BrianState, steps: list[Step[Any]], names: list[str]) -> list[str]:
    """The card at stake, who married whom, and what the princess brought."""
    found: list[str] = []
    won = "BackToStart" in names
    at_stake = (won or _before_marriage(names)) and 1 <= s.round <= len(s.brides)
    expected = s.brides[s.round - 1] if at_stake else -1
    if s.bride != expected:
        card = BRIDES[expected] if expected >= 0 else "no card"
        found.append(f"bride: {card} is at stake now")
    drawn = [bride for bride in s.brides[: s.round] if won or bride != expected]
    for player in range(s.players):
        for bride in bits(s.wed[player]):
            if bride not in drawn:
                found.append(f"wed[{player}]: {BRIDES[bride]} has not been won yet")
            for other in range(player):
                if s.wed[other] >> bride & 1:
                    found.append(f"wed[{player}]: {BRIDES[bride]} married player {other}")
    if s.pact >= 0 and s.trade >= 0:
        found.append("trade: the Danish Princess brings a military pact or trade, not both")
    for field, player in (("pact", s.pact), ("trade", s.trade)):
        if player >= 0 and not s.wed[player] >> PRINCESS & 1:
            found.append(f"{field}: player {player} has not married the Danish Princess")
    asked = [step.player for step in steps if isinstance(step, AnswerPrincess)]
    for player in asked:
        if not s.wed[player] >> PRINCESS & 1:
            found.append(f"stack: AnswerPrincess for player {player}, who has not married her")
        if player in (s.pact, s.trade):
            found.append(f"stack: player {player} has answered the Danish Princess already")
    for player in range(s.players):
        if s.wed[player] >> PRINCESS & 1 and player not in [s.pact, s.trade] + asked:  # noqa: RUF005 (the compiler knows no star here)
            found.append(f"wed[{player}]: the Danish Princess brought neither a pact nor trade")
    return found


def _before_marriage(names: list[str]) -> bool:
    """Tell whether the marriage card of the round is up."""
    return "Preparation" not in names and ("Upkeep" in names or "Marriage" in names)


def _raiders(s: BrianState, names: list[str]) -> list[str]:
    """No more raiders than came; in the first round no fewer; none in the battle area when the battle is over."""
    found: list[str] = []
    if -1 in s.fleets[: s.round]:
        return found
    fleets = [STRENGTH[fleet] for fleet in s.fleets[: s.round]]
    came = sum(fleets)
    there = sum(s.raiders) + s.battle_area
    if there > came:
        found.append(f"raiders: {there} with those in the battle area, but only {came} have come")
    if sum(s.kept) > came - sum(fleets[-1:]):
        found.append(f"kept: {sum(s.kept)}, but only {came - sum(fleets[-1:])} have come before this round")
    if not (_before_marriage(names) or "Battle" in names or "Spoils" in names):
        if s.battle_area:
            found.append(f"battle_area: {s.battle_area} raiders, but no fleet is there now")
        return found
    drafting = "Deal" in names or "Draft" in names
    for player in range(s.players):
        if s.kept[player] > s.raiders[player] or (drafting and s.kept[player] < s.raiders[player]):
            found.append(f"kept[{player}]: {s.kept[player]} of {s.raiders[player]} raiders")
    if fleets and (s.battle_area > fleets[-1] or (drafting and s.battle_area < fleets[-1])):
        found.append(f"battle_area: {s.battle_area} raiders of a fleet of {fleets[-1]}")
    elif s.round == 1 and there < came:
        found.append(f"raiders: {there} with those in the battle area, but {came} have come")
    return found


def _first_round(s: BrianState, names: list[str]) -> list[str]:
    """Until the draft of the first round is over all lies as it was set up; Vikings and tokens come with upkeep."""
    if s.round + ("Preparation" in names) > 1:
        return []
    unchanged: list[str] = []
    if s.round == 0 or "Deal" in names or "Draft" in names:
        unchanged += ["points", "coins", "renown", "track", "church", "raiders"]
    for name, step in (("vikings", "Battle"), ("monasteries", "Church"), ("open", "Regions")):
        if s.round == 0 or "Upkeep" in names or step in names:
            unchanged.append(name)
    blank = BrianState(s.game, s.players, 0, s.options)
    return [
        f"{name}: not as it was set up, which is how it still is at this point of the first round"
        for name in unchanged
        if getattr(s, name) != getattr(blank, name)
    ]


def _cards(s: BrianState, names: list[str]) -> list[str]:
    """Every action card is in the one place that its slot says, and each player has as many as he must."""
    dealt = "Trick" in names
    stages = STAGES[s.players]
    if not dealt:
        blank = BrianState(s.game, s.players, 0, s.options)
        fields = ("stage", "to_keep", "slot", "packet", "hand", "spent", "played", "lacks")
        return [f"{name}: nobody has action cards now" for name in fields if getattr(s, name) != getattr(blank, name)]
    if not (0 <= s.stage < stages - 1 if "Draft" in names else s.stage == stages):
        span = f"0 to {stages - 2}" if "Draft" in names else str(stages)
        return [f"stage: {s.stage} does not go with the steps to come, which belong to stage {span}"]
    found = [fault for card in range(len(CARDS)) for fault in _place(s, card)]
    for packet in range(s.players):
        codes = sorted(code for code in s.slot if code != NOWHERE and code >> 3 == packet)
        if codes != sorted(s.places(packet)):
            size = DEALT[s.players]
            found.append(f"slot: packet {packet} has not {size} cards, taken two by two up to stage {s.stage}")
    if "Draft" not in names:
        found += [f"to_keep[{p}]: the draft is over" for p in range(s.players) if s.to_keep[p]]
    elif any(s.spent):
        found.append("spent: nobody plays a card before the draft is over")
    return found + _lacks(s)


def _lacks(s: BrianState) -> list[str]:
    """What leaders have shown that they do not hold: white and the colours of the towns that were free then."""
    found: list[str] = []
    for player in range(s.players):
        lacks = s.lacks[player]
        barred = s.barred(player)
        if not lacks:
            continue
        if lacking(s.free()) & ~lacks or not s.spent[player] & ~barred:
            found.append(f"lacks[{player}]: player {player} has not led a card that matches no free town")
        for other in range(player):
            if lacks & s.lacks[other] not in (lacks, s.lacks[other]):
                found.append(f"lacks[{player}]: towns were free for player {other} that were not for player {player}")
        for card in bits(s.hand[player] & barred):
            found.append(f"hand[{player}]: card {CARDS[card]} is of a colour that player {player} lacks")
    return found


def _place(s: BrianState, card: int) -> list[str]:
    """One card: where it is, and where its slot says it is."""
    lists = (("packet", s.packet), ("hand", s.hand), ("spent", s.spent))
    places = [f"{field}[{at}]" for field, masks in lists for at in range(s.players) if masks[at] >> card & 1]
    if len(places) > 1:
        return [f"{places[-1]}: card {CARDS[card]} is in {' and '.join(places[:-1])} too"]
    where = f"in {places[0]}" if places else "nowhere"
    code = s.slot[card]
    packet, taken = code >> 3, code & 7
    if code == NOWHERE:
        allowed = ["nowhere"]
    elif packet >= s.players or taken == LATER or (taken != WAITING and taken > s.stage):
        return [f"slot[{card}]: {code} is no place of a card now"]
    elif taken == WAITING:
        allowed = [f"in packet[{packet}]"]
    else:
        holder = s.holder(packet, taken)
        allowed = [f"in hand[{holder}]", f"in spent[{holder}]"]
    if where in allowed:
        return []
    return [f"slot[{card}]: card {CARDS[card]} is {where}, by its slot {' or '.join(allowed)}"]
