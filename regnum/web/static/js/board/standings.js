// Shows the standings on request, and refreshes them while they are open.
const matrix = document.getElementById("standings");

async function loadStandings() {
  const answer = await fetch(matrix.dataset.from).catch(() => null);
  if (answer?.ok) {
    matrix.innerHTML = await answer.text(); // trusted: rendered by the server's template, which escapes everything
  }
}

matrix?.addEventListener("toggle", (event) => event.newState === "open" && loadStandings());

export function refreshStandings() {
  if (matrix?.matches(":popover-open")) {
    loadStandings();
  }
}
