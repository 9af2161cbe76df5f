"""What a claim phase has brought to whom: a table of points by track and of coins, and its sum in the title."""

from collections.abc import Sequence
from typing import Final

from regnum.core.drawing import Report
from regnum.core.note import Line
from regnum.core.words import Words
from regnum.games.rurik import components as box
from regnum.games.rurik.notes import ADVANCES, INCOME, ROUND

_POINTS: Final = "points"
_COINS: Final = "coins"


def claim_report(lines: Sequence[Line], words: Words, names: Sequence[str]) -> Report:
    """Return the points that each side gains on each track, and the coins; `lines` begin with the past."""
    rows = _gained(lines, len(names))
    several = sum(any(rows[track]) for track in box.TRACKS) > 1
    titles = {track: words.say("final", track, {}) for track in box.TRACKS}
    titles |= {_POINTS: words.title("points"), _COINS: words.title("coins")}
    told = {
        what: [_cell(words, "coin" if what == _COINS else "point", amount) for amount in rows[what]]
        for what in (*box.TRACKS, _POINTS, _COINS)
        if any(rows[what]) and (several or what != _POINTS)
    }
    return [(titles[what], cells) for what, cells in told.items()]


def title_of_claim(lines: Sequence[Line], words: Words, names: Sequence[str]) -> str:
    """Return the title of a claim phase with the points that each side gains in it."""
    points = _gained(lines, len(names))[_POINTS]
    gains = ", ".join(f"{name} +{gain}" for name, gain in zip(names, points, strict=True) if gain)
    return words.say("claimed", "some" if gains else "none", {"list": gains})


def _cell(words: Words, what: str, amount: int) -> tuple[str, str, bool]:
    return (f"+{amount}" if amount else "–", words.say("count", what, {"count": amount}), False)


def _gained(lines: Sequence[Line], sides: int) -> dict[str, list[int]]:
    """Return what each side gains in the last round of these lines: points by track and in all, and coins."""
    rows = {what: [0] * sides for what in (*box.TRACKS, _POINTS, _COINS)}
    stood: dict[tuple[int, str], int] = {}
    began = max((at for at, line in enumerate(lines) if line.key == ROUND.key), default=-1)
    for at, line in enumerate(lines):
        if line.note is None:
            continue
        if line.key == ADVANCES.key:
            track, space = str(line.note.params["track"]), int(line.note.params["space"])
            points = box.TRACK_POINTS[box.TRACKS.index(track)]
            gain = points[space] - points[stood.get((line.player, track), 0)]
            stood[line.player, track] = space
            if at > began:
                rows[track][line.player] += gain
                rows[_POINTS][line.player] += gain
        elif line.key == INCOME.key and at > began:
            rows[_COINS][line.player] += int(line.note.params["coins"])
    return rows
