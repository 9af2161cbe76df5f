// Shows the clock fields that apply: custom times, and settings for games that take days.
import { browserTimeZone } from "../lib/time_zone.js";

const form = document.querySelector("[name=clock_preset]")?.form;
const zone = form?.querySelector("[name=clock_zone]");

export function updateClockFields() {
  const preset = form.querySelector("[name=clock_preset]:checked")?.value;
  form.querySelector(".own-time-limits").hidden = preset !== "own";
  form.querySelector(".over-days").hidden = preset === "live";
  form.querySelector(".night").hidden = !form.querySelector("[name=clock_night]").checked;
  zone.value ||= browserTimeZone();
}

if (form) {
  form.addEventListener("change", updateClockFields);
  updateClockFields();
}
