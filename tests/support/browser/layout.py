"""Layout faults of a page: overlapping, clipped or invisible elements (see layout.js)."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Page

MEASURE: Final = Path(__file__).with_name("layout.js").read_text(encoding="utf-8")
Size = tuple[int, int]
SIZES: Final[tuple[Size, ...]] = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080), (820, 1180), (390, 844))
TEXTS: Final = ("100", "150")
"""Text sizes in percent."""
SHOW: Final = """([text, open, number]) => {
    document.documentElement.dataset.text = text;
    document.querySelectorAll('#choice-list').forEach(list => (list.open = open));
    const events = document.querySelectorAll('.event-summaries [data-kind]');
    const event = open && events.length ? events[number % events.length] : null; // the page opens one at a time
    document.querySelectorAll('.event-summaries details').forEach(one =>
        (one.open = Boolean(event && (one.contains(event) || event.contains(one)))));
}"""


def layout_faults(page: Page, size: Size, number: int) -> list[tuple[str, str, str]]:
    """Return the faults of a page in a window of this size: their kind, which elements, and an example.

    The number decides about the size of letters, and whether what can be folded is open.
    """
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(SHOW, [TEXTS[number % len(TEXTS)], bool(number // len(TEXTS) % 2), number])
    result: list[tuple[str, str, str]] = page.evaluate(MEASURE)
    return result
