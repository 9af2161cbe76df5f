// A hint: what it means is marked among the choices and on the board, as long as the question is the same.
import { choices, number, places } from "./question.js";

let kept = null; // the hint that was given last: for which number, what it says, which action it means

const area = () => document.getElementById("hint");

function mark() {
  const button = [...document.querySelectorAll("#choices button")].find((one) => one.value === kept.action);
  if (!button) {
    return;
  }
  button.classList.add("hinted");
  const meant = (button.dataset.target || "").split(" ").filter(Boolean);
  if (!places().some((place) => meant.includes(place.dataset.target))) {
    button.closest("details")?.setAttribute("open", ""); // else the board shows it, and nothing moves
  }
  button.setAttribute("aria-describedby", "hint");
  for (const place of places()) {
    if (meant.includes(place.dataset.target)) {
      place.classList.add("hinted", "pointed");
    }
  }
}

// After every change of the page: the hint goes on as long as it is asked the same, then it is gone.
export function remind() {
  if (!kept || !area()) {
    return;
  }
  if (!choices() || number() !== kept.number) {
    kept = null;
    area().replaceChildren();
    document.querySelectorAll(".hinted").forEach((marked) => marked.classList.remove("hinted", "pointed"));
  } else {
    if (!area().hasChildNodes()) {
      area().replaceChildren(...kept.nodes);
    }
    mark();
  }
}

function take() {
  const told = area()?.querySelector("[data-action]");
  if (told) {
    kept = { number: Number(told.dataset.ply), action: told.dataset.action, nodes: [...area().childNodes] };
    const { scrollX, scrollY } = window;
    remind();
    window.scrollTo(scrollX, scrollY); // a list that opens moves nothing away from under a finger
  }
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "hint") {
    take();
  }
});
for (const name of ["mouseout", "focusout"]) {
  document.addEventListener(name, () => document.querySelectorAll(".hinted:not(#choices *)").forEach((place) => place.classList.add("pointed")));
}
take(); // the page may have come with one
