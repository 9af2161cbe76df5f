import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, scene } from "../support/table.js";

const scenes = [10, 11, 12].map((number) => scene(`Move ${number}.`, { number, log: [{ move: number, fresh: true }] }));

// Return how long the first scene of a playback is shown: half as long as the others.
async function firstDelay(playback) {
  const now = { number: 12, seated: false, log: [{ move: 11 }, { move: 12 }] };
  const page = await openTable(now, {
    settings: { playback },
    storage: { "looked:t1": "10" },
    serve: { "/table/t1/since/10": [...scenes, scenes.at(-1)] },
  });
  await page.click("#playback-on");
  let shown = 0;
  while (page.text("#playback-text") === "Before that") {
    await page.passTime(50);
    shown += 50;
  }
  return shown;
}

test("the reader's pace decides how long a scene is shown", async () => {
  const times = [await firstDelay("slow"), await firstDelay("normal"), await firstDelay("fast")];
  assert.deepEqual(
    times.map((time) => Math.abs(time)),
    [1700, 1000, 500],
  );
});

test("the normal pace is the default", async () => {
  assert.equal(await firstDelay(""), 1000);
});
