import assert from "node:assert/strict";
import { test } from "node:test";
import { recapPart, openTable, place } from "../support/table.js";

const SCRIPT = "regnum/games/rurik/view/board.js";
const WORDS = {
  rules: "@ now rules #.",
  nobody: "Nobody rules # now.",
  held: "From #: @",
  leader: "The leader: @",
  foes: "Whom in #?",
  "not-there": "Not to #.",
  happened: "It happened here.",
  again: "@: choose # again",
};
const words = Object.entries(WORDS)
  .map(([name, text]) => ` data-${name}="${text}"`)
  .join("");

const column = (name, { strengths = [], open = true } = {}) =>
  `<div id="column-${name}" class="column"${open ? ` role="button" tabindex="0" data-target="column-${name}"` : ' role="group"'}>${[0, 1, 2].map((at) => `<span id="space-${name}-${at}" class="space"${strengths[at] ? ` data-strength="${strengths[at]}"` : ""}></span>`).join("")}</div>`;

const strategy = ({
  advisors = [5, 4],
  most = 2,
  columns = column("tax", { strengths: [4, 2] }) + column("move"),
} = {}) =>
  `<section id="strategy" class="block" data-phase="1"${words}>${
    advisors
      ? `<div class="own-advisors" id="placing">${advisors.map((power) => `<span id="advisor-${power}" class="advisor" role="button" tabindex="0" data-target="advisor-${power}">${power}</span>`).join("")}
${most ? `<span class="bribe"><button type="button" id="bribe-less">−</button><output id="bribe" data-most="${most}">0</output><button type="button" id="bribe-more">+</button></span>` : ""}</div>
<p id="gain-preview" class="gain-preview" data-brings="Advisor # brings:" data-first="Choose an advisor."></p>`
      : ""
  }
<div class="strategy">${columns}</div></section>`;

const actions = [5, 4].flatMap((advisor) =>
  ["tax", "move"].flatMap((to) =>
    [0, 1, 2].map((bribe) => ({
      action: `place ${advisor} ${to} ${bribe}`,
      target: `advisor-${advisor} column-${to}`,
      label: `${advisor} to ${to}: ${advisor + bribe} coins`,
    })),
  ),
);
const openPlacing = (more = {}, options = {}) =>
  openTable({ beside: strategy(more), listed: actions }, { script: SCRIPT, ...options });
const sentActions = (page) => page.requests.map((request) => request.fields.action);
const landingSpace = (page, name) =>
  page.all(`#column-${name} .space`).findIndex((space) => space.classList.contains("is-landing"));
const pickedIds = (page) => page.all("#strategy .is-picked").map((one) => one.id);

test("an advisor is placed by choosing the advisor and then a column", async () => {
  const page = await openPlacing();
  assert.equal(page.text("#gain-preview"), "Choose an advisor.");
  await page.click("#advisor-5");
  assert.deepEqual(pickedIds(page), ["advisor-5"]);
  assert.deepEqual(sentActions(page), []);
  await page.click("#column-move");
  assert.deepEqual(sentActions(page), ["place 5 move 0"]);
});

test("an advisor is placed by choosing the column first, also by keyboard", async () => {
  const page = await openPlacing();
  const event = await page.press("Enter", { on: "#column-tax" });
  assert.equal(event.defaultPrevented, true);
  assert.deepEqual(pickedIds(page), ["column-tax"]);
  await page.press(" ", { on: "#advisor-4" });
  assert.deepEqual(sentActions(page), ["place 4 tax 0"]);
});

test("a preview shows the advisor above all weaker ones, which move down", async () => {
  const page = await openPlacing();
  await page.click("#advisor-4");
  assert.equal(landingSpace(page, "tax"), 1, "an equal advisor stays above");
  assert.equal(landingSpace(page, "move"), 0);
  assert.deepEqual(
    page.all(".is-yielding").map((one) => one.id),
    ["space-tax-1"],
  );
  assert.equal(page.find("#space-tax-1").dataset.who, "4");
  await page.click("#bribe-more");
  assert.equal(landingSpace(page, "tax"), 0);
  assert.equal(page.find("#space-tax-0").dataset.who, "4+1");
});

test("the gains of an advisor are shown for all columns, or for the hovered one", async () => {
  const page = await openPlacing();
  await page.click("#advisor-5");
  assert.equal(page.text("#gain-preview"), "Advisor 5 brings: 5 coins · 5 coins");
  await page.click("#bribe-more");
  assert.equal(page.text("#gain-preview"), "Advisor 5+1 brings: 6 coins · 6 coins");
  await page.hover("#column-move");
  assert.equal(page.text("#gain-preview"), "5 to move: 6 coins");
  await page.hover("#status");
  assert.equal(page.text("#gain-preview"), "Advisor 5+1 brings: 6 coins · 6 coins");
});

test("a touch does not change the shown gains", async () => {
  const page = await openPlacing({}, { touch: true });
  await page.click("#advisor-5");
  page.mouse(page.find("#column-move"), "pointerover", { pointerType: "touch" });
  assert.equal(page.text("#gain-preview"), "Advisor 5 brings: 5 coins · 5 coins");
});

test("the bribe ranges from zero to the player's coins and is sent with the advisor", async () => {
  const page = await openPlacing();
  assert.equal(page.find("#bribe-less").disabled, true);
  await page.click("#bribe-more");
  await page.click("#bribe-more");
  assert.equal(page.text("#bribe"), "2");
  assert.equal(page.find("#bribe-more").disabled, true);
  await page.click("#bribe-less");
  await page.click("#advisor-5");
  await page.click("#column-move");
  assert.deepEqual(sentActions(page), ["place 5 move 1"]);
});

test("a second click on the advisor, or Escape, clears the selection", async () => {
  const page = await openPlacing();
  await page.click("#advisor-5");
  await page.click("#advisor-5");
  assert.deepEqual(pickedIds(page), []);
  await page.click("#column-tax");
  await page.click("#bribe-more");
  await page.press("Escape");
  assert.deepEqual([pickedIds(page), page.text("#bribe")], [[], "0"]);
});

test("the last advisor is selected automatically", async () => {
  const page = await openPlacing({ advisors: [4] });
  assert.deepEqual(pickedIds(page), ["advisor-4"]);
  await page.click("#column-move");
  assert.deepEqual(sentActions(page), ["place 4 move 0"]);
});

test("No resets the bribe", async () => {
  const asked =
    '<div class="confirmation" id="confirmation" data-decision-start="10"><button type="button" id="cancel-move">No</button></div>';
  const page = await openTable({ asked, beside: strategy(), listed: actions }, { script: SCRIPT });
  await page.click("#advisor-5");
  await page.click("#bribe-more");
  await page.click("#cancel-move");
  assert.equal(page.text("#bribe"), "0");
  assert.equal(page.find("#space-move-0").dataset.who, "5");
});

test("the selection stays while others act and is cleared at a new question", async () => {
  const page = await openPlacing();
  await page.click("#advisor-5");
  await page.update({ number: 11, decisionStart: 10, beside: strategy(), listed: actions });
  assert.deepEqual(pickedIds(page), ["advisor-5"]);
  await page.click("#status");
  await page.passTime(0);
  assert.deepEqual(pickedIds(page), ["advisor-5"], "a click elsewhere clears only the page's own marks");
  await page.update({ number: 12, beside: strategy(), listed: actions });
  assert.deepEqual(pickedIds(page), []);
  await page.update({ number: 13, beside: strategy({ advisors: null }), choices: ["pass"] });
  await page.click("#column-tax");
  assert.deepEqual(sentActions(page), []);
});

test("on a phone a tap enlarges the small map while advisors are placed", async () => {
  const page = await openPlacing({}, { narrow: true, touch: true });
  await page.tap("#board");
  assert.equal(page.has("#board.is-opened"), true);
  await page.tap("#board");
  assert.equal(page.has("#board.is-opened"), false);
});

// Moving.
const region = (name, { ruler = "", ...more } = {}) =>
  place({
    id: `region-${name.toLowerCase()}`,
    label: name,
    "data-ruler": ruler,
    "data-name": name,
    "data-zoom": "0 0 100 100",
    ...more,
  });
const target = (name) => ({ target: `region-${name.toLowerCase()}` });
const map = (kiev = {}) =>
  region("Kiev", { ...target("Kiev"), ...kiev }) +
  region("Polotsk", { ...target("Polotsk"), "data-destination-only": "" }) +
  region("Rostov") +
  place({ id: "region-brest", label: "Brest, not in play" });
const way = { action: "move kiev polotsk", target: "region-kiev region-polotsk", label: "Kiev to Polotsk" };
const chernigov = { action: "move kiev chernigov", target: "region-kiev region-chernigov", label: "Kiev to Chernigov" };
const beside = strategy({ advisors: null });
const boxes = { "#board, #board > svg": [0, 0, 800, 800] };
const openMoving = (options = {}) =>
  openTable(
    { board: map() + region("Chernigov", target("Chernigov")), beside, listed: [way, chernigov, "pass"] },
    { script: SCRIPT, boxes, ...options },
  );

test("the page lists where a selected figure may go", async () => {
  const page = await openMoving();
  await page.click("#region-kiev");
  await page.passTime(10);
  assert.equal(page.text("#move-hint"), "From Kiev: Polotsk, Chernigov (Esc).");
  await page.press("Escape");
  await page.passTime(10);
  assert.equal(page.has("#move-hint"), false);
});

test("a click on an illegal region keeps the figure selected and explains why", async () => {
  const page = await openMoving({ touch: true });
  await page.click("#region-kiev");
  await page.passTime(10);
  await page.click("#region-rostov");
  assert.match(page.text("#move-hint"), /^Not to Rostov\. From Kiev/);
  await page.click("#region-brest");
  assert.match(page.text("#move-hint"), /^Brest, not in play\. From Kiev/);
  assert.equal(page.has("#region-kiev.is-picked"), true);
  await page.click("#region-polotsk");
  assert.deepEqual(sentActions(page), ["move kiev polotsk"]);
});

test("a figure that would arrive is announced first", async () => {
  const page = await openMoving();
  await page.press("Enter", { on: "#region-polotsk" });
  await page.passTime(10);
  assert.equal(page.text("#move-hint"), "Kiev to Polotsk: choose Polotsk again");
  assert.deepEqual(sentActions(page), []);
  await page.press("Enter");
  assert.deepEqual(sentActions(page), ["move kiev polotsk"]);
});

test("the page asks whom to attack if there are several", async () => {
  const attacks = ["rebels", "1"].map((foe) => ({
    action: `attack_${foe} kiev`,
    target: "region-kiev",
    label: `Attack ${foe}`,
  }));
  const page = await openTable({ board: map(), beside, choices: [...attacks, "pass"] }, { script: SCRIPT, boxes });
  await page.click("#region-kiev");
  await page.passTime(10);
  assert.equal(page.text("#move-hint"), "Whom in Kiev?");
});

test("a button that was narrowed down on the map needs no confirmation", async () => {
  const attacks = ["rebels", "1"].map((foe) => ({
    action: `attack_${foe} kiev`,
    target: "region-kiev",
    label: `Attack ${foe}`,
  }));
  const page = await openTable({ board: map(), beside, choices: [...attacks, "pass"] }, { script: SCRIPT, boxes });
  await page.click("#region-kiev");
  await page.click("[id='do-attack_1-kiev']");
  assert.deepEqual([page.request.fields.action, page.request.fields.confirmed], ["attack_1 kiev", "attack_1 kiev"]);
});

test("a new ruler of a region is shown in the recap", async () => {
  const last = recapPart([{ who: "Ben", lines: ["A troop."] }]);
  const page = await openTable(
    { board: map({ "data-ruler": "0" }), beside, choices: ["pass"], last },
    { script: SCRIPT },
  );
  await page.update({ board: map({ "data-ruler": "1" }), number: 11, beside, choices: ["pass"], last });
  assert.deepEqual(page.texts("#recap .now-rules"), ["Ben now rules Kiev."]);
  await page.update({ board: map({ "data-ruler": "" }), number: 12, beside, choices: ["pass"], last });
  assert.deepEqual(page.texts("#recap .now-rules"), ["Nobody rules Kiev now."]);
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 13 });
  await page.update({ board: map({ "data-ruler": "" }), number: 13, beside, choices: ["pass"], last });
  assert.deepEqual(page.texts("#recap .now-rules"), [], "it was shown before the viewer's last action");
});

test("special characters in a name are shown as they are", async () => {
  const strip = [{ name: "Ann" }, { name: "$& #" }];
  const last = recapPart([]);
  const page = await openTable({ board: map(), beside, strip, choices: ["pass"], last }, { script: SCRIPT });
  await page.update({ board: map({ "data-ruler": "1" }), number: 11, beside, strip, choices: ["pass"], last });
  assert.deepEqual(page.texts("#recap .now-rules"), ["$& # now rules Kiev."]);
});

test("the inspect card of a marked region explains the mark", async () => {
  const log = [{ text: "Ben moves.", places: "region-rostov", by: 1, fresh: true }];
  const page = await openTable({ board: map(), beside, log }, { script: SCRIPT });
  await page.passTime(310);
  assert.equal(page.find("#region-rostov").dataset.changeReason, "It happened here.");
  await page.update({ board: map(), number: 11, beside });
  await page.passTime(50);
  assert.equal(page.find("#region-rostov").dataset.changeReason, undefined);
});

// Open a table where the user has to choose between decks that are `top` pixels down the page.
async function drawFrom(top) {
  const decks =
    '<section id="decks"><div id="deck-1" role="button" tabindex="0" data-target="deck-1">Deck</div></section>';
  const there = { "#game-panel": [900, 100, 500, 400], "#decks": [900, top, 500, 100] };
  const page = await openTable({ board: map(), beside, choices: ["pass"] }, { script: SCRIPT, boxes: there });
  await page.update({
    board: map(),
    number: 11,
    beside: beside + decks,
    choices: [{ action: "draw", target: "deck-1" }, "pass"],
  });
  return page;
}

test("the panel scrolls to decks that can be chosen, and back", async () => {
  const page = await drawFrom(700);
  assert.equal(page.find("#game-panel").scrollTop, 306);
  await page.update({ board: map(), number: 12, beside, choices: ["pass"] });
  assert.equal(page.find("#game-panel").scrollTop, 0);
});

test("the panel stays where decks that can be chosen are in sight", async () => {
  const page = await drawFrom(300);
  assert.equal(page.find("#game-panel").scrollTop, 0);
});
