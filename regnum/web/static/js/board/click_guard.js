// Where a button that skips was, a tap that was meant for it and comes too late does nothing.
const SKIPS = "#do-skip, #playback button";
const LATE = 700; // milliseconds

/** @type {DOMRect[]} */
let were = [];
const boxes = () =>
  [...document.querySelectorAll(SKIPS)]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect());
/** @param {DOMRect} box */
const lie = ({ x, y, width, height }) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});
/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const meets = (one, other) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;

// Before something changes.
export function rememberSkipButtons() {
  were = boxes();
}

// And after it.
export function coverSkipButtons() {
  const are = boxes();
  for (const box of were.filter((one) => !are.some((other) => meets(one, other)))) {
    const cover = document.body.appendChild(Object.assign(document.createElement("div"), { className: "late" }));
    Object.assign(cover.style, lie(box));
    window.setTimeout(() => cover.remove(), LATE);
  }
  were = are;
}
