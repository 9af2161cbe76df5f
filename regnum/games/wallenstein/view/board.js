// The result of a battle is hidden until its cubes have fallen out of the tower. Until then, the land and everyone's counts look
// as before, no question is shown, and later lines about this battle in the log and the summary are transparent (they keep their
// place, so that screen readers read them once). A throw is animated only once; a click ends the animation.
const CUBE = 90; // milliseconds between cubes, as in board.css
const FALL = 1000; // milliseconds that a cube falls
const BEGINS = ["attacks", "revolt"];
const ENDS = ["conquers", "holds", "devastated", "stays_neutral"];

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const thrown = () => document.querySelector("#pieces .thrown");
const number = () => Number(thrown()?.id.slice("thrown-".length) || 0);
let last = number(); // the last throw shown
const fallen = new Set(); // the throws already animated, as positions without a throw may come between
let timer = 0; // nonzero while cubes fall

// Everyone's counts before a throw; new counts are held back until the cubes have fallen.
const counts = () => [...document.querySelectorAll("#strip .has, #players tbody td")];
/** @type {string[]} */
let settled = [];
const coming = new Map();

function keepCounts() {
  counts().forEach((count, at) => {
    if (settled[at] !== undefined && count.innerHTML !== settled[at]) {
      coming.set(at, count.innerHTML);
      count.innerHTML = settled[at]; // from the page itself
    }
  });
}

function settle() {
  const now = counts();
  coming.forEach((html, at) => {
    if (now[at]?.innerHTML === settled[at]) {
      // otherwise, the page has newer counts
      now[at].innerHTML = html;
    }
  });
  coming.clear();
  settled = now.map((count) => count.innerHTML);
}

function still() {
  window.clearTimeout(timer);
  timer = 0;
  document.body.classList.remove("falling");
  document.querySelectorAll(".held-back, .falls").forEach((held) => held.classList.remove("held-back", "falls"));
  document.querySelector("#pieces .tray-now")?.removeAttribute("style");
  thrown()?.remove();
  settle();
}

// Hide the lines of the last battle after its first one, and its table. Earlier battles are known, wherever they are listed.
function holdBack() {
  const events = [...document.querySelectorAll("#summaries [data-start]")];
  const newest = events.reduce(
    (best, event) => (Number(event.dataset.start) > Number(best?.dataset.start ?? -1) ? event : best),
    /** @type {PageElement | null} */ (null),
  );
  events.forEach((event) =>
    event.classList.toggle("falls", event === newest && event.dataset.kind === "battle" && "fresh" in event.dataset),
  );
  const log = document.getElementById("log");
  for (const list of [log, ...events].filter(Boolean)) {
    const lines = [...list.querySelectorAll("[data-key]")];
    const begin =
      list === log || list === newest ? lines.findLastIndex((line) => BEGINS.includes(line.dataset.key)) : -1;
    const end = lines.findIndex((line, at) => at > begin && ENDS.includes(line.dataset.key));
    lines.forEach((line, at) => line.classList.toggle("held-back", begin >= 0 && at > begin && at <= end));
  }
}

function look() {
  const now = number();
  const before = last;
  const ended = Boolean(document.getElementById("final")); // then everything is shown at once
  const falls =
    !ended &&
    now > last &&
    !fallen.has(now) &&
    !calm.matches &&
    !document.hidden &&
    document.documentElement.dataset.playback !== "off";
  last = now;
  if (falls) {
    fallen.add(now);
    window.clearTimeout(timer);
    document.body.classList.add("falling");
    timer = window.setTimeout(still, FALL + CUBE * thrown().querySelectorAll(".cube").length);
  } else if (ended || !timer || now !== before) {
    still();
  }
  if (timer) {
    keepCounts();
    holdBack();
    for (const id of ["playback-said", "turn"]) {
      document.getElementById(id)?.setAttribute("data-falls", thrown().dataset.title ?? "");
    }
  }
}

// While a plan is being changed, the question names the selected field.
function ask() {
  const prompt = document.getElementById("prompt");
  const field = document.querySelector(".field.picked[data-asks]");
  if (prompt && field && prompt.textContent !== field.dataset.asks) {
    prompt.dataset.whole ??= prompt.textContent;
    prompt.textContent = field.dataset.asks;
  } else if (prompt?.dataset.whole && !field) {
    prompt.textContent = prompt.dataset.whole;
    delete prompt.dataset.whole;
  }
}
new MutationObserver(ask).observe(document.getElementById("panel"), { subtree: true, attributeFilter: ["class"] });

/**
 * While a card is being laid, cards that are clicked next are queued, and shown at once on the fields where they will go. If one is
 * refused, the whole queue is dropped, and the page says so.
 * @type {[string, string][]}
 */
const laying = []; // [field, card] by id: the card being laid, then the queue
let due = Infinity; // the page's ply once the first card is laid; Infinity before the response
const wide = window.matchMedia("(min-width: 1000px)"); // on a small map, a tap zooms in
const fields = () => [...document.querySelectorAll("#plan .field")];
const free = () => fields().find((field) => !field.matches(".laid, [data-laying]"));
/** @param {PageElement} card */
const place = ({ dataset }) => dataset.target?.replace(/^(\S+) /, "$1 card-") ?? "";
const button = () =>
  laying.length && [...document.querySelectorAll("#choices button")].find((one) => place(one) === laying[0].join(" "));
/** @param {PageElement} card */
const left = (card) => Number(card.matches(".tower") ? card.querySelector("b").dataset.n.slice(1) : 1);

function mark() {
  document.querySelectorAll("[data-laying]").forEach((thing) => thing.removeAttribute("data-laying"));
  for (const [field, card] of laying) {
    const name =
      document.querySelector(`#${card} .name`)?.textContent ?? document.querySelector(`#${card} b`)?.dataset.n;
    document.getElementById(card)?.setAttribute("data-laying", "");
    for (const there of document.querySelectorAll(`#${field}, #${field} .lies`)) {
      there.setAttribute("data-laying", name ?? "");
    }
  }
  const next = free();
  fields().forEach((field) => field.classList.toggle("next", field === next));
}

/** @param {boolean} waiting */
function giveUp(waiting) {
  laying.length = 0;
  mark();
  if (waiting) {
    window.setTimeout(() => document.dispatchEvent(new Event("regnum:missed"))); // after the response is shown
  }
}

function layOn() {
  if (Number(document.getElementById("ply").value) >= due) {
    due = Infinity;
    laying.shift();
    if (laying.length && !button()) {
      giveUp(true);
    } else {
      const next = button();
      if (next) {
        next.click();
      }
    }
  }
  if (laying.length) {
    mark();
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "act" || (laying.length && event.submitter === button())) {
    return;
  }
  if (laying.length) {
    giveUp(true);
  }
  const [field, card] = place(/** @type {PageElement} */ (event.submitter)).split(" ");
  if (card && document.getElementById(field)?.matches(".next")) {
    laying.push([field, card]);
    mark();
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (laying.length && event.detail.elt?.id === "act") {
    due = Number(event.detail.xhr?.getResponseHeader("regnum-ply") || 0) || Infinity;
    if (due === Infinity) {
      giveUp(laying.length > 1);
    }
    window.setTimeout(layOn);
  }
});
document.addEventListener("htmx:sseMessage", layOn);
document.addEventListener(
  "click",
  (event) => {
    const thing =
      laying.length && event.target.closest?.(wide.matches ? "#hand .card, #board [id^=land-]" : "#hand .card");
    const card = thing && document.getElementById(thing.id.replace(/^land-/, "card-land-"));
    const field = free();
    if (!card || card.matches(".used") || !field) {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (laying.filter((one) => one[1] === card.id).length < left(card)) {
      laying.push([field.id, card.id]);
      mark();
    }
  },
  true,
);

document.addEventListener("htmx:sseMessage", (event) => event.detail.type !== "talk" && look());
document.addEventListener(
  "click",
  (event) => {
    if (timer && event.isTrusted && !event.target.closest("#playback")) {
      still();
    }
  },
  true,
);
look();
