// Highlights the places of the button that is hovered or focused, and the buttons of such a place.
import { isTouchInput } from "../lib/long_press.js";
import { namesPlace, opensQuestion } from "./target_names.js";

/**
 * Hovering or focusing a button highlights its places on the board, and vice versa. Both also highlight
 * elements that illustrate the target (data-shows). Touch input doesn't hover: what was touched last must not look
 * selected.
 * @param {PageElement} from
 * @param {boolean} isOn
 */
function highlightTargets(from, isOn) {
  /**
   * @param {PageElement} button
   * @param {PageElement} place
   */
  const leadsDirectlyTo = (button, place) => !opensQuestion(button) && namesPlace(button, place.dataset.target);
  const isButton = Boolean(from.closest("#choices"));
  /** @param {PageElement} other */
  const isRelated = (other) => (isButton ? leadsDirectlyTo(from, other) : leadsDirectlyTo(other, from));
  for (const other of document.querySelectorAll("[data-target]")) {
    if (other !== from && isRelated(other)) {
      other.classList.toggle("is-pointed", isOn);
    }
  }
  for (const illustration of document.querySelectorAll("[data-shows]")) {
    if (illustration.dataset.shows === from.dataset.target) {
      illustration.classList.toggle("is-pointed", isOn);
    }
  }
}
for (const [name, isOn] of /** @type {[string, boolean][]} */ ([
  ["mouseover", true],
  ["mouseout", false],
  ["focusin", true],
  ["focusout", false],
])) {
  document.addEventListener(name, (event) => {
    const from = event.target.closest?.("[data-target]");
    if (from && !(isOn && isTouchInput() && !from.matches(":focus-visible"))) {
      highlightTargets(from, isOn);
    }
  });
}

// After a swap, highlights only what is hovered or focused now: other elements may have lost the pointer or focus
// without an event.
export function restoreHighlight() {
  document
    .querySelectorAll(":is([data-target], [data-shows]).is-pointed")
    .forEach((place) => place.classList.remove("is-pointed"));
  const pointing = isTouchInput() ? ":focus-visible" : ":is(:hover, :focus)";
  document.querySelectorAll(`[data-target]${pointing}`).forEach((from) => highlightTargets(from, true));
}
