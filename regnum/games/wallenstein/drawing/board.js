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
    if (now[at]?.innerHTML === settled[at]) { // else the page has got something newer meanwhile
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
  const events = [...document.querySelectorAll("#recalled [data-start]")];
  const newest = events.reduce((best, event) => (Number(event.dataset.start) > Number(best?.dataset.start ?? -1) ? event : best), null);
  events.forEach((event) => event.classList.toggle("falls", event === newest && event.dataset.kind === "battle" && "fresh" in event.dataset));
  const log = document.getElementById("log");
  for (const list of [log, ...events].filter(Boolean)) {
    const lines = [...list.querySelectorAll("[data-key]")];
    const begin = list === log || list === newest ? lines.findLastIndex((line) => BEGINS.includes(line.dataset.key)) : -1;
    const end = lines.findIndex((line, at) => at > begin && ENDS.includes(line.dataset.key));
    lines.forEach((line, at) => line.classList.toggle("held-back", begin >= 0 && at > begin && at <= end));
  }
}

function look() {
  const now = number();
  const before = last;
  const ended = Boolean(document.getElementById("final")); // then all is told at once
  const falls = !ended && now > last && !fallen.has(now) && !calm.matches && !document.hidden && document.documentElement.dataset.playback !== "off";
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

document.addEventListener("htmx:sseMessage", (event) => event.detail.type !== "talk" && look());
document.addEventListener("click", (event) => {
  if (timer && event.isTrusted && !event.target.closest("#playback")) {
    still();
  }
}, true);
look();
