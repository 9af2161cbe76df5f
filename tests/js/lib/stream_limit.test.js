import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

// Return how many streams were opened, and check that only the last one is open.
function streamCount(page) {
  const closed = page.streams.slice(0, -1).every((stream) => stream.readyState === 2);
  assert.equal(closed && page.stream.readyState, 1, "only the last stream stays open");
  return page.streams.length;
}

const otherTab = (tab, seen) => ({ tab, seen });

test("of many tabs those in the background rest that were in sight longest ago", async () => {
  const page = await openTable();
  const now = Date.now();
  await page.hide();
  for (const tab of ["a", "b", "c"]) {
    page.channel.receive(otherTab(tab, now + 1000));
  }
  page.channel.receive(otherTab("older", now - 1000));
  assert.equal(page.stream.readyState, 1, "three were in sight later: there is room for this one");
  page.channel.receive(otherTab("d", now + 2000));
  assert.equal(page.stream.readyState, 2, "the fourth one takes the place");
  await page.passTime(60_000);
  assert.equal(page.streams.length, 1, "and nobody opens it again");
  page.channel.receive({ tab: "d", gone: true });
  await page.passTime(2000);
  assert.equal(streamCount(page), 2, "until one of the others goes");
});

test("a tab that rested has its stream again as soon as it is in sight", async () => {
  const page = await openTable();
  await page.hide();
  for (const tab of ["a", "b", "c", "d"]) {
    page.channel.receive(otherTab(tab, Date.now() + 1000));
  }
  assert.equal(page.stream.readyState, 2);
  await page.passTime(10);
  await page.show();
  await page.passTime(2000);
  assert.equal(streamCount(page), 2);
  assert.deepEqual(page.visits, [], "without loading the page anew");
  page.channel.receive(otherTab("e", Date.now() + 1000));
  assert.equal(page.stream.readyState, 1, "whatever others do: it is in sight");
});

test("a tab answers who asks, and says when it goes", async () => {
  const page = await openTable();
  const said = page.channel.messages.length;
  page.channel.receive({ tab: "new", seen: 0, asks: true });
  assert.equal(page.channel.messages.length, said + 1);
  assert.equal(page.channel.messages.at(-1).asks, false);
  page.dispatch(page.window, "pagehide");
  assert.equal(page.channel.messages.at(-1).gone, true);
});
