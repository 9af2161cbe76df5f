import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const LOG =
  '<h1 id="log-head">Log</h1><div class="whole-log"><time datetime="2026-03-01T09:05:00Z">09:05 UTC</time> Ann builds.</div>';
const boxes = { "#log-over": [0, 0, 600, 400] };
const openPage = (log = LOG, options = {}) => openTable({}, { serve: { "/table/t1/log": log }, boxes, ...options });

test("the whole log opens over the table, at its newest line and in local time", async () => {
  const page = await openPage();
  page.layout.setContent("#log-over", 3000);
  const event = await page.click("#to-log");
  assert.equal(event.defaultPrevented, true);
  assert.equal(page.open("#log-over"), true);
  assert.match(page.text(".whole-log"), /^9:05\sAM Ann builds\.$/u);
  assert.equal(page.find("#log-over").scrollTop, 3000);
});

test("Ctrl+click opens the log in a new tab", async () => {
  const page = await openPage();
  const event = await page.click("#to-log", { ctrlKey: true });
  assert.equal(event.defaultPrevented, false);
  assert.equal(page.open("#log-over"), false);
});

test("if the log does not load the browser follows the link", async () => {
  const page = await openPage(undefined, { serve: {} });
  await page.click("#to-log");
  assert.deepEqual(page.visits, ["https://regnum.example/table/t1/log"]);
});

test("an open log refreshes with the news and keeps its scroll position", async () => {
  let news = "old";
  const page = await openPage(() => `${LOG}<p class="quiet">${news}</p>`);
  page.layout.setContent("#log-over", 3000);
  await page.click("#to-log");
  page.find("#log-over").scrollTop = 200;
  news = "new";
  await page.update({ number: 11 });
  assert.equal(page.text("#log-over .quiet"), "new");
  assert.equal(page.find("#log-over").scrollTop, 200);
});

test("a log that is scrolled to its end stays there", async () => {
  const page = await openPage();
  page.layout.setContent("#log-over", 3000);
  await page.click("#to-log");
  page.find("#log-over").scrollTop = 2600;
  page.layout.setContent("#log-over", 3400);
  page.find("#log-over").scrollTop = 3000;
  await page.update({ number: 11 });
  assert.equal(page.find("#log-over").scrollTop, 3400);
});

test("a click outside the log closes it", async () => {
  const page = await openPage();
  await page.click("#to-log");
  await page.click(".whole-log");
  assert.equal(page.open("#log-over"), true);
  await page.click("#log-over");
  assert.equal(page.open("#log-over"), false);
});
