"""The table of Rurik as a drawing: what an observed state puts on the map and beside it. See docs/drawing.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from regnum.core.action import Action, Choice, Param
from regnum.core.bitmask import bits
from regnum.core.drawing import About, Drawing, Report, Standing, Summary
from regnum.core.folder import read_layout
from regnum.core.narrator import label as label_by_name
from regnum.core.narrator import prompt as prompt_of
from regnum.core.note import Line, Note
from regnum.core.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn, first_of_main, first_of_points
from regnum.games.rurik.actions import (
    Journey,
    OpponentAction,
    PlaceAction,
    StructureAction,
    end_turn,
    main_action,
    stop,
)
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.drawing import foretelling, telling
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
from regnum.games.rurik.drawing.claims import claim_report, title_of_claim
from regnum.games.rurik.drawing.labels import end_at_once, label_of, landing
from regnum.games.rurik.drawing.losses import lost_by, title_of_attack
from regnum.games.rurik.drawing.rebellion import last_turn, rebellion
from regnum.games.rurik.main_actions.attack import Casualties, LoseFigure
from regnum.games.rurik.main_actions.build import ReplaceByChurch
from regnum.games.rurik.main_actions.move import Escort
from regnum.games.rurik.scoring import final_points
from regnum.games.rurik.setup import PlaceTroop
from regnum.games.rurik.solo.build import ChooseConverted
from regnum.games.rurik.solo.watch import Watch
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing, is_stowing
from regnum.games.rurik.strategy_phase import PlaceAdvisor

_LAYOUT: Final[dict[str, Any]] = read_layout(box.PACKAGE)
_LANDS: Final[list[dict[str, Any]]] = [
    next(land for land in _LAYOUT["lands"] if land["id"] == region) for region in box.REGIONS
]
_REPLACES: Final = ("replace_rebel", "replace_neutral", "replace_troop")
_ATTACKS: Final = ("attack", "guarded_attack", "attack_rebels", "attack_neutral")
_KIN: Final = {
    "guarded_attack": "attack",
    "march_leader": "march",
    "push_leader": "push",
    "resume": "use",
}
_MOVES: Final = ("move_leader", "march_leader")
_PUSHES: Final = ("push", "push_leader")
_LIT: Final = [f"region-{region}" for region in box.REGIONS]
_PLOTS: Final = [f"plot-{structure}-{region}" for structure in box.STRUCTURES for region in box.REGIONS]
_FOES: Final = [
    f"foe-{side}-{region}" for side in ("rebel", "neutral", *range(box.MOST_PLAYERS)) for region in box.REGIONS
]
_BEGINS: Final = {
    "move": [*_LIT, "chief"],
    "march": [*_LIT, "chief"],
    "attack": [*_LIT, *_FOES],
    "build": [*_LIT, *_PLOTS],
}
"""Where points may begin to be used, if not by regions alone."""
_ANYWHERE: Final = "|".join(["chief", *_LIT, *_PLOTS, *_FOES, *(f"deck-{deck}" for deck in box.DECKS)])
"""Where a main action may begin."""


def _first(s: RurikState, legal: Sequence[Action]) -> list[Action]:
    """Return what could be done first with the main action, and with points that are to be used."""
    return [*first_of_main(s, legal), *first_of_points(s, legal)]


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


def _spots(
    s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action], targets: set[str]
) -> list[dict[str, Any]]:
    """Return the plots where something may be built or removed, and the figures of which one is chosen."""
    found: list[dict[str, Any]] = []
    for action in legal:
        if isinstance(action, StructureAction):
            id_, kind, region = f"plot-{action.params['structure']}-{action.params['region']}", "plot", action.region
            x, y = _LANDS[region][str(action.params["structure"])]
        elif action.family in _REPLACES:
            id_, kind, region = f"figure-{_foe(action)}", "figure", _chosen(s)
            x, y = _stands(s, _foe(action), region)
        elif action.family in _ATTACKS:
            id_, kind = _target_of_attack(action), "foe"
            region = box.REGIONS.index(str(action.params["region"]))
            x, y = _stands(s, _foe(action), region)
            if f"push-{_foe(action)}" in targets and region == s.leader_at[s.observer]:
                continue  # the figure is the one that Predslava may send away; the region means the attack
        elif action.family in _PUSHES:
            id_, kind, region = f"push-{_foe(action)}", "push", s.leader_at[s.observer]
            x, y = _stands(s, _foe(action), region)
        else:
            continue
        if id_ in targets and all(spot["target"] != id_ for spot in found):
            label = label_of(action, s, words) or label_by_name(action, words, names)
            spot = {"target": id_, "kind": kind, "region": box.REGIONS[region], "x": x, "y": y, "label": label}
            spot["structure"] = str(action.params.get("structure", ""))
            spot["zoom"] = _LANDS[region]["zoom"]
            found.append(spot)
    return found


def _foe(action: Action) -> str:
    """Return whose figure is attacked or replaced by a church: that of a seat, the "rebel" or the "neutral" troop."""
    return str(action.params.get("opponent", action.family.partition("_")[2].removesuffix("s")))


def _target_of_attack(action: Action) -> str:
    return f"foe-{_foe(action)}-{action.params['region']}"


def _stands(s: RurikState, foe: str, region: int) -> tuple[int, int]:
    """Return where the figures of a foe stand in a region."""
    if not foe.isdigit():
        x, y = _LANDS[region]["rebels"]
    else:
        present = [player for player in range(s.sides) if s.figures(player, region)]
        x, y = _LANDS[region]["troops"][str(len(present))][present.index(int(foe))]
    return x, y


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
_BONUS: Final = frozenset({"play_scheme", "exchange"})
"""What can be done besides the main action, and is not lit on the map."""
_CLOSING: Final = frozenset(
    {
        "build",
        "escort",
        "exchange",
        "forfeit",
        "march",
        "march_leader",
        "market",
        "move",
        "move_leader",
        "muster",
        "muster_leader",
        "place",
        "place_leader",
        "place_troop",
        "replace_neutral",
        "replace_rebel",
        "replace_troop",
        "take_deed",
        "tax",
    }
)
"""What can be taken back as long as one's turn goes on."""
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
            "turned_up casualty no_casualty reveal lose leader_falls boris_spares boris_steals rebel_reward "
            "sviatopolk_musters beats_neutral yaroslav_stops yaroslav_ties",
        ),
        Summary(
            "claim",
            "advances income",
            "yaroslav_ties deed_opens row_swept accomplish agenda_met agenda_missed",
            anew=False,
            silent="load unload pass",
            past="advances round",
        ),
    )
    SAME_TO_ALL: ClassVar[bool] = True
    PASSED_OVER: ClassVar[frozenset[str]] = frozenset(
        {
            "main_action",
            "use",
            "resume",
            "pass",
            "end_turn",
            "reveal",
            "draw",
            "replace_rebel",
            "replace_troop",
            "replace_neutral",
        }
    )
    OPENINGS: ClassVar[frozenset[str]] = frozenset({"activates", "load", "unload", "put_back"})
    DETAILS: ClassVar[frozenset[str]] = frozenset(
        {
            "advances",
            "income",
            "draws_schemes",
            "decks_shuffled",
            "mstislav_saves_wagon",
            "mstislav_saves_hammer",
            "boris_spares",
        }
    )
    ASKED: ClassVar[frozenset[str]] = frozenset({"choose_leader", "choose_agenda"})
    FORCED: ClassVar[frozenset[str]] = frozenset({"demolish", "pay_good", "withdraw", "withdraw_leader"})
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
            "tax market load unload exchange pay_good gets_good rebellion_taxes_1 rebellion_taxes_2 rebellion_taxes_3 "
            "rebellion_taxes_4 rebellion_market"
        ),
        "move": (
            "move move_leader escort march march_leader push push_leader rebellion_moves rebellion_moves_leader "
            "rebellion_moves_leader_first"
        ),
        "place": (
            "place_troop place_leader muster muster_leader return_to swords_to_helmets rebellion_returns "
            "rebellion_musters rebellion_musters_ruled rebellion_musters_leader rebellion_leader_musters "
            "rebellion_spreads rebellion_gathers sviatopolk_musters withdraw withdraw_leader"
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
            "good_missing",
            "no_advisor_there",
            "no_such_advisor",
            "no_neutral",
            "not_drawn",
            "not_put_off",
            "not_your_advisor",
            "not_sudislav",
            "only_leader",
            "push_others",
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
        near = _starts_beside([*legal, *_first(s, legal)])
        means = self._meant_by(s, legal)
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
                    "ends": bool(near["starts"]) and goal not in near["starts"] and id_ in near,
                    "means": means.get(goal, ""),
                    "zoom": place["zoom"],
                }
            )
            if in_play:
                _lying(s, region, good, shown)
                _figures(s, words, region, shown, targets)
        shown["leaders"].sort(key=lambda leader: leader["owner"])
        spots = _spots(s, words, names, [*legal, *_first(s, legal)], targets)
        for spot in spots:
            spot["means"] = means.get(spot["target"], "")
        return {"regions": regions, "did": None, "spots": spots, **shown}

    def panel(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> dict[str, Any]:
        """Return what lies beside the map: boards, households, cards."""
        targets = self._places(legal) | self._ahead(s, legal)
        return {
            "did": None,
            "phase": f"{s.round} {_phase(s)}" if s.stack else "",
            "placing": s.round > 0 and bool(s.stack) and _phase(s) == "strategy",
            "solo": s.sides > s.players,
            "rebellion": rebellion(s, words),
            "viewer": s.observer,
            **own_cards(s, words, names, targets),
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
        if pool := telling.pool(s, words):
            told.append(words.say("board", "to_use", {"list": pool}))
        return ", ".join(told)

    def prompt(self, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return what is asked where the position has a part in it, and what the dock is for where that matters."""
        legal = s.legal_actions(s.observer) if s.observer >= 0 else []
        asked = self._asked(s, words, names, legal)
        if legal and (stay := telling.staying(s, words)):
            return stay
        if not (legal and s.stack and isinstance(s.stack[-1], ClaimStowing)):
            return asked
        return f"{asked or prompt_of(s, words, s.observer, names)} {words.say('ask', 'dock', {})}"

    def _asked(self, s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> str:
        """Return what is left to use, what can be done, and whose power lights regions that nothing else does."""
        pushes = any(action.family in _PUSHES for action in legal)
        asked = self._ask_turn(s, words, legal, brief=pushes) if s.stack and isinstance(s.stack[-1], Turn) else ""
        left = telling.usable(s, words, legal) if s.stack and s.round else ""
        if s.stack and isinstance(s.stack[-1], PlaceTroop) and legal:
            more = sum(isinstance(step, PlaceTroop) and step.player == s.observer for step in s.stack)
            return f"{prompt_of(s, words, s.observer, names)} {words.say('ask', 'first_left', {'left': more})}"
        if not (left or pushes) or not legal:
            return asked
        ends = "left_last" if foretelling.is_last(s, legal) else "left"
        said = [words.say("ask", ends, {"list": left})] if left else []
        said.append(asked or prompt_of(s, words, s.observer, names))
        if told := foretelling.risks_told(s, words, legal):
            said.append(told)
        return " ".join([*said, words.say("board", "push_lit", {})] if pushes else said)

    def _ask_turn(self, s: RurikState, words: Words, legal: Sequence[Action], *, brief: bool) -> str:
        """Return what a turn is about: the main action and what its points are worth, or what comes after it."""
        if s.acted:
            if self._ahead(s, legal):
                return words.say("ask", "after_lit", {})
            more = any(one.family in ("use", "resume") or self.foremost(one, legal) for one in legal)
            return words.say("ask", "after" if more else "after_all", {})
        if main_action not in legal:
            return words.say("ask", "too_dear", {})
        main = words.say("ask", "main", {"what": given(words, s.sides, s.active)})
        if not self._places(first_of_main(s, legal)):
            return f"{main} {words.say('ask', 'nothing', {})}"
        worth = [] if brief else [telling.worth(s, words, s.active // box.ROWS)]
        seen, begun = foretelling.begun(s, legal)
        if not brief and (told := foretelling.risks_told(seen, words, begun)):
            worth = [told]  # both would be too long
        lit = self._ahead(s, legal) - {ACTIVE}
        begin = "begin_deck" if any(place.startswith("deck-") for place in lit) else "begin"
        return " ".join([main, *worth, *([words.say("ask", begin, {})] if lit else [])])

    def target(self, action: Action) -> str:
        """Return the region, card, column, space or deck that means this action; two for journeys and plots."""
        family, params = action.family, action.params
        if isinstance(action, PlaceAction):
            return f"column-{params['column']} advisor-{params['advisor']}"
        if isinstance(action, Journey):
            return f"region-{params['region']} region-{params['to']}"
        if family in _MOVES:
            return f"chief region-{params['to']}"
        if isinstance(action, StructureAction):
            return f"region-{params['region']} plot-{params['structure']}-{params['region']}"
        if family in _REPLACES:
            return f"figure-{_foe(action)}"
        if family in _ATTACKS:
            return f"region-{params['region']} {_target_of_attack(action)}"
        if family == "activate":
            return f"space-{params['column']}-{params['row']}"
        if family == "main_action":
            return f"{ACTIVE}|{_ANYWHERE}"
        if isinstance(action, OpponentAction) and family in _PUSHES:
            return f"push-{action.opponent}"
        if family in ("use", "resume"):
            return "|".join(_BEGINS.get(str(params["points"]), _LIT))
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
        if action.family in ("load", "unload"):
            return words.say("board", f"{action.family}_short", params)
        if action.family == "attack_rebels":
            return words.term("rebel")
        if action.family == "attack_neutral":
            return words.say("board", "neutral", {})
        return ""

    def label(self, action: Action, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return how much an action gives, costs or risks, where the position says so."""
        share = foretelling.risk_of_deck(action, s)
        if isinstance(action, OpponentAction) and (risk := foretelling.risk(action, s))[0]:
            share = risk[1]
        if share >= 0:
            return words.say("label", "risk", {"label": label_by_name(action, words, names), "share": share})
        return label_of(action, s, words)

    def foremost(self, action: Action, legal: Sequence[Action]) -> int:
        """Return deeds that can be paid first, what else can follow the main action, goods in the claim phase."""
        if action.family == "accomplish":
            return 2
        if is_stowing(action):
            return int(all(is_stowing(other) or other is stop for other in legal))
        return int(action.family in _BONUS and any(other.family == "end_turn" for other in legal))

    def forced(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return the end of a turn after whoever has left it at that and could do nothing else."""
        if last == "pass" and foretelling.only_ends(legal):
            return end_turn
        return super().forced(legal, last)

    def at_once(self, s: RurikState, words: Words, legal: Sequence[Action]) -> list[tuple[Sequence[Action], str]]:
        """Return the end of the turn where something is left of it, though bonus actions could follow."""
        return [([stop, end_turn], end_at_once(s, words))] if stop in legal and foretelling.pass_and_end(s) else []

    def closes(self, action: Action, s: RurikState) -> bool:
        """Tell whether an action of the kind that one takes back lets others act, or any other one ends the turn.

        From either deck of casualties the turn goes on or ends alike: nobody is asked whether he means that one.
        """
        if action.family in _CLOSING:
            return foretelling.passes_on(action, s)
        return action.family not in ("pass", "end_turn", "reveal") and foretelling.ends_turn(action, s)

    def wastes(self, actions: Sequence[Action], s: RurikState) -> bool:
        """Tell whether a turn is ended though points are left that could be used."""
        if stop in actions:
            return any(s.points) and (end_turn in actions or foretelling.pass_ends(s))
        legal = s.legal_actions(s.observer) if end_turn in actions else []
        return any(action.family in ("use", "resume") for action in legal)

    def reasons(self, s: RurikState, words: Words) -> list[list[tuple[str, int]]]:
        """Return the points of each side by track and for deeds, but for the secret agendas."""
        return telling.reasons(s, words)

    def advised(self, action: Action, s: RurikState, words: Words) -> str:
        """Return what a leader, an agenda, or an advisor in his column is good for: little changes at once."""
        if action.family == "choose_leader":
            ability = words.say("ability", str(action.params["leader"]), {})
            return f"{ability} {words.say('advice', 'ChooseLeader', {})}"
        if action.family == "choose_agenda" and isinstance(action, Choice):
            most = box.AGENDA_MOST[action.choice]
            what = {"what": words.say("agenda", most, {}), "why": words.say("agenda_why", most, {})}
            return words.say("advice", "agenda", what)
        if not isinstance(action, PlaceAction):
            return ""
        space = action.column * box.ROWS + landing(s.board, action.column, action.power + action.bribe)
        return words.say("advice", "place", {**action.params, "what": given(words, s.sides, space)})

    def opens(self, action: Action) -> bool:
        """Tell whether an action only opens another question: the main action and the use of points do."""
        return action.family in ("main_action", "use", "resume")

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

    def why(self, place: str, s: RurikState, words: Words, names: Sequence[str]) -> str | None:
        """Return of a region that it is not in play or, where nobody can move, too far; of others, what points lack."""
        legal = s.legal_actions(s.observer)
        if place in self._places(legal) | self._ahead(s, legal):
            return None
        if not place.startswith(("region-", "plot-")):
            return None
        return (
            telling.not_in_play(place, s, words)
            or telling.too_far(place, s, words, legal)
            or telling.unused(place, s, words, legal)
        )

    def kin(self, action: Action) -> str:
        """Return the kind of action of which it is told in one sentence when it may be taken."""
        return _KIN.get(action.family, action.family)

    def is_absurd(self, action: Action, s: RurikState) -> bool:
        """Tell whether an action is about a seat that is not taken, or about neutral troops in a game without them."""
        if isinstance(action, OpponentAction):
            return action.opponent >= s.sides
        return action.family in ("attack_neutral", "replace_neutral") and s.sides == s.players

    def about(self, place: str, s: RurikState, words: Words, names: Sequence[str]) -> About | None:
        """Tell of whatever lies on the table."""
        return telling.Teller(s, words, names).about(place)

    def roles(self, s: RurikState, words: Words) -> list[str]:
        """Return the leaders."""
        return [words.name("leader", box.LEADERS[leader]) if leader >= 0 else "" for leader in s.leaders]

    def title(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
        """Return what an attack came to: who lost a figure where; and who gained what in a claim phase."""
        return (title_of_attack if key == "attack" else title_of_claim)(lines, words, names)

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
        """Return what a claim phase has brought to whom."""
        return claim_report(lines, words, names) if key == "claim" else []

    def losses(self, lines: Sequence[Line], side: int) -> list[Line]:
        """Return the lines by which a side loses a figure, its place or something else."""
        return lost_by(lines, side)

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

    def foretold(self, action: Action, s: RurikState, words: Words, names: Sequence[str]) -> list[str]:
        """Return how likely an attack costs a figure, and whether the turn is over with an action."""
        return foretelling.foretold(action, s, words, names)

    def standings(self, s: RurikState, words: Words) -> list[Standing]:
        """Return who rules which region, and what each side has."""
        return telling.standings(s, words)

    def _places(self, legal: Sequence[Action]) -> set[str]:
        return {place for action in legal for place in self.target(action).split() if "|" not in place}

    def _meant_by(self, s: RurikState, legal: Sequence[Action]) -> dict[str, str]:
        """Return for each place where only one of several ways to begin leads on, the action that begins so."""
        ways = {
            action.text: self._places(first_of_main(s, [action]) or first_of_points(s, [action]))
            for action in legal
            if self.opens(action)
        }
        if len(ways) < 2:
            return {}
        every = {place for places in ways.values() for place in places}
        found = {place: [way for way, places in ways.items() if place in places] for place in every}
        return {place: begun[0] for place, begun in found.items() if len(begun) == 1}

    def _ahead(self, s: RurikState, legal: Sequence[Action]) -> set[str]:
        """Return where the main action and points would begin, if nothing else is meant there, and the main space."""
        space = {ACTIVE} if main_action in legal else set[str]()
        begun = self._places([action for action in _first(s, legal) if not is_stowing(action)])
        return space if begun & self._places(legal) else space | begun


DRAWING: Final = RurikDrawing("regnum.games.rurik")
