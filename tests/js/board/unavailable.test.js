import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("the menu of unavailable actions closes at the next question", async () => {
  const page = await openTable({ choices: ["pass"], unavailable: true });
  await page.click("#unavailable > summary");
  assert.equal(page.open("#unavailable"), true);
  await page.update({ number: 12, decisionStart: 12, choices: ["pass"], unavailable: true });
  assert.equal(page.open("#unavailable"), false);
});

test("the menu and its content stay while others act and the question is the same", async () => {
  const page = await openTable({ choices: ["pass"], unavailable: true });
  await page.click("#unavailable > summary");
  await page.passTime(50);
  await page.request.answer({ body: "<ul><li>Muster: no troops.</li></ul>" });
  assert.equal(page.text("#unavailable-list"), "Muster: no troops.");
  await page.update({ number: 11, decisionStart: 10, choices: ["pass"], unavailable: true });
  assert.equal(page.open("#unavailable"), true);
  assert.equal(page.text("#unavailable-list"), "Muster: no troops.");
});
