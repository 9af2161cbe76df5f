// The banner above the question that describes the playback, with the buttons to continue and to skip it.
import { coverSkipButtons, rememberSkipButtons } from "../board/skip_button_guard.js";

export const banner = document.getElementById("playback");
export const bannerText = document.getElementById("playback-text");
export const continueButton = document.getElementById("playback-on");
export const skipButton = document.getElementById("playback-skip");

/**
 * @param {string} html
 * @param {string} label
 */
export function showBanner(html, label) {
  bannerText.innerHTML = html; // trusted: from the server or the page's own texts
  continueButton.hidden = !label;
  continueButton.textContent = continueButton.dataset[label];
  banner.hidden = false;
}

// Where the banner covers the question, it reserves its height there. The height doesn't shrink while the banner is
// shown, so that nothing moves.
let bannerHeight = 0;
new ResizeObserver(() => {
  bannerHeight = banner.hidden ? 0 : Math.max(bannerHeight, banner.offsetHeight);
  document.body.style.setProperty("--playback-height", `${bannerHeight}px`);
}).observe(banner);

/**
 * The note that playback waits until the event is read.
 * @param {PageElement | null} event
 */
export const waitingText = (event) => (event ? ` · ${banner.dataset.waitingForYou}` : "");
/**
 * @param {string} words
 * @param {number} count
 */
export const countText = (words, count) => words.replace("{count}", count);

export function hideBanner() {
  const hadFocus = banner.contains(document.activeElement);
  rememberSkipButtons();
  banner.hidden = true;
  coverSkipButtons();
  if (hadFocus) {
    document.getElementById("turn")?.focus({ preventScroll: true });
  }
}
