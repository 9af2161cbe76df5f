import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const messageItem = (number, text, { own, room = "t" } = {}) =>
  `<li id="message-${room}${number}" class="entry-group by-seat-1" data-room="${room}" data-number="${number}"${own ? " data-own" : ""}><time datetime="2026-03-01T09:05:00Z">09:05 UTC</time><b>Ben</b> <span class="words">${text}</span>
<span class="reactions"><button type="button" id="set-${room}${number}" class="reaction add" popovertarget="reaction-picker" data-message="${room}${number}">+</button></span></li>`;

// The server sends all lines.
async function receiveMessages(page, ...lines) {
  page.stream.send("chat", `<ol id="chat-messages" hx-swap-oob="morph">${lines.join("")}</ol>`);
  await page.passTime(100);
}

const boxes = { "#chat-scroll": [0, 0, 300, 200] };
const openPage = (options = {}) => openTable({}, { boxes, ...options });

test("the talk is folded at first", async () => {
  const page = await openPage();
  assert.equal(page.isVisible("#chat"), false);
  await page.press("Enter", { on: "#open-chat" });
  assert.equal(page.isVisible("#chat"), true);
  assert.equal(page.focus.id, "chat-input");
  assert.equal(page.find("#open-chat").getAttribute("aria-expanded"), "true");
});

test("Escape and the close button fold the talk and return the focus", async () => {
  for (const act of [(page) => page.press("Escape"), (page) => page.click("#chat-close")]) {
    const page = await openPage();
    await page.press(" ", { on: "#open-chat" });
    await act(page);
    assert.equal(page.isVisible("#chat"), false);
    assert.equal(page.focus.id, "open-chat");
  }
});

test("lines that arrive while the talk is folded are unread and take no focus", async () => {
  const page = await openPage();
  await receiveMessages(page, messageItem(1, "Hello"), messageItem(2, "Mine", { own: true }), messageItem(3, "Well"));
  assert.equal(page.text("#chat-unread"), "2");
  assert.equal(page.find("#open-chat").title, "Chat: 2 unread");
  assert.equal(page.text("#chat-announcement"), "2 unread");
  assert.deepEqual(
    page.all("#chat-messages .is-unread").map((one) => one.id),
    ["message-t1", "message-t3"],
  );
  assert.equal(page.focus, page.document.body);
});

test("seen lines stay read on the next visit", async () => {
  const page = await openPage();
  await receiveMessages(page, messageItem(1, "Hello"));
  await page.click("#open-chat");
  assert.equal(page.isVisible("#chat-unread"), false);
  const storage = { "regnum-read-t1": page.window.localStorage.getItem("regnum-read-t1") };
  const again = await openPage({ storage });
  await receiveMessages(again, messageItem(1, "Hello"), messageItem(2, "Well"));
  assert.equal(again.text("#chat-unread"), "1");
});

test("lines show the reader's local time", async () => {
  const page = await openPage();
  await receiveMessages(page, messageItem(1, "Hello"));
  assert.match(page.text("#chat-messages time"), /^9:05\sAM$/u);
});

test("the talk scrolls to a new line only if the reader was at the end", async () => {
  const page = await openPage();
  await page.click("#open-chat");
  page.layout.setContent("#chat-scroll", 900);
  await receiveMessages(page, messageItem(1, "Hello"));
  assert.equal(page.find("#chat-scroll").scrollTop, 900);
  page.find("#chat-scroll").scrollTop = 100;
  page.dispatch(page.find("#chat-scroll"), "scroll");
  await receiveMessages(page, messageItem(1, "Hello"), messageItem(2, "Well"));
  assert.equal(page.find("#chat-scroll").scrollTop, 100);
  assert.equal(page.text("#chat-unread"), "1");
  page.find("#chat-scroll").scrollTop = 700;
  page.dispatch(page.find("#chat-scroll"), "scroll");
  assert.equal(page.isVisible("#chat-unread"), false);
});

test("lines that arrive in a hidden tab stay unread for a moment after it is shown", async () => {
  const page = await openPage();
  await page.click("#open-chat");
  await page.hide();
  await receiveMessages(page, messageItem(1, "Hello"));
  assert.equal(page.text("#chat-unread"), "1");
  await page.show();
  await page.passTime(1000);
  assert.equal(page.isVisible("#chat-unread"), true);
  await page.passTime(600);
  assert.equal(page.isVisible("#chat-unread"), false);
});

test("in a wide window an open talk reopens without taking the focus", async () => {
  const storage = { "regnum-talk-open": "yes" };
  const page = await openPage({ storage });
  await receiveMessages(page, messageItem(1, "Hello"));
  assert.equal(page.isVisible("#chat"), true);
  assert.equal(page.focus, page.document.body);
  const phone = await openPage({ storage, narrow: true });
  await receiveMessages(phone, messageItem(1, "Hello"));
  assert.equal(phone.isVisible("#chat"), false);
});

test("a half-typed line survives news and a reload", async () => {
  const page = await openPage();
  await page.click("#open-chat");
  await page.type("#chat-input", "I think that");
  await receiveMessages(page, messageItem(1, "Hello"));
  await page.update({ number: 11 });
  assert.equal(page.find("#chat-input").value, "I think that");
  assert.equal(page.focus.id, "chat-input");
  assert.equal(page.window.sessionStorage.getItem("regnum-line-t1"), "I think that");
});

test("a sent line is cleared, a refused one stays", async () => {
  const page = await openPage();
  await page.click("#open-chat");
  await page.type("#chat-input", "Hello");
  page.find("#chat-send").click();
  await page.passTime(0);
  assert.equal(page.request.fields.text, "Hello");
  await page.request.answer({ status: 422, body: "Too fast." });
  assert.equal(page.find("#chat-input").value, "Hello");
  assert.equal(page.text("#chat-error"), "Too fast.");
  page.find("#chat-send").click();
  await page.passTime(0);
  await page.request.answer();
  assert.equal(page.find("#chat-input").value, "");
  assert.equal(page.window.sessionStorage.getItem("regnum-line-t1"), "");
});

test("text that is typed after sending stays", async () => {
  const page = await openPage();
  await page.type("#chat-input", "Hello");
  page.find("#chat-send").click();
  await page.passTime(0);
  await page.type("#chat-input", "Hello again");
  await page.request.answer();
  assert.equal(page.find("#chat-input").value, "Hello again");
});

test("the reactions open next to the line and get the focus", async () => {
  const page = await openPage({ boxes: { ...boxes, ".add": [100, 300, 20, 20], "#reaction-picker": [0, 0, 200, 40] } });
  await page.click("#open-chat");
  await receiveMessages(page, messageItem(1, "Hello"), messageItem(2, "Well"));
  await page.click("#set-t2");
  assert.equal(page.find("#reaction-picker [name=message]").value, "t2");
  assert.equal(page.focus.value, "agree", "the reactions have the focus");
  assert.deepEqual(
    [page.find("#reaction-picker").style.left, page.find("#reaction-picker").style.top],
    ["100px", "254px"],
  );
  page.focus.click();
  await page.passTime(0);
  assert.deepEqual([page.request.fields.message, page.request.fields.reaction], ["t2", "agree"]);
  await page.request.answer();
  assert.equal(page.find("#reaction-picker").isOpenPopover, false);
});

test("the talk works without storage", async () => {
  const page = await openPage({ hasStorage: false });
  await page.click("#open-chat");
  await receiveMessages(page, messageItem(1, "Hello"));
  assert.deepEqual(page.texts("#chat-messages .words"), ["Hello"]);
});
