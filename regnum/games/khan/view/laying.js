// Lays tiles on the grid. The tile in hand follows the pointer and the arrow keys, turns (R) and flips (F), and shows
// at once whether it fits. Each placement presses one of the page's buttons: its target is the form ("way-n"), and its
// value contains the cell. On a touch screen the first tap moves the tile, and the second lays it.
//
// panel.py and pieces.svg.jinja provide the following while there is a tile to lay (texts are separated by "|"):
// - <g id="laying" role="application" tabindex="0" aria-label data-origin="x y" data-cell="64" data-columns="abc..."
//   data-rows="13" data-kinds data-start="form cell" data-ways="2" (0: there is only one form, 1: it can be turned, 2:
//   also flipped) data-words="Rotate|Flip|Lay here" data-why="reason a|reason b" data-gains="who gains 0|1">: the grid.
//   Cells are named by column and row ("e4"). data-kinds has a letter for each cell, row by row. In a reason "~" stands
//   for the river cells below the tile.
// - in it for each form <g class="form" data-form="way-n" data-turned data-flipped data-squares="0,0,y 0,1,w"
//   data-verdict data-gained="k6:0 l6:2">: its picture around the first cell. A square is a row, a column and the kind
//   of cell that it needs. data-verdict has for each first cell "." or the letter of the reason why the tile doesn't
//   fit. There is a <path class="cross"> for each square in the same order, which is shown (class "is-wrong") where the
//   kind is wrong.
// - anything else with the same data-form, which is shown (class "is-current") with that form: where it can be laid
// Small pictures of the forms in the hand, with data-target="way-n", choose a form.
import { addBar, isTutorial } from "./page.js";

const grid = () => document.getElementById("laying");
const forms = () => [...grid().querySelectorAll(".form")];
/** @param {string} name */
const formNamed = (name) => /** @type {PageElement} */ (forms().find((one) => one.dataset.form === name));
let layingKey = "";
/** @type {PageElement} */
let currentForm; // set while there is a tile to lay
let row = 0;
let column = 0;
/** @type {readonly [number, number, ...unknown[]]} */
let gripSquare = [0, 0]; // the square under the pointer
/** @type {[number, number] | null} */
let chosenCell = null; // the last cell that was pointed at
// Where turning and flipping started: the form, its place and the cell it is held by; null after any other movement.
/** @type {{ name: string, row: number, column: number, at: [number, number] } | null} */
let turnAnchor = null;

/** @returns {Square[]} */
const squares = () =>
  currentForm.dataset.squares.split(" ").map((text) => {
    const [r, c, kind] = text.split(",");
    return [Number(r), Number(c), kind];
  });
const columnCount = () => grid().dataset.columns.length;
const rowCount = () => Number(grid().dataset.rows);
const cellName = () => grid().dataset.columns[column] + (row + 1);

// Updates the tile in hand; call it while there is one.
export function updateLaying() {
  const bar = document.querySelector(".laying-bar");
  const start = grid().dataset.start.split(" ");
  const now = grid().dataset.start + document.getElementById("entry-count")?.value;
  if (layingKey !== now) {
    layingKey = now;
    [turnAnchor, chosenCell] = [null, null];
    currentForm = formNamed(start[0]);
    column = grid().dataset.columns.indexOf(start[1][0]);
    row = Number(start[1].slice(1)) - 1;
    if (conquest) {
      placeOverCell(conquest.cell);
      conquest = null;
    }
  } else {
    currentForm = formNamed(currentForm.dataset.form);
  }
  if (!bar?.querySelector(".lay")) {
    bar?.remove();
    addLayingButtons();
  }
  showForm();
}

// Call this while there is no tile in hand.
export function endLaying() {
  layingKey = "";
  takeConquestTile();
}

function addLayingButtons() {
  const [turned, flipped, laid] = grid().dataset.words.split("|");
  addBar([
    ["rotate", turned, turnTile],
    ["flip", flipped, flipTile],
    ["lay", laid, layTile],
  ]);
}

// Keeps the form within the grid, wherever the pointer is.
function clampToGrid() {
  const all = squares();
  const low = Math.min(...all.map((square) => square[1]));
  const high = Math.max(...all.map((square) => square[1]));
  const deep = Math.max(...all.map((square) => square[0]));
  column = Math.max(-low, Math.min(columnCount() - 1 - high, column));
  row = Math.max(0, Math.min(rowCount() - 1 - deep, row));
}

function placementVerdict() {
  return currentForm.dataset.verdict[row * columnCount() + column];
}

function showForm() {
  clampToGrid();
  const size = Number(grid().dataset.cell);
  const [x, y] = grid().dataset.origin.split(" ").map(Number);
  const fits = placementVerdict() === ".";
  for (const part of grid().querySelectorAll("[data-form]")) {
    part.classList.toggle("is-current", part.dataset.form === currentForm.dataset.form);
  }
  for (const small of document.querySelectorAll("#forms [id^='form-of-']")) {
    const current = small.id === currentForm.dataset.form.replace("way-", "form-of-");
    small.classList.toggle("is-current", current);
    small.toggleAttribute("aria-current", current);
  }
  currentForm.style.transform = `translate(${x + column * size}px,${y + row * size}px)`;
  currentForm.classList.toggle("is-illegal", !fits);
  const crosses = currentForm.querySelectorAll(".cross");
  squares().forEach(([r, c, kind], at) => {
    crosses[at]?.classList.toggle("is-wrong", grid().dataset.kinds[(row + r) * columnCount() + column + c] !== kind);
  });
  const status = document.querySelector(".laying-bar p");
  const gainsByCell = new Map(
    currentForm.dataset.gained.split(" ").map((text) => /** @type {[string, string]} */ (text.split(":"))),
  );
  const reasons = grid().dataset.why.split("|");
  const river = squares()
    .map(([r, c]) => [row + r, column + c])
    .filter(([r, c]) => grid().dataset.kinds[r * columnCount() + c] === "w");
  const riverCells = river.map(([r, c]) => grid().dataset.columns[c] + (r + 1)).join(", ");
  const text = `${cellName()}: ${(fits ? grid().dataset.gains.split("|")[Number(gainsByCell.get(cellName()))] : reasons[placementVerdict().charCodeAt(0) - 97]).replace("~", riverCells)}`;
  if (status.textContent !== text) {
    status.textContent = text;
    status.className = fits ? "is-legal" : "is-illegal";
  }
  document.querySelector(".laying-bar .lay").setAttribute("aria-disabled", String(!fits));
  document.querySelector(".laying-bar .flip").hidden = Number(grid().dataset.ways) < 2;
  document.querySelector(".laying-bar .rotate").hidden = Number(grid().dataset.ways) < 1;
}

/**
 * Turn or flip the form around the chosen cell: each form is held there by the square next to its centre. The initial
 * form returns to its initial place, so a full turn changes nothing.
 * @param {string} name
 */
function setForm(name) {
  if (!turnAnchor) {
    gripCentre();
    /** @type {[number, number]} */
    const at = chosenCell && coversCell(chosenCell) ? chosenCell : [row + gripSquare[0], column + gripSquare[1]];
    turnAnchor = { name: currentForm.dataset.form, row, column, at };
  }
  currentForm = formNamed(name);
  gripCentre();
  [row, column] =
    name === turnAnchor.name
      ? [turnAnchor.row, turnAnchor.column]
      : [turnAnchor.at[0] - gripSquare[0], turnAnchor.at[1] - gripSquare[1]];
  showForm();
}

function turnTile() {
  setForm(currentForm.dataset.turned);
}

function flipTile() {
  setForm(currentForm.dataset.flipped);
}

function layTile() {
  if (placementVerdict() !== ".") {
    return;
  }
  const button = [...document.querySelectorAll("#choices button[data-target]")].find(
    (one) => one.dataset.target === currentForm.dataset.form && one.value.split(" ").includes(cellName()),
  );
  button?.click();
}

// Holds the form by the square next to its centre.
function gripCentre() {
  const all = squares();
  /** @param {0 | 1} at */
  const mean = (at) => all.reduce((sum, square) => sum + square[at], 0) / all.length;
  const [r, c] = [mean(0), mean(1)];
  /** @param {Square} square */
  const distance = (square) => Math.abs(square[0] - r) + Math.abs(square[1] - c);
  gripSquare = all.reduce((best, square) => (distance(square) < distance(best) ? square : best));
}

/**
 * @param {Happened<MouseEvent>} event
 * @returns {[number, number]}
 */
function cellUnder(event) {
  const map = grid().ownerSVGElement;
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  const [x, y] = grid().dataset.origin.split(" ").map(Number);
  const size = Number(grid().dataset.cell);
  return [Math.floor((spot.y - y) / size), Math.floor((spot.x - x) / size)];
}

/** @param {readonly [number, number, ...unknown[]]} cell */
const coversCell = ([r, c]) => squares().some((square) => row + square[0] === r && column + square[1] === c);

/**
 * Move the form to the pointer, held by its centre. If it doesn't fit there but does when held by another of its
 * squares, hold it by that.
 * @param {Happened<MouseEvent>} event
 */
function dragTile(event) {
  const [r, c] = cellUnder(event);
  turnAnchor = null;
  chosenCell = [r, c];
  gripCentre();
  /** @param {Square} square */
  const fits = ([down, across]) => {
    [row, column] = [r - down, c - across];
    const at = [row, column];
    clampToGrid();
    return row === at[0] && column === at[1] && placementVerdict() === ".";
  };
  /** @param {Square} square */
  const distance = (square) => Math.abs(square[0] - gripSquare[0]) + Math.abs(square[1] - gripSquare[1]);
  const others = squares()
    .filter(fits)
    .sort((one, other) => distance(one) - distance(other));
  [row, column] = others.length ? [r - others[0][0], c - others[0][1]] : [r - gripSquare[0], c - gripSquare[1]];
  showForm();
}

/** @param {Happened<Event>} event */
const isOverGrid = (event) => currentForm && grid() && event.target.closest?.("#laying");

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse" && isOverGrid(event)) {
    dragTile(event);
  }
});

let isTouch = false;
document.addEventListener("pointerdown", (event) => {
  isTouch = event.pointerType !== "mouse";
});

// A click lays the tile. On a touch screen, the first tap moves it there, and a second tap on it lays it.
document.addEventListener(
  "click",
  (event) => {
    if (isOverGrid(event)) {
      event.stopPropagation(); // the page doesn't handle clicks on the grid
      if (isTouch && !coversCell(cellUnder(event))) {
        dragTile(event);
      } else if (isTouch || event.detail < 2) {
        // the second click of a double click was meant for the previous element
        layTile();
      }
      return;
    }
    const target = event.target.closest?.("[data-target]")?.dataset.target;
    if (currentForm && grid() && target && formNamed(target) && !event.target.closest("#choices")) {
      setForm(target);
      event.stopPropagation();
    }
  },
  true,
);

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (
    !currentForm ||
    !grid() ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest?.("input, select, textarea")
  ) {
    return;
  }
  const isPageFocused = !document.activeElement?.closest(
    "button, a, summary, input, [data-target], [role=region], dialog",
  );
  if (event.key.toLowerCase() === "r" || event.code === "KeyR") {
    turnTile();
  } else if (event.key.toLowerCase() === "f" || event.code === "KeyF") {
    flipTile();
  } else if (isPageFocused && STEPS[event.key]) {
    [turnAnchor, chosenCell] = [null, null];
    row += STEPS[event.key][0];
    column += STEPS[event.key][1];
    showForm();
  } else if (isPageFocused && (event.key === "Enter" || event.key === " ")) {
    layTile();
  } else {
    return;
  }
  event.preventDefault();
});

// Conquering a yurt chooses the most valuable tile for it at once, and places it over the yurt where it first fits.

/** @type {{ cell: string, opens: boolean } | null} */
let conquest = null; // its cell; opens: the click has only opened the question of conquest

document.addEventListener("click", rememberConquest);
document.addEventListener(
  "keydown",
  (event) => (event.key === "Enter" || event.key === " ") && rememberConquest(event),
);

/** @param {Happened<Event>} event */
function rememberConquest(event) {
  const place = event.target.closest?.(".spots [data-target]");
  if (place && !isTutorial() && !document.getElementById("board").classList.contains("is-tapped")) {
    conquest = { cell: place.id.slice("spot-".length), opens: place.dataset.target === "conquest" };
  }
}

function takeConquestTile() {
  const tile = document.getElementById(`spot-${conquest?.cell}`)?.dataset.target;
  if (conquest?.opens && tile?.startsWith("tile-")) {
    conquest.opens = false;
    window.setTimeout(() => document.querySelector(`#choices button[data-target="${tile}"]`)?.click());
  }
}

/** @param {string} name */
function placeOverCell(name) {
  const before = { form: currentForm, row, column };
  const [down, across] = [Number(name.slice(1)) - 1, grid().dataset.columns.indexOf(name[0])];
  for (const one of [currentForm, ...forms()]) {
    currentForm = one;
    for (const [r, c] of squares()) {
      [row, column] = [down - r, across - c];
      clampToGrid();
      if (row === down - r && column === across - c && placementVerdict() === ".") {
        chosenCell = [down, across];
        return;
      }
    }
  }
  ({ form: currentForm, row, column } = before);
}

document.addEventListener(
  "click",
  (event) => {
    if (event.isTrusted && event.target.closest?.("#choices button, #cancel-move, #undo-parts button")) {
      conquest = null; // the user has chosen something else
    }
  },
  true,
);
