"""The log of Brian Boru: tables of events, losses, and the places of log lines."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from regnum.core.rules.action import Param
from regnum.core.rules.note import Line
from regnum.core.text import narrator
from regnum.core.text.words import Words
from regnum.games.brian_boru.actions import princess
from regnum.games.brian_boru.components import EXPAND_COST, EXTRA_COST
from regnum.games.brian_boru.marriage import SPURN
from regnum.games.brian_boru.view.keys import LOG_KEYS
from regnum.view import EventOutcome, LogView, Report, Rows

_CHANGES: Final[dict[str, dict[str, str | int]]] = {
    "towns": {"claim": 1, "expand": 1},
    "coins": {
        "coins": "coins",
        "pays": "-coins",
        "expand": -EXPAND_COST,
        **dict.fromkeys(("buy_disc", "buy_raider", "buy_step"), -EXTRA_COST),
    },
    "renown": {"renown": "renown"},
    "raiders": {"raiders": "raiders", "buy_raider": 1},
    "church_area": {"church_discs": "discs", "buy_disc": 1},
    "marriage_track": {"steps": "spaces", "buy_step": 1, "falls_back": 0},
    "viking_disc": {"drive_off": -1},
    "points": {"loses_points": "-points"},
}
"""For each term, the keys of notes and families of actions that change it, with a parameter's name or an amount."""
_POINTS: Final[dict[str, str | int]] = {
    "gains_points": "points",
    "loses_points": "-points",
    "spoils": "points",
    "small_spoils": 1,
    "church_second": 1,
}
_UPKEEP: Final[dict[str, dict[str, str | int]]] = {
    "towns": {"dowry": 1, "grant": 1, "claim": 1, "loses_town": -1},
    "coins": {"coins": "coins"},
    "renown": {"renown": "renown", "spoils": 1},
}
_SENTENCE_NOTES: Final = ("loses_town", "token_claimed", "token_lost")
"""The notes that are shown as sentences, because a number would not name the town or region."""
_STAYS: Final = {
    "token_kept": "{region}",
    "token_vikings": "{region}",
    "token_tied": "{region} ({towns})",
    "token_down": "{region} ({towns}/{needed})",
}
"""The notes on why a token stays where it is, with the format of each region."""
_WEDDING: Final = ("wedding", "no_wedding")
"""The notes with which upkeep begins."""
_PART: Final = {
    **dict.fromkeys(_WEDDING, "marriage"),
    **dict.fromkeys(("invasion", "repelled", "spoils", "small_spoils"), "battle"),
    **dict.fromkeys(("church_first", "church_second"), "church"),
    **dict.fromkeys(("token_opens", "token_claimed", "token_lost"), "region_tokens"),
}
"""The notes that begin a part of upkeep, with the part."""


def upkeep_report(lines: Sequence[Line], words: Words, names: Sequence[str]) -> Rows:
    """Return rows with the marriage, the points from each part of upkeep, other changes, and why tokens stay.

    Lines from before the upkeep say who owned the region tokens.
    """
    start = next((at for at, line in enumerate(lines) if line.key in _WEDDING), 0)
    context_lines, lines = lines[:start], lines[start:]
    parts: dict[str, list[Line]] = {}
    part = "marriage"
    for line in lines:
        part = _PART.get(line.key, part)
        parts.setdefault(part, []).append(line)
    rows: Rows = _marriage(lines, words, names)
    marriage_rows = len(rows)
    for part, part_lines in parts.items():
        for title, cells in _change_rows({part: _POINTS}, part_lines, words, names):
            rows.append((words.text("board", "in_points", {"what": title}), cells))
    if len(rows) > marriage_rows + 1:
        rows += [
            (words.text("board", "won_points", {}), cells)
            for _, cells in _change_rows({"points": _POINTS}, lines, words, names)
        ]
    rows += _change_rows(_UPKEEP, lines, words, names)
    rows += _tokens(context_lines, lines, words, names)
    return rows + _sentences(lines, (*_SENTENCE_NOTES, "church_first"), words, names) + _kept_tokens(lines, words)


def _marriage(lines: Sequence[Line], words: Words, names: Sequence[str]) -> Rows:
    """Return a row about the marriage; a player who spurns the Danish Princess does not marry."""
    for line in lines:
        if line.action is not None and princess.has(line.action):
            if princess.of(line.action).choice == SPURN:
                return [(words.text("board", "spurned", {"name": names[line.player]}), [])]
            return _sentences(lines, (*_WEDDING, princess.name), words, names)
    return _sentences(lines, _WEDDING, words, names)


def _tokens(context_lines: Sequence[Line], lines: Sequence[Line], words: Words, names: Sequence[str]) -> Rows:
    """Return a row with the gains and losses of region tokens, or []; earlier lines name the former owners."""
    owners: dict[str, int] = {}
    gains: dict[int, list[str]] = {}
    losses: dict[int, list[str]] = {}
    for line in (*context_lines, *lines):
        if line.note is None or line.key not in ("token_claimed", "token_lost"):
            continue
        region = str(line.note.params["region"])
        previous_owner = owners.pop(region, -1)
        if line.player >= 0:
            owners[region] = line.player
        if any(line is event_line for event_line in lines):
            sentence = narrator.line(line, words, names)
            for sentences, player in ((losses, previous_owner), (gains, line.player)):
                if player >= 0:
                    sentences.setdefault(player, []).append(sentence)
    if not gains and not losses:
        return []
    cells: list[tuple[str, str, bool]] = []
    for player in range(len(names)):
        gained, lost = gains.get(player, []), losses.get(player, [])
        counts = [f"+{len(gained)}"] * bool(gained) + [f"−{len(lost)}"] * bool(lost)
        cells.append((" ".join(counts) or "·", " ".join([*gained, *lost]) or "0", False))
    return [(words.title("region_tokens"), cells)]


def _kept_tokens(lines: Sequence[Line], words: Words) -> Rows:
    """Return a row for each reason why other tokens stay, with their regions."""
    rows: Rows = []
    for key, template in _STAYS.items():
        regions = [
            template.format_map({**line.note.params, "region": words.name("region", str(line.note.params["region"]))})
            for line in lines
            if line.note is not None and line.key == key
        ]
        if regions:
            rows.append((words.text("board", key.replace("token", "stays"), {"regions": ", ".join(regions)}), []))
    return rows


def _sentences(lines: Sequence[Line], keys: Sequence[str], words: Words, names: Sequence[str]) -> Rows:
    return [(narrator.line(line, words, names), []) for line in lines if line.key in keys]


def _change_rows(
    terms: dict[str, dict[str, str | int]], lines: Sequence[Line], words: Words, names: Sequence[str]
) -> Rows:
    """Return a row for each term in which any player has a change."""
    rows: Rows = []
    for term, changes in terms.items():
        lines_by_player = [list(_lines_of_player(lines, changes, player)) for player in range(len(names))]
        if any(lines_by_player):
            rows.append(
                (words.title(term), [_cell(player_lines, changes, words, names) for player_lines in lines_by_player])
            )
    return rows


def struggle_report(lines: Sequence[Line], words: Words, names: Sequence[str]) -> Rows:
    """Return a row with the players' cards, of which the winner's is marked, then rows with all changes."""
    cards = [""] * len(names)
    sentences = [""] * len(names)
    for line in lines:
        key, player = line.key, line.player
        if line.action is not None and key in ("lead", "follow"):
            cards[player] = str(line.action.params["card"])
            sentences[player] = narrator.line(line, words, names)
        elif key == "struggle_won":
            cards[player] += " ✓"
            sentences[player] += f" {narrator.line(line, words, names)}"
    rows: Rows = [(words.text("board", "laid", {}), [(*cell, False) for cell in zip(cards, sentences, strict=True)])]
    return rows + _change_rows(_CHANGES, lines, words, names)


def _lines_of_player(lines: Sequence[Line], changes: dict[str, str | int], player: int) -> Iterator[Line]:
    return (line for line in lines if line.player == player and line.key in changes)


def _cell(
    lines: Sequence[Line], changes: dict[str, str | int], words: Words, names: Sequence[str]
) -> tuple[str, str, bool]:
    """Return a cell with a change, marked with an arrow after a fallback on the track, and its sentences.

    A gain and a loss that cancel out are shown separately.
    """
    if not lines:
        return "·", "0", False
    amounts = [_amount(line, changes[line.key]) for line in lines]
    gain, loss = sum(amount for amount in amounts if amount > 0), sum(amount for amount in amounts if amount < 0)
    signed_amounts = [f"{gain:+d}", f"{loss:+d}"] if gain and gain == -loss else [f"{gain + loss:+d}"]
    short = " ".join(signed_amounts).replace("-", "−") + "↓" * any(line.key == "falls_back" for line in lines)
    return short, " ".join(narrator.line(line, words, names) for line in lines), False


def _amount(line: Line, change: str | int) -> int:
    if isinstance(change, int):
        return change
    event = line.note or line.action
    assert event is not None, "a line with a key has one of them"
    return int(event.params[change.removeprefix("-")]) * (-1 if change.startswith("-") else 1)


class BrianBoruLog(LogView):
    """The log of Brian Boru."""

    def report(self, key: str, lines: Sequence[Line], words: Words, names: Sequence[str], side: int) -> Report:
        """Return the report of a power struggle (cards and changes) or of upkeep (each player's results)."""
        return Report(rows=(struggle_report if key == "struggle" else upkeep_report)(lines, words, names))

    def outcome(self, lines: Sequence[Line], side: int) -> EventOutcome:
        """Return the lines about towns that a side lost."""
        return EventOutcome([line for line in lines if line.key == "loses_town" and line.player == side])

    def places(self, params: Mapping[str, Param]) -> list[str]:
        """Return the ids of the town and of the region's token in the parameters."""
        return [f"{place}-{params[name]}" for name, place in (("town", "town"), ("region", "claim")) if name in params]


LOG: Final = BrianBoruLog(LOG_KEYS)
