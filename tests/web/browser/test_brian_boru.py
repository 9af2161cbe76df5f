"""Brian Boru in a real Chromium: selected cards, towns in question, and the last power struggle."""

import pytest
from playwright.sync_api import Page

from regnum.players.random import playout
from tests.support.browser.layout import Size
from tests.support.browser.page import PHONE, Enter
from tests.support.games.positions import position
from tests.support.store.stored_tables import ABSENT

TABLET = (820, 1180)
WIDE = (1366, 768)


def test_selected_card_keeps_its_colour_and_is_fully_visible(enter: Enter) -> None:
    page = enter(size=PHONE, at="brian_boru/draft")
    head = "card => getComputedStyle(card.querySelector('.head')).backgroundColor"
    cards = page.locator("#packet .card")
    for card in cards.all():
        before = card.evaluate(head)
        card.click()
        assert "picked" in (card.get_attribute("class") or "")
        assert card.evaluate(head) == before
        assert card.evaluate("""card => {
            const box = (part) => card.querySelector(part).getBoundingClientRect();
            const [number, suit, head] = [".head b", ".head .suit", ".head"].map(box);
            return number.left >= head.left && suit.right <= head.right && number.right < suit.left;
        }"""), card.get_attribute("id")
        card.click()


def test_last_power_struggle_is_visible_until_a_town_is_chosen(enter: Enter) -> None:
    asked = position("brian_boru/choose-town")
    page = enter(size=WIDE, at=asked.name, others=ABSENT, seat=(asked.seat + 1) % asked.record.players)
    recap = page.locator("#event-summaries")
    box, hand, head = (_box(page, place) for place in ("#event-summaries", "#hand", "#turn-head"))
    assert recap.locator("[data-kind=struggle][open] tbody tr").count() > 1
    assert head[1] <= box[0]
    assert box[1] <= hand[0]
    recap.locator("[data-kind=struggle][open] > summary").first.click()
    assert _box(page, "#hand") == hand, "nothing moves when it is closed"


@pytest.mark.parametrize("text", ["100", "150"])
@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_hand_sits_on_the_strip_at_the_bottom(enter: Enter, size: Size, text: str) -> None:
    page = enter(size=size, at="brian_boru/lead")
    page.evaluate("text => { document.documentElement.dataset.text = text; }", text)
    assert _box(page, ".docked")[1] == pytest.approx(_box(page, "#strip")[0], abs=1.5)


def test_scale_of_points_is_no_larger_on_a_tablet_than_beside_a_map(enter: Enter) -> None:
    top, foot = _box(enter(size=TABLET, at="brian_boru/draft"), "#points")
    assert foot - top < 70


@pytest.mark.parametrize("size", [TABLET, WIDE])
def test_result_has_unabbreviated_names(enter: Enter, size: Size) -> None:
    over = position("brian_boru/final-scoring").state
    playout(over, 1)
    names = enter(size=size, at=over).locator(".scoring thead span")
    assert names.count() == over.players
    for name in names.all():
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth"), name.inner_text()


def _box(page: Page, place: str) -> tuple[float, float]:
    """Return the vertical extent of an element."""
    box = page.locator(place).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]
