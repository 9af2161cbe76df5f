import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, scene } from "../support/table.js";

// Return to a table where others have made the moves 11, 12 and 13.
const log = [11, 12, 13].map((move) => ({ move, text: `Move ${move}.`, fresh: true }));
const currentState = { number: 13, choices: ["pass"], log };
const scenes = [scene("", { number: 10 }), scene("Ben moves.", { number: 12 }), scene("", currentState)];
const returnToTable = (now = {}, options = {}) =>
  openTable(
    { ...currentState, seated: false, ...now },
    {
      storage: { "looked:t1": "10" },
      serve: { "/table/t1/since/10": scenes },
      settings: { playback: "normal" },
      ...options,
    },
  );

test("moves that were played back are not offered again", async () => {
  const page = await returnToTable();
  await page.click("#playback-on");
  await page.click("#playback-skip");
  assert.equal(page.isVisible("#playback"), false);
  assert.equal(page.window.localStorage.getItem("looked:t1"), "13");
});

test("a refused offer is not made again", async () => {
  const page = await returnToTable();
  await page.click("#playback-skip");
  assert.equal(page.isVisible("#playback"), false);
  assert.equal(page.entryCount(), 13);
  assert.deepEqual(
    page.fetched.filter(({ path }) => path.includes("since")),
    [],
  );
  assert.equal(page.window.localStorage.getItem("looked:t1"), "13");
});

test("nothing is offered for one move, at the first visit, or with playback off", async () => {
  for (const [storage, settings] of [
    [{ "looked:t1": "12" }],
    [{ "looked:t1": "13" }],
    [{}],
    [{ "looked:t1": "10" }, { playback: "off" }],
  ]) {
    const page = await returnToTable({}, { storage, settings });
    assert.equal(page.isVisible("#playback"), false, JSON.stringify([storage, settings]));
  }
});

test("a browser without storage offers nothing", async () => {
  const page = await returnToTable({}, { hasStorage: false, storage: {} });
  assert.equal(page.isVisible("#playback"), false);
});

test("moves before an action on another device are not offered", async () => {
  const page = await returnToTable({ seated: true, log: [{ move: 11 }, { move: 12 }, { move: 13, fresh: true }] });
  assert.equal(page.isVisible("#playback"), false);
});
