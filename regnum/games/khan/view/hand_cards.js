// Plays special cards and invasion cards from the hand.
//
// An invasion card is also played on the map. The user chooses it in the hand; then the cells where it can place a yurt
// are shown (<use class="invade" data-cards data-cell>). Choosing a cell sends both actions, one after the other.
import { addBar, isTutorial } from "./page.js";

let chosenCard = ""; // the target of the chosen card, "card-..." or "special-..."; "" for none
let pendingAction = ""; // the action to send as soon as it is offered

const HAND_CARDS = ".hand :is([data-target^='card-'], [data-target^='special-'])";
/**
 * The button of a special card. It is played with a second press, on the bar that explains its effect.
 * @param {string} name
 */
const specialCardButton = (name) =>
  !isTutorial() && document.querySelector(`#choices button[data-target="${name}"][value^="play "]`);
/** @param {string} name */
const invasionButton = (name) =>
  !isTutorial() && document.querySelector(`#choices button[data-target="${name}"][value^="invade "]`);

// Call this while there is a tile to lay.
export function dropCard() {
  chosenCard = "";
  document.getElementById("board").classList.remove("is-choosing");
}

// Updates the cards in the hand; call it while there is no tile to lay.
export function updateCards() {
  const bar = document.querySelector(".laying-bar:not(.tally)");
  const pendingButton =
    pendingAction && [...document.querySelectorAll("#choices button")].find((one) => one.value === pendingAction);
  if (pendingButton) {
    pendingAction = "";
    window.setTimeout(() => pendingButton.click()); // after the other listeners
  }
  const special = specialCardButton(chosenCard);
  if (special) {
    bar?.remove();
    const shown = document.getElementById(chosenCard);
    const [playLabel, not] = shown.parentElement.dataset.words.split("|");
    addBar([
      ["lay", playLabel, () => special.click()],
      ["cancel-button", not, () => pickCard("")],
    ]).textContent = [`${shown.dataset.name}: ${shown.title}`, shown.dataset.last].filter(Boolean).join(" ");
  } else if (!chosenCard || !invasionButton(chosenCard)) {
    chosenCard = "";
    bar?.remove();
  } else if (!bar?.querySelector(".cancel-button") || bar.querySelector(".lay")) {
    bar?.remove();
    const [question, not] = document.getElementById("invading").dataset.words.split("|");
    addBar([["cancel-button", not, () => pickCard("")]]).textContent = question;
  }
  showAimedCell();
  showPrompt(
    invasionButton(chosenCard) ? document.querySelector(`.hand [data-target="${chosenCard}"]`)?.dataset.asks : "",
  );
  document.getElementById("board").classList.toggle("is-choosing", Boolean(chosenCard && invasionButton(chosenCard)));
  for (const one of document.querySelectorAll(HAND_CARDS)) {
    one.classList.toggle("is-picked", one.dataset.target === chosenCard);
    one.setAttribute("aria-pressed", String(one.dataset.target === chosenCard));
  }
  for (const one of document.querySelectorAll("#invading .invade")) {
    const open = chosenCard !== "" && one.dataset.cards.split(" ").includes(chosenCard.slice("card-".length));
    one.classList.toggle("is-open", open);
    if (open) {
      one.dataset.target = one.dataset.cell;
    } else {
      delete one.dataset.target;
    }
  }
}

/**
 * Ask for a cell while a card is chosen; without a text, restore the server's question.
 * @param {string | undefined} text
 */
function showPrompt(text) {
  const prompt = document.getElementById("prompt");
  if (prompt && text) {
    prompt.dataset.asked ??= prompt.textContent;
    prompt.textContent = text;
  } else if (prompt && "asked" in prompt.dataset) {
    prompt.textContent = prompt.dataset.asked;
    delete prompt.dataset.asked;
  }
}

// Names the cell in the bar after the first tap on it, and asks for another tap.
function showAimedCell() {
  const status = invasionButton(chosenCard) && document.querySelector(".laying-bar p");
  const tapHint = document.querySelector("#board.is-tapped #tap-again");
  if (status) {
    status.textContent = tapHint
      ? tapHint.textContent
      : document.getElementById("invading").dataset.words.split("|")[0];
  }
}

/** @param {string} name */
function pickCard(name) {
  chosenCard = chosenCard === name ? "" : name;
  pendingAction = "";
  updateCards();
  const board = document.getElementById("board");
  board.classList.remove("is-tapped"); // the aim was for another card
  const { top, bottom, height } = board.getBoundingClientRect();
  if (invasionButton(chosenCard) && bottom - Math.max(0, top) < height * 0.6) {
    board.scrollIntoView({ block: "start" });
  }
}

/** @param {PageElement} place */
function playCard(place) {
  const button = invasionButton(chosenCard);
  pendingAction = `pitch ${place.dataset.cell.slice("cell-".length)}`;
  chosenCard = "";
  if (button) {
    button.click();
  }
}

/** @param {Happened<Event>} event */
const handCardOf = (event) => {
  const found = event.target.closest?.(HAND_CARDS);
  return found && (invasionButton(found.dataset.target) || specialCardButton(found.dataset.target)) ? found : null;
};

document.addEventListener(
  "click",
  (event) => {
    const handCard = handCardOf(event);
    if (handCard) {
      event.stopPropagation();
      pickCard(handCard.dataset.target);
    }
  },
  true,
);
document.addEventListener("click", (event) => {
  const place = event.target.closest?.(".invade.is-open");
  if (!place) {
    // A click elsewhere only clears the page's own marks.
    return chosenCard && !specialCardButton(chosenCard) && window.setTimeout(updateCards);
  }
  if (document.getElementById("board").classList.contains("is-tapped")) {
    showAimedCell(); // the tap has only zoomed or aimed
  } else {
    playCard(place);
  }
});
document.addEventListener(
  "keydown",
  (event) => {
    const place = event.target.closest?.(".invade.is-open");
    const isActivation = event.key === "Enter" || event.key === " ";
    const handCard = handCardOf(event);
    if (isActivation && (place || handCard)) {
      event.preventDefault();
      event.stopPropagation();
      if (place) {
        playCard(place);
      } else if (handCard) {
        pickCard(handCard.dataset.target);
        document.querySelector(".invade.is-open, .laying-bar .lay")?.focus();
      }
    } else if (event.key === "Escape" && chosenCard) {
      pickCard("");
    }
  },
  true,
);
document.addEventListener(
  "click",
  (event) => {
    if (event.isTrusted && event.target.closest?.("#choices button, #cancel-move, #undo-parts button")) {
      pendingAction = ""; // the user has chosen something else
    }
  },
  true,
);
