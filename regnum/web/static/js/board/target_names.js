// The places that a button names in data-target.

/** @param {PageElement} button */
export const targetParts = (button) => (button.dataset.target || "").split(" ").map((part) => part.split("|"));
/**
 * @param {PageElement} button
 * @param {string} place
 */
export const namesPlace = (button, place) => targetParts(button).some((part) => part.includes(place));
/** @param {PageElement} button */
export const opensQuestion = (button) => targetParts(button).some((part) => part.length > 1);
