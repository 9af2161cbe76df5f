// Replays a game: the slider, buttons, keys and log lead to a position, and playing shows one after another. Each
// position has an address, which the page has while it is shown.
import { updateHighlights } from "../board/highlights.js";
import { updateEventSummaries } from "../log/event_summaries.js";
import { applyChange, chosenDelay, SCENE_DELAYS } from "../lib/scenes.js";
import "../lib/times.js";
import "../board/zoom.js";

const MAX_CACHED_SCENES = 40; // positions
const controls = document.getElementById("replay");
const slider = document.getElementById("replay-slider");
const play = document.getElementById("replay-play");
const status = document.getElementById("scene-text");
const heading = document.getElementById("replay-head");
const log = document.getElementById("log");
const addresses = controls.dataset.at.split(" ");
const last = addresses.length - 1;
/** @param {string} list */
const parseNumbers = (list) => list.split(" ").map(Number);
/** @type {Record<string, number[]>} */
const stops = {
  move: addresses.map((_, at) => at),
  turn: parseNumbers(controls.dataset.turn),
  round: parseNumbers(controls.dataset.round),
};

/** @type {Map<number, Promise<Scene | null>>} */
const sceneCache = new Map(); // the most recently requested one is last
let shownIndex = Number(slider.value);
let wantedIndex = shownIndex;
let isBusy = false;
let timer = 0; // while playing
let isPlaying = false;

// Elements that the reader has opened stay open when the panel changes. The log is the same at all positions.
const morphing = window.Idiomorph.defaults.callbacks;
morphing.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
morphing.beforeNodeMorphed = (oldNode) => oldNode.id !== "log";

/**
 * @param {string} unit
 * @param {string} direction
 */
const destination = (unit, direction) =>
  direction === "next"
    ? stops[unit].find((stop) => stop > wantedIndex)
    : stops[unit].findLast((stop) => stop < wantedIndex);
/** @param {PageElement} button */
const buttonDestination = (button) => {
  const [unit, direction] = button.dataset.destination.split("-");
  return destination(unit, direction);
};

/**
 * @param {number} at
 * @returns {Promise<Scene | null>}
 */
async function loadScene(at) {
  if (!sceneCache.has(at)) {
    const scene = fetch(controls.dataset.scenes + addresses[at]).then(
      (answer) => (answer.ok ? answer.json() : null),
      () => null,
    );
    sceneCache.set(at, scene);
    if (sceneCache.size > MAX_CACHED_SCENES) {
      const [oldest] = sceneCache.keys();
      sceneCache.delete(oldest);
    }
  }
  const scene = (await sceneCache.get(at)) ?? null;
  if (!scene) {
    sceneCache.delete(at);
  }
  return scene;
}

/** @param {number} at */
function goTo(at) {
  wantedIndex = Math.min(Math.max(at, 0), last);
  updateControls();
  showWantedScene();
}

// Shows scenes one after another, but skips to the last one requested: dragging the slider doesn't wait for those in
// between.
async function showWantedScene() {
  if (isBusy) {
    return;
  }
  isBusy = true;
  while (shownIndex !== wantedIndex) {
    const at = wantedIndex;
    const scene = await loadScene(at);
    if (!scene) {
      wantedIndex = shownIndex;
      stopPlaying();
      updateControls();
      status.textContent = controls.dataset.loadFailed;
      break;
    }
    shownIndex = at;
    showScene(scene);
  }
  isBusy = false;
}

/**
 * @param {string} template
 * @param {number} at
 */
const fillPlaceholders = (template, at) => template.replace("{number}", at).replace("{last}", last);

// Shows the destination: the slider, heading and buttons don't wait for the server.
function updateControls() {
  const text = fillPlaceholders(controls.dataset.heading, wantedIndex);
  slider.value = String(wantedIndex);
  slider.style.setProperty("--part", String(wantedIndex / Math.max(last, 1)));
  slider.setAttribute("aria-valuetext", text);
  heading.textContent = text;
  for (const button of controls.querySelectorAll("[data-destination]")) {
    const targetIndex = buttonDestination(button);
    button.toggleAttribute("href", false);
    if (targetIndex === undefined) {
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("role", "link");
    } else {
      button.href = controls.dataset.link + addresses[targetIndex];
      button.removeAttribute("aria-disabled");
      button.removeAttribute("role");
    }
  }
}

/** @param {Scene} scene */
function showScene(scene) {
  scene.changes.forEach(([type, data]) => applyChange({ type, data }));
  status.innerHTML = scene.text; // trusted: escaped by the server
  updateLog();
  window.setTimeout(() => {
    updateEventSummaries();
    updateHighlights();
  }, 50); // the board and its panel are swapped one after the other
  document.title = document.title.replace(/^.*(?= · )/, fillPlaceholders(controls.dataset.title, shownIndex));
  window.history.replaceState(null, "", controls.dataset.link + addresses[shownIndex]);
  for (const link of controls.querySelectorAll("[data-side]")) {
    link.href = link.dataset.side + addresses[shownIndex];
  }
  document.getElementById("fork-at")?.setAttribute("value", addresses[shownIndex]);
}

// Marks the log entry that leads to the current position, and scrolls to it.
function updateLog() {
  let currentLine = null;
  for (const line of log.querySelectorAll("li[data-at]")) {
    line.classList.toggle("is-new", Number(line.dataset.at) === shownIndex);
    line.classList.toggle("is-later", Number(line.dataset.at) > shownIndex);
    currentLine = Number(line.dataset.at) <= shownIndex ? line : currentLine;
  }
  for (const line of log.querySelectorAll("li[data-stop]")) {
    line.hidden = Number(line.dataset.stop) > shownIndex;
  }
  const frame = log.querySelector(".scroll");
  if (frame && currentLine) {
    const [box, seen] = [currentLine.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (box.top < seen.top + 30 || box.bottom > seen.bottom) {
      frame.scrollTop += box.top - seen.top - seen.height / 2;
    }
  }
}

function stopPlaying() {
  window.clearTimeout(timer);
  isPlaying = false;
  updatePlayButton();
}

function updatePlayButton() {
  const text = isPlaying ? play.dataset.pause : play.dataset.play;
  play.title = text;
  play.setAttribute("aria-label", text);
  play.classList.toggle("is-playing", isPlaying);
}

async function playNextScene() {
  if (wantedIndex >= last) {
    stopPlaying();
    return;
  }
  goTo(wantedIndex + 1);
  loadScene(Math.min(wantedIndex + 1, last)); // preload the next scene
  timer = window.setTimeout(playNextScene, chosenDelay(SCENE_DELAYS) || SCENE_DELAYS.fast);
}

function togglePlaying() {
  if (isPlaying) {
    stopPlaying();
    return;
  }
  isPlaying = true;
  updatePlayButton();
  if (wantedIndex >= last) {
    goTo(0);
    timer = window.setTimeout(playNextScene, chosenDelay(SCENE_DELAYS) || SCENE_DELAYS.fast);
  } else {
    playNextScene();
  }
}

/**
 * Go to a position that the reader has chosen, and stop playing.
 * @param {number | undefined} at
 */
function jumpTo(at) {
  if (at !== undefined) {
    stopPlaying();
    goTo(at);
  }
}

slider.addEventListener("input", () => jumpTo(Number(slider.value)));
play.addEventListener("click", togglePlaying);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-destination], #log a.moment-link, .turning-marks a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (link.dataset.destination) {
    event.preventDefault();
    jumpTo(buttonDestination(link));
    return;
  }
  const at = addresses.indexOf(new URL(link.href).searchParams.get("at") ?? "");
  if (at >= 0) {
    event.preventDefault();
    jumpTo(at);
  }
});

/** @type {Record<string, [string, string]>} */
const KEYS = {
  ArrowLeft: ["move", "previous"],
  ArrowRight: ["move", "next"],
  PageUp: ["round", "previous"],
  PageDown: ["round", "next"],
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
    return;
  }
  const from = event.target;
  const isHorizontal = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (
    from.closest?.("input:not(#replay-slider), select, textarea") ||
    (!isHorizontal && from.closest?.(".panel, .panel *"))
  ) {
    return; // the element handles the key itself
  }
  if (event.key === " " && from.closest?.("a, button, summary")) {
    return;
  }
  if (event.key === " ") {
    togglePlaying();
  } else if (event.key === "Home" || event.key === "End") {
    jumpTo(event.key === "Home" ? 0 : last);
  } else if (event.key in KEYS) {
    const [unit, direction] = KEYS[event.key];
    jumpTo(destination(isHorizontal && event.shiftKey ? "turn" : unit, direction));
  } else {
    return;
  }
  event.preventDefault();
});

// Shows the chat in the log on request.
const showChat = document.getElementById("show-chat");
if (showChat) {
  const STORAGE_KEY = "regnum-overhear";
  const updateChat = () => log.toggleAttribute("data-chat", showChat.checked);
  try {
    showChat.checked = window.localStorage.getItem(STORAGE_KEY) === "yes";
  } catch {
    // storage is blocked: the choice applies to this page only
  }
  showChat.addEventListener("change", () => {
    updateChat();
    try {
      window.localStorage.setItem(STORAGE_KEY, showChat.checked ? "yes" : "no");
    } catch {
      // storage is blocked
    }
  });
  document.getElementById("show-chat-field").hidden = false;
  updateChat();
}

play.hidden = false;
document.getElementById("replay-show").hidden = true;
updateControls();
updateLog();
updateHighlights();
