// Highlights on the board what just happened, with the colour of the side that did it (data-by): the places of all log
// entries since the user's last action, or since the last step of an automatic sequence. Hovering or focusing an entry
// of the log or of an event summary, or anything else next to the board with data-places, also highlights its places.

/** @param {PageElement} entry */
const placesOf = (entry) =>
  entry.dataset.places
    .split(" ")
    .map((id) => document.getElementById(id))
    .filter(Boolean);

/**
 * The entry under the pointer and the places that it highlights. They are stored because the entry may name others
 * later.
 * @type {PageElement | null}
 */
let pointedEntry = null;
/** @type {PageElement[]} */
let pointedPlaces = [];

/** @param {PageElement | null} entry */
function highlightPlaces(entry) {
  pointedPlaces.forEach((place) => place.classList.remove("is-pointed"));
  pointedEntry = entry;
  pointedPlaces = entry ? placesOf(entry) : [];
  pointedPlaces.forEach((place) => place.classList.add("is-pointed"));
}

export function updateHighlights() {
  if (pointedEntry) {
    // the entry may have been removed or changed
    highlightPlaces(pointedEntry.matches("#sidebar [data-places]:is(:hover, :focus)") ? pointedEntry : null);
  }
  for (const place of document.querySelectorAll(".is-touched")) {
    place.classList.remove("is-touched");
    delete place.dataset.by;
  }
  for (const entry of document.querySelectorAll("#log .is-new[data-places]:not(.is-older)")) {
    const seat = entry.closest(".entry-group")?.className.match(/by-seat-(\d)/)?.[1] ?? "";
    for (const place of placesOf(entry)) {
      place.classList.add("is-touched");
      place.dataset.by = seat;
    }
  }
}

/**
 * @param {Happened<Event>} event
 * @param {boolean} isOn
 */
function updatePointedEntry(event, isOn) {
  const entry = event.target.closest?.("#sidebar [data-places]");
  if (entry) {
    highlightPlaces(isOn ? entry : null);
  }
}
for (const [name, isOn] of /** @type {[string, boolean][]} */ ([
  ["mouseover", true],
  ["mouseout", false],
  ["focusin", true],
  ["focusout", false],
])) {
  document.addEventListener(name, (event) => updatePointedEntry(event, isOn));
}

// A tap on an entry highlights its places until the next tap.
document.addEventListener("click", (event) => {
  document.querySelectorAll(".is-shown").forEach((place) => place.classList.remove("is-shown"));
  const entry = event.target.closest("#sidebar [data-places]:not(#undo-parts *)");
  if (entry) {
    placesOf(entry).forEach((place) => place.classList.add("is-shown"));
  }
});

updateHighlights();
