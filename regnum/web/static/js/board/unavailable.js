// Closes the menu of unavailable actions when another question is asked.
import { questionId } from "../lib/question.js";

let openedFor = ""; // the question for which the menu was opened

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "unavailable" && event.target.open) {
      openedFor = questionId();
    }
  },
  true,
);

/**
 * @param {PageElement} before
 * @param {PageElement} now
 */
export const keepsUnavailableList = (before, now) =>
  before.id === "unavailable-list" && before.dataset.decisionStart === now.dataset?.decisionStart;

export function closeUnavailable() {
  const menu = document.getElementById("unavailable");
  if (menu?.open && openedFor !== questionId()) {
    menu.open = false;
  }
}
