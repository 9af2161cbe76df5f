// A guided game: what the guide means is marked among the choices, on the board and beside it.
import { footerTop, isFixed } from "./scroll_to_question.js";
import { places } from "../lib/question.js";

const guide = () => document.getElementById("guide");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const behavior = () => (calm.matches ? "instant" : "smooth");

export function markTutorial() {
  /** @type {PageElement[][][]} */
  ways = [];
  document.querySelectorAll(".guided").forEach((marked) => marked.classList.remove("guided"));
  const moves = (guide()?.dataset.meant || "").split("|").filter(Boolean);
  if (!moves.length) {
    return;
  }
  const buttons = [...document.querySelectorAll("#choices button")].filter((button) => moves.includes(button.value));
  const meant = buttons.flatMap((button) => (button.dataset.target || "").split(" ")).filter(Boolean);
  const there = places().filter((place) => meant.includes(place.dataset.target));
  const others = guide()
    .dataset.points.split(" ")
    .map((id) => document.getElementById(id));
  for (const marked of [...buttons, ...there, ...others]) {
    marked?.classList.add("guided");
  }
  if (!there.length) {
    buttons[0]?.closest("details")?.setAttribute("open", "");
  }
  ways = buttons.map((button) => wayOf(button, there, others.filter(Boolean)));
  look();
}

/**
 * What is meant may be out of sight, below or beside what the page shows: then a button leads there. A way is what one has to
 * point at for one of the moves: a list of the places of each part, any of which will do.
 * @type {PageElement[][][]}
 */
let ways = [];

/**
 * @param {PageElement} button
 * @param {PageElement[]} there
 * @param {PageElement[]} others
 */
function wayOf(button, there, others) {
  const parts = (button.dataset.target || "")
    .split(" ")
    .map((name) => there.filter((place) => place.dataset.target === name));
  const found = parts.filter((part) => part.length);
  return [...others.map((other) => [other]), ...(found.length ? found : [[button]])];
}

/** @param {PageElement} element */
function inSight(element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const above = element.closest(".docked, .laying-bar, #choices > .buttons > button");
  const under = column.matches && !(above && isFixed(above)) ? footerTop() : window.innerHeight;
  const strip = column.matches ? 0 : document.getElementById("strip").getBoundingClientRect().bottom;
  const covered = element.closest("#panel") && y < strip;
  return right > left && !covered && x >= 0 && x <= window.innerWidth && y >= 0 && y <= under;
}

/** @param {PageElement[][]} way */
function hiddenOf(way) {
  return way.find((part) => !part.some(inSight))?.[0];
}

function look() {
  const below = Math.min(
    ...[...document.querySelectorAll("#strip, .docked")].map((one) => one.getBoundingClientRect().top),
  );
  document.documentElement.style.setProperty("--dock", `${window.innerHeight - below}px`);
  document.documentElement.style.setProperty("--led", `${window.innerHeight - footerTop()}px`);
  const button = document.getElementById("guide-where");
  if (button) {
    button.hidden = !ways.length || ways.some((way) => !hiddenOf(way));
  }
}

let looking = 0;
function lookSoon() {
  window.cancelAnimationFrame(looking);
  looking = window.requestAnimationFrame(look);
}
document.addEventListener("scroll", lookSoon, { capture: true, passive: true });
window.addEventListener("resize", lookSoon);

document.addEventListener("click", (event) => {
  if (event.target.closest("#guide-where")) {
    ways.map(hiddenOf).find(Boolean)?.scrollIntoView({ block: "center", behavior: behavior() });
  } else if (column.matches) {
    document.querySelector("#message > .kindly")?.remove();
  }
});

// At the foot of a narrow page the guide is always in sight: only what it means comes there, with the board if that has room, or by
// as little as it takes.
function come() {
  if (!guide() || !isFixed(guide()) || !ways.length || ways.some((way) => !hiddenOf(way))) {
    return;
  }
  const boxes = ways[0].map((part) => (part.find(inSight) ?? part[0]).getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const [head, room] = [document.getElementById("board").getBoundingClientRect().top, footerTop() - 12];
  if (bottom - top > room) {
    hiddenOf(ways[0])?.scrollIntoView({ block: "nearest", behavior: behavior() });
  } else {
    window.scrollBy({
      top: bottom > room ? bottom - room : bottom - head <= room ? head : top - 12,
      behavior: behavior(),
    });
  }
}

// What was said to a wrong move has been said when the game goes on. A new step comes into sight.
const column = window.matchMedia("(max-width: 999px)");
let meant = guide()?.dataset.meant;
let step = guide()?.dataset.step;
export function advanceTutorial() {
  if (!guide() || guide().dataset.meant === meant) {
    return;
  }
  meant = guide().dataset.meant;
  document.querySelector("#message > .kindly")?.remove();
  if (guide().dataset.step && guide().dataset.step !== step) {
    step = guide().dataset.step;
    document.getElementById("guide-again")?.removeAttribute("open");
    const { top, bottom } = guide().getBoundingClientRect();
    if (
      !column.matches &&
      (top < document.getElementById("strip").getBoundingClientRect().bottom || bottom > window.innerHeight)
    ) {
      guide().scrollIntoView({ block: "start", behavior: behavior() });
    }
  }
  come();
}
document.fonts.ready.then(come);

markTutorial();
