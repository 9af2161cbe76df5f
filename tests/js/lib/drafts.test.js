import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const WAITING = `<body hx-ext="sse"><main sse-connect="/table/t1/events"><input id="link-1" readonly value="/join/1">
<input id="invite-1"><input id="invite-2"><div hidden sse-swap="reload"></div></main></body>`;
const openWaiting = (more = {}) =>
  open(WAITING, ["lib/connection.js", "lib/reconnect.js"], { path: "/table/t1", ...more });

test("what was half typed is back after a reload, with the cursor in its place", async () => {
  const page = await openWaiting();
  page.find("#invite-1").value = "Bo";
  page.find("#invite-1").focus();
  page.stream.send("reload");
  await page.passTime(0);
  assert.deepEqual(page.visits, ["reload"]);
  const session = { ...page.window.sessionStorage };
  const again = await openWaiting({ session });
  assert.equal(again.find("#invite-1").value, "Bo");
  assert.equal(again.find("#invite-2").value, "");
  assert.equal(again.focus.id, "invite-1");
  const once = await openWaiting({ session: { ...again.window.sessionStorage } });
  assert.equal(once.find("#invite-1").value, "");
});

test("a page without storage loads again all the same", async () => {
  const page = await openWaiting({ hasStorage: false });
  page.find("#invite-1").value = "Bo";
  page.stream.send("reload");
  await page.passTime(0);
  assert.deepEqual(page.visits, ["reload"]);
});
