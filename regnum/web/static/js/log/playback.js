// Moves of others one after the other. Those that come quickly wait until the one before could be seen; those that were made
// while one looked elsewhere can be played back, as one would have seen them. Nothing waits for somebody who is to act, who has
// just acted, who wants less motion, or whose bots are to play at once. What a move has set off by itself, whoever made it, is
// played back part by part before the page goes on. All of it stops at what one takes part in (a battle) until one goes on.
import { coverSkipButtons, rememberSkipButtons } from "../board/click_guard.js";
import { choices, isMove, entryCount, entryCountAfterMove } from "../lib/question.js";
import { markRead, showEvent as unfold, unreadEvent } from "./event_summaries.js";
import { applyChange, readerPace, SCENE_DELAYS, SWAPS } from "../lib/scenes.js";

const LIVE = { slow: 2000, normal: 900, fast: 400 }; // how long a move can be seen, in milliseconds
const FEW = 4; // where more moves wait, each is seen for a shorter time
const MANY = 9; // and so it is where more are played back, but not too short
const SEVERAL = 2; // one move is marked on the board: that is enough

const READ = 110; // so many letters can be read while a scene is shown; where there are more, it stays longer
const AFTER_FALL = 700; // how long the end of what falls on the board can be seen at the least
const LONG = 2; // but not so many times as long

const strip = document.getElementById("playback");
const said = document.getElementById("playback-said");
const on = document.getElementById("playback-on");
const skip = document.getElementById("playback-skip");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @type {News[]} */
let held = []; // events of the stream that wait, oldest first
/** @type {Scene[] | null} */
let scenes = null; // what is played back; null: nothing
let at = 0; // the scene that is shown
let timer = 0;
let shown = -Infinity; // when the last move of others was shown
let acting = 0; // the number that the page has after the viewer's own move; Infinity: that is under way
let hurried = false;
let skipped = false; // what is to be read is read when one is asked again
let stopped = false; // it is to be read now
/** @type {number | null} */
let looked = null; // how many entries one knew of when one looked last; null: nothing is offered

/**
 * @param {string} html
 * @param {string} play
 */
function say(html, play) {
  said.innerHTML = html; // by the server, or words of the page
  on.hidden = !play;
  on.textContent = on.dataset[play];
  strip.hidden = false;
}

// Where it lies over the place of what is asked, that place is as high: no less for as long as it is there, so that nothing moves.
let room = 0;
new ResizeObserver(() => {
  room = strip.hidden ? 0 : Math.max(room, strip.offsetHeight);
  document.body.style.setProperty("--told", `${room}px`);
}).observe(strip);

/**
 * It does not go on by itself from what is to be read.
 * @param {PageElement | null} event
 */
const waiting = (event) => (event ? ` · ${strip.dataset.waits}` : "");
/**
 * @param {string} words
 * @param {number} count
 */
const counted = (words, count) => words.replace("{count}", count);

function hide() {
  const focused = strip.contains(document.activeElement);
  rememberSkipButtons();
  strip.hidden = true;
  coverSkipButtons();
  if (focused) {
    document.getElementById("turn")?.focus({ preventScroll: true });
  }
}

// What comes quickly.

const whole = () => held.filter((event) => event.type !== "pieces");

function waits() {
  if (scenes || whole().length) {
    return true;
  }
  const free = document.hidden || calm.matches || choices() || hurried || entryCount() < acting;
  return !free && (Boolean(stop()) || recent());
}

/** @param {PageElement | null} event */
function halt(event) {
  stopped = Boolean(event);
  document.body.classList.toggle("stopped", stopped);
}

// What is to be read before anything else is shown.
const stop = () => (hurried || skipped || (choices() && !scenes) ? null : unreadEvent());

function recent() {
  return "paced" in document.getElementById("ply").dataset && performance.now() - shown < readerPace(LIVE);
}

function next() {
  timer = 0;
  const [first, second] = held;
  const both = first.type === "pieces" && second?.type === "panel";
  held.splice(0, both ? 2 : 1).forEach(applyChange);
  shown = performance.now();
  wait();
}

function wait() {
  const left = whole().length;
  if (scenes) {
    return;
  }
  const event = left ? stop() : null;
  halt(event);
  if (left && !event && choices()) {
    flush(); // whoever may act sees what is
    return;
  }
  if (event) {
    window.clearTimeout(timer);
    timer = 0;
    unfold(event);
    say(`${counted(strip.dataset.more, left)}${waiting(event)}`, "next");
    return;
  }
  if (left) {
    timer ||= window.setTimeout(next, shown - performance.now() + readerPace(LIVE) * Math.min(1, FEW / left));
  }
  if (left >= SEVERAL) {
    say(counted(strip.dataset.more, left), "");
  } else if (looked === null) {
    hide();
  }
}

function flush() {
  window.clearTimeout(timer);
  timer = 0;
  held.splice(0).forEach(applyChange);
  if (!scenes && looked === null) {
    hide();
  }
}

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, data, again } = event.detail;
  if (again || !(type in SWAPS)) {
    return;
  }
  const last = Number(/ data-staged="(\d+)"/.exec(data)?.[1] || 0);
  const staged = !scenes && last > entryCount() && readerPace(SCENE_DELAYS);
  if (type === "pieces") {
    event.preventDefault(); // the panel comes with it, and says whether both wait
    held.push({ type, data });
  } else if (staged && !(document.hidden || calm.matches || hurried)) {
    event.preventDefault();
    held.push({ type, data });
    looked = entryCount();
    play(true);
  } else if (waits()) {
    event.preventDefault();
    held.push({ type, data });
    wait();
  } else {
    held.splice(0).forEach(applyChange);
    looked ??= staged && !hurried ? entryCount() : null;
  }
});

document.addEventListener("htmx:sseMessage", (event) => {
  const { type, again } = event.detail;
  if (type in SWAPS && type !== "pieces" && !scenes) {
    if (!again && entryCount() > acting) {
      shown = performance.now();
    }
    look();
  }
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    acting = Infinity;
    hurried = false;
    skipped = false;
    if (scenes) {
      finish(); // one has acted before what is played back was there
    }
    looked = null;
    flush();
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isMove(event)) {
    acting = entryCountAfterMove(event) || entryCount();
  }
});
document.addEventListener("click", (event) => {
  if (event.target.id === "do-skip") {
    hurried = true;
    flush();
  }
});

// What happened while one looked elsewhere.

const key = `looked:${strip.dataset.table}`;

function kept() {
  try {
    return JSON.parse(window.localStorage.getItem(key));
  } catch {
    return null;
  }
}

function keep() {
  try {
    window.localStorage.setItem(key, String(entryCount()));
  } catch {
    // then nothing is offered on the next visit
  }
}

/**
 * How many moves of others the log has after so many entries.
 * @param {number} since
 */
function moves(since) {
  const found = [...document.querySelectorAll("#log [data-move]")].map((line) => Number(line.dataset.move));
  return new Set(found.filter((move) => move > since)).size;
}

// Whoever acted elsewhere has looked there. The first of the lines marked as new tells when that was.
function acted() {
  const fresh = document.querySelector("#log .fresh[data-move]");
  return "seated" in strip.dataset ? (fresh ? Number(fresh.dataset.move) - 1 : entryCount()) : 0;
}

function look() {
  if (document.hidden || scenes) {
    return;
  }
  if (looked === null) {
    keep();
  } else if (strip.hidden || !held.length) {
    const made = moves(looked);
    say(made ? counted(strip.dataset.away, made) : strip.dataset.staged, "play");
  }
}

function come() {
  const since = kept();
  if (document.hidden || scenes || looked !== null) {
    return;
  }
  if (since !== null && readerPace(SCENE_DELAYS)) {
    const from = Math.max(since, acted());
    looked = moves(from) >= SEVERAL ? from : null;
  }
  look();
}

document.addEventListener("visibilitychange", () => (document.hidden ? flush() : come()));

// At once, where the page has just got what is to be played back and has not shown it.
async function play(live = false) {
  const since = looked;
  /** @type {Scene[]} */
  const mine = [];
  scenes = mine; // from now on the stream waits
  at = 0;
  /** @type {Scene[]} */
  let found = [];
  try {
    const answer = await fetch(`${strip.dataset.since}${since}`);
    found = answer.ok ? await answer.json() : [];
  } catch {
    // then there is nothing to be shown
  }
  if (scenes !== mine) {
    return; // skipped meanwhile
  }
  scenes = found;
  document.body.classList.add("past");
  const board = document.getElementById("board");
  if (board && board.getBoundingClientRect().top < 0) {
    board.scrollIntoView({ behavior: calm.matches ? "instant" : "smooth" });
  }
  if (live && found.length) {
    found[0].changes.forEach(([type, data]) => applyChange({ type, data }));
    at = 1;
  }
  show();
}

function show() {
  window.clearTimeout(timer);
  const last = (scenes?.length ?? 0) - 1;
  if (!scenes || at >= last) {
    finish();
    return;
  }
  const scene = scenes[at];
  scene.changes.forEach(([type, data]) => applyChange({ type, data }));
  const event = at ? stop() : null;
  say(at ? `<b class="step">${at}/${last - 1}${waiting(event)}</b> ${scene.said}` : strip.dataset.before, "next");
  halt(event);
  if (event) {
    unfold(event);
  } else if (!calm.matches) {
    const share = at ? Math.max(0.5, Math.min(1, MANY / last)) : 0.5;
    const long = Math.min(LONG, Math.max(1, said.textContent.length / READ));
    timer = window.setTimeout(goOn, readerPace(SCENE_DELAYS) * share * long);
  }
}

function step() {
  at += 1;
  show();
}

// By itself, once what falls on the board has fallen and could be read.
function goOn() {
  const falls = document.body.classList.contains("falling");
  timer = window.setTimeout(falls ? goOn : step, falls ? AFTER_FALL : 0);
}

// What waits is left out as far as the page knows it: it may speak of what is no longer there.
function forget() {
  const events = held;
  held = [];
  /** @type {News[]} */
  let pieces = [];
  for (const event of events) {
    if (event.type === "pieces") {
      pieces = [event];
    } else {
      const told = Number(/ id="ply"[^>]* value="(\d+)"/.exec(event.data)?.[1] || 0);
      held.push(...(told > entryCount() ? [...pieces, event] : []));
      pieces = [];
    }
  }
  held.push(...pieces);
}

// The present again, and what has come meanwhile.
function finish() {
  window.clearTimeout(timer);
  timer = 0;
  const present = scenes?.at(-1)?.changes ?? [];
  present.forEach(([type, data]) => applyChange({ type, data }));
  if (present.length) {
    forget();
  }
  scenes = null;
  looked = null;
  halt(null);
  document.body.classList.remove("past");
  flush();
  hide();
  look();
}

// Once it has been read it goes on, with the next that is to be read first.
document.addEventListener("regnum:read", () => {
  const again = stopped ? stop() : null;
  if (again) {
    unfold(again);
  } else if (stopped && scenes?.length) {
    halt(null);
    step();
  } else if (stopped) {
    wait();
  }
});

on.addEventListener("click", () => {
  const event = stopped ? stop() : null;
  if (event) {
    markRead(event);
  } else if (!scenes) {
    play();
  } else if (scenes.length) {
    step();
  }
});
// Bots that are still at it are not waited for either: while this button is there, theirs is not.
skip.addEventListener("click", () => {
  skipped = true;
  document.getElementById("do-skip")?.click();
  if (scenes || looked !== null) {
    finish();
  } else {
    flush();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !strip.hidden && (scenes || held.length)) {
    skip.click();
  }
});

come();
