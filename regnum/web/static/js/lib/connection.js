// The live stream: "reload" asks for a new page; a lost connection is said and mended.
import { reload } from "./drafts.js";

let leaving = false; // a form was sent whose answer is the next page: a reload would take its place
window.addEventListener("submit", (event) => {
  leaving = !event.defaultPrevented;
});
window.addEventListener("pageshow", () => {
  leaving = false;
});

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (event.detail.type === "reload") {
    event.preventDefault();
    if (!leaving) {
      reload();
    }
  }
});

const lost = document.getElementById("lost"); // a page that waits for the table to begin has none

/** @param {string} text */
function say(text) {
  if (lost) {
    lost.textContent = text;
    lost.hidden = !text;
  }
}

let timer = 0; // 0: the connection stands; each attempt that fails is another error, and none begins the time anew
document.addEventListener("htmx:sseError", () => {
  timer = timer || window.setTimeout(() => say(lost?.dataset.text), 2500);
});
document.addEventListener("htmx:sseOpen", () => {
  window.clearTimeout(timer);
  timer = 0;
  say("");
});
document.addEventListener("htmx:sendError", () => say(lost?.dataset.text));
