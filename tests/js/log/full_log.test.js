import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const LOG =
  '<h1 id="log-head">Log</h1><div class="whole-log"><time datetime="2026-03-01T09:05:00Z">09:05 UTC</time> Ann builds.</div>';
const boxes = { "#log-dialog": [0, 0, 600, 400] };
const openPage = (log = LOG, options = {}) => openTable({}, { serve: { "/table/t1/log": log }, boxes, ...options });

test("the whole log opens over the table, at its newest line and in local time", async () => {
  const page = await openPage();
  page.layout.setContent("#log-dialog", 3000);
  const event = await page.click("#log-link");
  assert.equal(event.defaultPrevented, true);
  assert.equal(page.open("#log-dialog"), true);
  assert.match(page.text(".whole-log"), /^9:05\sAM Ann builds\.$/u);
  assert.equal(page.find("#log-dialog").scrollTop, 3000);
});

test("Ctrl+click opens the log in a new tab", async () => {
  const page = await openPage();
  const event = await page.click("#log-link", { ctrlKey: true });
  assert.equal(event.defaultPrevented, false);
  assert.equal(page.open("#log-dialog"), false);
});

test("if the log does not load the browser follows the link", async () => {
  const page = await openPage(undefined, { serve: {} });
  await page.click("#log-link");
  assert.deepEqual(page.visits, ["https://regnum.example/table/t1/log"]);
});

test("an open log refreshes with the news and keeps its scroll position", async () => {
  let news = "old";
  const page = await openPage(() => `${LOG}<p class="quiet">${news}</p>`);
  page.layout.setContent("#log-dialog", 3000);
  await page.click("#log-link");
  page.find("#log-dialog").scrollTop = 200;
  news = "new";
  await page.update({ number: 11 });
  assert.equal(page.text("#log-dialog .quiet"), "new");
  assert.equal(page.find("#log-dialog").scrollTop, 200);
});

test("a log that is scrolled to its end stays there", async () => {
  const page = await openPage();
  page.layout.setContent("#log-dialog", 3000);
  await page.click("#log-link");
  page.find("#log-dialog").scrollTop = 2600;
  page.layout.setContent("#log-dialog", 3400);
  page.find("#log-dialog").scrollTop = 3000;
  await page.update({ number: 11 });
  assert.equal(page.find("#log-dialog").scrollTop, 3400);
});

test("a click outside the log closes it", async () => {
  const page = await openPage();
  await page.click("#log-link");
  await page.click(".whole-log");
  assert.equal(page.open("#log-dialog"), true);
  await page.click("#log-dialog");
  assert.equal(page.open("#log-dialog"), false);
});
