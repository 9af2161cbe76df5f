// Opens the player aid over the table with F1 or its link, scrolled to the current step of the round.
const dialog = document.getElementById("aid-dialog");
const link = document.getElementById("player-aid-link");

async function loadContent() {
  const answer = await fetch(link.href, { headers: { "hx-request": "true" } }).catch(() => null);
  if (answer?.ok) {
    // Trusted: rendered by the server's template, which escapes everything.
    dialog.querySelector(".player-aid-content").innerHTML = await answer.text();
  }
  return answer?.ok;
}

async function toggleDialog() {
  if (dialog.open) {
    dialog.close();
  } else if (await loadContent()) {
    dialog.showModal();
    dialog.querySelector(".is-current")?.scrollIntoView({ block: "center" });
  }
}

link?.addEventListener("click", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    toggleDialog();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "F1" && dialog) {
    event.preventDefault();
    toggleDialog();
  }
});

dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close()); // the backdrop

export function refreshPlayerAid() {
  if (dialog?.open) {
    loadContent();
  }
}
