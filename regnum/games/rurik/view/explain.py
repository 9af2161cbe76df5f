"""Explanations of the elements on the page of a game of Rurik, and of illegal actions."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from regnum.core.game import game_of
from regnum.core.packed import popcount
from regnum.core.rules.action import Action, IndexedAction, Refusal
from regnum.core.text.words import Words, upfirst
from regnum.games.rurik import components as box
from regnum.games.rurik.action_phase import Turn, first_main_actions, spending_step, state_after_main_begins
from regnum.games.rurik.actions import OpponentAction, PlaceAction, build, main_action, muster, tax
from regnum.games.rurik.claim_phase import (
    track_count,
)
from regnum.games.rurik.deeds.cards import DEED_CARDS, DEEDS
from regnum.games.rurik.deeds.conditions import accomplishable_deeds, missing_condition
from regnum.games.rurik.deeds.text import count_text
from regnum.games.rurik.solo import cards as solo
from regnum.games.rurik.state import RurikState
from regnum.games.rurik.strategy_board import EMPTY
from regnum.games.rurik.view.actions import places_of, starting_places
from regnum.games.rurik.view.advice import attack_risks, begin_main_action, expected_effects
from regnum.games.rurik.view.cards import (
    acting_side,
    placement_row,
    shown_agenda,
    shown_deed,
    shown_scheme,
    space_effects,
    space_text,
    track_space_text,
)
from regnum.games.rurik.view.keys import PLACES, UNEXPECTED_REFUSALS
from regnum.games.rurik.view.panel import agenda_status, card_of, decks, exchange_text, mat_column, structures_left
from regnum.games.rurik.view.scores import points_by_reason
from regnum.view import Explainer, Explanation

_ACTIONS: Final = {
    "muster": ("muster.points", "muster.where"),
    "move": ("move.points", "move.split"),
    "attack": ("attack.points", "attack.where"),
    "tax": ("tax.points", "tax.cost"),
    "build": ("build.points", "build.cost"),
    "scheme": ("scheme.draw", "scheme.keep"),
}
"""For each column, the clauses about its main action."""
_TRACKS: Final = {
    "rule": ("claim.rule", "claim.capitals"),
    "build": ("claim.build", "claim.adjacent"),
    "trade": ("claim.trade",),
    "war": ("attack.war", "end.war"),
}
_STRUCTURES: Final = {
    "church": "structures.church",
    "stronghold": "structures.stronghold_rule",
    "market": "structures.market",
}
_LEADERS: Final = {"yaroslav": "leaders.yaroslav_ties"}
_PRIORITIES: Final = {
    "attack_move": "solo.priority_regions",
    "build": "solo.priority_structures",
    "tax": "solo.priority_goods",
}
_SPENT_IN: Final[dict[int, Sequence[Action]]] = {
    box.MUSTER: muster.members,
    box.TAX: tax.members,
    box.BUILD: build.members,
}
"""The actions that use each kind of points in a region."""


def explain_too_far(place: str, s: RurikState, words: Words, legal: Sequence[Action]) -> str | None:
    """Return the sentence that a region is too far away, if figures may move but none can reach it; else None."""
    name = place.partition("-")[2]
    moves = [action for action in [*legal, *first_main_actions(s, legal)] if action.family in ("move", "move_leader")]
    if (
        not place.startswith("region-")
        or name not in box.REGIONS
        or not moves
        or not s.regions() >> box.REGIONS.index(name) & 1
    ):
        return None
    reachable = {action.params[end] for action in moves for end in ("region", "to") if end in action.params}
    if name in reachable or s.figures(s.observer, box.REGIONS.index(name)):
        return None
    return words.text("board", "too_far", {"region": name})


def explain_not_in_play(place: str, s: RurikState, words: Words) -> str | None:
    """Return the sentence that a region is not in play with this player count, if so, or None otherwise."""
    name = place.removeprefix("region-")
    if name == place or name not in box.REGIONS or s.regions() >> box.REGIONS.index(name) & 1:
        return None
    return words.text("board", f"out_{s.players}", {})


def explain_unused(place: str, s: RurikState, words: Words, legal: Sequence[Action]) -> str | None:
    """Return why points cannot be used at a place, if they have no use anywhere, or None otherwise.

    If the main action is still to come, the position after it has begun is examined.
    """
    if not s.stack or not isinstance(s.stack[-1], Turn) or not legal:
        return None
    next_state = state_after_main_begins(s) if main_action in legal and s.active // box.ROWS != box.SCHEME else s
    ids = set(place.split("-")[1:])
    for kind, actions in _SPENT_IN.items():
        step = spending_step(s.observer, kind)
        members = [action for action in actions if ids <= set(map(str, action.params.values()))]
        if ids and members and next_state.points[kind] and not step.options(next_state):
            refusals = [words.refusal(step.refusal(next_state, action)) for action in members]
            return Counter(refusals).most_common(1)[0][0]
    return None


class PlaceExplainer:
    """Explains the elements on the page to the state's observer, in one language."""

    def __init__(self, s: RurikState, words: Words, names: Sequence[str]) -> None:
        self.s: Final = s
        self.words: Final = words
        self.names: Final = names

    def explain(self, place: str) -> Explanation | None:
        """Return the explanation of the element with this id, or None if it does not exist."""
        kind, _, name = place.partition("-")
        explain = _EXPLAINERS.get(kind)
        try:
            return explain(self, name) if explain else None
        except (ValueError, IndexError):  # the kind exists, but not this name
            return None

    def rules(self, *clauses: str) -> list[str]:
        """Return the texts of these clauses."""
        ledger = game_of(self.s).ledger()
        return [ledger[clause].text[self.words.language] for clause in clauses]

    def board_text(self, key: str, **params: object) -> str:
        """Return a text from the table "board" of the words."""
        return self.words.text("board", key, params)

    def list_by_side(self, values: Iterable[tuple[int, object]]) -> str:
        """Return sides' names with values, such as "Ann 3, Ben 1"."""
        return ", ".join(f"{self.names[side]} {value}" for side, value in values)

    # The map and the strategy board.

    def region(self, name: str) -> Explanation:
        """Explain a region: its ruler and the sides' strengths, the figures there, its good."""
        s, region = self.s, box.REGIONS.index(name)
        title = self.words.name("region", name)
        if not s.regions() >> region & 1:
            return Explanation(title, self.rules("setup.regions"), "rurik.setup.regions")
        ruler = next((side for side in range(s.sides) if s.rules(side, region)), -1)
        rules = self.board_text("rules", name=self.names[ruler]) if ruler >= 0 else self.board_text("rules_not")
        lines = [*self.attack_risks(region), rules]
        count = sorted(((s.strength(side, region), side) for side in range(s.sides)), key=lambda pair: -pair[0])
        counts = [self.list_by_side([(side, strength)]) for strength, side in count if strength]
        if (s.rebels | s.neutral) >> region & 1:
            counts.append(f"{self.words.term('rebel') if s.rebels >> region & 1 else self.board_text('neutral')} 1")
        if counts:
            lines.append(self.board_text("counting", list=", ".join(counts)))
        lines += [line for side in range(s.sides) if (line := self.pieces_of_side(side, region))]
        lines += [line for side in range(s.sides) if (line := self.leader_effect(side, region))]
        good = box.GOODS[s.region_goods[region]]
        if s.goods >> region & 1:
            lines.append(self.board_text("good_lies", good=good))
        else:
            lines.append(self.board_text("good_away", good=good))
        if box.CAPITALS >> region & 1:
            lines += self.rules("claim.capitals")
        return Explanation(title, lines, "rurik.regions.rule")

    def attack_risks(self, region: int) -> list[str]:
        """Return sentences with the risk of each attack that a click on a region can select."""
        s = self.s
        legal: Sequence[Action] = s.legal_actions(s.observer) if s.observer in s.players_to_act else []
        if main_action in legal:
            s, legal = begin_main_action(s, legal)
        attacks_here = [action for action in legal if isinstance(action, OpponentAction) and action.region == region]
        return [
            self.board_text("risk", opponent=self.names[attack_action.opponent], share=share)
            for attack_action, share in attack_risks(s, attacks_here)
        ]

    def leader_effect(self, side: int, region: int) -> str:
        """Return the ability of a side's leader in a region, if it takes effect there automatically; else ""."""
        s, leader = self.s, self.s.leaders[side]
        if s.leader_at[side] != region or leader not in (box.MSTISLAV, box.YAROSLAV):
            return ""
        ability = self.words.text("ability", box.LEADERS[leader], {})
        return self.board_text("leader_here", leader=box.LEADERS[leader], name=self.names[side], ability=ability)

    def pieces_of_side(self, side: int, region: int) -> str:
        """Return a side's pieces in a region as a sentence, or "" if there are none."""
        s = self.s
        pieces: list[str] = []
        if s.leader_at[side] == region:
            pieces.append(self.words.name("leader", box.LEADERS[s.leaders[side]]))
        if troops := s.troops[side * box.REGION_COUNT + region]:
            pieces.append(self.board_text("troops_here", count=troops))
        for kind, name in enumerate(box.STRUCTURES):
            if s.structures[side * box.STRUCTURE_COUNT + kind] >> region & 1:
                pieces.append(self.words.name("structure", name))
        return f"{self.names[side]}: {', '.join(pieces)}." if pieces else ""

    def column(self, name: str) -> Explanation:
        """Explain a column: its main action, the gains of its spaces, and the advisors there."""
        column = box.COLUMNS.index(name)
        spaces = range(column * box.ROWS, column * box.ROWS + box.ROWS_OF[self.s.sides])
        space_texts = [upfirst(space_text(self.words, self.s.sides, space)) + "." for space in spaces]
        owners = [self.advisor_owner(space) for space in spaces if self.s.board[space] != EMPTY]
        lines = [*self.rules(*_ACTIONS[name]), *space_texts]
        if owners:
            lines.append(upfirst("; ".join(owners)) + ".")
        return Explanation(self.words.name("column", name), lines, f"rurik.{_ACTIONS[name][0]}")

    def advisor_owner(self, space: int) -> str:
        """Return the owner, number and bribe of the advisor on a space, as text."""
        code = self.s.board[space]
        params = {"power": code >> 3 & 7, "bribe": code >> 6, "name": self.names[code & 7]}
        return self.words.text("board", "taken_bribe" if code >> 6 else "taken", params)

    def space(self, name: str) -> Explanation | None:
        """Explain a space: its gain and cost, its advisor, and its main action, or None if it does not exist."""
        if name == "active" and self.s.active >= 0:
            name = f"{box.COLUMNS[self.s.active // box.ROWS]}-{self.s.active % box.ROWS + 1}"
        column, _, row = name.rpartition("-")
        if not 0 < int(row) <= box.ROWS_OF[self.s.sides]:
            return None
        s, space = self.s, box.COLUMNS.index(column) * box.ROWS + int(row) - 1
        lines = [upfirst(space_effects(self.words, s.sides, space)) + "."]
        if space == box.MARKER_SPACE and s.players == s.sides:
            lines += self.rules("scheme.marker")
        if s.board[space] != EMPTY:
            lines.append(upfirst(self.advisor_owner(space)) + ".")
        if space == s.active and (actor := acting_side(s)) >= 0:
            lines.append(self.board_text("acting", name=self.names[actor]) + ".")
        title = self.board_text("space_of", column=column, row=row)
        clause = "action.cost" if box.SPACE_COST[s.sides][space] else "action.main"
        return Explanation(title, [*lines, *self.rules(*_ACTIONS[column])], f"rurik.{clause}")

    def advisor(self, name: str) -> Explanation | None:
        """Explain what an advisor's number is for, or None for a number that no advisor has."""
        if int(name) not in box.POWERS:
            return None
        rules = self.rules("strategy.push_down", "strategy.equal", "strategy.bribe", "action.fastest")
        return Explanation(f"{self.words.title('advisor')} {name}", rules, "rurik.strategy.place")

    # The claim board.

    def track(self, name: str) -> Explanation:
        """Explain a claim track: its rules, and each side's points and progress."""
        s = self.s
        lines = self.rules(*_TRACKS[name]) if name in _TRACKS else []
        if name == "war":
            lines.append(
                self.board_text("stand", list=self.list_by_side((side, s.war[side]) for side in range(s.sides)))
            )
        else:
            track = box.TRACKS.index(name)
            at = [box.TRACK_POINTS[track][s.tracks[side * box.TRACK_COUNT + track]] for side in range(s.sides)]
            counts = [self.words.text("count", "point", {"count": points}) for points in at]
            lines.append(self.board_text("stand", list=self.list_by_side(enumerate(counts))))
            lines.append(
                self.board_text(
                    "stand_now", list=self.list_by_side((side, track_count(s, side, track)) for side in range(s.sides))
                )
            )
        return Explanation(self.words.text("score_reason", name, {}), lines, f"rurik.{_TRACKS[name][0]}")

    def step(self, name: str) -> Explanation | None:
        """Explain a space of a track: its requirement and points, and the players there; None if it does not exist."""
        track, _, number = name.rpartition("-")
        if track not in _TRACKS:
            return None
        s, at = self.s, int(number)
        title = f"{self.words.text('score_reason', track, {})}, {number}"
        if track == "war":
            sides_here = [side for side in range(s.sides) if s.war[side] == at]
            lines = self.rules("end.war")
            clause = "rurik.end.war"
        else:
            track_number = box.TRACKS.index(track)
            sides_here = [side for side in range(s.sides) if s.tracks[side * box.TRACK_COUNT + track_number] == at]
            lines = [upfirst(track_space_text(self.words, track_number, at)) + ".", *self.rules(*_TRACKS[track])]
            clause = f"rurik.{_TRACKS[track][0]}" if at else "rurik.claim.income_markers"
            lines += [] if at else self.rules("claim.income_markers")
        if at > (box.WAR_TOP if track == "war" else box.TRACK_TOP):
            return None
        if sides_here:
            lines.append(self.board_text("here", list=", ".join(self.names[side] for side in sides_here)))
        return Explanation(title, lines, clause)

    # Cards.

    def deed(self, name: str) -> Explanation:
        """Explain a deed: its needs, cost and reward, and its owner."""
        s, deed = self.s, DEEDS.index(name)
        card = shown_deed(s, deed, self.words, set())
        lines = [f"{self.words.title(part)}: {card[part]}." for part in ("needs", "cost", "reward") if card[part]]
        lines.append(upfirst(self.words.text("count", "point", {"count": card["points"]})) + ".")
        for side in range(s.sides):
            if s.deeds[side] >> deed & 1:
                lines.append(self.board_text("deed_of", name=self.names[side]))
            elif s.accomplished[side] >> deed & 1:
                lines.append(self.board_text("deed_done", name=self.names[side]))
        is_done = any(s.accomplished[side] >> deed & 1 for side in range(s.sides))
        if not is_done:
            lines += [missing] if (missing := self.missing_for_deed(deed)) else []
            lines.append(self.board_text("deed_when"))
        return Explanation(card["name"], lines, "rurik.deeds.accomplish")

    def missing_for_deed(self, deed: int) -> str:
        """Return what the observer lacks for a deed now, or that they lack nothing, or "" for spectators."""
        s, me, card = self.s, self.s.observer, DEED_CARDS[deed]
        if not 0 <= me < s.players:
            return ""
        if accomplishable_deeds(s, me, 1 << deed):
            return self.board_text("deed_payable")
        short = [
            count_text(self.words, "coin", card.cost_coins - s.coins[me]) if card.cost_coins > s.coins[me] else "",
            *(
                f"{cost - s.stock(me, good)} × {self.words.name('good', box.GOODS[good])}"
                for good, cost in enumerate(card.cost_goods)
                if cost > s.stock(me, good)
            ),
        ]
        if any(short):
            return self.board_text("deed_lacks", list=", ".join(filter(None, short)))
        return self.words.refusal(
            Refusal(missing_condition(s, me, deed), "rurik.deeds.accomplish", {"deed": DEEDS[deed]})
        )

    def scheme(self, name: str) -> Explanation:
        """Explain a scheme: its gain and cost."""
        return self._scheme(name, "schemes.play")

    def drawn(self, name: str) -> Explanation:
        """Explain a scheme just drawn: its gain and cost."""
        return self._scheme(name, "scheme.keep")

    def _scheme(self, name: str, clause: str) -> Explanation:
        kind = box.SCHEME_KINDS.index(name)
        lines = [upfirst(shown_scheme(kind, 1, self.words, set(), "")["text"]) + "."]
        if cost := box.KIND_COST[kind]:
            lines.append(f"{self.words.title('cost')}: {self.words.text('count', 'coin', {'count': cost})}.")
        if box.KIND_LOSS[kind]:
            lines += [f"{self.words.title('loss')}: {rule}" for rule in self.rules("attack.loss")]
        final = [self.words.text("prediction", "final", {})] if clause == "schemes.play" else []
        return Explanation(self.words.title("scheme"), [*lines, *self.rules(clause), *final], f"rurik.{clause}")

    def agenda(self, name: str) -> Explanation:
        """Explain an agenda: what a player must have the most of, and how close the observer is."""
        agenda = box.AGENDAS.index(name)
        card = shown_agenda(agenda, self.words, set())
        lines = [upfirst(card["text"]) + "."]
        if self.s.observer >= 0:
            lines.append(agenda_status(self.s, self.words, self.names, agenda))
        return Explanation(card["name"], [*lines, *self.rules("end.agenda", "agendas.tie")], "rurik.end.agenda")

    def prince(self, name: str) -> Explanation:
        """Explain a leader: its owner and ability."""
        s, leader = self.s, box.LEADERS.index(name)
        seat = s.leaders.index(leader) if leader in s.leaders else -1
        lines = [self.words.text("ability", card_of(s, leader, seat), {})]
        if seat >= 0:
            lines.insert(0, self.board_text("leads", name=self.names[seat]))
            if s.ability_used[seat]:
                lines.append(upfirst(self.board_text("used")) + ".")
        clause = "solo.leader" if seat >= s.players else _LEADERS.get(name, f"leaders.{name}")
        return Explanation(self.words.name("leader", name), [*lines, *self.rules("leaders.troop")], f"rurik.{clause}")

    def deck(self, name: str) -> Explanation:
        """Explain a scheme deck: the number of cards, and the top one if the observer knows it."""
        context = decks(self.s, self.words, set())[box.DECKS.index(name)]
        lines = [
            self.words.text("count", "card", {"count": context["count"]}) + ".",
            *([context["known"]] if context["known"] else []),
        ]
        return Explanation(context["name"], [*lines, *self.rules("schemes.cards")], "rurik.schemes.cards")

    def pile(self, name: str) -> Explanation | None:
        """Explain the discard pile: the number of cards, and when they return, or None for other piles."""
        if name != "discards":
            return None
        count = upfirst(self.board_text("discards", count=popcount(self.s.discards))) + "."
        return Explanation(
            self.words.title("discards"), [count, *self.rules("schemes.reshuffle")], "rurik.schemes.reshuffle"
        )

    # Households.

    def _split_owner(self, name: str) -> tuple[int, str]:
        """Return the side and the item in an id: "1-fish" belongs to side 1, "fish" to the observer."""
        side, _, item = name.rpartition("-")
        return (int(side) if side else self.s.observer), item

    def stock(self, name: str) -> Explanation | None:
        """Explain a good on a boat: how many there are, and their use."""
        side, good = self._split_owner(name)
        kind = box.GOODS.index(good)
        if not 0 <= side < self.s.sides:
            return None
        params = {"have": self.s.boat[side * box.GOOD_COUNT + kind], "slots": box.BOAT[kind], "good": good}
        lines = [
            f"{self.names[side]}, {self.board_text('boat', **params)}.",
            *self.rules("claim.income_boat", "claim.trade", "tax.stow"),
        ]
        return Explanation(self.words.title("boat"), lines, "rurik.tax.stow")

    def dock(self, name: str) -> Explanation | None:
        """Explain a good on a dock: how many there are, and their use."""
        side, good = self._split_owner(name)
        kind = box.GOODS.index(good)
        if not 0 <= side < self.s.sides:
            return None
        params = {"have": self.s.dock[side * box.GOOD_COUNT + kind], "good": good}
        return Explanation(
            self.words.title("dock"),
            [
                f"{self.names[side]}, {self.board_text('dock', **params)}.",
                self.board_text("dock_for"),
                *self.rules("tax.stow"),
            ],
            "rurik.tax.stow",
        )

    def exchange(self, name: str) -> Explanation | None:
        """Explain an exchange marker: its goods and gain, and whether it has been used."""
        side, marker = self._split_owner(name)
        number = box.EXCHANGES.index(marker)
        if not 0 <= side < self.s.players:
            return None
        lines = [upfirst(exchange_text(self.words, number)) + "."]
        if not self.s.exchanges[side] >> number & 1:
            lines.append(upfirst(self.board_text("exchange_used")) + ".")
        return Explanation(
            self.words.title("exchange"),
            [*lines, *self.rules("exchange.goods", "claim.exchanges")],
            "rurik.exchange.marker",
        )

    def left(self, name: str) -> Explanation | None:
        """Explain a kind of structure: how many a side has left, and its effect and cost."""
        side, kind = self._split_owner(name)
        number = box.STRUCTURES.index(kind)
        if not 0 <= side < self.s.sides:
            return None
        left_label = structures_left(self.s, self.words, side, number, kind)["label"]
        lines = [f"{self.names[side]}, {left_label}.", *self.rules(_STRUCTURES[kind], "build.cost")]
        return Explanation(upfirst(self.words.name("structure", kind)), lines, f"rurik.{_STRUCTURES[kind]}")

    def plot(self, name: str) -> Explanation | None:
        """Explain a plot: the effect of the structure that can be built or removed there."""
        kind, _, region = name.partition("-")
        if kind not in _STRUCTURES or region not in box.REGIONS:
            return None
        title = f"{upfirst(self.words.name('structure', kind))}, {self.words.name('region', region)}"
        return Explanation(title, self.rules(_STRUCTURES[kind]), f"rurik.{_STRUCTURES[kind]}")

    def player(self, name: str) -> Explanation | None:
        """Explain a side: its possessions, progress and points."""
        s, side = self.s, int(name)
        if not 0 <= side < s.sides:
            return None
        lines = [self.board_text("coins", count=s.coins[side]), self.board_text("troops_left", count=s.supply(side))]
        if side < s.players:
            lines.insert(1, self.board_text("schemes", count=s.hand[side].bit_count()))
        progress = [
            self.board_text(key, count=track_count(s, side, track))
            for track, key in enumerate(("now_rule", "now_build", "now_trade"))
        ]
        points = [f"{reason} {count}" for reason, count in points_by_reason(s, self.words)[side] if count]
        sentences = [f"{self.words.title('points')}: {', '.join(points) or '0'}."] if s.round else []
        sentences += [", ".join(lines) + ".", f"{upfirst(self.board_text('now'))}: {', '.join(progress)}."]
        if side == s.marker and s.players == s.sides:
            sentences.append(self.words.title("first_player") + ".")
        return Explanation(
            self.names[side], sentences, "rurik.setup.household" if side < s.players else "rurik.solo.side"
        )

    # The rebellion of a solo game.

    def mat(self, name: str) -> Explanation | None:
        """Explain a column of the rebellion's mat: when it becomes the priority, and its bonuses."""
        if self.s.sides == self.s.players:
            return None
        column = mat_column(self.s, self.words, solo.PRIORITIES.index(name))
        bonuses = [bonus["label"] + "." for bonus in column["bonuses"]]
        return Explanation(
            upfirst(column["label"]),
            [*self.rules(_PRIORITIES[name]), *bonuses, *self.rules("solo.unlock")],
            "rurik.solo.bonuses",
        )

    def bottom(self, name: str) -> Explanation:
        """Explain the purpose of the rebellion's bottom card."""
        rules = self.rules("solo.bottom_card", "solo.reveal", "solo.priority_column", "solo.bribe_top")
        return Explanation(self.words.title("bottom_card"), rules, "rurik.solo.bottom_card")

    def top(self, name: str) -> Explanation:
        """Explain the purpose of the rebellion's top card."""
        rules = self.rules("solo.top_card", "solo.region_order", "solo.build_order")
        return Explanation(self.words.title("top_card"), rules, "rurik.solo.top_card")


_EXPLAINERS: Final[dict[str, Callable[[PlaceExplainer, str], Explanation | None]]] = {
    kind: getattr(PlaceExplainer, kind) for kind in (begin.partition("-")[0] for begin in PLACES)
}
_EXPLANATION_KEYS: Final = {
    "guarded_attack": "attack",
    "march_leader": "march",
    "push_leader": "push",
    "resume": "use",
}


class RurikExplainer(Explainer[RurikState]):
    """Explanations for Rurik."""

    def hint_reason(self, action: Action, s: RurikState, words: Words) -> str:
        """Return why a leader, an agenda or an advisor's space is good: such choices have little immediate effect."""
        if action.family == "choose_leader":
            ability = words.text("ability", str(action.params["leader"]), {})
            return f"{ability} {words.text('advice', 'ChooseLeader', {})}"
        if action.family == "choose_agenda" and isinstance(action, IndexedAction):
            most = box.AGENDA_MOST[action.choice]
            params = {"what": words.text("agenda", most, {}), "why": words.text("agenda_reason", most, {})}
            return words.text("advice", "agenda", params)
        if not isinstance(action, PlaceAction):
            return ""
        space = action.column * box.ROWS + placement_row(s.board, action.column, action.power + action.bribe)
        return words.text("advice", "place", {**action.params, "what": space_effects(words, s.sides, space)})

    def unavailable_reason(self, place: str, s: RurikState, words: Words, names: Sequence[str]) -> str | None:
        """Return why nothing can be done at a region or plot; None for other places, or if there is no clear reason."""
        legal = s.legal_actions(s.observer)
        if place in places_of(legal) | starting_places(s, legal):
            return None
        if not place.startswith(("region-", "plot-")):
            return None
        return (
            explain_not_in_play(place, s, words)
            or explain_too_far(place, s, words, legal)
            or explain_unused(place, s, words, legal)
        )

    def group_key(self, action: Action, s: RurikState) -> str:
        """Return the key of the actions that share an explanation.

        It is "" for actions against an empty seat, or against neutral troops in a game without them.
        """
        if isinstance(action, OpponentAction) and action.opponent >= s.sides:
            return ""
        if action.family in ("attack_neutral", "replace_neutral") and s.sides == s.players:
            return ""
        return _EXPLANATION_KEYS.get(action.family, action.family)

    def explain(self, place: str, s: RurikState, words: Words, names: Sequence[str]) -> Explanation | None:
        """Return the explanation of an element, or None if there is none."""
        return PlaceExplainer(s, words, names).explain(place)

    def expected_effects(self, action: Action, s: RurikState, words: Words, names: Sequence[str]) -> list[str]:
        """Return sentences about an action's effects, such as an attack's risk or the end of the turn."""
        return expected_effects(action, s, words, names)


EXPLANATIONS: Final = RurikExplainer(places=PLACES, unexpected=UNEXPECTED_REFUSALS, parts={"space": "column"})
