// Opens the full log in a dialog over the table, scrolled to its end.
import { localiseTimes } from "../lib/times.js";

const dialog = document.getElementById("log-dialog");
const logLink = () => document.getElementById("log-link");

async function loadLog() {
  const answer = await fetch(logLink().href, { headers: { "hx-request": "true" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (html && !dialog.classList.contains("event")) {
    // otherwise an event has been opened in the dialog in the meantime
    const content = dialog.querySelector(".log-content");
    const isAtEnd = dialog.scrollTop + dialog.clientHeight > dialog.scrollHeight - 4;
    content.innerHTML = html; // trusted: rendered by the server's template, which escapes everything
    localiseTimes(content);
    dialog.scrollTop = isAtEnd ? dialog.scrollHeight : dialog.scrollTop;
  }
  return Boolean(html);
}

document.addEventListener("click", async (event) => {
  const isPlainClick = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (dialog && isPlainClick && event.target.closest?.(".log-link")) {
    event.preventDefault();
    const { href } = logLink();
    if (await loadLog()) {
      dialog.showModal();
      dialog.scrollTop = dialog.scrollHeight;
    } else {
      window.location.assign(href);
    }
  }
});

/**
 * Show a copy of an event in the dialog of the log.
 * @param {Element[]} content
 * @param {string} title
 */
export function openEventDialog(content, title) {
  dialog.classList.add("event");
  const head = Object.assign(document.createElement("h2"), { id: "log-head", textContent: title });
  const box = Object.assign(document.createElement("section"), { className: "event-summaries" });
  box.append(...content);
  dialog.querySelector(".log-content").replaceChildren(head, box);
  dialog.showModal();
  dialog.scrollTop = 0;
}
dialog?.addEventListener("close", () => dialog.classList.remove("event"));

dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close()); // the backdrop

export function refreshFullLog() {
  if (dialog?.open && !dialog.classList.contains("event")) {
    loadLog();
  }
}
