// A move on its way to the server.
import { isMove, entryCount, places, entryCountAfterMove, questionId } from "../lib/question.js";

// A move that is asked about once more: the question has the focus, and goes away with No, Escape or the next question.
// What it means is marked, on the board and beside it, for as long as it is asked.
const confirmation = () => document.getElementById("confirmation");
function markChoice() {
  const action = document.getElementById("do-sure")?.value;
  const button = [...document.querySelectorAll("#choices button")].find((one) => one.value === action);
  const meant = (button?.dataset.target ?? "").split(" ");
  places().forEach((place) => place.classList.toggle("in-question", meant.includes(place.dataset.target)));
}
function closeConfirmation() {
  confirmation()?.remove();
  markChoice();
}
export function updateConfirmation() {
  if (confirmation()?.dataset.since !== questionId()) {
    closeConfirmation();
  } else {
    markChoice();
  }
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "question") {
    document.getElementById("do-sure")?.focus();
    markChoice();
  }
});
document.addEventListener("click", (event) => event.target.id === "do-not" && closeConfirmation());
document.addEventListener("keydown", (event) => event.key === "Escape" && closeConfirmation());

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
  const due = entryCountAfterMove(event);
  window.setTimeout(() => {
    if (entryCount() < due) {
      window.location.reload();
    }
  }, 4000);
});

/**
 * One move at a time. The stream may show the next question before the answer to a move is here: what is pressed there waits
 * for that answer. As long as the question is the same, whatever others do, the same once more goes nowhere, and of anything else
 * it is said that it was not taken.
 * @type {string | null}
 */
let answering = null; // the question to which a move is under way; null: none is
let moving = ""; // that move
let early = "";
let missed = false;
/** @param {string} why */
function say(why) {
  const message = document.getElementById("message");
  message.append(Object.assign(document.createElement("p"), { className: "error", textContent: message.dataset[why] }));
}
const miss = () => say("missed");
document.addEventListener("regnum:missed", miss);

// A move that was pressed without a connection went nowhere: it is said once there is one again.
let unsent = false;
document.addEventListener("htmx:sendError", (event) => (unsent ||= isMove(event)));
document.addEventListener("htmx:sseOpen", () => {
  if (unsent) {
    unsent = false;
    say("unsent");
  }
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    answering = questionId();
  }
});
for (const name of /** @type {const} */ (["htmx:afterRequest", "htmx:onLoadError"])) {
  document.addEventListener(name, (event) => {
    if (!isMove(event)) {
      return;
    }
    window.setTimeout(() => {
      const button = document.getElementById(early);
      const told = missed;
      answering = null;
      early = "";
      missed = false;
      button?.click();
      if (told) {
        miss();
      }
    });
  });
}
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "act") {
      return;
    }
    const { id, value } = /** @type {PageElement} */ (event.submitter);
    if (answering === null) {
      moving = value;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (questionId() === answering) {
      missed ||= value !== moving;
    } else {
      missed ||= early !== "" && early !== id;
      early = id;
    }
  },
  true,
);
