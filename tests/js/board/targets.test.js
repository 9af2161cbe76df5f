import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const land = (name, more = {}) => place({ id: `land-${name}`, target: name, ...more });
const board = land("a") + land("b") + land("c");
const build = { action: "build a", target: "a" };
const moves = [{ action: "move a b", target: "a b" }, { action: "move a c", target: "a c" }, { action: "pass" }];
const ids = (page, selector) => page.all(selector).map((one) => one.id);
const sentActions = (page) => page.requests.map((request) => request.fields.action);

test("a click on a place with one meaning presses its button", async () => {
  const page = await openTable({ board, choices: [build, "pass"] });
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), ["build a"]);
});

test("Enter and Space on a place press its button", async () => {
  for (const key of ["Enter", " "]) {
    const page = await openTable({ board, choices: [build, "pass"] });
    const event = await page.press(key, { on: "#land-a" });
    assert.deepEqual(sentActions(page), ["build a"]);
    assert.equal(event.defaultPrevented, true, "the page does not scroll");
  }
});

test("a place with several actions narrows the list and shows the next places", async () => {
  const page = await openTable({ board, choices: moves });
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), []);
  assert.deepEqual(ids(page, "#choices.is-narrowed .is-matching"), ["do-move-a-b", "do-move-a-c"]);
  assert.deepEqual(ids(page, "#board .is-picked"), ["land-a"]);
  assert.deepEqual(ids(page, "#board .is-fitting"), ["land-b", "land-c"]);
  assert.equal(page.focus.id, "do-move-a-b", "the focus moves to the first of them");
  await page.click("#land-c");
  assert.deepEqual(sentActions(page), ["move a c"]);
});

test("Escape, a click elsewhere, or a second click clears the selection", async () => {
  const page = await openTable({ board, choices: moves });
  const acts = [() => page.press("Escape"), () => page.click("#status"), () => page.click("#land-a")];
  for (const act of acts) {
    await page.click("#land-a");
    assert.equal(page.has("#choices.is-narrowed"), true);
    await act();
    assert.equal(page.has("#choices.is-narrowed, .is-picked, .is-fitting, .is-matching"), false);
  }
  assert.deepEqual(sentActions(page), []);
});

test("places can be clicked in any order", async () => {
  const page = await openTable({ board, choices: moves });
  await page.click("#land-b");
  assert.deepEqual(sentActions(page), ["move a b"], "only one move is possible there");
});

test("the order of the clicks decides between two directions", async () => {
  const both = [
    { action: "move a b", target: "a b" },
    { action: "move b a", target: "b a" },
  ];
  const page = await openTable({ board, choices: both });
  await page.click("#land-b");
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), ["move b a"]);
});

test("a click on an unrelated place starts a new selection", async () => {
  const more = [...moves, { action: "raze d", target: "d" }, { action: "tax d", target: "d" }];
  const page = await openTable({ board: board + land("d"), choices: more });
  await page.click("#land-a");
  await page.click("#land-d");
  assert.deepEqual(ids(page, "#choices .is-matching"), ["do-raze-d", "do-tax-d"]);
});

test("a destination is selected by the first click and confirmed by the second", async () => {
  const there = board + land("d", { "data-destination-only": "" });
  const page = await openTable({ board: there, choices: [{ action: "move a d", target: "a d" }, build] });
  await page.click("#land-d");
  assert.deepEqual(sentActions(page), []);
  assert.deepEqual(ids(page, "#board .is-fitting"), ["land-a"]);
  await page.click("#land-d");
  assert.deepEqual(sentActions(page), ["move a d"]);
});

test("a selection is carried over to the question that it opens", async () => {
  const opening = [{ action: "muster", target: "a|b" }, "pass"];
  const page = await openTable({ board, choices: opening });
  await page.click("#land-b");
  assert.deepEqual(sentActions(page), ["muster"]);
  await page.request.answer({ entryCount: 11 });
  await page.update({
    board,
    number: 11,
    choices: [
      { action: "muster a", target: "a" },
      { action: "muster b", target: "b" },
    ],
  });
  assert.deepEqual(sentActions(page), ["muster", "muster b"]);
});

test("data-only-action decides which question a place opens", async () => {
  const choices = [
    { action: "muster", target: "a|b" },
    { action: "tax", target: "a|c" },
  ];
  const page = await openTable({ board: land("a", { "data-only-action": "tax" }), choices });
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), ["tax"]);
});

test("a selection stays while others act, and is cleared at another question", async () => {
  const page = await openTable({ board, choices: moves });
  await page.click("#land-a");
  await page.update({ board, number: 11, decisionStart: 10, choices: moves });
  assert.deepEqual(ids(page, "#choices.is-narrowed .is-matching"), ["do-move-a-b", "do-move-a-c"]);
  await page.update({ board, number: 12, choices: [{ action: "tax c", target: "c" }, "pass"] });
  assert.equal(page.has(".is-narrowed, .is-picked, .is-matching"), false);
});
