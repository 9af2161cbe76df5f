"""What cannot be in a position of Wallenstein, for those who set one up by hand."""

from typing import TYPE_CHECKING

from regnum.core.atlas import bits
from regnum.core.field import ANY_LENGTH, PER_SIDE, Each
from regnum.games.wallenstein.components import (
    ACTION_CARDS,
    ARMIES,
    BID,
    BUILDING_TILES,
    BUILDINGS,
    CARDS,
    EVENTS,
    FARMERS,
    FAVOUR_KIND,
    FAVOUR_TRUCE,
    FAVOURS,
    FIELDS,
    HIDDEN,
    IN_PLAY,
    LANDS,
    OPEN_EVENTS,
    PRICES,
    SITES,
    SPACES,
    TILES,
    TOWER_CARD,
    UNSET,
)
from regnum.games.wallenstein.stacked import faults_of_steps

if TYPE_CHECKING:
    from regnum.games.wallenstein.state import WallensteinState


def faults_of(s: "WallensteinState") -> list[str]:
    """Return everything that cannot be so in a game, one line each."""
    found = _lengths(s)
    if found:
        return found
    return [
        *_lands(s),
        *_cubes(s),
        *_buildings(s),
        *_decks(s),
        *_rounds(s),
        *_boards(s),
        *_expansions(s),
        *faults_of_steps(s),
    ]


def _lengths(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    for name, codec in s.FIELDS.items():
        if isinstance(codec, Each) and codec.length != ANY_LENGTH:
            wanted = s.sides if codec.length == PER_SIDE else codec.length
            if len(getattr(s, name)) != wanted:
                found.append(f"{name}: not a list of {wanted}")
    wanted = s.players + 1
    for name, pieces in (("supply", s.supply), ("tray", s.tray), ("tower", s.tower)):
        if len(pieces) != wanted:
            found.append(f"{name}: not a list of {wanted}, one for each player and the farmers last")
    return found


def _lands(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    in_play = IN_PLAY[s.players]
    for land, name in enumerate(LANDS):
        owners = sum(1 for lands in s.lands if lands >> land & 1)
        if owners > 1:
            found.append(f"lands: {name} belongs to {owners} players")
        if not in_play >> land & 1 and (owners or s.armies[land] or s.unrest[land]):
            found.append(f"lands: {name} is not in play with {s.players} players")
        if owners and not s.armies[land] and land != s.drafted and s.year:
            found.append(f"armies: none in {name}, which has an owner")
        if not owners and s.armies[land]:
            found.append(f"armies: {s.armies[land]} in {name}, which is neutral")
        if not owners and s.unrest[land]:
            found.append(f"unrest: a marker in {name}, which is neutral")
    return found


def _cubes(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    for player in range(s.players):
        on_map = sum(s.armies[land] for land in bits(s.lands[player]))
        there = on_map + s.supply[player] + s.tray[player] + s.tower[player]
        moving = sum(
            step.params()["armies"]
            for step in s.stack
            if type(step).__name__ in ("Battle", "NeutralBattle") and step.params().get("player") == player
        )
        if there + moving != ARMIES:
            found.append(f"supply: player {player} has {there + moving} armies in all, not {ARMIES}")
    farmers = s.supply[-1] + s.tray[-1] + s.tower[-1]
    if farmers != FARMERS:
        found.append(f"supply: there are {farmers} farmers in all, not {FARMERS}")
    return found


def _buildings(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    owned = s.owned()
    for building, name in enumerate(BUILDINGS):
        if s.buildings[building].bit_count() > BUILDING_TILES[building]:
            found.append(f"buildings: more than {BUILDING_TILES[building]} of {name}")
        found += [f"buildings: a {name} in neutral {LANDS[land]}" for land in bits(s.buildings[building] & ~owned)]
    for land, name in enumerate(LANDS):
        if s.built(land) > SITES[land]:
            found.append(f"buildings: {s.built(land)} in {name}, which has {SITES[land]} sites")
    return found


def _twice(name: str, cards: list[int], things: list[str]) -> list[str]:
    """Return a fault for each card that stands there twice."""
    return [f"{name}: {things[card]} twice" for card in range(len(things)) if cards.count(card) > 1]


def _decks(s: "WallensteinState") -> list[str]:
    open_lands = [land for land in s.open_lands if land >= 0]
    owned: list[int] = []
    for lands in s.lands:
        owned += bits(lands)
    found = _twice("land_deck", [*s.land_deck, *open_lands, *owned], LANDS)
    events = [*s.event_deck, *bits(s.open_events), *bits(s.past_events), *([s.event] if s.event >= 0 else [])]
    found += _twice("event_deck", events, EVENTS)
    if s.year and len(events) != len(EVENTS):
        found.append(f"event_deck: {len(events)} event cards in all, not {len(EVENTS)}")
    favours = [*s.favour_deck, *bits(s.past_favours)]
    digits = [str(favour) for favour in FAVOURS]
    found += [*_twice("favour_deck", favours, digits), *_twice("favours", list(s.favours), digits)]
    found += [f"favours: {FAVOURS[card]} is not among past_favours" for card in s.favours if _new(s, card)]
    if s.year and s.options["court"] and len(favours) != len(FAVOURS):
        found.append(f"favour_deck: {len(favours)} favour cards in all, not {len(FAVOURS)}")
    if s.known_below > len(s.land_deck):
        found.append("known_below: more cards than the deck has")
    hidden = [("land_deck", s.land_deck), ("event_deck", s.event_deck), ("favour_deck", s.favour_deck)]
    return found + [f"{name}: a card is unknown" for name, deck in hidden if -1 in deck]


def _new(s: "WallensteinState", card: int) -> bool:
    return card >= 0 and not s.past_favours >> card & 1


def _rounds(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    if s.order and sorted(s.order) != list(range(len(ACTION_CARDS))):
        found.append("order: not each action card once")
    if s.turned > len(s.order):
        found.append("turned: more cards than lie there")
    if s.tiles and sorted(s.tiles) != list(range(len(TILES))):
        found.append("tiles: not each advantage tile once")
    found += [f"space: {space + 1} twice" for space in range(SPACES) if s.space.count(space) > 1]
    names = [type(step).__name__ for step in s.stack]
    if not s.order and any(name in ("Planning", "ActionCard", "NextActionCard") for name in names):
        found.append("order: no action cards lie there, but a round goes on")
    if not s.tiles and any(name in ("RevealBids", "ChooseSpace") for name in names):
        found.append("tiles: none lie there, but spaces are to be chosen")
    return found + _to_come(s, names)


def _to_come(s: "WallensteinState", names: list[str]) -> list[str]:
    """Return what is missing for the rounds that are still to come."""
    found: list[str] = []
    rounds = names.count("Round")
    events = rounds + names.count("DetermineEvent") + names.count("Winter")
    opened = s.open_events.bit_count()
    if opened < events or (opened > events and s.year and ("Winter" in names or "Year" in names)):
        found.append(f"open_events: {opened}, but {events} are still needed this year")
    if "Year" in names and s.year == 1:
        rounds += 3
        if len(s.event_deck) < OPEN_EVENTS:
            found.append(f"event_deck: fewer than {OPEN_EVENTS} for the second year")
    if s.options["court"] and s.year and len(s.favour_deck) < rounds * len(PRICES):
        found.append(f"favour_deck: fewer than {rounds * len(PRICES)} for the rounds to come")
    return found


def _boards(s: "WallensteinState") -> list[str]:
    found: list[str] = []
    last = s.last_field()
    towers = s.tower_cards()
    for player, plan in enumerate(s.plan):
        where = f"plan[{player}]"
        found += _twice(where, list(plan), CARDS[:TOWER_CARD])
        if plan.count(TOWER_CARD) > towers:
            found.append(f"{where}: {plan.count(TOWER_CARD)} tower cards, there are {towers}")
        if HIDDEN in plan:
            found.append(f"{where}: a card is unknown")
        for field, card in enumerate(plan):
            if 0 <= card < len(LANDS) and not s.lands[player] >> card & 1:
                found.append(f"{where}: {LANDS[card]} is not the player's land")
            if field >= last and card >= 0:
                found.append(f"{where}: a card on {FIELDS[field]}, which is not in use")
        if not s.shown[player] >> BID & 1 and 0 <= plan[BID] < len(CARDS) and not s.affordable(player, plan[BID]):
            found.append(f"{where}: the bid {CARDS[plan[BID]]} is more than the player has")
        found += [f"shown: {FIELDS[f]} of player {player} is empty" for f in bits(s.shown[player]) if plan[f] == UNSET]
        if s.fresh[player] & ~s.lands[player]:
            found.append(f"fresh: not all are lands of player {player}")
        if s.confirmed[player] and UNSET in plan[:last]:
            found.append(f"{where}: confirmed with a field neither laid nor blank")
    return found


def _expansions(s: "WallensteinState") -> list[str]:
    """Return what is there without its expansion, and favours that were never open."""
    found: list[str] = []
    if not s.options["landsknechte"] and any(s.banner):
        found.append("banner: cards are turned without Landsknechte")
    if not s.options["court"]:
        found += [f"hall: player {p} has courtiers without the court" for p in range(s.players) if s.hall[p]]
        if s.favour_deck or s.past_favours or max(s.favours) >= 0:
            found.append("favour_deck, favours, past_favours: cards without the court")
        if s.ward >= 0 or any(s.truce):
            found.append("ward, truce: favours without the court")
        return found
    if not s.year and s.past_favours:
        found.append("past_favours: cards before the first year")
    taken = [card for card in bits(s.past_favours) if card not in s.favours]
    if s.ward >= 0 and "calm" not in [FAVOUR_KIND[card] for card in taken]:
        found.append("ward: nobody can have taken the favour")
    truces = [FAVOUR_TRUCE[card] for card in taken]
    for player, truce in enumerate(s.truce):
        if truce in truces:
            truces.remove(truce)
        elif truce:
            found.append(f"truce: player {player} cannot have taken the favour")
    return found
