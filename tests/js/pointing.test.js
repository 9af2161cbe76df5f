import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "./support/table.js";

const land = (name, more = {}) => place({ id: `land-${name}`, target: name, ...more });
const board = land("a") + land("b") + land("c");
const build = { action: "build a", target: "a" };
const ways = [{ action: "move a b", target: "a b" }, { action: "move a c", target: "a c" }, { action: "pass" }];
const ids = (page, selector) => page.all(selector).map((one) => one.id);
const sent = (page) => page.requests.map((request) => request.sent.action);

test("a click on a place with one meaning presses its button", async () => {
  const page = await openTable({ board, choices: [build, "pass"] });
  await page.click("#land-a");
  assert.deepEqual(sent(page), ["build a"]);
});

test("Enter and Space on a place press its button", async () => {
  for (const key of ["Enter", " "]) {
    const page = await openTable({ board, choices: [build, "pass"] });
    const event = await page.press(key, { on: "#land-a" });
    assert.deepEqual(sent(page), ["build a"]);
    assert.equal(event.defaultPrevented, true, "the page does not scroll");
  }
});

test("a place with several meanings shows only those, and what can be pointed at next", async () => {
  const page = await openTable({ board, choices: ways });
  await page.click("#land-a");
  assert.deepEqual(sent(page), []);
  assert.deepEqual(ids(page, "#choices.narrowed .meant"), ["do-move-a-b", "do-move-a-c"]);
  assert.deepEqual(ids(page, "#board .picked"), ["land-a"]);
  assert.deepEqual(ids(page, "#board .fits"), ["land-b", "land-c"]);
  assert.equal(page.focus.id, "do-move-a-b", "the keyboard goes on at the first of them");
  await page.click("#land-c");
  assert.deepEqual(sent(page), ["move a c"]);
});

test("Escape, a click beside everything, or the same place again let go what was picked", async () => {
  const page = await openTable({ board, choices: ways });
  const acts = [() => page.press("Escape"), () => page.click("#status"), () => page.click("#land-a")];
  for (const act of acts) {
    await page.click("#land-a");
    assert.equal(page.has("#choices.narrowed"), true);
    await act();
    assert.equal(page.has("#choices.narrowed, .picked, .fits, .meant"), false);
  }
  assert.deepEqual(sent(page), []);
});

test("places are pointed at in any order", async () => {
  const page = await openTable({ board, choices: ways });
  await page.click("#land-b");
  assert.deepEqual(sent(page), ["move a b"], "only one way has to do with it");
});

test("where there is a way there and one back the order of the clicks decides", async () => {
  const both = [{ action: "move a b", target: "a b" }, { action: "move b a", target: "b a" }];
  const page = await openTable({ board, choices: both });
  await page.click("#land-b");
  await page.click("#land-a");
  assert.deepEqual(sent(page), ["move b a"]);
});

test("a place that has nothing to do with what was picked begins again", async () => {
  const more = [...ways, { action: "raze d", target: "d" }, { action: "tax d", target: "d" }];
  const page = await openTable({ board: board + land("d"), choices: more });
  await page.click("#land-a");
  await page.click("#land-d");
  assert.deepEqual(ids(page, "#choices .meant"), ["do-raze-d", "do-tax-d"]);
});

test("a figure that only arrives somewhere is shown first and taken with a second click", async () => {
  const there = board + land("d", { "data-ends": "" });
  const page = await openTable({ board: there, choices: [{ action: "move a d", target: "a d" }, build] });
  await page.click("#land-d");
  assert.deepEqual(sent(page), []);
  assert.deepEqual(ids(page, "#board .fits"), ["land-a"]);
  await page.click("#land-d");
  assert.deepEqual(sent(page), ["move a d"]);
});

test("a button that opens another question carries what was pointed at there", async () => {
  const opening = [{ action: "muster", target: "a|b" }, "pass"];
  const page = await openTable({ board, choices: opening });
  await page.click("#land-b");
  assert.deepEqual(sent(page), ["muster"]);
  await page.request.answer({ ply: 11 });
  await page.tell({ board, number: 11, choices: [{ action: "muster a", target: "a" }, { action: "muster b", target: "b" }] });
  assert.deepEqual(sent(page), ["muster", "muster b"]);
});

test("where a place means one of several questions, data-means says which", async () => {
  const choices = [{ action: "muster", target: "a|b" }, { action: "tax", target: "a|c" }];
  const page = await openTable({ board: land("a", { "data-means": "tax" }), choices });
  await page.click("#land-a");
  assert.deepEqual(sent(page), ["tax"]);
});

test("what was picked stays picked while others act, and goes when it means nothing any more", async () => {
  const page = await openTable({ board, choices: ways });
  await page.click("#land-a");
  await page.tell({ board, number: 11, since: 10, choices: ways });
  assert.deepEqual(ids(page, "#choices.narrowed .meant"), ["do-move-a-b", "do-move-a-c"]);
  await page.tell({ board, number: 12, choices: [{ action: "tax c", target: "c" }, "pass"] });
  assert.equal(page.has(".narrowed, .picked, .meant"), false);
});

test("the list of what the board offers is folded, and opens for what only its buttons tell apart", async () => {
  const listed = [{ action: "tax a 1", target: "a" }, { action: "tax a 2", target: "a" }, { action: "tax b", target: "b" }];
  const page = await openTable({ board, listed });
  assert.equal(page.open("#listed"), false);
  await page.click("#land-a");
  assert.equal(page.open("#listed"), true);
  await page.press("Escape");
  assert.equal(page.open("#listed"), false);
});

test("the list stays folded while another place tells its buttons apart", async () => {
  const page = await openTable({ board, listed: ways.slice(0, 2) });
  await page.click("#land-a");
  assert.equal(page.open("#listed"), false);
});

test("who has unfolded the list finds it open from then on", async () => {
  const listed = [build, { action: "tax b", target: "b" }];
  const page = await openTable({ board, listed });
  await page.click("#listed > summary");
  assert.equal(page.open("#listed"), true);
  await page.tell({ board, number: 11, listed });
  assert.equal(page.open("#listed"), true);
  const storage = { "regnum-listed": page.window.localStorage.getItem("regnum-listed") };
  const again = await openTable({ board, listed }, { storage });
  assert.equal(again.open("#listed"), true);
  await again.click("#listed > summary");
  assert.equal(again.open("#listed"), false);
  await again.tell({ board, number: 11, listed });
  assert.equal(again.open("#listed"), false);
  assert.equal(again.window.localStorage.getItem("regnum-listed"), "");
});

test("without storage the list stays as it was folded until the page is left", async () => {
  const listed = [build, { action: "tax b", target: "b" }];
  const page = await openTable({ board, listed }, { room: false });
  await page.click("#listed > summary");
  await page.tell({ board, number: 11, listed });
  assert.equal(page.open("#listed"), true);
});

test("pointing at a button shows its places, pointing at a place its buttons", async () => {
  const page = await openTable({ board, choices: ways });
  await page.hover("#do-move-a-c");
  assert.deepEqual(ids(page, "#board .pointed"), ["land-a", "land-c"]);
  await page.hover("#land-b");
  assert.deepEqual(ids(page, ".pointed"), ["do-move-a-b"]);
  await page.hover("#status");
  assert.deepEqual(ids(page, ".pointed"), []);
});

test("the focus shows them, too", async () => {
  const page = await openTable({ board, choices: ways });
  page.find("#do-move-a-b").focus();
  assert.deepEqual(ids(page, "#board .pointed"), ["land-a", "land-b"]);
});

test("what stands somewhere for a place alone is shown with it", async () => {
  const page = await openTable({ board: `${board}<g id="reach-of-I2" data-shows="a"></g>`, choices: [build] });
  await page.hover("#land-a");
  assert.equal(page.has("#reach-of-I2.pointed"), true);
});

test("what a finger has touched does not go on looking pointed at", async () => {
  const page = await openTable({ board, choices: ways }, { touch: true });
  page.mouse(page.find("#land-a"), "pointerdown", { pointerType: "touch" });
  page.mouse(page.find("#land-a"), "mouseover");
  assert.deepEqual(ids(page, ".pointed"), []);
});

test("after news only what is pointed at then looks so", async () => {
  const page = await openTable({ board, choices: ways });
  await page.hover("#do-move-a-b");
  page.hovered = null;
  page.mouse(page.document.body, "mouseover");
  await page.tell({ board, number: 11, choices: [{ action: "tax a", target: "a" }, "pass"] });
  assert.deepEqual(ids(page, "#board .pointed"), []);
});

test("the second click of a double click does not press what has come to lie there", async () => {
  const page = await openTable({ board, choices: ways });
  await page.click("#land-a");
  await page.pass(200);
  await page.click("#land-b", { detail: 2 });
  assert.deepEqual(sent(page), []);
});

test("a click on something else a while later counts, though the browser calls it a double click", async () => {
  const page = await openTable({ board, choices: [{ action: "move a b", target: "a b" }, { action: "move a c", target: "a c" }] });
  await page.click("#land-a");
  await page.pass(700);
  await page.click("#land-b", { detail: 2 });
  assert.deepEqual(sent(page), ["move a b"]);
});

const row = { "#do-pass": [0, 100, 100, 40], "#do-tax": [0, 100, 100, 40], "#do-end": [0, 100, 100, 40] };

test("what comes to lie under a resting pointer takes no click for a moment", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  await page.tell({ number: 11, choices: ["tax"] });
  assert.equal(page.has("#do-tax.too-soon.unmoved"), true);
  await page.pass(700);
  assert.equal(page.has(".too-soon"), false);
  assert.equal(page.has("#do-tax.unmoved"), true, "nothing looks pointed at until the pointer moves");
  page.mouse(page.document.body, "pointermove", { clientX: 80, clientY: 100 });
  assert.equal(page.has(".unmoved"), false);
});

test("where the pointer has moved meanwhile a click counts at once", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  page.mouse(page.document.body, "pointermove", { clientX: 90, clientY: 120 });
  await page.tell({ number: 11, choices: ["tax"] });
  assert.equal(page.has(".too-soon"), false);
});

test("the same button in the same place can be pressed again at once", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  await page.tell({ number: 11, choices: ["pass"] });
  assert.equal(page.has(".too-soon"), false);
});
