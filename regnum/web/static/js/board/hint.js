// A hint: what it means is marked among the choices and on the board, as long as the question is the same.
import { choices, places, questionId } from "../lib/question.js";

/** @type {{ since: string, action: string, next: string, nodes: ChildNode[] } | null} */
let kept = null; // the hint that was given last: to which question (by when it was put), what it says, which action it means
let before = 0; // how far the page was scrolled down when it was asked for
let within = 0; // and in a wide window the panel beside the board

const wide = window.matchMedia("(min-width: 1000px)");
const area = () => document.getElementById("hint");

function mark() {
  const hint = kept;
  const button = [...document.querySelectorAll("#choices button")].find((one) => one.value === hint?.action);
  if (!hint || !button) {
    return;
  }
  button.classList.add("hinted");
  const meant = `${button.dataset.target || ""} ${hint.next}`.split(" ").filter(Boolean);
  if (!places().some((place) => meant.includes(place.dataset.target))) {
    button.closest("details")?.setAttribute("open", ""); // else the board shows it, and nothing moves
  }
  button.setAttribute("aria-describedby", "hint");
  for (const place of places()) {
    if (meant.includes(place.dataset.target)) {
      place.classList.add("hinted", "pointed");
    }
  }
  for (const place of document.querySelectorAll("[data-cell]")) {
    // no place as yet: it becomes one with what is chosen first
    place.classList.toggle("hinted", meant.includes(place.dataset.cell));
  }
}

// In a wide window, where the board is not one beside which nothing moves, it lies below the things beside the board among which
// it means one: they do not move away for it. What a screen reader is told stays where it is.
const isSteady = () => Boolean(document.querySelector("#board > [data-steady]"));
const below = () => document.getElementById("hint-below");
const panel = () => document.getElementById("panel");
function lay() {
  const among = wide.matches && !isSteady() && document.querySelector("#hand-area .hinted")?.closest("section");
  area().classList.toggle("visually-hidden", Boolean(among));
  below()?.remove();
  if (among && kept) {
    const copy = Object.assign(document.createElement("div"), { id: "hint-below", ariaHidden: "true" });
    copy.append(...kept.nodes.map((node) => node.cloneNode(true)));
    among.append(copy);
  }
}

function forget() {
  kept = null;
  panel().scrollTop = within;
  area()?.replaceChildren();
  area()?.classList.remove("visually-hidden");
  below()?.remove();
  document.querySelectorAll(".hinted").forEach((marked) => marked.classList.remove("hinted", "pointed"));
}

// On a narrow page it takes room from what is asked: put away, everything is where it was.
document.addEventListener("click", (event) => {
  if (event.target.closest?.(".hint-close")) {
    forget();
    document.getElementById("do-hint")?.focus({ preventScroll: true });
    window.scrollTo({ top: before });
  }
});

// After every change of the page: the hint goes on as long as it is asked the same, whatever others do meanwhile, then it is gone.
export function restoreHint() {
  if (!kept) {
    return;
  }
  if (!area() || !choices() || questionId() !== kept.since) {
    forget();
  } else {
    if (!area().hasChildNodes()) {
      area().replaceChildren(...kept.nodes);
    }
    mark();
    lay();
  }
}

function take() {
  const told = area()?.querySelector("[data-action]");
  if (told && Number(told.dataset.ply) >= Number(questionId())) {
    const { scrollX, scrollY } = window;
    if (!kept) {
      // else it has moved the page already
      before = scrollY;
      within = panel().scrollTop;
    }
    kept = { since: questionId(), action: told.dataset.action, next: told.dataset.then, nodes: [...area().childNodes] };
    restoreHint();
    window.scrollTo(scrollX, scrollY); // a list that opens moves nothing away from under a finger
    if (wide.matches || !isSteady()) {
      // else it lies over the page
      (below() ?? area()).scrollIntoView({ block: "nearest" }); // what is said comes into sight, in a wide window what it means, too
    }
    if (wide.matches) {
      document.querySelector(".hinted:not(#choices *)")?.scrollIntoView({ block: "nearest" });
    }
  }
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id === "hint") {
    take();
  }
});
for (const name of ["mouseout", "focusout"]) {
  document.addEventListener(name, () => {
    document.querySelectorAll(".hinted:not(#choices *)").forEach((place) => place.classList.add("pointed"));
  });
}
take(); // the page may have come with one
