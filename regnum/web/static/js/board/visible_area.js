// The part of the window in which elements are visible: on a narrow page, bars at the bottom cover some of it.

export const singleColumn = window.matchMedia("(max-width: 999px)");
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
export const scrollBehavior = () => (reducedMotion.matches ? "instant" : "smooth");

/** @param {Element} element */
export const isFixed = (element) => window.getComputedStyle(element).position === "fixed";
/** @param {Element} element */
export const isDocked = (element) => {
  const dock = element.closest(".docked");
  return Boolean(dock && isFixed(dock));
};

export const hasDock = () => [...document.querySelectorAll(".docked")].some(isFixed);

// The top edge of everything that is fixed to the bottom of a narrow page: the strip, and above it a game's dock, the
// tutorial and fixed buttons.
export function footerTop() {
  const fixed = [...document.querySelectorAll("#strip, .docked, #tutorial, #choices > .buttons > button")].filter(
    isFixed,
  );
  return Math.min(window.innerHeight, ...fixed.map((one) => one.getBoundingClientRect().top));
}

/** @param {Element} element */
export function isInView(element) {
  const box = element.getBoundingClientRect();
  return (
    box.height > 0 &&
    box.top >= 0 &&
    box.bottom <= (singleColumn.matches && !isDocked(element) ? footerTop() : window.innerHeight)
  );
}

/** @param {Element | null | undefined} element */
export function scrollToElement(element) {
  element?.scrollIntoView({ block: "start", behavior: scrollBehavior() });
}

/**
 * Whether an element would be in view if the top of the board were `boardTop` pixels below the top of the window.
 * @param {Element | null | undefined} element
 * @param {number} [boardTop]
 */
export function fitsBelowBoard(element, boardTop = 0) {
  const box = element?.getBoundingClientRect();
  return Boolean(
    box?.height && box.bottom - document.getElementById("board").getBoundingClientRect().top + boardTop <= footerTop(),
  );
}
