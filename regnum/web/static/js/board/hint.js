// Marks the action of a hint among the choices and on the board while the question stays the same.
import { choices, places, questionId } from "../lib/question.js";

/** @type {{ questionId: string, action: string, next: string, nodes: ChildNode[] } | null} */
let currentHint = null; // the last hint: the question it answers, its action, the target that follows, and its nodes
let pageScroll = 0; // how far the page was scrolled before the hint
let panelScroll = 0; // how far the panel was scrolled, in a wide window

const wideWindow = window.matchMedia("(min-width: 1000px)");
const hintArea = () => document.getElementById("hint");

function markHint() {
  const hint = currentHint;
  const button = [...document.querySelectorAll("#choices button")].find((one) => one.value === hint?.action);
  if (!hint || !button) {
    return;
  }
  button.classList.add("is-hinted");
  const targets = `${button.dataset.target || ""} ${hint.next}`.split(" ").filter(Boolean);
  if (!places().some((place) => targets.includes(place.dataset.target))) {
    button.closest("details")?.setAttribute("open", ""); // otherwise the board shows it, and nothing moves
  }
  button.setAttribute("aria-describedby", "hint");
  for (const place of places()) {
    if (targets.includes(place.dataset.target)) {
      place.classList.add("is-hinted", "is-pointed");
    }
  }
  for (const place of document.querySelectorAll("[data-cell]")) {
    // not a target yet; it becomes one after the first selection
    place.classList.toggle("is-hinted", targets.includes(place.dataset.cell));
  }
}

// In a wide window, a hint about something next to the board is shown below its section, so that nothing there moves.
// This is not necessary if the board is steady. The text for screen readers stays in its place.
const hasSteadyBoard = () => Boolean(document.querySelector("#board > [data-steady]"));
const hintBelow = () => document.getElementById("hint-below");
const panel = () => document.getElementById("panel");
function placeHint() {
  const section =
    wideWindow.matches && !hasSteadyBoard() && document.querySelector("#hand-area .is-hinted")?.closest("section");
  hintArea().classList.toggle("visually-hidden", Boolean(section));
  hintBelow()?.remove();
  if (section && currentHint) {
    const copy = Object.assign(document.createElement("div"), { id: "hint-below", ariaHidden: "true" });
    copy.append(...currentHint.nodes.map((node) => node.cloneNode(true)));
    section.append(copy);
  }
}

function clearHint() {
  currentHint = null;
  panel().scrollTop = panelScroll;
  hintArea()?.replaceChildren();
  hintArea()?.classList.remove("visually-hidden");
  hintBelow()?.remove();
  document.querySelectorAll(".is-hinted").forEach((marked) => marked.classList.remove("is-hinted", "is-pointed"));
}

// On a narrow page a hint takes space from the question. Closing it restores the scroll position.
document.addEventListener("click", (event) => {
  if (event.target.closest?.(".hint-close")) {
    clearHint();
    document.getElementById("do-hint")?.focus({ preventScroll: true });
    window.scrollTo({ top: pageScroll });
  }
});

// Restores the hint after every change of the page, until another question is asked.
export function restoreHint() {
  if (!currentHint) {
    return;
  }
  if (!hintArea() || !choices() || questionId() !== currentHint.questionId) {
    clearHint();
  } else {
    if (!hintArea().hasChildNodes()) {
      hintArea().replaceChildren(...currentHint.nodes);
    }
    markHint();
    placeHint();
  }
}

function readHint() {
  const shownHint = hintArea()?.querySelector("[data-action]");
  if (shownHint && Number(shownHint.dataset.entryCount) >= Number(questionId())) {
    const { scrollX, scrollY } = window;
    if (!currentHint) {
      // otherwise a hint has already moved the page
      pageScroll = scrollY;
      panelScroll = panel().scrollTop;
    }
    currentHint = {
      questionId: questionId(),
      action: shownHint.dataset.action,
      next: shownHint.dataset.then,
      nodes: [...hintArea().childNodes],
    };
    restoreHint();
    window.scrollTo(scrollX, scrollY); // an opened list must not move what is under a finger
    if (wideWindow.matches || !hasSteadyBoard()) {
      // otherwise the hint is shown over the page
      // Scroll to the hint; in a wide window also to what it marks.
      (hintBelow() ?? hintArea()).scrollIntoView({ block: "nearest" });
    }
    if (wideWindow.matches) {
      document.querySelector(".is-hinted:not(#choices *)")?.scrollIntoView({ block: "nearest" });
    }
  }
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "hint") {
    readHint();
  }
});
for (const name of ["mouseout", "focusout"]) {
  document.addEventListener(name, () => {
    document.querySelectorAll(".is-hinted:not(#choices *)").forEach((place) => place.classList.add("is-pointed"));
  });
}
readHint(); // the page may have been loaded with a hint
