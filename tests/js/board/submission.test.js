import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const sentActions = (page) =>
  page.requests.filter(({ url }) => url.endsWith("/act")).map((request) => request.fields.action);
const nextState = { number: 11, choices: ["keep 1", "keep 2"] };

test("a button sends its action, with the position that it was meant for", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  await page.takeAction("tax");
  assert.deepEqual([page.request.method, page.request.url], ["POST", "/table/t1/act"]);
  assert.deepEqual([page.request.fields.action, page.request.fields.entry_count], ["tax", "10"]);
});

test("a button that is pressed twice is sent once", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  page.find("#do-tax").click();
  page.find("#do-tax").click();
  await page.passTime(0);
  await page.request.answer({ entryCount: 11 });
  assert.deepEqual(sentActions(page), ["tax"]);
  assert.equal(page.text("#message"), "");
});

test("a second choice for the same question is dropped, and the page says so", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  page.find("#do-tax").click();
  page.find("#do-pass").click();
  await page.passTime(0);
  await page.request.answer({ entryCount: 11 });
  assert.deepEqual(sentActions(page), ["tax"]);
  assert.equal(page.text("#message"), "That was not taken: choose again.");
});

test("a repeated press is dropped, whatever others do meanwhile", async () => {
  const page = await openTable({ ...nextState, decisionStart: 11 });
  await page.takeAction("keep 1");
  await page.update({ ...nextState, number: 12, decisionStart: 11 });
  page.find("#do-keep-1").click();
  await page.request.answer({ entryCount: 13 });
  assert.deepEqual(sentActions(page), ["keep 1"]);
});

test("a press before the answer to the last move waits for that answer", async () => {
  const page = await openTable({ choices: ["pass"] });
  await page.takeAction("pass");
  await page.update(nextState);
  page.find("#do-keep-2").click();
  await page.passTime(300);
  assert.deepEqual(sentActions(page), ["pass"]);
  await page.requests[0].answer({ entryCount: 11 });
  assert.deepEqual(sentActions(page), ["pass", "keep 2"]);
});

test("of two waiting presses only the last is sent, and the page says so", async () => {
  const page = await openTable({ choices: ["pass"] });
  await page.takeAction("pass");
  await page.update(nextState);
  page.find("#do-keep-1").click();
  page.find("#do-keep-2").click();
  await page.requests[0].answer({ entryCount: 11 });
  assert.deepEqual(sentActions(page), ["pass", "keep 2"]);
  assert.equal(page.text("#message"), "That was not taken: choose again.");
});

test("a timeout is reported, and the next move can be sent", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  await page.takeAction("tax");
  await page.request.timeOut();
  assert.equal(page.text("#message"), "No answer: close some of those tabs.");
  await page.takeAction("tax");
  assert.deepEqual(sentActions(page), ["tax", "tax"]);
  await page.request.answer({ entryCount: 11 });
  assert.equal(page.text("#message"), "");
});

test("a timeout of a hint is not reported as one of a move", async () => {
  const page = await openTable({ choices: ["pass", "tax"], hints: true });
  page.find("#do-hint").click();
  await page.passTime(0);
  await page.request.timeOut();
  assert.equal(page.text("#message"), "");
});

test("a refusal is shown until the next move", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  await page.takeAction("tax");
  await page.request.answer({ status: 422, body: '<p class="error">Not now.</p>' });
  assert.equal(page.text("#message"), "Not now.");
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 11 });
  assert.equal(page.text("#message"), "");
});

test("the page reloads if the stream does not bring an accepted move", async () => {
  const page = await openTable({ choices: ["pass"] });
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 11 });
  await page.passTime(3900);
  assert.deepEqual(page.visits, []);
  await page.passTime(200);
  assert.deepEqual(page.visits, ["reload"]);
});

test("the page does not reload if the stream brings the move", async () => {
  const page = await openTable({ choices: ["pass"] });
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 11 });
  await page.update({ number: 11, choices: ["pass"] });
  await page.passTime(5000);
  assert.deepEqual(page.visits, []);
});

test("Ctrl+Z undoes the last part, also on a Ukrainian keyboard, but not in a text field", async () => {
  const page = await openTable({ choices: ["pass"], parts: [{ label: "Kiev" }] });
  await page.press("z");
  await page.click("#open-chat");
  await page.press("z", { on: "#chat-input", ctrlKey: true });
  await page.press("Z", { on: "#sidebar", ctrlKey: true, shiftKey: true });
  assert.deepEqual(sentActions(page), []);
  await page.press("z", { on: "#sidebar", ctrlKey: true });
  assert.deepEqual(sentActions(page), ["undo"]);
  await page.request.answer({ entryCount: 9 });
  await page.press("я", { on: "#sidebar", metaKey: true });
  assert.deepEqual(sentActions(page), ["undo", "undo"]);
});

// A move that needs a confirmation.
const confirmation = (
  decisionStart,
) => `<div class="confirmation" id="confirmation" role="group" aria-labelledby="confirmation-text" data-decision-start="${decisionStart}"><p id="confirmation-text">Really?</p>
<input type="hidden" name="confirmed" value="tax a"><p class="actions"><button class="strong" name="action" value="tax a" id="confirm-move">Yes</button><button type="button" id="cancel-move">No</button></p></div>`;
const question = {
  board: place({ id: "land-a", target: "a" }) + place({ id: "land-b", target: "b" }),
  choices: [
    { action: "tax a", target: "a" },
    { action: "tax b", target: "b" },
  ],
};

async function askToConfirm(page) {
  await page.takeAction("tax a");
  await page.request.answer({ body: `<div hx-swap-oob="innerHTML:#confirmation-area">${confirmation(10)}</div>` });
  page.window.htmx.trigger(page.find("#confirmation-area"), "htmx:afterSwap");
  await page.passTime(30);
}

test("a confirmation gets the focus, and its place is marked", async () => {
  const page = await openTable(question);
  await askToConfirm(page);
  assert.equal(page.focus.id, "confirm-move");
  assert.deepEqual(
    page.all(".is-in-question").map((one) => one.id),
    ["land-a"],
  );
  await page.press("Enter");
  assert.deepEqual([page.request.fields.action, page.request.fields.confirmed], ["tax a", "tax a"]);
});

test("No and Escape cancel the move", async () => {
  for (const drop of [(page) => page.click("#cancel-move"), (page) => page.press("Escape")]) {
    const page = await openTable(question);
    await askToConfirm(page);
    await drop(page);
    assert.equal(page.has("#confirmation, .is-in-question"), false);
    assert.equal(page.requests.length, 1);
  }
});

test("a confirmation stays while others act and disappears at the next question", async () => {
  const page = await openTable(question);
  await askToConfirm(page);
  await page.update({ ...question, number: 11, decisionStart: 10 });
  assert.equal(page.has("#confirmation"), true);
  assert.deepEqual(
    page.all(".is-in-question").map((one) => one.id),
    ["land-a"],
  );
  await page.update({ ...question, number: 12 });
  assert.equal(page.has("#confirmation"), false);
});

test("a move without a connection is said to have gone nowhere once there is one again", async () => {
  const page = await openTable({ choices: ["pass", "tax"] });
  await page.takeAction("tax");
  await page.request.fail();
  assert.equal(page.text("#message"), "", "there is no connection yet: that is said elsewhere");
  page.dispatch(page.window, "online");
  await page.passTime(2000);
  assert.equal(page.text("#message"), "That was not sent: choose again.");
  page.dispatch(page.document, "resume");
  await page.passTime(2000);
  assert.equal(page.text("#message"), "That was not sent: choose again.", "once");
});
