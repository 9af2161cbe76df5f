// The form for a new table: shows as many seats as players, and the options that apply to that number.
import { updateClockFields } from "./clock_fields.js";

const form = document.querySelector("form[data-keep]");

function updateSeats() {
  const chosen = form.querySelector("input[name=players]:checked");
  for (const row of form.querySelectorAll("[data-seat]")) {
    row.hidden = Boolean(chosen) && Number(row.dataset.seat) > Number(chosen.value);
  }
  for (const option of form.querySelectorAll(".option[data-players]")) {
    option.hidden = Boolean(chosen) && !option.dataset.players.split(" ").includes(chosen.value);
    option.querySelectorAll("select, input").forEach((field) => (field.disabled = option.hidden));
  }
}

// Bots have a character, with a face and a line about it.
function updateCharacters() {
  for (const row of form.querySelectorAll("[data-seat]")) {
    const [player, style] = row.querySelectorAll("select");
    if (!style) {
      continue;
    }
    row.querySelector(".character").hidden = !("level" in player.selectedOptions[0].dataset);
    row.querySelector(".face use").setAttribute("href", `#face-${style.value}`);
    document.getElementById(`about-${style.id}`).textContent = style.selectedOptions[0].dataset.about ?? "";
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "players") {
    updateSeats();
  } else {
    updateCharacters();
  }
});

// Keeps the input when the page is loaded in another language.
const STORAGE_KEY = `regnum:${window.location.pathname}`;
const fields = () => form.querySelectorAll("input:not([type=hidden]), select, textarea");

function restoreForm() {
  let typed = null;
  try {
    typed = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY));
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // storage is blocked: the form starts empty
  }
  if (!typed) {
    return; // keep what the server has filled in
  }
  for (const field of fields()) {
    if (field.type === "checkbox") {
      field.checked = field.name in typed ? typed[field.name] === "on" : field.checked;
    } else if (field.type === "radio") {
      field.checked = field.name in typed ? typed[field.name] === field.value : field.checked;
    } else if (field.name in typed) {
      field.value = typed[field.name];
    }
  }
  form.querySelectorAll("details").forEach((details) => {
    details.open = details.open || Boolean(typed["details open"]);
  });
}

function saveForm() {
  /** @type {Record<string, string>} */
  const typed = { "details open": form.querySelector("details[open]") ? "yes" : "" };
  for (const field of fields()) {
    if (field.type === "checkbox") {
      typed[field.name] = field.checked ? "on" : "";
    } else if (field.type !== "radio" || field.checked) {
      typed[field.name] = field.value;
    }
  }
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(typed));
  } catch {
    // storage is blocked: the form will start empty
  }
}

restoreForm();
updateClockFields();
updateSeats();
updateCharacters();
document.querySelector("form.languages").addEventListener("submit", saveForm);
