import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board =
  place({ id: "land-a", target: "a" }) +
  place({ id: "land-b", target: "b" }) +
  '<use id="invade-c" data-cell="c"></use>';
const now = {
  board,
  hints: true,
  choices: [
    { action: "build a", target: "a" },
    { action: "build b", target: "b" },
  ],
};
const hint = ({ entryCount = 10, action = "build b", next = "" } = {}) =>
  `<p class="hint" data-entry-count="${entryCount}" data-action="${action}" data-then="${next}"><b>There</b> is much free land. <button type="button" class="plain hint-close">×</button></p>`;

async function askForHint(page, answer = hint()) {
  await page.click("#do-hint");
  await page.request.answer({ body: answer });
  await page.passTime(30);
}

test("a hint is shown and marked among the choices and on the board", async () => {
  const page = await openTable(now);
  await askForHint(page);
  assert.match(page.text("#hint"), /^There is much free land/);
  assert.deepEqual(
    page.all(".is-hinted").map((one) => one.id),
    ["land-b", "do-build-b"],
  );
  assert.equal(page.find("#do-build-b").getAttribute("aria-describedby"), "hint");
});

test("the mark on the board stays when the pointer moves away", async () => {
  const page = await openTable(now);
  await askForHint(page);
  await page.hover("#land-b");
  await page.hover("#status");
  assert.equal(page.has("#land-b.is-hinted.is-pointed"), true);
});

test("a hint stays while others act and the question is the same", async () => {
  const page = await openTable(now);
  await askForHint(page);
  await page.update({ ...now, number: 11, decisionStart: 10 });
  assert.equal(page.has("#hint .hint"), true);
  assert.equal(page.has("#do-build-b.is-hinted"), true);
});

test("a hint disappears at the next question", async () => {
  const page = await openTable(now);
  await askForHint(page);
  await page.update({ ...now, number: 12 });
  assert.equal(page.has("#hint .hint, .is-hinted"), false);
});

test("a hint disappears when the turn is over", async () => {
  const page = await openTable(now);
  await askForHint(page);
  await page.update({ board, number: 12, decisionStart: 10 });
  assert.equal(page.has(".is-hinted"), false);
});

test("a hint for an earlier question marks nothing", async () => {
  const page = await openTable({ ...now, number: 12 });
  await askForHint(page, hint({ entryCount: 10 }));
  assert.equal(page.has(".is-hinted"), false);
});

test("the list unfolds only if the board does not show the hint", async () => {
  const listed = [{ action: "build b", target: "b" }, "tax"];
  const page = await openTable({ board, hints: true, listed });
  await askForHint(page);
  assert.equal(page.open("#choice-list"), false);
  const other = await openTable({ board, hints: true, listed });
  await askForHint(other, hint({ action: "tax" }));
  assert.equal(other.open("#choice-list"), true);
});

test("a hint also marks the place of the next step", async () => {
  const page = await openTable(now);
  await askForHint(page, hint({ next: "c" }));
  assert.equal(page.has("#invade-c.is-hinted"), true);
});

test("closing a hint scrolls back to where it was asked for", async () => {
  const page = await openTable(now, { narrow: true });
  page.layout.scrollTo(300);
  await askForHint(page);
  page.layout.scrollTo(500);
  await page.click(".hint-close");
  assert.equal(page.has("#hint .hint, .is-hinted"), false);
  assert.equal(page.layout.scrolled.y, 300);
  assert.equal(page.focus.id, "do-hint");
});

test("the page scrolls to a hint that is out of sight", async () => {
  const page = await openTable(now, {
    narrow: true,
    boxes: { "#hint": [0, 1200, 390, 60], "#board": [0, 0, 390, 500] },
  });
  await askForHint(page);
  assert.equal(page.layout.isInView(page.find("#hint")), true);
});

test("in a wide window a hint for a card is shown below the cards and announced once", async () => {
  const hand = '<section class="block"><div id="card-1" data-target="card-1">Card</div></section>';
  const page = await openTable({ ...now, hand, choices: [{ action: "play", target: "card-1" }, "pass"] });
  await askForHint(page, hint({ action: "play" }));
  assert.match(page.text("#hand-area #hint-below"), /^There is much free land/);
  assert.equal(page.has("#hint.visually-hidden"), true);
  await page.click("#hint-below .hint-close");
  assert.equal(page.has("#hint-below, #hint.visually-hidden"), false);
});

test("a hint for a missing action marks nothing", async () => {
  const page = await openTable(now);
  await askForHint(page, hint({ action: "gone" }));
  assert.equal(page.has("#hint .hint"), true);
  assert.equal(page.has(".is-hinted"), false);
});

test("a hint in the first page is marked", async () => {
  const asides = `<div id="hint" role="status">${hint()}</div>`;
  const page = await openTable({ ...now, hints: false, asides });
  assert.equal(page.has("#do-build-b.is-hinted"), true);
});
