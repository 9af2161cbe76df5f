import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("the focus moves to the turn if its element is removed", async () => {
  const page = await openTable({ choices: ["pass"] });
  page.find("#do-pass").focus();
  await page.update({ number: 11, choices: ["tax"] });
  assert.equal(page.focus.id, "turn");
});

test("news do not take the focus", async () => {
  const page = await openTable({ choices: ["pass"] });
  await page.click("#open-chat");
  await page.update({ number: 11, choices: ["tax"] });
  assert.equal(page.focus.id, "chat-input");
});
