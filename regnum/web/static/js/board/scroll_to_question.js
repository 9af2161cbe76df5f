// Scrolls to the next question after a move.
import {
  choices,
  isMove,
  entryCount,
  places,
  prompt,
  entryCountAfterMove,
  questionId,
  isBoardSteady,
} from "../lib/question.js";
import {
  fitsBelowBoard,
  footerTop,
  hasDock,
  isDocked,
  isFixed,
  isInView,
  scrollBehavior,
  scrollToElement,
  singleColumn,
} from "./visible_area.js";

// On a single-column page the next step may be out of view. After a move, the page scrolls to the board if there is
// something to select on it, and otherwise to the question. If the task continues among elements in view, nothing
// scrolls, but a question about elements beside the board stays in view with them. After the user laid something on the
// board, the board stays in view with the next question, if its button fits below. While others act, the page shows the
// board.
const WATCH_DELAY = 400; // milliseconds; no scrolling if the user is asked again before that
let lastPrompt = ""; // the prompt that the last move answered
let lastMoveWasOnBoard = false; // whether that move was made on the grid where tiles are laid
let watchTimer = 0; // the timer of showBoardWhileWaiting
let lastTargetId = ""; // the id of the target next to the board in the last click; "" if it was elsewhere
let lastClickWasOnBoard = false; // whether the last click was on the board
let expectedCount = -1; // the entry count of the page after that move; -1: no scrolling is due

// Scrolls by as little as needed to show the question and everything that answers it. If that doesn't fit into the
// window, scrolls to its beginning.
function scrollToQuestion() {
  const handTargets = document.querySelectorAll(
    "#panel :is(.hand, .game-panel) [data-target], #panel .hand button.strong",
  );
  const parts = [choices(), ...handTargets].filter((part) => part && !isDocked(part));
  const overlap = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - footerTop() + 8;
  const turn = document.getElementById("turn");
  if (overlap > 0 && overlap < turn.getBoundingClientRect().top) {
    window.scrollBy({ top: overlap, behavior: scrollBehavior() });
  } else {
    scrollToElement(turn);
  }
}

// The visible buttons among the choices, except those fixed to the bottom of the page.
const visibleButtons = () =>
  [...(choices()?.querySelectorAll(":scope > .buttons > button") ?? [])].filter(
    (button) => button.checkVisibility() && !isFixed(button),
  );

/**
 * Whether the visible buttons offer all targets and fit below the board.
 * @param {PageElement[]} targets
 */
function isAnswerableBelowBoard(targets) {
  const buttonTargets = visibleButtons().flatMap((button) => (button.dataset.target ?? "").split(" "));
  return (
    targets.every((place) => buttonTargets.includes(place.dataset.target)) && fitsBelowBoard(visibleButtons().at(-1))
  );
}

// Scrolls just enough to show the buttons below the board, if they are not far out of view.
function scrollToButtons() {
  const overlap =
    Math.max(0, ...visibleButtons().map((button) => button.getBoundingClientRect().bottom)) - footerTop() + 8;
  if (overlap > 8 && overlap < window.innerHeight / 4) {
    // Leave nothing above the board half visible.
    const boardTop = document.getElementById("board").getBoundingClientRect().top;
    window.scrollBy({ top: Math.max(overlap, boardTop), behavior: scrollBehavior() });
  }
}

// Scrolls to the board. If the first button then still fits below it, the bar above the board is shown as well.
function scrollToBoard() {
  const board = document.getElementById("board");
  const boardTop = board.getBoundingClientRect().top + window.scrollY;
  const firstButton = [...(choices()?.querySelectorAll("button") ?? [])].find((button) => button.checkVisibility());
  if (!hasDock() && (!firstButton || fitsBelowBoard(firstButton, boardTop))) {
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
  } else {
    scrollToElement(board);
  }
}

/**
 * Scroll so that the board, the last events and the question fit above a game's dock, as far as there is room. Nothing
 * moves from one question to the next, unless places on the board are out of view.
 * @param {PageElement} board
 * @param {PageElement[]} targets
 */
function scrollToFitAboveDock(board, targets) {
  const texts = ["turn-head", "prompt", "recap"].map((id) => document.getElementById(id)).filter(Boolean);
  const fits = fitsBelowBoard(document.getElementById("prompt")) && !visibleButtons().length;
  const boardTargets = fits ? targets.filter((place) => board.contains(place)) : [];
  if ([...texts, choices(), ...boardTargets].every(isInView)) {
    return;
  }
  if (fits) {
    scrollToElement(board);
  } else {
    scrollToQuestion();
  }
}

// Shows the board while others act.
function showBoardWhileWaiting() {
  watchTimer = 0;
  const board = document.getElementById("board");
  const watchedPart = document.querySelector("#panel [data-others-section]");
  const isKept = isBoardSteady() || (watchedPart && isInView(watchedPart));
  if (expectedCount >= 0 && singleColumn.matches && !choices() && !isKept && board?.getBoundingClientRect().top < 0) {
    scrollToBoard();
  }
}

/**
 * Whether the target next to the board that made the last move is still in view, and so is one that a button names now.
 * @param {PageElement[]} targets
 */
function continuesBesideBoard(targets) {
  const buttonTargets = [...(choices()?.querySelectorAll("button[data-target]") ?? [])].flatMap((button) =>
    button.dataset.target.split(" "),
  );
  const sideTargets = targets.filter(
    (place) => place.closest("#sidebar") && buttonTargets.includes(place.dataset.target),
  );
  const lastTarget = lastTargetId && document.getElementById(lastTargetId);
  return Boolean(lastTarget && isInView(lastTarget) && sideTargets.some(isInView));
}

export function scrollAfterMove() {
  resetPanelScroll();
  const finalResult = document.getElementById("final-scoring");
  if (expectedCount < 0 || entryCount() < expectedCount) {
    return;
  }
  if (!(choices() || finalResult)) {
    if (!watchTimer) {
      watchTimer = window.setTimeout(showBoardWhileWaiting, WATCH_DELAY);
    }
    return;
  }
  expectedCount = -1;
  if (document.querySelector("#tutorial[data-moves]")) {
    return; // the tutorial scrolls by itself
  }
  if (document.body.classList.contains("has-event-to-read")) {
    if (singleColumn.matches && ![...document.querySelectorAll("#turn-head, .continue-row button")].every(isInView)) {
      scrollToElement(document.getElementById("turn"));
    }
    return;
  }
  const targets = [...places(), ...document.querySelectorAll("#board [role=application]")];
  const layingGrid = document.querySelector("#board [role=application]"); // where a tile is laid; it must be in view
  const isGridHidden = Boolean(layingGrid) && !isInView(layingGrid);
  const isHeadInView = isInView(document.getElementById("turn-head"));
  const isSameTask =
    (prompt() === lastPrompt && targets.some(isInView)) || (!isGridHidden && continuesBesideBoard(targets));
  if (
    !singleColumn.matches ||
    (isSameTask &&
      (isHeadInView || layingGrid || !targets.some((place) => place.closest("#sidebar") && isInView(place))))
  ) {
    return;
  }
  const board = document.getElementById("board");
  if (isBoardSteady() && (layingGrid ? lastClickWasOnBoard || !isGridHidden : targets.some(isInView))) {
    return; // keep what is under the finger in place
  }
  if (board && !finalResult && !isGridHidden && hasDock()) {
    scrollToFitAboveDock(board, targets);
    return;
  }
  // The question is about these elements, even if others on the board have the same target.
  const subjects = [...document.querySelectorAll("[data-question-section]")];
  if (subjects.length || !targets.some((place) => board?.contains(place))) {
    const isAnyInView = subjects.length
      ? subjects.every(isInView)
      : targets.length
        ? [...targets, ...visibleButtons()].some(isInView)
        : isInView(finalResult ?? choices());
    if (lastMoveWasOnBoard && board && !subjects.length && fitsBelowBoard(choices()?.querySelector("button"))) {
      scrollToElement(board);
    } else if (board && !finalResult && !subjects.length && isAnswerableBelowBoard(targets)) {
      if (board.getBoundingClientRect().top < 0) {
        scrollToBoard();
      }
    } else if (!isHeadInView || !isAnyInView) {
      scrollToQuestion();
    }
  } else if (targets.length && isHeadInView && !isGridHidden && targets.some(isInView)) {
    scrollToButtons();
  } else if ((isGridHidden || !(isHeadInView && targets.some(isInView))) && board.getBoundingClientRect().top < 0) {
    scrollToBoard();
  }
}

// On a wide page the panel scrolls next to the board: it returns to its top when another question is asked.
const currentQuestion = () => (choices() ? [questionId(), prompt()] : ["", ""]);
let shownQuestion = currentQuestion(); // what the panel showed last
function resetPanelScroll() {
  const [before, now] = [shownQuestion, currentQuestion()];
  shownQuestion = now;
  if (!singleColumn.matches && now[0] !== before[0] && now[1] !== before[1]) {
    document.getElementById("panel").scrollTop = 0;
  }
}

// Scrolls to the question after the user has read the event that came before it.
export function scrollOnNewQuestion() {
  expectedCount = entryCount();
  scrollAfterMove();
}
if (!window.scrollY) {
  expectedCount = entryCount(); // scroll to the first question as well, even if it comes later
  document.fonts.ready.then(scrollAfterMove);
}

document.addEventListener(
  "click",
  (event) => {
    if (event.isTrusted) {
      lastClickWasOnBoard = Boolean(event.target.closest?.("#board"));
      lastTargetId = event.target.closest?.("#sidebar [data-target]:not(#choices *)")?.id ?? "";
    }
  },
  true,
);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    lastPrompt = prompt();
    lastMoveWasOnBoard = Boolean(document.querySelector("#board [role=application]"));
    expectedCount = -1;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (entryCountAfterMove(event)) {
    expectedCount = entryCountAfterMove(event);
    window.setTimeout(scrollAfterMove, 50);
  }
});
for (const name of ["wheel", "touchmove"]) {
  document.addEventListener(name, () => (expectedCount = -1), { passive: true }); // the user is looking elsewhere
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (
    event.target.id === "message" &&
    event.target.textContent.trim() &&
    !isFixed(event.target) &&
    !isInView(event.target)
  ) {
    scrollToElement(event.target);
  }
});
