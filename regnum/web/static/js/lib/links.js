// Links to send: marked when they get the focus, copied by a button; without https a browser may have no clipboard.

document.querySelectorAll(".invite input").forEach((field) => field.addEventListener("focus", () => field.select()));
document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const done = await copied(field);
    (done ? button : field).focus();
    button.parentElement.querySelector("[role=status]").textContent = done
      ? button.dataset.done
      : button.dataset.failed;
  });
});

/** @param {PageElement} field */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
