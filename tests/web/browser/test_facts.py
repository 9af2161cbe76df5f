"""The field for facts of one's own and the credits that tell them, in a real Chromium."""

import re

from tests.support.browser import PHONE, Enter, look, soon


def test_own_facts_are_typed_kept_through_a_change_of_language_and_told(enter: Enter) -> None:
    page = enter(size=PHONE)
    page.goto("/new/khan")
    page.locator("#name").fill("Ann")
    page.locator("input[name=players][value='2']").check(force=True)
    page.get_by_text(re.compile("Facts of your own")).click()
    page.locator("#facts").fill("[setup.scoring]\narea_bonus = [12, 7]\n")
    page.locator("form.form button.strong").click()
    assert "not a list of 3" in page.locator("#error").inner_text()
    assert page.locator("#facts").is_visible()
    page.locator("#facts").fill("[setup.scoring]\narea_bonus = [12, 7, 4]\n")
    look(page, PHONE)
    page.locator(".languages button[value=de]").click()
    soon(lambda: page.locator("html").get_attribute("lang") == "de", 5, "the page speaks German")
    assert page.locator("#facts").input_value() == "[setup.scoring]\narea_bonus = [12, 7, 4]\n"
    page.locator("form.form button.strong").click()
    page.wait_for_url("**/table/*")
    page.goto(f"{page.url}/credits")
    assert [code.inner_text() for code in page.locator("code").all()][1:] == ["[12, 7, 4]", "[10, 6, 3]"]
    look(page, PHONE)
