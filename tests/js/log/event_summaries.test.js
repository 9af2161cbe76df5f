import assert from "node:assert/strict";
import { test } from "node:test";
import { recapPart, openTable } from "../support/table.js";

const freshEvent = (start, more = {}) => ({ start, fresh: true, ...more });
const openStarts = (page) => page.all("#event-summaries [data-kind][open]").map((event) => event.dataset.start);

test("a new event is open, older ones are folded", async () => {
  const page = await openTable({ events: [freshEvent(9), { start: 5 }, { start: 2 }] });
  assert.deepEqual(openStarts(page), ["9"]);
  assert.equal(page.open("#earlier-events"), false);
});

test("an event folds once it is no longer new", async () => {
  const page = await openTable({ events: [freshEvent(9)] });
  await page.update({ number: 11, events: [{ start: 9 }] });
  assert.deepEqual(openStarts(page), []);
});

test("a new event opens and takes the place of the last one", async () => {
  const page = await openTable({ events: [freshEvent(9)] });
  await page.update({ number: 14, events: [freshEvent(13), { start: 9 }] });
  assert.deepEqual(openStarts(page), ["13"]);
});

test("a closed event stays closed, also on the next visit", async () => {
  const page = await openTable({ events: [freshEvent(9)] });
  await page.click("#event-summary-battle-9 > summary");
  assert.deepEqual(openStarts(page), []);
  await page.update({ number: 11, events: [freshEvent(9)] });
  assert.deepEqual(openStarts(page), []);
  const kept = page.window.localStorage.getItem("recalled:t1");
  const again = await openTable({ events: [freshEvent(9)] }, { storage: { "recalled:t1": kept } });
  assert.deepEqual(openStarts(again), []);
});

test("an event that the reader opens stays open until it is closed", async () => {
  const page = await openTable({ events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier-events > summary");
  await page.click("#event-summary-battle-5 > summary");
  await page.update({ number: 11, events: [{ start: 9 }, { start: 5 }] });
  assert.deepEqual(openStarts(page), ["5"]);
  await page.click("#event-summary-battle-5 > summary");
  await page.update({ number: 12, events: [{ start: 9 }, { start: 5 }] });
  assert.deepEqual(openStarts(page), []);
});

test("one event is open at a time", async () => {
  const page = await openTable({ events: [freshEvent(9), { start: 5 }] });
  await page.click("#earlier-events > summary");
  await page.click("#event-summary-battle-5 > summary");
  assert.deepEqual(openStarts(page), ["5"]);
});

test("the list of earlier events folds for a new one", async () => {
  const page = await openTable({ events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier-events > summary");
  assert.equal(page.open("#earlier-events"), true);
  await page.update({ number: 14, events: [freshEvent(13), { start: 9 }, { start: 5 }] });
  assert.equal(page.open("#earlier-events"), false);
});

test("a move folds the list of earlier events", async () => {
  const page = await openTable({ choices: ["pass"], events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier-events > summary");
  await page.takeAction("pass");
  assert.equal(page.open("#earlier-events"), false);
});

test("an opened event folds at the end of a phase", async () => {
  const phase = (number) => `<p data-phase="${number}"></p>`;
  const page = await openTable({ beside: phase(1), events: [{ start: 9 }] });
  await page.click("#event-summary-battle-9 > summary");
  await page.update({ number: 11, beside: phase(1), events: [{ start: 9 }] });
  assert.deepEqual(openStarts(page), ["9"]);
  await page.update({ number: 12, beside: phase(2), events: [{ start: 9 }] });
  assert.deepEqual(openStarts(page), []);
});

const normalPlayback = { settings: { playback: "normal" } };
const heldEvent = (start) => freshEvent(start, { own: true, held: true });

test("the result of an own attack must be read before the next question", async () => {
  const page = await openTable({ choices: ["pass"], events: [heldEvent(9)] }, normalPlayback);
  assert.equal(page.has("body.has-event-to-read"), true);
  assert.deepEqual(openStarts(page), ["9"]);
  await page.click(".continue-row button");
  assert.equal(page.has("body.has-event-to-read"), false);
  assert.equal(page.focus.id, "turn");
  await page.update({ number: 11, choices: ["pass"], events: [heldEvent(9)] });
  assert.equal(page.has("body.has-event-to-read"), false, "it was read");
});

test("several such events open one after the other, and the button counts them", async () => {
  const page = await openTable(
    { choices: ["pass"], events: [heldEvent(9), heldEvent(7), heldEvent(5)] },
    normalPlayback,
  );
  assert.equal(page.text(".continue-row button"), "Next (2)");
  await page.click(".continue-row button");
  assert.equal(page.text(".continue-row button"), "Next (1)");
  await page.click(".continue-row button");
  assert.equal(page.text(".continue-row button"), "Go on");
  await page.click(".continue-row button");
  assert.equal(page.has("body.has-event-to-read"), false);
});

test("no event must be read with reduced motion, with playback off, or while others act", async () => {
  for (const [now, options] of [
    [{ choices: ["pass"] }, { ...normalPlayback, reducedMotion: true }],
    [{ choices: ["pass"] }, {}],
    [{}, normalPlayback],
  ]) {
    const page = await openTable({ ...now, events: [heldEvent(9)] }, options);
    assert.equal(page.has("body.has-event-to-read"), false);
  }
});

test("the focus moves to the button of an event that must be read", async () => {
  const page = await openTable({ choices: ["pass"] }, normalPlayback);
  page.find("#do-pass").focus();
  await page.update({ number: 11, choices: ["pass"], events: [heldEvent(9)] });
  assert.equal(page.focus.closest(".continue-row") !== null, true);
});

const link = '<a href="#event-summary-battle-9" data-places="land-a">Battle for A</a>';

test("a link to an event opens a copy over the table", async () => {
  const page = await openTable({
    last: recapPart([], link),
    choices: ["pass"],
    events: [freshEvent(9, { title: "Battle for A", lines: ["Ann wins."] })],
  });
  await page.click('.recap a[href="#event-summary-battle-9"]');
  assert.equal(page.open("#log-dialog"), true);
  assert.equal(page.text("#log-head"), "Battle for A");
  assert.equal(page.text("#log-dialog .event-summaries"), "Ann wins.");
  assert.equal(page.all("#event-summary-battle-9").length, 1, "the copy has no ids of its own");
});

test("a link to an event shows its places instead if the board is steady", async () => {
  const now = { map: { "data-steady": "" }, last: recapPart([], link), choices: ["pass"], events: [freshEvent(9)] };
  const page = await openTable(now, { boxes: { "#board": [0, 0, 390, 400] } });
  await page.click('.recap a[href="#event-summary-battle-9"]');
  assert.equal(page.open("#log-dialog"), false);
});

test("events open and close without storage", async () => {
  const page = await openTable({ events: [freshEvent(9)] }, { hasStorage: false });
  assert.deepEqual(openStarts(page), ["9"]);
  await page.click("#event-summary-battle-9 > summary");
  assert.deepEqual(openStarts(page), []);
});
