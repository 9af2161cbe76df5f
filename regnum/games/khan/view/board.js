// Laying a tile on the grid: it follows the pointer and the arrow keys, can be turned (R) and flipped (F), and immediately shows
// whether it fits where it is. Laying it presses one of the page's buttons, whose target is the form ("way-n") and whose value
// contains the cell. On a touch screen, the first tap moves the tile, and the second lays it.
//
// While there is a tile to lay, panel.py and pieces.svg.jinja provide (words are separated by "|"):
// - <g id="laying" role="application" tabindex="0" aria-label data-origin="x y" data-cell="64" data-columns="abc..." data-rows="13"
//   data-kinds data-start="form cell" data-ways="2" (0: the tile has one shape, 1: turning changes it, 2: flipping also does)
//   data-words="Turn|Flip|Lay here" data-why="reason a|reason b" data-gains="who gains 0|1">: the grid. Cells are named
//   by column and row ("e4"); data-kinds has a letter for each cell, row by row; "~" in a reason means the river cells below the tile
// - in it, for each form, <g class="form" data-form="way-n" data-turned data-flipped data-squares="0,0,y 0,1,w" data-verdict
//   data-gained="k6:0 l6:2">: its picture around the first cell; its squares as row, column and the kind of cell required;
//   for each first cell "." or the letter of the reason against it. Its <path class="cross">, one for each square in the same order,
//   are shown (class "bad") where the kind is wrong
// - other elements with the same data-form, which show where the form can be laid at all: visible (class "current") with it
// Small pictures of the forms in the hand with data-target="way-n" choose a form.

// A card for invading is also played on the map: after it is chosen in the hand, the cells that it allows are shown
// (<use class="invade" data-cards data-cell>). Once one is chosen, card and cell are sent, one after the other.

const field = () => document.getElementById("laying");
const forms = () => [...field().querySelectorAll(".form")];
/** @param {string} name */
const named = (name) => /** @type {PageElement} */ (forms().find((one) => one.dataset.form === name));
let key = "";
/** @type {PageElement} */
let form; // set while there is a tile to lay
let row = 0;
let column = 0;
/** @type {readonly [number, number, ...unknown[]]} */
let grip = [0, 0]; // the square under the pointer
/** @type {[number, number] | null} */
let chosen = null; // the last cell under the pointer
/** @type {{ name: string, row: number, column: number, at: [number, number] } | null} */
let around = null; // during consecutive turns and flips: the form before them, its place, and the cell around which they happen

/** @param {[number, number, string][]} -> */
/** @returns {Square[]} */
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
    key = "";
    seize();
    invade();
    sayAgain();
    count();
    return;
  }
  card = "";
  document.getElementById("board").classList.remove("choosing");
  const start = field().dataset.start.split(" ");
  const now = field().dataset.start + document.getElementById("ply")?.value;
  if (key !== now) {
    key = now;
    [around, chosen] = [null, null];
    form = named(start[0]);
    column = field().dataset.columns.indexOf(start[1][0]);
    row = Number(start[1].slice(1)) - 1;
    if (prey) {
      lieOver(prey.cell);
      prey = null;
    }
  } else {
    form = named(form.dataset.form);
  }
  if (!bar?.querySelector(".lay")) {
    bar?.remove();
    controls();
  }
  show();
}

function controls() {
  const [turned, flipped, laid] = field().dataset.words.split("|");
  barOf([
    ["rotate", turned, turn],
    ["flip", flipped, flip],
    ["lay", laid, lay],
  ]);
}

/**
 * Add a bar with a text and buttons below the map, and return the element for its text.
 * @param {BarButton[]} buttons
 */
function barOf(buttons) {
  const bar = document.createElement("div");
  bar.className = "laying-bar";
  bar.addEventListener("click", (event) => event.stopPropagation()); // the page must not treat it as a click next to all places
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  bar.append(said);
  for (const [name, text, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    const [, word, letter] = /** @type {RegExpMatchArray} */ (text.match(/^(.*?)( \(.\))?$/)); // the key is only for users with a keyboard
    button.textContent = word;
    if (letter) {
      button.append(Object.assign(document.createElement("span"), { className: "help-mouse", textContent: letter }));
    }
    button.addEventListener("click", act);
    bar.append(button);
  }
  document.getElementById("board").append(bar);
  new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
  return said;
}

// Keep the shape within the grid, wherever the pointer is.
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
  /** @param {Square} square */
  const fits = verdict() === ".";
  for (const part of field().querySelectorAll("[data-form]")) {
    part.classList.toggle("current", part.dataset.form === form.dataset.form);
  }
  for (const small of document.querySelectorAll("#forms [id^='form-of-']")) {
    const current = small.id === form.dataset.form.replace("way-", "form-of-");
    small.classList.toggle("current", current);
    small.toggleAttribute("aria-current", current);
  }
  form.style.transform = `translate(${x + column * size}px,${y + row * size}px)`;
  form.classList.toggle("no", !fits);
  const crosses = form.querySelectorAll(".cross");
  squares().forEach(([r, c, kind], at) => {
    crosses[at]?.classList.toggle("bad", field().dataset.kinds[(row + r) * columns() + column + c] !== kind);
  });
  const said = document.querySelector(".laying-bar p");
  const gained = new Map(
    form.dataset.gained.split(" ").map((text) => /** @type {[string, string]} */ (text.split(":"))),
  );
  const why = field().dataset.why.split("|");
  const river = squares()
    .map(([r, c]) => [row + r, column + c])
    .filter(([r, c]) => field().dataset.kinds[r * columns() + c] === "w");
  const wet = river.map(([r, c]) => field().dataset.columns[c] + (r + 1)).join(", ");
  const text = `${cell()}: ${(fits ? field().dataset.gains.split("|")[Number(gained.get(cell()))] : why[verdict().charCodeAt(0) - 97]).replace("~", wet)}`;
  if (said.textContent !== text) {
    said.textContent = text;
    said.className = fits ? "yes" : "no";
  }
  document.querySelector(".laying-bar .lay").setAttribute("aria-disabled", String(!fits));
  document.querySelector(".laying-bar .flip").hidden = Number(field().dataset.ways) < 2;
  document.querySelector(".laying-bar .rotate").hidden = Number(field().dataset.ways) < 1;
}

/**
 * Turn or flip the shape around the chosen cell, which stays under the square next to the shape's middle. The initial form gets
 * its initial place, so a full turn changes nothing.
 * @param {string} name
 */
function become(name) {
  if (!around) {
    hold();
    /** @type {[number, number]} */
    const at = chosen && covers(chosen) ? chosen : [row + grip[0], column + grip[1]];
    around = { name: form.dataset.form, row, column, at };
  }
  form = named(name);
  hold();
  [row, column] = name === around.name ? [around.row, around.column] : [around.at[0] - grip[0], around.at[1] - grip[1]];
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
  const all = squares();
  /** @param {0 | 1} at */
  const mean = (at) => all.reduce((sum, square) => sum + square[at], 0) / all.length;
  const [r, c] = [mean(0), mean(1)];
  /** @param {Square} square */
  const far = (square) => Math.abs(square[0] - r) + Math.abs(square[1] - c);
  grip = all.reduce((best, square) => (far(square) < far(best) ? square : best));
}

/**
 * @param {Happened<MouseEvent>} event
 * @returns {[number, number]}
 */
function under(event) {
  const map = field().ownerSVGElement;
  const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(map.getScreenCTM()?.inverse());
  const [x, y] = field().dataset.origin.split(" ").map(Number);
  const size = Number(field().dataset.cell);
  return [Math.floor((spot.y - y) / size), Math.floor((spot.x - x) / size)];
}

/** @param {readonly [number, number, ...unknown[]]} cell */
const covers = ([r, c]) => squares().some((square) => row + square[0] === r && column + square[1] === c);

/**
 * Move the shape to the pointer, held by its middle or, if it does not fit there, by the nearest square with which it fits.
 * @param {Happened<MouseEvent>} event
 */
function follow(event) {
  const [r, c] = under(event);
  around = null;
  chosen = [r, c];
  hold();
  /** @param {Square} square */
  const fits = ([down, across]) => {
    [row, column] = [r - down, c - across];
    const at = [row, column];
    clamp();
    return row === at[0] && column === at[1] && verdict() === ".";
  };
  /** @param {Square} square */
  const far = (square) => Math.abs(square[0] - grip[0]) + Math.abs(square[1] - grip[1]);
  const others = squares()
    .filter(fits)
    .sort((one, other) => far(one) - far(other));
  [row, column] = others.length ? [r - others[0][0], c - others[0][1]] : [r - grip[0], c - grip[1]];
  show();
}

/** @param {Happened<Event>} event */
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

// A click lays the shape. A tap first moves it there, and a second tap on it lays it.
document.addEventListener(
  "click",
  (event) => {
    if (over(event)) {
      event.stopPropagation(); // the page does not know about the tile in hand
      if (touched && !covers(under(event))) {
        follow(event);
      } else if (touched || event.detail < 2) {
        // the second click of a double click was meant for the previous content
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

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
document.addEventListener("keydown", (event) => {
  if (
    !form ||
    !field() ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.target.closest?.("input, select, textarea")
  ) {
    return;
  }
  const here = !document.activeElement?.closest("button, a, summary, input, [data-target], [role=region], dialog");
  if (event.key.toLowerCase() === "r" || event.code === "KeyR") {
    turn();
  } else if (event.key.toLowerCase() === "f" || event.code === "KeyF") {
    flip();
  } else if (here && STEPS[event.key]) {
    [around, chosen] = [null, null];
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

// Conquering a yurt: the most valuable tile there is taken immediately, and placed over the yurt in the first way that fits.

/** @type {{ cell: string, opens: boolean } | null} */
let prey = null; // its cell; opens: the click only began the conquest

document.addEventListener("click", meet);
document.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && meet(event));

/** @param {Happened<Event>} event */
function meet(event) {
  const place = event.target.closest?.(".spots [data-target]");
  if (place && !guided() && !document.getElementById("board").classList.contains("tapped")) {
    prey = { cell: place.id.slice("spot-".length), opens: place.dataset.target === "conquest" };
  }
}

function seize() {
  const tile = document.getElementById(`spot-${prey?.cell}`)?.dataset.target;
  if (prey?.opens && tile?.startsWith("tile-")) {
    prey.opens = false;
    window.setTimeout(() => document.querySelector(`#choices button[data-target="${tile}"]`)?.click());
  }
}

/** @param {string} name */
function lieOver(name) {
  const before = { form, row, column };
  const [down, across] = [Number(name.slice(1)) - 1, field().dataset.columns.indexOf(name[0])];
  for (const one of [form, ...forms()]) {
    form = one;
    for (const [r, c] of squares()) {
      [row, column] = [down - r, across - c];
      clamp();
      if (row === down - r && column === across - c && verdict() === ".") {
        chosen = [down, across];
        return;
      }
    }
  }
  ({ form, row, column } = before);
}

// A hand card, and where it can be played.

let card = ""; // "card-..." or "special-..." once it is chosen
let then = ""; // the cell's action, to be taken as soon as it is legal

// Players in a tutorial take one step after the other, as it tells them.
const guided = () => Boolean(document.querySelector("#guide:not(.over)"));
const HELD = ".hand :is([data-target^='card-'], [data-target^='special-'])";
/**
 * A special card needs a second click, on a button in the bar, which describes its effect.
 * @param {string} name
 */
const deciding = (name) =>
  !guided() && document.querySelector(`#choices button[data-target="${name}"][value^="play "]`);
/** @param {string} name */
const invading = (name) =>
  !guided() && document.querySelector(`#choices button[data-target="${name}"][value^="invade "]`);

function invade() {
  const bar = document.querySelector(".laying-bar:not(.tally)");
  const follow = then && [...document.querySelectorAll("#choices button")].find((one) => one.value === then);
  if (follow) {
    then = "";
    window.setTimeout(() => follow.click()); // after all other listeners
  }
  const special = deciding(card);
  if (special) {
    bar?.remove();
    const shown = document.getElementById(card);
    const [play, not] = shown.parentElement.dataset.words.split("|");
    barOf([
      ["lay", play, () => special.click()],
      ["not", not, () => pick("")],
    ]).textContent = [`${shown.dataset.name}: ${shown.title}`, shown.dataset.last].filter(Boolean).join(" ");
  } else if (!card || !invading(card)) {
    card = "";
    bar?.remove();
  } else if (!bar?.querySelector(".not") || bar.querySelector(".lay")) {
    bar?.remove();
    const [said, not] = document.getElementById("invading").dataset.words.split("|");
    barOf([["not", not, () => pick("")]]).textContent = said;
  }
  sayAimed();
  ask(invading(card) ? document.querySelector(`.hand [data-target="${card}"]`)?.dataset.asks : "");
  document.getElementById("board").classList.toggle("choosing", Boolean(card && invading(card)));
  for (const one of document.querySelectorAll(HELD)) {
    one.classList.toggle("picked", one.dataset.target === card);
    one.setAttribute("aria-pressed", String(one.dataset.target === card));
  }
  for (const one of document.querySelectorAll("#invading .invade")) {
    const open = card !== "" && one.dataset.cards.split(" ").includes(card.slice("card-".length));
    one.classList.toggle("open", open);
    if (open) {
      one.dataset.target = one.dataset.cell;
    } else {
      delete one.dataset.target;
    }
  }
}

/**
 * While a card is chosen, the prompt asks for its cell; otherwise, it is the server's question.
 * @param {string | undefined} words
 */
function ask(words) {
  const prompt = document.getElementById("prompt");
  if (prompt && words) {
    prompt.dataset.asked ??= prompt.textContent;
    prompt.textContent = words;
  } else if (prompt && "asked" in prompt.dataset) {
    prompt.textContent = prompt.dataset.asked;
    delete prompt.dataset.asked;
  }
}

// A place selected by a first tap shows whose yurt would be there and, next to it, that a second tap is needed.
const ABOVE = 66;
function sayAgain() {
  const board = document.getElementById("board");
  const mark = document.getElementById("again");
  const place = board.classList.contains("tapped") && board.querySelector(".khan .pointed[data-target]");
  mark?.classList.toggle("current", Boolean(place));
  if (!mark || !place) {
    return;
  }
  const matrix = mark.ownerSVGElement.getScreenCTM()?.inverse();
  /**
   * @param {number} x
   * @param {number} y
   */
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
  const box = place.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  const middle = at(box.x + box.width / 2, box.y + box.height / 2);
  mark.setAttribute("transform", `translate(${middle.x} ${middle.y})`);
  mark.querySelector("use")?.toggleAttribute("hidden", !place.dataset.target.startsWith("cell-"));
  const text = /** @type {PageElement} */ ([...mark.querySelectorAll("text")].find((one) => one.getBBox().width));
  text.dataset.again ??= text.textContent;
  text.textContent = place.closest("[data-final]") ? text.dataset.final : text.dataset.again;
  const half = text.getBBox().width / 2 + 12;
  const [left, right] = [at(frame.left, 0).x + half + 4, at(frame.right, 0).x - half - 4];
  const y = middle.y - ABOVE < at(0, Math.max(0, frame.top)).y + 24 ? ABOVE : -ABOVE + 10;
  const rim = mark.querySelector("rect");
  Object.entries({ x: -half, y: -20, width: 2 * half, height: 40, rx: 12 }).forEach(([name, value]) =>
    rim.setAttribute(name, value),
  );
  mark
    .querySelector(".spoken")
    .setAttribute("transform", `translate(${Math.max(left, Math.min(right, middle.x)) - middle.x} ${y})`);
}
new MutationObserver(sayAgain).observe(document.getElementById("board"), { attributeFilter: ["class"] });

// The final scoring step by step, as soon as it is available: the map highlights the tiles that count, and the bar has the points.
const STEP = 3500;
let counted = Boolean(document.getElementById("counting"));
function count() {
  const counting = document.getElementById("counting");
  if (!counting || counted || document.body.classList.contains("past")) {
    return;
  }
  counted = true;
  const board = document.getElementById("board");
  const steps = [...counting.querySelectorAll("desc")].map((step) => [
    step.dataset.places.split(" "),
    step.textContent,
  ]);
  const [on, close] = counting.dataset.words.split("|");
  let [at, timer] = [-1, 0];
  const end = () => {
    window.clearTimeout(timer);
    said.parentElement?.remove();
    board.classList.remove("counts");
    board.querySelectorAll(".counted").forEach((tile) => tile.classList.remove("counted"));
  };
  const look = () => board.getBoundingClientRect().top < 0 && board.scrollIntoView({ block: "start" });
  const next = () => {
    window.clearTimeout(timer);
    at += 1;
    if (at === steps.length) {
      end();
      return;
    }
    const [places, words] = steps[at];
    board.querySelectorAll(".tile").forEach((tile) => tile.classList.toggle("counted", places.includes(tile.id)));
    said.textContent = `${at + 1}/${steps.length} · ${words}`;
    look();
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      timer = window.setTimeout(next, STEP);
    }
  };
  const said = barOf([
    ["next", on, next],
    ["not", close, end],
  ]);
  said.parentElement?.classList.add("tally");
  board.classList.add("counts");
  next();
  window.setTimeout(look, 400); // after the page has scrolled to the result
}

// After a first tap on a cell, the bar says which cell it is, and that a second tap is needed.
function sayAimed() {
  const said = invading(card) && document.querySelector(".laying-bar p");
  const aimed = document.querySelector("#board.tapped #tap-again");
  if (said) {
    said.textContent = aimed ? aimed.textContent : document.getElementById("invading").dataset.words.split("|")[0];
  }
}

/** @param {string} name */
function pick(name) {
  card = card === name ? "" : name;
  then = "";
  invade();
  const board = document.getElementById("board");
  board.classList.remove("tapped"); // the first tap was for another card
  const { top, bottom, height } = board.getBoundingClientRect();
  if (invading(card) && bottom - Math.max(0, top) < height * 0.6) {
    board.scrollIntoView({ block: "start" });
  }
}

/** @param {PageElement} place */
function play(place) {
  const button = invading(card);
  then = `pitch ${place.dataset.cell.slice("cell-".length)}`;
  card = "";
  if (button) {
    button.click();
  }
}

/** @param {Happened<Event>} event */
const inHand = (event) => {
  const found = event.target.closest?.(HELD);
  return found && (invading(found.dataset.target) || deciding(found.dataset.target)) ? found : null;
};

document.addEventListener(
  "click",
  (event) => {
    const held = inHand(event);
    if (held) {
      event.stopPropagation();
      pick(held.dataset.target);
    }
  },
  true,
);
document.addEventListener("click", (event) => {
  const place = event.target.closest?.(".invade.open");
  if (!place) {
    return card && !deciding(card) && window.setTimeout(invade); // the page removes its own marks after a click elsewhere, so restore ours
  }
  if (document.getElementById("board").classList.contains("tapped")) {
    sayAimed(); // the tap only zoomed in, or was the first of two
  } else {
    play(place);
  }
});
document.addEventListener(
  "keydown",
  (event) => {
    const place = event.target.closest?.(".invade.open");
    const pressed = event.key === "Enter" || event.key === " ";
    const held = inHand(event);
    if (pressed && (place || held)) {
      event.preventDefault();
      event.stopPropagation();
      if (place) {
        play(place);
      } else if (held) {
        pick(held.dataset.target);
        document.querySelector(".invade.open, .laying-bar .lay")?.focus();
      }
    } else if (event.key === "Escape" && card) {
      pick("");
    }
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    if (event.isTrusted && event.target.closest?.("#choices button, #do-not, #parts button")) {
      then = ""; // the player chose something else
      prey = null;
    }
  },
  true,
);

document.addEventListener("htmx:afterSettle", begin);
document.addEventListener("htmx:sseMessage", () => window.setTimeout(begin, 0));
begin();
