// Counts down the clocks: first the time for the turn, then the reserve. The server sends the deadlines.
import { locale } from "./locale.js";
import { serverTime } from "./server_time.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const fullFormat = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

/** @param {string} name */
function unitFormatter(name) {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow" });
  /** @param {number} count */
  return (count) => format.format(count);
}
const formatDays = unitFormatter("day");
const formatHours = unitFormatter("hour");
/** @param {number} number */
const padToTwoDigits = (number) => String(number).padStart(2, "0");

/** @param {number} seconds */
function durationText(seconds) {
  if (seconds >= DAY) {
    return `${formatDays(Math.floor(seconds / DAY))} ${formatHours(Math.floor((seconds % DAY) / HOUR))}`;
  }
  const parts = [Math.floor((seconds % HOUR) / MINUTE), Math.floor(seconds % MINUTE)];
  return [...(seconds >= HOUR ? [Math.floor(seconds / HOUR)] : []), ...parts]
    .map((part, index) => (index ? padToTwoDigits(part) : part))
    .join(":");
}

/** @param {PageElement} clock */
function updateClock(clock) {
  const now = serverTime();
  const turnEnd = new Date(clock.dateTime);
  const deadline = new Date(clock.dataset.deadline);
  const isInReserve = now >= turnEnd.getTime() && deadline > turnEnd;
  const text = durationText(Math.max((isInReserve ? deadline : turnEnd).getTime() - now, 0) / 1000);
  if (clock.textContent !== text) {
    clock.textContent = text;
  }
  clock.classList.toggle("is-in-reserve", isInReserve);
  clock.classList.toggle("is-short", deadline.getTime() - now < HOUR * 1000);
  clock.title = clock.dataset.until.replace("{at}", fullFormat.format(isInReserve ? deadline : turnEnd));
}

/**
 * Update all clocks in a part of the page.
 * @param {ParentNode} part
 */
export function updateClocks(part) {
  part.querySelectorAll?.("time.clock").forEach(updateClock);
}

updateClocks(document);
window.setInterval(() => updateClocks(document), 1000);
