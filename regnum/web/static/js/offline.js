// There is no connection: as soon as there is one, the page that was asked for.
const AGAIN = 10000; // milliseconds

async function look() {
  const answer = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) {
    window.location.reload();
  }
}

window.addEventListener("online", look);
document.addEventListener("visibilitychange", () => !document.hidden && look());
window.setInterval(() => !document.hidden && look(), AGAIN);
