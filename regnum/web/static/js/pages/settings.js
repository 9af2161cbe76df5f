// The settings: what is chosen is kept and holds at once. (Without this script there is a button for it.)
const form = document.querySelector("form.settings");
let sent = Promise.resolve();

async function keep() {
  const chosen = new URLSearchParams(/** @type {any} */ (new FormData(form))); // it has no files
  const answer = await fetch(form.action, { method: "POST", body: chosen }).catch(() => null);
  if (!answer?.ok) {
    form.submit(); // the page of the error says what is wrong
    return;
  }
  for (const [name, value] of chosen) {
    if (name in document.documentElement.dataset) {
      document.documentElement.dataset[name] = value;
    }
  }
  document.getElementById("saved").hidden = false;
}

form.addEventListener("change", () => {
  sent = sent.then(keep); // one after the other: the last one holds
});
