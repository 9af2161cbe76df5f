"""What is told of a thing on the table: towns, region tokens, cards, spaces of the marriage track."""

from collections.abc import Sequence

from regnum.core.drawing import About, Standing
from regnum.core.words import Words, upfirst
from regnum.games.brian_boru import components as box
from regnum.games.brian_boru.action_phase import Follow, Lead
from regnum.games.brian_boru.draft import Draft
from regnum.games.brian_boru.drawing.cards import shown_card, shown_space
from regnum.games.brian_boru.icons import ChooseSecondary
from regnum.games.brian_boru.regions import counts, needed
from regnum.games.brian_boru.scoring import final_points
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
        label = shown_card(box.CARDS.index(int(name)), words, {})["label"]
        title, *lines = label.split(". ")
        return About(title, lines, "brian_boru.cards.actions")
    if kind == "space" and name.isdecimal() and int(name) <= box.TRACK_TOP:
        label = shown_space(int(name), words)["label"]
        title = f"{words.say('board', 'track', {})}: {words.say('board', 'space', {'space': name})}"
        return About(title, [upfirst(label)] if label else [], "brian_boru.marriage.track_rewards")
    return None


_REGION_CLAUSE = "brian_boru.regions.claim"


def _town(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> About:
    id_, region = box.TOWNS[town], box.TOWN_REGION[town]
    lines = [upfirst(lying) + "." for lying in what_lies(s, words, names, town)]
    params = {"colour": box.COLOURS[box.TOWN_COLOUR[town]], "region": box.REGIONS[region]}
    there = words.say("board", "town_there", params)
    meaning = words.say("means", box.COLOURS[box.TOWN_COLOUR[town]], {})
    lines = [f"{there} {meaning}", *lines, token(s, words, names, region), *standing(s, words, names, region)]
    return About(words.name("town", id_), lines, _REGION_CLAUSE)


def what_lies(s: BrianBoruState, words: Words, names: Sequence[str], town: int) -> list[str]:
    """Return what lies in a town: whose disc, a Viking disc, a monastery, the marker."""
    found = [names[player] for player in range(s.players) if s.discs[player] >> town & 1]
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
    if up:
        label += f" {names[s.owner[region]] if s.owner[region] >= 0 else words.term('unowned')}"
    return label


def standing(s: BrianBoruState, words: Words, names: Sequence[str], region: int) -> list[str]:
    """Return who counts how many towns in a region, the most first."""
    found = counts(s, region)
    sides = [*names[: s.players], words.term("vikings")]
    ranked = sorted((-count, side) for side, count in enumerate(found) if count)
    told = [words.say("board", "counted", {"side": sides[side], "towns": -count}) for count, side in ranked]
    return [words.say("board", "counts", {"counts": ", ".join(told)})] if told else []


def standings(s: BrianBoruState, words: Words) -> list[Standing]:
    """Return the towns that count in each region, with who alone has the most, then what each player has.

    Last come the points that region tokens bring, and all points as if the game ended now.
    """
    rows: list[Standing] = []
    for region, id_ in enumerate(box.REGIONS):
        found = counts(s, region)
        first = found.index(max(found))
        leads = found.count(found[first]) == 1 and first < s.players
        rows.append(
            Standing(words.name("region", id_), found[: s.players], [first] if leads else [], box.VALUE[region])
        )
    has = {"coins": s.coins, "renown": s.renown, "raiders": s.raiders, "church_discs": s.church}
    rows += [Standing(words.title(term), amounts) for term, amounts in has.items()]
    final = final_points(s)
    total = [points + sum(lines.values()) * bool(s.stack) for points, lines in zip(s.points, final, strict=True)]
    rows.append(Standing(words.title("region_tokens"), [line["tokens"] + line["open_tokens"] for line in final]))
    return [*rows, Standing(words.say("board", "if_over", {}), total)]


def asked(s: BrianBoruState, words: Words, names: Sequence[str]) -> str:
    """Return what the observer is asked where the table has a part in it: the draft, a power struggle; else ""."""
    step, viewer = s.stack[-1], s.observer
    if isinstance(step, Draft):
        return words.say("asked", "draft", {"left": s.to_keep[viewer]})
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
