import assert from "node:assert/strict";
import { test } from "node:test";
import { openClocks } from "../support/clocks.js";
import { open } from "../support/page.js";

const pickPace = (page, value) => page.choose(`input[name=clock_preset][value="${value}"]`);

test("the form shows only the clock settings of the chosen pace", async () => {
  const page = await openClocks();
  const asked = () => [".own-time-limits", ".over-days", ".night"].map((part) => !page.find(part).hidden);
  assert.deepEqual(asked(), [false, false, false]);
  await pickPace(page, "days");
  assert.deepEqual(asked(), [false, true, false]);
  await page.choose("[name=clock_night]");
  assert.deepEqual(asked(), [false, true, true]);
  await pickPace(page, "own");
  assert.deepEqual(asked(), [true, true, true]);
  assert.equal(page.find("#clock-zone").value, "UTC", "the browser's zone");
});

test("a page without such fields is left alone", async () => {
  const page = await open("<p id='none'></p>", "pages/clock_fields.js");
  assert.equal(page.has("#none"), true);
});
