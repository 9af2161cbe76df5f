"""Every position of the library fits all sizes and is accessible."""

import pytest

from regnum.core.text.ledger import LANGUAGES
from tests.support.browser.layout import SIZES, layout_faults
from tests.support.browser.page import DESKTOP, PHONE, Enter, accessibility_violations
from tests.support.games.positions import NAMES

CASES = [pytest.param(name, LANGUAGES[number % len(LANGUAGES)], number, id=name) for number, name in enumerate(NAMES)]


@pytest.mark.parametrize(("name", "language", "number"), CASES)
def test_position_fits_every_window_without_accessibility_violations(
    enter: Enter, name: str, language: str, number: int
) -> None:
    page = enter(language, at=name, others=None, color_scheme="dark" if number % 4 == 3 else "light")
    wrong: list[object] = []
    for at, size in enumerate(SIZES):
        wrong += [(size, *fault) for fault in layout_faults(page, size, number + at)]
        if size in (DESKTOP, PHONE):
            wrong += [(size, fault) for fault in accessibility_violations(page)]
    assert wrong == []
