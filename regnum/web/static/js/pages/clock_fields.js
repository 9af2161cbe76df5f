import { browserTimeZone } from "../lib/time_zone.js";

// The fields for clocks: numbers of one's own, and what counts for games over days, are shown where they mean anything.
const form = document.querySelector("[name=clock_pace]")?.form;
const zone = form?.querySelector("[name=clock_zone]");

export function clocks() {
  const pace = form.querySelector("[name=clock_pace]:checked")?.value;
  form.querySelector(".own-pace").hidden = pace !== "own";
  form.querySelector(".over-days").hidden = pace === "live";
  form.querySelector(".night").hidden = !form.querySelector("[name=clock_night]").checked;
  zone.value ||= browserTimeZone();
}

if (form) {
  form.addEventListener("change", clocks);
  clocks();
}
