"""Chat in a real Chromium: two players chat during a game, and a spectator does not see it."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.chat import message_texts, send_message, wait_for_message
from tests.support.browser.page import (
    PHONE,
    Enter,
    accessibility_violations,
    buttons,
    entry_count,
    move,
    open_table,
    wait_for_count,
    wait_for_entry_count,
    wait_until,
)

HALF = "I think that you should"


def sit_down(host: Page, friend: Page) -> str:
    """Open a table for two people and a bot; return its path."""
    path = open_table(host, "open", "bot:greedy")
    friend.goto(host.locator(".seats .invite input").first.input_value())
    friend.locator("#name").fill("Friend")
    friend.locator("form.form button").click()
    friend.wait_for_url("**/table/*")
    for page in (host, friend):
        wait_for_count(page, "#board", 1, "the table begins by itself")
    return path


@pytest.mark.journey
def test_two_people_chat_during_a_game(enter: Enter) -> None:
    host, friend, spectator = enter(), enter("de", PHONE), enter("uk")
    table = sit_down(host, friend)
    spectator.goto(table)
    assert friend.locator("#chat").is_hidden(), "it is folded by default"
    host.locator("#open-chat").focus()
    host.keyboard.press("Enter")
    assert host.evaluate("document.activeElement.id") == "chat-input"
    host.keyboard.type("Hello <b>you</b> & all")
    host.keyboard.press("Enter")
    wait_for_message(friend, "Hello <b>you</b> & all")
    wait_until(lambda: friend.locator("#chat-unread").inner_text() == "1", 5, "it is marked as unread")
    assert friend.evaluate("document.activeElement === document.body"), "no focus is stolen"

    # A half-typed line stays, with its focus and its caret, whatever the others say and play.
    host.keyboard.type(HALF)
    for _ in range(3):
        host.keyboard.press("ArrowLeft")
    tab = host.context.new_page()  # another page of the same person, at which she plays
    tab.goto(table)
    for moved in range(1, 3):
        before = entry_count(host)
        wait_until(lambda: any(buttons(page).count() for page in (friend, tab)), 20, "somebody is to act")
        mover = friend if buttons(friend).count() else tab
        assert move(mover, moved, on_board=False)
        send_message(friend, f"Zug {moved}")
        wait_for_entry_count(host, before + 1, 10, "the move is seen")
        wait_for_message(host, f"Zug {moved}")
    assert host.locator("#chat-input").input_value() == HALF
    assert host.evaluate("document.activeElement.id") == "chat-input"
    assert host.evaluate("document.activeElement.selectionStart") == len(HALF) - 3
    host.reload()
    wait_for_count(host, "#chat-messages > li", 3)
    wait_until(lambda: host.locator("#chat-input").input_value() == HALF, 5, "it outlives the page, too")
    assert len(message_texts(host)) == len(set(message_texts(host))), "nothing twice"

    # A sign for a line, by keyboard.
    host.evaluate("document.getElementById('chat').hidden && document.getElementById('open-chat').click()")
    host.locator("#chat-messages .add").first.focus()
    host.keyboard.press("Enter")
    wait_until(lambda: host.evaluate("document.activeElement.value") == "agree", 5, "the signs have the focus")
    host.keyboard.press("Tab")
    host.keyboard.press("Enter")
    wait_for_count(friend, "#chat-messages .reaction[aria-pressed]", 1)
    assert "Ann" in (friend.locator("#chat-messages .reaction[aria-pressed]").get_attribute("title") or "")
    wait_for_count(host, "#chat-messages .reaction[aria-pressed=true]", 1)
    friend.locator("#chat-messages .reaction[aria-pressed]").click()
    wait_until(
        lambda: friend.locator("#chat-messages .reaction[aria-pressed=true]").inner_text().endswith("2"),
        5,
        "two have set it",
    )

    # Notes are private.
    host.locator("#notes > summary").click()
    host.locator("#note").press_sequentially("Watch Dublin", delay=30)
    wait_until(lambda: host.locator("#notes-status").inner_text() == "Saved.", 5, "it is kept")

    # Those who look on talk among themselves.
    send_message(spectator, "Хто виграє?")
    wait_for_message(spectator, "Хто виграє?")
    assert message_texts(spectator) == ["Хто виграє?"]
    assert "Хто виграє?" not in message_texts(host)

    # Muted, and heard again.
    friend.locator("#mute-settings > summary").click()
    friend.locator("#mute-list button").click()
    wait_until(lambda: all("Hello" not in line for line in message_texts(friend)), 5, "Ann is not heard")
    friend.locator("#mute-list button").click()
    wait_for_message(friend, "Hello <b>you</b> & all")

    for page in (host, friend, spectator):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no scrolling sideways"
        assert accessibility_violations(page) == []
    friend.locator("#chat-close").click()
    assert friend.locator("#chat").is_hidden()
    assert friend.evaluate("document.activeElement.id") == "open-chat"
    friend.goto(f"{table}/chat")
    assert accessibility_violations(friend) == []
