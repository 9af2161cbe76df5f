// What is next comes to notice: into sight after one's own move, the focus with it, and in the title while one is elsewhere.
import { playTurnSound } from "../lib/turn_sound.js";
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

// On a page of one column the next step may be out of sight, when one comes or after one's own move: the board comes back into
// sight if there is something to point at, or else what is to be done. Where the same goes on among what is in sight, nothing
// moves, but that the question stays in sight with what is beside the board. What was laid on the board stays in sight with what
// is asked then, if something can be pressed there; and so does the board while others act.
const column = window.matchMedia("(max-width: 999px)");
const SOON = 400; // milliseconds: whose turn comes again at once is not led away
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let asked = ""; // the prompt to which the last move was the answer
let laid = false; // it was laid on the board
let watching = 0; // the timer of looking at what others do
let pointed = ""; // the id of what was pointed at beside the board, if that made the last move
let onBoard = false; // whether the last click was there
let waited = -1; // the number that the page has after that move; -1: nothing to follow

/** @param {Element} element */
export const isFixed = (element) => window.getComputedStyle(element).position === "fixed";
/** @param {Element} element */
const docked = (element) => {
  const dock = element.closest(".docked");
  return Boolean(dock && isFixed(dock));
};

const docks = () => [...document.querySelectorAll(".docked")].some(isFixed);

// What stands at the foot of a narrow page, over the rest: the strip, and above it what a game keeps there and what a guide says.
export function foot() {
  const fixed = [...document.querySelectorAll("#strip, .docked, #guide, #choices > .buttons > button")].filter(isFixed);
  return Math.min(window.innerHeight, ...fixed.map((one) => one.getBoundingClientRect().top));
}

/** @param {Element} element */
function inSight(element) {
  const box = element.getBoundingClientRect();
  return (
    box.height > 0 && box.top >= 0 && box.bottom <= (column.matches && !docked(element) ? foot() : window.innerHeight)
  );
}

/** @param {Element | null | undefined} element */
function bring(element) {
  element?.scrollIntoView({ block: "start", behavior: calm.matches ? "instant" : "smooth" });
}

// What is asked and all that it can be answered with comes into sight by as little as it takes; where that is too much for one
// window, its beginning.
function bringQuestion() {
  const held = document.querySelectorAll("#panel :is(.hand, .beside) [data-target], #panel .hand button.strong");
  const parts = [choices(), ...held].filter((part) => part && !docked(part));
  const below = Math.max(...parts.map((part) => part.getBoundingClientRect().bottom)) - foot() + 8;
  const turn = document.getElementById("turn");
  if (below > 0 && below < turn.getBoundingClientRect().top) {
    window.scrollBy({ top: below, behavior: calm.matches ? "instant" : "smooth" });
  } else {
    bring(turn);
  }
}

// The buttons in sight among the choices, but for one that has its place at the foot.
const open = () =>
  [...(choices()?.querySelectorAll(":scope > .buttons > button") ?? [])].filter(
    (button) => button.checkVisibility() && !isFixed(button),
  );

/**
 * Whether buttons offer all that is asked, and have room below the board.
 * @param {PageElement[]} goals
 */
function answeredBelow(goals) {
  const offered = open().flatMap((button) => (button.dataset.target ?? "").split(" "));
  return goals.every((place) => offered.includes(place.dataset.target)) && underBoard(open().at(-1));
}

// Where the board stays, the page gives way by as much as the buttons below it need.
function bringButtons() {
  const below = Math.max(0, ...open().map((button) => button.getBoundingClientRect().bottom)) - foot() + 8;
  if (below > 8 && below < window.innerHeight / 4) {
    const head = document.getElementById("board").getBoundingClientRect().top; // nothing above the board stays there in half
    window.scrollBy({ top: Math.max(below, head), behavior: calm.matches ? "instant" : "smooth" });
  }
}

// With the board the bar above it comes into sight, if the first that can be pressed then still is.
function bringBoard() {
  const board = document.getElementById("board");
  const head = board.getBoundingClientRect().top + window.scrollY;
  const first = [...(choices()?.querySelectorAll("button") ?? [])].find((button) => button.checkVisibility());
  if (!docks() && (!first || underBoard(first, head))) {
    window.scrollTo({ top: 0, behavior: calm.matches ? "instant" : "smooth" });
  } else {
    bring(board);
  }
}

/**
 * Above what a game keeps at the foot stands what is asked and what happened last, and above that the board, as far as there is room:
 * all of it keeps its place from one question to the next, but for places on the board that are out of sight.
 * @param {PageElement} board
 * @param {PageElement[]} goals
 */
function bringAbove(board, goals) {
  const said = ["turn-head", "prompt", "digest"].map((id) => document.getElementById(id)).filter(Boolean);
  const fits = underBoard(document.getElementById("prompt")) && !open().length;
  const there = fits ? goals.filter((place) => board.contains(place)) : [];
  if ([...said, choices(), ...there].every(inSight)) {
    return;
  }
  if (fits) {
    bring(board);
  } else {
    bringQuestion();
  }
}

// Nobody is asked here yet: what others do is seen on the board.
function watch() {
  watching = 0;
  const board = document.getElementById("board");
  const seen = document.querySelector("#panel [data-watched]");
  const stays = isBoardSteady() || (seen && inSight(seen));
  if (waited >= 0 && column.matches && !choices() && !stays && board?.getBoundingClientRect().top < 0) {
    bringBoard();
  }
}

/**
 * Whether something would be in sight with the board, were that so far below the head of the window.
 * @param {Element | null | undefined} element
 * @param {number} [head]
 */
function underBoard(element, head = 0) {
  const box = element?.getBoundingClientRect();
  return Boolean(
    box?.height && box.bottom - document.getElementById("board").getBoundingClientRect().top + head <= foot(),
  );
}

/**
 * Whether what was pointed at beside the board is still in sight, among other things that mean something by themselves.
 * @param {PageElement[]} goals
 */
function goesOnBeside(goals) {
  const named = [...(choices()?.querySelectorAll("button[data-target]") ?? [])].flatMap((button) =>
    button.dataset.target.split(" "),
  );
  const near = goals.filter((place) => place.closest("#side") && named.includes(place.dataset.target));
  const still = pointed && document.getElementById(pointed);
  return Boolean(still && inSight(still) && near.some(inSight));
}

export function follow() {
  unscroll();
  const finished = document.getElementById("final");
  if (waited < 0 || entryCount() < waited) {
    return;
  }
  if (!(choices() || finished)) {
    if (!watching) {
      watching = window.setTimeout(watch, SOON);
    }
    return;
  }
  waited = -1;
  if (document.querySelector("#guide[data-meant]")) {
    return; // it leads by itself
  }
  if (document.body.classList.contains("to-read")) {
    if (column.matches && ![...document.querySelectorAll("#turn-head, .read-on button")].every(inSight)) {
      bring(document.getElementById("turn"));
    }
    return;
  }
  const goals = [...places(), ...document.querySelectorAll("#board [role=application]")];
  const inHand = document.querySelector("#board [role=application]"); // what is laid there is seen there
  const missed = Boolean(inHand) && !inSight(inHand);
  const headed = inSight(document.getElementById("turn-head"));
  const same = (prompt() === asked && goals.some(inSight)) || (!missed && goesOnBeside(goals));
  if (
    !column.matches ||
    (same && (headed || inHand || !goals.some((place) => place.closest("#side") && inSight(place))))
  ) {
    return;
  }
  const board = document.getElementById("board");
  if (isBoardSteady() && (inHand ? onBoard || !missed : goals.some(inSight))) {
    return; // what is under the finger stays there
  }
  if (board && !finished && !missed && docks()) {
    bringAbove(board, goals);
    return;
  }
  const first = [...document.querySelectorAll("[data-first]")]; // what the question is about, whatever of the board means the same
  if (first.length || !goals.some((place) => board?.contains(place))) {
    const seen = first.length
      ? first.every(inSight)
      : goals.length
        ? [...goals, ...open()].some(inSight)
        : inSight(finished ?? choices());
    if (laid && board && !first.length && underBoard(choices()?.querySelector("button"))) {
      bring(board);
    } else if (board && !finished && !first.length && answeredBelow(goals)) {
      if (board.getBoundingClientRect().top < 0) {
        bringBoard();
      }
    } else if (!headed || !seen) {
      bringQuestion();
    }
  } else if (goals.length && headed && !missed && goals.some(inSight)) {
    bringButtons();
  } else if ((missed || !(headed && goals.some(inSight))) && board.getBoundingClientRect().top < 0) {
    bringBoard();
  }
}

// Beside a board that stays in place the panel scrolls: it begins with its head again where something else is asked.
const question = () => (choices() ? [questionId(), prompt()] : ["", ""]);
let put = question(); // which one the panel has shown last
function unscroll() {
  const [was, is] = [put, question()];
  put = is;
  if (!column.matches && is[0] !== was[0] && is[1] !== was[1]) {
    document.getElementById("panel").scrollTop = 0;
  }
}

// Whoever has read what stood before the question is led to it.
export function followAgain() {
  waited = entryCount();
  follow();
}
if (!window.scrollY) {
  waited = entryCount(); // whoever still waits is led to the first question, too
  document.fonts.ready.then(follow);
}

document.addEventListener(
  "click",
  (event) => {
    if (event.isTrusted) {
      onBoard = Boolean(event.target.closest?.("#board"));
      pointed = event.target.closest?.("#side [data-target]:not(#choices *)")?.id ?? "";
    }
  },
  true,
);

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    asked = prompt();
    laid = Boolean(document.querySelector("#board [role=application]"));
    waited = -1;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (entryCountAfterMove(event)) {
    waited = entryCountAfterMove(event);
    window.setTimeout(follow, 50);
  }
});
for (const name of ["wheel", "touchmove"]) {
  document.addEventListener(name, () => (waited = -1), { passive: true }); // whoever looks elsewhere is left there
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (
    event.target.id === "message" &&
    event.target.textContent.trim() &&
    !isFixed(event.target) &&
    !inSight(event.target)
  ) {
    bring(event.target);
  }
});

// A swap may remove the element with the focus: then the focus moves to the turn, not to the top of the page. The board is swapped
// while its panel waits, so each of them looks for itself.
let inside = false;
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  inside = event.detail.type !== "talk" && Boolean(document.activeElement?.closest("#side, #board"));
});
export function refocus() {
  if (inside && document.activeElement === document.body) {
    document.getElementById("turn")?.focus({ preventScroll: true });
  }
}

// The title gets a dot when somebody who looks elsewhere is asked; it goes away as soon as he looks.
const plain = () => document.title.replace(/^● /, "");
let mine = Boolean(choices());
export function announce() {
  document.title = choices() && document.hidden ? `● ${plain()}` : plain();
  if (choices() && !mine) {
    playTurnSound();
  }
  mine = Boolean(choices());
}
document.addEventListener("visibilitychange", () => (document.title = plain()));
