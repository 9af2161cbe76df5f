"""How the actions of Rurik are shown: as buttons and places on the board, with prompts for the player."""

from collections.abc import Sequence
from typing import Final

from regnum.core.game import game_of
from regnum.core.rules.action import Action, IndexedAction
from regnum.core.text.narrator import label as label_by_name
from regnum.core.text.narrator import prompt as prompt_of
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn, first_main_actions, first_point_actions
from regnum.games.rurik.actions import (
    Journey,
    OpponentAction,
    PlaceAction,
    SpaceAction,
    StructureAction,
    end_turn,
    main_action,
    stop,
)
from regnum.games.rurik.bot.odds import risk_of, risk_of_deck
from regnum.games.rurik.claim_phase import StowForTracks, boat_goods, trade_space
from regnum.games.rurik.deeds.cards import DEEDS
from regnum.games.rurik.deeds.text import count_text
from regnum.games.rurik.leaders import has_discount, has_won_tie
from regnum.games.rurik.main_actions.build import build_cost
from regnum.games.rurik.main_actions.tax import tax_cost
from regnum.games.rurik.setup import PlaceTroop
from regnum.games.rurik.solo.watch import Watch
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.stowing import ClaimStowing, is_stowing, max_boat_goods
from regnum.games.rurik.strategy_phase import PlaceAdvisor
from regnum.games.rurik.view.advice import (
    begin_main_action,
    can_end_after_pass,
    can_only_end_turn,
    is_handover,
    is_last_point,
    is_pass_turn_end,
    is_turn_end,
    risk_text,
)
from regnum.games.rurik.view.cards import ACTIVE, acting_side, placement_row, shown_deed, space_effects
from regnum.games.rurik.view.keys import AUTOMATIC, BINDING, CARDS
from regnum.view import ActionView, Confirm

_WORTH: Final = ("muster.points", "move.points", "attack.points", "tax.cost", "build.cost", "scheme.draw")
"""For each column, the clause that says what its points are worth."""


def points_rule(s: RurikState, words: Words, column: int) -> str:
    """Return the text of the rule that says what a column's points are worth."""
    return game_of(s).ledger()[_WORTH[column]].text[words.language]


def unused_points_text(s: RurikState, words: Words) -> str:
    """Return the unused points as text, or "" if there are none."""
    return ", ".join(count_text(words, box.POINTS[kind], points) for kind, points in enumerate(s.points) if points)


def usable_points_text(s: RurikState, words: Words, legal: Sequence[Action]) -> str:
    """Return, as text, the unused points that can be used now."""
    kinds = {str(action.params["points"]) for action in legal if action.family in ("use", "resume")}
    may_end = any(action.family == "end_turn" for action in legal)
    return ", ".join(
        count_text(words, box.POINTS[kind], points)
        for kind, points in enumerate(s.points)
        if points and (not may_end or box.POINTS[kind] in kinds)
    )


def unload_advice(s: RurikState, words: Words) -> str:
    """Return the sentence that compares points on the trade track with a coin for unloading goods; "" if irrelevant."""
    step, me = s.stack[-1] if s.stack else None, s.observer
    track = box.TRADE_TRACK
    if not isinstance(step, StowForTracks) or s.sides > s.players or s.tracks[me * box.TRACK_COUNT + track]:
        return ""
    count = boat_goods(s, me)
    space = trade_space(s, me, count)
    if space == 0 or s.round == box.ROUNDS or trade_space(s, me, max_boat_goods(s, me)) > space:
        return ""
    points = count_text(words, "point", box.TRACK_POINTS[track][space])
    return words.text("question", "stay", {"count": count, "points": points})


def label_of(action: Action, s: RurikState, words: Words) -> str:  # noqa: C901
    """Return the text of an action's button if it depends on the position, or "" otherwise."""
    family, params = action.family, action.params
    if isinstance(action, PlaceAction):
        space = action.column * box.ROWS + placement_row(s.board, action.column, action.power + action.bribe)
        return words.text("label", "place", {**params, "what": space_effects(words, s.sides, space)})
    if isinstance(action, SpaceAction):
        return words.text("label", "activate", {**params, "what": space_effects(words, s.sides, action.space)})
    if family == "main_action":
        effects = space_effects(words, s.sides, s.active)
        return words.text("label", "main_action", {"column": box.COLUMNS[s.active // box.ROWS], "what": effects})
    if family in ("use", "resume") and isinstance(action, IndexedAction):
        kind = action.choice if s.points[action.choice] else box.GUARDED  # all attacks may be guarded ones
        return words.text("label", family, {"what": count_text(words, box.POINTS[kind], s.points[kind])})
    if family == "tax" and isinstance(action, IndexedAction):
        cost = tax_cost(s, s.observer, action.choice)
        good = box.GOODS[s.region_goods[action.choice]]
        label = words.text("label", "tax", {**params, "good": good, "cost": count_text(words, "tax", cost)})
        return _with_leader(label, s, words, action.choice)
    if family == "build" and isinstance(action, StructureAction):
        cost = build_cost(s, s.observer, action.region)
        label = words.text("label", "build", {**params, "cost": count_text(words, "build", cost)})
        effect = words.text("structure_effect", str(params["structure"]), {})
        return words.text("label", "does", {"label": _with_leader(label, s, words, action.region), "does": effect})
    if family == "unload":
        return words.text("label", "unload", params)
    if family == "end_turn":
        return end_turn_label(s, words)
    if family == "pass":
        return pass_label(s, words)
    if family in ("accomplish", "take_deed"):
        card = shown_deed(s, DEEDS.index(str(params["deed"])), words, set())
        effects = card["text" if family == "take_deed" else "reward"]
        return words.text(
            "label", family, {**params, "what": effects, "points": count_text(words, "point", card["points"])}
        )
    if family == "choose_leader":
        return f"{words.name('leader', params['leader'])}: {words.text('ability', str(params['leader']), {})}"
    if family == "choose_agenda" and isinstance(action, IndexedAction):
        text = words.text("agenda", box.AGENDA_MOST[action.choice], {})
        return words.text("label", "choose_agenda", {**params, "what": text})
    return ""


def pass_label(s: RurikState, words: Words) -> str:
    """Return the label for passing, which says whether the turn ends or continues, or "" for the usual one."""
    if is_pass_turn_end(s):
        return end_turn_label(s, words)
    if can_end_after_pass(s):
        return words.text("label", "pass_on", {})
    return words.text("label", "pass_claim", {}) if isinstance(s.stack[-1], ClaimStowing) else ""


def end_turn_label(s: RurikState, words: Words) -> str:
    """Return the label for ending the turn, with the points that are lost.

    If they are of several kinds, it has only their total, because the prompt lists them.
    """
    if not any(s.points):
        return words.text("action", "end_turn", {})
    kinds = sum(map(bool, s.points))
    return words.text(
        "label", "pass_ends", {"list": unused_points_text(s, words) if kinds == 1 else str(sum(s.points))}
    )


def _with_leader(label: str, s: RurikState, words: Words, region: int) -> str:
    """Return a label with a price, and the observer's leader if the leader lowers the price in this region."""
    leader = s.leaders[s.observer]
    takes_part = has_discount(s, s.observer, region) or has_won_tie(s, s.observer, region)
    return words.text("label", "by", {"label": label, "leader": box.LEADERS[leader]}) if takes_part else label


REPLACES: Final = ("replace_rebel", "replace_neutral", "replace_troop")
ATTACKS: Final = ("attack", "guarded_attack", "attack_rebels", "attack_neutral")
MOVES: Final = ("move_leader", "march_leader")
PUSHES: Final = ("push", "push_leader")
_LIT: Final = [f"region-{region}" for region in box.REGIONS]
_PLOTS: Final = [f"plot-{structure}-{region}" for structure in box.STRUCTURES for region in box.REGIONS]
_FOES: Final = [
    f"foe-{side}-{region}" for side in ("rebel", "neutral", *range(box.MAX_PLAYERS)) for region in box.REGIONS
]
_BEGINS: Final = {
    "move": [*_LIT, "chief"],
    "march": [*_LIT, "chief"],
    "attack": [*_LIT, *_FOES],
    "build": [*_LIT, *_PLOTS],
}
"""For the kinds of points that are not used just in regions, the places where their use may begin."""
_ANYWHERE: Final = "|".join(["chief", *_LIT, *_PLOTS, *_FOES, *(f"deck-{deck}" for deck in box.DECKS)])
"""The places where a main action may begin."""


def first_actions(s: RurikState, legal: Sequence[Action]) -> list[Action]:
    """Return the actions that can begin the main action or the use of unused points."""
    return [*first_main_actions(s, legal), *first_point_actions(s, legal)]


def foe_of(action: Action) -> str:
    """Return the owner of the figure that an action attacks or replaces: a seat, "rebel" or "neutral"."""
    return str(action.params.get("opponent", action.family.partition("_")[2].removesuffix("s")))


def target_of_attack(action: Action) -> str:
    """Return the id of the attacked figures on the board, by owner and region."""
    return f"foe-{foe_of(action)}-{action.params['region']}"


def _main_action(s: RurikState, words: Words) -> str:
    """Return the main action of the acting advisor, with its gain and cost, as text."""
    column = s.active // box.ROWS
    if column == box.SCHEME and acting_side(s) >= s.players:
        return words.name("column", box.COLUMNS[column])
    return words.text("board", "main", {"column": box.COLUMNS[column], "what": space_effects(words, s.sides, s.active)})


def phase_of(s: RurikState) -> str:
    """Return the phase of a position: "strategy", "action" or "claim"."""
    top = s.stack[-1]
    if isinstance(top, PlaceAdvisor) or (isinstance(top, Watch) and s.active < 0):
        return "strategy"
    names = {type(step).__name__ for step in s.stack}
    return (
        "action"
        if names & {"EndTurn", "NextAdvisor", "ActionPhase", "Turn"} or s.active >= 0
        else _phase_between_turns(s)
    )


def _phase_between_turns(s: RurikState) -> str:
    """Return "action" if the last turn of the action phase is about to begin, else "claim"."""
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
"""Bonus actions that cannot be selected on the map."""
_REVERSIBLE: Final = frozenset(
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
"""The families of actions that can be taken back until the turn ends."""
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


def _question(s: RurikState, words: Words, names: Sequence[str], legal: Sequence[Action]) -> str:
    """Return the prompt if it depends on the position, or "" otherwise.

    It has the unused points, the possible actions, their risk, and a hint if Predslava's ability highlights regions.
    """
    pushes = any(action.family in PUSHES for action in legal)
    question = _turn_question(s, words, legal, brief=pushes) if s.stack and isinstance(s.stack[-1], Turn) else ""
    unused = usable_points_text(s, words, legal) if s.stack and s.round else ""
    if s.stack and isinstance(s.stack[-1], PlaceTroop) and legal:
        remaining = sum(isinstance(step, PlaceTroop) and step.player == s.observer for step in s.stack)
        return f"{prompt_of(s, words, s.observer, names)} {words.text('question', 'first_left', {'left': remaining})}"
    if not (unused or pushes) or not legal:
        return question
    key = "left_last" if is_last_point(s, legal) else "left"
    sentences = [words.text("question", key, {"list": unused})] if unused else []
    sentences.append(question or prompt_of(s, words, s.observer, names))
    if risk := risk_text(s, words, legal):
        sentences.append(risk)
    return " ".join([*sentences, words.text("board", "push_lit", {})] if pushes else sentences)


def _turn_question(s: RurikState, words: Words, legal: Sequence[Action], *, brief: bool) -> str:
    """Return the question of a turn: about the main action and what its points are worth, or about what follows it."""
    if s.acted:
        if starting_places(s, legal):
            return words.text("question", "after_lit", {})
        has_more = any(action.family in ("use", "resume") or ACTIONS.priority(action, legal) for action in legal)
        return words.text("question", "after" if has_more else "after_all", {})
    if main_action not in legal:
        return words.text("question", "too_dear", {})
    main = words.text("question", "main", {"what": space_effects(words, s.sides, s.active)})
    if not places_of(first_main_actions(s, legal)):
        return f"{main} {words.text('question', 'nothing', {})}"
    sentences = [] if brief else [points_rule(s, words, s.active // box.ROWS)]
    next_state, next_legal = begin_main_action(s, legal)
    if not brief and (risk := risk_text(next_state, words, next_legal)):
        sentences = [risk]  # both would be too long
    starts = starting_places(s, legal) - {ACTIVE}
    begin = "begin_deck" if any(place.startswith("deck-") for place in starts) else "begin"
    return " ".join([main, *sentences, *([words.text("question", begin, {})] if starts else [])])


def places_of(legal: Sequence[Action]) -> set[str]:
    """Return the places on the board that select legal actions."""
    return {place for action in legal for place in ACTIONS.target(action).split() if "|" not in place}


def starting_places(s: RurikState, legal: Sequence[Action]) -> set[str]:
    """Return the places where the main action or the use of points could begin, and the acting advisor's space.

    If a legal action already uses one of these places, only that space is returned. It is included only if the main
    action is legal.
    """
    space = {ACTIVE} if main_action in legal else set[str]()
    starts = places_of([action for action in first_actions(s, legal) if not is_stowing(action)])
    return space if starts & places_of(legal) else space | starts


def is_silent_turn_end(action: Action, s: RurikState) -> bool:
    """Return whether an action lets others act, or ends the turn, although its button does not say so.

    For actions that can be taken back during a turn (`_REVERSIBLE`), the next players to act are compared; for others,
    the end of the turn counts. Choosing a deck for casualties needs no confirmation, because both decks have this
    effect.
    """
    if action.family in _REVERSIBLE:
        return is_handover(action, s)
    return action.family not in ("pass", "end_turn", "reveal") and is_turn_end(action, s)


def is_waste_of_points(actions: Sequence[Action], s: RurikState) -> bool:
    """Return whether actions end a turn with points left that could be used."""
    if stop in actions:
        return any(s.points) and (end_turn in actions or is_pass_turn_end(s))
    legal = s.legal_actions(s.observer) if end_turn in actions else []
    return any(action.family in ("use", "resume") for action in legal)


class RurikActions(ActionView[RurikState]):
    """The action view of Rurik."""

    def status(self, s: RurikState, words: Words) -> str:
        """Return the round, the phase and, except for the acting player, the main action and unused points."""
        if s.round == 0:
            return words.text("board", "setup", {})
        parts = [
            words.text("board", "round", {"round": s.round, "rounds": box.ROUNDS}),
            words.text("board", phase_of(s), {}),
        ]
        if s.observer >= 0 and s.observer in s.players_to_act:
            return ", ".join(parts)
        if s.active >= 0 and not s.acted:
            parts.append(_main_action(s, words))
        if pool := unused_points_text(s, words):
            parts.append(words.text("board", "to_use", {"list": pool}))
        return ", ".join(parts)

    def prompt(self, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return the prompt if it depends on the position; while stowing goods, it explains the use of the dock."""
        legal = s.legal_actions(s.observer) if s.observer >= 0 else []
        question = _question(s, words, names, legal)
        if legal and (advice := unload_advice(s, words)):
            return advice
        if not (legal and s.stack and isinstance(s.stack[-1], ClaimStowing)):
            return question
        return f"{question or prompt_of(s, words, s.observer, names)} {words.text('question', 'dock', {})}"

    def target(self, action: Action) -> str:  # noqa: C901
        """Return the region, card, column, space, deck or figure that selects this action; two for some actions."""
        family, params = action.family, action.params
        if isinstance(action, PlaceAction):
            return f"column-{params['column']} advisor-{params['advisor']}"
        if isinstance(action, Journey):
            return f"region-{params['region']} region-{params['to']}"
        if family in MOVES:
            return f"chief region-{params['to']}"
        if isinstance(action, StructureAction):
            return f"region-{params['region']} plot-{params['structure']}-{params['region']}"
        if family in REPLACES:
            return f"figure-{foe_of(action)}"
        if family in ATTACKS:
            return f"region-{params['region']} {target_of_attack(action)}"
        if family == "activate":
            return f"space-{params['column']}-{params['row']}"
        if family == "main_action":
            return f"{ACTIVE}|{_ANYWHERE}"
        if isinstance(action, OpponentAction) and family in PUSHES:
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
        """Return the column, the region, or the kind of bonus action that an action belongs to."""
        if isinstance(action, PlaceAction):
            return words.name("column", action.params["column"])
        if action.family in _BY_REGION:
            return words.name("region", action.params["region"])
        if action.family in _HEADINGS:
            table, key = _HEADINGS[action.family]
            return words.text(table, key, {})
        return ""

    def short_label(self, action: Action, words: Words, names: Sequence[str]) -> str:
        """Return the text of an action's button below its heading: its destination or its object."""
        params = action.params
        if isinstance(action, Journey) or (isinstance(action, IndexedAction) and action.family in MOVES):
            return words.text("board", "to_short", {"to": params["to"]})
        if isinstance(action, StructureAction) and action.family == "demolish":
            return words.name("structure", params["structure"])
        if action.family in ("load", "unload"):
            return words.text("board", f"{action.family}_short", params)
        if action.family == "attack_rebels":
            return words.term("rebel")
        if action.family == "attack_neutral":
            return words.text("board", "neutral", {})
        return ""

    def label(self, action: Action, s: RurikState, words: Words, names: Sequence[str]) -> str:
        """Return a label with the gain, cost or risk of an action, if it depends on the position, or "" otherwise."""
        share = risk_of_deck(action, s)
        if isinstance(action, OpponentAction) and (risk := risk_of(action, s))[0]:
            share = risk[1]
        if share >= 0:
            return words.text("label", "risk", {"label": label_by_name(action, words, names), "share": share})
        return label_of(action, s, words)

    def priority(self, action: Action, legal: Sequence[Action]) -> int:
        """Return 2 for deeds, 1 for other bonus actions once the turn may end and for goods that are alone, else 0."""
        if action.family == "accomplish":
            return 2
        if is_stowing(action):
            return int(all(is_stowing(candidate) or candidate is stop for candidate in legal))
        return int(action.family in _BONUS and any(candidate.family == "end_turn" for candidate in legal))

    def automatic_action(self, legal: Sequence[Action], last: str) -> Action | None:
        """Return the end of the turn if a player has passed and can do nothing else."""
        if last == "pass" and can_only_end_turn(legal):
            return end_turn
        return super().automatic_action(legal, last)

    def combined_buttons(
        self, s: RurikState, words: Words, legal: Sequence[Action]
    ) -> list[tuple[Sequence[Action], str]]:
        """Return a button that passes and ends the turn, if passing alone would not end it."""
        return [([stop, end_turn], end_turn_label(s, words))] if stop in legal and can_end_after_pass(s) else []

    def confirm(self, actions: Sequence[Action], s: RurikState) -> Confirm:
        """Return why the observer has to confirm a button's actions, or "" for no confirmation."""
        if actions[0].family in BINDING:
            return "final"
        if is_silent_turn_end(actions[0], s):
            return "ends_turn"
        return "wastes" if is_waste_of_points(actions, s) else ""


ACTIONS: Final = RurikActions(automatic=AUTOMATIC, cards=CARDS)
