// What a thing on the table is, and why it means nothing now, or what it changes: a card beside it. It comes when one stays
// on the thing with the mouse or the keyboard, presses it for long, presses "?" while it has the focus, or clicks on it where
// a click means nothing. A button of a choice tells what it changes, if that can be known.
import { onLongPress } from "../lib/long_press.js";

const STAY = 500; // milliseconds
const NEAR = 1.5; // so many times its width the middle of a card is from the spot at the most, where it lies beside the board
const table = document.querySelector("main[data-about]");
const kinds = table?.dataset.places.split(" ").filter(Boolean) ?? [];
const tip = () => document.getElementById("tip");
/** @type {PageElement | null} */
let about = null; // what is told of, or is about to be
let timer = 0;
/** @type {{ x: number, y: number } | null} */
let rested = null; // where the pointer has been since the last click: what comes to lie under it is not told of

/** @param {Element} thing */
const isChoice = (thing) => thing.matches("#choices button");
/** @param {PageElement} thing */
const name = (thing) => (isChoice(thing) ? thing.value : (thing.dataset.about ?? thing.dataset.target ?? thing.id));

/** @param {PageElement} node */
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

/**
 * @param {number} start
 * @param {number} end
 * @param {number} from
 * @param {number} to
 */
const shared = (start, end, from, to) => Math.max(0, Math.min(end, to) - Math.max(start, from));

// Where a card of a size lies beside a spot on a thing: below, above, right or left of the thing, or else of the spot, or at the
// side of the board: not on the thing itself (nor on the strip of players, for one of them) where there is any room beside it, not on points and question, and where it covers
// least of what one presses and of what lies beside it on the board, and is near. What is beside the board may be told of over the
// board's edge. A place on the board that means something counts for a tenth of a button. On a narrow page it lies below or above a
// thing of the board, and what lies around that stays in sight.
const narrow = window.matchMedia("(max-width: 999px)");
/**
 * @param {PageElement} thing
 * @param {Spot} spot
 * @param {{ width: number, height: number }} size
 */
function beside(thing, spot, { width, height }) {
  /**
   * @param {number} at
   * @param {number} size
   * @param {number} room
   */
  const fit = (at, size, room) => Math.max(8, Math.min(at, room - size - 8));
  /**
   * @param {string} selector
   * @param {(one: PageElement) => boolean} wanted
   */
  const boxes = (selector, wanted = () => true) =>
    [...document.querySelectorAll(selector)]
      .filter((one) => !one.closest("#tip") && wanted(one))
      .map((one) => one.getBoundingClientRect());
  const board = thing.closest("#board")?.getBoundingClientRect();
  const [controls, targets] = [boxes("button, a, input, select, summary"), boxes("[data-target]:not(button)")];
  const read = board ? boxes("#choices, #log .scroll") : []; // what is read and pressed beside the board
  const told = board ? boxes("#side :is(p, li, h2, h3, th, td, .hand [id][aria-label])") : [];
  const strip = thing.closest("#strip");
  const asked = board ? boxes(".bar, #strip, #turn") : narrow.matches || strip ? [] : boxes("#turn, #plan");
  /** @param {Element} one */
  const isApart = (one) => !one.contains(thing) && !thing.contains(one);
  const like = board
    ? []
    : [...thing.parentElement.children]
        .filter((one) => one.id && isApart(one))
        .map((one) => one.getBoundingClientRect());
  const map = !board && !narrow.matches && !isChoice(thing) ? boxes("#board") : [];
  /** @param {PageElement} one */
  const isThing = (one) => kinds.some((kind) => name(one).startsWith(kind));
  const near = board ? boxes("#board [id]", (one) => isApart(one) && isThing(one)) : [];
  const lying = board ? boxes("#pieces [id]", isApart) : [];
  const here = { x: spot.x - 1, y: spot.y - 1, right: spot.x + 1, bottom: spot.y + 1 };
  const own = (strip ?? thing).getBoundingClientRect(); // players are looked at beside each other
  /** @param {{ left: number, top: number }} corner */
  const covers = ({ left, top }) => {
    /** @param {Box} box */
    const over = ({ x, y, right, bottom }) =>
      shared(left, left + width, x, right) * shared(top, top + height, y, bottom);
    /** @param {DOMRect[]} found */
    const sum = (found) => found.reduce((all, box) => all + over(box), 0);
    const far = Math.hypot(left + width / 2 - spot.x, top + height / 2 - spot.y);
    const beside =
      sum(near) +
      2 * sum(lying) +
      4 * sum(like) +
      sum(told) / 2 +
      sum(map) +
      10 * sum(read) +
      5 * sum(asked) +
      (board ? 8 : 12) * far;
    return 1e6 * over(here) + (isChoice(thing) ? 3 : 100) * over(own) + sum(controls) + sum(targets) / 10 + beside;
  };
  const parts = [1 / 3, 1 / 2, 0, 1, 2 / 3];
  /**
   * @param {Box} box
   * @param {number} gap
   */
  const over = (box, gap) =>
    parts.flatMap((part) => [
      [spot.x - width * part, box.bottom + gap],
      [spot.x - width * part, box.y - gap - height],
    ]);
  /**
   * @param {Box} box
   * @param {number} gap
   */
  const across = (box, gap) =>
    parts.flatMap((part) => [
      [box.right + gap, spot.y - height * part],
      [box.x - gap - width, spot.y - height * part],
    ]);
  const side = !board && !narrow.matches && !isChoice(thing) ? thing.closest("#side")?.getBoundingClientRect() : null;
  const spots =
    board && narrow.matches
      ? [8, 8 + own.height, 8 + 2 * own.height].flatMap((gap) => over(own, gap))
      : [...over(here, 17), ...across(here, 17), ...over(own, 8), ...across(own, 8), ...(side ? across(side, 12) : [])];
  return [
    ...spots,
    ...(board && !narrow.matches
      ? across(board, 12).filter(([x]) => x > 0 && Math.abs(x + width / 2 - spot.x) < NEAR * width)
      : []),
  ]
    .map(([x, y]) => ({ left: fit(x, width, window.innerWidth), top: fit(y, height, window.innerHeight) }))
    .map((place) => ({ ...place, covered: covers(place) }))
    .reduce((best, place) => (place.covered < best.covered ? place : best));
}

/**
 * @param {PageElement} thing
 * @param {Spot} spot
 */
async function showInspectCard(thing, spot) {
  about = thing;
  const from = isChoice(thing) ? table.dataset.choice : table.dataset.about;
  const answer = await fetch(from + encodeURIComponent(name(thing))).catch(() => null);
  const told = answer?.ok ? await answer.text().catch(() => "") : "";
  if (about !== thing) {
    return; // somebody has moved on meanwhile
  }
  if (!told) {
    hideInspectCard();
    return;
  }
  const shown = tip();
  shown.innerHTML = told; // ours: made by the server's template, with everything escaped
  if (thing.dataset.why) {
    shown
      .querySelector(".title")
      ?.after(Object.assign(document.createElement("p"), { className: "why", textContent: thing.dataset.why }));
  }
  shown.showPopover();
  const { left, top } = beside(thing, spot, shown.getBoundingClientRect());
  shown.style.left = `${left}px`;
  shown.style.top = `${top}px`;
}

export function hideInspectCard() {
  window.clearTimeout(timer);
  about = null;
  if (tip()?.matches(":popover-open")) {
    tip().hidePopover();
  }
}

/**
 * A click on a card that lies over something is meant for that.
 * @param {MouseEvent} event
 */
function through(event) {
  hideInspectCard();
  const { clientX, clientY } = event;
  const below = document.elementFromPoint(clientX, clientY);
  if (below?.closest("[data-target], button, a, summary")) {
    event.stopPropagation();
    below.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  }
}

/** @param {Element} thing */
const middle = (thing) => {
  const box = thing.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** @param {Happened<PointerEvent>} event */
function stay(event) {
  window.clearTimeout(timer);
  if (event.pointerType !== "mouse" || event.target.closest?.("#tip")) {
    return;
  }
  const thing = event.target.closest?.("[data-no-tip]") ? null : place(event.target);
  const resting = rested && Math.abs(event.clientX - rested.x) + Math.abs(event.clientY - rested.y) < 4;
  if (resting || (thing && thing.id === about?.id)) {
    return;
  }
  rested = null;
  timer = window.setTimeout(
    () => (thing ? showInspectCard(thing, { x: event.clientX, y: event.clientY }) : hideInspectCard()),
    thing ? STAY : 250,
  );
}
document.addEventListener("pointerover", stay);
document.addEventListener("pointermove", (event) => rested && stay(event));

document.addEventListener("wheel", hideInspectCard, { capture: true, passive: true }); // the zoom of the board stops the event

document.addEventListener("pointerdown", (event) => {
  rested = { x: event.clientX, y: event.clientY };
  if (!event.target.closest?.("#tip")) {
    hideInspectCard();
  }
});
onLongPress((event) => {
  const thing = place(event.target);
  if (thing) {
    showInspectCard(thing, { x: event.clientX, y: event.clientY });
  }
  return Boolean(thing);
});

document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#tip")) {
      if (!event.target.closest("#tip :is(a, button)")) {
        through(event);
      }
      return;
    }
    hideInspectCard();
    const thing = place(event.target);
    if (thing && !event.target.closest("[data-target], button, a")) {
      showInspectCard(thing, { x: event.clientX, y: event.clientY });
    }
  },
  true,
);

// Who goes by keyboard stays on a thing, too.
document.addEventListener("focusin", (event) => {
  const thing = event.target.matches?.(":focus-visible") && place(event.target);
  window.clearTimeout(timer);
  if (thing && (event.target.closest("[data-target], #choices") || event.target.matches("[data-about]"))) {
    timer = window.setTimeout(
      () => document.activeElement === event.target && showInspectCard(thing, middle(thing)),
      2 * STAY,
    );
  }
});
document.addEventListener("focusout", (event) => about && about === place(event.target) && hideInspectCard());

document.addEventListener("keydown", (event) => {
  const thing = place(event.target);
  if (event.key === "Escape") {
    hideInspectCard();
  } else if (event.key === "?" && thing) {
    showInspectCard(thing, middle(thing));
  }
});
