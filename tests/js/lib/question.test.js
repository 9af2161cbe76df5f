import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("asking for a hint does not count as a move", async () => {
  const page = await openTable({
    choices: ["pass", "tax"],
    hints: true,
    message: "Not now.",
    events: [{ start: 9 }, { start: 5 }],
  });
  await page.click("#earlier-events > summary");
  await page.click("#do-hint");
  await page.request.answer({ entryCount: 10 });
  assert.equal(page.open("#earlier-events"), true);
  assert.equal(page.text("#message"), "Not now.");
});

const steadyBoard = { map: { "data-steady": "" }, places: "land-" };

test("a board that is mostly out of sight does not count as steady", async () => {
  const link = '<a href="#event-summary-battle-9" data-places="land-a">Battle</a>';
  const last = `<div class="recap" id="recap"><ol></ol><p>${link}<button type="button" class="plain recap-more" hidden data-more-count="{count}"></button></p></div>`;
  const page = await openTable(
    { ...steadyBoard, last, choices: ["pass"], events: [{ start: 9, fresh: true }] },
    { boxes: { "#board": [0, 0, 390, 400] } },
  );
  page.layout.scrollTo(100);
  await page.click("#recap a");
  assert.equal(page.open("#log-dialog"), false, "its places are shown there");
  page.layout.scrollTo(300);
  await page.click("#recap a");
  assert.equal(page.open("#log-dialog"), true);
});
