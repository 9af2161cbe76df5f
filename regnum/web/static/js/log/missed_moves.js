// Remembers what the user has seen of each table, and counts the moves of others that they missed.
import { entryCount } from "../lib/question.js";
import { banner } from "./playback_banner.js";

const storageKey = `looked:${banner.dataset.table}`;

export function loadLastSeen() {
  try {
    return JSON.parse(window.localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

export function saveLastSeen() {
  try {
    window.localStorage.setItem(storageKey, String(entryCount()));
  } catch {
    // storage is blocked: nothing is offered on the next visit
  }
}

/**
 * Count the moves of others in the log after a number of entries.
 * @param {number} since
 */
export function countMoves(since) {
  const numbers = [...document.querySelectorAll("#log [data-move]")].map((line) => Number(line.dataset.move));
  return new Set(numbers.filter((move) => move > since)).size;
}

// The entry count after the user's last action, which they may have made on another device. The first line marked as
// new follows it.
export function lastActionCount() {
  const newLine = document.querySelector("#log .is-new[data-move]");
  return "seated" in banner.dataset ? (newLine ? Number(newLine.dataset.move) - 1 : entryCount()) : 0;
}
