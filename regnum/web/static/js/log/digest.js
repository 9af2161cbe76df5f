// Fits the digest of new log entries into a narrow page. Each turn gets as many lines as there is room for, so that all
// choices stay in view. First whole sentences are hidden, then whole turns. Users can unfold the rest over the elements
// above it, so nothing moves.
import { footerTop } from "../board/scroll_to_question.js";

const LINES = [3, 2, 1];
const CHOICES = "#digest, #choices > .buttons, #listed > summary";
const narrowWindow = window.matchMedia("(max-width: 999px)");

/** @param {PageElement} digest */
const turns = (digest) => [...digest.querySelectorAll("li")];
/** @param {PageElement} turn */
const sentences = (turn) => [...turn.querySelectorAll("span")];
/** @param {PageElement} turn */
const isCut = (turn) => turn.scrollHeight > turn.clientHeight + 1;
// From least to most important: the user's own actions, the other turns, the last action of others, what the user
// gained, and what the user lost.
const RANKS = [".own", "li:not(.own, .gained, :has(~ li:not(.own, .gained)))", ".yours", ".lost"];
/** @param {PageElement} turn */
const importance = (turn) => RANKS.findLastIndex((rank) => turn.matches(rank));
// Everything that answers the question in the first block next to the board that has an answer.
const answerPlaces = () =>
  document.querySelector("#game-panel [data-target]")?.closest(".block")?.querySelectorAll("[data-target]") ?? [];

/**
 * @param {PageElement} digest
 * @param {number} lines
 */
function shorten(digest, lines) {
  digest.style.setProperty("--lines", String(lines));
  for (const turn of turns(digest)) {
    sentences(turn).forEach((sentence) => (sentence.hidden = false));
    for (const sentence of sentences(turn).slice(1).reverse()) {
      if (!isCut(turn)) {
        break;
      }
      sentence.hidden = true;
    }
  }
}

export function fitDigest() {
  const digest = document.querySelector("#digest:not(.is-unfolded)");
  if (!digest || !narrowWindow.matches) {
    return;
  }
  turns(digest).forEach((turn) => (turn.hidden = false));
  const bottomLimit = footerTop();
  /** @param {Element} part */
  const bottomOf = (part) => part.getBoundingClientRect().bottom + window.scrollY;
  /** @param {Element[]} parts */
  const shortenToFit = (...parts) =>
    LINES.find((lines) => {
      shorten(digest, lines);
      return parts.every((part) => bottomOf(part) <= bottomLimit);
    });
  const choices = document.querySelectorAll(CHOICES);
  const allParts = document.querySelectorAll(`${CHOICES}, #do-hint`);
  shortenToFit(...allParts, ...answerPlaces()) ??
    shortenToFit(...allParts) ??
    shortenToFit(...choices) ??
    shorten(digest, 2);
  // Hide turns that fixed elements at the bottom would cover once the board is at the top of the window.
  const boardTop =
    bottomOf(document.getElementById("board") ?? digest) - (document.getElementById("board")?.offsetHeight ?? 0);
  const visibleTurns = turns(digest)
    .filter((turn) => turn.offsetHeight)
    .sort((one, other) => importance(one) - importance(other));
  for (const turn of visibleTurns.slice(0, -1)) {
    if (bottomOf(digest) - boardTop <= bottomLimit) {
      break;
    }
    turn.hidden = true;
  }
  const moreButton = digest.querySelector(".digest-more");
  const hiddenCount = turns(digest).filter((turn) => !turn.offsetHeight).length;
  moreButton.hidden = !hiddenCount && !turns(digest).some((turn) => turn.querySelector("[hidden]") || isCut(turn));
  if (hiddenCount) {
    moreButton.textContent = moreButton.dataset.more.replace("{count}", hiddenCount);
  }
}

document.addEventListener("click", (event) => {
  const moreButton = event.target.closest?.(".digest-more");
  if (moreButton) {
    const digest = document.getElementById("digest");
    const isUnfolding = !digest.classList.contains("is-unfolded");
    digest.style.height = isUnfolding ? `${digest.offsetHeight}px` : "";
    digest.classList.toggle("is-unfolded", isUnfolding);
    moreButton.setAttribute("aria-expanded", String(isUnfolding));
    digest.querySelectorAll("li, li > span").forEach((part) => (part.hidden &&= !isUnfolding));
    [moreButton.textContent, moreButton.dataset.fold] = [moreButton.dataset.fold, moreButton.textContent];
    fitDigest();
  }
});
document.addEventListener("htmx:afterSettle", fitDigest);
narrowWindow.addEventListener("change", fitDigest);
window.addEventListener("load", fitDigest);
