// The player aid: it comes over the table with F1 or a click on its link, and shows where the game stands in the round.
const dialog = document.getElementById("aid");
const link = document.getElementById("to-aid");

async function fill() {
  const answer = await fetch(link.href, { headers: { "hx-request": "true" } }).catch(() => null);
  if (answer?.ok) {
    dialog.querySelector(".aid-content").innerHTML = await answer.text(); // ours: made by the server's template, with everything escaped
  }
  return answer?.ok;
}

async function toggle() {
  if (dialog.open) {
    dialog.close();
  } else if (await fill()) {
    dialog.showModal();
    dialog.querySelector(".station")?.scrollIntoView({ block: "center" });
  }
}

link?.addEventListener("click", (event) => {
  if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    toggle();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "F1" && dialog) {
    event.preventDefault();
    toggle();
  }
});

dialog?.addEventListener("click", (event) => event.target === dialog && dialog.close()); // beside it

export function refreshPlayerAid() {
  if (dialog?.open) {
    fill();
  }
}
