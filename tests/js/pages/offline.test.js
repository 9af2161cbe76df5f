import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const OFFLINE = "<h1>No connection</h1>";
const failing = () => Promise.reject(new Error("offline"));

test("the page reloads as soon as there is a connection", async () => {
  const serve = { "/tables": failing };
  const page = await open(OFFLINE, "pages/offline.js", { path: "/tables", serve });
  await page.passTime(10_000);
  assert.deepEqual(page.visits, []);
  serve["/tables"] = "";
  await page.passTime(10_000);
  assert.equal(page.visits[0], "reload");
  assert.equal(page.fetched[0].method, "HEAD");
});

test("the page polls soon at first, then every ten seconds, and not in the background", async () => {
  const page = await open(OFFLINE, "pages/offline.js", { path: "/tables", serve: { "/tables": failing } });
  await page.passTime(3100);
  assert.equal(page.fetched.length, 2);
  await page.passTime(60_000);
  assert.equal(page.fetched.length < 10, true);
  const before = page.fetched.length;
  page.isHidden = true;
  await page.passTime(60_000);
  assert.equal(page.fetched.length, before);
});

test("the page polls at once when it is online or visible again", async () => {
  for (const sign of [(page) => page.dispatch(page.window, "online"), (page) => page.show()]) {
    const page = await open(OFFLINE, "pages/offline.js", { path: "/tables", serve: { "/tables": "" } });
    await sign(page);
    await page.passTime(0);
    assert.deepEqual(page.visits, ["reload"]);
  }
});
