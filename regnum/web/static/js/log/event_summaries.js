// Events to look back at: the newest stays open until one closes it or moves on, and all are there to be opened again, one at a
// time; the earlier ones are folded. What one has opened oneself stays open, whatever comes, until one closes it or opens
// another, or until a phase of the game is over (data-phase). What was closed is kept by the browser, for each table: where the
// last events of each kind that were begin.
import { scrollOnNewQuestion } from "../board/scroll_to_question.js";
import { openEventDialog } from "./full_log.js";
import { choices, isMove, isBoardSteady } from "../lib/question.js";
import { readerPace, SCENE_DELAYS } from "../lib/scenes.js";

const KEPT = 30; // so many of each kind are remembered

const section = () => document.getElementById("summaries");
const key = () => `recalled:${section()?.dataset.table}`;
const known = new Map(); // whether it was fresh the last time, by the event's id
let newestId = "";
let opened = ""; // the id of the event that one has opened oneself
/** @type {string | undefined} */
let phase; // in which phase

/** @param {Record<string, number | number[]>} -> */
function closed() {
  try {
    return JSON.parse(window.localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {PageElement} event
 * @param {Record<string, number | number[]>} last
 */
const isClosed = (event, last) => [last[event.dataset.kind] ?? []].flat().includes(Number(event.dataset.start));

// What is new on the page is open if it is fresh and was not closed before, whatever a morph has made of its element; what is no
// longer fresh folds once.
export function updateEventSummaries() {
  const last = closed();
  const [newest, ...earlier] = section()?.querySelectorAll("details[data-kind]") ?? [];
  if (newest && newest.id !== newestId) {
    newestId = newest.id; // the list of those before it makes room for a new one
    document.getElementById("earlier")?.removeAttribute("open");
  }
  const now = document.querySelector("[data-phase]")?.dataset.phase;
  if (now !== phase) {
    phase = now;
    known.delete(opened);
    opened = "";
    document.getElementById("earlier")?.removeAttribute("open");
  }
  for (const event of newest ? [...earlier, newest] : []) {
    const fresh = event === newest && "fresh" in event.dataset;
    if (event.id === opened) {
      lookUp(event); // a morph may have made it anew
    } else if (known.get(event.id) !== fresh) {
      known.set(event.id, fresh);
      event.open = fresh && !isClosed(event, last);
    }
  }
  hold();
}

// What came of one's own act is read before one is asked again: until it is closed the question waits behind it. Nothing waits for
// who wants no motion, or plays without pauses.
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
function awaited(which = "[data-held]") {
  const last = closed();
  return [...(section()?.querySelectorAll(which) ?? [])].filter((one) => !isClosed(one, last));
}

// What came of it is read before the next that others do is shown, too: by whoever takes part in it.
export function unread() {
  return calm.matches || !readerPace(SCENE_DELAYS) ? null : (awaited("details[data-own]")[0] ?? null);
}

function hold() {
  const [event, ...more] = awaited();
  const waits = Boolean(
    event && choices() && !calm.matches && readerPace(SCENE_DELAYS) && !document.body.classList.contains("past"),
  );
  const way = section()?.querySelector(".read-on button");
  if (way?.dataset.more) {
    way.textContent = more.length ? way.dataset.more.replace("{count}", more.length) : way.dataset.last;
  }
  const hides = waits && document.activeElement?.closest("#turn, #hand-area");
  document.body.classList.toggle("to-read", waits);
  if (waits) {
    unfold(event);
  }
  if (hides) {
    way.focus({ preventScroll: true }); // where one had the focus there is nothing now
  }
}

/** @param {PageElement} event */
function close(event) {
  opened = opened === event.id ? "" : opened;
  const last = closed();
  last[event.dataset.kind] = [...[last[event.dataset.kind] ?? []].flat(), Number(event.dataset.start)].slice(-KEPT);
  try {
    window.localStorage.setItem(key(), JSON.stringify(last));
  } catch {
    // then it is open again on the next visit
  }
  hold();
  document.dispatchEvent(new Event("regnum:read"));
}

/**
 * Whoever goes on has read it.
 * @param {PageElement} event
 */
export function readOn(event) {
  close(event);
  event.open = false;
}

/**
 * It is in sight while nothing else goes on.
 * @param {PageElement} event
 */
export function show(event) {
  unfold(event);
  const { top, bottom } = event.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) {
    event.scrollIntoView({ block: "nearest" });
  }
}

// The way on stands below all events, whichever of them are open.
document.addEventListener("click", (click) => {
  const [event] = click.target.closest?.("#summaries .read-on button") ? awaited() : [];
  if (event) {
    readOn(event);
    document.getElementById("turn")?.focus({ preventScroll: true });
    scrollOnNewQuestion();
  }
});

/** @param {PageElement} event */
function unfold(event) {
  for (
    let folded = /** @type {PageElement | null} */ (event);
    folded;
    folded = folded.parentElement.closest("details")
  ) {
    folded.open = true;
  }
}

/** @param {PageElement} event */
function lookUp(event) {
  event.classList.add("looked-up"); // nothing of it comes little by little
  unfold(event);
}

/** @param {PageElement} event */
function openAlone(event) {
  opened = event.id;
  event.classList.add("looked-up");
  section()
    .querySelectorAll("[data-kind][open]")
    .forEach((other) => (other.open = other === event));
}

document.addEventListener("click", (click) => {
  const event = click.target.closest?.("#summaries [data-kind] > summary")?.parentElement;
  if (event && !event.open) {
    openAlone(event);
  } else if (event && ![...event.children].some((part) => part.matches(":not(summary)") && part.checkVisibility())) {
    click.preventDefault(); // only its title was shown
    openAlone(event);
  } else if (event) {
    // about to be closed
    close(event);
  }
});

// A link to an event lays it over the table, from where one comes back. Beside a board that stays where it is its places are
// shown there instead (board/highlights.js), while most of that is in sight.
document.addEventListener("click", (click) => {
  const link = click.target.closest?.(".digest a[href^='#']");
  const goal = link && document.getElementById(link.hash.slice(1));
  if (goal) {
    click.preventDefault();
    if (link.dataset.places && isBoardSteady()) {
      return;
    }
    const copy = goal.cloneNode(true);
    copy.removeAttribute("id");
    copy.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
    copy.querySelectorAll("details").forEach((part) => (part.open = true));
    const [summary, ...content] = copy.children;
    openEventDialog(content, summary.textContent);
  }
});

// Whoever goes on to act is done with the list of earlier ones.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event) && !section()?.querySelector(".earlier .looked-up[open]")) {
    document.getElementById("earlier")?.removeAttribute("open");
  }
});

updateEventSummaries();
