// Shows times in the reader's time zone and language. The server writes them in UTC.
import { updateClocks } from "./countdown.js";
import { locale } from "./locale.js";
import { serverTime } from "./server_time.js";

const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const dateTimeFormat = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const fullFormat = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

/** @param {PageElement} time */
function formatTime(time) {
  if (time.classList.contains("clock")) {
    updateClocks(time.parentElement);
    return;
  }
  const date = new Date(time.dateTime);
  const now = new Date(serverTime());
  const isDateOnly = time.classList.contains("day") || date.getFullYear() !== now.getFullYear();
  time.textContent = (
    isDateOnly ? dateFormat : date.toDateString() === now.toDateString() ? timeFormat : dateTimeFormat
  ).format(date);
  time.title = fullFormat.format(date);
}

/**
 * Localise a time, or all times in a part of the page.
 * @param {PageElement | Document | DocumentFragment} part
 */
export function localiseTimes(part) {
  if ("tagName" in part && part.tagName === "TIME") {
    formatTime(part);
  } else {
    part.querySelectorAll?.("time[datetime]:not(.clock)").forEach(formatTime);
    updateClocks(part);
  }
}

localiseTimes(document);
