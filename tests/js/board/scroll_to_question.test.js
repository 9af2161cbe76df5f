import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board = place({ id: "land-a", target: "a" }) + place({ id: "land-b", target: "b" });
const towns = [
  { action: "build a", target: "a" },
  { action: "build b", target: "b" },
];
const hand =
  '<section><div id="card-1" class="card" data-target="card-1">1</div><div id="card-2" class="card" data-target="card-2">2</div></section>';
const cards = [
  { action: "play 1", target: "card-1" },
  { action: "play 2", target: "card-2" },
];

// A narrow page from the top: board, question, hand. The strip is fixed at the bottom of the window.
const column = {
  "#board": [0, 50, 390, 500],
  "#land-a": [100, 100, 40, 40],
  "#land-b": [200, 400, 40, 40],
  "#turn": [0, 560, 390, 300],
  "#turn-head": [0, 570, 390, 30],
  "#prompt": [0, 600, 390, 30],
  "#choices": [0, 640, 390, 150],
  "#choices button": (button) => [0, 640 + 50 * [...button.parentElement.children].indexOf(button), 390, 44],
  "#hand-area": [0, 1100, 390, 200],
  "#card-1": [0, 1100, 100, 150],
  "#card-2": [110, 1100, 100, 150],
  "#message": [0, 555, 390, 20],
};
const strip = "#strip { position: fixed }";
const openPhone = (now, options = {}) =>
  openTable(
    { more: `<style>${strip}</style>`, ...now },
    { narrow: true, touch: true, boxes: { ...column, "#strip": [0, 800, 390, 44] }, ...options },
  );

const FOOT = 800;
const isVisible = (page, selector) => page.layout.isInView(page.find(selector), FOOT);

// Make a move, answer it, and show the next question.
async function makeMove(page, next) {
  await page.takeAction(page.offeredActions()[0]);
  await page.request.answer({ entryCount: next.number });
  await page.update(next);
  await page.passTime(500);
}

test("after a move the page scrolls to the board if the next step is there", async () => {
  const page = await openPhone({ hand, listed: cards });
  page.layout.scrollTo(700);
  await makeMove(page, { board, number: 12, listed: towns, prompt: "Where?" });
  assert.equal(isVisible(page, "#board"), true);
});

test("after a move the page scrolls to the cards and the question", async () => {
  const page = await openPhone({ board, listed: towns });
  await makeMove(page, { board: "", number: 12, hand, listed: cards, prompt: "Which card?" });
  assert.equal(isVisible(page, "#card-1"), true);
  assert.equal(isVisible(page, "#turn-head"), true);
});

test("nothing scrolls if the same is asked again and an answer is in sight", async () => {
  const page = await openPhone({ board, listed: towns });
  page.layout.scrollTo(30);
  await makeMove(page, { board, number: 12, listed: towns });
  assert.equal(page.layout.scrolled.y, 30);
});

test("the page does not scroll if the player has scrolled meanwhile", async () => {
  const page = await openPhone({ hand, listed: cards });
  page.layout.scrollTo(700);
  await page.takeAction("play 1");
  await page.request.answer({ entryCount: 12 });
  page.dispatch(page.document, "touchmove");
  await page.update({ board, number: 12, listed: towns, prompt: "Where?" });
  await page.passTime(500);
  assert.equal(page.layout.scrolled.y, 700);
});

test("moves of others do not scroll the page", async () => {
  const page = await openPhone({ hand, listed: cards });
  await page.passTime(400);
  page.layout.scrollTo(600);
  await page.update({ number: 11, decisionStart: 10, hand, listed: cards });
  assert.equal(page.layout.scrolled.y, 600);
});

test("the page scrolls to the board while others act after a move", async () => {
  const page = await openPhone({ hand, listed: cards });
  page.layout.scrollTo(700);
  await makeMove(page, { board, number: 12 });
  assert.equal(isVisible(page, "#board"), true);
});

test("a steady board does not move while most of it is in sight", async () => {
  const steady = { map: { "data-steady": "" } };
  const page = await openPhone({ ...steady, board, listed: towns });
  page.layout.set({ "#turn-head": [0, 1100, 390, 30] });
  page.layout.scrollTo(150);
  await makeMove(page, { board, number: 12, choices: [{ action: "tax b", target: "b" }, "pass"], prompt: "Tax?" });
  assert.equal(page.layout.scrolled.y, 150);
});

test("a page that is opened scrolls to the question", async () => {
  const page = await openPhone({ hand, listed: cards });
  await page.passTime(400);
  assert.equal(isVisible(page, "#card-1"), true);
});

test("a page does not scroll before its fonts are loaded", async () => {
  const page = await openPhone({ hand, listed: cards }, { fonts: false });
  await page.passTime(400);
  assert.equal(page.layout.scrolled.y, 0);
  page.loadFonts();
  await page.passTime(0);
  assert.equal(isVisible(page, "#card-1"), true);
});

test("the page scrolls to the result at the end of the game", async () => {
  const page = await openPhone({ board, listed: towns });
  page.layout.set({ "#final-scoring": [0, 1300, 390, 400] });
  await makeMove(page, { board: "", number: 12, final: "<p>Ann wins.</p>" });
  assert.equal(page.find("#turn").getBoundingClientRect().top, 0);
});

test("the page scrolls to a refusal", async () => {
  const page = await openPhone({ board, listed: towns });
  page.layout.scrollTo(900);
  await page.takeAction("build a");
  await page.request.answer({ status: 422, body: '<p class="error">Not now.</p>' });
  assert.equal(isVisible(page, "#message"), true);
});

test("in a wide window the page does not scroll by itself", async () => {
  const page = await openTable({ hand, listed: cards }, { boxes: column });
  page.layout.scrollTo(700);
  await makeMove(page, { board, number: 12, listed: towns, prompt: "Where?" });
  assert.equal(page.layout.scrolled.y, 700);
});

test("in a wide window the panel scrolls to its top at another question", async () => {
  const page = await openTable({ hand, listed: cards, prompt: "Which card?" });
  page.find("#panel").scrollTop = 200;
  await page.update({ number: 11, decisionStart: 10, hand, listed: cards, prompt: "Which card?" });
  assert.equal(page.find("#panel").scrollTop, 200);
  await page.update({ board, number: 12, listed: towns, prompt: "Where?" });
  assert.equal(page.find("#panel").scrollTop, 0);
});

test("the page scrolls to an event that must be read, and then to the question", async () => {
  const page = await openPhone({ board, listed: towns }, { settings: { playback: "normal" } });
  page.layout.set({ ".continue-row button": [0, 700, 390, 44], "#event-summaries": [0, 600, 390, 200] });
  page.layout.scrollTo(900);
  await makeMove(page, {
    board: "",
    number: 12,
    hand,
    listed: cards,
    events: [{ start: 11, fresh: true, own: true, held: true }],
  });
  assert.equal(page.has("body.has-event-to-read"), true);
  assert.equal(isVisible(page, "#turn-head"), true);
  await page.click(".continue-row button");
  await page.passTime(100);
  assert.equal(isVisible(page, "#card-1"), true);
});

// One game fixes the hand at the bottom of a narrow page.
const dock = (inner) => `<div class="docked" style="position: fixed">${inner}</div>`;

test("the page scrolls to the question above a docked hand", async () => {
  const docked = { ".docked": [0, 600, 390, 200], "#card-1": [0, 610, 100, 150], "#card-2": [110, 610, 100, 150] };
  const page = await openPhone({ board, listed: towns });
  page.layout.set({
    ...docked,
    "#prompt": [0, 900, 390, 30],
    "#turn-head": [0, 870, 390, 30],
    "#turn": [0, 860, 390, 200],
    "#choices": [0, 940, 390, 20],
  });
  await makeMove(page, { board: "", number: 12, hand: dock(hand), listed: cards, prompt: "Which card?" });
  assert.equal(page.layout.isInView(page.find("#prompt"), 600), true);
});

test("the page scrolls to buttons below the board by the least amount", async () => {
  const page = await openPhone({ hand, listed: cards });
  page.layout.set({ "#turn-head": [0, 20, 390, 20], "#choices button": [0, 790, 390, 44] });
  await makeMove(page, {
    board,
    number: 12,
    choices: [
      { action: "tax a", target: "a" },
      { action: "tax b", target: "b" },
    ],
    prompt: "Tax?",
  });
  assert.equal(isVisible(page, "#choices button"), true);
  assert.equal(page.layout.scrolled.y, 50, "the board is at the top of the window");
});

test("the board stays in sight with the question that follows a tile", async () => {
  const page = await openPhone({ board: '<g id="laying" role="application" tabindex="0"></g>', listed: towns });
  page.layout.set({ "#laying": [0, 60, 390, 400] });
  page.layout.scrollTo(20);
  await makeMove(page, { board: "", number: 12, choices: ["pass", "tax"], prompt: "And now?" });
  assert.equal(page.find("#board").getBoundingClientRect().top, 0);
  assert.equal(isVisible(page, "#choices button"), true);
});

test("the page scrolls to a tile in hand and its board", async () => {
  const page = await openPhone({ hand, listed: cards });
  page.layout.set({ "#laying": [0, 60, 390, 400] });
  page.layout.scrollTo(700);
  await makeMove(page, {
    board: '<g id="laying" role="application" tabindex="0"></g>',
    number: 12,
    listed: towns,
    prompt: "Where?",
  });
  assert.equal(isVisible(page, "#laying"), true);
});

test("the page scrolls to the board if all answers are buttons right below it", async () => {
  const answers = [
    { action: "pay", target: "coin-1" },
    { action: "keep", target: "coin-2" },
  ];
  const coins =
    '<div class="game-panel"><span id="coin-1" data-target="coin-1"></span><span id="coin-2" data-target="coin-2"></span></div>';
  const page = await openPhone({ hand, listed: cards });
  page.layout.scrollTo(300);
  await makeMove(page, { board: "", beside: coins, number: 12, choices: answers, prompt: "Pay?" });
  assert.equal(page.layout.scrolled.y, 0, "the board is in sight with the top of the page");
  assert.equal(isVisible(page, "#do-keep"), true);
});

test("above a docked hand nothing scrolls while the question and the places are in sight", async () => {
  const places = {
    ".docked": [0, 700, 390, 100],
    "#turn": [0, 460, 390, 100],
    "#turn-head": [0, 470, 390, 20],
    "#prompt": [0, 490, 390, 20],
    "#choices": [0, 510, 390, 1],
    "#board": [0, 50, 390, 400],
  };
  const page = await openPhone({ board, hand: dock(""), listed: towns });
  page.layout.set(places);
  page.layout.scrollTo(20);
  await makeMove(page, { board, hand: dock(""), number: 12, listed: towns, prompt: "And now?" });
  assert.equal(page.layout.scrolled.y, 20);
  page.layout.scrollTo(300);
  await makeMove(page, { board, hand: dock(""), number: 14, listed: towns, prompt: "And then?" });
  assert.equal(isVisible(page, "#land-a"), true, "out of sight, the board comes back");
  assert.equal(page.layout.isInView(page.find("#prompt"), 700), true);
});

test("nothing scrolls while the player goes on choosing cards", async () => {
  const beside = { "#turn-head": [0, 570, 390, 30], "#card-1": [0, 700, 100, 90], "#card-2": [110, 700, 100, 90] };
  const page = await openPhone({ hand, listed: cards });
  page.layout.set(beside);
  page.layout.scrollTo(100);
  await page.tap("#card-1");
  await page.request.answer({ entryCount: 12 });
  await page.update({ board, number: 12, hand, listed: cards, prompt: "One more?" });
  await page.passTime(500);
  assert.equal(page.layout.scrolled.y, 100);
});
