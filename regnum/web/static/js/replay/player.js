// Looking back on a game: the slider, the buttons, the keys and the log all lead to a moment, and playing goes from one to the
// next. Each moment has an address, which is that of the page while it is shown.
import { updateHighlights } from "../board/highlights.js";
import { updateEventSummaries } from "../log/event_summaries.js";
import { applyChange, readerPace, SCENE_DELAYS } from "../lib/scenes.js";
import "../lib/times.js";
import "../board/zoom.js";

const KEPT = 40; // so many moments are kept here
const deck = document.getElementById("replay");
const slider = document.getElementById("replay-slider");
const play = document.getElementById("replay-play");
const said = document.getElementById("replay-said");
const head = document.getElementById("replay-head");
const log = document.getElementById("log");
const addresses = deck.dataset.at.split(" ");
const last = addresses.length - 1;
/** @param {string} list */
const numbers = (list) => list.split(" ").map(Number);
/** @type {Record<string, number[]>} */
const stops = {
  move: addresses.map((_, at) => at),
  turn: numbers(deck.dataset.turn),
  round: numbers(deck.dataset.round),
};

/** @type {Map<number, Promise<Scene | null>>} */
const kept = new Map(); // what is known of moments, those last that were asked for last
let shown = Number(slider.value);
let wanted = shown;
let busy = false;
let timer = 0; // of playing
let playing = false;

// What a reader has opened stays open when the panel changes, and the log is the same at all moments.
const morphing = window.Idiomorph.defaults.callbacks;
morphing.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
morphing.beforeNodeMorphed = (was) => was.id !== "log";

/**
 * @param {string} what
 * @param {string} way
 */
const goal = (what, way) =>
  way === "on" ? stops[what].find((stop) => stop > wanted) : stops[what].findLast((stop) => stop < wanted);
/** @param {PageElement} button */
const goalOf = (button) => {
  const [what, way] = button.dataset.go.split("-");
  return goal(what, way);
};

/**
 * @param {number} at
 * @returns {Promise<Scene | null>}
 */
async function get(at) {
  if (!kept.has(at)) {
    const found = fetch(deck.dataset.scenes + addresses[at]).then(
      (answer) => (answer.ok ? answer.json() : null),
      () => null,
    );
    kept.set(at, found);
    if (kept.size > KEPT) {
      const [oldest] = kept.keys();
      kept.delete(oldest);
    }
  }
  const scene = (await kept.get(at)) ?? null;
  if (!scene) {
    kept.delete(at);
  }
  return scene;
}

/** @param {number} at */
function go(at) {
  wanted = Math.min(Math.max(at, 0), last);
  label();
  work();
}

// Moments are shown one after the other, but only the one that is wanted last: whoever drags the slider waits for none.
async function work() {
  if (busy) {
    return;
  }
  busy = true;
  while (shown !== wanted) {
    const at = wanted;
    const scene = await get(at);
    if (!scene) {
      wanted = shown;
      stop();
      label();
      said.textContent = deck.dataset.lost;
      break;
    }
    shown = at;
    show(scene);
  }
  busy = false;
}

/**
 * @param {string} words
 * @param {number} at
 */
const worded = (words, at) => words.replace("{number}", at).replace("{last}", last);

// Where one is about to be: slider, heading and buttons do not wait for the server.
function label() {
  const told = worded(deck.dataset.head, wanted);
  slider.value = String(wanted);
  slider.style.setProperty("--part", String(wanted / Math.max(last, 1)));
  slider.setAttribute("aria-valuetext", told);
  head.textContent = told;
  for (const button of deck.querySelectorAll("[data-go]")) {
    const to = goalOf(button);
    button.toggleAttribute("href", false);
    if (to === undefined) {
      button.setAttribute("aria-disabled", "true");
      button.setAttribute("role", "link");
    } else {
      button.href = deck.dataset.link + addresses[to];
      button.removeAttribute("aria-disabled");
      button.removeAttribute("role");
    }
  }
}

/** @param {Scene} scene */
function show(scene) {
  scene.changes.forEach(([type, data]) => applyChange({ type, data }));
  said.innerHTML = scene.said; // by the server, with everything escaped
  follow();
  window.setTimeout(() => {
    updateEventSummaries();
    updateHighlights();
  }, 50); // the board and what is beside it come one after the other
  document.title = document.title.replace(/^.*(?= · )/, worded(deck.dataset.title, shown));
  window.history.replaceState(null, "", deck.dataset.link + addresses[shown]);
  for (const link of deck.querySelectorAll("[data-side]")) {
    link.href = link.dataset.side + addresses[shown];
  }
  document.getElementById("try-at")?.setAttribute("value", addresses[shown]);
}

// The entry of the log that leads here is marked, and comes into sight there.
function follow() {
  let near = null;
  for (const line of log.querySelectorAll("li[data-at]")) {
    line.classList.toggle("fresh", Number(line.dataset.at) === shown);
    line.classList.toggle("later", Number(line.dataset.at) > shown);
    near = Number(line.dataset.at) <= shown ? line : near;
  }
  for (const line of log.querySelectorAll("li[data-said]")) {
    line.hidden = Number(line.dataset.said) > shown;
  }
  const frame = log.querySelector(".scroll");
  if (frame && near) {
    const [box, seen] = [near.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (box.top < seen.top + 30 || box.bottom > seen.bottom) {
      frame.scrollTop += box.top - seen.top - seen.height / 2;
    }
  }
}

function stop() {
  window.clearTimeout(timer);
  playing = false;
  press();
}

function press() {
  const told = playing ? play.dataset.pause : play.dataset.play;
  play.title = told;
  play.setAttribute("aria-label", told);
  play.classList.toggle("playing", playing);
}

async function step() {
  if (wanted >= last) {
    stop();
    return;
  }
  go(wanted + 1);
  get(Math.min(wanted + 1, last)); // what comes next is there when it is its time
  timer = window.setTimeout(step, readerPace(SCENE_DELAYS) || SCENE_DELAYS.fast);
}

function toggle() {
  if (playing) {
    stop();
    return;
  }
  playing = true;
  press();
  if (wanted >= last) {
    go(0);
    timer = window.setTimeout(step, readerPace(SCENE_DELAYS) || SCENE_DELAYS.fast);
  } else {
    step();
  }
}

/**
 * Whoever goes somewhere himself does not want to be moved on.
 * @param {number | undefined} at
 */
function lead(at) {
  if (at !== undefined) {
    stop();
    go(at);
  }
}

slider.addEventListener("input", () => lead(Number(slider.value)));
play.addEventListener("click", toggle);
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-go], #log a.to, .turned a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  if (link.dataset.go) {
    event.preventDefault();
    lead(goalOf(link));
    return;
  }
  const at = addresses.indexOf(new URL(link.href).searchParams.get("at") ?? "");
  if (at >= 0) {
    event.preventDefault();
    lead(at);
  }
});

/** @type {Record<string, [string, string]>} */
const KEYS = {
  ArrowLeft: ["move", "back"],
  ArrowRight: ["move", "on"],
  PageUp: ["round", "back"],
  PageDown: ["round", "on"],
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) {
    return;
  }
  const from = event.target;
  const across = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if (
    from.closest?.("input:not(#replay-slider), select, textarea") ||
    (!across && from.closest?.(".panel, .panel *"))
  ) {
    return; // what has a use for the key
  }
  if (event.key === " " && from.closest?.("a, button, summary")) {
    return;
  }
  if (event.key === " ") {
    toggle();
  } else if (event.key === "Home" || event.key === "End") {
    lead(event.key === "Home" ? 0 : last);
  } else if (event.key in KEYS) {
    const [what, way] = KEYS[event.key];
    lead(goal(across && event.shiftKey ? "turn" : what, way));
  } else {
    return;
  }
  event.preventDefault();
});

// What was said stands in the log where somebody wants it.
const showChat = document.getElementById("show-chat");
if (showChat) {
  const wanted = "regnum-overhear";
  const update = () => log.toggleAttribute("data-chat", showChat.checked);
  try {
    showChat.checked = window.localStorage.getItem(wanted) === "yes";
  } catch {
    // without storage it is wanted on this page only
  }
  showChat.addEventListener("change", () => {
    update();
    try {
      window.localStorage.setItem(wanted, showChat.checked ? "yes" : "no");
    } catch {
      // as above
    }
  });
  document.getElementById("show-chat-field").hidden = false;
  update();
}

play.hidden = false;
document.getElementById("replay-show").hidden = true;
label();
follow();
updateHighlights();
