import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const SCRIPT = "regnum/games/khan/view/board.js";

// A board of four columns and three rows; cell "c2" is river. A tile of two squares, horizontal (way-e) or vertical
// (way-s). It must not cover the river ("a") and must cover a yurt ("b").
const LIE = { squares: "0,0,y 0,1,y", verdict: "..b" + "b" + ".aab" + "...b", gained: "a1:0 b1:1 a2:0 a3:0 b3:0 c3:0" };
const STAND = { squares: "0,0,y 1,0,y", verdict: "..a." + "..a." + "bbbb", gained: "a1:0 b1:0 d1:1 a2:0 b2:0 d2:0" };
const FORMS = { e: { ...LIE, turned: "s", flipped: "e" }, s: { ...STAND, turned: "e", flipped: "s" } };

const laying = ({
  start = "way-e a1",
  ways = 2,
} = {}) => `<g id="laying" role="application" tabindex="0" aria-label="Tile in hand" data-origin="0 0" data-cell="100" data-columns="abcd" data-rows="3" data-kinds="yyyyyywyyyyy" data-start="${start}" data-ways="${ways}" data-words="Rotate (R)|Flip (F)|Lay here" data-why="the river is below: ~|there is no yurt of yours" data-gains="2 points for you.|2 points each for you and Ben.">
<rect class="field"></rect>${Object.entries(FORMS)
  .map(
    ([way, form]) => `<path id="reach-${way}" class="reach" data-form="way-${way}"></path>
<g id="form-${way}" class="form" data-form="way-${way}" data-turned="way-${form.turned}" data-flipped="way-${form.flipped}" data-squares="${form.squares}" data-verdict="${form.verdict}" data-gained="${form.gained}"><path class="ghost"></path><path class="cross"></path><path class="cross"></path></g>`,
  )
  .join("")}</g>`;
const cells = (way) =>
  [...FORMS[way].verdict].flatMap((sign, at) => (sign === "." ? [`${"abcd"[at % 4]}${Math.floor(at / 4) + 1}`] : []));
const choices = ["e", "s"].flatMap((way) =>
  cells(way).map((cell) => ({ action: `lay ${cell} ${way}`, target: `way-${way}` })),
);
const forms = `<section id="forms" class="block"><div class="forms">${["e", "s"].map((way) => `<div id="form-of-${way}" role="button" tabindex="0" data-target="way-${way}">${way}</div>`).join("")}</div></section>`;

const boxes = { "#laying, #laying .field, #board > svg": [0, 0, 400, 300], "#board": [0, 0, 400, 360] };
const openLaying = (more = {}, options = {}) =>
  openTable(
    {
      map: { class: "board-khan", "data-steady": "" },
      places: "cell- tile- ruler- card- special- invade-",
      board: laying(more),
      hand: forms,
      listed: choices,
    },
    { script: SCRIPT, boxes, ...options },
  );

const status = (page) => page.text(".laying-bar p");
const placement = (page) => [page.find(".form.is-current").dataset.form, status(page).split(":")[0]];
const sentActions = (page) => page.requests.map((request) => request.fields.action);
const at = (column, row) => ({ clientX: 100 * column + 50, clientY: 100 * row + 50 });
const movePointer = (page, column, row) => page.mouse(page.find("#laying .field"), "pointermove", at(column, row));

test("a tile starts at its first legal place, with the gains shown", async () => {
  const page = await openLaying();
  assert.deepEqual(placement(page), ["way-e", "a1"]);
  assert.equal(status(page), "a1: 2 points for you.");
  assert.equal(page.find(".laying-bar p").className, "is-legal");
  assert.deepEqual(page.texts(".laying-bar button"), ["Rotate (R)", "Flip (F)", "Lay here"]);
  assert.equal(page.has("#form-of-e.is-current[aria-current]"), true);
  assert.equal(page.has("#reach-e.is-current"), true);
});

test("the tile follows the pointer and shows why a place is illegal", async () => {
  const page = await openLaying();
  movePointer(page, 2, 1);
  assert.deepEqual(placement(page), ["way-e", "c2"]);
  assert.equal(status(page), "c2: the river is below: c2");
  assert.equal(page.find(".laying-bar p").className, "is-illegal");
  assert.equal(page.find(".laying-bar .lay").getAttribute("aria-disabled"), "true");
  assert.deepEqual(
    page.all("#form-e .cross").map((cross) => cross.classList.contains("is-wrong")),
    [true, false],
  );
  await page.click("#laying", { ...at(2, 1), detail: 1 });
  assert.deepEqual(page.requests, [], "the tile is not laid");
});

test("the tile stays within the grid", async () => {
  const page = await openLaying();
  movePointer(page, 3, 0);
  assert.equal(placement(page)[1], "c1");
  await page.press("ArrowRight", { on: "#laying" });
  assert.equal(placement(page)[1], "c1");
});

test("a click lays the tile, the second click of a double click does not", async () => {
  const page = await openLaying();
  movePointer(page, 0, 2);
  await page.click("#laying", { ...at(0, 2), detail: 2 });
  assert.deepEqual(sentActions(page), []);
  await page.click("#laying", at(0, 2));
  assert.deepEqual(sentActions(page), ["lay a3 e"]);
});

test("arrow keys move the tile, and Enter lays it, wherever the last click was", async () => {
  const page = await openLaying();
  await page.click("#prompt");
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  await page.press("ArrowRight");
  await page.press("ArrowLeft");
  await page.press("ArrowRight");
  assert.equal(placement(page)[1], "b3");
  await page.press("ArrowUp");
  await page.press("ArrowDown");
  const event = await page.press("Enter", { on: "#laying" });
  assert.equal(event.defaultPrevented, true);
  assert.deepEqual(sentActions(page), ["lay b3 e"]);
});

test("Space also lays the tile, and keys on a button belong to the button", async () => {
  const page = await openLaying();
  await page.press("ArrowDown", { on: "#do-lay-a1-e" });
  assert.equal(placement(page)[1], "a1");
  await page.press(" ", { on: "#laying" });
  assert.deepEqual(sentActions(page), ["lay a1 e"]);
});

test("R, F and buttons rotate and flip the tile on any keyboard layout", async () => {
  const page = await openLaying();
  const first = page.find(".form.is-current").style.transform;
  await page.press("r");
  assert.equal(placement(page)[0], "way-s");
  await page.press("к", { code: "KeyR" });
  assert.equal(placement(page)[0], "way-e");
  assert.equal(page.find(".form.is-current").style.transform, first);
  await page.press("f");
  await page.press("а", { code: "KeyF" });
  await page.click(".laying-bar .rotate");
  await page.click(".laying-bar .flip");
  assert.equal(placement(page)[0], "way-s");
  await page.press("r", { ctrlKey: true });
  assert.equal(placement(page)[0], "way-s", "Ctrl+R is the browser's");
  assert.deepEqual(page.requests, []);
});

test("a full rotation brings the tile back to its place", async () => {
  const page = await openLaying();
  movePointer(page, 2, 0);
  assert.deepEqual(placement(page), ["way-e", "b1"]);
  await page.press("r");
  await page.press("r");
  assert.deepEqual(placement(page), ["way-e", "b1"]);
});

test("a click on a form selects it and lays nothing", async () => {
  const page = await openLaying();
  await page.click("#form-of-s");
  assert.equal(placement(page)[0], "way-s");
  assert.deepEqual(page.requests, []);
});

test("a symmetric tile has no buttons for turning or flipping", async () => {
  const visible = async (ways) => {
    const page = await openLaying({ ways });
    return [".rotate", ".flip"].map((name) => !page.find(`.laying-bar ${name}`).hidden);
  };
  assert.deepEqual(await visible(0), [false, false]);
  assert.deepEqual(await visible(1), [true, false]);
  assert.deepEqual(await visible(2), [true, true]);
});

test("a tap moves the tile, a tap on the tile lays it", async () => {
  const page = await openLaying({}, { touch: true });
  await page.tap("#laying", at(1, 2));
  assert.deepEqual(page.requests, []);
  await page.tap("#laying", at(1, 2));
  assert.equal(sentActions(page).length, 1);
  assert.match(sentActions(page)[0], /^lay [ab]3 e$/);
});

test("the pointer holds the tile by another square if it fits only so", async () => {
  const page = await openLaying();
  movePointer(page, 3, 2);
  assert.equal(status(page), "c3: 2 points for you.");
});

test("the button of the bar lays the tile", async () => {
  const page = await openLaying();
  await page.click(".laying-bar .lay");
  assert.deepEqual(sentActions(page), ["lay a1 e"]);
});

test("the tile keeps its form and place while others act", async () => {
  const page = await openLaying();
  await page.press("r");
  await page.press("ArrowRight", { on: "#laying" });
  assert.deepEqual(placement(page), ["way-s", "b1"]);
  await page.update({ board: laying(), number: 10, decisionStart: 10, hand: forms, listed: choices });
  assert.deepEqual(placement(page), ["way-s", "b1"]);
  await page.update({ board: "", number: 12, choices: ["pass"] });
  assert.equal(page.has(".laying-bar"), false);
});

// Conquests.
const spots = (target) =>
  `<g class="spots"><use id="spot-b1" role="button" tabindex="0" data-target="${target}" data-about="cell-b1"></use></g>`;

test("a click on a yurt takes the best tile and places it over the yurt", async () => {
  const page = await openTable(
    {
      map: { class: "board-khan" },
      board: spots("conquest"),
      choices: [{ action: "conquer", target: "conquest" }, "pass"],
    },
    { script: SCRIPT, boxes },
  );
  await page.click("#spot-b1");
  assert.deepEqual(sentActions(page), ["conquer"]);
  await page.request.answer({ entryCount: 11 });
  await page.update({
    board: spots("tile-I2"),
    number: 11,
    choices: [
      { action: "take I2", target: "tile-I2" },
      { action: "take I3", target: "tile-I3" },
    ],
  });
  assert.deepEqual(sentActions(page), ["conquer", "take I2"]);
  await page.request.answer({ entryCount: 12 });
  page.dispatch(page.document, "htmx:afterSettle");
  await page.passTime(0);
  assert.deepEqual(sentActions(page), ["conquer", "take I2"], "once");
  await page.update({ board: laying({ start: "way-e a3" }), number: 12, hand: forms, listed: choices });
  assert.deepEqual(placement(page), ["way-e", "b1"]);
  assert.equal(page.find(".laying-bar p").className, "is-legal");
});

// Cards.
const CARDS = `<section id="hand" class="block hand"><div class="cards"><div id="card-1" class="khan-card" role="button" tabindex="0" data-target="card-1" data-asks="Your card: choose a cell.">1</div><div id="card-2" class="khan-card" role="button" tabindex="0" data-target="card-2" data-asks="Your other card: choose a cell.">2</div></div></section>
<section id="specials"><div class="specials" data-words="Play it|Not this card"><div id="special-scout" class="khan-card special" title="Look at the pile." data-name="Scout" role="button" tabindex="0" data-target="special-scout" data-last="It is your last one.">Scout</div></div></section>`;
const invasionCells = `<g id="invading" class="spots" data-words="Choose the free cell for your yurt.|Not this card">${[
  ["a1", "1"],
  ["b1", "1 2"],
]
  .map(
    ([cell, cards]) =>
      `<use id="invade-${cell}" class="invade" role="button" tabindex="0" aria-label="${cell}" data-cell="cell-${cell}" data-about="invade-${cell}" data-cards="${cards}" data-needs-second-tap=""></use>`,
  )
  .join(
    "",
  )}</g><g id="second-click"><use></use><g class="spoken"><rect></rect><text data-final="Tap again: final">Tap again</text></g></g>`;
const cardChoices = [
  { action: "invade 1", target: "card-1" },
  { action: "invade 2", target: "card-2" },
  { action: "play scout", target: "special-scout" },
  "pass",
];
const ownTurn = {
  map: { class: "board-khan" },
  board: invasionCells,
  hand: CARDS,
  choices: cardChoices,
  prompt: "Act.",
};
const withCards = (options = {}) =>
  openTable(ownTurn, {
    script: SCRIPT,
    boxes: { ...boxes, ".invade": [100, 100, 60, 60], "#invade-b1": [200, 100, 60, 60] },
    ...options,
  });
const openCells = (page) => page.all(".invade.is-open").map((one) => one.id);

test("a card is played together with the cell for its yurt", async () => {
  const page = await withCards();
  await page.click("#card-1");
  assert.equal(status(page), "Choose the free cell for your yurt.");
  assert.equal(page.text("#prompt"), "Your card: choose a cell.");
  assert.deepEqual(openCells(page), ["invade-a1", "invade-b1"]);
  assert.equal(page.has("#board.is-choosing"), true);
  assert.deepEqual(sentActions(page), []);
  await page.click("#invade-a1");
  assert.deepEqual(sentActions(page), ["invade 1"]);
  await page.request.answer({ entryCount: 11 });
  await page.update({ board: "", number: 11, choices: ["pitch a1", "pitch b1"] });
  assert.deepEqual(sentActions(page), ["invade 1", "pitch a1"]);
});

test("another card shows its own cells, and a card can be put back", async () => {
  const page = await withCards();
  await page.click("#card-1");
  await page.press("Enter", { on: "#card-2" });
  assert.deepEqual(openCells(page), ["invade-b1"]);
  assert.equal(page.focus.id, "invade-b1", "the focus moves to the cells");
  assert.deepEqual(
    page.all(".khan-card.is-picked").map((one) => one.id),
    ["card-2"],
  );
  await page.press("Escape");
  assert.deepEqual([openCells(page), page.has(".laying-bar"), page.text("#prompt")], [[], false, "Act."]);
  await page.click("#card-1");
  await page.click(".laying-bar .cancel-button");
  assert.equal(page.has(".laying-bar, .invade.is-open, .is-picked"), false);
  await page.click("#card-1");
  await page.click("#card-1");
  assert.deepEqual(openCells(page), []);
  assert.deepEqual(sentActions(page), []);
});

test("a cell can be chosen by keyboard", async () => {
  const page = await withCards();
  await page.press("Enter", { on: "#card-2" });
  await page.press("Enter");
  assert.deepEqual(sentActions(page), ["invade 2"]);
});

test("a card stays selected while others act and after a click elsewhere", async () => {
  const page = await withCards();
  await page.click("#card-1");
  await page.click("#status");
  assert.deepEqual(openCells(page), ["invade-a1", "invade-b1"]);
  await page.update({ ...ownTurn, number: 11, decisionStart: 10 });
  assert.deepEqual(openCells(page), ["invade-a1", "invade-b1"]);
});

test("a special card is explained first and played by a button", async () => {
  const page = await withCards();
  await page.click("#special-scout");
  assert.equal(status(page), "Scout: Look at the pile. It is your last one.");
  assert.deepEqual(sentActions(page), []);
  await page.click(".laying-bar .cancel-button");
  assert.equal(page.has(".laying-bar"), false);
  await page.click("#special-scout");
  await page.click(".laying-bar .lay");
  assert.deepEqual(sentActions(page), ["play scout"]);
});

test("on a small board the first tap aims, and the bar names the cell", async () => {
  const small = {
    ...boxes,
    ".invade": [100, 100, 20, 20],
    "#invade-b1": [200, 100, 20, 20],
    "#second-click text": [0, 0, 80, 20],
  };
  const page = await withCards({ narrow: true, touch: true, boxes: small });
  await page.tap("#card-1");
  await page.tap("#invade-a1");
  assert.deepEqual(sentActions(page), []);
  assert.match(status(page), /^Tap again/);
  assert.equal(page.has("#second-click.is-current"), true, "the yurt is shown there");
  await page.tap("#invade-a1");
  assert.deepEqual(sentActions(page), ["invade 1"]);
});

test("the aimed cell has a label that stays within the board and warns of a final move", async () => {
  const final = invasionCells.replace('class="spots"', 'class="spots" data-final="There is no way back"');
  const small = {
    ...boxes,
    ".invade": [0, 100, 20, 20],
    "#invade-b1": [200, 100, 20, 20],
    "#second-click text": [0, 0, 80, 20],
  };
  const page = await openTable(
    { ...ownTurn, board: final },
    { script: SCRIPT, narrow: true, touch: true, boxes: small },
  );
  await page.tap("#card-1");
  await page.tap("#invade-a1");
  assert.equal(page.text("#second-click text"), "Tap again: final");
  assert.equal(page.find("#second-click").getAttribute("transform"), "translate(10 110)");
  const [, shift] = /translate\((\S+) /.exec(page.find("#second-click .spoken").getAttribute("transform"));
  assert.equal(10 + Number(shift) - 40 - 12 > 0, true, "all of it is on the board");
  await page.tap("#invade-b1");
  assert.equal(page.find("#second-click").getAttribute("transform"), "translate(210 110)");
  await page.press("Escape");
  assert.equal(page.has("#second-click.is-current"), false);
});

test("in the tutorial a card is played at once", async () => {
  const guide =
    '<div id="tutorial" class="tutorial" data-step="1" data-moves="invade 1" data-points=""><p class="tutorial-text">Invade.</p></div>';
  const page = await openTable({ ...ownTurn, guide }, { script: SCRIPT, boxes });
  await page.click("#card-1");
  assert.deepEqual(sentActions(page), ["invade 1"]);
});

// The final scoring.
const scoringSteps =
  '<g id="counting" data-words="Next|Close"><desc data-places="laid-1 laid-2">Ann: 3 + 2 = 5</desc><desc data-places="laid-3">Ben: 4</desc></g>';
const tiles = [1, 2, 3].map((number) => `<g id="laid-${number}" class="tile"></g>`).join("");
const countedTiles = (page) => page.all(".tile.is-counted").map((one) => one.id);
const endGame = async (options = {}) => {
  const page = await openTable(
    { map: { class: "board-khan" }, board: tiles, choices: ["pass"] },
    { script: SCRIPT, boxes, ...options },
  );
  await page.update({ board: tiles + scoringSteps, number: 12, final: "<p>Ann wins.</p>" });
  return page;
};

test("the final scoring starts by itself and advances step by step", async () => {
  const page = await endGame();
  assert.equal(status(page), "1/2 · Ann: 3 + 2 = 5");
  assert.deepEqual(countedTiles(page), ["laid-1", "laid-2"]);
  await page.passTime(3600);
  assert.equal(status(page), "2/2 · Ben: 4");
  assert.deepEqual(countedTiles(page), ["laid-3"]);
  await page.passTime(3600);
  assert.equal(page.has(".laying-bar, .is-counted, .is-counting"), false);
});

test("the final scoring advances by its button and can be closed", async () => {
  const page = await endGame({ reducedMotion: true });
  await page.passTime(20_000);
  assert.equal(status(page), "1/2 · Ann: 3 + 2 = 5", "with reduced motion nothing advances by itself");
  await page.click(".laying-bar .next");
  assert.equal(status(page), "2/2 · Ben: 4");
  await page.click(".laying-bar .cancel-button");
  assert.equal(page.has(".laying-bar, .is-counted, .is-counting"), false);
});

test("a page that is opened after the end shows no scoring", async () => {
  const page = await openTable(
    { map: { class: "board-khan" }, board: tiles + scoringSteps, final: "<p>Ann wins.</p>" },
    { script: SCRIPT, boxes },
  );
  assert.equal(page.has(".laying-bar"), false);
});

test("choosing a card scrolls to the board", async () => {
  const page = await withCards({ narrow: true });
  page.layout.scrollTo(300);
  await page.click("#card-1");
  assert.equal(page.find("#board").getBoundingClientRect().top, 0);
});

test("a conquest that is given up takes no tile", async () => {
  const page = await openTable(
    {
      map: { class: "board-khan" },
      board: spots("conquest"),
      choices: [{ action: "conquer", target: "conquest" }, "pass"],
    },
    { script: SCRIPT, boxes },
  );
  await page.click("#spot-b1");
  await page.request.answer({ entryCount: 11 });
  await page.click("#do-pass");
  await page.update({
    board: spots("tile-I2"),
    number: 11,
    choices: [{ action: "take I2", target: "tile-I2" }, "pass"],
  });
  assert.deepEqual(sentActions(page).includes("take I2"), false);
});

test("a tile that fits nowhere over the yurt starts at its first legal place", async () => {
  const nowhere = `<g class="spots"><use id="spot-d3" role="button" tabindex="0" data-target="tile-I2" data-about="cell-d3"></use></g>`;
  const page = await openTable(
    { map: { class: "board-khan" }, board: nowhere, choices: [{ action: "take I2", target: "tile-I2" }, "pass"] },
    { script: SCRIPT, boxes },
  );
  await page.click("#spot-d3");
  await page.request.answer({ entryCount: 11 });
  const bare = laying().replaceAll(/data-verdict="[^"]*"/g, 'data-verdict=".bbbbbbbbbbb"');
  await page.update({ board: bare, number: 11, hand: forms, listed: choices });
  assert.equal(placement(page)[1], "a1");
});
