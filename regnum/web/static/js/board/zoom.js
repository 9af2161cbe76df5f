// The board comes closer: by the wheel, by pinching, by its buttons and keys (+ - 0 and the arrows); d3-zoom reckons where
// it is, the view box shows it. On a small board a tap on something small with data-zoom (a view box) shows it closer first;
// the next tap on the same is meant, one on something else only aims at that instead. What is big enough for a finger is meant
// at once, unless another tap has just aimed elsewhere. What has data-aim instead is only aimed at by the first tap: the board
// stays as it is. On a board of any size so is what has data-final, too, unless one has chosen when to be asked.
import { select, zoom, zoomIdentity, zoomTransform } from "/static/vendor/d3-zoom-3.0.1.min.js"; // its name changes with it
import { prompt } from "../lib/question.js";

const coarse = window.matchMedia("(pointer: coarse)").matches;
const SMALL = coarse ? 700 : 480; // a mouse hits smaller things
const OURS = "turn"; // what is asked about once more if one has chosen nothing
const FINGER = 44; // a place of so many pixels each way is hit without coming closer
const CLOSEST = 8;
const NEAR = 1.01; // less is not worth a different picture
const board = document.getElementById("board");
const map = document.querySelector("#board > svg");
const whole = map?.getAttribute("viewBox") ?? "";
const fixed = window.matchMedia("(min-width: 1000px)"); // the page does not scroll: the wheel is free
let zoomedFor = "";
/** @type {string | null} */
let aimed = null; // what a tap has aimed at, "" for nothing as yet; null: no tap has aimed

const at = () => zoomTransform(board);

// The size of the picture; what else stands in the board, as a bar below it, is not counted.
const size = () => {
  const { width, height } = map.getBoundingClientRect();
  return [width, height];
};

// The unit of the board in pixels while all of it is shown, and the corner of the board within its element.
function fit() {
  const [x, y, wide, high] = whole.split(" ").map(Number);
  const [width, height] = size();
  const scale = Math.min(width / wide, height / high);
  return {
    scale,
    left: (width - wide * scale) / 2 - x * scale,
    top: (height - high * scale) / 2 - y * scale,
    width,
    height,
  };
}

/** @param {{ k: number, x: number, y: number }} transform */
function show({ k, x, y }) {
  const { scale, left, top, width, height } = fit();
  const near = k > NEAR;
  const box = [(-x / k - left) / scale, (-y / k - top) / scale, width / k / scale, height / k / scale];
  map.setAttribute("viewBox", near ? box.map((part) => part.toFixed(2)).join(" ") : whole);
  map.classList.toggle("zoomed", near);
  board.classList.toggle("near", near);
  board.classList.remove("tapped");
  aimed = near ? aimed : null;
  document.getElementById("whole").hidden = !near;
}

/**
 * One finger moves the board only when it is close, else the page; so does the wheel where the page scrolls.
 * @param {any} event
 */
function wanted(event) {
  if (event.type === "wheel") {
    return fixed.matches || event.ctrlKey;
  }
  return !event.button && !event.target.closest("button") && (at().k > NEAR || event.type === "touchstart"); // the first of two fingers counts, too
}

const zooming =
  map &&
  zoom()
    .scaleExtent([1, CLOSEST])
    .extent(() => [[0, 0], size()])
    .translateExtent([[0, 0], size()])
    .filter(wanted)
    .on("zoom", (/** @type {any} */ event) => show(event.transform));
if (map) {
  select(board).call(zooming).on("dblclick.zoom", null);
  /** @param {TouchEvent} event */
  const alone = (event) => event.touches.length === 1 && at().k <= NEAR && event.stopImmediatePropagation();
  board.addEventListener("touchmove", alone, { capture: true, passive: true });
  let [width, height] = [0, 0];
  new ResizeObserver(() => {
    const [wide, high] = size();
    if (Math.abs(wide - width) + Math.abs(high - height) > 4) {
      // less is rounding
      [width, height] = [wide, high];
      zooming.translateExtent([
        [0, 0],
        [width, height],
      ]); // (in pixels of the element: d3 would take an svg's own units)
      select(board).call(zooming.transform, zoomIdentity);
    }
  }).observe(board);
}

/**
 * A finger on the board (as client coordinates) keeps what it has hit.
 * @param {string} box
 * @param {MouseEvent} [finger]
 */
function goTo(box, finger) {
  if (!box) {
    select(board).call(zooming.transform, zoomIdentity);
    return;
  }
  const [x, y, wide, high] = box.split(" ").map(Number);
  const { scale, left, top, width, height } = fit();
  const k = Math.min(width / wide, height / high, CLOSEST * scale) / scale;
  const { left: edge, top: head } = map.getBoundingClientRect();
  const middle = [(x + wide / 2) * scale + left, (y + high / 2) * scale + top];
  const [across, down] = finger
    ? [(finger.clientX - edge) * (1 - k), (finger.clientY - head) * (1 - k)]
    : [width / 2 - middle[0] * k, height / 2 - middle[1] * k];
  select(board).call(zooming.transform, zoomIdentity.translate(across, down).scale(k));
  zoomedFor = prompt();
}

/** @param {Element} place */
function isBig(place) {
  const { width, height } = (place.querySelector(".hit") ?? place).getBoundingClientRect();
  return width >= FINGER && height >= FINGER;
}

/**
 * The page says that the next tap on what was aimed at is meant, for what if that is one thing, and if there is no way back.
 * @param {PageElement} target
 */
function sayTwice(target) {
  const said = document.getElementById("tap-again");
  const meant = [...document.querySelectorAll("#choices button")].filter((button) => button.dataset.target === aimed);
  const words = said.dataset;
  const [what, any] = coarse ? [words.tapFor, words.tapAgain] : [words.clickFor, words.clickAgain];
  /** @param {PageElement} button */
  const label = (button) =>
    button.querySelector(".visually-hidden")?.textContent.replace(": ", "") ?? button.textContent.trim();
  const name = meant.length === 1 ? label(meant[0]) : meant.length ? "" : target.getAttribute("aria-label");
  const text = name ? what.replace("{what}", () => name) : any;
  const final = target.closest("[data-final]")?.dataset.final;
  said.textContent = final ? `${text}. ${final}` : text;
}

/**
 * Tell if what a click on a target would do cannot be taken back, and nothing asks about it later.
 * @param {PageElement} target
 */
function isFinal(target) {
  const { confirm = OURS } = document.documentElement.dataset;
  return confirm === OURS && Boolean(target.closest("[data-aim]") && target.closest("[data-final]"));
}

function letGo() {
  aimed = null;
  board.classList.remove("tapped");
}

/**
 * Tell if a click on a target was meant for the zoom: on a small board, if all of it is shown, or if another tap aimed elsewhere.
 * @param {PageElement} target
 * @param {MouseEvent} [finger]
 */
export function zoomed(target, finger) {
  const place = board?.contains(target) && target.closest("[data-zoom], [data-aim]");
  if (!place || (board.clientWidth >= SMALL && !isFinal(target))) {
    return false;
  }
  if ("aim" in place.dataset) {
    const again = aimed === target.dataset.target && board.classList.contains("tapped");
    if (again || (isBig(target) && !isFinal(target))) {
      letGo();
      return false;
    }
  } else if (!map.classList.contains("zoomed")) {
    if (isBig(target)) {
      return false;
    }
    goTo(place.dataset.zoom, finger);
  } else if (aimed === null || aimed === target.dataset.target) {
    aimed = aimed === null ? null : "";
    board.classList.remove("tapped");
    return false;
  }
  board.querySelectorAll(".pointed").forEach((other) => other.classList.remove("pointed"));
  target.classList.add("pointed");
  aimed = target.dataset.target;
  sayTwice(target);
  board.classList.add("tapped");
  return true;
}

// What was aimed at was meant for the position as it was; a click beside it lets it go, and so does Escape.
document.addEventListener(
  "click",
  (event) => {
    const beside = aimed && !map.classList.contains("zoomed") && !event.target.closest?.("[data-aim]");
    if (board && (beside || event.target.closest?.("#parts button, #do-undo"))) {
      letGo();
    }
  },
  true,
);
document.addEventListener("keydown", (event) => event.key === "Escape" && aimed && letGo());

// Another question after a tap that came closer, or places that are all out of the picture: the whole board again.
export function resetZoom() {
  if (!map?.classList.contains("zoomed")) {
    if (aimed && ![...board.querySelectorAll("[data-target]")].some((place) => place.dataset.target === aimed)) {
      letGo();
    }
    return;
  }
  const frame = board.getBoundingClientRect();
  const places = [...board.querySelectorAll("[data-target]")];
  /** @param {Element} place */
  const inFrame = (place) => {
    const box = place.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  };
  const from = [...board.querySelectorAll(".chosen")]; // where it starts from
  const led = places.filter((place) => place.matches(".guided"));
  const shown = (led.length ? led : places).some(inFrame) && from.every(inFrame);
  if ((zoomedFor && prompt() !== zoomedFor) || (places.length && !shown)) {
    zoomedFor = "";
    goTo("");
  } else if (aimed && board.classList.contains("tapped")) {
    const target = places.find((place) => place.dataset.target === aimed);
    target?.classList.add("pointed"); // the news may have wiped it
  }
}

/** @param {number} factor */
const by = (factor) => select(board).call(zooming.scaleBy, factor);
for (const [id, act] of /** @type {[string, () => void][]} */ ([
  ["whole", () => goTo("")],
  ["closer", () => by(1.5)],
  ["farther", () => by(1 / 1.5)],
])) {
  document.getElementById(id)?.addEventListener("click", act);
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
board?.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (event.key === "+" || event.key === "-") {
    by(event.key === "+" ? 1.5 : 1 / 1.5);
  } else if (event.key === "0") {
    goTo("");
  } else if (step && at().k > NEAR && !event.target.closest("#laying")) {
    select(board).call(zooming.translateBy, step[0] / at().k, step[1] / at().k);
    event.preventDefault();
  }
});
