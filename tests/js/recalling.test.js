import assert from "node:assert/strict";
import { test } from "node:test";
import { lately, openTable } from "./support/table.js";

const fresh = (start, more = {}) => ({ start, fresh: true, ...more });
const opened = (page) => page.all("#recalled [data-kind][open]").map((event) => event.dataset.start);

test("what has just happened is open, what happened before is folded away", async () => {
  const page = await openTable({ events: [fresh(9), { start: 5 }, { start: 2 }] });
  assert.deepEqual(opened(page), ["9"]);
  assert.equal(page.open("#earlier"), false);
});

test("an event folds when it is no longer new", async () => {
  const page = await openTable({ events: [fresh(9)] });
  await page.tell({ number: 11, events: [{ start: 9 }] });
  assert.deepEqual(opened(page), []);
});

test("a new event opens and takes the place of the last one", async () => {
  const page = await openTable({ events: [fresh(9)] });
  await page.tell({ number: 14, events: [fresh(13), { start: 9 }] });
  assert.deepEqual(opened(page), ["13"]);
});

test("what one has closed stays closed, on the next visit, too", async () => {
  const page = await openTable({ events: [fresh(9)] });
  await page.click("#recalled-battle-9 > summary");
  assert.deepEqual(opened(page), []);
  await page.tell({ number: 11, events: [fresh(9)] });
  assert.deepEqual(opened(page), []);
  const kept = page.window.localStorage.getItem("recalled:t1");
  const again = await openTable({ events: [fresh(9)] }, { storage: { "recalled:t1": kept } });
  assert.deepEqual(opened(again), []);
});

test("what one has opened stays open whatever comes, until one closes it", async () => {
  const page = await openTable({ events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier > summary");
  await page.click("#recalled-battle-5 > summary");
  await page.tell({ number: 11, events: [{ start: 9 }, { start: 5 }] });
  assert.deepEqual(opened(page), ["5"]);
  await page.click("#recalled-battle-5 > summary");
  await page.tell({ number: 12, events: [{ start: 9 }, { start: 5 }] });
  assert.deepEqual(opened(page), []);
});

test("one event is open at a time", async () => {
  const page = await openTable({ events: [fresh(9), { start: 5 }] });
  await page.click("#earlier > summary");
  await page.click("#recalled-battle-5 > summary");
  assert.deepEqual(opened(page), ["5"]);
});

test("the list of earlier events folds for a new one", async () => {
  const page = await openTable({ events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier > summary");
  assert.equal(page.open("#earlier"), true);
  await page.tell({ number: 14, events: [fresh(13), { start: 9 }, { start: 5 }] });
  assert.equal(page.open("#earlier"), false);
});

test("whoever acts is done with the list of earlier events", async () => {
  const page = await openTable({ choices: ["pass"], events: [{ start: 9 }, { start: 5 }] });
  await page.click("#earlier > summary");
  await page.act("pass");
  assert.equal(page.open("#earlier"), false);
});

test("an event that was looked up is put away when a phase of the game is over", async () => {
  const phase = (number) => `<p data-phase="${number}"></p>`;
  const page = await openTable({ beside: phase(1), events: [{ start: 9 }] });
  await page.click("#recalled-battle-9 > summary");
  await page.tell({ number: 11, beside: phase(1), events: [{ start: 9 }] });
  assert.deepEqual(opened(page), ["9"]);
  await page.tell({ number: 12, beside: phase(2), events: [{ start: 9 }] });
  assert.deepEqual(opened(page), []);
});

const normal = { look: { playback: "normal" } };
const toRead = (start) => fresh(start, { own: true, held: true });

test("what came of one's own act is read before one is asked again", async () => {
  const page = await openTable({ choices: ["pass"], events: [toRead(9)] }, normal);
  assert.equal(page.has("body.to-read"), true);
  assert.deepEqual(opened(page), ["9"]);
  await page.click(".read-on button");
  assert.equal(page.has("body.to-read"), false);
  assert.equal(page.focus.id, "turn");
  await page.tell({ number: 11, choices: ["pass"], events: [toRead(9)] });
  assert.equal(page.has("body.to-read"), false, "it has been read");
});

test("several events to be read are opened one after the other, and the button counts them", async () => {
  const page = await openTable({ choices: ["pass"], events: [toRead(9), toRead(7), toRead(5)] }, normal);
  assert.equal(page.text(".read-on button"), "Next (2)");
  await page.click(".read-on button");
  assert.equal(page.text(".read-on button"), "Next (1)");
  await page.click(".read-on button");
  assert.equal(page.text(".read-on button"), "Go on");
  await page.click(".read-on button");
  assert.equal(page.has("body.to-read"), false);
});

test("nothing has to be read first with less motion wanted, with playback off, or while others act", async () => {
  for (const [now, options] of [[{ choices: ["pass"] }, { ...normal, calm: true }], [{ choices: ["pass"] }, {}], [{}, normal]]) {
    const page = await openTable({ ...now, events: [toRead(9)] }, options);
    assert.equal(page.has("body.to-read"), false);
  }
});

test("the focus moves to the button for going on when the question is hidden behind what is to be read", async () => {
  const page = await openTable({ choices: ["pass"] }, normal);
  page.find("#do-pass").focus();
  await page.tell({ number: 11, choices: ["pass"], events: [toRead(9)] });
  assert.equal(page.focus.closest(".read-on") !== null, true);
});

const link = '<a href="#recalled-battle-9" data-places="land-a">Battle for A</a>';

test("a link to an event lays a copy of it over the table", async () => {
  const page = await openTable({ last: lately([], link), choices: ["pass"], events: [fresh(9, { title: "Battle for A", lines: ["Ann wins."] })] });
  await page.click('.lately a[href="#recalled-battle-9"]');
  assert.equal(page.open("#log-over"), true);
  assert.equal(page.text("#log-head"), "Battle for A");
  assert.equal(page.text("#log-over .recalled"), "Ann wins.");
  assert.equal(page.all("#recalled-battle-9").length, 1, "the copy has no ids");
});

test("beside a board that stays in sight a link to an event shows its places instead", async () => {
  const now = { map: { "data-steady": "" }, last: lately([], link), choices: ["pass"], events: [fresh(9)] };
  const page = await openTable(now, { boxes: { "#board": [0, 0, 390, 400] } });
  await page.click('.lately a[href="#recalled-battle-9"]');
  assert.equal(page.open("#log-over"), false);
});

test("a browser without storage opens events all the same", async () => {
  const page = await openTable({ events: [fresh(9)] }, { room: false });
  assert.deepEqual(opened(page), ["9"]);
  await page.click("#recalled-battle-9 > summary");
  assert.deepEqual(opened(page), []);
});
