"""Explanations of the elements on the table of Wallenstein, and of illegal actions."""

from collections.abc import Callable, Sequence
from typing import Final

from regnum.core.rules.action import Action
from regnum.core.text.words import Words, upfirst
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.battle import defending_farmers
from regnum.games.wallenstein.scoring import SCORE_REASONS, final_points
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.view.advice import doubts_about_plan, expected_effects, hint_reason, winter_span
from regnum.games.wallenstein.view.cards import banner_of, facts_of, kept_favours, place_of, truce_of
from regnum.games.wallenstein.view.keys import UNEXPECTED_REFUSALS
from regnum.view import Explainer, Explanation

_ExplainPlace = Callable[[str, WallensteinState, Words, Sequence[str]], Explanation | None]
_CLAUSES: Final = {"combat_a": "actions.combat", "combat_b": "actions.combat", "bid": "planning.bid"}
"""The clauses of fields whose action has a different name."""
_FIELDS_BY_EVENT: Final = {
    "unrest_relief": (box.HOUSE,),
    "neutral_farmers": box.FIGHTING,
    "palace_guard": box.FIGHTING,
    "church_peace": box.FIGHTING,
    "tax_max": (box.COLLECT_TAXES,),
    "tax_min": (box.COLLECT_TAXES,),
    "grain_min": (box.COLLECT_GRAIN,),
    "grain_max": (box.COLLECT_GRAIN,),
    "dear_armies": (box.DEPLOY_5, box.DEPLOY_3),
}
"""The fields that each kind of event changes."""


def explain_place(place: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    """Return the explanation of the element with this id, or None."""
    kind, _, name = place.partition("-")
    explain = _EXPLAINERS.get(kind)
    return explain(name, s, words, names) if explain else None


def effect_of(event: int, words: Words) -> str:
    """Return the effect of an event in words."""
    params = {"amount": box.EVENT_AMOUNT[event], "five": box.EVENT_FIVE[event]}
    return words.text("effect", box.EVENT_KIND[event], params)


def majority_sentences(s: WallensteinState, words: Words, names: Sequence[str], region: int) -> list[str]:
    """Return a sentence for each kind of building in a region, with each player's count and the majority's value."""
    sentences: list[str] = []
    for building, kind in enumerate(box.BUILDINGS):
        building_lands = s.buildings[building] & box.REGION_LANDS[region]
        counts = sorted(
            (-(building_lands & lands).bit_count(), player)
            for player, lands in enumerate(s.lands)
            if building_lands & lands
        )
        if counts:
            counts_text = ", ".join(f"{names[player]} {-count}" for count, player in counts)
            params = {"region": box.REGIONS[region], "points": box.MAJORITY[building], "counts": counts_text}
            sentences.append(words.text("explanation", f"most_{kind}", params))
    return sentences


def _land(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    if name not in box.LANDS:
        return None
    land = box.LANDS.index(name)
    params = {**facts_of(land), "free": box.SITES[land] - s.building_count(land)}
    lines = [words.text("explanation", "land", params)]
    title = upfirst(words.name("land", name))
    lines += abbreviation_sentences(title, words)
    if not box.IN_PLAY[s.players] >> land & 1:
        return Explanation(
            title, [*lines, upfirst(words.text("board", "out", {})) + "."], "wallenstein.setup.three_players"
        )
    owner = s.owner(land)
    clause = "wallenstein.scoring.majority"
    if owner >= 0:
        params = {"player": names[owner], "armies": s.armies[land]}
        lines.append(words.text("explanation", "held", params))
    else:
        lines.append(words.text("explanation", "neutral", {"farmers": defending_farmers(s)}))
        clause = "wallenstein.battle.when_neutral"
    lines += building_sentences(s, words, land)
    if s.unrest[land]:
        lines.append(words.text("explanation", "unrest", {"unrest": s.unrest[land]}))
        clause = "wallenstein.actions.collect_revolt"
    if s.revolts >> land & 1:
        lines.append(words.text("explanation", "rises", {}))
        clause = "wallenstein.winter.table"
    if owner >= 0 and s.truce[owner]:
        lines.append(upfirst(words.text("board", "truce", {"actions": truce_of(s, owner)})) + ".")
    return Explanation(title, [*lines, *majority_sentences(s, words, names, box.LAND_REGION[land])], clause)


def building_sentences(s: WallensteinState, words: Words, land: int) -> list[str]:
    """Return a sentence that lists the buildings of a land, or [] if there are none."""
    kinds = zip(box.BUILDINGS, s.buildings, strict=True)
    names = [words.name("building", kind) for kind, lands in kinds if lands >> land & 1]
    return [upfirst(", ".join(names)) + "."] if names else []


def abbreviation_sentences(name: str, words: Words) -> list[str]:
    """Return what the letters before a land's name stand for, as printed on the map, or [] if there are none."""
    letters, dot, _ = name.partition(". ")
    key = letters.replace("ä", "ae")
    return [f"{letters}.: {words.text('abbreviation', key, {})}."] if dot and words.has("abbreviation", key) else []


def _open_land(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    """Return the explanation of a face-up land card of the draft, or of the deck, or None for another name."""
    name = name.removeprefix("land-")
    if name == "deck":
        lines = [words.text("explanation", "deck", {})]
        title = words.text("board", "deck", {"cards": len(s.land_deck)})
        return Explanation(title, lines, "wallenstein.setup.draft_take")
    explanation = _land(name, s, words, names)
    return (
        Explanation(explanation.title, explanation.lines[:1], "wallenstein.setup.draft_take") if explanation else None
    )


def _card(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    kind, _, rest = name.partition("-")
    id_ = rest if kind == "land" else name.replace("-", "_")
    if id_ not in box.CARDS or s.observer < 0:
        return None
    card = box.CARDS.index(id_)
    title = upfirst(words.name("card", id_))
    positions = [
        upfirst(words.text("board", "lies_on", {"field": box.FIELDS[field]})) + "."
        for field, planned in enumerate(s.plan[s.observer])
        if planned == card
    ]
    if card < box.COIN_0:
        land = _land(id_, s, words, names)
        facts = [*(land.lines[:2] if land else ()), *building_sentences(s, words, card)]
        return Explanation(
            title, [*facts, words.text("explanation", "land_card", {}), *positions], "wallenstein.planning.land_card"
        )
    if card == box.TOWER_CARD:
        params = {"armies": s.tray[s.observer]}
        return Explanation(
            title, [words.text("explanation", "tower_card", params), *positions], "wallenstein.court.convert_tray"
        )
    coins = box.coins_on(card)
    text = words.text("explanation", "coin_card" if coins else "coin_0", {"coins": coins})
    return Explanation(title, [text, *positions], "wallenstein.planning.bid")


def _field(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    if name not in box.FIELDS:
        return None
    field = box.FIELDS.index(name)
    params: dict[str, object] = {"cost": box.COSTS[field]}
    if field in box.DEPLOYING:
        params["armies"] = box.DEPLOY_ARMIES[field - box.DEPLOY_5]
    elif field < box.COLLECT_GRAIN:
        params["points"] = box.MAJORITY[field]
    elif field > box.BID:
        params["armies"] = field - box.BID
    lines = [words.text("field_effect", "convert" if field > box.BID else name, params)]
    if s.event >= 0 and s.season != box.WINTER and field in _FIELDS_BY_EVENT[box.EVENT_KIND[s.event]]:
        lines.append(words.text("explanation", "now", {"effect": effect_of(s.event, words)}))
    card = s.plan[s.observer][field] if s.observer >= 0 and s.plan[s.observer] else box.UNSET
    if 0 <= card < box.BLANK:
        lines.append(words.text("explanation", "planned", {"card": box.CARDS[card]}))
        lines += [
            doubt
            for doubted_field, doubt in doubts_about_plan(s, words).items()
            if s.is_planning() and doubted_field == field
        ]
    return Explanation(words.name("field", name), lines, _clause_of(name))


def _clause_of(field: str) -> str:
    """Return the clause of a field's action."""
    clause = "court.convert_land" if field.startswith("convert_") else _CLAUSES.get(field)
    name = field.removeprefix("build_").removeprefix("collect_")
    return f"wallenstein.{clause or f'actions.{name}'}"


def _action(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    """Return the explanation of an action card in the row: its effect, or the actions that it may be if face down."""
    number = _number(name)
    if not 1 <= number <= len(s.order):
        return None
    action = s.order[number - 1]
    title = words.text("board", "nth_action", {"number": number})
    if number <= s.turned and action >= 0:
        about = _field(box.ACTION_CARDS[action], s, words, names)
        return Explanation(about.title, [upfirst(title) + ".", *about.lines], about.clause) if about else None
    known_order = s.order[: s.turned]
    hidden_actions = [
        words.name("field", id_) for action, id_ in enumerate(box.ACTION_CARDS) if action not in known_order
    ]
    lines = [
        words.text("explanation", "face_down", {}),
        words.text("explanation", "one_of", {"fields": ", ".join(hidden_actions)}),
    ]
    return Explanation(upfirst(title), lines, "wallenstein.round.action_cards")


def _space(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    space = _number(name) - 1
    if not 0 <= space < box.SPACES:
        return None
    title = words.text("board", "space", {"space": space + 1})
    lines = [words.text("explanation", "space" if s.players == box.SPACES else "space_among", {"space": space + 1})]
    if space in s.space:
        lines.append(words.text("explanation", "stands", {"player": names[s.space.index(space)]}))
    if not s.tiles:
        return Explanation(title, lines, "wallenstein.order.choose")
    tile = box.TILES[s.tiles[space]]
    return Explanation(title, [words.text("tile", tile, {}), *lines], f"{s.game.id}.tiles.{tile}")


def _number(name: str) -> int:
    return int(name) if name.isdecimal() and len(name) < 4 else -1


def _event(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    event = _number(name)
    if not 0 <= event < len(box.EVENTS):
        return None
    loss = upfirst(words.text("board", "winter_loss", {"loss": box.GRAIN_LOSS[event]})) + "."
    if s.season == box.WINTER:
        lines = [loss, words.text("explanation", "winter", {})]
        return Explanation(words.name("season", "winter"), lines, "wallenstein.winter.grain_loss")
    timing = words.text("explanation", "event_now" if event == s.event else "event_later", {})
    return Explanation(effect_of(event, words), [timing, loss], f"{s.game.id}.event.{box.EVENT_KIND[event]}")


def _favour(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    if name.startswith("taken-"):
        return Explanation(
            words.text("board", "taken", {}), [words.text("explanation", "taken", {})], "wallenstein.court.one_favour"
        )
    digit = _number(name)
    if digit not in box.FAVOURS:
        return None
    card = box.FAVOURS.index(digit)
    lines = [words.text("explanation", "favour", {})]
    if card in s.favours:
        price = box.PRICES[s.favours.index(card)]
        title = words.text("board", "favour", {"favour": digit, "price": price})
        lines.insert(0, title + ".")
    if s.observer >= 0:
        lines.append(words.text("explanation", "hall", {"courtiers": s.hall[s.observer]}))
    return Explanation(words.name("favour", digit), lines, f"{s.game.id}.favours.{box.FAVOUR_KIND[card]}")


def _gift(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    bonus = name.removeprefix("bonus-")
    if bonus not in box.BONUSES or s.observer < 0:
        return None
    amount = box.BANNERS[s.banner[s.observer]][box.BONUSES.index(bonus)]
    lines = [words.text("explanation", "gift", {"regions": box.BANNER_REGIONS})]
    return Explanation(words.text("gift", bonus, {"amount": amount}), lines, "wallenstein.landsknechte.bonus")


def _feeding(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    span = winter_span(s, words)
    if name != "winter" or not span or s.observer < 0:
        return None
    lines = [words.text("explanation", "feeding_winter", {"span": span})]
    return Explanation(words.text("explanation", "feeding", {}), lines, "wallenstein.winter.grain_loss")


def _group(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    size = _number(name)
    if size not in box.GROUP_SIZES:
        return None
    title = words.text("board", "armies", {"armies": size})
    return Explanation(title, [words.text("explanation", "group", {})], "wallenstein.setup.draft_group")


def _groups(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    player = _number(name)
    if not 0 <= player < s.players:
        return None
    sizes = [size for number, size in enumerate(box.GROUP_SIZES) for _ in range(s.groups[player][number])]
    text = f"{words.text('board', 'groups', {})}: {', '.join(map(str, reversed(sizes))) or '–'}."
    return Explanation(names[player], [text], "wallenstein.setup.groups")


def _player(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    if name == "farmers":
        farmers = s.players
        cubes = {"supply": s.supply[farmers], "tray": s.tray[farmers], "tower": s.tower[farmers]}
        lines = [words.text("explanation", "cubes", cubes), words.text("explanation", "farmers", {})]
        return Explanation(words.title("farmers"), lines, "wallenstein.battle.calm_farmers")
    player = _number(name)
    if not 0 <= player < s.players:
        return None
    params = {"points": s.points[player], "coins": s.coins[player], "grain": s.grain[player]}
    lines = [
        words.text("explanation", "has", {**params, "lands": s.lands[player].bit_count()}),
        words.text(
            "explanation", "own_cubes", {"supply": s.supply[player], "tray": s.tray[player], "tower": s.tower[player]}
        ),
    ]
    points = final_points(s)[player]
    reasons_text = ", ".join(
        f"{words.text('score_reason', key, {})} {points[key]}" for key in SCORE_REASONS if points[key]
    )
    lines.append(words.text("explanation", "would_score", {"points": sum(points.values()), "why": reasons_text or "–"}))
    if s.variant.court:
        lines.append(words.text("explanation", "at_court", {"courtiers": s.hall[player]}))
    if s.variant.landsknechte:
        lines.append(banner_of(s, words, player)["text"] + ".")
    lines += [upfirst(favour["text"]) + "." for favour in kept_favours(s, words, player)]
    return Explanation(names[player], lines, "wallenstein.scoring.lands")


def _tower(name: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
    if name != "cubes":
        return None
    sides = [*names[: s.players], words.term("farmers")]
    lines = [words.text("explanation", "tower", {})]
    for place, cubes in (("tray", s.tray), ("tower", s.tower)):
        counts_text = ", ".join(f"{side} {count}" for side, count in zip(sides, cubes, strict=True) if count)
        lines.append(words.text("explanation", f"in_{place}", {"cubes": counts_text or "–"}))
    return Explanation(words.text("explanation", "tower_title", {}), lines, "wallenstein.tower.throw")


_EXPLAINERS: Final[dict[str, _ExplainPlace]] = {
    "land": _land,
    "open": _open_land,
    "card": _card,
    "field": _field,
    "row": _field,
    "action": _action,
    "space": _space,
    "event_card": _event,
    "feeding": _feeding,
    "favour": _favour,
    "gift": _gift,
    "group": _group,
    "groups": _groups,
    "player": _player,
    "tower": _tower,
}
PLACES: Final = tuple(f"{kind}-" for kind in _EXPLAINERS)
"""The id prefixes of all elements that have an explanation."""


class WallensteinExplainer(Explainer[WallensteinState]):
    """The explanations of Wallenstein."""

    def unavailable_reason(self, place: str, s: WallensteinState, words: Words, names: Sequence[str]) -> str | None:
        """Return that a card is already laid, with its field, which must be selected to change it; None otherwise."""
        if s.observer < 0 or not s.is_planning() or s.changing[s.observer]:
            return None
        planned = [(field, card) for field, card in enumerate(s.plan[s.observer]) if 0 <= card < box.TOWER_CARD]
        field = {place_of(card): field for field, card in planned}.get(place.removeprefix("card-"))
        return None if field is None else words.text("board", "lies_used", {"field": box.FIELDS[field]})

    def group_key(self, action: Action, s: WallensteinState) -> str:
        """Return the action's family; all actions that fill fields share one explanation."""
        return "plan" if actions.blank.has(action) else action.family

    def explain(self, place: str, s: WallensteinState, words: Words, names: Sequence[str]) -> Explanation | None:
        """Return the explanation of a land, card, field, action, space, event, favour, player or of the tower."""
        return explain_place(place, s, words, names)

    def expected_effects(self, action: Action, s: WallensteinState, words: Words, names: Sequence[str]) -> list[str]:
        """Return the mean number of cubes for and against an attack, or [] for other actions."""
        return expected_effects(action, s, words)

    def hint_reason(self, action: Action, s: WallensteinState, words: Words) -> str:
        """Return the benefit of an action, such as of a land, a building, a bid or a battle."""
        return hint_reason(action, s, words)


EXPLANATIONS: Final = WallensteinExplainer(places=PLACES, unexpected=UNEXPECTED_REFUSALS)
