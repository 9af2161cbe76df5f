import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board = ["land-a", "land-b", "land-c"].map((id) => place({ id })).join("");
const ids = (page, selector) => page.all(selector).map((one) => one.id);
const log = [
  { text: "Ann built.", places: "land-a", by: 0 },
  { text: "Ben moved.", places: "land-b land-c", by: 1, fresh: true },
];

test("the places of events since the viewer's last action are marked in the actor's colour", async () => {
  const page = await openTable({ board, log });
  assert.deepEqual(ids(page, ".is-touched"), ["land-b", "land-c"]);
  assert.equal(page.find("#land-b").dataset.by, "1");
});

test("the places of older events are not marked", async () => {
  const page = await openTable({
    board,
    log: [
      { ...log[1], older: true },
      { ...log[0], fresh: true },
    ],
  });
  assert.deepEqual(ids(page, ".is-touched"), ["land-a"]);
});

test("the marks disappear with the next news", async () => {
  const page = await openTable({ board, log });
  await page.update({ board, number: 11, log: [log[0]] });
  assert.deepEqual(ids(page, ".is-touched"), []);
  assert.equal(page.has("[data-by]"), false);
});

test("hovering over a log entry shows its places", async () => {
  const page = await openTable({ board, log });
  await page.hover("#log li[data-places='land-b land-c']");
  assert.deepEqual(ids(page, "#board .is-pointed"), ["land-b", "land-c"]);
  await page.hover("#turn-head");
  assert.deepEqual(ids(page, "#board .is-pointed"), []);
});

test("the focus also shows the places of an event", async () => {
  const page = await openTable({ board, beside: '<button type="button" id="town" data-places="land-a">Town</button>' });
  page.find("#town").focus();
  assert.deepEqual(ids(page, "#board .is-pointed"), ["land-a"]);
  page.find("#town").blur();
  assert.deepEqual(ids(page, "#board .is-pointed"), []);
});

test("a tap on an entry keeps its places shown until the next tap", async () => {
  const page = await openTable({ board, log });
  await page.tap("#log li[data-places='land-a']");
  assert.deepEqual(ids(page, "#board .is-shown"), ["land-a"]);
  await page.tap("#log li[data-places='land-b land-c']");
  assert.deepEqual(ids(page, "#board .is-shown"), ["land-b", "land-c"]);
  await page.tap("#status");
  assert.deepEqual(ids(page, "#board .is-shown"), []);
});

test("a removed entry under the pointer shows nothing", async () => {
  const page = await openTable({ board, log });
  await page.hover("#log li[data-places='land-a']");
  await page.update({ board, number: 11, log: [] });
  assert.deepEqual(ids(page, "#board .is-pointed"), []);
});
