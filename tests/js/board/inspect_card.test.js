import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const now = {
  places: "land- card-",
  board: place({ id: "land-a" }) + place({ id: "land-b", target: "land-b" }),
  hand: '<div id="card-1" class="card" data-about="card-1" tabindex="0">Card</div><p>words</p>',
  choices: [{ action: "build b", target: "land-b" }, "pass"],
};
const about = (name) => `<p class="title">${name}</p><p>What it does.</p>`;
const serve = {
  "/table/t1/place/land-a": about("Land A"),
  "/table/t1/place/land-b": about("Land B"),
  "/table/t1/place/card-1": about("Card 1"),
  "/table/t1/place/player-1": about("Ben"),
  "/table/t1/choice/build%20b": '<ul class="effects"><li>+2 points</li></ul>',
};
const boxes = {
  "#inspect-card": [0, 0, 200, 100],
  "#board": [0, 0, 800, 800],
  "#land-a": [300, 300, 40, 40],
  "#land-b": [500, 500, 40, 40],
  "#sidebar": [800, 0, 640, 900],
  "#card-1": [900, 600, 100, 150],
  "#do-build-b": [900, 200, 120, 40],
  "#do-pass": [900, 250, 120, 40],
};
const openPage = (more = {}, options = {}) => openTable({ ...now, ...more }, { serve, boxes, ...options });
const cardText = (page) =>
  page.find("#inspect-card").isOpenPopover ? page.text("#inspect-card .title, #inspect-card .effects") : "";

test("hovering over a place for a moment shows its explanation", async () => {
  const page = await openPage();
  await page.hover("#land-a");
  await page.passTime(450);
  assert.equal(cardText(page), "");
  await page.passTime(60);
  assert.equal(cardText(page), "Land A");
  await page.hover("#turn-head");
  await page.passTime(260);
  assert.equal(cardText(page), "");
});

test("passing over a place shows nothing", async () => {
  const page = await openPage();
  await page.hover("#land-a");
  await page.passTime(300);
  await page.hover("#turn-head");
  await page.passTime(1000);
  assert.equal(cardText(page), "");
  assert.deepEqual(
    page.fetched.filter(({ path }) => path.includes("/place/")),
    [],
  );
});

test("hovering over a button shows its effects", async () => {
  const page = await openPage();
  await page.hover("#do-build-b");
  await page.passTime(520);
  assert.equal(cardText(page), "+2 points");
});

test("no card opens if the server knows nothing", async () => {
  const page = await openPage();
  await page.hover("#do-pass");
  await page.passTime(520);
  assert.equal(cardText(page), "");
});

test("hovering over a player in the strip shows the player's state", async () => {
  const page = await openPage();
  await page.hover("#side-1");
  await page.passTime(520);
  assert.equal(cardText(page), "Ben");
});

test("the reason of a mark is shown below the title", async () => {
  const page = await openPage();
  page.find("#land-a").dataset.changeReason = "Taken by Ben.";
  await page.hover("#land-a");
  await page.passTime(520);
  assert.equal(page.text("#inspect-card .title + .change-reason"), "Taken by Ben.");
});

test("Escape, the wheel, or a click elsewhere closes the card", async () => {
  const acts = [
    (page) => page.press("Escape"),
    (page) => page.dispatch(page.find("#land-a"), "wheel"),
    (page) => page.click("#turn-head"),
  ];
  for (const act of acts) {
    const page = await openPage();
    await page.hover("#land-a");
    await page.passTime(520);
    await act(page);
    assert.equal(cardText(page), "");
  }
});

test("news close the card", async () => {
  const page = await openPage();
  await page.hover("#land-a");
  await page.passTime(520);
  await page.update({ ...now, number: 11 });
  assert.equal(cardText(page), "");
});

test("a click on a place without an action shows its explanation at once", async () => {
  const page = await openPage();
  await page.click("#land-a");
  assert.equal(cardText(page), "Land A");
  const other = await openPage();
  await other.click("#land-b");
  assert.equal(cardText(other), "", "there it is a move");
});

test("the question mark, or keeping the focus, shows the explanation", async () => {
  const page = await openPage();
  page.find("#land-b").focus();
  await page.press("?");
  assert.equal(cardText(page), "Land B");
  page.find("#card-1").focus();
  assert.equal(cardText(page), "");
  await page.passTime(1010);
  assert.equal(cardText(page), "Card 1");
});

test("a place that appears under a resting pointer is not explained until the pointer moves", async () => {
  const page = await openPage();
  const at = { clientX: 320, clientY: 320 };
  page.mouse(page.find("#turn-head"), "pointerdown", at);
  await page.hover("#land-a", at);
  await page.passTime(900);
  assert.equal(cardText(page), "");
  page.mouse(page.find("#land-a"), "pointermove", { clientX: 328, clientY: 320 });
  await page.passTime(520);
  assert.equal(cardText(page), "Land A");
});

test("a late answer is not shown", async () => {
  let answer;
  const page = await openPage(
    {},
    { serve: { ...serve, "/table/t1/place/land-a": () => new Promise((done) => (answer = done)) } },
  );
  await page.hover("#land-a");
  await page.passTime(520);
  await page.hover("#land-b");
  await page.passTime(520);
  answer(about("Land A"));
  await page.passTime(10);
  assert.equal(cardText(page), "Land B");
});

const rectangle = (page) => {
  const { left, top } = page.find("#inspect-card").style;
  const [x, y] = [parseFloat(left), parseFloat(top)];
  return { left: x, top: y, right: x + 200, bottom: y + 100 };
};
const areApart = (one, other) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

test("the card covers neither its place nor other targets", async () => {
  for (const [thing, beside] of [
    ["#land-a", "#land-b"],
    ["#card-1", "#do-pass"],
    ["#do-build-b", "#card-1"],
  ]) {
    const page = await openPage();
    await page.hover(thing);
    await page.passTime(520);
    const card = rectangle(page);
    assert.equal(areApart(card, page.find(thing).getBoundingClientRect()), true, thing);
    assert.equal(areApart(card, page.find(beside).getBoundingClientRect()), true, `${thing} and ${beside}`);
    assert.equal(
      card.left >= 8 && card.top >= 8 && card.right <= 1432 && card.bottom <= 892,
      true,
      "all of it is in the window",
    );
  }
});

test("on a phone the card is above or below its place", async () => {
  const narrow = {
    "#board": [0, 0, 390, 500],
    "#land-a": [180, 200, 40, 40],
    "#land-b": [300, 420, 40, 40],
    "#inspect-card": [0, 0, 200, 100],
  };
  const page = await openPage({}, { narrow: true, touch: true, boxes: narrow });
  await page.hold("#land-a");
  const card = rectangle(page);
  assert.equal(card.bottom <= 200 || card.top >= 240, true);
});

test("a click on the card presses the target below it", async () => {
  const page = await openPage({}, { boxes: { ...boxes, "#inspect-card": [300, 300, 400, 400] } });
  await page.hover("#land-a");
  await page.passTime(520);
  page.layout.set({ "#inspect-card": (tip) => (tip.isOpenPopover ? [480, 480, 100, 100] : [0, 0, 0, 0]) });
  await page.click("#inspect-card .title", { clientX: 520, clientY: 520 });
  assert.equal(cardText(page), "");
  assert.equal(page.request.fields.action, "build b");
});

test("a link on the card works", async () => {
  const page = await openPage(
    {},
    { serve: { ...serve, "/table/t1/place/land-a": `${about("Land A")}<a href="#rule">Rule</a>` } },
  );
  await page.hover("#land-a");
  await page.passTime(520);
  const event = await page.click("#inspect-card a");
  assert.equal(event.defaultPrevented, false);
  assert.equal(cardText(page), "Land A");
});

test("no card opens where the game itself explains", async () => {
  const page = await openPage();
  page.find("#land-a").toggleAttribute("data-no-inspect-card", true);
  await page.hover("#land-a");
  await page.passTime(600);
  assert.equal(cardText(page), "");
});
