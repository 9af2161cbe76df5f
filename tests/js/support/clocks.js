// Renders the clock fields like propose.html.jinja and new_table.html.jinja.
import { open } from "./page.js";

const CLOCKS = `<form class="form" method="post" action="/table/t/propose">
${["live", "days", "own"].map((pace) => `<input type="radio" name="clock_preset" value="${pace}"${pace === "live" ? " checked" : ""}>`).join("")}
<div class="own-time-limits"><input name="clock_turn" value="1"></div>
<div class="over-days"><input type="checkbox" name="clock_night" value="yes"><div class="night"><input id="clock-zone" name="clock_zone" value="" list="zones"></div></div>
<datalist id="zones" data-others="CET EST5EDT "><option value="UTC"></option><option value="Europe/Kiev"></option></datalist></form>`;

export const openClocks = () => open(CLOCKS, "pages/clock_fields.js", { path: "/table/t/propose" });
