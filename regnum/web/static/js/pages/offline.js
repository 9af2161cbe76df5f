// There is no connection: as soon as there is one, the page that was asked for.
const LONGEST = 10000; // milliseconds
let wait = 1000;

async function look() {
  const answer = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) {
    window.location.reload();
  }
}

window.addEventListener("online", look);
document.addEventListener("visibilitychange", () => !document.hidden && look());

// Soon at first: what says that it is online may not reach anything yet.
function again() {
  if (!document.hidden) {
    look();
  }
  wait = Math.min(2 * wait, LONGEST);
  window.setTimeout(again, wait);
}
window.setTimeout(again, wait);
