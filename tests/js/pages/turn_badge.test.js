import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const HEADER =
  '<a href="/tables/next" id="waiting" class="waiting" data-from="/waiting" data-icon="/static/favicon-waiting.svg" hidden></a>';

// The server's answer to a poll.
function pollAnswer(count) {
  const text = count ? `${count} tables wait` : "";
  return new Response(text, { headers: { "regnum-waiting": String(count) } });
}
const iconAddress = (page) => page.find("link[rel=icon]").getAttribute("href");

test("header, title and icon show how many tables wait", async () => {
  const page = await open(HEADER, "pages/turn_badge.js", {
    title: "Settings · Regnum",
    serve: { "/waiting": () => pollAnswer(2) },
  });
  assert.equal(page.text("#waiting"), "2 tables wait");
  assert.equal(page.isVisible("#waiting"), true);
  assert.equal(page.document.title, "(2) Settings · Regnum");
  assert.equal(iconAddress(page), "/static/favicon-waiting.svg");
});

test("the count is polled every 30 seconds and disappears at zero", async () => {
  let count = 2;
  const page = await open(HEADER, "pages/turn_badge.js", {
    title: "● Khan",
    serve: { "/waiting": () => pollAnswer(count) },
  });
  assert.equal(page.document.title, "● (2) Khan");
  count = 0;
  await page.passTime(30_100);
  assert.equal(page.isVisible("#waiting"), false);
  assert.equal(page.document.title, "● Khan");
  assert.equal(iconAddress(page), "/static/favicon.svg");
});

test("a hidden page does not poll, so its user is notified", async () => {
  const page = await open(HEADER, "pages/turn_badge.js", { serve: { "/waiting": () => pollAnswer(1) } });
  const before = page.fetched.length;
  await page.hide();
  await page.passTime(100_000);
  assert.equal(page.fetched.length, before);
  await page.show();
  assert.equal(page.fetched.length, before + 1);
});

test("the app's badge shows the number", async () => {
  const badges = [];
  const capabilities = {
    "navigator.setAppBadge": async (count) => badges.push(count),
    "navigator.clearAppBadge": async () => badges.push(0),
  };
  let count = 3;
  const page = await open(HEADER, "pages/turn_badge.js", {
    capabilities,
    serve: { "/waiting": () => pollAnswer(count) },
  });
  count = 0;
  await page.passTime(30_100);
  assert.deepEqual(badges, [3, 0]);
});

test("the header stays as it is if the server does not answer", async () => {
  const page = await open(HEADER, "pages/turn_badge.js", { serve: { "/waiting": () => pollAnswer(2) } });
  page.serve = () => Promise.reject(new Error("offline"));
  await page.passTime(30_100);
  assert.equal(page.text("#waiting"), "2 tables wait");
});
