// The menu of what may not be done now: what it says stays as long as it is asked the same, then it closes.
import { questionId } from "../lib/question.js";

let asked = ""; // the question for which it was opened

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "unavailable" && event.target.open) {
      asked = questionId();
    }
  },
  true,
);

/**
 * @param {PageElement} was
 * @param {PageElement} is
 */
export const keepsUnavailableList = (was, is) =>
  was.id === "unavailable-list" && was.dataset.since === is.dataset?.since;

export function closeUnavailable() {
  const menu = document.getElementById("unavailable");
  if (menu?.open && asked !== questionId()) {
    menu.open = false;
  }
}
