"""Agreements about clocks and pauses, by keyboard, on desktop and phone."""

from playwright.sync_api import expect

from tests.support.browser.page import DESKTOP, PHONE, Enter, open_shared_table, violations_at_both_sizes


def test_proposal_can_be_made_and_accepted_by_keyboard(enter: Enter) -> None:
    ann, bob, cleo = enter(size=DESKTOP), enter("uk", PHONE), enter("de")
    table = open_shared_table(ann, bob, cleo)
    ann.goto(f"{table}/propose")
    assert violations_at_both_sizes(ann, "proposing clocks", "en") == {}
    ann.locator("input[name=clock_preset][value=daily]").focus()
    ann.keyboard.press("Space")
    ann.keyboard.press("Enter")
    ann.wait_for_url(f"**{table}")
    expect(ann.locator("#do-withdraw")).to_be_visible()
    bob.locator("#do-yes").wait_for()
    assert violations_at_both_sizes(bob, "a proposal", "uk") == {}
    for page in (bob, cleo):
        page.locator("#do-yes").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#do-yes")).to_have_count(0)
    for page in (ann, bob, cleo):
        expect(page.locator("#proposal")).to_have_count(0)
        expect(page.locator("#strip .clock").first).to_be_visible()

    ann.goto(f"{table}/propose")
    assert violations_at_both_sizes(ann, "proposing a pause", "en") == {}
    ann.locator("section", has=ann.locator("#until")).locator("button").focus()
    ann.keyboard.press("Enter")
    bob.locator("#do-no").focus()
    bob.keyboard.press("Enter")
    expect(ann.locator("#proposal")).to_have_count(0)
    expect(ann.locator("#table-notes")).to_contain_text("has refused a proposal: Pause the clocks.")
