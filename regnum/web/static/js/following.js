// What is next comes to notice: into sight after one's own move, the focus with it, and in the title while one is elsewhere.
import { sound } from "./sounding.js";
import { choices, isMove, number, places, prompt, reached } from "./question.js";

// On a page of one column the next step may be out of sight, when one comes or after one's own move: the board comes back into
// sight if there is something to point at, or else what is to be done. Where the same goes on among what is in sight, nothing
// moves.
const column = window.matchMedia("(max-width: 999px)");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let asked = ""; // the prompt to which the last move was the answer
let waited = 0; // the number that the page has after that move; 0: nothing to follow

function inSight(element) {
  const box = element.getBoundingClientRect();
  const foot = column.matches ? document.getElementById("strip")?.getBoundingClientRect().top : window.innerHeight;
  return box.height > 0 && box.top >= 0 && box.bottom <= (foot ?? window.innerHeight);
}

function bring(element) {
  element?.scrollIntoView({ block: "start", behavior: calm.matches ? "instant" : "smooth" });
}

export function follow() {
  const finished = document.getElementById("final");
  if (!waited || number() < waited || !(choices() || finished)) {
    return;
  }
  waited = 0;
  const goals = [...places(), ...document.querySelectorAll("#board [role=application]")];
  if (!column.matches || (prompt() === asked && goals.some(inSight))) {
    return;
  }
  const board = document.getElementById("board");
  const headed = inSight(document.getElementById("turn-head"));
  if (!goals.some((place) => board?.contains(place))) {
    const seen = goals.length ? goals.some(inSight) : inSight(finished ?? choices());
    if (!headed || !seen) {
      bring(document.getElementById("turn"));
    }
  } else if (!(headed && goals.some(inSight)) && board.getBoundingClientRect().top < 0) {
    bring(board);
  }
}
if (choices() && !window.scrollY) {
  waited = number();
  window.setTimeout(follow, 300); // the fonts are there
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    asked = prompt();
    waited = 0;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (reached(event)) {
    waited = reached(event);
    window.setTimeout(follow, 50);
  }
});
for (const name of ["wheel", "touchmove"]) {
  document.addEventListener(name, () => (waited = 0), { passive: true }); // whoever looks elsewhere is left there
}
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "message" && event.target.textContent.trim() && !inSight(event.target)) {
    bring(event.target);
  }
});

// After a swap the element with the focus may be gone: go on at the move, not at the top of the page.
let inside = false;
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  const ofTheGame = event.detail.type !== "talk";
  inside = inside || (ofTheGame && Boolean(document.activeElement?.closest("#side, #board")));
});
export function refocus() {
  if (inside && document.activeElement === document.body) {
    document.getElementById("turn")?.focus({ preventScroll: true });
  }
  inside = false;
}

// The title gets a dot when somebody who looks elsewhere is asked; it goes away as soon as he looks.
const plain = () => document.title.replace(/^● /, "");
let mine = Boolean(choices());
export function announce() {
  document.title = choices() && document.hidden ? "● " + plain() : plain();
  if (choices() && !mine) {
    sound();
  }
  mine = Boolean(choices());
}
document.addEventListener("visibilitychange", () => (document.title = plain()));
