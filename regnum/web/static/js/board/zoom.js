// Zooms the board by wheel, pinch, buttons and keys (+ - 0 and the arrows). d3-zoom calculates the transform, and the
// viewBox applies it.
//
// On a small board a tap on a small element with data-zoom (a viewBox) zooms there first. The next tap on the same
// element selects it; a tap on another one aims at that instead. Elements large enough for a finger are selected at
// once, unless the previous tap aimed at another one. Elements with data-needs-second-tap don't zoom: the first tap
// only aims at them. With data-final this applies on a board of any size, unless the user has chosen when to confirm.
// The version in the name changes with the library.
import { select, zoom, zoomIdentity, zoomTransform } from "/static/vendor/d3-zoom-3.0.1.min.js";
import { prompt } from "../lib/question.js";

const isCoarse = window.matchMedia("(pointer: coarse)").matches;
const SMALL_BOARD = isCoarse ? 700 : 480; // a mouse hits smaller elements
const DEFAULT_CONFIRM = "turn"; // confirmation per turn, if the user has chosen nothing
const FINGER_SIZE = 44; // pixels each way; elements of that size can be tapped without zooming
const MAX_SCALE = 8;
const MIN_ZOOM = 1.01; // treat less as unzoomed
const board = document.getElementById("board");
const map = document.querySelector("#board > svg");
const fullViewBox = map?.getAttribute("viewBox") ?? "";
const fixedLayout = window.matchMedia("(min-width: 1000px)"); // the page doesn't scroll, so the wheel can zoom
let zoomedPrompt = "";
/** @type {string | null} */
let aimedTarget = null; // the target that a tap aimed at; "": none yet; null: no tap has aimed

const currentTransform = () => zoomTransform(board);

// The size of the picture, without anything else in the board, such as a bar below it.
const mapSize = () => {
  const { width, height } = map.getBoundingClientRect();
  return [width, height];
};

// The board's unit in pixels while all of it is shown, and the origin of the viewBox within its element.
function fullViewGeometry() {
  const [x, y, wide, high] = fullViewBox.split(" ").map(Number);
  const [width, height] = mapSize();
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
function applyTransform({ k, x, y }) {
  const { scale, left, top, width, height } = fullViewGeometry();
  const isZoomed = k > MIN_ZOOM;
  const box = [(-x / k - left) / scale, (-y / k - top) / scale, width / k / scale, height / k / scale];
  map.setAttribute("viewBox", isZoomed ? box.map((part) => part.toFixed(2)).join(" ") : fullViewBox);
  map.classList.toggle("is-zoomed", isZoomed);
  board.classList.toggle("is-zoomed-in", isZoomed);
  board.classList.remove("is-tapped");
  aimedTarget = isZoomed ? aimedTarget : null;
  document.getElementById("show-whole-map").hidden = !isZoomed;
}

/**
 * Whether a gesture belongs to the board. One finger moves the board only when it is zoomed, and otherwise scrolls the
 * page; so does the wheel where the page scrolls.
 * @param {any} event
 */
function isZoomGesture(event) {
  if (event.type === "wheel") {
    return fixedLayout.matches || event.ctrlKey;
  }
  // A touch may be the first finger of a pinch.
  return (
    !event.button && !event.target.closest("button") && (currentTransform().k > MIN_ZOOM || event.type === "touchstart")
  );
}

const zoomBehavior =
  map &&
  zoom()
    .scaleExtent([1, MAX_SCALE])
    .extent(() => [[0, 0], mapSize()])
    .translateExtent([[0, 0], mapSize()])
    .filter(isZoomGesture)
    .on("zoom", (/** @type {any} */ event) => applyTransform(event.transform));
if (map) {
  select(board).call(zoomBehavior).on("dblclick.zoom", null);
  /** @param {TouchEvent} event */
  const leaveToPage = (event) =>
    event.touches.length === 1 && currentTransform().k <= MIN_ZOOM && event.stopImmediatePropagation();
  board.addEventListener("touchmove", leaveToPage, { capture: true, passive: true });
  let [width, height] = [0, 0];
  new ResizeObserver(() => {
    const [newWidth, newHeight] = mapSize();
    if (Math.abs(newWidth - width) + Math.abs(newHeight - height) > 4) {
      // smaller differences are rounding errors
      [width, height] = [newWidth, newHeight];
      zoomBehavior.translateExtent([
        [0, 0],
        [width, height],
      ]); // in CSS pixels of the element; d3 would take the units of the SVG
      select(board).call(zoomBehavior.transform, zoomIdentity);
    }
  }).observe(board);
}

/**
 * Zoom to a box. What is under the finger (in client coordinates) stays there.
 * @param {string} box
 * @param {MouseEvent} [finger]
 */
function zoomTo(box, finger) {
  if (!box) {
    select(board).call(zoomBehavior.transform, zoomIdentity);
    return;
  }
  const [x, y, wide, high] = box.split(" ").map(Number);
  const { scale, left, top, width, height } = fullViewGeometry();
  const k = Math.min(width / wide, height / high, MAX_SCALE * scale) / scale;
  const { left: edge, top: head } = map.getBoundingClientRect();
  const centre = [(x + wide / 2) * scale + left, (y + high / 2) * scale + top];
  const [across, down] = finger
    ? [(finger.clientX - edge) * (1 - k), (finger.clientY - head) * (1 - k)]
    : [width / 2 - centre[0] * k, height / 2 - centre[1] * k];
  select(board).call(zoomBehavior.transform, zoomIdentity.translate(across, down).scale(k));
  zoomedPrompt = prompt();
}

/** @param {Element} place */
function isLargeEnough(place) {
  const { width, height } = (place.querySelector(".hit") ?? place).getBoundingClientRect();
  return width >= FINGER_SIZE && height >= FINGER_SIZE;
}

/**
 * Tell the user that another tap confirms the aim: for which action if there is only one, and whether it is final.
 * @param {PageElement} target
 */
function askToTapAgain(target) {
  const hint = document.getElementById("tap-again");
  const buttons = [...document.querySelectorAll("#choices button")].filter(
    (button) => button.dataset.target === aimedTarget,
  );
  const words = hint.dataset;
  const [textForOne, textForAny] = isCoarse ? [words.tapFor, words.tapAgain] : [words.clickFor, words.clickAgain];
  /** @param {PageElement} button */
  const labelOf = (button) =>
    button.querySelector(".visually-hidden")?.textContent.replace(": ", "") ?? button.textContent.trim();
  const name = buttons.length === 1 ? labelOf(buttons[0]) : buttons.length ? "" : target.getAttribute("aria-label");
  const text = name ? textForOne.replace("{target}", () => name) : textForAny;
  const final = target.closest("[data-final]")?.dataset.final;
  hint.textContent = final ? `${text}. ${final}` : text;
}

/**
 * Whether a click on a target does something that can't be undone and is not confirmed later.
 * @param {PageElement} target
 */
function isFinal(target) {
  const { confirm = DEFAULT_CONFIRM } = document.documentElement.dataset;
  return (
    confirm === DEFAULT_CONFIRM && Boolean(target.closest("[data-needs-second-tap]") && target.closest("[data-final]"))
  );
}

function clearAim() {
  aimedTarget = null;
  board.classList.remove("is-tapped");
}

/**
 * Whether a click on a target is used to zoom or aim instead of selecting it.
 * @param {PageElement} target
 * @param {MouseEvent} [finger]
 */
export function zoomBeforeTap(target, finger) {
  const place = board?.contains(target) && target.closest("[data-zoom], [data-needs-second-tap]");
  if (!place || (board.clientWidth >= SMALL_BOARD && !isFinal(target))) {
    return false;
  }
  if ("needsSecondTap" in place.dataset) {
    const isSecondTap = aimedTarget === target.dataset.target && board.classList.contains("is-tapped");
    if (isSecondTap || (isLargeEnough(target) && !isFinal(target))) {
      clearAim();
      return false;
    }
  } else if (!map.classList.contains("is-zoomed")) {
    if (isLargeEnough(target)) {
      return false;
    }
    zoomTo(place.dataset.zoom, finger);
  } else if (aimedTarget === null || aimedTarget === target.dataset.target) {
    aimedTarget = aimedTarget === null ? null : "";
    board.classList.remove("is-tapped");
    return false;
  }
  board.querySelectorAll(".is-pointed").forEach((other) => other.classList.remove("is-pointed"));
  target.classList.add("is-pointed");
  aimedTarget = target.dataset.target;
  askToTapAgain(target);
  board.classList.add("is-tapped");
  return true;
}

// An aim belongs to the current position. A click elsewhere clears it, and so does Escape.
document.addEventListener(
  "click",
  (event) => {
    const isBesideAim =
      aimedTarget && !map.classList.contains("is-zoomed") && !event.target.closest?.("[data-needs-second-tap]");
    if (board && (isBesideAim || event.target.closest?.("#undo-parts button, #do-undo"))) {
      clearAim();
    }
  },
  true,
);
document.addEventListener("keydown", (event) => event.key === "Escape" && aimedTarget && clearAim());

// Shows the whole board again when another question is asked after a tap zoomed in, or when all places are out of the
// picture.
export function resetZoom() {
  if (!map?.classList.contains("is-zoomed")) {
    if (
      aimedTarget &&
      ![...board.querySelectorAll("[data-target]")].some((place) => place.dataset.target === aimedTarget)
    ) {
      clearAim();
    }
    return;
  }
  const frame = board.getBoundingClientRect();
  const places = [...board.querySelectorAll("[data-target]")];
  /** @param {Element} place */
  const isInFrame = (place) => {
    const box = place.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  };
  const origins = [...board.querySelectorAll(".chosen")]; // where the move starts
  const tutorialPlaces = places.filter((place) => place.matches(".is-tutorial-target"));
  const isAnyShown = (tutorialPlaces.length ? tutorialPlaces : places).some(isInFrame) && origins.every(isInFrame);
  if ((zoomedPrompt && prompt() !== zoomedPrompt) || (places.length && !isAnyShown)) {
    zoomedPrompt = "";
    zoomTo("");
  } else if (aimedTarget && board.classList.contains("is-tapped")) {
    const target = places.find((place) => place.dataset.target === aimedTarget);
    target?.classList.add("is-pointed"); // the update may have removed the class
  }
}

/** @param {number} factor */
const zoomBy = (factor) => select(board).call(zoomBehavior.scaleBy, factor);
for (const [id, action] of /** @type {[string, () => void][]} */ ([
  ["show-whole-map", () => zoomTo("")],
  ["zoom-in", () => zoomBy(1.5)],
  ["zoom-out", () => zoomBy(1 / 1.5)],
])) {
  document.getElementById(id)?.addEventListener("click", action);
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
board?.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (event.key === "+" || event.key === "-") {
    zoomBy(event.key === "+" ? 1.5 : 1 / 1.5);
  } else if (event.key === "0") {
    zoomTo("");
  } else if (step && currentTransform().k > MIN_ZOOM && !event.target.closest("#laying")) {
    select(board).call(zoomBehavior.translateBy, step[0] / currentTransform().k, step[1] / currentTransform().k);
    event.preventDefault();
  }
});
