import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const SCRIPT = "regnum/games/wallenstein/view/board.js";
const normalPlayback = { settings: { playback: "normal" } };
const throwElement = (number, cubes = 2) =>
  `<g id="tray-${number}" class="no-pointer tray-now" style="--n:2"></g><g id="thrown-${number}" class="no-pointer thrown-cubes" data-title="Battle for Bremen" role="img" aria-label="Told in words">${'<g class="cube s0"></g>'.repeat(cubes)}</g>`;
const LONG = 1000 + 2 * 90; // until two cubes have fallen, in milliseconds
const strip = (coins) => [
  { name: "Ann", points: coins },
  { name: "Ben", points: 1 },
];
const isFalling = (page) => page.document.body.classList.contains("has-falling-pieces");
const battleLines = [
  { text: "Ann acts.", key: "action_card", fresh: true },
  { text: "Ann attacks.", key: "attacks", fresh: true },
  { text: "2 fall.", key: "fell", fresh: true },
  { text: "Ben holds.", key: "holds", fresh: true },
  { text: "Winter.", key: "season", fresh: true },
];
const lines = battleLines.map(({ text, key }) => ({ text, key }));
const battle = (start, more = {}) => ({ kind: "battle", start, fresh: true, lines, ...more });
const hiddenLines = (page, part) => page.all(`${part} .is-held-back`).map((line) => line.textContent);

test("points change only after the cubes have fallen", async () => {
  const page = await openTable({ strip: strip(5) }, { script: SCRIPT, ...normalPlayback });
  const coins = () => page.text("#side-0 .side-counts");
  await page.update({ board: throwElement(1), number: 11, strip: strip(7) });
  assert.equal(isFalling(page), true);
  assert.equal(coins(), "5");
  await page.passTime(LONG);
  assert.equal(isFalling(page), false);
  assert.equal(coins(), "7");
  assert.equal(page.has(".thrown-cubes"), false, "the throw is removed");
});

test("the end of a battle is hidden in log and report until the cubes have fallen", async () => {
  const page = await openTable({}, { script: SCRIPT, ...normalPlayback });
  await page.update({ board: throwElement(1), number: 11, log: battleLines, events: [battle(10)] });
  assert.deepEqual(hiddenLines(page, "#log"), ["2 fall.", "Ben holds."]);
  assert.deepEqual(hiddenLines(page, "#event-summaries"), ["2 fall.", "Ben holds."]);
  assert.equal(page.has("#event-summary-battle-10.has-falling-cubes"), true);
  assert.equal(page.find("#turn").dataset.falls, "Battle for Bremen");
  await page.passTime(LONG);
  assert.equal(page.has(".is-held-back, .has-falling-cubes"), false);
});

test("an earlier battle stays visible while the cubes of another one fall", async () => {
  const page = await openTable({}, { script: SCRIPT, ...normalPlayback });
  await page.update({
    board: throwElement(2),
    number: 11,
    events: [battle(5, { own: true }), battle(10, { held: true })],
  });
  assert.equal(page.has("#event-summary-battle-5 .is-held-back"), false);
  assert.equal(page.has("#event-summary-battle-10 .is-held-back"), true);
});

test("a throw falls once, even after a position without it", async () => {
  const page = await openTable({}, { script: SCRIPT, ...normalPlayback });
  await page.update({ board: throwElement(1), number: 11 });
  await page.passTime(LONG);
  await page.update({ board: "", number: 12 });
  await page.passTime(1000);
  await page.update({ board: throwElement(1), number: 13 });
  assert.equal(isFalling(page), false);
  assert.equal(page.has(".thrown-cubes"), false);
});

test("no cubes fall with reduced motion, with playback off, in a hidden tab, or in the first page", async () => {
  for (const options of [
    { ...normalPlayback, reducedMotion: true },
    { settings: { playback: "off" } },
    { ...normalPlayback, hidden: true },
  ]) {
    const page = await openTable({ strip: strip(5) }, { script: SCRIPT, ...options });
    await page.update({ board: throwElement(1), number: 11, strip: strip(7), log: battleLines });
    assert.equal(isFalling(page), false);
    assert.equal(page.text("#side-0 .side-counts"), "7");
    assert.equal(page.has(".is-held-back"), false);
  }
  assert.equal(isFalling(await openTable({ board: throwElement(1) }, { script: SCRIPT, ...normalPlayback })), false);
});

test("a click ends the animation", async () => {
  const page = await openTable({ strip: strip(5) }, { script: SCRIPT, ...normalPlayback });
  await page.update({ board: throwElement(1), number: 11, strip: strip(7) });
  await page.click("#status");
  assert.equal(isFalling(page), false);
  assert.equal(page.text("#side-0 .side-counts"), "7");
});

test("the end of the game shows the newest points at once", async () => {
  const page = await openTable({ strip: strip(5) }, { script: SCRIPT, ...normalPlayback });
  await page.update({ board: throwElement(1), number: 11, strip: strip(7) });
  await page.passTime(1000);
  await page.update({ board: throwElement(2), number: 12, strip: strip(9), final: "<p>Ann wins.</p>" });
  assert.equal(isFalling(page), false);
  assert.equal(page.text("#side-0 .side-counts"), "9");
});

test("a second throw falls by itself and keeps the newest points", async () => {
  const page = await openTable({ strip: strip(5) }, { script: SCRIPT, settings: { playback: "fast" } });
  await page.update({ board: throwElement(1), number: 11, strip: strip(7) });
  await page.passTime(500);
  await page.update({ board: throwElement(2), number: 12, strip: strip(9) });
  assert.equal(isFalling(page), true);
  await page.passTime(LONG + 200);
  assert.equal(page.text("#side-0 .side-counts"), "9");
});

// Planning.
const FIELDS = ["bid", "tax", "build"];
const field = (name, { card, next, asks } = {}) =>
  `<div id="field-${name}" class="field${next ? " next" : ""}${card ? " is-filled" : ""}" role="button" tabindex="0" data-target="field-${name}"${asks ? ` data-asks="${asks}"` : ""}><span class="card-slot" aria-hidden="true">${card ?? ""}</span></div>`;
const lands = ["bremen", "holstein", "baden"];
const card = (name) =>
  `<div id="card-land-${name}" class="card land" role="button" tabindex="0" data-target="land-${name}" data-drag="land-${name}"><span class="row"><span class="name">${name}</span></span></div>`;
const tower = (left) =>
  `<div id="card-tower" class="card tower" role="button" tabindex="0" data-target="tower"><span class="row"><b data-visual-text="×${left}"></b></span></div>`;

// Return the page of a plan; `laid` are the cards on its fields, in order.
function plan(laid = [], more = {}) {
  const open = FIELDS.slice(laid.length);
  const fields = FIELDS.map((name, at) =>
    field(name, { card: laid[at], next: name === open[0], asks: more.asks?.[name] }),
  ).join("");
  const cards = lands.filter((name) => !laid.includes(name));
  const offered = open.flatMap((name) =>
    [...cards.map((land) => `land-${land}`), ...(more.towers ? ["tower"] : [])].map((what) => ({
      action: `plan ${name} ${what}`,
      target: `field-${name} ${what}`,
    })),
  );
  return {
    hand: `<section id="plan" class="block" data-question-section><div class="fields">${fields}</div></section><section id="hand" class="block"><div class="cards">${lands.map(card).join("")}${more.towers ? tower(more.towers) : ""}</div></section>`,
    listed: [...offered, { action: "change" }],
    board: lands.map((name) => place({ id: `land-${name}`, target: `land-${name}` })).join(""),
    prompt: "Plan your actions.",
    ...more,
  };
}
const boxes = { "#board, #board > svg": [0, 0, 800, 800] };
const openPlan = (laid, more, options = {}) => openTable(plan(laid, more), { script: SCRIPT, boxes, ...options });
const sentActions = (page) =>
  page.requests.filter(({ url }) => url.endsWith("/act")).map((request) => request.fields.action);
const next = (page) => page.all(".field.next").map((one) => one.id);
const shownCards = (page) => page.all(".field .card-slot[data-laying]").map((one) => one.dataset.laying);

async function takeMove(page, entryCount, laid, more) {
  await page.requests.at(-1).answer({ entryCount });
  await page.update({ ...plan(laid, more), number: entryCount });
}

test("a clicked card is shown at once on the next field", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  assert.deepEqual(sentActions(page), ["plan bid land-baden"]);
  assert.deepEqual(shownCards(page), ["baden"]);
  assert.deepEqual(next(page), ["field-tax"]);
});

test("cards that are clicked during a request go to the shown fields, one after the other", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  await page.click("#card-land-bremen");
  await page.click("#land-holstein");
  assert.deepEqual(sentActions(page), ["plan bid land-baden"]);
  assert.deepEqual(shownCards(page), ["baden", "bremen", "holstein"]);
  assert.deepEqual(next(page), []);
  await takeMove(page, 11, ["baden"]);
  assert.deepEqual(sentActions(page).at(-1), "plan tax land-bremen");
  await takeMove(page, 12, ["baden", "bremen"]);
  assert.deepEqual(sentActions(page).at(-1), "plan build land-holstein");
  await takeMove(page, 13, ["baden", "bremen", "holstein"]);
  assert.equal(sentActions(page).length, 3);
  assert.deepEqual(shownCards(page), []);
  assert.equal(page.text("#message"), "");
});

test("a card is used once, a tower as often as there are towers", async () => {
  const page = await openPlan([], { towers: 2 });
  await page.click("#field-bid");
  await page.click("#card-tower");
  for (const again of ["#card-tower", "#card-tower"]) {
    await page.click(again);
  }
  assert.deepEqual(next(page), ["field-build"]);
});

test("a refused card drops the waiting cards, and the page says so", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  await page.click("#card-land-bremen");
  await page.request.answer({ status: 409, body: '<p class="error">No.</p>' });
  await page.passTime(10);
  assert.equal(page.text("#message"), "No.That was not taken: choose again.");
  assert.deepEqual([shownCards(page), next(page)], [[], ["field-bid"]]);
  assert.equal(sentActions(page).length, 1);
});

test("a refused card without waiting cards shows only the refusal", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  await page.request.answer({ status: 409, body: '<p class="error">No.</p>' });
  assert.equal(page.text("#message"), "No.");
  assert.deepEqual(shownCards(page), []);
});

test("the page says so if a waiting card no longer fits", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  await page.click("#card-land-bremen");
  await page.request.answer({ entryCount: 11 });
  await page.update({ ...plan(["baden"]), listed: [{ action: "change" }], number: 11 });
  await page.passTime(10);
  assert.equal(page.text("#message"), "That was not taken: choose again.");
  assert.deepEqual(shownCards(page), []);
});

test("another action drops the waiting cards, and the page says so", async () => {
  const page = await openPlan([]);
  await page.click("#field-bid");
  await page.click("#card-land-baden");
  await page.click("#card-land-bremen");
  await page.request.answer({ entryCount: 11 });
  page.find("#do-change").click();
  await page.passTime(10);
  assert.deepEqual(shownCards(page), []);
  assert.match(page.text("#message"), /choose again/);
});

test("the question names the field that is being changed", async () => {
  const asks = { bid: "Change Bremen for what?" };
  const page = await openPlan(["bremen"], {
    asks,
    listed: [
      ...["bremen", "baden"].map((land) => ({ action: `plan bid land-${land}`, target: `field-bid land-${land}` })),
      { action: "change" },
    ],
  });
  await page.click("#field-bid");
  await page.passTime(0);
  assert.equal(page.text("#prompt"), "Change Bremen for what?");
  await page.press("Escape");
  await page.passTime(0);
  assert.equal(page.text("#prompt"), "Plan your actions.");
});
