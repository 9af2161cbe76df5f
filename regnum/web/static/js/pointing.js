// Places and buttons: what is pointed at presses a button.
//
// A button's target names the places that mean its action: "a b" both of them, in any order; "a|b" either of them. Places
// are pointed at by clicks until one button is left, which is pressed; as long as there are several, only those are shown. Where
// there are buttons for both orders, as for a way there and one back, the order of the clicks is meant.
// A button with "a|b" opens another question: what was pointed at is pointed at there, too.
import { choices, places } from "./question.js";
import { zoomed } from "./zooming.js";

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

let picked = [];
let carried = null;

const parts = (button) => (button.dataset.target || "").split(" ").map((part) => part.split("|"));
const means = (button, place) => parts(button).some((part) => part.includes(place));
const opens = (button) => parts(button).some((part) => part.length > 1);

// Whether some of these buttons can only be told from the others by themselves: no further place is there to point at.
function alone(buttons, names) {
  const there = new Set(places().map((place) => place.dataset.target));
  return buttons.some((button) => !parts(button).flat().some((place) => !names.includes(place) && there.has(place)));
}

function meant(names) {
  const found = [...document.querySelectorAll("#choices button[data-target]")].filter((button) =>
    names.every((name) => means(button, name)),
  );
  const closed = found.filter((button) => !opens(button));
  const ordered = closed.filter((button) => names.length > 1 && names.every((name, at) => parts(button)[at]?.includes(name)));
  return [ordered, closed, found].find((some) => some.length) ?? [];
}

function press(name) {
  const before = picked;
  carried = null;
  widen();
  if (before.length === 1 && before[0] === name && choices()) {
    return; // pointed at twice: all choices again
  }
  choose(meant([...before, name]).length ? [...before.filter((other) => other !== name), name] : [name]);
}

// Dropping one place on another points at both; if they go together only in the next question, they are carried there.
export function drop(from, to) {
  carried = null;
  widen();
  choose(meant([from, to]).length ? [from, to] : [to], [from, to]);
}

function choose(names, carry = names) {
  const found = meant(names);
  if (found.length === 1) {
    carried = opens(found[0]) ? { names: carry, button: found[0].id } : null;
    found[0].click();
  } else if (found.length > 1) {
    narrow(found, names);
  }
}

function narrow(buttons, names, quietly) {
  picked = names;
  choices().classList.add("narrowed");
  for (const button of buttons) {
    button.classList.add("meant");
  }
  for (const place of places()) {
    if (names.includes(place.dataset.target)) {
      place.classList.add("picked");
    }
  }
  const within = buttons.filter((button) => list()?.contains(button));
  unfold(wanted || (within.length > 0 && alone(within, names)));
  if (!quietly && buttons[0].checkVisibility()) {
    buttons[0].focus({ preventScroll: true });
    buttons[0].scrollIntoView({ block: "nearest" });
  }
}

function widen() {
  picked = [];
  unfold(wanted);
  choices()?.classList.remove("narrowed");
  document.querySelectorAll("#choices .meant").forEach((button) => button.classList.remove("meant"));
  document.querySelectorAll(".picked").forEach((place) => place.classList.remove("picked"));
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
    if (found.length > 1) {
      narrow(found, names, true);
    }
  } else {
    unfold(wanted);
  }
}
unfold(wanted);

// The second click of a double click is not meant for what has come to lie under the pointer meanwhile.
let hit = "";
const sign = (thing) => thing?.dataset.target ?? thing?.value ?? "";
document.addEventListener("click", (event) => {
  const now = sign(event.target.closest?.("[data-target], #choices button"));
  if (event.detail > 1 && now && now !== hit) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else {
    hit = now;
  }
}, true);

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

// Hovering or focusing a button shows its places on the board, and the other way round; either shows what stands there for
// that alone (data-shows, with the target).
function point(from, on) {
  const closed = (button, place) => !opens(button) && means(button, place.dataset.target);
  const alike = from.closest("#choices") ? (other) => closed(from, other) : (other) => closed(other, from);
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
for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
  document.addEventListener(name, (event) => {
    const from = event.target.closest?.("[data-target]");
    if (from) {
      point(from, on);
    }
  });
}

// After a swap: what had the pointer or the focus may have gone without a word; only what has them now points.
export function repoint() {
  document.querySelectorAll(":is([data-target], [data-shows]).pointed").forEach((place) => place.classList.remove("pointed"));
  document.querySelectorAll("[data-target]:is(:hover, :focus)").forEach((from) => point(from, true));
}
