"""The table of Rurik as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Choice, Param
from regnum.core.atlas import bits
from regnum.core.drawing import About, Drawing, Standing, Summary
from regnum.core.folder import read_layout
from regnum.core.narrator import prompt as prompt_of
from regnum.core.note import Note
from regnum.core.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn, first_of_main
from regnum.games.rurik.actions import Journey, OpponentAction, PlaceAction, StructureAction, main_action
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.deeds.text import counted
from regnum.games.rurik.drawing import telling
from regnum.games.rurik.drawing.beside import (
    ACTIVE,
    claim_board,
    decks,
    deeds_of_others,
    given,
    households,
    in_turn,
    leader_cards,
    own_cards,
    strategy_board,
)
from regnum.games.rurik.drawing.cards import shown_deed
from regnum.games.rurik.drawing.labels import label_of
from regnum.games.rurik.drawing.rebellion import last_turn, rebellion
from regnum.games.rurik.main_actions.attack import Casualties, LoseFigure
from regnum.games.rurik.main_actions.build import ReplaceByChurch
from regnum.games.rurik.main_actions.move import Escort
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.solo.build import ChooseConverted
from regnum.games.rurik.solo.watch import Watch
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_phase import PlaceAdvisor

_LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
_LANDS: Final[list[dict[str, Any]]] = [
    next(land for land in _LAYOUT["lands"] if land["id"] == region) for region in box.REGIONS
]
_MOVES: Final = ("move_leader", "march_leader")
_ANYWHERE: Final = "|".join(
    ["chief", *(f"region-{region}" for region in box.REGIONS), *(f"deck-{deck}" for deck in box.DECKS)]
)
"""Where a main action may begin."""


def _starts_beside(legal: Sequence[Action]) -> dict[str, list[str]]:
    """Return the places where journeys may start ("starts"), and for each region from where one leads there."""
    found: dict[str, list[str]] = {"starts": []}
    for action in legal:
        if isinstance(action, Journey):
            found["starts"].append(f"region-{action.params['region']}")
            found.setdefault(str(action.params["to"]), []).append(str(action.params["region"]))
        elif action.family in _MOVES:
            found["starts"].append("chief")
            found.setdefault(str(action.params["to"]), []).append("chief")
    return found


def _left_out(words: Words, id_: str) -> str:
    return f"{words.name('region', id_)}, {words.say('board', 'out', {})}"


def _lying(s: RurikState, region: int, good: str, shown: dict[str, list[dict[str, Any]]]) -> None:
    """Add the good, the rebel or neutral troop, and the structures of a region."""
    id_, place = box.REGIONS[region], _LANDS[region]
    if s.goods >> region & 1:
        shown["goods"].append({"id": id_, "good": good, "x": place["good"][0], "y": place["good"][1]})
    if s.rebels >> region & 1:
        shown["rebels"].append({"id": id_, "x": place["rebels"][0], "y": place["rebels"][1]})
    if s.neutral >> region & 1:
        shown["neutral"].append({"id": id_, "x": place["rebels"][0], "y": place["rebels"][1]})
    for kind, name in enumerate(box.STRUCTURES):
        for player in range(s.sides):
            if s.structures[player * box.KINDS + kind] >> region & 1:
                x, y = place[name]
                shown["buildings"].append({"id": id_, "kind": name, "owner": player, "x": x, "y": y})


def _figures(
    s: RurikState, words: Words, region: int, shown: dict[str, list[dict[str, Any]]], targets: set[str]
) -> None:
    """Add troops and leaders of a region; their places depend on how many players are there."""
    present = [player for player in range(s.sides) if s.figures(player, region)]
    for number, player in enumerate(present):
        x, y = _LANDS[region]["troops"][str(len(present))][number]
        count = s.troops[player * box.WIDTH + region]
        if count:
            kind = "rebels" if player >= s.players else "troops"
            shown["troops"].append(
                {
                    "id": box.REGIONS[region],
                    "owner": player,
                    "kind": kind,
                    "count": count,
                    "led": s.leader_at[player] == region,
                    "x": x,
                    "y": y,
                }
            )
        if s.leader_at[player] == region:
            leader = box.LEADERS[s.leaders[player]] if s.leaders[player] >= 0 else ""
            shown["leaders"].append(
                {
                    "owner": player,
                    "alone": not count,
                    "x": x,
                    "y": y,
                    "target": "chief" if player == s.observer and "chief" in targets else None,
                    "label": words.say("board", "move_chief", {"leader": leader}),
                }
            )


def _label(s: RurikState, words: Words, names: Sequence[str], region: int, ruler: int | None) -> str:
    """Return everything about a region in words."""
    good = {"good": box.GOODS[s.region_goods[region]]}
    told = [words.name("region", box.REGIONS[region])]
    told.append(words.say("board", "good_here" if s.goods >> region & 1 else "good_gone", good))
    if ruler is not None:
        told.append(words.say("board", "ruled", {"name": names[ruler]}))
    if s.rebels >> region & 1:
        told.append(words.term("rebel"))
    if s.neutral >> region & 1:
        told.append(words.say("board", "neutral", {}))
    for player in range(s.sides):
        if s.leader_at[player] == region:
            params = {"name": names[player], "leader": box.LEADERS[s.leaders[player]]}
            told.append(words.say("board", "chief", params))
        if s.troops[player * box.WIDTH + region]:
            count = s.troops[player * box.WIDTH + region]
            told.append(words.say("board", "troops", {"name": names[player], "count": count}))
        for kind, name in enumerate(box.STRUCTURES):
            if s.structures[player * box.KINDS + kind] >> region & 1:
                told.append(words.say("board", "structure", {"structure": name, "name": names[player]}))
    return ", ".join(told)


def _chosen(s: RurikState) -> int:
    """Return the region where the decision under way takes place, or -1."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, (Casualties, ChooseConverted, LoseFigure, ReplaceByChurch)):
        return top.region
    if isinstance(top, Escort):
        return top.to
    return -1


def _main_action(s: RurikState, words: Words) -> str:
    """Return what the space of the acting advisor gives, and what it costs."""
    column = s.active // box.ROWS
    if column == box.SCHEME and in_turn(s) >= s.players:
        return words.name("column", box.COLUMNS[column])
    return words.say("board", "main", {"column": box.COLUMNS[column], "what": given(words, s.sides, s.active)})


def _pool(s: RurikState, words: Words) -> str:
    """Return the points that are still to be used; "" if there are none."""
    return ", ".join(counted(words, box.POINTS[kind], points) for kind, points in enumerate(s.points) if points)


def _phase(s: RurikState) -> str:
    top = s.stack[-1]
    if isinstance(top, PlaceAdvisor) or (isinstance(top, Watch) and s.active < 0):
        return "strategy"
    names = {type(step).__name__ for step in s.stack}
    return "action" if names & {"EndTurn", "NextAdvisor", "ActionPhase", "Turn"} or s.active >= 0 else _last(s)


def _last(s: RurikState) -> str:
    """Tell the end of the action phase, before its last turn begins, from the claim phase."""
    return "action" if type(s.stack[-1]).__name__ in ("ReturnToMap", "ChooseAdvisor") else "claim"


_HEADINGS: Final = {
    "main_action": ("board", "turn"),
    "forfeit": ("board", "turn"),
    "use": ("board", "turn"),
    "resume": ("board", "turn"),
    "end_turn": ("board", "turn"),
    "play_scheme": ("term", "schemes"),
    "accomplish": ("term", "deeds"),
    "exchange": ("term", "exchange"),
    "push": ("board", "push"),
    "push_leader": ("board", "push"),
    "load": ("board", "stow"),
    "unload": ("board", "stow"),
    "move_leader": ("term", "leader"),
    "march_leader": ("term", "leader"),
}
_BY_REGION: Final = (
    "attack",
    "guarded_attack",
    "attack_rebels",
    "attack_neutral",
    "swords_to_helmets",
    "build",
    "demolish",
    "move",
    "march",
)


class RurikDrawing(Drawing[RurikState]):
    """The table of Rurik: the map, the strategy board and what lies beside them."""

    SIZE: ClassVar[tuple[int, int]] = (1100, 1188)
    SECTIONS: ClassVar[frozenset[str]] = frozenset({"round"})
    SUMMARIES: ClassVar[tuple[Summary, ...]] = (
        Summary(
            "attack",
            "attack attack_rebels guarded_attack attack_neutral "
            "rebellion_attacks rebellion_attacks_ruled rebellion_attacks_unruled",
            "turned_up casualty no_casualty reveal lose leader_falls boris_steals rebel_reward beats_neutral",
        ),
        Summary("claim", "advances income", "deed_opens row_swept accomplish agenda_met agenda_missed", anew=False),
    )
    SAME_TO_ALL: ClassVar[bool] = True
    SIGNS: ClassVar[Mapping[str, str]] = {
        "battle": (
            "attack attack_rebels guarded_attack attack_neutral reveal lose leader_falls turned_up casualty "
            "no_casualty rebel_reward beats_neutral rebellion_attacks rebellion_attacks_ruled "
            "rebellion_attacks_unruled"
        ),
        "build": "build demolish rebellion_builds",
        "card": (
            "choose_agenda draw draws_schemes keep_scheme put_back play_scheme discard_scheme accomplish "
            "take_deed deed_opens row_swept"
        ),
        "church": "church_rebel church_troop church_neutral",
        "coin": "forfeit income boris_steals rebellion_forfeits rebellion_bribes_top rebellion_bribes_equal",
        "goods": (
            "tax market load unload exchange pay_good rebellion_taxes_1 rebellion_taxes_2 rebellion_taxes_3 "
            "rebellion_taxes_4 rebellion_market"
        ),
        "move": (
            "move move_leader escort march march_leader push push_leader rebellion_moves rebellion_moves_leader "
            "rebellion_moves_leader_first"
        ),
        "place": (
            "place_troop place_leader muster muster_leader return_to swords_to_helmets rebellion_returns "
            "rebellion_musters rebellion_musters_ruled rebellion_musters_leader rebellion_leader_musters "
            "rebellion_spreads rebellion_gathers withdraw withdraw_leader"
        ),
        "points": "advances agenda_met",
    }
    CARDS: ClassVar[tuple[str, ...]] = ("scheme-", "deed-", "agenda-", "prince-")
    ON_BOARD: ClassVar[tuple[str, ...]] = (
        "troops",
        "leader_at",
        "structures",
        "rebels",
        "goods",
        "region_goods",
        "neutral",
    )
    PLACES: ClassVar[tuple[str, ...]] = telling.KINDS
    UNEXPECTED: ClassVar[frozenset[str]] = frozenset(
        {
            "agenda_not_dealt",
            "deed_not_in_row",
            "deed_not_yours",
            "no_such_advisor",
            "no_neutral",
            "not_drawn",
            "not_put_off",
            "not_sudislav",
            "only_leader",
            "rebels_are_troops",
            "region_not_in_play",
            "scheme_not_in_hand",
            "stowed_by_itself",
            "yourself",
        }
    )

    def land(self, words: Words, *chosen: Any) -> dict[str, Any]:
        """Return the map: lands and seas, the same in every game."""
        return {
            "layout": _LAYOUT,
            "title": words.say("board", "map", {}),
            "seas": {sea["id"]: words.say("board", sea["id"], {}) for sea in _LAYOUT["seas"]},
        }

    def pieces(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies on the map: goods, rebels, figures, structures, and who rules."""
        targets = self._places(legal) | self._ahead(s, legal)
        near = _starts_beside([*legal, *first_of_main(s, legal)])
        everywhere = all(f"region-{box.REGIONS[region]}" in targets for region in bits(s.regions()))
        ruled = [s.ruled(player) for player in range(s.sides)]
        chosen = _chosen(s)
        shown: dict[str, list[dict[str, Any]]] = {
            "goods": [],
            "rebels": [],
            "buildings": [],
            "troops": [],
            "leaders": [],
        }
        shown["neutral"] = []
        regions: list[dict[str, Any]] = []
        for region, id_ in enumerate(box.REGIONS):
            place = _LANDS[region]
            in_play = bool(s.regions() >> region & 1)
            ruler = next((player for player in range(s.sides) if ruled[player] >> region & 1), None)
            good = box.GOODS[s.region_goods[region]]
            goal = f"region-{id_}"
            regions.append(
                {
                    "id": id_,
                    "name": words.name("region", id_),
                    "name_at": (place["lines"][0]["x"], place["lines"][0]["y"]),
                    "size": place["size"],
                    "capital": bool(box.CAPITALS >> region & 1),
                    "label": _label(s, words, names, region, ruler) if in_play else _left_out(words, id_),
                    "in_play": in_play,
                    "good": good,
                    "good_at": place["good"],
                    "ruler": ruler,
                    "chosen": region == chosen,
                    "target": goal if goal in targets else None,
                    "quiet": goal not in near["starts"] if near["starts"] else everywhere,
                    "near": " ".join(near.get(id_, [])),
                    "zoom": place["zoom"],
                }
            )
            if in_play:
                _lying(s, region, good, shown)
                _figures(s, words, region, shown, targets)
        shown["leaders"].sort(key=lambda leader: leader["owner"])
        return {"regions": regions, "did": None, **shown}

    def panel(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies beside the map: boards, households, cards."""
        targets = self._places(legal) | self._ahead(s, legal)
        return {
            "did": None,
            "placing": s.round > 0 and bool(s.stack) and _phase(s) == "strategy",
            "solo": s.sides > s.players,
            "rebellion": rebellion(s, words),
            "viewer": s.observer,
            **own_cards(s, words, targets),
            "strategy": strategy_board(s, words, names, targets),
            "tracks": claim_board(s, words, names),
            "players": households(s, words, names, targets),
            "row": [shown_deed(s, deed, words, targets) for deed in s.deed_row if deed >= 0],
            "taking_deed": any(f"deed-{DEEDS[deed]}" in targets for deed in s.deed_row if deed >= 0),
            "others_deeds": deeds_of_others(s, words),
            "deeds_left": s.deed_deck.bit_count(),
            "decks": decks(s, words, targets),
            "discards": s.discards.bit_count(),
            "leaders": leader_cards(s, words, names, targets),
            "choosing_leader": any(target.startswith("prince-") for target in targets),
        }

    def told(self, notes: Sequence[Note], words: Words, names: Sequence[str]) -> dict[str, Any]:
        """Return what the rebellion of a solo game did last."""
        return {"did": last_turn(notes, words, names)}

    def status(self, s: RurikState, words: Words) -> str:
        """Return the round and the phase; and, whoever acts is asked with it, the points that are still to be used."""
        if not s.stack:
            return words.say("board", "round", {"round": s.round, "rounds": box.ROUNDS})
        if s.round == 0:
            return words.say("board", "setup", {})
        told = [
            words.say("board", "round", {"round": s.round, "rounds": box.ROUNDS}),
            words.say("board", _phase(s), {}),
        ]
        if s.observer >= 0 and s.observer in s.players_to_act:
            return ", ".join(told)
        if s.active >= 0 and not s.acted:
            told.append(_main_action(s, words))
        if pool := _pool(s, words):
            told.append(words.say("board", "to_use", {"list": pool}))
        return ", ".join(told)

    def prompt(self, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return what is left to use, what can be done, and whose power lights regions that nothing else does."""
        legal = s.legal_actions(s.observer) if s.observer >= 0 else []
        pushes = any(action.family in ("push", "push_leader") for action in legal)
        asked = self._ask_turn(s, words, legal, brief=pushes) if s.stack and isinstance(s.stack[-1], Turn) else ""
        left = _pool(s, words) if s.stack and s.round else ""
        if not (left or pushes) or not legal:
            return asked
        said = [words.say("ask", "left", {"list": left})] if left else []
        said.append(asked or prompt_of(s, words, s.observer, names))
        return " ".join([*said, words.say("board", "push_lit", {})] if pushes else said)

    def _ask_turn(self, s: RurikState, words: Words, legal: Sequence[Action], *, brief: bool) -> str:
        """Return what a turn is about: the main action and what its points are worth, or what comes after it."""
        if s.acted:
            return words.say("ask", "after", {})
        if main_action not in legal:
            return words.say("ask", "too_dear", {})
        main = words.say("ask", "main", {"what": given(words, s.sides, s.active)})
        if not self._places(first_of_main(s, legal)):
            return f"{main} {words.say('ask', 'nothing', {})}"
        worth = [] if brief else [telling.worth(s, words, s.active // box.ROWS)]
        return " ".join([main, *worth, words.say("ask", "begin", {})])

    def target(self, action: Action) -> str:
        """Return the region, card, column, space or deck on which a click means this action; two for a journey."""
        family, params = action.family, action.params
        if isinstance(action, PlaceAction):
            return f"column-{params['column']} advisor-{params['advisor']}"
        if isinstance(action, Journey):
            return f"region-{params['region']} region-{params['to']}"
        if family in _MOVES:
            return f"chief region-{params['to']}"
        if family == "activate":
            return f"space-{params['column']}-{params['row']}"
        if family == "main_action":
            return f"{ACTIVE}|{_ANYWHERE}"
        if family == "load":
            return f"dock-{params['good']}"
        if family in ("unload", "pay_good"):
            return f"stock-{params['good']}"
        if family == "choose_leader":
            return f"prince-{params['leader']}"
        for name in ("region", "to", "deck", "agenda", "deed", "scheme", "exchange"):
            if name in params:
                return f"{'region' if name == 'to' else name}-{params[name]}"
        return ""

    def group(self, action: Action, words: Words) -> str:
        """Return the column, the region, or the kind of bonus action to which an action belongs."""
        if isinstance(action, PlaceAction):
            return words.name("column", action.params["column"])
        if action.family in _BY_REGION:
            return words.name("region", action.params["region"])
        if action.family in _HEADINGS:
            table, key = _HEADINGS[action.family]
            return words.say(table, key, {})
        return ""

    def short(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return what remains to be said under a heading: where to, what or whom."""
        params = action.params
        if isinstance(action, Journey) or (isinstance(action, Choice) and action.family in _MOVES):
            return words.say("board", "to_short", {"to": params["to"]})
        if isinstance(action, StructureAction) and action.family == "demolish":
            return words.name("structure", params["structure"])
        if isinstance(action, OpponentAction):
            if action.family == "attack":
                return names[action.opponent] if action.opponent < len(names) else ""
            if action.family == "guarded_attack" and action.opponent < len(names):
                return words.say("board", "guarded_short", {"opponent": names[action.opponent]})
        if action.family in ("load", "unload"):
            return words.say("board", f"{action.family}_short", params)
        if action.family == "attack_rebels":
            return words.term("rebel")
        if action.family == "attack_neutral":
            return words.say("board", "neutral", {})
        return ""

    def label(self, action: Action, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return how much an action gives or costs, where the position says so."""
        return label_of(action, s, words)

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return regions, space or column, track, deed and deck; the household where nothing else is named."""
        found = [f"region-{params[name]}" for name in ("region", "to", "other") if params.get(name) in box.REGIONS]
        if "row" in params:
            found.append(f"space-{params['column']}-{params['row']}")
        elif "column" in params:
            found.append(f"column-{params['column']}")
        if "space" in params:
            found.append(f"step-{params['track']}-{params['space']}")
        elif "track" in params:
            found.append(f"track-{params['track']}")
        found += [f"{name}-{params[name]}" for name in ("deck", "deed") if name in params]
        if "player" in params and "scheme" in params:
            found.append("pile-discards")  # turned up
        if not found and "leader" in params:
            found.append(f"prince-{params['leader']}")
        if not found:
            seats = [params[name] for name in ("to_player", "rival", "player") if name in params]
            found = [f"player-{seats[0]}"] if seats else []
        return found

    def within(self, place: str) -> str:
        """Return the column of a space."""
        return f"column-{place.split('-')[1]}" if place.startswith("space-") else ""

    def about(self, place: str, s: RurikState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of whatever lies on the table."""
        return telling.Teller(s, words, names).about(place)

    def points(self, s: RurikState) -> list[int]:
        """Return the points as if the game ended now, but for the secret agendas."""
        if not s.stack:
            return s.scores()
        return [sum(points for key, points in line.items() if key != "agenda") for line in final_points(s)]

    def public(self, s: RurikState, words: Words) -> list[list[tuple[str, int, str]]]:
        """Return coins, regions ruled, schemes."""
        return [
            [
                (f"i-{icon}", count, words.say("board", key, {"count": count}))
                for icon, key, count in (
                    ("coin", "coins", s.coins[side]),
                    ("rule", "now_rule", s.ruled(side).bit_count()),
                    ("scheme", "schemes", s.hand[side].bit_count()),
                )
            ]
            for side in range(s.sides)
        ]

    def standings(self, s: RurikState, words: Words) -> list[Standing]:
        """Return who rules which region, and what each side has."""
        return telling.standings(s, words)

    def _places(self, legal: Sequence[Action]) -> set[str]:
        return {place for action in legal for place in self.target(action).split() if "|" not in place}

    def _ahead(self, s: RurikState, legal: Sequence[Action]) -> set[str]:
        """Return the places that mean the main action: its space, and where it would begin if nothing else is meant."""
        if main_action not in legal:
            return set()
        begun = self._places(first_of_main(s, legal))
        return {ACTIVE} if begun & self._places(legal) else {ACTIVE, *begun}


DRAWING: Final = RurikDrawing("regnum.games.rurik")
