// Ignores clicks on an element that has just appeared under the pointer.

// The second click of a double click must not hit such an element. (Browsers also count a tap soon after a long press
// as a second click.)
const DOUBLE_CLICK_TIME = 600; // milliseconds between the clicks
let lastKey = "";
let lastClickTime = -DOUBLE_CLICK_TIME;
const PRESSABLE = "[data-target], #choices button, #undo-parts button";
/** @param {PageElement | null | undefined} element */
const targetKey = (element) => element?.dataset.target ?? element?.value ?? "";
document.addEventListener(
  "click",
  (event) => {
    const key = targetKey(event.target.closest?.(PRESSABLE));
    if (event.detail > 1 && key && key !== lastKey && event.timeStamp - lastClickTime < DOUBLE_CLICK_TIME) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else {
      lastKey = key;
    }
    lastClickTime = event.timeStamp;
  },
  true,
);

// Nor must a click soon afterwards at the same spot. A new element there can't be pressed for a moment, or until the
// pointer moves. Until it moves, the element doesn't look hovered either.
const GUARD_TIME = 700; // milliseconds after the element appeared
const GUARD_DISTANCE = 8;
/** @type {{ x: number, y: number, was: string, timer: number } | null} */
let guardedSpot = null; // where the last click was

/** @param {string[]} names */
function clearGuards(...names) {
  window.clearTimeout(guardedSpot?.timer);
  names.forEach((name) => document.querySelectorAll(`.${name}`).forEach((element) => element.classList.remove(name)));
}

function releaseGuards() {
  clearGuards("is-guarded", "no-hover");
  guardedSpot = null;
}

document.addEventListener(
  "click",
  (event) => {
    if (event.detail) {
      releaseGuards();
      guardedSpot = { x: event.clientX, y: event.clientY, was: targetKey(event.target.closest?.(PRESSABLE)), timer: 0 };
    }
  },
  true,
);
document.addEventListener("pointermove", (event) => {
  if (guardedSpot && Math.hypot(event.clientX - guardedSpot.x, event.clientY - guardedSpot.y) > GUARD_DISTANCE) {
    releaseGuards();
  }
});

// After a swap: guards an element that has appeared under the pointer.
export function guardNewTargets() {
  if (!guardedSpot) {
    return;
  }
  const element = document
    .elementFromPoint(guardedSpot.x, guardedSpot.y)
    ?.closest(".sidebar :is([data-target], summary), #choices button, #undo-parts button");
  if (element && targetKey(element) !== guardedSpot.was) {
    element.classList.add("is-guarded", "no-hover");
    window.clearTimeout(guardedSpot.timer);
    guardedSpot.timer = window.setTimeout(() => clearGuards("is-guarded"), GUARD_TIME);
  }
}
