import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("the standings load when they are opened and refresh with the news", async () => {
  let points = 3;
  const page = await openTable({}, { serve: { "/table/t1/standings": () => `<h2>Ann leads with ${points}</h2>` } });
  const asked = () => page.fetched.filter(({ path }) => path.endsWith("/standings")).length;
  await page.update({ number: 11 });
  assert.equal(asked(), 0, "it is closed");
  await page.click(".standings-button");
  assert.equal(page.text("#standings"), "Ann leads with 3");
  points = 5;
  await page.update({ number: 12 });
  assert.equal(page.text("#standings"), "Ann leads with 5");
  await page.click(".standings-button");
  const before = asked();
  await page.update({ number: 13 });
  assert.equal(asked(), before);
});

test("the standings stay as they are if the server does not answer", async () => {
  const page = await openTable({}, { serve: { "/table/t1/standings": "<h2>Who is leading?</h2>" } });
  await page.click(".standings-button");
  page.serve = () => Promise.reject(new Error("offline"));
  await page.update({ number: 11 });
  assert.equal(page.text("#standings"), "Who is leading?");
});
