// Shows for a moment what each side has gained since the user's last action, next to its name on the strip. The reasons
// are listed with the last events and on the side's card.
import { choices, isMove } from "../lib/question.js";

const DISPLAY_TIME = 7000; // milliseconds
const sides = () => [...document.querySelectorAll("#strip > div")];
/** @returns {Points[]} */
const currentPoints = () =>
  sides().map((side) => ({
    all: Number(side.querySelector(".side-counts > b")?.textContent ?? 0),
    parts: new Map(JSON.parse(side.dataset.points ?? "[]")),
  }));
/** @param {number} number */
const signedNumber = (number) => (number > 0 ? "+" : "−") + Math.abs(number);
let pointsBefore = currentPoints();
let hasActed = false; // whether the user has acted since others did
/** @type {Points[] | null} */
let pointsAfterTurn = null; // the points at the end of the user's turn: gains by others are counted from there
let lastGains = ""; // the gains that were shown last
let shownUntil = 0; // when they disappear

/**
 * List the reasons for a change of points.
 * @param {Points} now
 * @param {Points | undefined} earlier
 */
function reasonText(now, earlier) {
  const changes = [...now.parts].map(([source, count]) => ({
    source,
    gained: count - (earlier?.parts.get(source) ?? count),
  }));
  return changes
    .filter(({ gained }) => gained)
    .map(({ source, gained }) => `${source} ${signedNumber(gained)}`)
    .join(", ");
}

// Scenes from the past show the points of their time, so nothing is compared then.
export function showScoreChanges() {
  if (document.body.classList.contains("is-past")) {
    return;
  }
  const now = currentPoints();
  const afterTurn = pointsAfterTurn;
  if (afterTurn && now.some((side, seat) => side.all !== afterTurn[seat]?.all)) {
    pointsBefore = afterTurn;
    pointsAfterTurn = null;
  }
  if (hasActed && !choices()) {
    hasActed = false;
    pointsAfterTurn = now;
  }
  const gained = now.map((side, seat) => side.all - (pointsBefore[seat]?.all ?? side.all));
  if (gained.join() !== lastGains) {
    lastGains = gained.join();
    shownUntil = Date.now() + DISPLAY_TIME;
    window.setTimeout(showScoreChanges, DISPLAY_TIME + 50);
  }
  sides().forEach((side, seat) => {
    const reason = gained[seat] ? reasonText(now[seat], pointsBefore[seat]) : "";
    const name = side.querySelector(".who").textContent;
    side.toggleAttribute("data-gained", Boolean(gained[seat]) && Date.now() < shownUntil);
    if (side.hasAttribute("data-gained")) {
      side.dataset.gained = signedNumber(gained[seat]);
    }
    side.toggleAttribute("data-change-reason", Boolean(reason));
    if (reason) {
      side.dataset.changeReason = reason;
    }
    const total = document.getElementById("strip").dataset.unit;
    showChange(seat, reason && `${name}: ${total} ${signedNumber(gained[seat])} (${reason})`);
  });
}

/**
 * Show a line below the last events, or remove it if the text is empty.
 * @param {number} seat
 * @param {string} text
 */
function showChange(seat, text) {
  const list = document.querySelector("#recap ol");
  const id = `gained-${seat}`;
  if (!list || !text) {
    document.getElementById(id)?.remove();
    return;
  }
  const line =
    document.getElementById(id) ??
    list.appendChild(Object.assign(document.createElement("li"), { id, className: "gained" }));
  line.textContent = text;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event)) {
    shownUntil = 0;
    sides().forEach((side) => side.removeAttribute("data-gained"));
    pointsBefore = currentPoints(); // gains from earlier in the turn have been shown
    lastGains = "";
    pointsAfterTurn = null;
    hasActed = true;
  }
});
