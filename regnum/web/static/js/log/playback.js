// Plays back moves of others one after another. Moves in quick succession wait until the previous one was shown. Moves
// made while the user was away can be played back on request. Nothing waits if the user has to act or has just acted,
// prefers reduced motion, or wants bots to play at once. Automatic steps are played back one by one before the page
// continues. Playback pauses at an event that the user takes part in (a battle) until they continue.
import { choices, isMove, entryCount, entryCountAfterMove } from "../lib/question.js";
import { markRead, showEvent, unreadEvent } from "./event_summaries.js";
import { countMoves, lastActionCount, loadLastSeen, saveLastSeen } from "./missed_moves.js";
import {
  banner,
  bannerText,
  continueButton,
  countText,
  hideBanner,
  showBanner,
  skipButton,
  waitingText,
} from "./playback_banner.js";
import { applyChange, chosenDelay, SCENE_DELAYS, SWAPS } from "../lib/scenes.js";

const LIVE_DELAYS = { slow: 2000, normal: 900, fast: 400 }; // how long a move is shown, in milliseconds
const FAST_FROM = 4; // if more moves wait, each is shown for a shorter time
const FAST_PLAYBACK_FROM = 9; // the same for playback on request, with a minimum
const BANNER_FROM = 2; // a single move is only marked on the board

const CHARACTERS_PER_SCENE = 110; // a scene with more text stays longer
const FALL_DELAY = 700; // how long the result of falling pieces is shown at least, in milliseconds
const MAX_FACTOR = 2; // the most by which a long text extends a scene

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

/** @type {PageUpdate[]} */
let queue = []; // stream events that wait, oldest first
/** @type {Scene[] | null} */
let scenes = null; // null: nothing is played back
let sceneIndex = 0; // the current scene
let timer = 0;
let shownTime = -Infinity; // when the last move of others was shown
let countAfterMove = 0; // the entry count of the page after the user's own move; Infinity: the move is being sent
let isHurried = false;
let isSkipped = false; // after skipping, events are left for the next question
let isStopped = false; // playback has paused at an event to read
/** @type {number | null} */
let lastSeenCount = null; // the entry count when the user last looked; null: nothing is offered

// Live moves.

const queuedUpdates = () => queue.filter((event) => event.type !== "pieces");

function isWaiting() {
  if (scenes || queuedUpdates().length) {
    return true;
  }
  const isUnpaced = document.hidden || reducedMotion.matches || choices() || isHurried || entryCount() < countAfterMove;
  return !isUnpaced && (Boolean(eventToRead()) || isWithinPace());
}

/** @param {PageElement | null} event */
function setStopped(event) {
  isStopped = Boolean(event);
  document.body.classList.toggle("is-stopped", isStopped);
}

// The event to read before anything else is shown; null: none.
const eventToRead = () => (isHurried || isSkipped || (choices() && !scenes) ? null : unreadEvent());

function isWithinPace() {
  return (
    "paced" in document.getElementById("entry-count").dataset &&
    performance.now() - shownTime < chosenDelay(LIVE_DELAYS)
  );
}

function applyNext() {
  timer = 0;
  const [first, second] = queue;
  const both = first.type === "pieces" && second?.type === "panel";
  queue.splice(0, both ? 2 : 1).forEach(applyChange);
  shownTime = performance.now();
  scheduleNext();
}

function scheduleNext() {
  const waitingCount = queuedUpdates().length;
  if (scenes) {
    return;
  }
  const event = waitingCount ? eventToRead() : null;
  setStopped(event);
  if (waitingCount && !event && choices()) {
    applyQueue(); // users who can act see the current state
    return;
  }
  if (event) {
    window.clearTimeout(timer);
    timer = 0;
    showEvent(event);
    showBanner(`${countText(banner.dataset.movesLeft, waitingCount)}${waitingText(event)}`, "next");
    return;
  }
  if (waitingCount) {
    timer ||= window.setTimeout(
      applyNext,
      shownTime - performance.now() + chosenDelay(LIVE_DELAYS) * Math.min(1, FAST_FROM / waitingCount),
    );
  }
  if (waitingCount >= BANNER_FROM) {
    showBanner(countText(banner.dataset.movesLeft, waitingCount), "");
  } else if (lastSeenCount === null) {
    hideBanner();
  }
}

function applyQueue() {
  window.clearTimeout(timer);
  timer = 0;
  queue.splice(0).forEach(applyChange);
  if (!scenes && lastSeenCount === null) {
    hideBanner();
  }
}

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const { type, data, again } = event.detail;
  if (again || !(type in SWAPS)) {
    return;
  }
  const last = Number(/ data-staged="(\d+)"/.exec(data)?.[1] || 0);
  const isStaged = !scenes && last > entryCount() && chosenDelay(SCENE_DELAYS);
  if (type === "pieces") {
    event.preventDefault(); // the panel follows and decides whether both wait
    queue.push({ type, data });
  } else if (isStaged && !(document.hidden || reducedMotion.matches || isHurried)) {
    event.preventDefault();
    queue.push({ type, data });
    lastSeenCount = entryCount();
    startPlayback(true);
  } else if (isWaiting()) {
    event.preventDefault();
    queue.push({ type, data });
    scheduleNext();
  } else {
    queue.splice(0).forEach(applyChange);
    lastSeenCount ??= isStaged && !isHurried ? entryCount() : null;
  }
});

document.addEventListener("htmx:sseMessage", (event) => {
  const { type, again } = event.detail;
  if (type in SWAPS && type !== "pieces" && !scenes) {
    if (!again && entryCount() > countAfterMove) {
      shownTime = performance.now();
    }
    updateOffer();
  }
});

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    countAfterMove = Infinity;
    isHurried = false;
    isSkipped = false;
    if (scenes) {
      finishPlayback(); // the user has acted before the playback was loaded
    }
    lastSeenCount = null;
    applyQueue();
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (isMove(event)) {
    countAfterMove = entryCountAfterMove(event) || entryCount();
  }
});
document.addEventListener("click", (event) => {
  if (event.target.id === "do-skip") {
    isHurried = true;
    applyQueue();
  }
});

// Moves made while the user was away.

function updateOffer() {
  if (document.hidden || scenes) {
    return;
  }
  if (lastSeenCount === null) {
    saveLastSeen();
  } else if (banner.hidden || !queue.length) {
    const moveCount = countMoves(lastSeenCount);
    showBanner(moveCount ? countText(banner.dataset.movesMissed, moveCount) : banner.dataset.staged, "play");
  }
}

function offerPlayback() {
  const since = loadLastSeen();
  if (document.hidden || scenes || lastSeenCount !== null) {
    return;
  }
  if (since !== null && chosenDelay(SCENE_DELAYS)) {
    const from = Math.max(since, lastActionCount());
    lastSeenCount = countMoves(from) >= BANNER_FROM ? from : null;
  }
  updateOffer();
}

document.addEventListener("visibilitychange", () => (document.hidden ? applyQueue() : offerPlayback()));

// Loads and shows the scenes. If `isLive`, the page has just received them: it applies the first one without a pause.
async function startPlayback(isLive = false) {
  const since = lastSeenCount;
  /** @type {Scene[]} */
  const pendingScenes = [];
  scenes = pendingScenes; // the stream waits from now on
  sceneIndex = 0;
  /** @type {Scene[]} */
  let loadedScenes = [];
  try {
    const answer = await fetch(`${banner.dataset.scenesUrl}${since}`);
    loadedScenes = answer.ok ? await answer.json() : [];
  } catch {
    // offline: nothing to show
  }
  if (scenes !== pendingScenes) {
    return; // skipped in the meantime
  }
  scenes = loadedScenes;
  document.body.classList.add("is-past");
  const board = document.getElementById("board");
  if (board && board.getBoundingClientRect().top < 0) {
    board.scrollIntoView({ behavior: reducedMotion.matches ? "instant" : "smooth" });
  }
  if (isLive && loadedScenes.length) {
    loadedScenes[0].changes.forEach(([type, data]) => applyChange({ type, data }));
    sceneIndex = 1;
  }
  showScene();
}

function showScene() {
  window.clearTimeout(timer);
  const last = (scenes?.length ?? 0) - 1;
  if (!scenes || sceneIndex >= last) {
    finishPlayback();
    return;
  }
  const scene = scenes[sceneIndex];
  scene.changes.forEach(([type, data]) => applyChange({ type, data }));
  const event = sceneIndex ? eventToRead() : null;
  showBanner(
    sceneIndex
      ? `<b class="step">${sceneIndex}/${last - 1}${waitingText(event)}</b> ${scene.text}`
      : banner.dataset.previously,
    "next",
  );
  setStopped(event);
  if (event) {
    showEvent(event);
  } else if (!reducedMotion.matches) {
    const share = sceneIndex ? Math.max(0.5, Math.min(1, FAST_PLAYBACK_FROM / last)) : 0.5;
    const factor = Math.min(MAX_FACTOR, Math.max(1, bannerText.textContent.length / CHARACTERS_PER_SCENE));
    timer = window.setTimeout(continueAfterReading, chosenDelay(SCENE_DELAYS) * share * factor);
  }
}

function showNextScene() {
  sceneIndex += 1;
  showScene();
}

// Continues by itself, once falling pieces have landed and their result could be read.
function continueAfterReading() {
  const isFalling = document.body.classList.contains("has-falling-pieces");
  timer = window.setTimeout(isFalling ? continueAfterReading : showNextScene, isFalling ? FALL_DELAY : 0);
}

// Drops queued updates that the page already contains: they may refer to elements that no longer exist.
function dropOutdated() {
  const events = queue;
  queue = [];
  /** @type {PageUpdate[]} */
  let pieces = [];
  for (const event of events) {
    if (event.type === "pieces") {
      pieces = [event];
    } else {
      const count = Number(/ id="entry-count"[^>]* value="(\d+)"/.exec(event.data)?.[1] || 0);
      queue.push(...(count > entryCount() ? [...pieces, event] : []));
      pieces = [];
    }
  }
  queue.push(...pieces);
}

// Returns to the present, with everything that arrived in the meantime.
function finishPlayback() {
  window.clearTimeout(timer);
  timer = 0;
  const currentChanges = scenes?.at(-1)?.changes ?? [];
  currentChanges.forEach(([type, data]) => applyChange({ type, data }));
  if (currentChanges.length) {
    dropOutdated();
  }
  scenes = null;
  lastSeenCount = null;
  setStopped(null);
  document.body.classList.remove("is-past");
  applyQueue();
  hideBanner();
  updateOffer();
}

// Continues when the event has been read. If there is another one to read, shows that first.
document.addEventListener("regnum:read", () => {
  const nextEvent = isStopped ? eventToRead() : null;
  if (nextEvent) {
    showEvent(nextEvent);
  } else if (isStopped && scenes?.length) {
    setStopped(null);
    showNextScene();
  } else if (isStopped) {
    scheduleNext();
  }
});

continueButton.addEventListener("click", () => {
  const event = isStopped ? eventToRead() : null;
  if (event) {
    markRead(event);
  } else if (!scenes) {
    startPlayback();
  } else if (scenes.length) {
    showNextScene();
  }
});
// Also skips the pauses of bots: while this button is shown, theirs is hidden.
skipButton.addEventListener("click", () => {
  isSkipped = true;
  document.getElementById("do-skip")?.click();
  if (scenes || lastSeenCount !== null) {
    finishPlayback();
  } else {
    applyQueue();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !banner.hidden && (scenes || queue.length)) {
    skipButton.click();
  }
});

offerPlayback();
