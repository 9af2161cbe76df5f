"""A second bookkeeping, written from the rulebook and the rulings instead of the code.

It watches a game from outside, by positions as `to_dict` writes them and actions as texts, and keeps boats, docks and
the points of a turn by itself: which goods may be moved when, who is asked in the claim phase and what comes of it,
which points may still be used in a turn. What it expects and what the game does must be the same after every action.

    python -m tests.games.rurik.lockstep 2000    that many games, spread over the player counts
"""

import random
import re
import sys
from collections import Counter
from typing import Any

from regnum.games.rurik import GAME
from regnum.games.rurik.components import MAP, REGIONS

Position = dict[str, Any]
Note = tuple[str, dict[str, Any]]
SLOTS = {"ore": 2, "wood": 3, "fish": 3, "honey": 2, "fur": 1}
TRADE = [3, 5, 7, 9, 11]
SPENDING = {"Muster": "muster", "Move": "move", "Attack": "attack", "Tax": "tax", "Build": "build", "March": "march"}
POINTS = ["muster", "move", "attack", "tax", "build", "guarded_attack", "march"]
DEEDS = {
    "move": {"amass_forces": 1, "grand_hunter": 1},
    "muster": {"honorable_prince": 2, "generous_prince": 2, "dispatch_messengers": 2},
    "march": {"border_patrols": 2, "send_gifts": 2, "victory_march": 2},
    "tax": {"capital_city": 1, "new_beginning": 2},
    "build": {"great_library": 1, "master_beekeeper": 1, "wilderness_forts": 1},
    "guarded_attack": {"defensive_belt": 1, "hire_mercenaries": 1, "enforce_peace": 1},
}
"""The points of deeds."""


class Turn:
    """The points of a turn, from the main action and from bonus actions, and the goods moved last."""

    def __init__(self) -> None:
        self.kind = ""
        self.own = 0
        self.won: Counter[str] = Counter()
        self.main = False
        """Whether the main action goes on."""
        self.moved: dict[str, str] = {}
        self.stopped: set[str] = set()
        self.again: set[str] = set()
        """Points that were put off, and those that were taken up after that without being used."""

    def usable(self, kind: str) -> int:
        return self.won[kind] + (self.own if self.main and kind == self.kind else 0)

    def win(self, kind: str, points: int) -> None:
        """Record points of a bonus action, to which remaining points of the main action of that kind are added."""
        self.won[kind] += points
        same = "attack" if kind == "guarded_attack" else kind
        if points and same == self.kind and not self.main:
            self.won[same] += self.own
            self.own = 0

    def pay(self, kind: str, points: int) -> None:
        own = min(points, self.own) if self.main and kind == self.kind else 0
        self.own -= own
        self.won[kind] -= points - own


class Books:
    """The second bookkeeping of a game."""

    def __init__(self, first: Position) -> None:
        self.players = first["players"]
        self.sides = len(first["coins"])
        self.boat: list[Counter[str]] = [Counter() for _ in range(self.sides)]
        self.dock: list[Counter[str]] = [Counter() for _ in range(self.sides)]
        self.turn = Turn()
        self.questions: list[tuple[str, int]] = []
        self.claim: Position = {}
        self.moved: dict[str, str] = {}
        self.seen: Counter[str] = Counter()

    # Boat and dock.

    def goods_come_and_go(self, after: Position) -> None:
        """Record that goods taken go onto the boat while there is room, and that goods given leave the dock first."""
        for side in range(self.sides):
            for good, slots in SLOTS.items():
                boat, dock = self.boat[side], self.dock[side]
                change = after["boat"][side].get(good, 0) + after["dock"][side].get(good, 0) - boat[good] - dock[good]
                for _ in range(max(0, change)):
                    (boat if boat[good] < slots else dock)[good] += 1
                for _ in range(max(0, -change)):
                    (dock if dock[good] else boat)[good] -= 1
                assert boat[good] == after["boat"][side].get(good, 0), (side, good)

    def move(self, player: int, text: str, moved: dict[str, str]) -> None:
        how, good = text.split()
        to, away = (self.boat, self.dock) if how == "load" else (self.dock, self.boat)
        to[player][good] += 1
        away[player][good] -= 1
        moved[good] = how
        self.seen[how] += 1

    def moves(self, player: int, moved: dict[str, str]) -> set[str]:
        """Return the goods that may be moved; none goes straight back."""
        result: set[str] = set()
        for good, slots in SLOTS.items():
            if self.dock[player][good] and self.boat[player][good] < slots and moved.get(good) != "unload":
                result.add(f"load {good}")
            if self.boat[player][good] and moved.get(good) != "load":
                result.add(f"unload {good}")
        return result

    def aboard(self, side: int, all_of_them: bool = False) -> int:
        if not all_of_them:
            return self.boat[side].total()
        return sum(min(slots, self.boat[side][good] + self.dock[side][good]) for good, slots in SLOTS.items())

    # The claim phase.

    def begin_claim_phase(self, before: Position, after: Position, notes: list[Note]) -> None:
        """Compute the questions of the claim phase, in turn order from the holder of the marker."""
        p = self.claim = {**after, "round": before["round"], "tracks": [dict(row) for row in before["tracks"]]}
        until = next((n for n, (key, _) in enumerate(notes) if key.startswith("rebellion_priority")), len(notes))
        keys = [key for key, _ in notes[:until]]
        p["locked"] = sum(before["mat_coins"]) - keys.count("rebellion_unlocks")
        order = [(p["marker"] + seat) % self.sides for seat in range(self.sides)]
        seats = [seat for seat in order if seat < self.players]
        self.questions = [("StowForTracks", seat) for seat in seats]
        if self.sides > self.players:
            self.questions.insert(0, ("StowForPriority", 0))
        self.questions += [("Advance", -1)]
        if p["round"] < 4:
            self.questions += [("StowForIncome", seat) for seat in seats] + [("Income", -1)]
        self.seen["claim phases"] += 1

    def next_question(self, after: Position, notes: list[Note]) -> tuple[str, int] | None:
        """Return the next question of the claim phase, after the events before it."""
        before = self.claim
        while self.questions:
            name, player = self.questions[0]
            if name == "Advance":
                for side in range(self.sides):
                    before["tracks"][side]["trade"] = self.reached(before, side, self.aboard(side))
                    assert after["tracks"][side].get("trade", 0) == before["tracks"][side]["trade"], side
            elif name == "Income":
                self.income(after, notes)
            elif self.moved or self.asks(name, player, before):
                return name, player
            elif name == "StowForPriority" and self.by_others(before):
                more = len(self.places(before, 0)) > len(self.places(before, 1))
                assert after["priority"] == ("attack_move" if more else "build")
                self.seen["built more"] += not more
            elif name == "StowForPriority":
                assert (after["priority"] == "tax") == (self.aboard(0) > self.aboard(1))
            self.questions.pop(0)
        return None

    def reached(self, p: Position, side: int, goods: int) -> int:
        held: int = p["tracks"][side].get("trade", 0)
        return max(held, sum(goods >= need for need in TRADE))

    def asks(self, name: str, player: int, p: Position) -> bool:
        """Tell whether moving goods can benefit this player."""
        if name == "StowForIncome":
            full = [good for good, slots in SLOTS.items() if self.boat[player][good] == slots]
            could = [g for g, slots in SLOTS.items() if self.boat[player][g] + self.dock[player][g] >= slots]
            return len(could) > len(full)
        if name == "StowForPriority":
            matters = p["round"] < 4 and not self.by_others(p)
            return matters and self.aboard(0, all_of_them=True) > self.aboard(1)
        stays, goes = self.reached(p, player, 0), self.reached(p, player, self.aboard(player))
        if self.reached(p, player, self.aboard(player, all_of_them=True)) > goes:
            return True
        coin = stays == 0 and p["round"] < 4
        solo = self.sides > self.players and p["locked"] > 0
        rival = self.reached(p, 1, self.aboard(1)) if solo else 0
        return goes > stays and (coin or (solo and stays <= rival < goes))

    def by_others(self, p: Position) -> bool:
        """Tell whether regions or structures determine the rebellion's priority before goods do."""
        built = [Counter(region for kind in p["structures"][side].values() for region in kind) for side in (0, 1)]
        most = [max([sum(side[region] for region in group) for group in groups(set(side))] or [0]) for side in built]
        return len(self.places(p, 0)) > len(self.places(p, 1)) or most[0] > most[1]

    def places(self, p: Position, side: int) -> set[str]:
        """Return the regions with figures of a side."""
        result: set[str] = set(p["troops"][side]) | ({p["leader_at"][side]} - {None})
        return result

    def income(self, after: Position, notes: list[Note]) -> None:
        result = {params["player"]: params["coins"] for key, params in notes if key == "income"}
        for player in range(self.players):
            off = sum(not after["tracks"][player].get(track, 0) for track in ("rule", "build", "trade"))
            full = sum(self.boat[player][good] == slots for good, slots in SLOTS.items())
            assert result.get(player, 0) == off + (after["war"][player] == 0) + full, player

    def answer(self, player: int, text: str) -> None:
        """Record an answer in the claim phase; a question ends with a pass or when nothing more can move."""
        self.seen[self.questions[0][0]] += 1
        if text != "pass":
            self.move(player, text, self.moved)
        if text == "pass" or not self.moves(player, self.moved):
            self.questions.pop(0)
            self.moved = {}

    # A turn.

    def act(self, player: int, text: str, before: Position, after: Position) -> None:
        """Record an action of a turn."""
        turn, (family, *rest) = self.turn, text.split()
        step = before["stack"][0]["step"]
        if family in ("load", "unload"):
            self.move(player, text, turn.moved)
            return
        if step in SPENDING:
            self.spend(SPENDING[step], family, before, after)
        elif family in ("use", "resume"):
            turn.main = turn.main and rest[0] == turn.kind
            if family == "resume":
                turn.again.add(rest[0])
            return
        elif family == "main_action":
            column, row = divmod(before["active"], 4)
            turn.kind = COLUMNS[column]
            turn.own = (SMALL if self.sides == 2 else LARGE).get(turn.kind, [0, 0, 0, 0])[row]
            turn.main = True
        elif family in ("play_scheme", "accomplish", "exchange"):
            turn.main = False
            for kind in POINTS:
                turn.win(kind, bonus(family, rest[0], kind))
            self.seen["bonus actions"] += 1
        elif family not in ("forfeit", "push", "push_leader"):
            return
        if family != "pass":
            turn.moved, turn.stopped, turn.again = {}, set(), set()

    def spend(self, kind: str, family: str, before: Position, after: Position) -> None:
        if family == "pass":
            self.turn.stopped.add(kind)
            return
        for one in (kind, "guarded_attack") if kind == "attack" else (kind,):
            paid = before["points"][POINTS.index(one)] - after["points"][POINTS.index(one)]
            if after["active"] == before["active"]:
                self.turn.pay(one, paid)


def bonus(family: str, source: str, kind: str) -> int:
    """Return the number of points of a kind from a scheme, a deed or an exchanged good."""
    if family == "play_scheme":
        match = re.match(rf"{kind}(\d)", source)
        return int(match[1]) if match else 0
    return DEEDS.get(kind, {}).get(source, 0) if family == "accomplish" else int(source == kind)


def groups(regions: set[str]) -> list[set[str]]:
    """Return the groups of adjacent regions by the game's map; a group occurs once for each of its regions."""
    result: list[set[str]] = []
    for start in regions:
        reached, new = {start}, {start}
        while new:
            near = {REGIONS[n] for r in new for n in range(len(REGIONS)) if MAP.neighbours[REGIONS.index(r)] >> n & 1}
            new = (near & regions) - reached
            reached |= new
        result.append(reached)
    return result


KEEN = {
    "main_action",
    "tax",
    "market",
    "attack_rebels",
    "place",
    "play_scheme",
    "accomplish",
    "exchange",
    "use",
    "load",
}
RELUCTANT = {"exchange", "pay_good", "forfeit", "end_turn", "unload"}
"""Actions that fill boats and enable bonus actions, and actions that empty boats to no effect."""
COLUMNS = ["muster", "move", "attack", "tax", "build", "scheme"]
SMALL = {"muster": [3, 2, 1], "move": [3, 2, 1], "attack": [2, 1, 1], "tax": [2, 1, 1], "build": [2, 1, 1]}
LARGE = {
    "muster": [3, 2, 1, 1],
    "move": [4, 3, 2, 1],
    "attack": [2, 1, 1, 1],
    "tax": [3, 2, 1, 1],
    "build": [2, 1, 1, 1],
}


def play(players: int, seed: int) -> Counter[str]:
    """Play a random game in lockstep and return counts of events; AssertionError on a difference."""
    level = {"level": ["easy", "hard"][seed % 2]} if players == 1 else {}
    state = GAME.new_state(players, seed, **level)
    dice = random.Random(seed)
    p = state.to_dict()
    books = Books(p)
    while not state.is_terminal:
        player, top = state.players_to_act[0], p["stack"][0]["step"]
        actions = state.legal_actions(player)
        before_action(books, player, p, {str(action) for action in actions})
        actions = [one for one in actions if one.family not in RELUCTANT or dice.random() < 0.3] or actions
        keen = [one for one in actions if one.family in KEEN or " tax " in str(one)] if dice.random() < 0.6 else []
        action = dice.choice(keen or actions)
        text = str(action)
        state.journal = []
        state.apply(action, player)
        after, notes = state.to_dict(), [(note.key, note.params) for note in state.journal]
        if top.startswith("Stow"):
            books.answer(player, text)
        else:
            asked_twice = SPENDING.get(top) in books.turn.again
            books.act(player, text, p, after)
            if top in SPENDING and text == "pass" and p["acted"] and not asked_twice:
                assert {f"resume {SPENDING[top]}", "end_turn"} <= {str(one) for one in state.legal_actions(player)}
        if after["active"] != p["active"] and p["active"] >= 0:
            books.turn = Turn()
        books.goods_come_and_go(after)
        if not after["board"] and after["active"] < 0 and (p["board"] or p["active"] >= 0):
            books.begin_claim_phase(p, after, notes)
        if books.questions:
            now = after["stack"][0] if after["stack"] else {"step": ""}
            stow_step = (now["step"], now["player"]) if now["step"].startswith("Stow") else None
            assert books.next_question(after, notes) == stow_step
        p = after
    books.seen["games"] += 1
    books.seen["decisions"] += state.ply
    return books.seen


def before_action(books: Books, player: int, p: Position, offered: set[str]) -> None:
    """Compare the offered actions: moves of goods, and the points of the turn."""
    top = p["stack"][0]["step"]
    moves = {text for text in offered if text.split()[0] in ("load", "unload")}
    if top == "Turn" or top in SPENDING:
        assert moves == books.moves(player, books.turn.moved)
    else:
        assert moves == (books.moves(player, books.moved) if top.startswith("Stow") else set())
    if top == "Turn":
        assert p["points"] == [books.turn.usable(kind) for kind in POINTS]
        for kind in ("muster", "move", "tax", "build", "march"):
            assert not {f"use {kind}", f"resume {kind}"} & offered or books.turn.usable(kind)
        books.seen["turn decisions"] += 1


def main() -> None:
    """Play as many games as the first argument says, spread over the player counts, and print counts of events."""
    seen: Counter[str] = Counter()
    for seed in range(int(sys.argv[1])):
        seen += play(seed % 4 + 1, seed)
    print(dict(seen))


if __name__ == "__main__":
    main()
