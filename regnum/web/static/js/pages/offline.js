// Reloads the offline page as soon as there is a connection.
const MAX_DELAY = 10000; // milliseconds
let delay = 1000;

async function reloadIfOnline() {
  const answer = await fetch(window.location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (answer) {
    window.location.reload();
  }
}

window.addEventListener("online", reloadIfOnline);
document.addEventListener("visibilitychange", () => !document.hidden && reloadIfOnline());

// Retries soon at first: a browser that reports being online may not reach anything yet.
function retry() {
  if (!document.hidden) {
    reloadIfOnline();
  }
  delay = Math.min(2 * delay, MAX_DELAY);
  window.setTimeout(retry, delay);
}
window.setTimeout(retry, delay);
