// Who leads: a matrix that comes when it is asked for, and anew with news as long as it is open.
const matrix = document.getElementById("standings");

async function fill() {
  const answer = await fetch(matrix.dataset.from).catch(() => null);
  if (answer?.ok) {
    matrix.innerHTML = await answer.text(); // ours: made by the server's template, with everything escaped
  }
}

matrix?.addEventListener("toggle", (event) => event.newState === "open" && fill());

export function refreshStandings() {
  if (matrix?.matches(":popover-open")) {
    fill();
  }
}
