// Detects long presses. A long press shows details, a short tap selects. This is decided here, before any other script
// sees the click: an element that was held is not selected, whether there were details or not.
const HOLD_TIME = 500; // milliseconds
const TOLERANCE = 10; // pixels; a finger may tremble
const PRESSABLE = "[data-target], #choices button, #laying";
let isHeld = false;
let timer = 0;
/** @type {PointerEvent | null} */
let lastPointer = null;
/** @type {(event: Happened<PointerEvent>) => boolean} */
let handleLongPress = () => false;

// Whether the last pointer was not a mouse. A finger doesn't keep pointing at the element that it touched.
export const isTouchInput = () => Boolean(lastPointer && lastPointer.pointerType !== "mouse");

/**
 * Set what a long press calls. The handler shows the details of the element at the event, and returns whether there are
 * any.
 * @param {(event: Happened<PointerEvent>) => boolean} handler
 */
export function onLongPress(handler) {
  handleLongPress = handler;
}

window.addEventListener(
  "pointerdown",
  (event) => {
    window.clearTimeout(timer);
    isHeld = false;
    lastPointer = event;
    if (event.pointerType !== "mouse" && event.isPrimary) {
      timer = window.setTimeout(
        () => (isHeld = handleLongPress(event) || Boolean(event.target.closest?.(PRESSABLE))),
        HOLD_TIME,
      );
    }
  },
  true,
);
window.addEventListener(
  "pointermove",
  (event) => {
    if (
      lastPointer &&
      Math.abs(event.clientX - lastPointer.clientX) + Math.abs(event.clientY - lastPointer.clientY) > TOLERANCE
    ) {
      window.clearTimeout(timer);
    }
  },
  true,
);
for (const name of ["pointerup", "pointercancel"]) {
  window.addEventListener(name, () => window.clearTimeout(timer), true);
}
window.addEventListener("keydown", () => (isHeld = false), true);

window.addEventListener(
  "click",
  (event) => {
    if (isHeld && event.isTrusted) {
      isHeld = false;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);
window.addEventListener(
  "contextmenu",
  (event) => {
    if (isHeld || (isTouchInput() && event.target.closest?.(PRESSABLE))) {
      event.preventDefault();
    }
  },
  true,
);
