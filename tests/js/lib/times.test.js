import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";
import { openTable } from "../support/table.js";

const timeElement = (at, kind = "") => `<p><time${kind} datetime="${at}">server time</time></p>`;
const shownTime = async (at, kind, options) =>
  (await open(timeElement(at, kind), "lib/times.js", options)).text("time");

test("today's times show the hour, this year's the day, older ones the date", async () => {
  assert.match(await shownTime("2026-03-01T09:05:00Z"), /^9:05\sAM$/u);
  assert.match(await shownTime("2026-02-11T09:05:00Z"), /^Feb 11, 9:05\sAM$/u);
  assert.equal(await shownTime("2025-12-31T09:05:00Z"), "Dec 31, 2025");
});

test('a time with the class "day" is always a date', async () => {
  assert.equal(await shownTime("2026-03-01T09:05:00Z", ' class="day"'), "Mar 1, 2026");
});

test("times are in the page's language, with the full date in the tooltip", async () => {
  const page = await open(timeElement("2026-02-11T19:05:00Z"), "lib/times.js", { language: "de" });
  assert.equal(page.text("time"), "11. Feb., 19:05");
  assert.match(page.find("time").title, /^Mittwoch, 11\. Februar 2026/u);
});

test("a clock is counted down instead", async () => {
  const clock =
    '<time class="clock" datetime="2026-03-01T12:01:00Z" data-deadline="2026-03-01T12:01:00Z" data-until="{at}">later</time>';
  const page = await open(clock, "lib/times.js");
  assert.equal(page.text("time"), "1:00");
});

test("times in news are localised", async () => {
  const page = await openTable();
  await page.update({ number: 11, before: timeElement("2026-03-01T09:05:00Z") });
  assert.match(page.text("#log time"), /^9:05\sAM$/u);
  await page.update({ number: 12, before: timeElement("2026-03-01T10:05:00Z") });
  assert.match(page.text("#log time"), /^10:05\sAM$/u);
});

test("a clock in news is counted down at once", async () => {
  const clock =
    '<time class="clock" datetime="2026-03-01T12:01:00Z" data-deadline="2026-03-01T12:01:00Z" data-until="{at}">later</time>';
  const page = await openTable();
  await page.update({ number: 11, strip: [{ name: "Ann", more: clock }, { name: "Ben" }] });
  assert.match(page.text("#side-0 time"), /^(1:00|0:59)$/);
});
