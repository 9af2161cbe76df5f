// How a battle ended is not to be seen before its cubes have fallen out of the tower: until then the land and what everybody has
// look as they did before, nothing is asked, and what the log and the summary of this battle tell after its beginning is
// transparent (it stays where it is, so that it is read out once). A throw that was seen does not fall again; a click ends it.
const CUBE = 90; // milliseconds from one cube to the next, as in board.css
const FALL = 1000; // and how long one falls
const BEGINS = ["attacks", "revolt"];
const ENDS = ["conquers", "holds", "devastated", "stays_neutral"];

const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const thrown = () => document.querySelector("#pieces .thrown");
const number = () => Number(thrown()?.id.slice("thrown-".length) || 0);
let last = number(); // the throw that was shown last
const fallen = new Set(); // the throws that fell: a position without one may come in between
let timer = 0; // while its cubes fall

// What everybody has, as it was before a throw: what comes with it is kept until it has fallen.
const counts = () => [...document.querySelectorAll("#strip .has, #players tbody td")];
/** @type {string[]} */
let settled = [];
const coming = new Map();

function keepCounts() {
  counts().forEach((count, at) => {
    if (settled[at] !== undefined && count.innerHTML !== settled[at]) {
      coming.set(at, count.innerHTML);
      count.innerHTML = settled[at]; // the page's own
    }
  });
}

function settle() {
  const now = counts();
  coming.forEach((html, at) => {
    if (now[at]?.innerHTML === settled[at]) {
      // else the page has got something newer meanwhile
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

// The lines of the last battle after its beginning, and its table: an earlier one, in whatever order they stand, has been told.
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
  const ended = Boolean(document.getElementById("final")); // then all is told at once
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

// While a plan is changed, the question names the field that is picked.
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
 * While a card is on its way to its field, the next one that is pointed at waits, and lies at once where it will go: on the field that
 * is shown as the next. If one is refused, none of those that wait is laid, and the page says so.
 * @type {[string, string][]}
 */
const laying = []; // [field, card], by their ids: what is on its way, then what waits
let due = Infinity; // the number that the page has once the first lies there; Infinity: there is no answer yet
const wide = window.matchMedia("(min-width: 1000px)"); // on a small map a tap brings a land closer
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
    window.setTimeout(() => document.dispatchEvent(new Event("regnum:missed"))); // the answer is shown before
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
