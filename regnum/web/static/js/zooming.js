// On a small board a tap on something with data-zoom (a view box) shows it closer first; a tap beside it shows all again.
// Which tap is meant is the page's own affair, and a view box is set in one line: no library yet. To move the board by wheel
// and by pinch, d3-zoom can drive the same view box (it keeps to the map, and the end of a drag is no click).
import { prompt } from "./question.js";

const SMALL = 700;
let whole = "";
let zoomedFor = "";

// Tell if a click on a target, or beside them all (null), was meant for the zoom.
export function zoomed(event, target) {
  const board = document.getElementById("board");
  const map = board?.querySelector("svg");
  if (!map || board.clientWidth >= SMALL || !board.contains(event.target) || event.target.closest("#whole")) {
    return false;
  }
  const place = event.target.closest("[data-zoom]");
  if (map.classList.contains("zoomed")) {
    if (target) {
      return false; // closer already: the tap is meant
    }
    zoom(place ? place.dataset.zoom : "");
  } else if (place) {
    zoom(place.dataset.zoom);
  } else {
    return false;
  }
  return true;
}

function zoom(box) {
  const map = document.querySelector("#board > svg");
  whole = whole || map.getAttribute("viewBox");
  map.setAttribute("viewBox", box || whole);
  map.classList.toggle("zoomed", Boolean(box));
  document.getElementById("whole").hidden = !box;
  zoomedFor = prompt();
}

// Another question, or places that are all out of the picture: the whole map again.
export function unzoom() {
  const board = document.getElementById("board");
  if (!board?.querySelector("svg.zoomed")) {
    return;
  }
  const frame = board.getBoundingClientRect();
  const shown = [...board.querySelectorAll("[data-target]")].some((place) => {
    const box = place.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
  });
  if (prompt() !== zoomedFor || !shown) {
    zoom("");
  }
}

document.getElementById("whole")?.addEventListener("click", () => zoom(""));
