"""Showing results: with rich on a terminal, or as plain text in a pipe or if rich is not installed."""

import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from regnum.core.text.narrator import Grid

if TYPE_CHECKING:
    from rich.console import Console

T = TypeVar("T")

MISSING_RICH = "regnum: plain text only, because rich is not installed: pip install 'regnum[cli]'"
_SPEED_ESTIMATE_SECONDS = 3600.0
"""The period in seconds for estimating the time left; it is long because one item may take minutes."""
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen, scrollback, cursor


def use_any_text() -> None:
    """Make the standard streams tolerate unsupported characters, invalid input bytes and closed files."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr, sys.stdin):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


class Output:
    """Standard output. `rich` is None for plain text."""

    def __init__(self) -> None:
        self.terminal = sys.stdout.isatty()
        self.rich: Console | None = None
        if self.terminal and find_spec("rich"):
            self.rich = rich_console(to_errors=False)
        elif self.terminal:
            print(MISSING_RICH, file=sys.stderr)

    def line(self, text: str = "", style: str = "") -> None:
        """Write a line; on a terminal, long ones are wrapped at words."""
        if self.rich is None:
            print(text)
        else:
            self.rich.print(text, style=style or None, markup=False)

    def json(self, value: object) -> None:
        """Write one JSON value, indented on a terminal, otherwise on one line."""
        print(json.dumps(value, ensure_ascii=False, indent=2 if self.terminal else None))

    def table(self, table: Grid, ruled: bool = False) -> None:
        """Write a table; `ruled`: with lines between its rows."""
        if self.rich is None:
            print("\n".join(plain_table(table)))
        else:
            self.rich.print(self._rich_table(table, ruled))

    def tables(self, tables: Sequence[Grid]) -> None:
        """Write tables with a line between them; on a terminal, narrow ones are placed side by side."""
        if self.rich is None:
            print("\n\n".join("\n".join(plain_table(table)) for table in tables))
            return
        from rich.columns import Columns

        row: list[Any] = []
        used_width = 0
        for rich_table in [self._rich_table(table, False) for table in tables]:
            needed = self.rich.measure(rich_table).maximum + 4
            if row and used_width + needed > self.rich.width:
                self.rich.print(Columns(row, padding=(0, 4)), "")
                row, used_width = [], 0
            row.append(rich_table)
            used_width += needed
        if row:
            self.rich.print(Columns(row, padding=(0, 4)))

    def _rich_table(self, table: Grid, ruled: bool) -> Any:
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        rich_table = RichTable(
            title=Text(table.title) if table.title else None, title_justify="left", title_style="bold"
        )
        rich_table.box = box.SIMPLE_HEAD if not ruled else box.SIMPLE
        rich_table.show_lines = ruled
        rich_table.show_edge = False
        rich_table.show_header = any(table.columns)
        for number, name in enumerate(table.columns):
            numeric = bool(table.rows) and all(_is_number(row[number]) for row in table.rows)
            rich_table.add_column(Text(name), justify="right" if numeric else "left")
        for row in table.rows:
            rich_table.add_row(*(Text(cell) for cell in row))
        return rich_table

    def clear(self) -> None:
        """Clear the screen and its scrollback, or print a line of dashes if the output is not a terminal."""
        if self.terminal:
            sys.stdout.write(_CLEAR)
            sys.stdout.flush()
        else:
            print("-" * 72)

    def ask(self, question: str) -> str:
        """Ask a question and return the answer; raises EOFError if there is no more input."""
        if sys.stdin is None:  # closed before the start
            raise EOFError
        if self.terminal and find_spec("readline"):
            import readline  # lets `input` edit lines

            readline.set_auto_history(False)  # hide the input from the next player at this device
        return input(question + " ").strip()


def rich_console(to_errors: bool) -> "Console":
    """Return rich's console for standard output or standard error."""
    from rich.console import Console

    return Console(highlight=False, emoji=False, stderr=to_errors)


def plain_table(table: Grid) -> list[str]:
    """Return the lines of a table as aligned plain text."""
    rows = [table.columns, *table.rows] if any(table.columns) else table.rows
    widths = [max((len(row[number]) for row in rows), default=0) for number in range(len(table.columns))]
    lines = [table.title] if table.title else []
    for row in rows:
        cells = [
            cell.rjust(width) if _is_number(cell) else cell.ljust(width)
            for cell, width in zip(row, widths, strict=True)
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _is_number(text: str) -> bool:
    return bool(text) and text.lstrip("+-").replace(".", "", 1).rstrip("%").strip().isdigit()


def progress(items: Iterable[T], total: int, description: str, start: int = 0) -> Iterator[T]:
    """Yield the items and show a progress bar and the time left on standard error if that is a terminal.

    `start`: how many items of `total` were done before.
    """
    if not sys.stderr.isatty() or not find_spec("rich"):
        yield from items
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = rich_console(to_errors=True)
    with Progress(*columns, console=console, transient=True, speed_estimate_period=_SPEED_ESTIMATE_SECONDS) as bar:
        task = bar.add_task(description, total=total, completed=start)
        for item in items:
            yield item
            bar.advance(task)
