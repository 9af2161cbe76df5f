// The board comes closer: by the wheel, by pinching, by its buttons and keys (+ - 0 and the arrows); d3-zoom reckons where
// it is, the view box shows it. On a small board a tap on something with data-zoom (a view box) shows it closer first; the
// next tap on the same is meant, one on something else only aims at that instead.
import { select, zoom, zoomIdentity, zoomTransform } from "/static/vendor/d3-zoom-3.0.1.min.js"; // its name changes with it
import { prompt } from "./question.js";

const SMALL = window.matchMedia("(pointer: coarse)").matches ? 700 : 480; // a mouse hits smaller things
const CLOSEST = 8;
const NEAR = 1.01; // less is not worth a different picture
const board = document.getElementById("board");
const map = document.querySelector("#board > svg");
const whole = map?.getAttribute("viewBox");
const fixed = window.matchMedia("(min-width: 1000px)"); // the page does not scroll: the wheel is free
let zoomedFor = "";
let aimed = null; // what a tap has aimed at, "" for nothing as yet; null: the board was not brought closer by a tap

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
  return { scale, left: (width - wide * scale) / 2 - x * scale, top: (height - high * scale) / 2 - y * scale, width, height };
}

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

// One finger moves the board only when it is close, else the page; so does the wheel where the page scrolls.
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
    .on("zoom", (event) => show(event.transform));
if (map) {
  select(board).call(zooming).on("dblclick.zoom", null);
  const alone = (event) => event.touches.length === 1 && at().k <= NEAR && event.stopImmediatePropagation();
  board.addEventListener("touchmove", alone, { capture: true, passive: true });
  let [width, height] = [0, 0];
  new ResizeObserver(() => {
    const [wide, high] = size();
    if (Math.abs(wide - width) + Math.abs(high - height) > 4) { // less is rounding
      [width, height] = [wide, high];
      zooming.translateExtent([[0, 0], [width, height]]); // (in pixels of the element: d3 would take an svg's own units)
      select(board).call(zooming.transform, zoomIdentity);
    }
  }).observe(board);
}

// A finger on the board (as client coordinates) keeps what it has hit.
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

// Tell if a click on a target was meant for the zoom: on a small board, if all of it is shown, or if another tap aimed elsewhere.
export function zoomed(target, finger) {
  const place = board?.contains(target) && target.closest("[data-zoom]");
  if (!place || board.clientWidth >= SMALL) {
    return false;
  }
  if (!map.classList.contains("zoomed")) {
    goTo(place.dataset.zoom, finger);
  } else if (aimed === null || aimed === target.dataset.target) {
    aimed = aimed === null ? null : "";
    board.classList.remove("tapped");
    return false;
  }
  board.querySelectorAll(".pointed").forEach((other) => other.classList.remove("pointed"));
  target.classList.add("pointed");
  aimed = target.dataset.target;
  board.classList.add("tapped"); // the page says that the next tap on it is meant
  return true;
}

// Another question after a tap that came closer, or places that are all out of the picture: the whole board again.
export function unzoom() {
  if (!map?.classList.contains("zoomed")) {
    return;
  }
  const frame = board.getBoundingClientRect();
  const places = [...board.querySelectorAll("[data-target]")];
  const shown = places.some((place) => {
    const box = place.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  });
  if ((zoomedFor && prompt() !== zoomedFor) || (places.length && !shown)) {
    zoomedFor = "";
    goTo("");
  }
}

const by = (factor) => select(board).call(zooming.scaleBy, factor);
for (const [id, act] of [["whole", () => goTo("")], ["closer", () => by(1.5)], ["farther", () => by(1 / 1.5)]]) {
  document.getElementById(id)?.addEventListener("click", act);
}

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
