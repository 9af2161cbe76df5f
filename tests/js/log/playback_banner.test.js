import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, panel } from "../support/table.js";

test("the banner keeps its height while it is shown", async () => {
  const page = await openTable({}, { settings: { playback: "normal" }, boxes: { "#playback": [0, 0, 390, 60] } });
  const room = () => page.document.body.style.getPropertyValue("--playback-height");
  for (const number of [11, 12, 13]) {
    page.stream.send("panel", panel({ number, log: [{ move: number, fresh: true }] }));
  }
  await page.passTime(0);
  page.notifyResizeObservers();
  assert.equal(room(), "60px");
  page.layout.set({ "#playback": [0, 0, 390, 40] });
  page.notifyResizeObservers();
  assert.equal(room(), "60px");
  await page.click("#playback-skip");
  page.notifyResizeObservers();
  assert.equal(room(), "0px");
});
