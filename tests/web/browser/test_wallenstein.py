"""Wallenstein in a real Chromium."""

from functools import partial

import pytest

from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    Enter,
    act_and_wait,
    click_button,
    entry_count,
    fold_choices,
    scroll_to,
    wait_for_fonts,
    wait_until,
)
from tests.support.browser.wallenstein_table import (
    card_on_field,
    click_target,
    drag,
    is_on_field,
    lay_card,
    offered_actions,
    planning_state,
    play,
    press_action,
)
from tests.support.store.stored_tables import ABSENT

SIZE = """land => {
    const { width, height } = document.querySelector(`#${land} .hit`).getBoundingClientRect();
    return Math.min(width, height);
}"""
"""The smaller dimension of a land on the map in pixels."""


CROWDED = """() => {
    const hand = document.getElementById("hand");
    const lands = hand.querySelector(".cards");
    while (lands.children.length < 11) {
        lands.append(lands.lastElementChild.cloneNode(true));
    }
    const doubts = ["Der Plan kostet 10, du hast 7, Kursachsen bringt 6: Was du dann nicht zahlen kannst, verfällt.",
        "Im Winter könnte für bis zu 4 von 12 Ländern Getreide fehlen. Dann drohen Aufstände."];
    document.getElementById("doubts")?.remove();
    hand.insertAdjacentHTML("afterend", `<ul class="doubts">${doubts.map((one) => `<li>${one}</li>`).join("")}</ul>`);
    const top = document.getElementById("strip").getBoundingClientRect().bottom;
    const parts = document.querySelectorAll("#do-confirm, #plan-summary span, .field, .card, .doubts li");
    return [...parts].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.top < top && box.height > 1 || box.bottom > innerHeight;
    }).map((one) => one.id || one.textContent);
}"""
"""A plan with eleven lands, five coins and two warnings: the parts of it that are not visible."""


IDS = "cards => cards.map((card) => card.id)"


TOPS = "['#plan .fields', '#hand .cards'].map((part) => document.querySelector(part).getBoundingClientRect().top)"


THROW = """() => {
    const thrown = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const id = `thrown-${(window.throws = (window.throws ?? 0) + 1)}`;
    document.getElementById("pieces").append(Object.assign(thrown, { id }));
    thrown.setAttribute("class", "thrown-cubes");
    document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "pieces" } }));
    const has = document.querySelector("#strip .side-counts");
    return {
        falling: document.body.classList.contains("has-falling-pieces"),
        ends: [...document.querySelectorAll("#event-summaries .end")].map((row) => getComputedStyle(row).opacity),
        coins: has.innerHTML,
        asked: getComputedStyle(document.getElementById("prompt")).visibility !== "hidden",
    };
}"""
"""A throw without cubes, and the state of the page at that moment: it falls for half a second only."""


EVENTS = """() => {
    const event = (start) => `<details open data-kind="battle" data-start="${start}" data-fresh><summary>A</summary>
        <table class="report"><tr class="end"><td>3</td></tr><tr><td>1</td></tr><tr><td>2</td></tr></table></details>`;
    document.getElementById("event-summaries").innerHTML = event(1) + event(2);
}"""
"""Two battles to look back at: an own one, which comes first, and the newest."""


SAY = """document.getElementById("playback-text").innerHTML =
    '<span data-key="action_card">1</span><span data-key="attacks">2</span><span data-key="holds">3</span>';
document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }))"""
"""Text of a battle in the playback."""


TOLD = "[...document.querySelectorAll('#playback-text span')].map((line) => getComputedStyle(line).opacity)"


SEEN = "[...document.querySelectorAll('#event-summaries .end')].map((row) => getComputedStyle(row).opacity)"


class TestInTheBrowser:
    def test_earlier_battle_report_stays_during_the_next_throw(self, enter: Enter) -> None:
        page = enter(at=planning_state())
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.evaluate(EVENTS)
        coins = page.locator("#strip .side-counts").first
        before = coins.inner_html()
        page.evaluate("document.querySelector('#strip .side-counts').innerHTML = 'afterwards'")
        assert page.evaluate(THROW) == {
            "falling": True,
            "ends": ["1", "0"],
            "coins": before,  # possessions of others are not revealed earlier either
            "asked": False,
        }
        wait_until(lambda: not page.locator("body.has-falling-pieces").count(), 5, "they have fallen")
        assert page.evaluate(SEEN) == ["1", "1"]
        assert coins.inner_html() == "afterwards"
        assert page.locator("#prompt").is_visible()
        page.evaluate("document.querySelector('#strip .side-counts').innerHTML = 'later'")
        assert page.evaluate(THROW)["falling"]
        page.evaluate("""() => {
            document.querySelector("#strip .side-counts").innerHTML = "at the end";
            const result = Object.assign(document.createElement("div"), { id: "final-scoring" });
            document.getElementById("panel").append(result);
            document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }));
        }""")
        assert coins.inner_html() == "at the end", "the newest one, not the one held back"

    def test_result_of_an_own_attack_is_shown_before_the_next_question(self, enter: Enter) -> None:
        page = enter(at=planning_state(), playback="normal")
        page.emulate_media(reduced_motion="no-preference")
        page.locator("#turn").focus()
        page.evaluate(
            """() => {
            const held = '<details id="battle-1" data-kind="battle" data-start="1" data-fresh data-must-read open>' +
                '<summary>Battle</summary><p>Won</p></details>';
            const earlier = '<details id="earlier-events"><summary>More</summary>' +
                '<details id="battle-0" data-kind="battle" data-start="0"><summary>Old</summary>' +
                '<p>Lost</p></details></details>';
            const on = '<p class="continue-row"><button type="button">Go on</button></p>';
            document.getElementById("event-summaries").innerHTML = held + earlier + on;
            document.dispatchEvent(new CustomEvent("htmx:sseMessage", { detail: { type: "panel" } }));
        }"""
        )
        wait_until(lambda: not page.locator("#prompt").is_visible(), 5, "the question waits")
        assert page.evaluate("document.activeElement.matches('.continue-row button')"), "keyboard focus continues there"
        page.locator("#earlier-events > summary").click()
        page.locator("#battle-0 > summary").click()
        assert not page.locator("#prompt").is_visible()
        way = page.locator("#event-summaries .continue-row button")
        assert way.is_visible(), "whatever is opened, the way on is there"
        way.press("Enter")
        wait_until(lambda: page.locator("#prompt").is_visible(), 5, "it was read")
        page.evaluate("document.dispatchEvent(new CustomEvent('htmx:sseMessage', { detail: { type: 'panel' } }))")
        page.wait_for_timeout(200)
        assert page.locator("#prompt").is_visible(), "once"

    def test_result_of_a_battle_appears_after_the_cubes_unless_motion_is_reduced(self, enter: Enter) -> None:
        page = enter(at=planning_state())
        page.emulate_media(reduced_motion="no-preference")
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.evaluate(SAY)
        assert page.evaluate(THROW)["falling"]
        assert page.evaluate(TOLD) == ["1", "1", "0"], "the playback does not reveal it earlier either"
        page.evaluate("document.getElementById('playback-text').firstElementChild.nextElementSibling.remove()")
        assert page.evaluate(TOLD) == ["0", "0"]
        wait_until(lambda: not page.locator("body.has-falling-pieces").count(), 5, "they have fallen")
        assert not page.locator("#pieces .thrown-cubes").count(), "cubes that were seen do not fall again"
        page.evaluate(f"{SAY}; window.throws = 0")
        assert not page.evaluate(THROW)["falling"], "not even after a position without it"
        assert page.evaluate(TOLD) == ["1", "1", "1"]
        page.evaluate("document.documentElement.dataset.playback = 'off'")
        assert not page.evaluate(THROW)["falling"]
        page.evaluate("document.documentElement.dataset.playback = 'normal'")
        page.emulate_media(reduced_motion="reduce")
        assert not page.evaluate(THROW)["falling"]

    def test_plan_cards_and_log_are_in_one_picture(self, enter: Enter) -> None:
        page = enter("de", size=(1366, 768), at=planning_state(players=4, court=False))
        for laid in (0, 1):
            assert page.locator(".field.is-filled").count() == laid
            assert page.locator("#do-change").is_visible() == bool(laid), "what can be changed"
            for seen in ("#plan", "#hand", "#log"):
                box = page.locator(seen).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= 768, f"{seen} with {laid} laid"
            act_and_wait(page, page.locator("#hand .card[data-target]").first.click, "a card for the next field")
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        while page.locator(".field.next").count():
            before = page.evaluate(TOPS)
            act = [act for act, _ in offered_actions(page) if act.split()[0] in ("plan", "blank")][-1]
            act_and_wait(page, partial(click_button, page, f"#choice-list button[value='{act}']"), act)
            fold_choices(page)
            assert page.evaluate(TOPS) == before, f"nothing moves: {act}"
        assert page.locator("#do-confirm").is_visible()
        page.set_viewport_size({"width": 1366, "height": 768})
        assert page.evaluate(CROWDED) == [], "all of a plan with many lands and doubts"
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        page.reload()
        wait_for_fonts(page)
        before = page.evaluate(TOPS)
        act_and_wait(page, page.locator(".field.is-filled").last.click, "a card is changed")
        fold_choices(page)
        assert page.evaluate(TOPS) == before, "nothing moves for a change"

    @pytest.mark.journey
    def test_planning_works_by_clicking_and_dragging_in_any_order(self, enter: Enter) -> None:
        page, spectator = enter(at=planning_state(), others=ABSENT), enter()
        spectator.goto(page.url)
        lands = [at.split(" ")[1] for act, at in offered_actions(page) if "land-" in at]
        first, second = lands[0], lands[1]
        names = [page.locator(f"#card-{place} .name").inner_text() for place in (first, second)]
        # A field that is not the next one, then a land on the map.
        page.locator("#field-collect_taxes").click()
        wait_until(lambda: page.locator("#field-collect_taxes.is-picked").count() == 1, 15, "the field is picked")
        click_target(page, first)
        wait_until(lambda: card_on_field(page, "collect_taxes") == names[0], 15, "the land lies on the field")
        assert page.locator("#field-bid.next").count() == 1
        # A card dragged onto a field, and from there onto another.
        land_on_a = partial(is_on_field, page, "combat_a", names[1])
        drag(page, f"#card-{second}", "#field-combat_a", land_on_a, "a land to a field")
        land_on_b = partial(is_on_field, page, "combat_b", names[1])
        drag(page, "#field-combat_a", "#field-combat_b", land_on_b, "and on to another")
        assert card_on_field(page, "combat_a") == ""
        # A mind changed: the two swap.
        page.locator("#field-collect_taxes").click()
        wait_until(lambda: page.locator("#field-collect_taxes.is-picked").count() == 1, 15, "the field is picked")
        page.locator(f"#card-{second}").click()
        wait_until(lambda: card_on_field(page, "combat_b") == names[0], 15, "the cards have swapped")
        assert card_on_field(page, "collect_taxes") == names[1]
        page.keyboard.press("Escape")
        # Others see none of it, and the log neither.
        for other in (page, spectator):
            assert "planning" not in other.locator("#log").inner_text()
        assert spectator.locator("#plan").count() == 0
        assert names[0] not in spectator.locator("#sidebar").inner_text()
        lay_card(page, 3)

    def test_results_stay_until_closed_and_can_be_reopened(self, enter: Enter) -> None:
        page = enter(at=planning_state(court=False), others="random")
        assert play(page, "space")
        bids = page.locator("#event-summaries details").first
        assert bids.locator("summary").inner_text() == "Bids for the player order"
        wait_until(lambda: bids.locator("li").first.is_visible(), 5, "it is open")
        id_ = bids.get_attribute("id")
        bids.locator("summary").click()
        wait_until(lambda: not bids.locator("li").first.is_visible(), 5, "it is closed")
        page.reload()
        assert page.locator(f"#{id_}").count() == 1
        wait_until(lambda: not page.locator(f"#{id_} li").first.is_visible(), 5, "it stays closed")
        page.locator(f"#{id_} summary").click()
        wait_until(lambda: page.locator(f"#{id_} li").first.is_visible(), 5, "it is open again")
        press_action(page, offered_actions(page)[0][0])
        assert play(page, "plan")
        assert page.locator(f"#{id_} li").first.is_visible(), "opened parts stay open"
        assert page.locator(f"#earlier-events[open] #{id_}").count() == 1, "those before a new one are unfolded for it"
        page.locator(f"#{id_} > summary").click()
        fresh = page.locator("#event-summaries details[data-fresh][open]")
        assert fresh.count(), "a report of the season"
        report = fresh.get_attribute("id")
        lay_card(page, 0)
        wait_until(lambda: not page.locator(f"#{report}[open]").count(), 5, "it folds when one has moved on")
        assert play(page, "space")  # the next round: what happened meanwhile is open
        fresh = page.locator("#event-summaries details[data-fresh]").first
        assert fresh.get_attribute("id") != id_
        wait_until(lambda: fresh.locator("li").first.is_visible(), 5, "what is new is open")
        assert page.locator("#event-summaries [data-kind][open]").count() == 1, "one at a time"
        assert page.locator("#event-summaries > [data-kind]").count() == 1, "the earlier ones are a click away"
        assert page.locator("#earlier-events[open]").count() == 0, "they make room for a new one"
        page.locator("#earlier-events > summary").click()
        page.locator("#earlier-events [data-kind] > summary").first.click()
        assert page.locator("#event-summaries [data-kind][open]").count() == 1
        wait_until(lambda: not fresh.locator("li").first.is_visible(), 5, "one at a time")
        battle = page.locator("#event-summaries details[data-kind=battle]")
        for season in range(3):  # bots need not fight in the first one
            if not battle.count():
                lay_card(page, season)
                play(page, "plan")
        assert battle.count() >= 1
        place = battle.first.locator("li[data-places^=land]").first
        for around in place.locator("xpath=ancestor::details").all():
            if around.get_attribute("open") is None:
                around.locator("> summary").click()
        place.hover()
        assert page.locator("#board .is-pointed").count() == 1

    @pytest.mark.journey
    def test_tap_zooms_to_a_land_on_a_phone(self, enter: Enter) -> None:
        page = enter(size=PHONE, at=planning_state(), others=ABSENT)
        scroll_to(page, 0)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], "no scrolling sideways"
        whole = page.locator("#board > svg").get_attribute("viewBox")
        lands = sorted({at.split(" ")[1] for _, at in offered_actions(page) if "land-" in at})
        size, place = min((page.evaluate(SIZE, land), land) for land in lands)
        assert size < 44, "not big enough for a finger"
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act") else None)
        click_target(page, place)
        closer = page.locator("#board > svg.is-zoomed")
        wait_until(lambda: closer.count() == 1, 5, "the first tap shows the land closer")
        assert sent == []
        shown = [float(part) for part in str(closer.get_attribute("viewBox")).split()]
        wanted = [float(part) for part in str(page.locator(f"#{place}").get_attribute("data-zoom")).split()]
        assert shown[0] <= wanted[0] + 1, "all of it is in the picture, as far as the board goes"
        assert shown[2] < float(str(whole).split()[2]) * 0.8
        assert page.locator("#tap-again").is_visible()
        click_target(page, place)
        # The page must be asked for events to arrive.
        wait_until(lambda: entry_count(page) >= 0 and bool(sent), 5, "the second tap is meant")
        page.get_by_role("button", name="Whole map").click()
        assert page.locator("#board > svg").get_attribute("viewBox") == whole
        assert page.locator("#show-whole-map").is_hidden()
