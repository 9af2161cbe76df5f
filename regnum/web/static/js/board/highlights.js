// What just happened is marked on the board, with whose act it was (data-by): the places of all that the log has told
// since one's own last action, or since the last part of what happened by itself began. Pointing at an entry of the log,
// of an event to look back at, or at whatever else beside the board names a place (data-places), shows the places, too;
// so does the focus.

/** @param {PageElement} entry */
const named = (entry) =>
  entry.dataset.places
    .split(" ")
    .map((id) => document.getElementById(id))
    .filter(Boolean);

/**
 * The places that an entry shows as long as one points at it: which they are is kept, as it may come to name others meanwhile.
 * @type {PageElement | null}
 */
let told = null;
/** @type {PageElement[]} */
let pointed = [];

/** @param {PageElement | null} entry */
function point(entry) {
  pointed.forEach((place) => place.classList.remove("pointed"));
  told = entry;
  pointed = entry ? named(entry) : [];
  pointed.forEach((place) => place.classList.add("pointed"));
}

export function updateHighlights() {
  if (told) {
    // it may have gone without a word, or tell of something else now
    point(told.matches("#side [data-places]:is(:hover, :focus)") ? told : null);
  }
  for (const place of document.querySelectorAll(".touched")) {
    place.classList.remove("touched");
    delete place.dataset.by;
  }
  for (const entry of document.querySelectorAll("#log .fresh[data-places]:not(.older)")) {
    const by = entry.closest(".by")?.className.match(/by-(\d)/)?.[1] ?? "";
    for (const place of named(entry)) {
      place.classList.add("touched");
      place.dataset.by = by;
    }
  }
}

/**
 * @param {Happened<Event>} event
 * @param {boolean} on
 */
function show(event, on) {
  const entry = event.target.closest?.("#side [data-places]");
  if (entry) {
    point(on ? entry : null);
  }
}
for (const [name, on] of /** @type {[string, boolean][]} */ ([
  ["mouseover", true],
  ["mouseout", false],
  ["focusin", true],
  ["focusout", false],
])) {
  document.addEventListener(name, (event) => show(event, on));
}

// A tap on an entry keeps its places shown until the next one.
document.addEventListener("click", (event) => {
  document.querySelectorAll(".shown").forEach((place) => place.classList.remove("shown"));
  const entry = event.target.closest("#side [data-places]:not(#parts *)");
  if (entry) {
    named(entry).forEach((place) => place.classList.add("shown"));
  }
});

updateHighlights();
