import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "./support/table.js";

const HOURS = 3 * 3600 * 1000;

// How many streams were opened; all but the last one are closed.
function opened(page) {
  const closed = page.streams.slice(0, -1).every((stream) => stream.readyState === 2);
  assert.equal(closed && page.stream.readyState, 1, "only the last stream stays open");
  return page.streams.length;
}

test("a page that was in the background for hours opens its stream anew, one that was away for a moment does not", async () => {
  const page = await openTable();
  await page.hide();
  await page.pass(10_000);
  await page.show();
  await page.pass(2000);
  assert.equal(opened(page), 1);
  await page.hide();
  await page.pass(HOURS);
  await page.show();
  await page.pass(2000);
  assert.equal(opened(page), 2);
  await page.tell({ number: 12 });
  assert.equal(page.ply(), 12, "news come by the new stream");
});

test("a page opens its stream anew when it is online again or comes out of the browser's memory", async () => {
  const page = await openTable();
  page.dispatch(page.window, "online");
  await page.pass(2000);
  assert.equal(opened(page), 2);
  page.dispatch(page.window, "pageshow", { persisted: true });
  await page.pass(2000);
  assert.equal(opened(page), 3);
  page.dispatch(page.window, "pageshow", { persisted: false });
  await page.pass(2000);
  assert.equal(opened(page), 3, "a page that was just loaded has a new one already");
  page.dispatch(page.document, "resume");
  await page.pass(2000);
  assert.equal(opened(page), 4);
});

test("signs that come together open one stream", async () => {
  const page = await openTable();
  page.dispatch(page.window, "online");
  page.dispatch(page.document, "resume");
  await page.pass(2000);
  assert.equal(opened(page), 2);
  assert.deepEqual(page.visits, [], "nor is the page loaded anew");
});

test("a stream that has gone silent is opened anew, one with a beat is left alone", async () => {
  const page = await openTable();
  for (let beats = 0; beats < 8; beats += 1) {
    await page.pass(15_000);
    page.stream.tell("beat");
  }
  assert.equal(opened(page), 1);
  await page.pass(65_000);
  assert.equal(opened(page), 2);
});

test("a hidden page does not look after its stream", async () => {
  const page = await openTable();
  await page.hide();
  await page.pass(200_000);
  assert.equal(opened(page), 1);
});

test("where the server has closed the stream the page is loaded anew", async () => {
  const page = await openTable();
  page.stream.close();
  page.dispatch(page.window, "online");
  assert.deepEqual(page.visits, ["reload"]);
});

test("a change of the network opens the stream anew", async () => {
  const told = [];
  const connection = { addEventListener: (_, listener) => told.push(listener) };
  const page = await openTable({}, { capabilities: { "navigator.connection": connection } });
  told.forEach((listener) => listener());
  await page.pass(2000);
  assert.equal(opened(page), 2);
});
