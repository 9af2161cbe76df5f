import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const WHOLE = "0 0 1000 1000";
const view = (page) => page.find("#board > svg").getAttribute("viewBox").split(" ").map(Number);
const isWhole = (page) => page.find("#board > svg").getAttribute("viewBox") === WHOLE;
const spot = (name, more = {}) => place({ id: `land-${name}`, target: name, label: `Land ${name}`, ...more });
const choices = ["a", "b", "c"].map((name) => ({ action: `build ${name}`, target: name, label: `Build ${name}` }));
const box = (size) => ({ "#board": [0, 0, size, size], "#board > svg": [0, 0, size, size] });

const openDesktop = (now = {}) => openTable({ board: spot("a") + spot("b"), choices, ...now }, { boxes: box(800) });

test("buttons zoom in and out", async () => {
  const page = await openDesktop();
  await page.click("#zoom-in");
  assert.equal(Math.round(view(page)[2]), 667);
  assert.equal(page.isVisible("#show-whole-map"), true);
  await page.click("#zoom-in");
  await page.click("#zoom-out");
  assert.equal(Math.round(view(page)[2]), 667);
  await page.click("#show-whole-map");
  assert.equal(isWhole(page), true);
  assert.equal(page.isVisible("#show-whole-map"), false);
});

test("keys zoom, pan and reset the board", async () => {
  const page = await openDesktop();
  const right = await page.press("ArrowRight", { on: "#land-a" });
  assert.equal(right.defaultPrevented, false, "the whole board does not pan, the page may scroll");
  await page.press("+");
  await page.press("+");
  const near = view(page);
  assert.equal(Math.round(near[2]), 444);
  const left = await page.press("ArrowLeft");
  assert.equal(left.defaultPrevented, true);
  assert.equal(view(page)[0] < near[0], true);
  await page.press("-");
  assert.equal(Math.round(view(page)[2]), 667);
  await page.press("0");
  assert.equal(isWhole(page), true);
});

test("the wheel zooms if the page does not scroll", async () => {
  const wheel = (page, more = {}) => {
    const event = new page.window.WheelEvent("wheel", {
      deltaY: -300,
      bubbles: true,
      cancelable: true,
      clientX: 400,
      clientY: 400,
      view: page.window,
      ...more,
    });
    page.find("#board > svg").dispatchEvent(event);
  };
  const page = await openDesktop();
  wheel(page);
  assert.equal(view(page)[2] < 900, true);
  const phone = await openTable({ board: spot("a"), choices }, { narrow: true, boxes: box(390) });
  wheel(phone);
  assert.equal(isWhole(phone), true);
  wheel(phone, { ctrlKey: true });
  assert.equal(isWhole(phone), false, "with Ctrl it does");
});

test("dragging moves a zoomed board and selects nothing", async () => {
  const page = await openDesktop();
  await page.click("#zoom-in");
  const near = view(page);
  const svg = page.find("#board > svg");
  const mouse = (type, clientX, target = svg) =>
    target.dispatchEvent(
      new page.window.MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 400, view: page.window }),
    );
  mouse("mousedown", 400);
  mouse("mousemove", 490, page.window);
  mouse("mouseup", 490, page.window);
  assert.equal(view(page)[0] < near[0], true);
  assert.equal(view(page)[2], near[2]);
  assert.deepEqual(page.requests, []);
});

test("a resize shows the whole board", async () => {
  const page = await openDesktop();
  await page.click("#zoom-in");
  page.layout.set(box(600));
  page.notifyResizeObservers();
  assert.equal(isWhole(page), true);
});

// On a phone.
const small = { "#land-a": [100, 100, 20, 20], "#land-b": [200, 200, 20, 20], "#land-c": [300, 300, 60, 60] };
const zoomable = ["a", "b", "c"]
  .map((name, at) => spot(name, { "data-zoom": `${250 * at} ${250 * at} 250 250` }))
  .join("");
const aimable = ["a", "b", "c"].map((name) => spot(name, { "data-needs-second-tap": "" })).join("");
const openPhone = (board, options = {}) =>
  openTable(
    { board, choices },
    {
      narrow: true,
      touch: true,
      boxes: { ...box(390), ...small, ".hit": (hit) => small[`#${hit.parentElement.id}`] },
      ...options,
    },
  );
const sentActions = (page) => page.requests.map((request) => request.fields.action);

test("a tap on a small place zooms in, the next one takes it", async () => {
  const page = await openPhone(zoomable);
  await page.tap("#land-a");
  assert.equal(isWhole(page), false);
  assert.deepEqual(sentActions(page), []);
  assert.equal(page.text("#tap-again"), "Tap again: Build a");
  await page.tap("#land-a");
  assert.deepEqual(sentActions(page), ["build a"]);
});

test("the tapped place stays under the finger", async () => {
  const page = await openPhone(zoomable);
  await page.tap("#land-a", { clientX: 110, clientY: 110 });
  const [x, y, width] = view(page);
  const under = ([at, from]) => ((at / 390) * 1000 - from) / width;
  assert.equal(Math.round(under([110, x]) * 390), 110);
  assert.equal(Math.round(under([110, y]) * 390), 110);
});

test("a tap on another place only aims there", async () => {
  const page = await openPhone(zoomable);
  await page.tap("#land-a");
  await page.tap("#land-b");
  assert.deepEqual(sentActions(page), []);
  assert.equal(page.text("#tap-again"), "Tap again: Build b");
  assert.equal(page.has("#land-b.is-pointed"), true);
  assert.equal(page.has("#land-a.is-pointed"), false);
  await page.tap("#land-b");
  assert.deepEqual(sentActions(page), ["build b"]);
});

test("a place that is large enough is taken at once", async () => {
  for (const board of [zoomable, aimable]) {
    const page = await openPhone(board);
    await page.tap("#land-c");
    assert.deepEqual(sentActions(page), ["build c"]);
    assert.equal(isWhole(page), true);
  }
});

test("aiming does not zoom if the place says so", async () => {
  const page = await openPhone(aimable);
  await page.tap("#land-a");
  assert.equal(isWhole(page), true);
  assert.equal(page.has("#board.is-tapped"), true);
  await page.tap("#land-b");
  assert.equal(page.text("#tap-again"), "Tap again: Build b");
  await page.tap("#land-b");
  assert.deepEqual(sentActions(page), ["build b"]);
});

test("a tap elsewhere, Escape, or undo clears the aim", async () => {
  const parts = { parts: [{ label: "Kiev" }] };
  for (const act of [(page) => page.tap("#status"), (page) => page.press("Escape"), (page) => page.tap("#do-undo")]) {
    const page = await openTable(
      { board: aimable, choices, ...parts },
      {
        narrow: true,
        touch: true,
        boxes: { ...box(390), ...small, ".hit": (hit) => small[`#${hit.parentElement.id}`] },
      },
    );
    await page.tap("#land-a");
    assert.equal(page.has("#board.is-tapped"), true);
    await act(page);
    assert.equal(page.has("#board.is-tapped"), false);
  }
});

test("a final move is aimed at first on a board of any size, with a warning", async () => {
  const final = spot("a", { "data-needs-second-tap": "", "data-final": "There is no way back" });
  const page = await openDesktop({ board: final + spot("b") });
  page.layout.set({ ".hit": [100, 100, 90, 90] });
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), []);
  assert.equal(page.text("#tap-again"), "Click again: Build a. There is no way back");
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), ["build a"]);
});

test("a final move needs no aim if the player chose when to confirm", async () => {
  const final = spot("a", { "data-needs-second-tap": "", "data-final": "There is no way back" });
  const page = await openTable(
    { board: final, choices },
    { settings: { confirm: "never" }, boxes: { ...box(800), ".hit": [100, 100, 90, 90] } },
  );
  await page.click("#land-a");
  assert.deepEqual(sentActions(page), ["build a"]);
});

test("the label names no action if the place has several", async () => {
  const more = [
    { action: "build a", target: "a" },
    { action: "tax a", target: "a" },
    { action: "build b", target: "b" },
  ];
  const page = await openTable(
    { board: zoomable, choices: more },
    { narrow: true, touch: true, boxes: { ...box(390), ...small, ".hit": (hit) => small[`#${hit.parentElement.id}`] } },
  );
  await page.tap("#land-a");
  assert.equal(page.text("#tap-again"), "Tap again");
});

test("the next question zooms out", async () => {
  const page = await openPhone(zoomable);
  await page.tap("#land-a");
  await page.update({ board: zoomable, number: 12, choices, prompt: "Another question." });
  assert.equal(isWhole(page), true);
});

test("zoom and aim stay while others act", async () => {
  const page = await openPhone(zoomable);
  await page.tap("#land-a");
  await page.update({ board: zoomable, number: 11, decisionStart: 10, choices });
  assert.equal(isWhole(page), false);
  assert.equal(page.has("#land-a.is-pointed"), true);
});

test("the board zooms out if all places are out of the picture", async () => {
  const page = await openPhone(zoomable);
  await page.click("#zoom-in");
  page.layout.set({ "#land-a, #land-b, #land-c": [900, 900, 20, 20] });
  await page.update({ board: zoomable, number: 11, decisionStart: 10, choices });
  assert.equal(isWhole(page), true);
});

test("the aim is cleared if its place has no action any more", async () => {
  const page = await openPhone(aimable);
  await page.tap("#land-a");
  await page.update({ board: spot("b", { "data-needs-second-tap": "" }), number: 12, choices });
  assert.equal(page.has("#board.is-tapped"), false);
});
