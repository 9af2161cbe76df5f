import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/page.js";

const CLOCKS = `<form class="form" method="post" action="/table/t/propose">
${["live", "days", "own"].map((pace) => `<input type="radio" name="clock_pace" value="${pace}"${pace === "live" ? " checked" : ""}>`).join("")}
<div class="own-pace"><input name="clock_turn" value="1"></div>
<div class="over-days"><input type="checkbox" name="clock_night" value="yes"><div class="night"><input id="clock-zone" name="clock_zone" value="" list="zones"></div></div>
<datalist id="zones" data-others="CET EST5EDT "><option value="UTC"></option><option value="Europe/Kiev"></option></datalist></form>`;
const form = () => open(CLOCKS, "pacing.js", { path: "/table/t/propose" });

for (const [own, proposed] of [["Europe/Kiev", "Europe/Kiev"], ["EST5EDT", "EST5EDT"], ["Etc/Unknown", "UTC"], [undefined, "UTC"]]) {
  test(`a browser in the zone ${own} proposes ${proposed}`, async (context) => {
    context.mock.method(Intl.DateTimeFormat.prototype, "resolvedOptions", () => ({ timeZone: own }));
    const page = await form();
    assert.equal(page.find("#clock-zone").value, proposed);
  });
}
