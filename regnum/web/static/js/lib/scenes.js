// Positions of a table one after the other, whether they come live, are played back or looked back at: how fast, and how the
// page gets what the server sends of one.

export const SCENE = { slow: 3400, normal: 2000, fast: 1000 }; // how long one that is played back can be seen, in milliseconds
/** @type {Record<string, [string, string]>} */
export const SWAPS = {
  pieces: ["#pieces", "morph:outerHTML"],
  panel: ["#panel", "morph:innerHTML"],
  parts: ["", "none"],
};

/**
 * A pace of the reader's choice; 0: off.
 * @param {Record<string, number>} paces
 */
export const pace = (paces) => paces[document.documentElement.dataset.playback || "normal"] ?? 0;

/** @param {News} news */
export function applyChange({ type, data }) {
  const [target, swapStyle] = SWAPS[type];
  const holder = document.querySelector(`[sse-swap=${type}]`);
  const goal = target ? document.querySelector(target) : holder;
  if (holder && goal) {
    window.htmx.trigger(holder, "htmx:sseBeforeMessage", { type, again: true });
    window.htmx.swap(goal, data, { swapStyle, swapDelay: 0, settleDelay: 20 }, { contextElement: holder });
    window.htmx.trigger(holder, "htmx:sseMessage", { type, again: true });
  }
}
