// The server's time: the visitor's own clock may be hours off. The page says what it was when it was sent, each heartbeat what it is.
const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType?.("navigation") ?? []);
const sent = loaded?.responseStart ?? 0;
let known = Number(document.documentElement.dataset.now) || Date.now() - performance.now() + sent;
let then = sent;

/** @param {number} milliseconds */
export function sync(milliseconds) {
  known = milliseconds;
  then = performance.now();
}
export const serverTime = () => known + performance.now() - then;
