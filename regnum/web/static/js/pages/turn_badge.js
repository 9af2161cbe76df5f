// Shows at how many tables it is the user's turn: in the header and title of the page, and on its icon and the app's.
// It polls the server, which takes a request as a sign that the user is there.
import "./service_worker.js";

const POLL_INTERVAL = 30000; // milliseconds
const link = document.getElementById("waiting");
const icon = document.querySelector("link[rel=icon]");
const plainIcon = icon.getAttribute("href") ?? "";

/** @param {number} count */
function showCount(count) {
  const dot = document.title.startsWith("● ") ? "● " : "";
  const title = document.title.replace(/^(● )?(\(\d+\) )?/, "");
  document.title = dot + (count ? `(${count}) ` : "") + title;
  const iconAddress = count ? link.dataset.icon : plainIcon;
  if (icon.getAttribute("href") !== iconAddress) {
    icon.setAttribute("href", iconAddress);
  }
  (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => {});
}

async function pollWaiting() {
  if (document.hidden) {
    return;
  }
  const answer = await fetch(link.dataset.from).catch(() => null);
  if (answer?.ok) {
    link.textContent = await answer.text();
    link.hidden = !link.textContent;
    showCount(Number(answer.headers.get("regnum-waiting")));
  }
}

pollWaiting();
window.setInterval(pollWaiting, POLL_INTERVAL);
document.addEventListener("visibilitychange", pollWaiting);
