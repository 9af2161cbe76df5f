// Shows the clock fields that apply: custom times, and settings for games that take days.
import { browserTimeZone } from "../lib/time_zone.js";

const form = document.querySelector("[name=clock_pace]")?.form;
const zone = form?.querySelector("[name=clock_zone]");

export function updateClockFields() {
  const pace = form.querySelector("[name=clock_pace]:checked")?.value;
  form.querySelector(".own-pace").hidden = pace !== "own";
  form.querySelector(".over-days").hidden = pace === "live";
  form.querySelector(".night").hidden = !form.querySelector("[name=clock_night]").checked;
  zone.value ||= browserTimeZone();
}

if (form) {
  form.addEventListener("change", updateClockFields);
  updateClockFields();
}
