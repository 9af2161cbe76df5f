// Shows the final scoring step by step: highlights what counts on the map, and names the points below.
import { addBar } from "./page.js";

const SCORING_DELAY = 3500;
let wasCounted = Boolean(document.getElementById("counting"));
export function showFinalScoring() {
  const counting = document.getElementById("counting");
  if (!counting || wasCounted || document.body.classList.contains("is-past")) {
    return;
  }
  wasCounted = true;
  const board = document.getElementById("board");
  const steps = [...counting.querySelectorAll("desc")].map((step) => [
    step.dataset.places.split(" "),
    step.textContent,
  ]);
  const [nextLabel, closeLabel] = counting.dataset.words.split("|");
  let [at, timer] = [-1, 0];
  const endScoring = () => {
    window.clearTimeout(timer);
    status.parentElement?.remove();
    board.classList.remove("is-counting");
    board.querySelectorAll(".is-counted").forEach((tile) => tile.classList.remove("is-counted"));
  };
  const scrollToBoard = () => board.getBoundingClientRect().top < 0 && board.scrollIntoView({ block: "start" });
  const showNextStep = () => {
    window.clearTimeout(timer);
    at += 1;
    if (at === steps.length) {
      endScoring();
      return;
    }
    const [places, words] = steps[at];
    board.querySelectorAll(".tile").forEach((tile) => tile.classList.toggle("is-counted", places.includes(tile.id)));
    status.textContent = `${at + 1}/${steps.length} · ${words}`;
    scrollToBoard();
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      timer = window.setTimeout(showNextStep, SCORING_DELAY);
    }
  };
  const status = addBar([
    ["next", nextLabel, showNextStep],
    ["cancel-button", closeLabel, endScoring],
  ]);
  status.parentElement?.classList.add("tally");
  board.classList.add("is-counting");
  showNextStep();
  window.setTimeout(scrollToBoard, 400); // after the page has scrolled to the result
}
