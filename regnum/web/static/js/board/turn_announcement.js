// Announces the user's turn in the title and with a sound.
import { choices } from "../lib/question.js";
import { playTurnSound } from "../lib/turn_sound.js";

// Marks the title with a dot if the user is asked while the page is hidden, and plays a sound when their turn begins.
// The dot disappears when they return.
const plainTitle = () => document.title.replace(/^● /, "");
let wasAsked = Boolean(choices());
export function announceTurn() {
  document.title = choices() && document.hidden ? `● ${plainTitle()}` : plainTitle();
  if (choices() && !wasAsked) {
    playTurnSound();
  }
  wasAsked = Boolean(choices());
}
document.addEventListener("visibilitychange", () => (document.title = plainTitle()));
