// Reads the current question and its targets from the page. Every swap may change them.

export const choices = () => document.getElementById("choices");

export const prompt = () => document.getElementById("prompt")?.textContent || "";

// The number of log entries that the page has; and the number that it had when the current question was asked, which
// identifies the question.
export const entryCount = () => Number(document.getElementById("entry-count").value);
export const questionId = () => document.getElementById("entry-count").dataset.decisionStart;

// The elements outside the choices that can be selected now.
export const places = () =>
  [...document.querySelectorAll("[data-target]")].filter((place) => !place.closest("#choices"));

// Whether the board stays in place (data-steady, or during a tutorial) and most of it is in view.
export function isBoardSteady() {
  const box = document
    .querySelector("#board:has(> [data-steady]), :has(#tutorial:not(.is-over)) > #board")
    ?.getBoundingClientRect();
  return Boolean(box) && box.bottom - Math.max(0, box.top) > box.height / 2;
}

/**
 * The entry count of the page once it shows the move that a request made (htmx:afterRequest); 0 if it made none.
 * @param {HtmxEvent} event
 */
export const entryCountAfterMove = (event) => Number(event.detail.xhr?.getResponseHeader("regnum-entry-count") || 0);

/**
 * Whether a request is a move. The same form also requests hints.
 * @param {HtmxEvent} event
 */
export const isMove = (event) => event.detail.elt?.id === "turn-form";
