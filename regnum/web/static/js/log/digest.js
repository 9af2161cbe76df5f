// What is new of the log, on a narrow page: each turn has as many lines as there is room for, so that all that can be done is in
// sight. Whole sentences are left out, then whole turns, and what is left out can be unfolded over what stands above it: nothing
// moves.
import { footerTop } from "../board/scroll_to_question.js";

const LINES = [3, 2, 1];
const CHOICES = "#digest, #choices > .buttons, #listed > summary";
const narrow = window.matchMedia("(max-width: 999px)");

/** @param {PageElement} digest */
const turns = (digest) => [...digest.querySelectorAll("li")];
/** @param {PageElement} turn */
const sentences = (turn) => [...turn.querySelectorAll("span")];
/** @param {PageElement} turn */
const isCut = (turn) => turn.scrollHeight > turn.clientHeight + 1;
// One's own deeds one knows: what others did last comes before them, and what befell oneself before that.
const RANKS = [".own", "li:not(.own, .gained, :has(~ li:not(.own, .gained)))", ".yours", ".lost"];
/** @param {PageElement} turn */
const weight = (turn) => RANKS.findLastIndex((rank) => turn.matches(rank));
// The first part beside the board in which something answers what is asked: all that answers it there.
const answers = () =>
  document.querySelector("#beside [data-target]")?.closest(".block")?.querySelectorAll("[data-target]") ?? [];

/**
 * @param {PageElement} digest
 * @param {number} lines
 */
function shorten(digest, lines) {
  digest.style.setProperty("--lines", String(lines));
  for (const turn of turns(digest)) {
    sentences(turn).forEach((said) => (said.hidden = false));
    for (const said of sentences(turn).slice(1).reverse()) {
      if (!isCut(turn)) {
        break;
      }
      said.hidden = true;
    }
  }
}

export function fitDigest() {
  const digest = document.querySelector("#digest:not(.unfolded)");
  if (!digest || !narrow.matches) {
    return;
  }
  turns(digest).forEach((turn) => (turn.hidden = false));
  const end = footerTop();
  /** @param {Element} part */
  const ends = (part) => part.getBoundingClientRect().bottom + window.scrollY;
  /** @param {Element[]} parts */
  const fitting = (...parts) =>
    LINES.find((lines) => {
      shorten(digest, lines);
      return parts.every((part) => ends(part) <= end);
    });
  const choices = document.querySelectorAll(CHOICES);
  const all = document.querySelectorAll(`${CHOICES}, #do-hint`);
  fitting(...all, ...answers()) ?? fitting(...all) ?? fitting(...choices) ?? shorten(digest, 2);
  // What the page keeps at its foot covers none of it, once the board is at the head of the window.
  const head = ends(document.getElementById("board") ?? digest) - (document.getElementById("board")?.offsetHeight ?? 0);
  const inSight = turns(digest)
    .filter((turn) => turn.offsetHeight)
    .sort((one, other) => weight(one) - weight(other));
  for (const turn of inSight.slice(0, -1)) {
    if (ends(digest) - head <= end) {
      break;
    }
    turn.hidden = true;
  }
  const more = digest.querySelector(".digest-more");
  const left = turns(digest).filter((turn) => !turn.offsetHeight).length;
  more.hidden = !left && !turns(digest).some((turn) => turn.querySelector("[hidden]") || isCut(turn));
  if (left) {
    more.textContent = more.dataset.more.replace("{count}", left);
  }
}

document.addEventListener("click", (event) => {
  const more = event.target.closest?.(".digest-more");
  if (more) {
    const digest = document.getElementById("digest");
    const unfolds = !digest.classList.contains("unfolded");
    digest.style.height = unfolds ? `${digest.offsetHeight}px` : "";
    digest.classList.toggle("unfolded", unfolds);
    more.setAttribute("aria-expanded", String(unfolds));
    digest.querySelectorAll("li, li > span").forEach((part) => (part.hidden &&= !unfolds));
    [more.textContent, more.dataset.fold] = [more.dataset.fold, more.textContent];
    fitDigest();
  }
});
document.addEventListener("htmx:afterSettle", fitDigest);
narrow.addEventListener("change", fitDigest);
window.addEventListener("load", fitDigest);
