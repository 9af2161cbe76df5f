// Submits moves: confirmation, undo, and what happens if the response is late or missing.
import { isMove, entryCount, places, entryCountAfterMove, questionId } from "../lib/question.js";

// Some moves need confirmation. The confirmation gets the focus and closes with No, Escape or the next question.
// Meanwhile the targets of the move are marked on the board and next to it.
const confirmation = () => document.getElementById("confirmation");
function markChoice() {
  const action = document.getElementById("confirm-move")?.value;
  const button = [...document.querySelectorAll("#choices button")].find((one) => one.value === action);
  const targets = (button?.dataset.target ?? "").split(" ");
  places().forEach((place) => place.classList.toggle("is-in-question", targets.includes(place.dataset.target)));
}
function closeConfirmation() {
  confirmation()?.remove();
  markChoice();
}
export function updateConfirmation() {
  if (confirmation()?.dataset.decisionStart !== questionId()) {
    closeConfirmation();
  } else {
    markChoice();
  }
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "confirmation-area") {
    document.getElementById("confirm-move")?.focus();
    markChoice();
  }
});
document.addEventListener("click", (event) => event.target.id === "cancel-move" && closeConfirmation());
document.addEventListener("keydown", (event) => event.key === "Escape" && closeConfirmation());

// Ctrl+Z undoes the last action. On a Ukrainian keyboard the key is "я".
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && ["z", "я"].includes(event.key.toLowerCase());
  if (isUndo && !event.target.closest?.("input, textarea")) {
    document.getElementById("do-undo")?.click();
  }
});

// Timeout: the server hangs, or other tabs use all connections that the browser allows.
document.addEventListener("htmx:timeout", (event) => {
  if (!isMove(event)) {
    return;
  }
  const message = document.getElementById("message");
  const paragraph = document.createElement("p");
  paragraph.className = "error";
  paragraph.textContent = message.dataset.noAnswer;
  message.replaceChildren(paragraph);
});

// The stream shows an accepted move. If no stream gets through, reload the page.
document.addEventListener("htmx:afterRequest", (event) => {
  const expectedCount = entryCountAfterMove(event);
  window.setTimeout(() => {
    if (entryCount() < expectedCount) {
      window.location.reload();
    }
  }, 4000);
});

/**
 * Only one move is sent at a time. The stream may show the next question before the move is answered: a button pressed
 * there waits for the answer. While the question is unchanged, pressing the same button again does nothing, and
 * pressing another one shows that it was not accepted.
 * @type {string | null}
 */
let pendingQuestion = null; // the question whose move is being sent; null: none
let pendingMove = ""; // the value of that move
let earlyButtonId = "";
let hasMissedMove = false;
/** @param {string} reason */
function showError(reason) {
  const message = document.getElementById("message");
  message.append(
    Object.assign(document.createElement("p"), { className: "error", textContent: message.dataset[reason] }),
  );
}
const showMissedMove = () => showError("choiceIgnored");
document.addEventListener("regnum:missed", showMissedMove);

// A move that could not be sent is reported once the connection is back.
let hasUnsentMove = false;
document.addEventListener("htmx:sendError", (event) => (hasUnsentMove ||= isMove(event)));
document.addEventListener("htmx:sseOpen", () => {
  if (hasUnsentMove) {
    hasUnsentMove = false;
    showError("moveNotSent");
  }
});
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    pendingQuestion = questionId();
  }
});
for (const name of /** @type {const} */ (["htmx:afterRequest", "htmx:onLoadError"])) {
  document.addEventListener(name, (event) => {
    if (!isMove(event)) {
      return;
    }
    window.setTimeout(() => {
      const button = document.getElementById(earlyButtonId);
      const wasMissed = hasMissedMove;
      pendingQuestion = null;
      earlyButtonId = "";
      hasMissedMove = false;
      button?.click();
      if (wasMissed) {
        showMissedMove();
      }
    });
  });
}
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id !== "turn-form") {
      return;
    }
    const { id, value } = /** @type {PageElement} */ (event.submitter);
    if (pendingQuestion === null) {
      pendingMove = value;
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (questionId() === pendingQuestion) {
      hasMissedMove ||= value !== pendingMove;
    } else {
      hasMissedMove ||= earlyButtonId !== "" && earlyButtonId !== id;
      earlyButtonId = id;
    }
  },
  true,
);
