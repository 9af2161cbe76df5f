// Opens and closes the event summaries. The newest stays open until the user closes it or moves on; the earlier ones
// are folded. All can be reopened, one at a time. A summary that the user has opened stays open until the user closes
// it or opens another, or the phase ends (data-phase). The browser remembers for each table which events were closed:
// the start of the last ones of each kind.
import { scrollOnNewQuestion } from "../board/scroll_to_question.js";
import { openEventDialog } from "./full_log.js";
import { choices, isMove, isBoardSteady } from "../lib/question.js";
import { chosenDelay, SCENE_DELAYS } from "../lib/scenes.js";

const MAX_CLOSED = 30; // of each kind

const section = () => document.getElementById("event-summaries");
const storageKey = () => `recalled:${section()?.dataset.table}`;
const freshness = new Map(); // whether it was fresh last time, by event id
let newestId = "";
let openedId = ""; // the id of the event that the user opened
/** @type {string | undefined} */
let currentPhase; // the phase in which it was opened

/** @returns {Record<string, number | number[]>} */
function loadClosed() {
  try {
    return JSON.parse(window.localStorage.getItem(storageKey())) ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {PageElement} event
 * @param {Record<string, number | number[]>} closedStarts
 */
const isClosed = (event, closedStarts) =>
  [closedStarts[event.dataset.kind] ?? []].flat().includes(Number(event.dataset.start));

// A new event is open if it is fresh and was not closed before, even if a morph has changed its element. When it stops
// being fresh, it is folded once.
export function updateEventSummaries() {
  const closedStarts = loadClosed();
  const [newest, ...earlier] = section()?.querySelectorAll("details[data-kind]") ?? [];
  if (newest && newest.id !== newestId) {
    newestId = newest.id; // fold the earlier events to make room for the new one
    document.getElementById("earlier-events")?.removeAttribute("open");
  }
  const newPhase = document.querySelector("[data-phase]")?.dataset.phase;
  if (newPhase !== currentPhase) {
    currentPhase = newPhase;
    freshness.delete(openedId);
    openedId = "";
    document.getElementById("earlier-events")?.removeAttribute("open");
  }
  for (const event of newest ? [...earlier, newest] : []) {
    const isFresh = event === newest && "fresh" in event.dataset;
    if (event.id === openedId) {
      expandAtOnce(event); // a morph may have replaced it
    } else if (freshness.get(event.id) !== isFresh) {
      freshness.set(event.id, isFresh);
      event.open = isFresh && !isClosed(event, closedStarts);
    }
  }
  updateHold();
}

// The user reads the result of their own action before the next question: it is hidden until they close the event.
// Nothing is held back with reduced motion or without pauses.
const reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
function eventsToRead(selector = "[data-must-read]") {
  const closedStarts = loadClosed();
  return [...(section()?.querySelectorAll(selector) ?? [])].filter((one) => !isClosed(one, closedStarts));
}

// The event that the user took part in and has to read before the next moves of others are shown; null: none.
export function unreadEvent() {
  return reducedMotion.matches || !chosenDelay(SCENE_DELAYS) ? null : (eventsToRead("details[data-own]")[0] ?? null);
}

function updateHold() {
  const [event, ...more] = eventsToRead();
  const isWaiting = Boolean(
    event &&
      choices() &&
      !reducedMotion.matches &&
      chosenDelay(SCENE_DELAYS) &&
      !document.body.classList.contains("is-past"),
  );
  const continueButton = section()?.querySelector(".continue-row button");
  if (continueButton?.dataset.nextResult) {
    continueButton.textContent = more.length
      ? continueButton.dataset.nextResult.replace("{count}", more.length)
      : continueButton.dataset.continue;
  }
  const hadFocus = isWaiting && document.activeElement?.closest("#turn, #hand-area");
  document.body.classList.toggle("has-event-to-read", isWaiting);
  if (isWaiting) {
    expand(event);
  }
  if (hadFocus) {
    continueButton.focus({ preventScroll: true }); // the focused element is hidden now
  }
}

/** @param {PageElement} event */
function closeSummary(event) {
  openedId = openedId === event.id ? "" : openedId;
  const closedStarts = loadClosed();
  closedStarts[event.dataset.kind] = [
    ...[closedStarts[event.dataset.kind] ?? []].flat(),
    Number(event.dataset.start),
  ].slice(-MAX_CLOSED);
  try {
    window.localStorage.setItem(storageKey(), JSON.stringify(closedStarts));
  } catch {
    // storage is blocked: it is open again on the next visit
  }
  updateHold();
  document.dispatchEvent(new Event("regnum:read"));
}

/**
 * Close an event that the user has read, and fold it.
 * @param {PageElement} event
 */
export function markRead(event) {
  closeSummary(event);
  event.open = false;
}

/**
 * Open an event and scroll to it.
 * @param {PageElement} event
 */
export function showEvent(event) {
  expand(event);
  const { top, bottom } = event.getBoundingClientRect();
  if (top < 0 || bottom > window.innerHeight) {
    event.scrollIntoView({ block: "nearest" });
  }
}

// The continue button is below all events, whichever of them are open.
document.addEventListener("click", (click) => {
  const [event] = click.target.closest?.("#event-summaries .continue-row button") ? eventsToRead() : [];
  if (event) {
    markRead(event);
    document.getElementById("turn")?.focus({ preventScroll: true });
    scrollOnNewQuestion();
  }
});

/** @param {PageElement} event */
function expand(event) {
  for (
    let details = /** @type {PageElement | null} */ (event);
    details;
    details = details.parentElement.closest("details")
  ) {
    details.open = true;
  }
}

/** @param {PageElement} event */
function expandAtOnce(event) {
  event.classList.add("is-looked-up"); // show all of it at once
  expand(event);
}

/** @param {PageElement} event */
function openOneEvent(event) {
  openedId = event.id;
  event.classList.add("is-looked-up");
  section()
    .querySelectorAll("[data-kind][open]")
    .forEach((other) => (other.open = other === event));
}

document.addEventListener("click", (click) => {
  const event = click.target.closest?.("#event-summaries [data-kind] > summary")?.parentElement;
  if (event && !event.open) {
    openOneEvent(event);
  } else if (event && ![...event.children].some((part) => part.matches(":not(summary)") && part.checkVisibility())) {
    click.preventDefault(); // only its title was visible
    openOneEvent(event);
  } else if (event) {
    // the click is about to close it
    closeSummary(event);
  }
});

// A link to an event opens it in a dialog over the table. If a steady board is mostly in view, its places are shown
// there instead (board/highlights.js).
document.addEventListener("click", (click) => {
  const link = click.target.closest?.(".recap a[href^='#']");
  const linkedEvent = link && document.getElementById(link.hash.slice(1));
  if (linkedEvent) {
    click.preventDefault();
    if (link.dataset.places && isBoardSteady()) {
      return;
    }
    const copy = linkedEvent.cloneNode(true);
    copy.removeAttribute("id");
    copy.querySelectorAll("[id]").forEach((part) => part.removeAttribute("id"));
    copy.querySelectorAll("details").forEach((part) => (part.open = true));
    const [summary, ...content] = copy.children;
    openEventDialog(content, summary.textContent);
  }
});

// Moving on folds the earlier events.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (isMove(event) && !section()?.querySelector(".earlier-events .is-looked-up[open]")) {
    document.getElementById("earlier-events")?.removeAttribute("open");
  }
});

updateEventSummaries();
