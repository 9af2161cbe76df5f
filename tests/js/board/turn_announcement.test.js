import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("the title has a dot while it is the player's turn in a hidden tab", async () => {
  const page = await openTable();
  await page.hide();
  await page.update({ number: 11, choices: ["pass"] });
  assert.equal(page.document.title, "● Khan · Regnum");
  await page.show();
  assert.equal(page.document.title, "Khan · Regnum");
  await page.hide();
  await page.update({ number: 12 });
  assert.equal(page.document.title, "Khan · Regnum", "it is another player's turn");
});
