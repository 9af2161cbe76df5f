import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const seat = (
  number,
  kind,
) => `<div class="seat-row" data-seat="${number}"><select id="seat-${number - 1}" name="seat${number - 1}">
${[
  ["me", ""],
  ["open", ""],
  ["bot:easy", " data-level"],
  ["bot:random", ""],
]
  .map(([value, more]) => `<option value="${value}"${more}${value === kind ? " selected" : ""}>${value}</option>`)
  .join("")}</select>
<div class="character" hidden><svg class="face"><use href="#face-wolf"/></svg><select id="character-${number - 1}" name="character${number - 1}" aria-describedby="about-character-${number - 1}"><option value="wolf" data-about="Bites.">Wolf</option><option value="owl" data-about="Thinks.">Owl</option></select>
<span class="quiet" id="about-character-${number - 1}"></span></div></div>`;

const FORM = `<form class="languages" method="post" action="/language"><button name="language" value="uk">uk</button></form>
<form class="form" method="post" action="/new/khan" data-keep><input type="hidden" name="_csrf_token" value="token">
<input id="name" name="name">
${[2, 3].map((count) => `<input type="radio" name="players" value="${count}"${count === 3 ? " checked" : ""}>`).join("")}
${seat(1, "me")}${seat(2, "bot:easy")}${seat(3, "open")}
<details class="field more"><summary>More</summary>
${["live", "days", "own"].map((pace) => `<input type="radio" name="clock_preset" value="${pace}"${pace === "live" ? " checked" : ""}>`).join("")}
<div class="own-time-limits"><input id="clock-turn" name="clock_turn" value="1"></div>
<div class="over-days"><input type="checkbox" name="clock_night" value="yes"><div class="night"><input id="clock-zone" name="clock_zone" value="" list="zones"></div></div><datalist id="zones" data-others="CET EST5EDT "><option value="UTC"></option><option value="Europe/Kiev"></option></datalist></details>
<details class="field options"><summary>Options</summary><div class="option" data-players="2"><select id="option-duel" name="option_duel"><option value="no">No</option><option value="yes">Yes</option></select></div></details>
</form>`;
const form = (options = {}) => open(FORM, "pages/new_table.js", { path: "/new/khan", ...options });
const pickOption = (page, name, value) => page.choose(`input[name=${name}][value="${value}"]`);

test("the form shows as many seats as players, and the options for that number", async () => {
  const page = await form();
  const seats = () => page.all("[data-seat]").map((row) => !row.hidden);
  assert.deepEqual(seats(), [true, true, true]);
  assert.equal(page.find(".option").hidden, true);
  assert.equal(page.find("#option-duel").disabled, true);
  await pickOption(page, "players", "2");
  assert.deepEqual(seats(), [true, true, false]);
  assert.equal(page.find(".option").hidden, false);
  assert.equal(page.find("#option-duel").disabled, false);
});

test("a bot with a level has a character with a face and a description", async () => {
  const page = await form();
  assert.deepEqual(
    page.all(".character").map((one) => !one.hidden),
    [false, true, false],
  );
  assert.equal(page.text("#about-character-1"), "Bites.");
  await page.choose("#character-1", "owl");
  assert.equal(page.find("[data-seat='2'] use").getAttribute("href"), "#face-owl");
  assert.equal(page.text("#about-character-1"), "Thinks.");
  await page.choose("#seat-1", "open");
  await page.choose("#seat-0", "bot:easy");
  assert.deepEqual(
    page.all(".character").map((one) => !one.hidden),
    [true, false, false],
  );
});

test("typed values survive a change of the language once", async () => {
  const page = await form();
  await page.type("#name", "Zoë");
  await pickOption(page, "players", "2");
  await page.choose("#seat-1", "open");
  await page.choose("[name=clock_night]");
  page.find(".options").open = true;
  page.dispatch(page.find("form.languages"), "submit");
  const kept = page.window.sessionStorage.getItem("regnum:/new/khan");
  const session = { "regnum:/new/khan": kept };
  const again = await form({ session });
  assert.equal(again.find("#name").value, "Zoë");
  assert.equal(again.find("input[value='2']").checked, true);
  assert.equal(again.find("[data-seat='3']").hidden, true);
  assert.equal(again.find("#seat-1").value, "open");
  assert.equal(again.find("[name=clock_night]").checked, true);
  assert.equal(again.open(".options"), true);
  assert.equal(again.window.sessionStorage.getItem("regnum:/new/khan"), null);
});

test("the form works without storage", async () => {
  const page = await form({ hasStorage: false });
  await page.type("#name", "Zoë");
  page.dispatch(page.find("form.languages"), "submit");
  await pickOption(page, "players", "2");
  assert.equal(page.find("[data-seat='3']").hidden, true);
});

test("the form works without characters", async () => {
  const page = await open(FORM.replaceAll(/<div class="character".*?<\/div>/gs, ""), "pages/new_table.js", {
    path: "/new/khan",
  });
  await pickOption(page, "players", "2");
  assert.equal(page.find("[data-seat='3']").hidden, true);
});

test("what the server has ticked stays ticked where nothing was kept", async () => {
  const ticked = FORM.replace('name="clock_night" value="yes"', 'name="clock_night" value="yes" checked');
  const page = await open(ticked, "pages/new_table.js", { path: "/new/khan" });
  assert.equal(page.find("[name=clock_night]").checked, true);
});

test("a box that was not kept, for another language has more of them, stays as the server has it", async () => {
  const ticked = FORM.replace('name="clock_night" value="yes"', 'name="clock_night" value="yes" checked');
  const session = { "regnum:/new/khan": JSON.stringify({ name: "Ann" }) };
  const page = await open(ticked, "pages/new_table.js", { path: "/new/khan", session });
  assert.equal(page.find("#name").value, "Ann");
  assert.equal(page.find("[name=clock_night]").checked, true);
});
