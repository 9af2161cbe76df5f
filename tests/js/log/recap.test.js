import assert from "node:assert/strict";
import { test } from "node:test";
import { recapPart, openTable } from "../support/table.js";

const FOOT = 700; // top of the strip of players
const LINE = 20; // pixels; one sentence per line

const visibleSentences = (turn) => [...turn.children].filter((part) => part.tagName === "SPAN" && !part.hidden).length;
const lines = (turn) =>
  Math.min(visibleSentences(turn), Number(turn.closest("#recap").style.getPropertyValue("--lines") || 3));
const heightOf = (turn) => (turn.hidden ? 0 : lines(turn) * LINE);
const all = (turn) =>
  [...turn.parentElement.children]
    .slice(0, [...turn.parentElement.children].indexOf(turn))
    .reduce((sum, one) => sum + heightOf(one), 0);
const recapHeight = (recap) => [...recap.querySelectorAll("li")].reduce((sum, turn) => sum + heightOf(turn), 0) + LINE;

// From the top: board, recap, buttons.
const boxes = (top) => ({
  "#board": [0, 0, 390, 400],
  "#strip": [0, FOOT, 390, 100],
  "#recap": (recap) => [0, top, 390, recapHeight(recap)],
  "#recap li": (turn) => [0, top + all(turn), 390, heightOf(turn)],
  "#choices > .buttons": () => [0, top + recapHeight(document.getElementById("recap")), 390, 100],
});

const turn = (who, count, more = {}) => ({
  who,
  lines: Array.from({ length: count }, (_, at) => `${who} ${at + 1}.`),
  ...more,
});

async function openRecap(turns, top, options = {}) {
  const page = await openTable(
    { more: "<style>#strip { position: fixed }</style>", choices: ["pass"], last: recapPart(turns) },
    { narrow: true, boxes: boxes(top), ...options },
  );
  page.layout.setContent("#recap li", (one) => visibleSentences(one) * LINE);
  page.dispatch(page.document, "htmx:afterSettle");
  await page.passTime(0);
  return page;
}

const recapText = (page) =>
  page
    .all("#recap li:not([hidden])")
    .map((one) => [...one.querySelectorAll("span:not([hidden])")].map((sentence) => sentence.textContent).join(" "));

test("all events are shown if there is room", async () => {
  const page = await openRecap([turn("Ann", 2), turn("Ben", 3)], 420);
  assert.deepEqual(recapText(page), ["Ann 1. Ann 2.", "Ben 1. Ben 2. Ben 3."]);
  assert.equal(page.isVisible(".recap-more"), false);
});

test("whole sentences are hidden so that all buttons are in sight", async () => {
  const page = await openRecap([turn("Ann", 3), turn("Ben", 3)], 490);
  assert.deepEqual(recapText(page), ["Ann 1. Ann 2.", "Ben 1. Ben 2."]);
  assert.equal(page.find("#choices > .buttons").getBoundingClientRect().bottom <= FOOT, true);
  assert.equal(page.isVisible(".recap-more"), true);
});

test("then whole turns are hidden: the viewer's own first, those that hit the viewer last", async () => {
  const turns = [
    turn("Ann", 1, { kind: "own" }),
    turn("Ben", 1),
    turn("Cleo", 1, { kind: "affects-viewer" }),
    turn("Dora", 1),
  ];
  const page = await openRecap(turns, 650);
  assert.deepEqual(recapText(page), ["Cleo 1."]);
  assert.equal(page.text(".recap-more"), "More (3)");
});

test("hidden turns can be expanded and collapsed", async () => {
  const page = await openRecap([turn("Ann", 1, { kind: "own" }), turn("Ben", 3), turn("Cleo", 1)], 640);
  const before = recapText(page);
  assert.equal(before.length < 3, true);
  await page.click(".recap-more");
  assert.equal(recapText(page).length, 3);
  assert.equal(page.find(".recap-more").getAttribute("aria-expanded"), "true");
  assert.equal(page.text(".recap-more"), "Less");
  await page.click(".recap-more");
  assert.deepEqual(recapText(page), before);
  assert.equal(page.find(".recap-more").getAttribute("aria-expanded"), "false");
});

test("in a wide window nothing is hidden", async () => {
  const page = await openRecap([turn("Ann", 3), turn("Ben", 3)], 650, { narrow: false });
  assert.deepEqual(recapText(page), ["Ann 1. Ann 2. Ann 3.", "Ben 1. Ben 2. Ben 3."]);
});

test("the recap is shortened when the window becomes narrow", async () => {
  const page = await openRecap([turn("Ann", 3), turn("Ben", 3)], 490, { narrow: false });
  page.resize({ width: 390, height: 844 });
  assert.deepEqual(recapText(page), ["Ann 1. Ann 2.", "Ben 1. Ben 2."]);
});
