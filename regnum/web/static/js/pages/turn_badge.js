// At how many tables it is one's move: said in the header of every page, in its title, by its icon and by that of the app, and
// asked for again now and then. The server takes it as a sign that somebody is looking.
import "./service_worker.js";

const AGAIN = 30000; // milliseconds
const link = document.getElementById("waiting");
const icon = document.querySelector("link[rel=icon]");
const plain = icon.getAttribute("href") ?? "";

/** @param {number} count */
function badge(count) {
  const dot = document.title.startsWith("● ") ? "● " : "";
  const title = document.title.replace(/^(● )?(\(\d+\) )?/, "");
  document.title = dot + (count ? `(${count}) ` : "") + title;
  const shown = count ? link.dataset.icon : plain;
  if (icon.getAttribute("href") !== shown) {
    icon.setAttribute("href", shown);
  }
  (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

async function ask() {
  if (document.hidden) {
    return;
  }
  const answer = await fetch(link.dataset.from).catch(() => null);
  if (answer?.ok) {
    link.textContent = await answer.text();
    link.hidden = !link.textContent;
    badge(Number(answer.headers.get("regnum-waiting")));
  }
}

ask();
window.setInterval(ask, AGAIN);
document.addEventListener("visibilitychange", ask);
