// What the server asks, and what it is asked about, as it stands in the page now: every swap may change it.

export const choices = () => document.getElementById("choices");

export const prompt = () => document.getElementById("prompt")?.textContent || "";

// How many entries the page has seen; after how many of them the question was put.
export const number = () => Number(document.getElementById("ply").value);
export const since = () => document.getElementById("ply").dataset.since;

// The places on the board and beside it that mean something now.
export const places = () =>
  [...document.querySelectorAll("[data-target]")].filter((place) => !place.closest("#choices"));

// A board that stays where it is (data-steady, or while one is guided) as long as most of it is in sight.
export function steady() {
  const box = document
    .querySelector("#board:has(> [data-steady]), :has(#guide:not(.over)) > #board")
    ?.getBoundingClientRect();
  return Boolean(box) && box.bottom - Math.max(0, box.top) > box.height / 2;
}

/**
 * The number that the page has after a move was taken (htmx:afterRequest); 0 if none was.
 * @param {HtmxEvent} event
 */
export const reached = (event) => Number(event.detail.xhr?.getResponseHeader("regnum-ply") || 0);

/**
 * Whether a request is a move: a hint is asked for by the same form.
 * @param {HtmxEvent} event
 */
export const isMove = (event) => event.detail.elt?.id === "act";
