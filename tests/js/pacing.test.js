import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/page.js";

const CLOCKS = `<form class="form" method="post" action="/table/t/propose">
${["live", "days", "own"].map((pace) => `<input type="radio" name="clock_pace" value="${pace}"${pace === "live" ? " checked" : ""}>`).join("")}
<div class="own-pace"><input name="clock_turn" value="1"></div>
<div class="over-days"><input type="checkbox" name="clock_night" value="yes"><div class="night"><input id="clock-zone" name="clock_zone" value="" list="zones"></div></div>
<datalist id="zones" data-others="CET EST5EDT "><option value="UTC"></option><option value="Europe/Kiev"></option></datalist></form>`;
const form = () => open(CLOCKS, "pacing.js", { path: "/table/t/propose" });
const pick = (page, value) => page.choose(`input[name=clock_pace][value="${value}"]`);

test("the form shows only the clock settings of the chosen pace", async () => {
  const page = await form();
  const asked = () => [".own-pace", ".over-days", ".night"].map((part) => !page.find(part).hidden);
  assert.deepEqual(asked(), [false, false, false]);
  await pick(page, "days");
  assert.deepEqual(asked(), [false, true, false]);
  await page.choose("[name=clock_night]");
  assert.deepEqual(asked(), [false, true, true]);
  await pick(page, "own");
  assert.deepEqual(asked(), [true, true, true]);
  assert.equal(page.find("#clock-zone").value, "UTC", "the browser's zone");
});

test("a page without such fields is left alone", async () => {
  const page = await open("<p id='none'></p>", "pacing.js");
  assert.equal(page.has("#none"), true);
});
