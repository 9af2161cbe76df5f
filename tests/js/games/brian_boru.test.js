import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const SCRIPT = "regnum/games/brian_boru/view/board.js";
const card = (number, { target = true, label = `Card ${number}. More of it.` } = {}) =>
  `<div id="card-${number}" class="card printed red"${target ? ` role="button" tabindex="0" data-target="card-${number}"` : ' role="img"'} aria-label="${label}"><span class="head"><b>${number}</b></span></div>`;

// The draft: the cards to choose from, and those that were kept.
const packet = (
  numbers,
  left = 2,
) => `<section id="packet" class="block" data-question-section><div class="cards">${numbers.map((number) => card(number)).join("")}</div>
<p class="keep-choice"><button type="button" id="keep-button" class="strong" aria-disabled="true" data-left="${left}" data-none="Choose ${left} cards." data-says="keep #" data-more="# and one more" data-and="and">Choose ${left} cards.</button></p><p id="keep-status" role="status" data-says="Let one go first."></p></section>`;
const hand = (numbers, { drafting = false, target = false, atLast = !drafting } = {}) =>
  `<section id="hand" data-again="Tap again to play it." class="block"${drafting ? " data-drafting" : ""}><div class="cards">${numbers.map((number) => card(number, { target })).join("")}</div>${atLast ? '<p id="lost-struggle" class="quiet" data-says="At last: #" hidden></p>' : ""}</section>`;
const keepChoices = (numbers) => numbers.map((number) => ({ action: `keep ${number}`, target: `card-${number}` }));
const draftState = (numbers = [1, 2, 3], options = {}, more = {}) =>
  openTable(
    {
      hand: packet(numbers) + hand([], { drafting: true }),
      listed: keepChoices(numbers),
      places: "card- town-",
      ...more,
    },
    { script: SCRIPT, ...options },
  );

const sentActions = (page) =>
  page.requests.filter(({ url }) => url.endsWith("/act")).map((request) => request.fields.action);
const pickedIds = (page) => page.all("#packet .is-picked").map((one) => one.id);
const button = (page) => page.text("#keep-button");

test("a click selects a card of the draft, another one deselects it", async () => {
  const page = await draftState();
  await page.click("#card-1");
  assert.deepEqual(pickedIds(page), ["card-1"]);
  assert.equal(page.find("#card-1").getAttribute("aria-pressed"), "true");
  assert.equal(button(page), "Card 1 and one more");
  await page.click("#card-1");
  assert.deepEqual(pickedIds(page), []);
  assert.equal(button(page), "Choose 2 cards.");
  assert.deepEqual(sentActions(page), []);
});

test("one button keeps the selected cards, one after the other", async () => {
  const page = await draftState();
  await page.click("#card-3");
  await page.press("Enter", { on: "#card-1" });
  assert.equal(button(page), "Keep Card 3 and Card 1");
  await page.click("#keep-button");
  assert.deepEqual(sentActions(page), ["keep 3"]);
  await page.request.answer({ entryCount: 11 });
  await page.update({
    number: 11,
    hand: packet([1, 2], 1) + hand([3], { drafting: true }),
    listed: keepChoices([1, 2]),
  });
  assert.deepEqual(sentActions(page), ["keep 3", "keep 1"]);
});

test("the selection stays while others act", async () => {
  const page = await draftState();
  await page.click("#card-3");
  await page.update({
    number: 11,
    decisionStart: 10,
    hand: packet([1, 2, 3]) + hand([], { drafting: true }),
    listed: keepChoices([1, 2, 3]),
  });
  assert.deepEqual(pickedIds(page), ["card-3"]);
  await page.click("#status");
  await page.passTime(10);
  assert.deepEqual(pickedIds(page), ["card-3"], "a click elsewhere clears only the page's own marks");
});

test("nothing is kept with too few cards, and a card too many is refused with a reason", async () => {
  const page = await draftState();
  await page.click("#card-3");
  await page.click("#keep-button");
  assert.equal(page.has("#keep-button.is-incomplete"), true);
  await page.click("#card-2");
  assert.equal(page.has("#keep-button.is-incomplete"), false);
  await page.click("#card-1");
  assert.equal(page.text("#keep-status"), "Let one go first.");
  assert.deepEqual(pickedIds(page), ["card-2", "card-3"]);
  await page.click("#card-2");
  assert.equal(page.text("#keep-status"), "");
  assert.deepEqual(sentActions(page), []);
});

test("if only one card is kept, a click on another one selects that instead", async () => {
  const page = await draftState([1, 2], {}, { hand: packet([1, 2], 1) + hand([3], { drafting: true }) });
  await page.click("#card-1");
  await page.click("#card-2");
  assert.deepEqual(pickedIds(page), ["card-2"]);
});

test("the buttons of the list select their cards in the same way", async () => {
  const page = await draftState();
  await page.click("#do-keep-2");
  assert.deepEqual(pickedIds(page), ["card-2"]);
  assert.deepEqual(sentActions(page), []);
});

test("a card that is clicked before the script knows the new question stays selected", async () => {
  const page = await draftState();
  page.find("#entry-count").dataset.decisionStart = "12";
  await page.click("#card-1");
  page.dispatch(page.document, "htmx:sseMessage", { detail: { type: "parts" } });
  await page.passTime(100);
  assert.deepEqual(pickedIds(page), ["card-1"]);
});

test("in the tutorial a click keeps a card at once", async () => {
  const guide = '<div id="tutorial" class="tutorial" data-step="1" data-moves="keep 1" data-points=""></div>';
  const page = await draftState([1, 2, 3], {}, { guide });
  await page.click("#card-1");
  assert.deepEqual(sentActions(page), ["keep 1"]);
});

test("the page names the cards that nobody chose until a card is played", async () => {
  const page = await draftState([1, 2, 3]);
  await page.click("#card-1");
  await page.click("#card-2");
  await page.click("#keep-button");
  await page.request.answer({ entryCount: 11 });
  await page.update({ number: 11, hand: packet([2], 1) + hand([1], { drafting: true }), listed: keepChoices([2]) });
  await page.request.answer({ entryCount: 12 });
  await page.update({ number: 12, hand: hand([1, 2, 9]) });
  assert.equal(page.text("#lost-struggle"), "At last: Card 9");
  assert.equal(page.isVisible("#lost-struggle"), true);
  await page.update({ number: 13, hand: hand([1, 9]) });
  assert.equal(page.isVisible("#lost-struggle"), false);
});

test("selecting a card closes the report of the last round", async () => {
  const events = [{ kind: "upkeep", start: 9, fresh: true }];
  const page = await draftState([1, 2, 3], {}, { events });
  assert.equal(page.open("#event-summary-upkeep-9"), true);
  await page.click("#card-1");
  assert.equal(page.open("#event-summary-upkeep-9"), false);
  const phone = await draftState([1, 2, 3], { narrow: true }, { events });
  await phone.click("#card-1");
  assert.equal(phone.open("#event-summary-upkeep-9"), true, "there it covers nothing");
});

// The docked hand of a narrow page.
const dockedHand = `<div id="dock" class="docked">${hand([1, 2], { target: true })}</div>`;
const playChoices = [1, 2].map((number) => ({ action: `play ${number}`, target: `card-${number}` }));
const openPhone = (settings = {}) =>
  openTable(
    { hand: dockedHand, listed: playChoices, places: "card-" },
    {
      script: SCRIPT,
      narrow: true,
      touch: true,
      settings,
      serve: {
        "/table/t1/place/card-1": '<p class="title">Card 1</p>',
        "/table/t1/place/card-2": '<p class="title">Card 2</p>',
      },
    },
  );
const liftedIds = (page) => page.all(".is-lifted").map((one) => one.id);

test("the first tap lifts a card and explains it, the second one plays it", async () => {
  const page = await openPhone();
  await page.tap("#card-1");
  assert.deepEqual(liftedIds(page), ["card-1"]);
  assert.equal(page.find("#card-1").dataset.again, "Tap again to play it.");
  assert.equal(page.text("#inspect-card"), "Card 1");
  await page.tap("#card-2");
  assert.deepEqual(liftedIds(page), ["card-2"]);
  assert.deepEqual(sentActions(page), []);
  await page.tap("#card-2");
  assert.deepEqual(sentActions(page), ["play 2"]);
});

test("a tap elsewhere puts a lifted card down", async () => {
  const page = await openPhone();
  await page.tap("#card-1");
  await page.tap("#status");
  assert.deepEqual(liftedIds(page), []);
  await page.tap("#card-1");
  assert.deepEqual(sentActions(page), []);
});

test("a card is played at once by a mouse, or if the player never wants to be asked", async () => {
  const page = await openPhone();
  await page.click("#card-1");
  assert.deepEqual(sentActions(page), ["play 1"]);
  const never = await openPhone({ confirm: "never" });
  await never.tap("#card-1");
  assert.deepEqual(sentActions(never), ["play 1"]);
});

// Towns.
const towns = {
  board: place({ id: "town-M1", target: "town-M1" }),
  listed: [{ action: "lose M1", target: "town-M1" }, "pass"],
};
const boxes = {
  "#board": [0, 0, 390, 500],
  "#town-M1": [100, 100, 40, 40],
  "#turn": [0, 510, 390, 200],
  "#turn-head": [0, 520, 390, 30],
  "#sidebar": [0, 500, 390, 1000],
};

test("on a phone the page scrolls to the towns of the question after a moment", async () => {
  const page = await openTable({}, { script: SCRIPT, narrow: true, touch: true, reducedMotion: true, boxes });
  page.dispatch(page.document, "touchmove");
  page.layout.scrollTo(400);
  await page.update({ ...towns, number: 12 });
  await page.passTime(500);
  assert.equal(page.layout.scrolled.y, 400);
  await page.passTime(500);
  assert.equal(page.layout.isInView(page.find("#town-M1")), true);
});

test("in a wide window the page does not scroll to them", async () => {
  const page = await openTable({}, { script: SCRIPT, boxes });
  page.layout.scrollTo(400);
  await page.update({ ...towns, number: 12 });
  await page.passTime(1000);
  assert.equal(page.layout.scrolled.y, 400);
});

test("on a phone the page scrolls to details that are opened below the question", async () => {
  const page = await openTable(
    { choices: ["pass"], unavailable: true },
    { script: SCRIPT, narrow: true, boxes: { ...boxes, "#unavailable": [0, 900, 390, 100] } },
  );
  await page.click("#unavailable > summary");
  await page.passTime(310);
  assert.equal(page.layout.isInView(page.find("#unavailable")), true);
});
