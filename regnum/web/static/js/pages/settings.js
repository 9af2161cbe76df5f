// Saves and applies each setting when it changes. (Without this script there is a button.)
const form = document.querySelector("form.settings");
let lastSave = Promise.resolve();

async function saveSettings() {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form))); // it has no files
  const answer = await fetch(form.action, { method: "POST", body: fields }).catch(() => null);
  if (!answer?.ok) {
    form.submit(); // the error page explains what is wrong
    return;
  }
  for (const [name, value] of fields) {
    if (name in document.documentElement.dataset) {
      document.documentElement.dataset[name] = value;
    }
  }
  document.getElementById("saved").hidden = false;
}

form.addEventListener("change", () => {
  lastSave = lastSave.then(saveSettings); // one after another, so that the last one wins
});
