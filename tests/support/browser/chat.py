"""The chat beside the board in a browser."""

from playwright.sync_api import Page

from tests.support.browser.page import wait_until


def send_message(page: Page, text: str) -> None:
    # At once: a page restores an open chat by itself as well.
    page.evaluate("document.getElementById('chat').hidden && document.getElementById('open-chat').click()")
    page.locator("#chat-input").fill(text)
    page.keyboard.press("Enter")
    wait_until(lambda: page.locator("#chat-input").input_value() == "", 5, "it was sent")


def message_texts(page: Page) -> list[str]:
    return page.locator("#chat-messages .words").all_inner_texts()


def wait_for_message(page: Page, text: str) -> None:
    wait_until(lambda: text in message_texts(page), 8, f"{text!r} is heard")
