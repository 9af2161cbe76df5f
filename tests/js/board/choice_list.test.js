import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board = ["a", "b", "c"].map((name) => place({ id: `land-${name}`, target: name })).join("");
const listed = [
  { action: "build a", target: "a" },
  { action: "tax b", target: "b" },
];
const moves = [
  { action: "move a b", target: "a b" },
  { action: "move a c", target: "a c" },
];

test("the list unfolds for actions that only its buttons tell apart", async () => {
  const listed = [
    { action: "tax a 1", target: "a" },
    { action: "tax a 2", target: "a" },
    { action: "tax b", target: "b" },
  ];
  const page = await openTable({ board, listed });
  assert.equal(page.open("#choice-list"), false);
  await page.click("#land-a");
  assert.equal(page.open("#choice-list"), true);
  await page.press("Escape");
  assert.equal(page.open("#choice-list"), false);
});

test("the list stays folded if another place tells the actions apart", async () => {
  const page = await openTable({ board, listed: moves });
  await page.click("#land-a");
  assert.equal(page.open("#choice-list"), false);
});

test("an unfolded list stays open, also on the next visit", async () => {
  const page = await openTable({ board, listed });
  await page.click("#choice-list > summary");
  assert.equal(page.open("#choice-list"), true);
  await page.update({ board, number: 11, listed });
  assert.equal(page.open("#choice-list"), true);
  const storage = { "regnum-listed": page.window.localStorage.getItem("regnum-listed") };
  const again = await openTable({ board, listed }, { storage });
  assert.equal(again.open("#choice-list"), true);
  await again.click("#choice-list > summary");
  assert.equal(again.open("#choice-list"), false);
  await again.update({ board, number: 11, listed });
  assert.equal(again.open("#choice-list"), false);
  assert.equal(again.window.localStorage.getItem("regnum-listed"), "");
});

test("without storage an unfolded list stays open until the page is left", async () => {
  const page = await openTable({ board, listed }, { hasStorage: false });
  await page.click("#choice-list > summary");
  await page.update({ board, number: 11, listed });
  assert.equal(page.open("#choice-list"), true);
});
