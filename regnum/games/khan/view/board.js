// The script of Khan's table: tiles are laid and cards are played on the map.
import { showFinalScoring } from "./final_scoring.js";
import { dropCard, updateCards } from "./hand_cards.js";
import { endLaying, updateLaying } from "./laying.js";
import { showTapAgain } from "./tap_again.js";

function update() {
  if (document.getElementById("laying")) {
    dropCard();
    updateLaying();
  } else {
    endLaying();
    updateCards();
    showTapAgain();
    showFinalScoring();
  }
}

document.addEventListener("htmx:afterSettle", update);
document.addEventListener("htmx:sseMessage", () => window.setTimeout(update, 0));
update();
