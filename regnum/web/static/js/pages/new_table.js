import { updateClockFields } from "./clock_fields.js";

// The form for a new table: as many seats as players, and the options that mean anything with so many.
const form = document.querySelector("form[data-keep]");

function seats() {
  const chosen = form.querySelector("input[name=players]:checked");
  for (const row of form.querySelectorAll("[data-seat]")) {
    row.hidden = Boolean(chosen) && Number(row.dataset.seat) > Number(chosen.value);
  }
  for (const option of form.querySelectorAll(".option[data-players]")) {
    option.hidden = Boolean(chosen) && !option.dataset.players.split(" ").includes(chosen.value);
    option.querySelectorAll("select, input").forEach((field) => (field.disabled = option.hidden));
  }
}

// Who sits in for whom: a bot of a level has a character, with a face and a line about it.
function characters() {
  for (const row of form.querySelectorAll("[data-seat]")) {
    const [who, style] = row.querySelectorAll("select");
    if (!style) {
      continue;
    }
    row.querySelector(".character").hidden = !("level" in who.selectedOptions[0].dataset);
    row.querySelector(".face use").setAttribute("href", `#face-${style.value}`);
    document.getElementById(`about-${style.id}`).textContent = style.selectedOptions[0].dataset.about ?? "";
  }
}

form.addEventListener("change", (event) => {
  if (event.target.name === "players") {
    seats();
  } else {
    characters();
  }
});

// Another language loads the page anew: what was typed comes back.
const kept = `regnum:${window.location.pathname}`;
const fields = () => form.querySelectorAll("input:not([type=hidden]), select, textarea");

function bringBack() {
  let typed = null;
  try {
    typed = JSON.parse(window.sessionStorage.getItem(kept));
    window.sessionStorage.removeItem(kept);
  } catch {
    // no storage: the form begins anew
  }
  if (!typed) {
    return; // the form stands as the server has filled it in
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

function keep() {
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
    window.sessionStorage.setItem(kept, JSON.stringify(typed));
  } catch {
    // no storage: the form begins anew
  }
}

bringBack();
updateClockFields();
seats();
characters();
document.querySelector("form.languages").addEventListener("submit", keep);
