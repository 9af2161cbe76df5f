// Hides the outcome of a battle until its cubes have fallen out of the tower. Until then the map and the players'
// counts look as before, and no question is shown. The lines of the battle in the log and its summary are
// transparent: they keep their place, so that screen readers read them once. A throw that was shown doesn't fall again,
// and a click ends the fall.
const CUBE_INTERVAL = 90; // milliseconds between two cubes, as in css/tower.css
const FALL_TIME = 1000; // how long a cube falls
const BATTLE_STARTS = ["attacks", "revolt"];
const BATTLE_ENDS = ["conquers", "holds", "devastated", "stays_neutral"];

const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const throwElement = () => document.querySelector("#pieces .thrown-cubes");
const throwNumber = () => Number(throwElement()?.id.slice("thrown-".length) || 0);
let lastThrow = throwNumber(); // the throw that was shown last
const fallenThrows = new Set(); // the throws that have fallen; a position without a throw may come in between
let fallTimer = 0; // running while the cubes fall

// Keeps the players' counts as they were before the throw, until it has fallen.
const countElements = () => [...document.querySelectorAll("#strip .side-counts, #players tbody td")];
/** @type {string[]} */
let shownCounts = [];
const heldCounts = new Map();

function holdCounts() {
  countElements().forEach((count, at) => {
    if (shownCounts[at] !== undefined && count.innerHTML !== shownCounts[at]) {
      heldCounts.set(at, count.innerHTML);
      count.innerHTML = shownCounts[at]; // trusted: copied from the page
    }
  });
}

function releaseCounts() {
  const now = countElements();
  heldCounts.forEach((html, at) => {
    if (now[at]?.innerHTML === shownCounts[at]) {
      // otherwise a newer count has arrived in the meantime
      now[at].innerHTML = html;
    }
  });
  heldCounts.clear();
  shownCounts = now.map((count) => count.innerHTML);
}

function endFall() {
  window.clearTimeout(fallTimer);
  fallTimer = 0;
  document.body.classList.remove("has-falling-pieces");
  document
    .querySelectorAll(".is-held-back, .has-falling-cubes")
    .forEach((element) => element.classList.remove("is-held-back", "has-falling-cubes"));
  document.querySelector("#pieces .tray-now")?.removeAttribute("style");
  throwElement()?.remove();
  releaseCounts();
}

// Hides the lines of the last battle after its start, and its table. Earlier battles stay visible, in whatever order
// they are listed.
function hideOutcome() {
  const events = [...document.querySelectorAll("#event-summaries [data-start]")];
  const newest = events.reduce(
    (best, event) => (Number(event.dataset.start) > Number(best?.dataset.start ?? -1) ? event : best),
    /** @type {PageElement | null} */ (null),
  );
  events.forEach((event) =>
    event.classList.toggle(
      "has-falling-cubes",
      event === newest && event.dataset.kind === "battle" && "fresh" in event.dataset,
    ),
  );
  const log = document.getElementById("log");
  for (const list of [log, ...events].filter(Boolean)) {
    const lines = [...list.querySelectorAll("[data-key]")];
    const begin =
      list === log || list === newest ? lines.findLastIndex((line) => BATTLE_STARTS.includes(line.dataset.key)) : -1;
    const end = lines.findIndex((line, at) => at > begin && BATTLE_ENDS.includes(line.dataset.key));
    lines.forEach((line, at) => line.classList.toggle("is-held-back", begin >= 0 && at > begin && at <= end));
  }
}

function updateThrow() {
  const now = throwNumber();
  const before = lastThrow;
  const isFinished = Boolean(document.getElementById("final-scoring")); // then everything is shown at once
  const falls =
    !isFinished &&
    now > lastThrow &&
    !fallenThrows.has(now) &&
    !reducedMotion.matches &&
    !document.hidden &&
    document.documentElement.dataset.playback !== "off";
  lastThrow = now;
  if (falls) {
    fallenThrows.add(now);
    window.clearTimeout(fallTimer);
    document.body.classList.add("has-falling-pieces");
    fallTimer = window.setTimeout(endFall, FALL_TIME + CUBE_INTERVAL * throwElement().querySelectorAll(".cube").length);
  } else if (isFinished || !fallTimer || now !== before) {
    endFall();
  }
  if (fallTimer) {
    holdCounts();
    hideOutcome();
    for (const id of ["playback-text", "turn"]) {
      document.getElementById(id)?.setAttribute("data-falls", throwElement().dataset.title ?? "");
    }
  }
}

// While a plan is changed, the prompt names the selected field.
function updatePrompt() {
  const prompt = document.getElementById("prompt");
  const field = document.querySelector(".field.is-picked[data-asks]");
  if (prompt && field && prompt.textContent !== field.dataset.asks) {
    prompt.dataset.whole ??= prompt.textContent;
    prompt.textContent = field.dataset.asks;
  } else if (prompt?.dataset.whole && !field) {
    prompt.textContent = prompt.dataset.whole;
    delete prompt.dataset.whole;
  }
}
new MutationObserver(updatePrompt).observe(document.getElementById("panel"), {
  subtree: true,
  attributeFilter: ["class"],
});

/**
 * Cards wait while the previous card is being sent. Each is shown at once on the field that is next for it. If one is
 * refused, those that wait are dropped, and the page says so.
 * @type {[string, string][]}
 */
const layingQueue = []; // ids of [field, card]; the first is being sent
let expectedCount = Infinity; // the entry count of the page after the first is laid; Infinity: not answered yet
const wideWindow = window.matchMedia("(min-width: 1000px)"); // on a small map a tap zooms to a land
const fields = () => [...document.querySelectorAll("#plan .field")];
const nextField = () => fields().find((field) => !field.matches(".is-filled, [data-laying]"));
/** @param {PageElement} card */
const fieldAndCard = ({ dataset }) => dataset.target?.replace(/^(\S+) /, "$1 card-") ?? "";
const nextButton = () =>
  layingQueue.length &&
  [...document.querySelectorAll("#choices button")].find((one) => fieldAndCard(one) === layingQueue[0].join(" "));
/** @param {PageElement} card */
const cardsLeft = (card) => Number(card.matches(".tower") ? card.querySelector("b").dataset.visualText.slice(1) : 1);

function markQueue() {
  document.querySelectorAll("[data-laying]").forEach((thing) => thing.removeAttribute("data-laying"));
  for (const [field, card] of layingQueue) {
    const name =
      document.querySelector(`#${card} .name`)?.textContent ?? document.querySelector(`#${card} b`)?.dataset.visualText;
    document.getElementById(card)?.setAttribute("data-laying", "");
    for (const there of document.querySelectorAll(`#${field}, #${field} .card-slot`)) {
      there.setAttribute("data-laying", name ?? "");
    }
  }
  const next = nextField();
  fields().forEach((field) => field.classList.toggle("next", field === next));
}

/** @param {boolean} hadWaiting */
function clearQueue(hadWaiting) {
  layingQueue.length = 0;
  markQueue();
  if (hadWaiting) {
    window.setTimeout(() => document.dispatchEvent(new Event("regnum:missed"))); // after the answer is shown
  }
}

function layNext() {
  if (Number(document.getElementById("entry-count").value) >= expectedCount) {
    expectedCount = Infinity;
    layingQueue.shift();
    if (layingQueue.length && !nextButton()) {
      clearQueue(true);
    } else {
      const next = nextButton();
      if (next) {
        next.click();
      }
    }
  }
  if (layingQueue.length) {
    markQueue();
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "turn-form" || (layingQueue.length && event.submitter === nextButton())) {
    return;
  }
  if (layingQueue.length) {
    clearQueue(true);
  }
  const [field, card] = fieldAndCard(/** @type {PageElement} */ (event.submitter)).split(" ");
  if (card && document.getElementById(field)?.matches(".next")) {
    layingQueue.push([field, card]);
    markQueue();
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (layingQueue.length && event.detail.elt?.id === "turn-form") {
    expectedCount = Number(event.detail.xhr?.getResponseHeader("regnum-entry-count") || 0) || Infinity;
    if (expectedCount === Infinity) {
      clearQueue(layingQueue.length > 1);
    }
    window.setTimeout(layNext);
  }
});
document.addEventListener("htmx:sseMessage", layNext);
document.addEventListener(
  "click",
  (event) => {
    const thing =
      layingQueue.length &&
      event.target.closest?.(wideWindow.matches ? "#hand .card, #board [id^=land-]" : "#hand .card");
    const card = thing && document.getElementById(thing.id.replace(/^land-/, "card-land-"));
    const field = nextField();
    if (!card || card.matches(".used") || !field) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (layingQueue.filter((one) => one[1] === card.id).length < cardsLeft(card)) {
      layingQueue.push([field.id, card.id]);
      markQueue();
    }
  },
  true,
);

document.addEventListener("htmx:sseMessage", updateThrow);
document.addEventListener(
  "click",
  (event) => {
    if (fallTimer && event.isTrusted && !event.target.closest("#playback")) {
      endFall();
    }
  },
  true,
);
updateThrow();
