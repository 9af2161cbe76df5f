import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board = ["a", "b", "c"].map((name) => place({ id: `land-${name}`, target: name })).join("");
const build = { action: "build a", target: "a" };
const moves = [{ action: "move a b", target: "a b" }, { action: "move a c", target: "a c" }, { action: "pass" }];
const ids = (page, selector) => page.all(selector).map((one) => one.id);

test("hovering over a button shows its places, and the other way round", async () => {
  const page = await openTable({ board, choices: moves });
  await page.hover("#do-move-a-c");
  assert.deepEqual(ids(page, "#board .is-pointed"), ["land-a", "land-c"]);
  await page.hover("#land-b");
  assert.deepEqual(ids(page, ".is-pointed"), ["do-move-a-b"]);
  await page.hover("#status");
  assert.deepEqual(ids(page, ".is-pointed"), []);
});

test("the focus also shows the places of a button", async () => {
  const page = await openTable({ board, choices: moves });
  page.find("#do-move-a-b").focus();
  assert.deepEqual(ids(page, "#board .is-pointed"), ["land-a", "land-b"]);
});

test("an element with data-shows appears with its place", async () => {
  const page = await openTable({ board: `${board}<g id="reach-of-I2" data-shows="a"></g>`, choices: [build] });
  await page.hover("#land-a");
  assert.equal(page.has("#reach-of-I2.is-pointed"), true);
});

test("a touched place does not look hovered", async () => {
  const page = await openTable({ board, choices: moves }, { touch: true });
  page.mouse(page.find("#land-a"), "pointerdown", { pointerType: "touch" });
  page.mouse(page.find("#land-a"), "mouseover");
  assert.deepEqual(ids(page, ".is-pointed"), []);
});

test("news clear the marks of a pointer that has left", async () => {
  const page = await openTable({ board, choices: moves });
  await page.hover("#do-move-a-b");
  page.hovered = null;
  page.mouse(page.document.body, "mouseover");
  await page.update({ board, number: 11, choices: [{ action: "tax a", target: "a" }, "pass"] });
  assert.deepEqual(ids(page, "#board .is-pointed"), []);
});
