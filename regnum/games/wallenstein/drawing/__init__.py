"""The table of Wallenstein as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Choice, Param
from regnum.core.drawing import About, Drawing, Report, Standing, Summary, tallies
from regnum.core.note import Line, Note
from regnum.core.words import Words
from regnum.games.wallenstein import actions
from regnum.games.wallenstein import components as box
from regnum.games.wallenstein.action_phase import ActionCard, NextActionCard
from regnum.games.wallenstein.drawing import beside, boards
from regnum.games.wallenstein.drawing.advising import advised
from regnum.games.wallenstein.drawing.report import (
    ENDS,
    battle_report,
    lands_lost,
    own_revolts_first,
    season_report,
    winter_report,
)
from regnum.games.wallenstein.drawing.telling import PLACES, foretold, standings, told_of
from regnum.games.wallenstein.move import MarchOrAttack, MoveArmies, SendArmies
from regnum.games.wallenstein.prospect import prospect
from regnum.games.wallenstein.state import WallensteinState
from regnum.games.wallenstein.winter import ChooseRevolt

_THROWN: Final = "joins joins_farmers fell fell_farmers against against_farmers farmers_help farmers_stay"
_BATTLE: Final = f"{_THROWN} conquers holds devastated stays_neutral"
_SUMMARIES: Final = (
    Summary(
        "winter",
        "grain_loss",
        f"fed unfed rises face revolt {_BATTLE}",
        {"scores": "points"},
        silent="scores",
        held=True,
    ),
    Summary("battle", "attacks revolt", _BATTLE, held=True, sides="defender"),
    Summary(
        "court",
        "tower_card courtiers_of_land courtiers_of_tray favour",
        "gains_coins gains_grain gains_points armies_to_tray calm calms donate builds reinforce ward_kept cancel_event "
        "event_cancelled",
        {"gains_points": "points"},
        anew=False,
        silent="card tower_card no_action skips pass",
    ),
    Summary("order", "bid", "pays space tile", anew=False, silent="pays tile", brief=True),
    Summary("season", "season", "action_card", {"gains_points": "points"}, until="season"),
)
_PLACES: Final[list[dict[str, Any]]] = sorted(boards.LAYOUT["lands"], key=lambda land: box.LANDS.index(land["id"]))


def _at(land: int, what: str) -> dict[str, int]:
    x, y = _PLACES[land][what]
    return {"x": x, "y": y}


def _free_spot(s: WallensteinState, land: int) -> dict[str, int]:
    """Return where in a land nothing lies: the place of unrest, else a building site, else left of the armies."""
    if not s.unrest[land]:
        return _at(land, "unrest")
    sites = _PLACES[land]["sites"]
    if len(_sites(s, land)) < len(sites):
        return {"x": sites[-1][0], "y": sites[-1][1]}
    x, y = _PLACES[land]["army"]
    return {"x": x - 50, "y": y - 16}


def _sites(s: WallensteinState, land: int) -> list[tuple[int, list[int]]]:
    """Return the buildings of a land with their places: trading houses first, as the first site is the nearest."""
    standing = [building for building in range(len(box.BUILDINGS)) if s.buildings[building] >> land & 1]
    return list(zip(standing, _PLACES[land]["sites"], strict=False))


def _way(s: WallensteinState) -> tuple[int, int]:
    """Return the land that the decision under way starts from, and the one it aims at; -1 for none."""
    if s.drafted >= 0:
        return s.drafted, -1
    top = s.stack[-1] if s.stack else None
    if isinstance(top, SendArmies):
        return top.source, top.target
    if isinstance(top, (MarchOrAttack, MoveArmies)):
        return top.source, -1
    return -1, -1


@cache
def _printed(words: Words, land: int) -> str:
    """Return what the map says of a land in every game."""
    return words.say("board", "land", boards.facts_of(land))


def _label(s: WallensteinState, words: Words, names: Sequence[str], land: int, owner: int) -> str:
    told = [_printed(words, land)]
    if not box.IN_PLAY[s.players] >> land & 1:
        return f"{told[0]}; {words.say('board', 'out', {})}"
    told.append(names[owner] if owner >= 0 else words.say("board", "neutral", {}))
    if s.armies[land]:
        told.append(words.say("board", "armies", {"armies": s.armies[land]}))
    told += [words.name("building", box.BUILDINGS[building]) for building, _ in _sites(s, land)]
    if s.unrest[land]:
        told.append(words.say("board", "unrest", {"unrest": s.unrest[land]}))
    if owner >= 0 and s.truce[owner]:
        told.append(words.say("board", "truce", {"actions": beside.truce_of(s, owner)}))
    return f"{told[0]}; {', '.join(told[1:])}"


def _gifts(s: WallensteinState, words: Words, targets: set[str]) -> list[dict[str, str]]:
    """Return the gifts of the viewer's Landsknechte card while he chooses one."""
    card = box.BANNERS[s.banner[s.observer]] if s.observer >= 0 else []
    return [
        {"target": f"bonus-{name}", "name": words.say("gift", name, {"amount": amount})}
        for name, amount in zip(box.BONUSES, card, strict=False)
        if f"bonus-{name}" in targets
    ]


def _revolt(s: WallensteinState, words: Words, step: ChooseRevolt, land: int) -> dict[str, Any]:
    """Return what a revolt of the winter is about: who fights whom in which land, and what stands there."""
    built = [words.name("building", box.BUILDINGS[building]) for building, _ in _sites(s, land)]
    stake = words.say("board", "at_stake", {"buildings": ", ".join(built)}) if built else ""
    farmers = min(s.unrest[land] + step.farmers, s.supply[s.players])
    return {"land": box.LANDS[land], "armies": s.armies[land], "farmers": farmers, "stake": stake}


def _revolts(s: WallensteinState, words: Words, step: ChooseRevolt) -> str:
    """Return how many revolts a player is to order, and how many of his lands lack grain; or all of the last one."""
    if s.revolts.bit_count() == 1:
        return words.say("board", "one_revolt", _revolt(s, words, step, s.revolts.bit_length() - 1))
    unfed = s.lands[step.player].bit_count() - s.grain[step.player]
    return words.say("board", "revolts", {"unfed": unfed, "revolts": s.revolts.bit_count()})


def _sent(s: WallensteinState, words: Words, step: SendArmies, count: int) -> str:
    """Return that so many armies go, whether that is all of them, and what an attack may expect of the tower."""
    told = words.say("board", "send_all", {"armies": count}) if count == s.armies[step.source] - 1 > 2 else ""
    if s.lands[step.player] >> step.target & 1:
        return told
    mine, against = prospect(s, step.player, step.target, count)
    told = told or words.say("board", "armies", {"armies": count})
    return words.say("board", "send_odds", {"told": told, "mine": round(mine), "against": round(against)})


def current_action(s: WallensteinState) -> int:
    """Return the position of the action card that is being carried out; -1 before the first and between rounds."""
    if not s.order or s.turned == 0 or 0 in s.confirmed:
        return -1
    for step in reversed(s.stack):
        if isinstance(step, NextActionCard):
            return step.position - 1
        if isinstance(step, ActionCard):
            return -1
    return len(box.ACTION_CARDS) - 1


class WallensteinDrawing(Drawing[WallensteinState]):
    """The table of Wallenstein: the map, the boards, the tower."""

    SIZE: ClassVar[tuple[int, int]] = (1650, 1584)
    SECTIONS: ClassVar[frozenset[str]] = frozenset({"season"})
    SAME_TO_ALL: ClassVar[bool] = True
    SUMMARIES: ClassVar[tuple[Summary, ...]] = _SUMMARIES
    STAGES: ClassVar[frozenset[str]] = frozenset({"action_card", "season", "grain_loss"})
    NEUTRAL: ClassVar[tuple[str, str]] = ("i-farmers", "farmers")
    DETAILS: ClassVar[frozenset[str]] = frozenset(_THROWN.split())
    SIGNS: ClassVar[Mapping[str, str]] = {
        "battle": f"attack attacks revolt rises face {_BATTLE}",
        "build": "builds donate",
        "card": "event_opens favour_opens event bid action_card action_opens tower_card tile favour banner draws",
        "coin": "gains_coins pays",
        "goods": "gains_grain fed unfed grain_loss",
        "move": "march shift",
        "place": "draft station deploys reinforce filled",
        "points": "gains_points scores",
        "unrest": "unrest calm calms",
    }
    NEWS: ClassVar[frozenset[str]] = frozenset({"event", "grain_loss"})
    OPENINGS: ClassVar[frozenset[str]] = frozenset({"attack", "send", "card", "attacks"})
    FORCED: ClassVar[frozenset[str]] = frozenset({"station", "send", "face"})
    CARDS: ClassVar[tuple[str, ...]] = ("field-", "space-", "group-", "favour-", "bonus-")
    ON_BOARD: ClassVar[tuple[str, ...]] = ("lands", "armies", "unrest", "buildings", "revolts")
    PLACES: ClassVar[tuple[str, ...]] = PLACES
    UNEXPECTED: ClassVar[frozenset[str]] = frozenset(
        {
            "land_drafted",
            "land_not_open",
            "lies_there",
            "next_field_first",
            "not_in_play",
            "say_change_first",
            "send_some",
            "without_court",
        }
    )

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map: lands, regions and seas with their names."""
        return {
            "layout": {**boards.LAYOUT, "lands": [boards.lettered(words, land) for land in boards.LAYOUT["lands"]]},
            "title": words.say("board", "map", {}),
            "lands": {
                id_: {"tax": box.TAX[land], "grain": box.GRAIN[land], "always": bool(box.IN_PLAY[3] >> land & 1)}
                for land, id_ in enumerate(box.LANDS)
            },
            "regions": {id_: words.name("region", id_) for id_ in box.REGIONS},
            "seas": {sea["id"]: words.name("sea", sea["id"]) for sea in boards.LAYOUT["seas"]},
        }

    def pieces(
        self, s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]
    ) -> dict[str, Any]:
        """Return what lies on the map: whose land it is, armies, buildings, unrest."""
        targets = {part for action in legal for part in self.target(action).split(" ")}
        chosen, aimed = _way(s)
        owners = [s.owner(land) for land in range(len(box.LANDS))]
        return {
            "lands": [
                {
                    "id": id_,
                    "label": _label(s, words, names, land, owners[land]),
                    "in_play": bool(box.IN_PLAY[s.players] >> land & 1),
                    "owner": owners[land] if owners[land] >= 0 else None,
                    "chosen": land == chosen,
                    "aimed": land == aimed or bool(s.revolts >> land & 1),
                    "target": f"land-{id_}" if f"land-{id_}" in targets else None,
                    "zoom": _PLACES[land]["zoom"],
                    "final": words.say("board", "take_final", {}) if f"land-{id_}" in targets and s.year == 0 else "",
                }
                for land, id_ in enumerate(box.LANDS)
            ],
            "armies": [
                {
                    "id": id_,
                    "owner": owners[land],
                    "count": s.armies[land],
                    "truce": beside.truce_of(s, owners[land]),
                    **_at(land, "army"),
                }
                for land, id_ in enumerate(box.LANDS)
                if s.armies[land] and owners[land] >= 0
            ],
            "buildings": [
                {"id": id_, "kind": box.BUILDINGS[building], "x": site[0], "y": site[1]}
                for land, id_ in enumerate(box.LANDS)
                for building, site in _sites(s, land)
            ],
            "planned": [
                {"id": f["id"], "icon": f["icon"], "letters": f["letters"], **_free_spot(s, f["land"])}
                for f in (boards.planned_lands(s, words) if legal and s.observer >= 0 and s.planning() else [])
            ],
            "throw": None,
            "tray": beside.shown_tray(s),
            "unrest": [
                {"id": id_, "count": s.unrest[land], **_at(land, "unrest")}
                for land, id_ in enumerate(box.LANDS)
                if s.unrest[land]
            ],
        }

    def panel(self, s: WallensteinState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies beside the map: the viewer's board and cards, actions, order, events, court, players."""
        targets = {part for action in legal for place in self.target(action).split(" ") for part in place.split("|")}
        viewer = s.observer
        position = current_action(s)
        doubts = boards.doubts(s, words) if viewer >= 0 and s.planning() else {}
        return {
            "fields": boards.shown_fields(s, words, targets) if viewer >= 0 and s.planning() else [],
            "summary": boards.summary(s, words) if viewer >= 0 and s.planning() else [],
            "doubts": list(doubts.values()),
            "risk": boards.risk(s, words) if viewer >= 0 and s.planning() else "",
            "dear": boards.DEAR in doubts,
            "hungry": boards.HUNGER in doubts,
            "cards": boards.shown_cards(s, words, targets) if viewer >= 0 else [],
            "gifts": _gifts(s, words, targets),
            "draft": beside.shown_draft(s, words, targets),
            "actions": boards.shown_action_cards(s, words) if s.planning() else [],
            "matrix": boards.shown_matrix(s, words, position) if s.order and not s.planning() else [],
            "columns": [
                {
                    "seat": player,
                    "tile": box.TILES[s.tile(player)] if s.tile(player) >= 0 else "",
                    "kept": beside.kept_by(s, words, player),
                }
                for player in boards.columns(s)
            ],
            "chosen": -1 not in s.space,
            "order": beside.shown_order(s, words, targets),
            "events": beside.shown_events(s, words),
            "cancel": "event-now" in targets,
            "winter": s.season == box.WINTER,
            "loss": box.GRAIN_LOSS[s.event] if s.event >= 0 else 0,
            "court": beside.shown_court(s, words, targets),
            "players": beside.shown_players(s, words),
            "farmers": {"supply": s.supply[s.players], "tray": s.tray[s.players], "tower": s.tower[s.players]},
            "at_court": s.variant.court,
            "banners": s.variant.landsknechte,
            "throw": None,
            "viewer": viewer,
        }

    def told(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return the last throw of the tower, and what stood in its land before."""
        throw = beside.shown_throw(notes, words, names)
        return {"throw": throw and {**throw, **_at(box.LANDS.index(throw["land"]), "army")}}

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
        """Return a battle's cubes, a season's actions and what it changed, or what everybody scored in a winter."""
        notes = [line.note for line in lines if line.note is not None]
        if key == "battle":
            return battle_report(notes, words, names)
        if key == "winter":
            return winter_report(notes, words, names)
        return season_report(notes, words, names) if key == "season" else []

    def losses(self, lines: Sequence[Line], side: int) -> list[Line]:
        """Return the lines by which a side has lost a land, to whoever attacked it or to farmers."""
        return lands_lost(lines, side)

    def won(self, lines: Sequence[Line], side: int) -> bool:
        """Tell whether a side has conquered or held the land of a battle."""
        return any(line.key in ENDS and line.player == side for line in lines)

    def arranged(self, key: str, lines: Sequence[Line], side: int) -> Sequence[Line]:
        """Return the lines of a winter so that what a player went through himself comes right after the loss."""
        return own_revolts_first(lines, side) if key == "winter" else lines

    def status(self, s: WallensteinState, words: Words) -> str:
        """Return the year, the season, and what is done in it."""
        if s.year == 0:
            return words.say("board", "setup", {})
        told = [words.say("board", "year", {"year": s.year}), words.name("season", box.SEASONS[s.season])]
        position = current_action(s)
        if s.planning():
            told.append(words.say("board", "planning", {}))
        elif position >= 0:
            told.append(words.name("field", box.ACTION_CARDS[s.order[position]]))
        elif s.order and -1 in s.space:
            told.append(words.title("player_order"))
        elif s.order and s.variant.court:
            told.append(words.say("board", "court", {}))
        return " · ".join(told)

    def target(self, action: Action) -> str:
        """Return the land, card, field or space that means this action; for planning a field and a card."""
        if isinstance(action, actions.PlanAction):
            return f"field-{box.FIELDS[action.field]} {boards.place_of(action.card)}"
        if isinstance(action, actions.FieldAction):
            return f"field-{box.FIELDS[action.field]}"
        if isinstance(action, actions.LandAction):
            return f"land-{box.LANDS[action.land]}"
        if isinstance(action, Choice):
            kind, name = next(iter(action.params.items()))
            return f"{'group' if action.family == 'station' else kind}-{name}"
        if isinstance(action, actions.CountAction) and not actions.send.has(action):
            return f"space-{action.count}"
        if action is actions.change:
            return "|".join(f"field-{field}" for field in box.FIELDS)
        if action is actions.draw:
            return "land-deck"
        return "event-now" if action is actions.cancel_event else ""

    def prompt(self, s: WallensteinState, words: Words, names: Sequence[str]) -> str:
        """Return how a plan is changed, or that it is complete and whether anything of it is doubtful.

        Also the land that armies are chosen for, how many revolts there are and why, what is at stake in the last.
        """
        if s.drafted >= 0:
            return words.say("board", "group_for", {"land": box.LANDS[s.drafted]})
        top = s.stack[-1] if s.stack else None
        if isinstance(top, ChooseRevolt) and s.revolts:
            return _revolts(s, words, top)
        if isinstance(top, SendArmies) and not s.lands[top.player] >> top.target & 1:
            return words.say("board", "send_final", {"land": box.LANDS[top.target]})
        if isinstance(top, (MarchOrAttack, MoveArmies)):
            key = "march_from" if isinstance(top, MarchOrAttack) else "move_from"
            return words.say("board", key, {"land": box.LANDS[top.source]})
        if s.observer < 0 or not s.planning():
            return ""
        if s.changing[s.observer]:
            return words.say("board", "changing", {})
        if actions.confirm not in s.legal_actions(s.observer):
            return words.say("board", "first_plan", {}) if s.year == 1 and s.season == 0 else ""
        return words.say("board", "doubted" if boards.doubts(s, words) else "planned", {})

    def group(self, action: Action, words: Words) -> str:
        """Return the field that the action is about, or the region of its land."""
        if isinstance(action, (actions.PlanAction, actions.FieldAction)):
            return words.name("field", box.FIELDS[action.field])
        if isinstance(action, actions.LandAction):
            return words.name("region", box.REGIONS[box.LAND_REGION[action.land]])
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the card that is laid on the field of the heading, or that none is."""
        if isinstance(action, actions.PlanAction):
            return words.name("card", box.CARDS[action.card])
        return words.say("board", "leave_empty", {}) if actions.blank.has(action) else ""

    def label(self, action: Action, s: WallensteinState, words: Words, names: Sequence[str]) -> str:
        """Return how much a land, a space, a favour or a bonus brings and costs; of the last revolt that it goes on."""
        if actions.draft.has(action):
            return words.say("board", "take", boards.facts_of(actions.draft.of(action).land))
        if actions.take_space.has(action) and s.tiles:
            space = actions.take_space.of(action).count
            return words.say("board", "space_brings", {"space": space, "tile": box.TILES[s.tiles[space - 1]]})
        if actions.favour.has(action) and (card := box.FAVOURS.index(int(action.params["favour"]))) in s.favours:
            price = box.PRICES[s.favours.index(card)]
            return words.say("board", "favour_costs", {"favour": box.FAVOURS[card], "price": price})
        if actions.bonus.has(action) and s.players_to_act:
            bonus = str(action.params["bonus"])
            amount = box.BANNERS[s.banner[s.players_to_act[0]]][box.BONUSES.index(bonus)]
            return words.say("gift", bonus, {"amount": amount})
        top = s.stack[-1] if s.stack else None
        if actions.send.has(action) and isinstance(top, SendArmies):
            return _sent(s, words, top, actions.send.of(action).count)
        if isinstance(top, ChooseRevolt) and actions.face.has(action):
            land = actions.face.of(action).land
            alone = s.revolts.bit_count() == 1
            return words.say("board", "last_revolt" if alone else "revolt_of", _revolt(s, words, top, land))
        return ""

    def why(self, place: str, s: WallensteinState, words: Words, names: Sequence[str]) -> str | None:
        """Return on which field a card lies that is laid already: that field is chosen to change it."""
        if s.observer < 0 or not s.planning() or s.changing[s.observer]:
            return None
        laid = [(field, card) for field, card in enumerate(s.plan[s.observer]) if 0 <= card < box.TOWER_CARD]
        field = {boards.place_of(card): field for field, card in laid}.get(place.removeprefix("card-"))
        return None if field is None else words.say("board", "lies_used", {"field": box.FIELDS[field]})

    def forced(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return what follows by itself; no battle does: it cannot be taken back, and one tap may have been a slip."""
        return None if last == actions.attack.name else super().forced(legal, last)

    def kin(self, action: Action) -> str:
        """Return the action's kind: of all that can be laid it is told in one sentence."""
        return "plan" if actions.blank.has(action) else action.family

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the lands."""
        return [f"land-{params[name]}" for name in ("land", "from") if name in params]

    def about(self, place: str, s: WallensteinState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of lands, cards, fields, actions, the order, events, favours, players and the tower."""
        return told_of(place, s, words, names)

    def foretold(self, action: Action, s: WallensteinState, words: Words, names: Sequence[str]) -> list[str]:
        """Return how many cubes come out of the tower on average, for an attack and against it."""
        return foretold(action, s, words)

    def advised(self, action: Action, s: WallensteinState, words: Words) -> str:
        """Return what a land, a building, a bid or a battle is good for."""
        return advised(action, s, words)

    def points(self, s: WallensteinState) -> list[int]:
        """Return the points scored up to now."""
        return s.scores()

    def public(self, s: WallensteinState, words: Words) -> list[list[tuple[str, int, str]]]:
        """Return coins, grain and lands."""
        counts = [(s.coins[each], s.grain[each], s.lands[each].bit_count()) for each in range(s.players)]
        kinds = [("i-coin", "coins"), ("i-grain", "grain"), ("i-lands", "lands")]
        return tallies([(symbol, words.title(key)) for symbol, key in kinds], counts)

    def standings(self, s: WallensteinState, words: Words) -> list[Standing]:
        """Return who has the most buildings in each region, and what each player has."""
        return standings(s, words)


DRAWING: Final = WallensteinDrawing("regnum.games.wallenstein")
