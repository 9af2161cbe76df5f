// Marks what the tutorial refers to among the choices, on the board and next to it.
import { footerTop, isFixed, scrollBehavior, singleColumn } from "./visible_area.js";
import { places } from "../lib/question.js";

const tutorial = () => document.getElementById("tutorial");

export function markTutorial() {
  /** @type {PageElement[][][]} */
  targetsByMove = [];
  document.querySelectorAll(".is-tutorial-target").forEach((element) => element.classList.remove("is-tutorial-target"));
  const moves = (tutorial()?.dataset.moves || "").split("|").filter(Boolean);
  if (!moves.length) {
    return;
  }
  const buttons = [...document.querySelectorAll("#choices button")].filter((button) => moves.includes(button.value));
  const targets = buttons.flatMap((button) => (button.dataset.target || "").split(" ")).filter(Boolean);
  const tutorialPlaces = places().filter((place) => targets.includes(place.dataset.target));
  const tutorialElements = tutorial()
    .dataset.points.split(" ")
    .map((id) => document.getElementById(id));
  for (const element of [...buttons, ...tutorialPlaces, ...tutorialElements]) {
    element?.classList.add("is-tutorial-target");
  }
  if (!tutorialPlaces.length) {
    buttons[0]?.closest("details")?.setAttribute("open", "");
  }
  targetsByMove = buttons.map((button) => targetsOfMove(button, tutorialPlaces, tutorialElements.filter(Boolean)));
  updateWhereButton();
}

/**
 * What the tutorial refers to may be out of view. Then a button scrolls there. For each expected move, the list has
 * what the user has to select: for each of its parts, a list of alternative elements.
 * @type {PageElement[][][]}
 */
let targetsByMove = [];

/**
 * @param {PageElement} button
 * @param {PageElement[]} tutorialPlaces
 * @param {PageElement[]} tutorialElements
 */
function targetsOfMove(button, tutorialPlaces, tutorialElements) {
  const parts = (button.dataset.target || "")
    .split(" ")
    .map((name) => tutorialPlaces.filter((place) => place.dataset.target === name));
  const foundParts = parts.filter((part) => part.length);
  return [...tutorialElements.map((other) => [other]), ...(foundParts.length ? foundParts : [[button]])];
}

/** @param {PageElement} element */
function isInView(element) {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const fixedPart = element.closest(".docked, .laying-bar, #choices > .buttons > button");
  const bottomLimit = singleColumn.matches && !(fixedPart && isFixed(fixedPart)) ? footerTop() : window.innerHeight;
  const stripBottom = singleColumn.matches ? 0 : document.getElementById("strip").getBoundingClientRect().bottom;
  const isCovered = element.closest("#panel") && y < stripBottom;
  return right > left && !isCovered && x >= 0 && x <= window.innerWidth && y >= 0 && y <= bottomLimit;
}

/** @param {PageElement[][]} targets */
function firstHiddenPart(targets) {
  return targets.find((part) => !part.some(isInView))?.[0];
}

function updateWhereButton() {
  const dockTop = Math.min(
    ...[...document.querySelectorAll("#strip, .docked")].map((one) => one.getBoundingClientRect().top),
  );
  document.documentElement.style.setProperty("--dock", `${window.innerHeight - dockTop}px`);
  document.documentElement.style.setProperty("--tutorial-height", `${window.innerHeight - footerTop()}px`);
  const button = document.getElementById("tutorial-where");
  if (button) {
    button.hidden = !targetsByMove.length || targetsByMove.some((targets) => !firstHiddenPart(targets));
  }
}

let frameRequest = 0;
function scheduleWhereButton() {
  window.cancelAnimationFrame(frameRequest);
  frameRequest = window.requestAnimationFrame(updateWhereButton);
}
document.addEventListener("scroll", scheduleWhereButton, { capture: true, passive: true });
window.addEventListener("resize", scheduleWhereButton);

document.addEventListener("click", (event) => {
  if (event.target.closest("#tutorial-where")) {
    targetsByMove.map(firstHiddenPart).find(Boolean)?.scrollIntoView({ block: "center", behavior: scrollBehavior() });
  } else if (singleColumn.matches) {
    document.querySelector("#message > .tutorial-reply")?.remove();
  }
});

// On a narrow page the tutorial is fixed to the bottom. Only what it refers to has to be scrolled into view: with the
// board if there is room, or otherwise by as little as possible.
function scrollToTargets() {
  if (
    !tutorial() ||
    !isFixed(tutorial()) ||
    !targetsByMove.length ||
    targetsByMove.some((targets) => !firstHiddenPart(targets))
  ) {
    return;
  }
  const boxes = targetsByMove[0].map((part) => (part.find(isInView) ?? part[0]).getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  const [boardTop, room] = [document.getElementById("board").getBoundingClientRect().top, footerTop() - 12];
  if (bottom - top > room) {
    firstHiddenPart(targetsByMove[0])?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
  } else {
    window.scrollBy({
      top: bottom > room ? bottom - room : bottom - boardTop <= room ? boardTop : top - 12,
      behavior: scrollBehavior(),
    });
  }
}

// Removes the reply to a wrong move when the game continues, and scrolls to a new step.
let lastMoves = tutorial()?.dataset.moves;
let lastStep = tutorial()?.dataset.step;
export function advanceTutorial() {
  if (!tutorial() || tutorial().dataset.moves === lastMoves) {
    return;
  }
  lastMoves = tutorial().dataset.moves;
  document.querySelector("#message > .tutorial-reply")?.remove();
  if (tutorial().dataset.step && tutorial().dataset.step !== lastStep) {
    lastStep = tutorial().dataset.step;
    document.getElementById("tutorial-previous-step")?.removeAttribute("open");
    const { top, bottom } = tutorial().getBoundingClientRect();
    if (
      !singleColumn.matches &&
      (top < document.getElementById("strip").getBoundingClientRect().bottom || bottom > window.innerHeight)
    ) {
      tutorial().scrollIntoView({ block: "start", behavior: scrollBehavior() });
    }
  }
  scrollToTargets();
}
document.fonts.ready.then(scrollToTargets);

markTutorial();
