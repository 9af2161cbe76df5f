// At how many other tables it is one's move: said in the header of every page, and asked for again now and then.
const AGAIN = 30000; // milliseconds
const link = document.getElementById("waiting");

async function ask() {
  if (document.hidden) {
    return;
  }
  const answer = await fetch(link.dataset.from).catch(() => null);
  if (answer?.ok) {
    link.textContent = await answer.text();
    link.hidden = !link.textContent;
  }
}

ask();
window.setInterval(ask, AGAIN);
document.addEventListener("visibilitychange", ask);
