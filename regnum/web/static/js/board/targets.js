// Places and buttons: what is pointed at presses a button.
//
// A button's target names the places that mean its action: "a b" both of them, in any order; "a|b" either of them. Places
// are pointed at by clicks until one button is left, which is pressed; as long as there are several, only those are shown. Where
// there are buttons for both orders, as for a way there and one back, the order of the clicks is meant.
// A button with "a|b" opens another question: what was pointed at is pointed at there, too.
import { isTouchInput } from "../lib/long_press.js";
import { choices, places } from "../lib/question.js";
import { zoomed } from "./zoom.js";

// The list of the buttons for what the board offers, too: folded unless one wants it, and open while it is narrowed to what
// only its buttons tell apart. Who has unfolded it finds it open from then on.
const list = () => document.getElementById("listed");
const WANTED = "regnum-listed";
let wanted = false;
try {
  wanted = Boolean(window.localStorage.getItem(WANTED));
} catch {
  // without storage it is wanted until the page is left
}

/** @param {boolean} open */
function unfold(open) {
  if (list() && list().open !== open) {
    list().open = open;
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#listed > summary")) {
    window.setTimeout(() => {
      wanted = Boolean(list()?.open);
      try {
        window.localStorage.setItem(WANTED, wanted ? "yes" : "");
      } catch {
        // as above
      }
    });
  }
});

/** @type {string[]} */
let picked = [];
/** @type {{ names: string[], button: string } | null} */
let carried = null;

/** @param {PageElement} button */
const parts = (button) => (button.dataset.target || "").split(" ").map((part) => part.split("|"));
/**
 * @param {PageElement} button
 * @param {string} place
 */
const means = (button, place) => parts(button).some((part) => part.includes(place));
/** @param {PageElement} button */
const opens = (button) => parts(button).some((part) => part.length > 1);

/**
 * Whether some of these buttons can only be told from the others by themselves: no further place is there to point at, or only a
 * small one within the first (data-also).
 * @param {PageElement[]} buttons
 * @param {string[]} names
 */
function alone(buttons, names) {
  const there = new Set(
    places()
      .filter((place) => !("also" in place.dataset))
      .map((place) => place.dataset.target),
  );
  return buttons.some(
    (button) =>
      !parts(button)
        .flat()
        .some((place) => !names.includes(place) && there.has(place)),
  );
}

/** @param {string[]} names */
function meant(names) {
  const found = [...document.querySelectorAll("#choices button[data-target]")].filter((button) =>
    names.every((name) => means(button, name)),
  );
  const wanted = document.querySelector(`[data-means][data-target="${names[0]}"]:not(#choices *)`)?.dataset.means;
  /**
   * @param {PageElement} button
   * @param {PageElement} place
   */
  const closed = found.filter((button) => !opens(button));
  const ordered = closed.filter(
    (button) => names.length > 1 && names.every((name, at) => parts(button)[at]?.includes(name)),
  );
  const opening = found.filter((button) => names.length === 1 && button.value === wanted);
  return [ordered, closed, opening, found].find((some) => some.length) ?? [];
}

/** @param {string} name */
function press(name) {
  const before = picked;
  carried = null;
  widen();
  if (before.length === 1 && before[0] === name && choices()) {
    const found = meant(before);
    if (found.length === 1 && arrives(before)) {
      found[0].click(); // seen, and meant
    }
    return; // pointed at twice: all choices again
  }
  choose(meant([...before, name]).length ? [...before.filter((other) => other !== name), name] : [name]);
}

/**
 * Dropping one place on another points at both; if they go together only in the next question, they are carried there.
 * @param {string} from
 * @param {string} to
 */
export function drop(from, to) {
  carried = null;
  widen();
  choose(meant([from, to]).length ? [from, to] : [to], [from, to]);
}

/**
 * Whether a single place is pointed at where something only arrives (data-ends): what comes there is seen before it does.
 * @param {string[]} names
 */
const arrives = (names) =>
  names.length === 1 && Boolean(document.querySelector(`[data-ends][data-target="${names[0]}"]`));

/**
 * @param {string[]} names
 * @param {string[]} [carry]
 */
function choose(names, carry = names) {
  const found = meant(names);
  if (found.length === 1 && arrives(names) && !opens(found[0])) {
    narrow(found, names);
  } else if (found.length === 1) {
    carried = opens(found[0]) ? { names: carry, button: found[0].id } : null;
    found[0].click();
  } else if (found.length > 1) {
    narrow(found, names);
  }
}

/**
 * @param {PageElement[]} buttons
 * @param {string[]} names
 * @param {boolean} [quietly]
 */
function narrow(buttons, names, quietly) {
  picked = names;
  choices().classList.add("narrowed");
  for (const button of buttons) {
    button.classList.add("meant");
  }
  for (const place of places()) {
    if (names.includes(place.dataset.target)) {
      place.classList.add("picked");
    } else {
      place.classList.toggle(
        "fits",
        buttons.some((button) => means(button, place.dataset.target)),
      );
    }
  }
  const within = buttons.filter((button) => list()?.contains(button));
  unfold(wanted || (within.length > 0 && alone(within, names)));
  if (!quietly && buttons[0].checkVisibility()) {
    buttons[0].focus({ preventScroll: true });
    buttons[buttons.length - 1].scrollIntoView({ block: "nearest" });
    buttons[0].scrollIntoView({ block: "nearest" });
  }
}

function widen() {
  picked = [];
  unfold(wanted);
  choices()?.classList.remove("narrowed");
  document.querySelectorAll("#choices .meant").forEach((button) => button.classList.remove("meant"));
  document.querySelectorAll(".picked, .fits").forEach((place) => place.classList.remove("picked", "fits"));
}

// After a swap: go on with what was carried over; what was picked stays picked while it still means something.
export function resume() {
  if (carried && choices() && !document.getElementById(carried.button)) {
    const { names } = carried;
    carried = null;
    choose(names);
  } else if (picked.length) {
    const names = picked;
    const found = meant(names);
    widen();
    if (found.length > 1 || (found.length && arrives(names))) {
      narrow(found, names, true);
    }
  } else {
    unfold(wanted);
  }
}
unfold(wanted);

// The second click of a double click is not meant for what has come to lie under the pointer meanwhile. (A tap soon after a
// finger was held is counted as a second one, too, though there was no first.)
const DOUBLE = 600; // milliseconds from click to click
let hit = "";
let hitAt = -DOUBLE;
const PRESSED = "[data-target], #choices button, #parts button";
/** @param {PageElement | null | undefined} thing */
const sign = (thing) => thing?.dataset.target ?? thing?.value ?? "";
document.addEventListener(
  "click",
  (event) => {
    const now = sign(event.target.closest?.(PRESSED));
    if (event.detail > 1 && now && now !== hit && event.timeStamp - hitAt < DOUBLE) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      hit = now;
    }
    hitAt = event.timeStamp;
  },
  true,
);

// Nor is a click that follows soon, at the same spot: what is new there cannot be pressed for a moment, or until the pointer moves.
// Until it does, what is there looks as if nothing pointed at it.
const SOON = 700; // milliseconds from when it came
const APART = 8;
/** @type {{ x: number, y: number, was: string, timer: number } | null} */
let spot = null; // where one has clicked last

/** @param {string[]} names */
function free(...names) {
  window.clearTimeout(spot?.timer);
  names.forEach((name) => document.querySelectorAll(`.${name}`).forEach((thing) => thing.classList.remove(name)));
}

function settle() {
  free("too-soon", "unmoved");
  spot = null;
}

document.addEventListener(
  "click",
  (event) => {
    if (event.detail) {
      settle();
      spot = { x: event.clientX, y: event.clientY, was: sign(event.target.closest?.(PRESSED)), timer: 0 };
    }
  },
  true,
);
document.addEventListener("pointermove", (event) => {
  if (spot && Math.hypot(event.clientX - spot.x, event.clientY - spot.y) > APART) {
    settle();
  }
});

// After a swap: whatever has come to lie there.
export function shield() {
  if (!spot) {
    return;
  }
  const thing = document
    .elementFromPoint(spot.x, spot.y)
    ?.closest(".side :is([data-target], summary), #choices button, #parts button");
  if (thing && sign(thing) !== spot.was) {
    thing.classList.add("too-soon", "unmoved");
    window.clearTimeout(spot.timer);
    spot.timer = window.setTimeout(() => free("too-soon"), SOON);
  }
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-target]");
  if (target && !target.closest("#choices")) {
    if (!zoomed(target, event)) {
      press(target.dataset.target);
    }
  } else if (target) {
    picked = [];
  } else if (!event.target.closest("#choices, #whole, #closer, #farther")) {
    widen(); // a click beside everything: all choices again
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    widen();
  }
  const target = event.target.closest?.("[data-target][role=button]");
  if (target && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    press(target.dataset.target);
  }
});

/**
 * Hovering or focusing a button shows its places on the board, and the other way round; either shows what stands there for
 * that alone (data-shows, with the target). A finger does not hover: what it has touched last must not look like chosen.
 * @param {PageElement} from
 * @param {boolean} on
 */
function point(from, on) {
  /**
   * @param {PageElement} button
   * @param {PageElement} place
   */
  const closed = (button, place) => !opens(button) && means(button, place.dataset.target);
  const chosen = Boolean(from.closest("#choices"));
  /** @param {PageElement} other */
  const alike = (other) => (chosen ? closed(from, other) : closed(other, from));
  for (const other of document.querySelectorAll("[data-target]")) {
    if (other !== from && alike(other)) {
      other.classList.toggle("pointed", on);
    }
  }
  for (const shown of document.querySelectorAll("[data-shows]")) {
    if (shown.dataset.shows === from.dataset.target) {
      shown.classList.toggle("pointed", on);
    }
  }
}
for (const [name, on] of /** @type {[string, boolean][]} */ ([
  ["mouseover", true],
  ["mouseout", false],
  ["focusin", true],
  ["focusout", false],
])) {
  document.addEventListener(name, (event) => {
    const from = event.target.closest?.("[data-target]");
    if (from && !(on && isTouchInput() && !from.matches(":focus-visible"))) {
      point(from, on);
    }
  });
}

// After a swap: what had the pointer or the focus may have gone without a word; only what has them now points.
export function repoint() {
  document
    .querySelectorAll(":is([data-target], [data-shows]).pointed")
    .forEach((place) => place.classList.remove("pointed"));
  const pointing = isTouchInput() ? ":focus-visible" : ":is(:hover, :focus)";
  document.querySelectorAll(`[data-target]${pointing}`).forEach((from) => point(from, true));
}
