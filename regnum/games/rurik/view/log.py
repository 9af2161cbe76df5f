"""The log of Rurik: titles and tables of events, losses, and the places that lines are about."""

from collections.abc import Mapping, Sequence
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line
from regnum.core.text.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.notes import ADVANCES, INCOME, ROUND
from regnum.games.rurik.view.keys import LOG_KEYS
from regnum.view import EventOutcome, LogView, Report, Rows

_POINTS: Final = "points"
_COINS: Final = "coins"


def claim_report(lines: Sequence[Line], words: Words, names: Sequence[str]) -> Rows:
    """Return each side's gains in points by track, and in coins; `lines` also has the lines before the event."""
    rows = _gains_by_kind(lines, len(names))
    several = sum(any(rows[track]) for track in box.TRACKS) > 1
    titles = {track: words.text("score_reason", track, {}) for track in box.TRACKS}
    titles |= {_POINTS: words.title("points"), _COINS: words.title("coins")}
    cells_by_kind = {
        kind: [_cell(words, "coin" if kind == _COINS else "point", amount) for amount in rows[kind]]
        for kind in (*box.TRACKS, _POINTS, _COINS)
        if any(rows[kind]) and (several or kind != _POINTS)
    }
    return [(titles[kind], cells) for kind, cells in cells_by_kind.items()]


def claim_title(lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
    """Return the title of a claim phase with each side's points."""
    points = _gains_by_kind(lines, len(names))[_POINTS]
    gains = ", ".join(f"{name} +{gain}" for name, gain in zip(names, points, strict=True) if gain)
    return words.text("claim_title", "some" if gains else "none", {"list": gains})


def _cell(words: Words, kind: str, amount: int) -> tuple[str, str, bool]:
    return (f"+{amount}" if amount else "–", words.text("count", kind, {"count": amount}), False)


def _gains_by_kind(lines: Sequence[Line], sides: int) -> dict[str, list[int]]:
    """Return each side's gains in the last round in these lines: points by track and in total, and coins."""
    rows = {kind: [0] * sides for kind in (*box.TRACKS, _POINTS, _COINS)}
    spaces: dict[tuple[int, str], int] = {}
    round_start = max((at for at, line in enumerate(lines) if line.key == ROUND.key), default=-1)
    for at, line in enumerate(lines):
        if line.note is None:
            continue
        if line.key == ADVANCES.key:
            track, space = str(line.note.params["track"]), int(line.note.params["space"])
            points = box.TRACK_POINTS[box.TRACKS.index(track)]
            gain = points[space] - points[spaces.get((line.player, track), 0)]
            spaces[line.player, track] = space
            if at > round_start:
                rows[track][line.player] += gain
                rows[_POINTS][line.player] += gain
        elif line.key == INCOME.key and at > round_start:
            rows[_COINS][line.player] += int(line.note.params["coins"])
    return rows


_ATTACKS: Final = ("attack", "guarded_attack", "attack_rebels", "attack_neutral", "rebellion_attacks")
_LOSES: Final = {
    "attack": "opponent",
    "guarded_attack": "opponent",
    "boris_steals": "rival",
    "church_troop": "rival",
    "push": "opponent",
    "push_leader": "opponent",
    "rebellion_attacks": "rival",
}
"""The keys of notes and actions by which a side loses something, each with the parameter that names the side."""


def losses_of(lines: Sequence[Line], side: int) -> list[Line]:
    """Return the lines in which a side loses something, such as a figure or its position."""
    return [
        line
        for line in lines
        for event in [line.action or line.note]
        if event is not None and line.key in _LOSES and event.params[_LOSES[line.key]] == side
    ]


def attack_title(lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
    """Return the title of an attack with its result and the cards turned up, or "" if there is nothing to show."""
    for line in lines:
        event = line.action or line.note
        if event is None or line.key not in _ATTACKS:
            continue
        region, name = event.params["region"], names[line.player]
        rival = event.params.get("opponent", event.params.get("rival"))
        if not isinstance(rival, int):
            return words.text("attack_title", line.key, {"region": region, "name": name})
        both_lose = any(other.key == "casualty" for other in lines)
        params = {"region": region, "name": name, "rival": names[rival]}
        title = words.text("attack_title", "both" if both_lose else "one", params)
        cards = [
            words.name("scheme", other.note.params["scheme"])
            for other in lines
            if other.note and "scheme" in other.note.params
        ]
        return words.text("attack_title", "cards", {"title": title, "list": ", ".join(cards)}) if cards else title
    return ""


class RurikLog(LogView):
    """The log of Rurik."""

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the elements that a line's parameters name; a side's household if they name no other element."""
        places = [f"region-{params[name]}" for name in ("region", "to", "other") if params.get(name) in box.REGIONS]
        if "row" in params:
            places.append(f"space-{params['column']}-{params['row']}")
        elif "column" in params:
            places.append(f"column-{params['column']}")
        if "space" in params:
            places.append(f"step-{params['track']}-{params['space']}")
        elif "track" in params:
            places.append(f"track-{params['track']}")
        places += [f"{name}-{params[name]}" for name in ("deck", "deed") if name in params]
        if "player" in params and "scheme" in params:
            places.append("pile-discards")  # turned-up cards
        if not places and "leader" in params:
            places.append(f"prince-{params['leader']}")
        if not places:
            seats = [params[name] for name in ("to_player", "rival", "player") if name in params]
            places = [f"player-{seats[0]}"] if seats else []
        return places

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the title of an attack, or the title and the sides' gains of a claim phase."""
        if key == "attack":
            return Report(attack_title(lines, words, names))
        return Report(claim_title(lines, words, names), claim_report(lines, words, names))

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        """Return the lines in which a side loses something, such as a figure or its position."""
        return EventOutcome(losses_of(lines, side))


LOG: Final = RurikLog(LOG_KEYS)
