// The whole log: it comes over the table with a click on its link, as it happened, and opens at its end.
import { localiseTimes } from "../lib/times.js";

const dialog = document.getElementById("log-over");
const link = () => document.getElementById("to-log");

async function fill() {
  const answer = await fetch(link().href, { headers: { "hx-request": "true" } }).catch(() => null);
  const told = answer?.ok ? await answer.text() : "";
  if (told && !dialog.classList.contains("event")) {
    // one may have been laid there meanwhile
    const content = dialog.querySelector(".log-content");
    const atEnd = dialog.scrollTop + dialog.clientHeight > dialog.scrollHeight - 4;
    content.innerHTML = told; // ours: made by the server's template, with everything escaped
    localiseTimes(content);
    dialog.scrollTop = atEnd ? dialog.scrollHeight : dialog.scrollTop;
  }
  return Boolean(told);
}

document.addEventListener("click", async (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (dialog && plain && event.target.closest?.(".to-log")) {
    event.preventDefault();
    const { href } = link();
    if (await fill()) {
      dialog.showModal();
      dialog.scrollTop = dialog.scrollHeight;
    } else {
      window.location.assign(href);
    }
  }
});

/**
 * Something else in the place of the log: a copy of an event.
 * @param {Element[]} content
 * @param {string} title
 */
export function openDialog(content, title) {
  dialog.classList.add("event");
  const head = Object.assign(document.createElement("h2"), { id: "log-head", textContent: title });
  const box = Object.assign(document.createElement("section"), { className: "summaries" });
  box.append(...content);
  dialog.querySelector(".log-content").replaceChildren(head, box);
  dialog.showModal();
  dialog.scrollTop = 0;
}
dialog?.addEventListener("close", () => dialog.classList.remove("event"));

dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it

export function refreshFullLog() {
  if (dialog?.open && !dialog.classList.contains("event")) {
    fill();
  }
}
