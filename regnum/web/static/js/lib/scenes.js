// Applies positions of a table one after another, at the reader's pace: live, played back or in a replay.

// How long a scene is shown during playback, in milliseconds.
export const SCENE_DELAYS = { slow: 3400, normal: 2000, fast: 1000 };
/** @type {Record<string, [string, string]>} */
export const SWAPS = {
  pieces: ["#pieces", "morph:outerHTML"],
  panel: ["#panel", "morph:innerHTML"],
  parts: ["", "none"],
};

/**
 * The delay that the reader chose; 0: playback is off.
 * @param {Record<string, number>} paces
 */
export const chosenDelay = (paces) => paces[document.documentElement.dataset.playback || "normal"] ?? 0;

/** @param {PageUpdate} update */
export function applyChange({ type, data }) {
  const [target, swapStyle] = SWAPS[type];
  const source = document.querySelector(`[sse-swap=${type}]`);
  const element = target ? document.querySelector(target) : source;
  if (source && element) {
    window.htmx.trigger(source, "htmx:sseBeforeMessage", { type, again: true });
    window.htmx.swap(element, data, { swapStyle, swapDelay: 0, settleDelay: 20 }, { contextElement: source });
    window.htmx.trigger(source, "htmx:sseMessage", { type, again: true });
  }
}
