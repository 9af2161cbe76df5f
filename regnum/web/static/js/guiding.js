// A guided game: what the guide means is marked among the choices, on the board and beside it.
import { places } from "./question.js";

const guide = () => document.getElementById("guide");

export function lead() {
  document.querySelectorAll(".guided").forEach((marked) => marked.classList.remove("guided"));
  const moves = (guide()?.dataset.meant || "").split("|").filter(Boolean);
  if (!moves.length) {
    return;
  }
  const buttons = [...document.querySelectorAll("#choices button")].filter((button) => moves.includes(button.value));
  const meant = buttons.flatMap((button) => (button.dataset.target || "").split(" ")).filter(Boolean);
  const there = places().filter((place) => meant.includes(place.dataset.target));
  const others = guide().dataset.points.split(" ").map((id) => document.getElementById(id));
  for (const marked of [...buttons, ...there, ...others]) {
    marked?.classList.add("guided");
  }
  if (!there.length) {
    buttons[0]?.closest("details")?.setAttribute("open", "");
  }
}

// What was said to a wrong move has been said when the game goes on. A new step comes into sight, unless it is about the
// board of a narrow page, which comes into sight itself.
const column = window.matchMedia("(max-width: 999px)");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
let meant = guide()?.dataset.meant;
let step = guide()?.dataset.step;
export function hush() {
  if (!guide() || guide().dataset.meant === meant) {
    return;
  }
  meant = guide().dataset.meant;
  document.querySelector("#message > .kindly")?.remove();
  if (guide().dataset.step && guide().dataset.step !== step) {
    step = guide().dataset.step;
    const { top, bottom } = guide().getBoundingClientRect();
    const covered = top < (document.querySelector("#strip")?.getBoundingClientRect().bottom ?? 0) && !column.matches;
    const seen = !covered && top >= 0 && bottom <= window.innerHeight;
    if (!seen && !(column.matches && document.querySelector("#board .guided"))) {
      guide().scrollIntoView({ block: "start", behavior: calm.matches ? "instant" : "smooth" });
    }
  }
}

lead();
