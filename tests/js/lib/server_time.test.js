import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../support/modules.js";
import { openTable } from "../support/table.js";

test("each heartbeat says what time it is at the server", async () => {
  const page = await openTable();
  const { serverTime } = await load("regnum/web/static/js/lib/server_time.js", page.number);
  page.stream.send("beat", "1000000");
  await page.passTime(500);
  assert.equal(Math.round(serverTime()), 1_000_500);
});
