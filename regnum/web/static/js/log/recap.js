// Fits the recap of new log entries into a narrow page. Each turn gets as many lines as there is room for, so that all
// choices stay in view. First whole sentences are hidden, then whole turns. Users can unfold the rest over the elements
// above it, so nothing moves.
import { footerTop } from "../board/visible_area.js";

const LINES = [3, 2, 1];
const CHOICES = "#recap, #choices > .buttons, #choice-list > summary";
const narrowWindow = window.matchMedia("(max-width: 999px)");

/** @param {PageElement} recap */
const turns = (recap) => [...recap.querySelectorAll("li")];
/** @param {PageElement} turn */
const sentences = (turn) => [...turn.querySelectorAll("span")];
/** @param {PageElement} turn */
const isCut = (turn) => turn.scrollHeight > turn.clientHeight + 1;
// From least to most important: the user's own actions, the other turns, the last action of others, what the user
// gained, and what the user lost.
const RANKS = [".own", "li:not(.own, .gained, :has(~ li:not(.own, .gained)))", ".affects-viewer", ".lost"];
/** @param {PageElement} turn */
const importance = (turn) => RANKS.findLastIndex((rank) => turn.matches(rank));
// Everything that answers the question in the first block next to the board that has an answer.
const answerPlaces = () =>
  document.querySelector("#game-panel [data-target]")?.closest(".block")?.querySelectorAll("[data-target]") ?? [];

/**
 * @param {PageElement} recap
 * @param {number} lines
 */
function shorten(recap, lines) {
  recap.style.setProperty("--lines", String(lines));
  for (const turn of turns(recap)) {
    sentences(turn).forEach((sentence) => (sentence.hidden = false));
    for (const sentence of sentences(turn).slice(1).reverse()) {
      if (!isCut(turn)) {
        break;
      }
      sentence.hidden = true;
    }
  }
}

export function fitRecap() {
  const recap = document.querySelector("#recap:not(.is-unfolded)");
  if (!recap || !narrowWindow.matches) {
    return;
  }
  turns(recap).forEach((turn) => (turn.hidden = false));
  const bottomLimit = footerTop();
  /** @param {Element} part */
  const bottomOf = (part) => part.getBoundingClientRect().bottom + window.scrollY;
  /** @param {Element[]} parts */
  const shortenToFit = (...parts) =>
    LINES.find((lines) => {
      shorten(recap, lines);
      return parts.every((part) => bottomOf(part) <= bottomLimit);
    });
  const choices = document.querySelectorAll(CHOICES);
  const allParts = document.querySelectorAll(`${CHOICES}, #do-hint`);
  shortenToFit(...allParts, ...answerPlaces()) ??
    shortenToFit(...allParts) ??
    shortenToFit(...choices) ??
    shorten(recap, 2);
  // Hide turns that fixed elements at the bottom would cover once the board is at the top of the window.
  const boardTop =
    bottomOf(document.getElementById("board") ?? recap) - (document.getElementById("board")?.offsetHeight ?? 0);
  const visibleTurns = turns(recap)
    .filter((turn) => turn.offsetHeight)
    .sort((one, other) => importance(one) - importance(other));
  for (const turn of visibleTurns.slice(0, -1)) {
    if (bottomOf(recap) - boardTop <= bottomLimit) {
      break;
    }
    turn.hidden = true;
  }
  const moreButton = recap.querySelector(".recap-more");
  const hiddenCount = turns(recap).filter((turn) => !turn.offsetHeight).length;
  moreButton.hidden = !hiddenCount && !turns(recap).some((turn) => turn.querySelector("[hidden]") || isCut(turn));
  if (hiddenCount) {
    moreButton.textContent = moreButton.dataset.moreCount.replace("{count}", hiddenCount);
  }
}

document.addEventListener("click", (event) => {
  const moreButton = event.target.closest?.(".recap-more");
  if (moreButton) {
    const recap = document.getElementById("recap");
    const isUnfolding = !recap.classList.contains("is-unfolded");
    recap.style.height = isUnfolding ? `${recap.offsetHeight}px` : "";
    recap.classList.toggle("is-unfolded", isUnfolding);
    moreButton.setAttribute("aria-expanded", String(isUnfolding));
    recap.querySelectorAll("li, li > span").forEach((part) => (part.hidden &&= !isUnfolding));
    [moreButton.textContent, moreButton.dataset.collapse] = [moreButton.dataset.collapse, moreButton.textContent];
    fitRecap();
  }
});
document.addEventListener("htmx:afterSettle", fitRecap);
narrowWindow.addEventListener("change", fitRecap);
window.addEventListener("load", fitRecap);
