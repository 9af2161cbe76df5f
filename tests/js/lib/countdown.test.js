import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const clock = (turn, out = turn) =>
  `<time class="clock" datetime="${turn}" data-deadline="${out}" data-until="until {at}">${turn}</time>`;
const at = (turn, out, options) => open(clock(turn, out), "lib/countdown.js", options);

test("a clock counts down second by second", async () => {
  const page = await at("2026-03-01T12:05:00Z");
  assert.equal(page.text(".clock"), "5:00");
  await page.passTime(1000);
  assert.equal(page.text(".clock"), "4:59");
  await page.passTime(58_000);
  assert.equal(page.text(".clock"), "4:01");
});

test("a clock shows hours, minutes and seconds below a day", async () => {
  const page = await at("2026-03-01T14:03:09Z");
  assert.equal(page.text(".clock"), "2:03:09");
});

test("from a day on a clock shows days and hours in the reader's language", async () => {
  assert.equal((await at("2026-03-02T14:30:00Z")).text(".clock"), "1d 2h");
  const german = await at("2026-03-03T17:00:00Z", "2026-03-03T17:00:00Z", { language: "de" });
  assert.match(german.text(".clock"), /^2\sT 5\s?h$/u);
});

test("the reserve is counted down once the time for the turn is over", async () => {
  const page = await at("2026-03-01T12:00:02Z", "2026-03-01T12:10:02Z");
  assert.equal(page.text(".clock"), "0:02");
  assert.equal(page.has(".clock.is-in-reserve"), false);
  await page.passTime(2000);
  assert.equal(page.text(".clock"), "10:00");
  assert.equal(page.has(".clock.is-in-reserve"), true);
});

test("a clock is marked as short in the last hour, and stops at zero", async () => {
  const page = await at("2026-03-01T12:00:00Z", "2026-03-01T13:00:01Z");
  assert.equal(page.has(".clock.is-short"), false);
  await page.passTime(2000);
  assert.equal(page.has(".clock.is-short"), true);
  await page.passTime(3_600_000);
  assert.equal(page.text(".clock"), "0:00");
});

test("the tooltip of a clock says when it runs out", async () => {
  const page = await at("2026-03-01T12:00:02Z", "2026-03-02T15:30:00Z");
  assert.match(page.find(".clock").title, /^until Sunday, March 1, 2026.* 12:00\sPM$/u);
  await page.passTime(3000);
  assert.match(page.find(".clock").title, /^until Monday, March 2, 2026.* 3:30\sPM$/u);
});

test("a clock goes by the server's time, whatever the visitor's clock says", async () => {
  for (const now of ["2026-03-01T10:00:00Z", "2026-03-01T12:45:00Z", "2025-01-01T00:00:00Z"]) {
    const settings = { now: Date.parse("2026-03-01T12:00:00Z") };
    const page = await at("2026-03-01T12:05:00Z", undefined, { now: Date.parse(now), settings });
    assert.match(page.text(".clock"), /^4:59|5:00$/u); // the page began a second before its scripts
    await page.passTime(10_000);
    assert.match(page.text(".clock"), /^4:49|4:50$/u);
  }
});
