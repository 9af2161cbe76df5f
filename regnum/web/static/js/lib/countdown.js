// Clocks: how long somebody still has, first for his turn, then of his reserve. The server knows; here it is counted down.
import { locale } from "./locale.js";
import { serverTime } from "./server_time.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

/** @param {string} name */
function unit(name) {
  const format = new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow" });
  /** @param {number} count */
  return (count) => format.format(count);
}
const days = unit("day");
const hours = unit("hour");
/** @param {number} number */
const two = (number) => String(number).padStart(2, "0");

/** @param {number} seconds */
function said(seconds) {
  if (seconds >= DAY) {
    return `${days(Math.floor(seconds / DAY))} ${hours(Math.floor((seconds % DAY) / HOUR))}`;
  }
  const parts = [Math.floor((seconds % HOUR) / MINUTE), Math.floor(seconds % MINUTE)];
  return [...(seconds >= HOUR ? [Math.floor(seconds / HOUR)] : []), ...parts]
    .map((part, at) => (at ? two(part) : part))
    .join(":");
}

/** @param {PageElement} clock */
function write(clock) {
  const now = serverTime();
  const turn = new Date(clock.dateTime);
  const out = new Date(clock.dataset.out);
  const inReserve = now >= turn.getTime() && out > turn;
  const text = said(Math.max((inReserve ? out : turn).getTime() - now, 0) / 1000);
  if (clock.textContent !== text) {
    clock.textContent = text;
  }
  clock.classList.toggle("reserve", inReserve);
  clock.classList.toggle("short", out.getTime() - now < HOUR * 1000);
  clock.title = clock.dataset.said.replace("{at}", whole.format(inReserve ? out : turn));
}

/**
 * All clocks in a part of the page, or one of them.
 * @param {ParentNode} part
 */
export function tick(part) {
  part.querySelectorAll?.("time.clock").forEach(write);
}

tick(document);
window.setInterval(() => tick(document), 1000);
