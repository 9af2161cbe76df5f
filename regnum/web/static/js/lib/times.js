// Times as the reader's clock and language have them; the server writes them in UTC.
import { updateClocks } from "./countdown.js";
import { locale } from "./locale.js";
import { serverTime } from "./server_time.js";

const short = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const dated = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });
const ago = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

/** @param {PageElement} time */
function write(time) {
  if (time.classList.contains("clock")) {
    updateClocks(time.parentElement);
    return;
  }
  const at = new Date(time.dateTime);
  const now = new Date(serverTime());
  const old = time.classList.contains("day") || at.getFullYear() !== now.getFullYear();
  time.textContent = (old ? ago : at.toDateString() === now.toDateString() ? short : dated).format(at);
  time.title = whole.format(at);
}

/**
 * All times in a part of the page, or one of them.
 * @param {PageElement | Document | DocumentFragment} part
 */
export function localise(part) {
  if ("tagName" in part && part.tagName === "TIME") {
    write(part);
  } else {
    part.querySelectorAll?.("time[datetime]:not(.clock)").forEach(write);
    updateClocks(part);
  }
}

localise(document);
