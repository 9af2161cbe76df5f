import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "./support/table.js";

const LOG = '<h1 id="log-head">Log</h1><div class="whole-log"><time datetime="2026-03-01T09:05:00Z">09:05 UTC</time> Ann builds.</div>';
const boxes = { "#log-over": [0, 0, 600, 400] };
const open = (log = LOG, options = {}) => openTable({}, { serve: { "/table/t1/log": log }, boxes, ...options });

test("the whole log comes over the table, at its newest line and in the reader's time", async () => {
  const page = await open();
  page.layout.setContent("#log-over", 3000);
  const event = await page.click("#to-log");
  assert.equal(event.defaultPrevented, true);
  assert.equal(page.open("#log-over"), true);
  assert.match(page.text(".whole-log"), /^9:05\sAM Ann builds\.$/u);
  assert.equal(page.find("#log-over").scrollTop, 3000);
});

test("Ctrl and a click open the log in a tab of its own", async () => {
  const page = await open();
  const event = await page.click("#to-log", { ctrlKey: true });
  assert.equal(event.defaultPrevented, false);
  assert.equal(page.open("#log-over"), false);
});

test("where the log does not come over the table the link is followed", async () => {
  const page = await open(undefined, { serve: {} });
  await page.click("#to-log");
  assert.deepEqual(page.visits, ["https://regnum.example/table/t1/log"]);
});

test("the open log is renewed with the news, and stays where one reads", async () => {
  let news = "old";
  const page = await open(() => `${LOG}<p class="quiet">${news}</p>`);
  page.layout.setContent("#log-over", 3000);
  await page.click("#to-log");
  page.find("#log-over").scrollTop = 200;
  news = "new";
  await page.tell({ number: 11 });
  assert.equal(page.text("#log-over .quiet"), "new");
  assert.equal(page.find("#log-over").scrollTop, 200);
});

test("a log at its end stays at its end", async () => {
  const page = await open();
  page.layout.setContent("#log-over", 3000);
  await page.click("#to-log");
  page.find("#log-over").scrollTop = 2600;
  page.layout.setContent("#log-over", 3400);
  page.find("#log-over").scrollTop = 3000;
  await page.tell({ number: 11 });
  assert.equal(page.find("#log-over").scrollTop, 3400);
});

test("a click beside the log closes it", async () => {
  const page = await open();
  await page.click("#to-log");
  await page.click(".whole-log");
  assert.equal(page.open("#log-over"), true);
  await page.click("#log-over");
  assert.equal(page.open("#log-over"), false);
});
