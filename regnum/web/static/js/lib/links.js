// Selects shareable links on focus and copies them with a button. Without HTTPS a browser may have no clipboard API.

document.querySelectorAll(".invite input").forEach((field) => field.addEventListener("focus", () => field.select()));
document.querySelectorAll("[data-copy]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    const isCopied = await copyText(field);
    (isCopied ? button : field).focus();
    button.parentElement.querySelector("[role=status]").textContent = isCopied
      ? button.dataset.done
      : button.dataset.failed;
  });
});

/** @param {PageElement} field */
async function copyText(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand("copy");
  }
}
