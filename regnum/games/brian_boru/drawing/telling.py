"""What is told of a thing on the table: towns, region tokens, cards, spaces of the marriage track."""

from collections.abc import Sequence
from typing import Final

from regnum.core.action import Action
from regnum.core.bitmask import bits
from regnum.core.drawing import About, Standing
from regnum.core.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import Follow, Lead
from regnum.games.brian_boru.actions import buy_step, cede, follow, keep, lead, monastery, secondary, settle
from regnum.games.brian_boru.battle import LoseTown, gathered
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.drawing.cards import secondary_told, shown_bride, shown_card, shown_space
from regnum.games.brian_boru.drawing.marks import lacking_coins, marks, sure_to_win
from regnum.games.brian_boru.icons import WAYS, ChooseSecondary, FallBack, MoreDiscs, MoreRaiders, landing
from regnum.games.brian_boru.marriage import DowryTown
from regnum.games.brian_boru.regions import counts, needed
from regnum.games.brian_boru.scoring import final_points, sharers
from regnum.games.brian_boru.state import BrianBoruState


def told_of(place: str, s: BrianBoruState, words: Words, names: Sequence[str]) -> About | None:
    """Return what is told of the thing with this id."""
    kind, _, name = place.partition("-")
    if kind == "town" and name in box.TOWNS:
        return _town(s, words, names, box.TOWNS.index(name))
    if kind == "claim" and name in box.REGIONS:
        region = box.REGIONS.index(name)
        title = words.name("region", name)
        return About(title, [token(s, words, names, region), *standing(s, words, names, region)], _REGION_CLAUSE)
    if kind == "card" and name.isdecimal() and int(name) in box.CARDS:
        card = box.CARDS.index(int(name))
        title, *printed = shown_card(card, words, {})["label"].split(". ")
        marked = marks(s, words, s.observer, card).lines(words) if s.observer >= 0 else []
        return About(title, [*marked, *printed], "brian_boru.cards.actions")
    if kind == "space" and name.isdecimal() and int(name) <= box.TRACK_TOP:
        label = shown_space(int(name), words)["label"]
        title = f"{words.say('board', 'track', {})}: {words.say('board', 'space', {'space': name})}"
        return About(title, [upfirst(label)] if label else [], "brian_boru.marriage.track_rewards")
    if kind == "bride" and name in box.BRIDES:
        return _bride(s, words, names, box.BRIDES.index(name))
    if kind == "column" and name in _COLUMN_CLAUSES:
        return About(words.title(name), [words.say("column", name, {})], _COLUMN_CLAUSES[name])
    return None


COLUMNS: Final = {
    "points": "points",
    "coin": "coins",
    "renown": "renown",
    "town": "towns",
    "viking": "raiders_held",
    "church": "church_discs",
    "token": "region_tokens",
    "cards": "hand",
}
"""The icons in the head of the players' table, and the terms for them."""
_COLUMN_CLAUSES: Final = {
    "points": "brian_boru.scoring.track",
    "coins": "brian_boru.scoring.coins",
    "renown": "brian_boru.scoring.renown",
    "towns": "brian_boru.regions.claim",
    "raiders_held": "brian_boru.icons.raiders",
    "church_discs": "brian_boru.church.first",
    "region_tokens": "brian_boru.scoring.tokens",
    "hand": "brian_boru.draft.hand",
}
_REGION_CLAUSE: Final = "brian_boru.regions.claim"
_FEW: Final = 5
"""A card that no more than these beat is kept to win with it."""


def _town(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> About:
    id_, region = box.TOWNS[town], box.TOWN_REGION[town]
    lines = [upfirst(lying) + "." for lying in what_lies(s, words, names, town)]
    params = {"colour": box.COLOURS[box.TOWN_COLOUR[town]], "region": box.REGIONS[region]}
    there = words.say("board", "town_there", params)
    meaning = words.say("means", box.COLOURS[box.TOWN_COLOUR[town]], {})
    lines = [f"{there} {meaning}", *lines, token(s, words, names, region), *standing(s, words, names, region)]
    return About(words.name("town", id_), lines, _REGION_CLAUSE)


def _bride(s: BrianBoruState, words: Words, names: Sequence[str], bride: int) -> About:
    id_ = box.BRIDES[bride]
    wed = [names[player] for player in range(s.players) if s.wed[player] >> bride & 1]
    lines = [words.say("dowry", "married", {"name": name}) for name in wed] or [words.say("dowry", "goes_to", {})]
    if bride == box.PRINCESS:
        told = [answer_in_words(way, words) for way in box.PRINCESS_CHOICES]
        lines = [*lines, words.say("dowry", "choice", {}), *told]
        return About(words.name("bride", id_), lines, "brian_boru.marriage.princess")
    gains = words.say("dowry", "brings", {"gains": ", ".join(shown_bride(bride, words)["brings"])})
    return About(words.name("bride", id_), [gains, *lines], "brian_boru.marriage.cards")


def what_lies(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> list[str]:
    """Return what lies in a town: whose disc, a Viking disc, a monastery, the marker."""
    owners = [player for player in range(s.players) if s.discs[player] >> town & 1]
    found = [words.say("board", "disc_of", {"name": names[player]}) for player in owners]
    if s.vikings >> town & 1:
        found.append(words.term("viking_disc"))
    if s.monasteries >> town & 1:
        found.append(words.term("monastery"))
    if town == s.active:
        found.append(words.term("active_town"))
    return found


def token(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> str:
    """Return what a region's token says."""
    up = bool(s.open >> region & 1)
    params = {"region": box.REGIONS[region], "points": box.VALUE[region], "towns": needed(s, region)}
    label = words.say("board", "token_up" if up else "token_down", params)
    if not up and sum(counts(s, region)) >= needed(s, region):
        label += f". {words.say('board', 'turns', {})}"
    if up:
        label += f" {names[s.owner[region]] if s.owner[region] >= 0 else words.term('unowned')}"
    return label


def standing(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> list[str]:
    """Return who counts how many towns in a region, the most first."""
    told, tied = _counted(s, words, names, region)
    lines = [words.say("board", "counts", {"counts": told})] if told else []
    return [*lines, words.say("board", "tied", {})] if tied else lines


def _counted(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> tuple[str, bool]:
    """Return how many towns each side counts in a region, and whether several have the most."""
    sides = [*names[: s.players], words.term("vikings")]
    ranked = sorted((-count, side) for side, count in enumerate(counts(s, region)) if count)
    told = [words.say("board", "counted", {"side": sides[side], "towns": -count}) for count, side in ranked]
    return ", ".join(told), len(ranked) > 1 and ranked[0][0] == ranked[1][0]


def town_told(action: Action, s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
    """Return what is counted in a town's region once the Vikings have it or a monastery stands there."""
    then = s.clone()
    if cede.has(action):
        town = cede.of(action).town
        then.vikings |= 1 << town
    else:
        town = monastery.of(action).town
        then.monasteries |= 1 << town
    told, tied = _counted(then, words, names, box.TOWN_REGION[town])
    return words.say("board", "then_nobody" if tied else "then", {"town": box.TOWNS[town], "counts": told})


def standings(s: BrianBoruState, words: Words) -> list[Standing]:
    """Return the towns that count in each region, with who alone has the most, then what each player has.

    Last come the points that the end would bring now, by what they are for, and all points together.
    """
    rows: list[Standing] = []
    for region, id_ in enumerate(box.REGIONS):
        found = counts(s, region)
        first = found.index(max(found))
        tied = found.count(found[first]) > 1
        leads = not tied and first < s.players
        params = {"points": box.VALUE[region], "towns": needed(s, region)}
        later = _shared(s, words, region) if s.open >> region & 1 else words.say("board", "from_towns", params)
        rows.append(
            Standing(
                words.name("region", id_),
                found[: s.players],
                [first] if leads else [],
                box.VALUE[region],
                later,
                keeper=s.owner[region] if tied else -1,
            )
        )
    has = {"coins": s.coins, "raiders": s.raiders, "church_discs": s.church}
    rows += [Standing(words.title(term), amounts) for term, amounts in has.items()]
    rows.append(Standing(upfirst(words.say("board", "track", {})), s.track))
    final = final_points(s)
    total = [points + sum(lines.values()) * bool(s.stack) for points, lines in zip(s.points, final, strict=True)]
    for key in final[0]:
        title = words.say("board", "in_points", {"what": words.say("final", key, {})})
        rows.append(Standing(title, [line[key] for line in final], part=True))
    return [*rows, Standing(words.say("board", "if_over", {}), total, total=True)]


def _shared(s: BrianBoruState, words: Words, region: int) -> str:
    """Return what an open token that nobody owns brings at the end, unless somebody is about to get it; "" for nothing.

    brian_boru.scoring.open_tokens
    """
    *found, vikings = counts(s, region)
    alone = found.count(max(found)) == 1 and max(found) > vikings
    if s.owner[region] >= 0 or alone or not sharers(s, region):
        return ""
    return words.say("board", "shared", {"points": box.VALUE[region] // 2})


def asked(s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
    """Return what the observer is asked where the table has a part in it: the draft, a power struggle; else ""."""
    step, viewer = s.stack[-1], s.observer
    if isinstance(step, Draft):
        told_draft = words.say("asked", "draft", {"left": s.to_keep[viewer]})
        is_last = s.stage == box.STAGES[s.players] - 2
        return f"{told_draft} {words.say('asked', 'last', {'cards': _last(s)})}" if is_last else told_draft
    if isinstance(step, (MoreDiscs, MoreRaiders)):
        held = zip(s.church if isinstance(step, MoreDiscs) else s.raiders, names, strict=False)
        told_held = [words.say("board", "counted", {"side": name, "towns": count}) for count, name in held]
        question = words.say("prompt", type(step).__name__, {})
        return f"{question} {words.say('asked', 'so_far', {'counts': ', '.join(told_held)})}"
    if isinstance(step, LoseTown):
        raiders = gathered(s)
        told_lost = {"name": names[step.loser], "raiders": raiders[step.loser], "most": max(raiders)}
        return words.say("asked", "cede_own" if step.loser == viewer else "cede_other", told_lost)
    if isinstance(step, DowryTown):
        return words.say("asked", "dowry", {"region": box.REGIONS[step.region]})
    if not isinstance(step, (Lead, Follow, ChooseSecondary)):
        return ""
    matching = box.MATCHING[box.TOWN_COLOUR[s.active]]
    fitting = s.hand[viewer] & matching
    told: dict[str, object] = {"town": box.TOWNS[s.active], "colour": box.COLOURS[box.TOWN_COLOUR[s.active]]}
    if isinstance(step, Lead):
        return words.say("asked", "lead" if fitting else "lead_any", told)
    winner = s.winner()
    if winner >= 0:
        told.update(name=names[winner], card=box.CARDS[s.played[winner]])
    if isinstance(step, Follow):
        if winner < 0:
            return words.say("asked", "follow_open", told)
        return words.say("asked", "follow" if fitting >> s.played[winner] else "follow_lost", told)
    told["own"] = box.CARDS[s.played[viewer]]
    return words.say("asked", "secondary" if winner >= 0 else "secondary_unwon", told)


def _last(s: BrianBoruState) -> int:
    """Return how many cards come to everybody at the end of the draft, without a choice."""
    return box.DEALT[s.players] - box.KEEP * (box.STAGES[s.players] - 1)


def foretold(action: Action, s: BrianBoruState, words: Words) -> list[str]:
    """Return what a card would do in the power struggle, or what a secondary action counts for.

    As far as cards lie open: who plays after it is not known.
    """
    if secondary.has(action):
        counted = {box.RAIDER: "raiders_held", box.CHURCH: "church_discs"}.get(icons_of(action, s)[0])
        return [words.say("column", counted, {})] if counted else []
    if follow.has(action):
        card = follow.of(action).card
    elif lead.has(action):
        card = lead.of(action).card
    else:
        return []
    winner = s.winner()
    beaten = winner >= 0 and card < s.played[winner]
    if beaten or not box.MATCHING[box.TOWN_COLOUR[s.active]] >> card & 1:
        return [words.say("foretold", "lost", {})]
    if sure_to_win(s, s.players_to_act[0], card):
        return [words.say("foretold", "won", {})]
    others = sum(played < 0 for played in s.played[: s.players]) - 1
    return [words.say("foretold", "ahead", {"others": others})]


def beaten_by(card: int) -> int:
    """Return how many cards beat one in a town for which it fights."""
    colour = box.CARD_COLOUR[card]
    matching = box.MATCHING[0 if colour == box.WHITE else colour]
    return (matching >> (card + 1)).bit_count()


def advised(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return what a card is kept for: what it wins and at what price, or what it brings when it does not; or ""."""
    if settle.has(action):
        town = settle.of(action).town
        region = box.TOWN_REGION[town]
        roads = (box.ROADS.around(1 << town) & s.free()).bit_count()
        told_first = {"points": box.VALUE[region], "towns": needed(s, region), "roads": roads}
        return words.say("advised", "first", {"region": box.REGIONS[region], **told_first})
    if not keep.has(action):
        return ""
    card = keep.of(action).card
    white, beaten = box.CARD_COLOUR[card] == box.WHITE, beaten_by(card)
    params = {"colour": box.COLOURS[box.CARD_COLOUR[card]], "cards": beaten, "ways": secondary_told(card, words)}
    key = "white" if white else "top" if not beaten else "few" if beaten <= _FEW else "weak"
    told = [words.say("advised", key, params)]
    before = bits(s.packet[s.packet_before(s.observer)])
    if beaten <= _FEW and all(beaten < beaten_by(other) for other in before if other != card):
        told.append(words.say("advised", "hardest", {}))
    price = box.MAIN[card].count(box.PAY)
    if price:
        told.append(words.say("advised", "price", {"coins": price}))
    return " ".join(told)


def answer_in_words(answer: str, words: Words) -> str:
    """Return an answer to the Danish Princess with what it brings."""
    return words.say("answered", answer, {}) if words.has("answered", answer) else words.name("answer", answer)


def answer_told(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return what an answer to the Danish Princess brings, or that it brings nothing yet; "" where its name says so."""
    answer = str(action.params["answer"])
    if not words.has("answered", answer):
        return ""
    told = answer_in_words(answer, words)
    return told if s.vikings else f"{told} {words.say('answered', 'no_vikings', {})}"


class Climb:
    """Where an action on the marriage track leads: the space reached, the one that is kept, and the one without it."""

    def __init__(self, reached: int, end: int, without: int) -> None:
        self.reached: Final = reached
        self.end: Final = end
        self.without: Final = without

    @property
    def is_short(self) -> bool:
        """Whether somebody is in the way."""
        return self.end < self.reached

    def told(self, words: Words) -> str:
        """Return where one stands then, and why not further up."""
        key = "reaches" if not self.is_short else "lands" if self.end > self.without else "stays"
        return words.say("way", key, {"space": self.end, "taken": self.reached})


def climb(action: Action, s: BrianBoruState) -> Climb | None:
    """Return where an action leads on the marriage track; None if it does not lead up there."""
    if action is not buy_step and not (secondary.has(action) and secondary.of(action).choice == WAYS[box.COURTSHIP]):
        return None
    (player,) = s.players_to_act
    at = start = s.track[player]
    if action is buy_step:
        start = next(step.start for step in reversed(s.stack) if isinstance(step, FallBack))
        reached = at + 1
    else:
        reached = min(at + icons_of(action, s).count(box.COURTSHIP), box.TRACK_TOP)
    return Climb(reached, landing(s, player, start, reached), landing(s, player, start, at))


def step_told(s: BrianBoruState, words: Words) -> str:
    """Return what one more step up the marriage track costs, and where it ends."""
    found = climb(buy_step, s)
    assert found is not None, "a step leads up"
    return words.say("way", "step", {"coins": box.EXTRA_COST, "lands": found.told(words)})


def _courtship_told(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return how far a player goes up the marriage track, and where he ends."""
    found = climb(action, s)
    assert found is not None, "courtship leads up"
    if found.reached == found.without:
        return words.say("way", "courtship_none", {})
    told = words.say("way", "courtship", {"count": found.reached - found.without})
    return f"{told} ({found.told(words)})"


def harms(action: Action, s: BrianBoruState) -> bool:
    """Tell whether a secondary action costs something and brings nothing, or costs points."""
    icons = icons_of(action, s)
    idle = box.REMOVE_VIKING in icons and not s.vikings
    return box.PAY in icons and (idle or bool(lacking_coins(s, s.players_to_act[0], icons)[1]))


def icons_of(action: Action, s: BrianBoruState) -> Sequence[int]:
    """Return the icons that a secondary action means, on the card played by whoever is to act."""
    way, (player,) = secondary.of(action).choice, s.players_to_act
    return next(icons for icons in box.SECONDARY[s.played[player]] if WAYS[icons[0]] == way)


def _loses_a_town(s: BrianBoruState, player: int) -> bool:
    """Tell whether a player would lose a town if the battle were now [brian_boru.battle.fewest]."""
    raiders = gathered(s)
    return s.battle_area > 0 and raiders[player] == min(raiders) and s.controlled(player) > 0


def way_told(action: Action, s: BrianBoruState, words: Words) -> str:
    """Return what the secondary action of a card played would bring now."""
    icons, (player,) = icons_of(action, s), s.players_to_act
    count = icons.count(box.PAY if box.PAY in icons else icons[0])
    key = str(action.params["way"])
    if icons[0] == box.RAIDER:
        at_risk = "raiders_risk" if _loses_a_town(s, player) else key
        key = at_risk if s.battle_area >= count else "raiders_few" if s.battle_area else "raiders_none"
        count = min(count, s.battle_area)
    elif icons[0] == box.COURTSHIP:
        return _courtship_told(action, s, words)
    elif icons[0] == box.REMOVE_VIKING:
        key = key if s.vikings else "drive_off_none"
    elif box.EXPAND in icons:
        towns = box.ROADS.around(s.controlled(player)) & s.free() & ~(1 << s.active)
        if s.coins[player] + count < box.EXPAND_COST:
            key = "coins_few"
        elif not towns:
            key = "coins_no_town"
    return words.say("way", key, {"count": count, "cost": box.EXPAND_COST})
