// What just happened is marked on the board: the places of all that the log has told since one's own last action, or since the
// last part of what happened by itself began. Pointing
// at an entry of the log, or of an event to look back at, shows its places, too.
const named = (entry) => entry.dataset.places.split(" ").map((id) => document.getElementById(id)).filter(Boolean);

export function mark() {
  document.querySelectorAll(".touched").forEach((place) => place.classList.remove("touched"));
  for (const entry of document.querySelectorAll("#log .fresh[data-places]:not(.older)")) {
    named(entry).forEach((place) => place.classList.add("touched"));
  }
}

function show(event, on) {
  const entry = event.target.closest?.(":is(#log, #recalled, #parts) [data-places]");
  if (entry) {
    named(entry).forEach((place) => place.classList.toggle("pointed", on));
  }
}
for (const [name, on] of [["mouseover", true], ["mouseout", false]]) {
  document.addEventListener(name, (event) => show(event, on));
}

// A tap on an entry keeps its places shown until the next one.
document.addEventListener("click", (event) => {
  document.querySelectorAll(".shown").forEach((place) => place.classList.remove("shown"));
  const entry = event.target.closest(":is(#log, #recalled) [data-places]");
  if (entry) {
    named(entry).forEach((place) => place.classList.add("shown"));
  }
});

mark();
