// Connects places on the board with buttons: selecting places presses a button.
//
// A button's data-target names the places that stand for its action: "a b" means both of them, in any order; "a|b"
// means either of them. Each click on a place narrows down the buttons. When only one is left, it is pressed. If there
// are buttons for both orders, as for a way there and one back, the order of the clicks decides. A button with "a|b"
// opens another question, to which the selection is carried over.
import { choices, places } from "../lib/question.js";
import { buttonList, updateButtonList } from "./choice_list.js";
import "./new_target_guard.js";
import { namesPlace, opensQuestion, targetParts } from "./target_names.js";
import { zoomBeforeTap } from "./zoom.js";

/** @type {string[]} */
let selection = [];
/** @type {{ names: string[], button: string } | null} */
let carriedSelection = null;

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
  updateButtonList(listedButtons.length > 0 && needsButtonList(listedButtons, names));
  if (!keepsFocus && buttons[0].checkVisibility()) {
    buttons[0].focus({ preventScroll: true });
    buttons[buttons.length - 1].scrollIntoView({ block: "nearest" });
    buttons[0].scrollIntoView({ block: "nearest" });
  }
}

function showAllButtons() {
  selection = [];
  updateButtonList();
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
    updateButtonList();
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
