// What a thing on the table is, and why it means nothing now, or what it changes: a card beside it. It comes when one stays
// on the thing with the mouse or the keyboard, presses it for long, presses "?" while it has the focus, or clicks on it where
// a click means nothing. A button of a choice tells what it changes, if that can be known.
const STAY = 500; // milliseconds
const table = document.querySelector("main[data-about]");
const kinds = table?.dataset.places.split(" ").filter(Boolean) ?? [];
const tip = () => document.getElementById("tip");
let about = null; // what is told of, or is about to be
let timer = 0;
let pressed = 0; // the timer of a long press
let long = false; // a press was long: what follows is no click
let rested = null; // where the pointer has been since the last click: what comes to lie under it is not told of

const isChoice = (thing) => thing.matches("#choices button");
const name = (thing) => (isChoice(thing) ? thing.value : (thing.dataset.about ?? thing.dataset.target ?? thing.id));

const place = (node) => {
  const choice = node.closest?.("#choices button");
  if (choice) {
    return choice;
  }
  for (let found = node.closest?.("[id]"); found; found = found.parentElement?.closest("[id]")) {
    if (kinds.some((kind) => name(found).startsWith(kind))) {
      return found;
    }
  }
  return null;
};

const shared = (start, end, from, to) => Math.max(0, Math.min(end, to) - Math.max(start, from));

// Where a card of a size lies beside a spot on a thing: below, above, right or left of the thing, or else of the spot, where it
// covers least of the thing itself and of what one presses. A place on the board counts for a tenth of a button.
function beside(thing, spot, { width, height }) {
  const fit = (at, size, room) => Math.max(8, Math.min(at, room - size - 8));
  const beyond = (selector) => [...document.querySelectorAll(selector)].filter((one) => !one.closest("#tip"));
  const boxes = (selector) => beyond(selector).map((one) => one.getBoundingClientRect());
  const [controls, targets] = [boxes("button, a, input, select, summary"), boxes("[data-target]:not(button)")];
  const here = { x: spot.x - 1, y: spot.y - 1, right: spot.x + 1, bottom: spot.y + 1 };
  const own = thing.getBoundingClientRect();
  const covers = ({ left, top }) => {
    const over = ({ x, y, right, bottom }) => shared(left, left + width, x, right) * shared(top, top + height, y, bottom);
    const sum = (found) => found.reduce((all, box) => all + over(box), 0);
    return 1e6 * over(here) + 3 * over(own) + sum(controls) + sum(targets) / 10;
  };
  const around = (box, gap) =>
    [1 / 3, 1 / 2, 0, 1, 2 / 3].flatMap((part) => [
      [spot.x - width * part, box.bottom + gap],
      [spot.x - width * part, box.y - gap - height],
      [box.right + gap, spot.y - height * part],
      [box.x - gap - width, spot.y - height * part],
    ]);
  return [...around(here, 17), ...around(own, 8)]
    .map(([x, y]) => ({ left: fit(x, width, window.innerWidth), top: fit(y, height, window.innerHeight) }))
    .map((place) => ({ ...place, covered: covers(place) }))
    .reduce((best, place) => (place.covered < best.covered ? place : best));
}

async function tell(thing, spot) {
  about = thing;
  const from = isChoice(thing) ? table.dataset.choice : table.dataset.about;
  const answer = await fetch(from + encodeURIComponent(name(thing))).catch(() => null);
  if (about !== thing) {
    return; // somebody has moved on meanwhile
  }
  if (!answer?.ok) {
    untell();
    return;
  }
  const shown = tip();
  shown.innerHTML = await answer.text(); // ours: made by the server's template, with everything escaped
  shown.showPopover();
  const { left, top } = beside(thing, spot, shown.getBoundingClientRect());
  shown.style.left = `${left}px`;
  shown.style.top = `${top}px`;
}

export function untell() {
  window.clearTimeout(timer);
  about = null;
  if (tip()?.matches(":popover-open")) {
    tip().hidePopover();
  }
}

// A click on a card that lies over something is meant for that.
function through(event) {
  untell();
  const { clientX, clientY } = event;
  const below = document.elementFromPoint(clientX, clientY);
  if (below?.closest("[data-target], button, a, summary")) {
    event.stopPropagation();
    below.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  }
}

const middle = (thing) => {
  const box = thing.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

function stay(event) {
  window.clearTimeout(timer);
  if (event.pointerType !== "mouse" || event.target.closest?.("#tip")) {
    return;
  }
  const thing = place(event.target);
  const resting = rested && Math.abs(event.clientX - rested.x) + Math.abs(event.clientY - rested.y) < 4;
  if (resting || (thing && thing.id === about?.id)) {
    return;
  }
  rested = null;
  timer = window.setTimeout(() => (thing ? tell(thing, { x: event.clientX, y: event.clientY }) : untell()), thing ? STAY : 250);
}
document.addEventListener("pointerover", stay);
document.addEventListener("pointermove", (event) => rested && stay(event));

document.addEventListener("wheel", untell, { passive: true });

document.addEventListener("pointerdown", (event) => {
  long = false;
  rested = { x: event.clientX, y: event.clientY };
  if (!event.target.closest?.("#tip")) {
    untell();
  }
  const thing = event.pointerType === "mouse" ? null : place(event.target);
  if (thing) {
    pressed = window.setTimeout(async () => {
      long = !isChoice(thing);
      await tell(thing, { x: event.clientX, y: event.clientY });
      long = long || tip().matches(":popover-open"); // what there is nothing to tell of is pressed all the same
    }, STAY);
  }
});
for (const name of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(name, (event) => {
    if (name !== "pointermove" || Math.abs(event.movementX) + Math.abs(event.movementY) > 6) {
      window.clearTimeout(pressed);
    }
  });
}
document.addEventListener("contextmenu", (event) => {
  if (long) {
    event.preventDefault();
  }
});

document.addEventListener("click", (event) => {
  if (long) {
    long = false;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (event.target.closest("#tip")) {
    if (!event.target.closest("#tip :is(a, button)")) {
      through(event);
    }
    return;
  }
  untell();
  const thing = place(event.target);
  if (thing && !event.target.closest("[data-target], button, a")) {
    tell(thing, { x: event.clientX, y: event.clientY });
  }
}, true);

// Who goes by keyboard stays on a thing, too.
document.addEventListener("focusin", (event) => {
  const thing = event.target.matches?.(":focus-visible") && place(event.target);
  window.clearTimeout(timer);
  if (thing && event.target.closest("[data-target], #choices")) {
    timer = window.setTimeout(() => document.activeElement === event.target && tell(thing, middle(thing)), 2 * STAY);
  }
});
document.addEventListener("focusout", (event) => about && about === place(event.target) && untell());

document.addEventListener("keydown", (event) => {
  const thing = place(event.target);
  if (event.key === "Escape") {
    untell();
  } else if (event.key === "?" && thing) {
    tell(thing, middle(thing));
  }
});
