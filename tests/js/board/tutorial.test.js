import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const guide = ({ step = 1, meant = "build b", points = "", over = false } = {}) =>
  `<div id="tutorial" class="tutorial${over ? " is-over" : ""}" data-step="${step}" role="group" aria-labelledby="tutorial-head"${meant ? ` data-moves="${meant}" data-points="${points}"` : ""}>
<div class="tutorial-texts" role="status"><p class="tutorial-text">Build there.</p></div>
<div class="tutorial-links"><button type="button" class="plain" id="tutorial-where" hidden>Show me where</button><details id="tutorial-previous-step"><summary>Again</summary><p>Told again.</p></details></div></div>`;
const board = ["a", "b"].map((name) => place({ id: `land-${name}`, target: name })).join("");
const now = {
  board,
  choices: [
    { action: "build a", target: "a" },
    { action: "build b", target: "b" },
  ],
};
const KINDLY = '<p class="tutorial-reply">Try the other one.</p>';
const guidedIds = (page) => page.all(".is-tutorial-target").map((one) => one.id);

test("the tutorial marks its move among the choices and on the board", async () => {
  const page = await openTable({ ...now, guide: guide() });
  assert.deepEqual(guidedIds(page), ["land-b", "do-build-b"]);
});

test("the tutorial also marks the parts it explains, step by step", async () => {
  const page = await openTable({ ...now, guide: guide({ points: "hand-area" }) });
  assert.deepEqual(guidedIds(page), ["land-b", "do-build-b", "hand-area"]);
  await page.update({ ...now, number: 11, guide: guide({ step: 2, meant: "build a|build b" }) });
  assert.deepEqual(guidedIds(page), ["land-a", "land-b", "do-build-a", "do-build-b"]);
  await page.update({ ...now, number: 12, guide: guide({ meant: "", over: true }) });
  assert.deepEqual(guidedIds(page), []);
});

test("the list unfolds if the board has no place for the move", async () => {
  const page = await openTable({ listed: ["pass", "tax"], guide: guide({ meant: "tax" }) });
  assert.equal(page.open("#choice-list"), true);
});

const distantState = {
  "#strip": [0, 0, 1440, 40],
  "#board": [0, 0, 800, 3000],
  "#land-b": [100, 2000, 40, 40],
  "#land-a": [100, 200, 40, 40],
};

test("a button scrolls to the marked place if it is out of sight", async () => {
  const page = await openTable({ ...now, guide: guide() }, { boxes: distantState });
  assert.equal(page.isVisible("#tutorial-where"), true);
  await page.click("#tutorial-where");
  await page.passTime(20);
  assert.equal(page.layout.isInView(page.find("#land-b")), true);
  assert.equal(page.isVisible("#tutorial-where"), false);
});

test("a place behind the strip of players counts as out of sight", async () => {
  const boxes = { ...distantState, "#land-b": [100, 200, 40, 40], "#hand-area": [900, 5, 400, 20] };
  const page = await openTable({ ...now, guide: guide({ points: "hand-area" }) }, { boxes });
  assert.equal(page.isVisible("#tutorial-where"), true);
});

test("there is no such button if one of the moves is in sight", async () => {
  const page = await openTable({ ...now, guide: guide({ meant: "build a|build b" }) }, { boxes: distantState });
  assert.equal(page.isVisible("#tutorial-where"), false);
});

test("the answer to a wrong move disappears at the next step", async () => {
  const page = await openTable({ ...now, guide: guide() });
  await page.takeAction("build a");
  await page.request.answer({ body: KINDLY });
  assert.equal(page.text("#message"), "Try the other one.");
  await page.update({ ...now, number: 11, guide: guide({ step: 2, meant: "build a" }) });
  assert.equal(page.text("#message"), "");
});

test("on a phone the next tap removes the answer to a wrong move", async () => {
  const page = await openTable({ ...now, guide: guide() }, { narrow: true, touch: true });
  await page.takeAction("build a");
  await page.request.answer({ body: KINDLY });
  await page.tap("#status");
  assert.equal(page.text("#message"), "");
});

test("a new step closes the repeated explanation", async () => {
  const page = await openTable({ ...now, guide: guide() });
  await page.click("#tutorial-previous-step > summary");
  await page.update({ ...now, number: 11, guide: guide({ step: 2, meant: "build a" }) });
  assert.equal(page.open("#tutorial-previous-step"), false);
});

test("in a wide window the page scrolls to a new step", async () => {
  const page = await openTable(
    { ...now, guide: guide() },
    { boxes: { "#strip": [0, 0, 1440, 40], "#tutorial": [900, 1000, 400, 200] } },
  );
  await page.update({ ...now, number: 11, guide: guide({ step: 2, meant: "build a" }) });
  assert.equal(page.layout.scrolledTo.at(-1).id, "tutorial");
});

test("on a phone the page scrolls to the marked place, with the board if there is room", async () => {
  const boxes = {
    "#tutorial": [0, 700, 390, 100],
    "#strip": [0, 800, 390, 44],
    "#board": [0, 300, 390, 400],
    "#land-b": [100, 650, 40, 40],
    "#land-a": [10, 320, 40, 40],
  };
  const fixed = guide().replace('class="tutorial"', 'class="tutorial" style="position: fixed"');
  const page = await openTable(
    { ...now, guide: fixed },
    { fonts: false, narrow: true, touch: true, boxes: { ...boxes, "#land-b": [100, 710, 40, 40] } },
  );
  assert.equal(page.layout.isInView(page.find("#land-b"), 700), false);
  page.loadFonts();
  await page.passTime(0);
  assert.equal(page.layout.isInView(page.find("#land-b"), 700), true);
  assert.equal(page.find("#board").getBoundingClientRect().top >= 0, true);
});

test("on a phone the page scrolls by the least amount if both do not fit", async () => {
  const boxes = {
    "#tutorial": [0, 700, 390, 100],
    "#strip": [0, 800, 390, 44],
    "#board": [0, 0, 390, 400],
    "#land-b": [100, 100, 40, 40],
    "#hand-area": [0, 1500, 390, 90],
  };
  const fixed = guide({ points: "hand-area" }).replace('class="tutorial"', 'class="tutorial" style="position: fixed"');
  const page = await openTable({ ...now, guide: fixed }, { narrow: true, touch: true, boxes });
  assert.equal(page.layout.scrolledTo.at(-1).id, "hand-area");
});
