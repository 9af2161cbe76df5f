// What each side has gained since one's own last action stands beside its name on the strip for a moment; for what it was is
// told with what happened last, and in what is told of the side.
import { choices, isMove } from "../lib/question.js";

const SHOWN = 7000; // milliseconds
const sides = () => [...document.querySelectorAll("#strip > div")];
/** @returns {Points[]} */
const points = () =>
  sides().map((side) => ({
    all: Number(side.querySelector(".has > b")?.textContent ?? 0),
    parts: new Map(JSON.parse(side.dataset.points ?? "[]")),
  }));
/** @param {number} number */
const signed = (number) => (number > 0 ? "+" : "−") + Math.abs(number);
let before = points();
let turning = false; // whether one has acted since others did
/** @type {Points[] | null} */
let after = null; // the points when one's own turn was over: what others do is told from there
let last = ""; // what was gained when it was shown last
let until = 0; // when it goes

/**
 * What is other than then, part by part.
 * @param {Points} now
 * @param {Points | undefined} then
 */
function why(now, then) {
  const changed = [...now.parts].map(([what, count]) => ({ what, gained: count - (then?.parts.get(what) ?? count) }));
  return changed
    .filter(({ gained }) => gained)
    .map(({ what, gained }) => `${what} ${signed(gained)}`)
    .join(", ");
}

// A scene of what was shows the points of then.
export function showScoreChanges() {
  if (document.body.classList.contains("past")) {
    return;
  }
  const now = points();
  const then = after;
  if (then && now.some((side, seat) => side.all !== then[seat]?.all)) {
    before = then;
    after = null;
  }
  if (turning && !choices()) {
    turning = false;
    after = now;
  }
  const gained = now.map((side, seat) => side.all - (before[seat]?.all ?? side.all));
  if (gained.join() !== last) {
    last = gained.join();
    until = Date.now() + SHOWN;
    window.setTimeout(showScoreChanges, SHOWN + 50);
  }
  sides().forEach((side, seat) => {
    const changed = gained[seat] ? why(now[seat], before[seat]) : "";
    const name = side.querySelector(".who").textContent;
    side.toggleAttribute("data-gained", Boolean(gained[seat]) && Date.now() < until);
    if (side.hasAttribute("data-gained")) {
      side.dataset.gained = signed(gained[seat]);
    }
    side.toggleAttribute("data-why", Boolean(changed));
    if (changed) {
      side.dataset.why = changed;
    }
    const total = document.getElementById("strip").dataset.unit;
    tell(seat, changed && `${name}: ${total} ${signed(gained[seat])} (${changed})`);
  });
}

/**
 * A line below what happened last.
 * @param {number} seat
 * @param {string} said
 */
function tell(seat, said) {
  const list = document.querySelector("#digest ol");
  const id = `gained-${seat}`;
  if (!list || !said) {
    document.getElementById(id)?.remove();
    return;
  }
  const line =
    document.getElementById(id) ??
    list.appendChild(Object.assign(document.createElement("li"), { id, className: "gained" }));
  line.textContent = said;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    until = 0;
    sides().forEach((side) => side.removeAttribute("data-gained"));
    before = points(); // what was gained earlier in the turn has been told
    last = "";
    after = null;
    turning = true;
  }
});
