// Connects places on the board with buttons: selecting places presses a button.
//
// A button's data-target names the places that stand for its action: "a b" means both of them, in any order; "a|b"
// means either of them. Each click on a place narrows down the buttons. When only one is left, it is pressed. If there
// are buttons for both orders, as for a way there and one back, the order of the clicks decides. A button with "a|b"
// opens another question, to which the selection is carried over.
import { isTouchInput } from "../lib/long_press.js";
import { choices, places } from "../lib/question.js";
import { zoomBeforeTap } from "./zoom.js";

// The list of all buttons, also for actions that the board offers. It is folded by default, and open while only its
// buttons can tell the remaining actions apart. If the user unfolds it, it stays open from then on.
const buttonList = () => document.getElementById("choice-list");
const STORAGE_KEY = "regnum-listed";
let isListWanted = false;
try {
  isListWanted = Boolean(window.localStorage.getItem(STORAGE_KEY));
} catch {
  // storage is blocked: remember it until the page is left
}

/** @param {boolean} open */
function setListOpen(open) {
  if (buttonList() && buttonList().open !== open) {
    buttonList().open = open;
  }
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#choice-list > summary")) {
    window.setTimeout(() => {
      isListWanted = Boolean(buttonList()?.open);
      try {
        window.localStorage.setItem(STORAGE_KEY, isListWanted ? "yes" : "");
      } catch {
        // storage is blocked
      }
    });
  }
});

/** @type {string[]} */
let selection = [];
/** @type {{ names: string[], button: string } | null} */
let carriedSelection = null;

/** @param {PageElement} button */
const targetParts = (button) => (button.dataset.target || "").split(" ").map((part) => part.split("|"));
/**
 * @param {PageElement} button
 * @param {string} place
 */
const namesPlace = (button, place) => targetParts(button).some((part) => part.includes(place));
/** @param {PageElement} button */
const opensQuestion = (button) => targetParts(button).some((part) => part.length > 1);

/**
 * Whether some of these buttons can only be told apart by their text: no further place is left to select, or only a
 * small one within the first (data-inner-place).
 * @param {PageElement[]} buttons
 * @param {string[]} names
 */
function needsButtonList(buttons, names) {
  const pointableTargets = new Set(
    places()
      .filter((place) => !("innerPlace" in place.dataset))
      .map((place) => place.dataset.target),
  );
  return buttons.some(
    (button) =>
      !targetParts(button)
        .flat()
        .some((place) => !names.includes(place) && pointableTargets.has(place)),
  );
}

/** @param {string[]} names */
function matchingButtons(names) {
  const matching = [...document.querySelectorAll("#choices button[data-target]")].filter((button) =>
    names.every((name) => namesPlace(button, name)),
  );
  const wantedValue = document.querySelector(`[data-only-action][data-target="${names[0]}"]:not(#choices *)`)?.dataset
    .onlyAction;
  const direct = matching.filter((button) => !opensQuestion(button));
  const inOrder = direct.filter(
    (button) => names.length > 1 && names.every((name, index) => targetParts(button)[index]?.includes(name)),
  );
  const preferred = matching.filter((button) => names.length === 1 && button.value === wantedValue);
  return [inOrder, direct, preferred, matching].find((group) => group.length) ?? [];
}

/** @param {string} name */
function selectTarget(name) {
  const previous = selection;
  carriedSelection = null;
  showAllButtons();
  if (previous.length === 1 && previous[0] === name && choices()) {
    const matching = matchingButtons(previous);
    if (matching.length === 1 && isDestinationOnly(previous)) {
      matching[0].click(); // the second click on the place confirms the action
    }
    return; // a second click on the same place clears the selection
  }
  applySelection(
    matchingButtons([...previous, name]).length ? [...previous.filter((other) => other !== name), name] : [name],
  );
}

/**
 * Select both places when one is dropped on the other. If they only go together in the next question, carry them over
 * to it.
 * @param {string} from
 * @param {string} to
 */
export function dropOnTarget(from, to) {
  carriedSelection = null;
  showAllButtons();
  applySelection(matchingButtons([from, to]).length ? [from, to] : [to], [from, to]);
}

/**
 * Whether a single place is selected that is only a destination (data-destination-only): the user sees what arrives
 * there before confirming it.
 * @param {string[]} names
 */
const isDestinationOnly = (names) =>
  names.length === 1 && Boolean(document.querySelector(`[data-destination-only][data-target="${names[0]}"]`));

/**
 * @param {string[]} names
 * @param {string[]} [carriedNames]
 */
function applySelection(names, carriedNames = names) {
  const found = matchingButtons(names);
  if (found.length === 1 && isDestinationOnly(names) && !opensQuestion(found[0])) {
    filterButtons(found, names);
  } else if (found.length === 1) {
    carriedSelection = opensQuestion(found[0]) ? { names: carriedNames, button: found[0].id } : null;
    found[0].click();
  } else if (found.length > 1) {
    filterButtons(found, names);
  }
}

/**
 * @param {PageElement[]} buttons
 * @param {string[]} names
 * @param {boolean} [keepsFocus]
 */
function filterButtons(buttons, names, keepsFocus) {
  selection = names;
  choices().classList.add("is-narrowed");
  for (const button of buttons) {
    button.classList.add("is-matching");
  }
  for (const place of places()) {
    if (names.includes(place.dataset.target)) {
      place.classList.add("is-picked");
    } else {
      place.classList.toggle(
        "is-fitting",
        buttons.some((button) => namesPlace(button, place.dataset.target)),
      );
    }
  }
  const listedButtons = buttons.filter((button) => buttonList()?.contains(button));
  setListOpen(isListWanted || (listedButtons.length > 0 && needsButtonList(listedButtons, names)));
  if (!keepsFocus && buttons[0].checkVisibility()) {
    buttons[0].focus({ preventScroll: true });
    buttons[buttons.length - 1].scrollIntoView({ block: "nearest" });
    buttons[0].scrollIntoView({ block: "nearest" });
  }
}

function showAllButtons() {
  selection = [];
  setListOpen(isListWanted);
  choices()?.classList.remove("is-narrowed");
  document.querySelectorAll("#choices .is-matching").forEach((button) => button.classList.remove("is-matching"));
  document
    .querySelectorAll(".is-picked, .is-fitting")
    .forEach((place) => place.classList.remove("is-picked", "is-fitting"));
}

// After a swap: continues with a carried selection, and keeps other selections that are still valid.
export function restoreSelection() {
  if (carriedSelection && choices() && !document.getElementById(carriedSelection.button)) {
    const { names } = carriedSelection;
    carriedSelection = null;
    applySelection(names);
  } else if (selection.length) {
    const names = selection;
    const found = matchingButtons(names);
    showAllButtons();
    if (found.length > 1 || (found.length && isDestinationOnly(names))) {
      filterButtons(found, names, true);
    }
  } else {
    setListOpen(isListWanted);
  }
}
setListOpen(isListWanted);

// The second click of a double click must not hit an element that has just appeared under the pointer. (Browsers also
// count a tap soon after a long press as a second click.)
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

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-target]");
  if (target && !target.closest("#choices")) {
    if (!zoomBeforeTap(target, event)) {
      selectTarget(target.dataset.target);
    }
  } else if (target) {
    selection = [];
  } else if (!event.target.closest("#choices, #show-whole-map, #zoom-in, #zoom-out")) {
    showAllButtons(); // a click outside clears the selection
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    showAllButtons();
  }
  const target = event.target.closest?.("[data-target][role=button]");
  if (target && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    selectTarget(target.dataset.target);
  }
});

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
