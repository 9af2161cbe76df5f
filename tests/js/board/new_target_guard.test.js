import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board = ["a", "b", "c"].map((name) => place({ id: `land-${name}`, target: name })).join("");
const moves = [
  { action: "move a b", target: "a b" },
  { action: "move a c", target: "a c" },
];
const sentActions = (page) => page.requests.map((request) => request.fields.action);

test("the second click of a double click does not press a new target", async () => {
  const page = await openTable({ board, choices: moves });
  await page.click("#land-a");
  await page.passTime(200);
  await page.click("#land-b", { detail: 2 });
  assert.deepEqual(sentActions(page), []);
});

test("a later click on another target counts even if the browser reports a double click", async () => {
  const page = await openTable({ board, choices: moves });
  await page.click("#land-a");
  await page.passTime(700);
  await page.click("#land-b", { detail: 2 });
  assert.deepEqual(sentActions(page), ["move a b"]);
});

const row = { "#do-pass": [0, 100, 100, 40], "#do-tax": [0, 100, 100, 40], "#do-end": [0, 100, 100, 40] };

test("a new button under a resting pointer takes no click for a moment", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  await page.update({ number: 11, choices: ["tax"] });
  assert.equal(page.has("#do-tax.is-guarded.no-hover"), true);
  await page.passTime(700);
  assert.equal(page.has(".is-guarded"), false);
  assert.equal(page.has("#do-tax.no-hover"), true, "it does not look hovered until the pointer moves");
  page.mouse(page.document.body, "pointermove", { clientX: 80, clientY: 100 });
  assert.equal(page.has(".no-hover"), false);
});

test("a new button takes clicks at once if the pointer has moved", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  page.mouse(page.document.body, "pointermove", { clientX: 90, clientY: 120 });
  await page.update({ number: 11, choices: ["tax"] });
  assert.equal(page.has(".is-guarded"), false);
});

test("the same button in the same place takes clicks at once", async () => {
  const page = await openTable({ choices: ["pass"] }, { boxes: row });
  await page.click("#do-pass");
  await page.update({ number: 11, choices: ["pass"] });
  assert.equal(page.has(".is-guarded"), false);
});
