// Lets the user choose cards in the draft. Cards are chosen in their places or in the list, and can be changed until
// the user keeps them. Then the page's buttons for them are pressed one after another. Cards that came at the end
// without a choice are named. Starting to choose closes the summary of the last round.
//
// hand.html.jinja provides <button id="keep-button" data-left> below the cards of #packet, and #hand[data-drafting] while
// more cards are to come; then <p id="lost-struggle" data-says="... #">.

const narrowWindow = window.matchMedia("(max-width: 999px)");
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
const SCROLL_DELAY = 900; // milliseconds
/** @type {string[]} */
let chosenTargets = []; // targets
/** @type {string[]} */
let pendingTargets = []; // targets that are still to be sent
let lastQuestionId = ""; // the question that they answer
/** @type {Set<string> | null} */
let seenCards = null; // the cards that were seen in the hand during the draft
/** @type {string[]} */
let lastCards = []; // the cards that came without a choice
let lastHandSize = 0; // the size of the hand at that time

const keepButton = () => document.getElementById("keep-button");
const isTutorial = () => Boolean(document.getElementById("tutorial") ?? document.querySelector("#panel .tutorial"));
const questionId = () => document.getElementById("entry-count").dataset.decisionStart;
const draftCards = () => [...document.querySelectorAll("#packet [data-target]")];
const listedButtons = () => [...document.querySelectorAll("#choices button[data-target]")];
const handCards = () => [...document.querySelectorAll("#hand .card")];
/** @param {PageElement | undefined} card */
const cardName = (card) => card?.getAttribute("aria-label")?.split(".")[0] ?? "";

/** @param {string} target */
function pressButton(target) {
  seenCards?.add(target);
  document.querySelector(`#choices button[data-target='${target}']`)?.click();
}

// The button for a town on the map: with a hand, one that can be contested or expanded; without a hand, any.
const mapButton = () =>
  document.querySelector(
    `#choices ${document.querySelector(".docked") ? ":is([value^='contest '], [value^='expand '])" : "[data-target^='town-']"}`,
  );

// Touch input has no hover, so the first tap lifts a card and shows what it would do, and the second one plays it.
let liftedId = "";
document.addEventListener(
  "click",
  (event) => {
    const isDefaultConfirm = (document.documentElement.dataset.confirm ?? "turn") === "turn";
    const needsSecondTap = isDefaultConfirm && event.pointerType === "touch" && narrowWindow.matches;
    const card = needsSecondTap && event.target.closest?.(".docked #hand .card[data-target]");
    document.querySelector(".card.is-lifted")?.classList.remove("is-lifted");
    if (!card || card.id === liftedId) {
      liftedId = "";
      return;
    }
    event.stopImmediatePropagation();
    liftedId = card.id;
    card.dataset.again = card.closest("#hand")?.dataset.again ?? "";
    card.classList.add("is-lifted");
    card.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
  },
  true,
);

function scrollToMap() {
  const board = document.getElementById("board");
  if (mapButton() && board.getBoundingClientRect().top < 0 && !board.matches(".is-tapped")) {
    board.scrollIntoView({ block: "start", behavior: reducedMotion.matches ? "instant" : "smooth" });
  }
}

function updateDraft() {
  if (lastQuestionId !== questionId()) {
    lastQuestionId = questionId();
    chosenTargets = [];
    const next = pendingTargets.shift();
    if (next) {
      pressButton(next);
    } else if (narrowWindow.matches && mapButton() && !isTutorial()) {
      window.setTimeout(scrollToMap, SCROLL_DELAY);
    }
  }
  showChoice();
  trackLastCards();
}

function showChoice() {
  const button = keepButton();
  if (!button) {
    return;
  }
  [...draftCards(), ...listedButtons()].forEach((card) => {
    const isChosen = chosenTargets.includes(card.dataset.target) || pendingTargets.includes(card.dataset.target);
    card.classList.toggle("is-picked", isChosen);
    card.setAttribute("aria-pressed", String(isChosen));
  });
  const names = chosenTargets.map((target) => cardName(draftCards().find((card) => card.dataset.target === target)));
  const isComplete = names.length === Number(button.dataset.left);
  const template = isComplete ? button.dataset.says : button.dataset.more;
  const sentence = template.replace("#", names.join(` ${button.dataset.and} `));
  const text = names.length ? sentence[0].toUpperCase() + sentence.slice(1) : button.dataset.none;
  button.setAttribute("aria-disabled", String(!isComplete));
  if (button.textContent !== text) {
    button.textContent = text;
  }
}

// Finds the cards that nobody chose, and names them until a card of the hand is played.
function trackLastCards() {
  const hand = handCards();
  if (document.querySelector("#hand[data-drafting], #packet")) {
    const seen = seenCards ?? new Set();
    hand.forEach((card) => seen.add(card.id));
    seenCards = seen;
    lastCards = [];
  } else if (seenCards && hand.length) {
    const known = seenCards;
    lastCards = hand.filter((card) => !known.has(card.id)).map(cardName);
    lastHandSize = hand.length;
    seenCards = null;
  }
  const notice = document.getElementById("lost-struggle");
  if (notice) {
    notice.hidden = !lastCards.length || hand.length < lastHandSize;
    notice.textContent = notice.hidden ? "" : notice.dataset.says.replace("#", lastCards.join(", "));
  }
}

/** @param {string} target */
function toggleCard(target) {
  if (lastQuestionId !== questionId()) {
    updateDraft(); // on a slow machine the click may come before the update
  }
  const notice = document.getElementById("keep-status");
  const limit = Number(keepButton().dataset.left);
  if (limit > 1 && chosenTargets.length === limit && !chosenTargets.includes(target)) {
    notice.textContent = notice.dataset.says; // why no more cards can be chosen
    return;
  }
  notice.textContent = "";
  if (chosenTargets.includes(target)) {
    chosenTargets = chosenTargets.filter((other) => other !== target);
  } else {
    // If only one card is kept, a click on another replaces it.
    chosenTargets = [...chosenTargets, target].slice(-Number(keepButton().dataset.left));
  }
  keepButton().classList.remove("is-incomplete");
  showChoice();
  if (!narrowWindow.matches) {
    // it covers other elements
    document.querySelector("#event-summaries > [data-kind=upkeep][data-fresh][open] > summary")?.click();
  }
}

/**
 * The card in the draft, or its button in the list, that the user has clicked; null if this script pressed the button.
 * @param {Happened<Event>} event
 */
const cardOf = (event) =>
  (keepButton() &&
    !isTutorial() &&
    event.isTrusted &&
    event.target.closest?.("#packet [data-target], #choices button[data-target]")) ||
  null;

function keepChosenCards() {
  if (keepButton().getAttribute("aria-disabled") === "true") {
    keepButton().classList.add("is-incomplete"); // its text says how many are missing
    return;
  }
  const [first, ...rest] = chosenTargets;
  pendingTargets = rest;
  pressButton(first);
}

document.addEventListener(
  "click",
  (event) => {
    const card = cardOf(event);
    if (card) {
      event.preventDefault();
      event.stopPropagation();
      toggleCard(card.dataset.target);
    } else if (event.target.id === "keep-button") {
      event.stopPropagation();
      keepChosenCards();
    } else if (keepButton()) {
      window.setTimeout(showChoice); // a click elsewhere only clears the page's own marks
    }
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    const card = cardOf(event);
    if (card && card.tagName !== "BUTTON" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      toggleCard(card.dataset.target);
    }
  },
  true,
);

// Scrolls to details that are unfolded below the question, which the hand would cover.
document.addEventListener("click", (event) => {
  const part = event.target.closest?.("#turn summary")?.parentElement;
  if (part && narrowWindow.matches) {
    // The content may have to load.
    window.setTimeout(() => part.open && part.scrollIntoView({ block: "nearest" }), 300);
  }
});

document.addEventListener("htmx:sseMessage", () => window.setTimeout(updateDraft, 0));
updateDraft();
