import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";
import { pieces } from "../support/table.js";

const LAST = 6;
const stops = Array.from({ length: LAST + 1 }, (_, at) => at);
const stepLink = (what, way) => `<a class="button" data-destination="${what}-${way}" title="${what} ${way}">${way}</a>`;
const logLine = (at) =>
  `<div class="entry-group by-seat-0"><ol><li data-at="${at}" data-move="${at}" data-places="land-a"><a class="moment-link" href="/table/t1/replay?at=${at}">Move ${at}.</a></li></ol></div>`;

const entryCountInput = (at) =>
  `<input type="hidden" id="entry-count" name="entry_count" value="${at}" data-decision-start="${at}"><section id="turn" tabindex="-1"></section>`;

const replay = (at, { words = true } = {}) => `<body class="table-page replay-page" hx-ext="morph">
<main class="table"><div class="board" id="board"><svg viewBox="0 0 1000 1000">${pieces(`<g id="land-a"></g><g id="army-1" data-n="${at}"></g>`)}</svg><div class="zoom-messages"><button type="button" id="show-whole-map" hidden>Whole map</button></div></div>
<div hidden sse-swap="pieces"></div>
<div class="sidebar" id="sidebar" tabindex="-1">
<section id="replay" class="replay" tabindex="-1" data-link="/table/t1/replay?at=" data-scenes="/table/t1/scene?at=" data-at="${stops.join(" ")}" data-turn="0 3 6" data-round="0 6" data-heading="Move {number} of {last}" data-title="Khan, move {number}" data-load-failed="The connection is lost.">
<h2 id="replay-head">Move ${at} of ${LAST}</h2>
<button type="button" id="replay-play" class="strong" hidden data-play="Play" data-pause="Pause" title="Play" aria-label="Play">Play</button>
<input type="range" name="stop" id="replay-slider" min="0" max="${LAST}" value="${at}" autocomplete="off">
<ol class="turning-marks"><li><a href="/table/t1/replay?at=4" data-at="4">A turning point</a></li></ol>
<button id="replay-show">Show</button>
<nav class="step-links">${["move", "turn", "round"].map((what) => stepLink(what, "previous") + stepLink(what, "next")).join("")}</nav>
${words ? '<p id="show-chat-field" hidden><input type="checkbox" id="show-chat" autocomplete="off"></p>' : ""}
<a data-side="/table/t1/replay?seat=1&amp;at=" href="/table/t1/replay?seat=1&amp;at=${at}">Ann</a>
<div id="scene-text" class="transcript" role="status" tabindex="0"></div>
<input type="hidden" name="at" id="fork-at" value="${at}">
</section>
<div hidden sse-swap="panel"></div>
<div id="turn-form"><div id="panel" class="panel">${entryCountInput(at)}<details id="event-lines-battle-1"><summary>More</summary>${at}</details><section id="log" class="block log"><div class="scroll" tabindex="0"><div>${stops.slice(1).map(logLine).join("")}
<ol class="transcript log-chat"><li data-stop="5" hidden><span class="words">Well played</span></li></ol></div></div></section></div></div>
</div></main></body>`;

const scene = (at) => ({
  text: `Told of ${at}.`,
  changes: [
    ["pieces", pieces(`<g id="land-a"></g><g id="army-1" data-n="${at}"></g>`)],
    [
      "panel",
      `${entryCountInput(at)}<details id="event-lines-battle-1"><summary>More</summary>${at}</details><section id="log"></section>`,
    ],
  ],
});

const serve = (path) => {
  const [, at] = /^\/table\/t1\/scene\?at=(\d+)$/.exec(path) ?? [];
  return at && scene(Number(at));
};

const openReplay = (at = 2, options = {}) =>
  open(replay(at, options), "replay/player.js", {
    path: `/table/t1/replay?at=${at}`,
    title: `Khan, move ${at} · Regnum`,
    serve,
    settings: { playback: "normal" },
    ...options,
  });

// Return the moment that all parts of the page show.
function shownPosition(page) {
  const at = Number(page.find("#army-1").dataset.n);
  assert.equal(page.text("#replay-head"), `Move ${at} of ${LAST}`);
  assert.equal(page.find("#replay-slider").value, String(at));
  return at;
}

test("the keys lead from move to move, turn to turn and round to round", async () => {
  const page = await openReplay(2);
  const keys = [
    ["ArrowRight", {}, 3],
    ["ArrowRight", { shiftKey: true }, 6],
    ["ArrowLeft", {}, 5],
    ["ArrowLeft", { shiftKey: true }, 3],
    ["PageDown", {}, 6],
    ["PageUp", {}, 0],
    ["End", {}, 6],
    ["Home", {}, 0],
  ];
  for (const [key, more, expected] of keys) {
    const event = await page.press(key, { on: "#replay", ...more });
    await page.passTime(60);
    assert.equal(shownPosition(page), expected, key);
    assert.equal(event.defaultPrevented, true);
  }
});

test("address, title, text and links follow the moment", async () => {
  const page = await openReplay(2);
  await page.press("ArrowRight", { on: "#replay" });
  await page.passTime(60);
  assert.equal(page.window.location.search, "?at=3");
  assert.equal(page.document.title, "Khan, move 3 · Regnum");
  assert.equal(page.text("#scene-text"), "Told of 3.");
  assert.equal(page.find("[data-side]").getAttribute("href"), "/table/t1/replay?seat=1&at=3");
  assert.equal(page.find("#fork-at").value, "3");
  assert.equal(page.find("[data-destination=move-next]").getAttribute("href"), "/table/t1/replay?at=4");
});

test("buttons, turning points and entries of the log lead to their moments", async () => {
  const page = await openReplay(2);
  for (const [link, expected] of [
    ["[data-destination=turn-next]", 3],
    [".turning-marks a", 4],
    ["#log li[data-at='1'] a.moment-link", 1],
  ]) {
    const event = await page.click(link);
    await page.passTime(60);
    assert.equal(event.defaultPrevented, true);
    assert.equal(shownPosition(page), expected, link);
  }
  const apart = await page.click("#log li[data-at='5'] a.moment-link", { ctrlKey: true });
  assert.equal(apart.defaultPrevented, false, "with Ctrl it opens in a tab of its own");
});

test("a button without a goal is disabled", async () => {
  const page = await openReplay(0);
  const back = page.find("[data-destination=move-previous]");
  assert.deepEqual(
    [back.hasAttribute("href"), back.getAttribute("aria-disabled"), back.getAttribute("role")],
    [false, "true", "link"],
  );
  await page.press("ArrowRight", { on: "#replay" });
  await page.passTime(60);
  assert.deepEqual([back.hasAttribute("href"), back.hasAttribute("aria-disabled")], [true, false]);
});

test("dragging the slider loads only the last moment", async () => {
  const asked = [];
  const page = await openReplay(0, { serve: (path) => asked.push(path) && serve(path) });
  const slider = page.find("#replay-slider");
  for (const at of [1, 2, 3, 4, 5]) {
    slider.value = at;
    page.dispatch(slider, "input");
  }
  assert.equal(page.text("#replay-head"), "Move 5 of 6", "the heading does not wait for the server");
  await page.passTime(60);
  assert.equal(shownPosition(page), 5);
  assert.deepEqual(
    asked.map((path) => path.slice(-1)),
    ["1", "5"],
  );
});

test("a moment is fetched once", async () => {
  const page = await openReplay(2);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight", "ArrowLeft"]) {
    await page.press(key, { on: "#replay" });
  }
  assert.equal(page.fetched.length, 2);
});

test("without a connection the page says so and keeps the moment", async () => {
  const page = await openReplay(2);
  page.serve = () => Promise.reject(new Error("offline"));
  await page.press("ArrowRight", { on: "#replay" });
  assert.equal(page.text("#scene-text"), "The connection is lost.");
  assert.equal(shownPosition(page), 2);
  page.serve = serve;
  await page.press("ArrowRight", { on: "#replay" });
  await page.passTime(60);
  assert.equal(shownPosition(page), 3);
});

test("playing runs to the end", async () => {
  const page = await openReplay(3);
  await page.click("#replay-play");
  assert.equal(page.find("#replay-play").getAttribute("aria-label"), "Pause");
  await page.passTime(50);
  assert.equal(shownPosition(page), 4);
  await page.passTime(2000);
  assert.equal(shownPosition(page), 5);
  await page.passTime(6000);
  assert.equal(shownPosition(page), 6);
  assert.equal(page.find("#replay-play").getAttribute("aria-label"), "Play");
});

test("playing stops at a click on another moment, and by Space", async () => {
  const page = await openReplay(1);
  await page.press(" ", { on: "#replay" });
  await page.passTime(50);
  await page.click("[data-destination=move-previous]");
  await page.passTime(5000);
  assert.equal(shownPosition(page), 1);
  await page.press(" ", { on: "#replay" });
  await page.press(" ", { on: "#replay" });
  assert.equal(page.find("#replay-play").getAttribute("aria-label"), "Play");
});

test("playing starts over at the end", async () => {
  const page = await openReplay(6);
  await page.click("#replay-play");
  await page.passTime(100);
  assert.equal(shownPosition(page), 0);
  await page.passTime(2000);
  assert.equal(shownPosition(page), 1);
});

test("the log marks the current entry, fades later ones and hides later talk", async () => {
  const page = await openReplay(2);
  const marked = (look) => page.all(`#log li.${look}`).map((one) => Number(one.dataset.at));
  assert.deepEqual(marked("is-new"), [2]);
  assert.deepEqual(marked("is-later"), [3, 4, 5, 6]);
  assert.equal(page.find("[data-stop]").hidden, true);
  await page.press("End", { on: "#replay" });
  await page.passTime(60);
  assert.deepEqual(marked("is-new"), [6]);
  assert.deepEqual(marked("is-later"), []);
  assert.equal(page.find("[data-stop]").hidden, false);
});

test("the log scrolls to the current entry", async () => {
  const boxes = {
    "#log .scroll": [0, 0, 300, 100],
    "#log li[data-at]": (one) => [0, 40 * Number(one.dataset.at), 300, 40],
  };
  const page = await openReplay(1, { boxes });
  await page.press("End", { on: "#replay" });
  await page.passTime(60);
  assert.equal(page.find("#log .scroll").scrollTop > 0, true);
});

test("opened details stay open, and the current places are marked", async () => {
  const page = await openReplay(2);
  await page.click("#event-lines-battle-1 > summary");
  await page.press("ArrowRight", { on: "#replay" });
  await page.passTime(60);
  assert.equal(page.open("#event-lines-battle-1"), true);
  assert.equal(page.has("#land-a.is-touched"), true);
});

test("keys belong to a focused field or button", async () => {
  const page = await openReplay(2);
  page.find("#sidebar").insertAdjacentHTML("beforeend", '<select id="fork-seat-0"></select>');
  assert.equal((await page.press("ArrowRight", { on: "#fork-seat-0" })).defaultPrevented, false);
  assert.equal((await page.press("Home", { on: "#log .scroll" })).defaultPrevented, false);
  assert.equal((await page.press("ArrowRight", { on: "#replay", ctrlKey: true })).defaultPrevented, false);
  assert.equal((await page.press("x", { on: "#replay" })).defaultPrevented, false);
  assert.equal(shownPosition(page), 2);
  await page.press(" ", { on: "#log a.moment-link" });
  assert.equal(page.find("#replay-play").getAttribute("aria-label"), "Play");
});

test("the choice to see talk in the log is kept for the next visit", async () => {
  const page = await openReplay(2);
  assert.equal(page.isVisible("#show-chat-field"), true);
  assert.equal(page.has("#log[data-chat]"), false);
  await page.choose("#show-chat");
  assert.equal(page.has("#log[data-chat]"), true);
  const storage = { "regnum-overhear": page.window.localStorage.getItem("regnum-overhear") };
  assert.equal((await openReplay(2, { storage })).has("#log[data-chat]"), true);
});

test("the replay works without storage", async () => {
  const page = await openReplay(2, { hasStorage: false });
  await page.choose("#show-chat");
  assert.equal(page.has("#log[data-chat]"), true);
  await page.press("ArrowRight", { on: "#replay" });
  await page.passTime(60);
  assert.equal(shownPosition(page), 3);
});

test("the fallback button is hidden", async () => {
  const page = await openReplay(2, { words: false });
  assert.deepEqual([page.isVisible("#replay-show"), page.isVisible("#replay-play")], [false, true]);
});
