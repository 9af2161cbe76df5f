// The tile in hand, laid on the grid: it follows the pointer and the arrow keys, turns (R), flips (F), and says at once whether it
// may lie where it is; every move is the press of one of the page's buttons, whose target is the form ("way-n") and whose value
// has the cell in it. On a touch screen the first tap brings the tile, the second lays it.
//
// laying.py and pieces.svg.jinja give, only while there is something to lay (words are parted by "|"):
// - <g id="laying" role="application" tabindex="0" aria-label data-origin="x y" data-cell="64" data-columns="abc..." data-rows="13"
//   data-kinds data-start="form cell" data-words="Turn|Flip|Lay here|It may lie here" data-why="reason a|reason b">: the grid;
//   cells are called by column and row ("e4"), data-kinds has a letter for each cell, row by row
// - in it for each form <g class="form" data-form="way-n" data-turned data-flipped data-squares="0,0,y 0,1,w" data-verdict>: its
//   picture around the first cell; the squares as row, column and the kind of cell that they need; for each first cell "." or the
//   letter of the reason why not. Its <path class="cross">, one for each square in the same order, are shown (class "bad") where
//   the kind is wrong
// - anything else with the same data-form is shown (class "current") with that form: where it can lie at all
// Small pictures of the forms in the hand with data-target="way-n" choose a form.

const field = () => document.getElementById("laying");
const forms = () => [...field().querySelectorAll(".form")];
const named = (name) => forms().find((form) => form.dataset.form === name);
let key = "";
let form = null;
let row = 0;
let column = 0;
let grip = [0, 0]; // the square under the pointer

const squares = () =>
  form.dataset.squares.split(" ").map((text) => {
    const [r, c, kind] = text.split(",");
    return [Number(r), Number(c), kind];
  });
const columns = () => field().dataset.columns.length;
const rows = () => Number(field().dataset.rows);
const cell = () => field().dataset.columns[column] + (row + 1);

function begin() {
  const bar = document.querySelector(".laying-bar");
  if (!field()) {
    bar?.remove();
    key = "";
    form = null;
    return;
  }
  const start = field().dataset.start.split(" ");
  const now = field().dataset.start + document.getElementById("ply")?.value;
  if (key !== now) {
    key = now;
    form = named(start[0]);
    column = field().dataset.columns.indexOf(start[1][0]);
    row = Number(start[1].slice(1)) - 1;
  } else {
    form = named(form.dataset.form);
  }
  if (!bar) {
    controls();
  }
  show();
}

function controls() {
  const words = field().dataset.words.split("|");
  const bar = document.createElement("div");
  bar.className = "laying-bar";
  bar.addEventListener("click", (event) => event.stopPropagation()); // it is no click beside the places
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  bar.append(said);
  for (const [at, [name, act]] of [["turn", turn], ["flip", flip], ["lay", lay]].entries()) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.textContent = words[at];
    button.addEventListener("click", act);
    bar.append(button);
  }
  document.getElementById("board").append(bar);
}

// The shape stays within the grid, wherever the pointer is.
function clamp() {
  const all = squares();
  const low = Math.min(...all.map((square) => square[1]));
  const high = Math.max(...all.map((square) => square[1]));
  const deep = Math.max(...all.map((square) => square[0]));
  column = Math.max(-low, Math.min(columns() - 1 - high, column));
  row = Math.max(0, Math.min(rows() - 1 - deep, row));
}

function verdict() {
  return form.dataset.verdict[row * columns() + column];
}

function show() {
  clamp();
  const size = Number(field().dataset.cell);
  const [x, y] = field().dataset.origin.split(" ").map(Number);
  const fits = verdict() === ".";
  for (const part of field().querySelectorAll("[data-form]")) {
    part.classList.toggle("current", part.dataset.form === form.dataset.form);
  }
  form.style.transform = `translate(${x + column * size}px,${y + row * size}px)`;
  form.classList.toggle("no", !fits);
  const crosses = form.querySelectorAll(".cross");
  squares().forEach(([r, c, kind], at) => {
    crosses[at]?.classList.toggle("bad", field().dataset.kinds[(row + r) * columns() + column + c] !== kind);
  });
  const said = document.querySelector(".laying-bar p");
  const fine = field().dataset.words.split("|")[3];
  const why = field().dataset.why.split("|");
  const text = `${cell()}: ${fits ? fine : why[verdict().charCodeAt(0) - 97]}`;
  if (said.textContent !== text) {
    said.textContent = text;
    said.className = fits ? "yes" : "no";
  }
  document.querySelector(".laying-bar .lay").setAttribute("aria-disabled", String(!fits));
  document.querySelector(".laying-bar .flip").hidden = forms().every((one) => one.dataset.flipped === one.dataset.form);
  document.querySelector(".laying-bar .turn").hidden = forms().every((one) => one.dataset.turned === one.dataset.form);
}

// Turning and flipping keep the middle of the shape where it is.
function middle() {
  const all = squares();
  const mean = (at) => all.reduce((sum, square) => sum + square[at], 0) / all.length;
  return [mean(0), mean(1)];
}

function become(name) {
  const before = middle();
  form = named(name);
  const after = middle();
  row += Math.round(before[0] - after[0]);
  column += Math.round(before[1] - after[1]);
  hold();
  show();
}

function turn() {
  become(form.dataset.turned);
}

function flip() {
  become(form.dataset.flipped);
}

function lay() {
  if (verdict() !== ".") {
    return;
  }
  const button = [...document.querySelectorAll("#choices button[data-target]")].find(
    (one) => one.dataset.target === form.dataset.form && one.value.split(" ").includes(cell()),
  );
  button?.click();
}

// Hold the shape by the square next to its middle.
function hold() {
  const [r, c] = middle();
  const far = (square) => Math.abs(square[0] - r) + Math.abs(square[1] - c);
  grip = squares().reduce((best, square) => (far(square) < far(best) ? square : best));
}

function under(event) {
  const map = field().ownerSVGElement;
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM().inverse());
  const [x, y] = field().dataset.origin.split(" ").map(Number);
  const size = Number(field().dataset.cell);
  return [Math.floor((spot.y - y) / size), Math.floor((spot.x - x) / size)];
}

const covers = ([r, c]) => squares().some((square) => row + square[0] === r && column + square[1] === c);

function follow(event) {
  const [r, c] = under(event);
  hold();
  row = r - grip[0];
  column = c - grip[1];
  show();
}

const over = (event) => form && field() && event.target.closest?.("#laying");

document.addEventListener("pointermove", (event) => {
  if (event.pointerType === "mouse" && over(event)) {
    follow(event);
  }
});

let touched = false;
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType !== "mouse";
});

// A click lays the shape; a tap brings it there first, and a second tap on it lays it.
document.addEventListener(
  "click",
  (event) => {
    if (over(event)) {
      event.stopPropagation(); // the page knows nothing of the tile in hand
      if (touched && !covers(under(event))) {
        follow(event);
      } else {
        lay();
      }
      return;
    }
    const target = event.target.closest?.("[data-target]")?.dataset.target;
    if (form && field() && target && named(target) && !event.target.closest("#choices")) {
      become(target);
      event.stopPropagation();
    }
  },
  true,
);

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (!form || !field() || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea")) {
    return;
  }
  const here = document.activeElement === field();
  if (event.key.toLowerCase() === "r" || event.code === "KeyR") {
    turn();
  } else if (event.key.toLowerCase() === "f" || event.code === "KeyF") {
    flip();
  } else if (here && STEPS[event.key]) {
    row += STEPS[event.key][0];
    column += STEPS[event.key][1];
    show();
  } else if (here && (event.key === "Enter" || event.key === " ")) {
    lay();
  } else {
    return;
  }
  event.preventDefault();
});

document.addEventListener("htmx:afterSettle", begin);
document.addEventListener("htmx:sseMessage", () => window.setTimeout(begin, 0));
begin();
