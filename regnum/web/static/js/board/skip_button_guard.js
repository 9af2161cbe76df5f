// Ignores late taps on a skip button that has just disappeared.
const SKIP_BUTTONS = "#do-skip, #playback button";
const COVER_TIME = 700; // milliseconds

/** @type {DOMRect[]} */
let boxesBefore = [];
const skipButtonBoxes = () =>
  [...document.querySelectorAll(SKIP_BUTTONS)]
    .filter((button) => button.checkVisibility())
    .map((button) => button.getBoundingClientRect());
/** @param {DOMRect} box */
const boxStyle = ({ x, y, width, height }) => ({
  left: `${x}px`,
  top: `${y}px`,
  width: `${width}px`,
  height: `${height}px`,
});
/**
 * @param {DOMRect} one
 * @param {DOMRect} other
 */
const overlaps = (one, other) =>
  one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;

// Call this before the page changes.
export function rememberSkipButtons() {
  boxesBefore = skipButtonBoxes();
}

// Call this after the page has changed.
export function coverSkipButtons() {
  const boxesNow = skipButtonBoxes();
  for (const box of boxesBefore.filter((one) => !boxesNow.some((other) => overlaps(one, other)))) {
    const cover = document.body.appendChild(Object.assign(document.createElement("div"), { className: "click-cover" }));
    Object.assign(cover.style, boxStyle(box));
    window.setTimeout(() => cover.remove(), COVER_TIME);
  }
  boxesBefore = boxesNow;
}
