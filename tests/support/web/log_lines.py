"""Made-up lines of a log, and views of a seat that contain only these."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from regnum.core.rules.note import Line, Note, NoteKind
from regnum.view.log import LogView
from regnum.web.board.log_view import NOBODY
from regnum.web.tables.seat_view import SeatView

NAMES = ("Ann", "Ben", "Cleo")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Deed:
    """An action, as far as the log needs it."""

    family: str
    text: str
    secret: bool = False
    params: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Rules:
    unlogged_families: frozenset[str] = frozenset({"plan"})


@dataclass(frozen=True)
class Position:
    game: Rules = field(default_factory=Rules)


class Places(LogView):
    """Every line whose parameters have a place mentions it."""

    def places(self, params: Any) -> list[str]:
        return [f"place-{params['place']}"] if "place" in params else []


def did(player: int, text: str, number: int = 0, family: str = "move", clause: str = "", **more: Any) -> Line:
    """Return the line of an action."""
    action: Any = Deed(family, text, **more)
    return Line(player, action=action, number=number, clause=clause)


def noted(key: str, player: int = NOBODY, number: int = 0, clause: str = "", **params: Any) -> Line:
    """Return the line of a note."""
    own = {"player": player, **params}
    return Line(player, note=Note(NoteKind(key, *own), list(own.values()), clause), number=number)


def view_of_log(log: Sequence[Line], seat: int | None = 0, **more: Any) -> SeatView:
    seen: Any = Position()
    return SeatView(seat, seen, [], more.pop("number", len(log)), 0, log, **more)


def written(line: Line) -> str:
    """Return a line in words, which begins with the player's name."""
    fact: Any = line.action
    amount = line.note.params.get("coins", "") if line.note is not None else ""
    said = fact.text if fact is not None else f"{line.key}{amount}"
    return f"{NAMES[line.player]} {said}" if line.player >= 0 else said
