import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

test("a lost connection is reported after a moment, unless it comes back", async () => {
  const page = await openTable();
  page.stream.onerror({});
  await page.passTime(1200);
  page.stream.onerror({});
  await page.passTime(1200);
  assert.equal(page.isVisible("#connection-status"), false);
  page.stream.onopen({});
  await page.passTime(5000);
  assert.equal(page.isVisible("#connection-status"), false);
});

test("failed attempts to reconnect do not delay the report", async () => {
  const page = await openTable();
  page.stream.onerror({});
  await page.passTime(1500);
  page.stream.onerror({});
  await page.passTime(1100);
  assert.equal(page.text("#connection-status"), "The connection is lost.");
  assert.equal(page.isVisible("#connection-status"), true);
  page.stream.onopen({});
  await page.passTime(0);
  assert.equal(page.isVisible("#connection-status"), false);
});

test("a move that cannot be sent reports the lost connection", async () => {
  const page = await openTable({ choices: ["pass"] });
  page.find("#do-pass").click();
  await page.passTime(0);
  await page.request.fail();
  assert.equal(page.isVisible("#connection-status"), true);
});

test("a form that was sent leads to its own page, whatever the server says meanwhile", async () => {
  const page = await openTable();
  const submit = () =>
    page.document.body.dispatchEvent(new page.window.Event("submit", { bubbles: true, cancelable: true }));
  const stay = (event) => event.preventDefault();
  submit();
  page.stream.send("reload");
  await page.passTime(0);
  assert.deepEqual(page.visits, []);
  page.document.addEventListener("submit", stay);
  submit();
  page.stream.send("reload");
  await page.passTime(0);
  assert.deepEqual(page.visits, ["reload"]);
});

test("the server can make the page reload", async () => {
  const page = await openTable();
  page.stream.send("reload");
  await page.passTime(0);
  assert.deepEqual(page.visits, ["reload"]);
});
