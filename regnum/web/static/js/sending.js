// A move on its way to the server.
import { isMove, number, reached, since } from "./question.js";

// A move that is asked about once more: the question has the focus, and goes away with No, Escape or the next question.
const asked = () => document.getElementById("asked");
export function unask() {
  if (asked() && asked().dataset.since !== since()) {
    asked().remove();
  }
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "question") {
    document.getElementById("do-sure")?.focus();
  }
});
document.addEventListener("click", (event) => event.target.id === "do-not" && asked().remove());
document.addEventListener("keydown", (event) => event.key === "Escape" && asked()?.remove());

// Ctrl+Z takes back the last action; the key has another letter in Ukrainian.
document.addEventListener("keydown", (event) => {
  const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && ["z", "я"].includes(event.key.toLowerCase());
  if (wanted && !event.target.closest?.("input, textarea")) {
    document.getElementById("do-undo")?.click();
  }
});

// No answer: the server hangs, or other tabs hold all the connections that a browser allows.
document.addEventListener("htmx:timeout", (event) => {
  if (!isMove(event)) {
    return;
  }
  const message = document.getElementById("message");
  const said = document.createElement("p");
  said.className = "error";
  said.textContent = message.dataset.late;
  message.replaceChildren(said);
});

// A move that was taken shows up by the stream; where a stream cannot get through, the page is loaded anew.
document.addEventListener("htmx:afterRequest", (event) => {
  const due = reached(event);
  window.setTimeout(() => {
    if (number() < due) {
      window.location.reload();
    }
  }, 4000);
});

// One move at a time. The stream may show the next question before the answer to a move is here: what is pressed there waits
// for that answer. As long as the question is the same, whatever others do, it is a second press and goes nowhere.
let answering = null; // the question to which a move is under way; null: none is
let early = "";
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    answering = since();
  }
});
for (const name of ["htmx:afterRequest", "htmx:onLoadError"]) {
  document.addEventListener(name, (event) => {
    if (!isMove(event)) {
      return;
    }
    window.setTimeout(() => {
      const button = document.getElementById(early);
      answering = null;
      early = "";
      button?.click();
    });
  });
}
document.addEventListener("submit", (event) => {
  if (answering !== null && event.target.id === "act") {
    event.preventDefault();
    event.stopPropagation();
    early = since() === answering ? "" : event.submitter.id;
  }
}, true);
