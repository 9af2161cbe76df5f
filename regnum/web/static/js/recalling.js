// Events to look back at: the newest stays open until one closes it or moves on, and all are there to be opened again, one at a
// time; the earlier ones are folded. What was closed is kept by the browser, for each table: the number of the last event of each kind that was.
const section = () => document.getElementById("recalled");
const key = () => `recalled:${section()?.dataset.table}`;
const known = new Map(); // whether it was fresh the last time, by the event's id

function closed() {
  try {
    return JSON.parse(window.localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}

// What is new on the page is open if it is fresh and was not closed before, whatever a morph has made of its element; what is no
// longer fresh folds once.
export function recall() {
  const last = closed();
  const [newest, ...earlier] = section()?.querySelectorAll("details[data-kind]") ?? [];
  for (const event of newest ? [...earlier, newest] : []) {
    const fresh = event === newest && "fresh" in event.dataset;
    if (known.get(event.id) !== fresh) {
      known.set(event.id, fresh);
      event.open = fresh && !(Number(event.dataset.number) <= (last[event.dataset.kind] ?? -1));
    }
  }
}

document.addEventListener("click", (click) => {
  const event = click.target.closest?.("#recalled [data-kind] > summary")?.parentElement;
  if (event?.open) { // about to be closed
    const last = closed();
    last[event.dataset.kind] = Math.max(Number(event.dataset.number), last[event.dataset.kind] ?? -1);
    try {
      window.localStorage.setItem(key(), JSON.stringify(last));
    } catch {
      // then it is open again on the next visit
    }
  }
});

recall();
