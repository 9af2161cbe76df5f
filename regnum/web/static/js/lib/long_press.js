// A finger that stays on a thing reads of it, a shorter tap presses it. That is decided here alone, before any other script of
// the page or of a game hears of the click: what was held is not pressed, whether there was something to be told of it or not.
const HELD = 500; // milliseconds
const STILL = 10; // a finger may tremble by so many pixels
const PRESSED = "[data-target], #choices button, #laying";
let held = false;
let timer = 0;
/** @type {PointerEvent | null} */
let from = null;
/** @type {(event: Happened<PointerEvent>) => boolean} */
let read = () => false;

// Whether the last that was pointed with was no mouse: what it has touched it does not go on pointing at.
export const byFinger = () => Boolean(from && from.pointerType !== "mouse");

/**
 * What tells of the thing at a pointer's event, and says whether there is one.
 * @param {(event: Happened<PointerEvent>) => boolean} tell
 */
export function onLongPress(tell) {
  read = tell;
}

window.addEventListener(
  "pointerdown",
  (event) => {
    window.clearTimeout(timer);
    held = false;
    from = event;
    if (event.pointerType !== "mouse" && event.isPrimary) {
      timer = window.setTimeout(() => (held = read(event) || Boolean(event.target.closest?.(PRESSED))), HELD);
    }
  },
  true,
);
window.addEventListener(
  "pointermove",
  (event) => {
    if (from && Math.abs(event.clientX - from.clientX) + Math.abs(event.clientY - from.clientY) > STILL) {
      window.clearTimeout(timer);
    }
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) {
  window.addEventListener(name, () => window.clearTimeout(timer), true);
}
window.addEventListener("keydown", () => (held = false), true);

window.addEventListener(
  "click",
  (event) => {
    if (held && event.isTrusted) {
      held = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
window.addEventListener(
  "contextmenu",
  (event) => {
    if (held || (byFinger() && event.target.closest?.(PRESSED))) {
      event.preventDefault();
    }
  },
  true,
);
