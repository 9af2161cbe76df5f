import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

test("the print button appears and prints", async () => {
  let printed = 0;
  const page = await open('<button type="button" id="print" hidden>Print</button>', "pages/print_button.js");
  page.window.print = () => (printed += 1);
  assert.equal(page.isVisible("#print"), true);
  await page.click("#print");
  assert.equal(printed, 1);
});
