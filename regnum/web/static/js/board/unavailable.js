// The menu of what may not be done now: what it says stays as long as it is asked the same, then it closes.
import { since } from "../lib/question.js";

let asked = ""; // the question for which it was opened

document.addEventListener(
  "toggle",
  (event) => {
    if (event.target.id === "barred" && event.target.open) {
      asked = since();
    }
  },
  true,
);

/**
 * @param {PageElement} was
 * @param {PageElement} is
 */
export const keepsBarred = (was, is) => was.id === "barred-list" && was.dataset.since === is.dataset?.since;

export function unbar() {
  const menu = document.getElementById("barred");
  if (menu?.open && asked !== since()) {
    menu.open = false;
  }
}
