import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const HOURS = 3 * 3600 * 1000;

// Return how many streams were opened, and check that only the last one is open.
function streamCount(page) {
  const closed = page.streams.slice(0, -1).every((stream) => stream.readyState === 2);
  assert.equal(closed && page.stream.readyState, 1, "only the last stream stays open");
  return page.streams.length;
}

test("a page reconnects after hours in the background, not after a moment", async () => {
  const page = await openTable();
  await page.hide();
  await page.passTime(10_000);
  await page.show();
  await page.passTime(2000);
  assert.equal(streamCount(page), 1);
  await page.hide();
  await page.passTime(HOURS);
  await page.show();
  await page.passTime(2000);
  assert.equal(streamCount(page), 2);
  await page.update({ number: 12 });
  assert.equal(page.entryCount(), 12, "news come by the new stream");
});

test("a page reconnects when it is online again or restored from the cache", async () => {
  const page = await openTable();
  page.dispatch(page.window, "online");
  await page.passTime(2000);
  assert.equal(streamCount(page), 2);
  page.dispatch(page.window, "pageshow", { persisted: true });
  await page.passTime(2000);
  assert.equal(streamCount(page), 3);
  page.dispatch(page.window, "pageshow", { persisted: false });
  await page.passTime(2000);
  assert.equal(streamCount(page), 3, "a page that was just loaded has a new one already");
  page.dispatch(page.document, "resume");
  await page.passTime(2000);
  assert.equal(streamCount(page), 4);
});

test("simultaneous signals reconnect once", async () => {
  const page = await openTable();
  page.dispatch(page.window, "online");
  page.dispatch(page.document, "resume");
  await page.passTime(2000);
  assert.equal(streamCount(page), 2);
  assert.deepEqual(page.visits, [], "and the page does not reload");
});

test("a silent stream is reopened, a stream with heartbeats is not", async () => {
  const page = await openTable();
  for (let beats = 0; beats < 8; beats += 1) {
    await page.passTime(15_000);
    page.stream.send("beat");
  }
  assert.equal(streamCount(page), 1);
  await page.passTime(65_000);
  assert.equal(streamCount(page), 2);
});

test("a hidden page does not reconnect", async () => {
  const page = await openTable();
  await page.hide();
  await page.passTime(200_000);
  assert.equal(streamCount(page), 1);
});

test("the page reloads if the stream is closed", async () => {
  const page = await openTable();
  page.stream.close();
  page.dispatch(page.window, "online");
  assert.deepEqual(page.visits, ["reload"]);
});

test("a change of the network reconnects the stream", async () => {
  const listeners = [];
  const connection = { addEventListener: (_, listener) => listeners.push(listener) };
  const page = await openTable({}, { capabilities: { "navigator.connection": connection } });
  listeners.forEach((listener) => listener());
  await page.passTime(2000);
  assert.equal(streamCount(page), 2);
});
