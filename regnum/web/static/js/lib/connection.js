// Handles the state of the live stream: reloads the page when the server asks for it, and shows when the connection is
// lost.
import { reloadWithDrafts } from "./drafts.js";

let isLeaving = false; // a form was sent whose response is the next page: a reload would cancel it
window.addEventListener("submit", (event) => {
  isLeaving = !event.defaultPrevented;
});
window.addEventListener("pageshow", () => {
  isLeaving = false;
});

document.addEventListener("htmx:sseBeforeMessage", (event) => {
  if (event.detail.type === "reload") {
    event.preventDefault();
    if (!isLeaving) {
      reloadWithDrafts();
    }
  }
});

const notice = document.getElementById("connection-status"); // waiting rooms have none

/** @param {string} text */
function showNotice(text) {
  if (notice) {
    notice.textContent = text;
    notice.hidden = !text;
  }
}

let timer = 0; // 0: connected. Each failed attempt is another error; none of them restarts the timer.
document.addEventListener("htmx:sseError", () => {
  timer = timer || window.setTimeout(() => showNotice(notice?.dataset.text), 2500);
});
document.addEventListener("htmx:sseOpen", () => {
  window.clearTimeout(timer);
  timer = 0;
  showNotice("");
});
document.addEventListener("htmx:sendError", () => showNotice(notice?.dataset.text));
