// Keeps the server's time, because the visitor's clock may be wrong by hours. The page and each heartbeat contain it.
const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType?.("navigation") ?? []);
const sentTime = navigation?.responseStart ?? 0;
let knownTime = Number(document.documentElement.dataset.now) || Date.now() - performance.now() + sentTime;
let knownSince = sentTime;

/** @param {number} milliseconds */
export function syncServerTime(milliseconds) {
  knownTime = milliseconds;
  knownSince = performance.now();
}
export const serverTime = () => knownTime + performance.now() - knownSince;
