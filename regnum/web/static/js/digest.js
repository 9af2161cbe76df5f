// What is new of the log, on a narrow page: each turn has as many lines as there is room for, so that all that can be done is in
// sight. Whole sentences are left out, and what is left out can be unfolded over what stands above it: nothing moves.
const LINES = [3, 2, 1];
const narrow = window.matchMedia("(max-width: 999px)");

const sentences = (turn) => [...turn.querySelectorAll("span")];
const isCut = (turn) => turn.scrollHeight > turn.clientHeight + 1;

function shorten(digest, lines) {
  digest.style.setProperty("--lines", lines);
  for (const turn of digest.querySelectorAll("li")) {
    sentences(turn).forEach((said) => said.hidden = false);
    for (const said of sentences(turn).slice(1).reverse()) {
      if (!isCut(turn)) {
        break;
      }
      said.hidden = true;
    }
  }
}

function fit() {
  const digest = document.querySelector("#lately:not(.unfolded)");
  const strip = document.getElementById("strip");
  if (!digest || !strip || !narrow.matches) {
    return;
  }
  const foot = window.innerHeight - strip.offsetHeight;
  const fits = (parts, lines) => {
    shorten(digest, lines);
    return [...document.querySelectorAll(parts)].every((part) => part.getBoundingClientRect().bottom + window.scrollY <= foot);
  };
  const choices = "#choices > .buttons, #listed > summary";
  LINES.find((lines) => fits(`${choices}, #do-hint`, lines)) ?? LINES.find((lines) => fits(choices, lines));
  const more = digest.querySelector(".lately-more");
  more.hidden = more.dataset.hidden === "0" && ![...digest.querySelectorAll("li")].some((turn) => turn.querySelector("[hidden]") || isCut(turn));
}

document.addEventListener("click", (event) => {
  const more = event.target.closest?.(".lately-more");
  if (more) {
    const digest = document.getElementById("lately");
    const unfolds = !digest.classList.contains("unfolded");
    digest.style.height = unfolds ? `${digest.offsetHeight}px` : "";
    digest.classList.toggle("unfolded", unfolds);
    more.setAttribute("aria-expanded", String(unfolds));
    digest.querySelectorAll("li > span").forEach((said) => said.hidden = said.hidden && !unfolds);
    [more.textContent, more.dataset.fold] = [more.dataset.fold, more.textContent];
    fit();
  }
});
document.addEventListener("htmx:afterSettle", fit);
document.addEventListener("htmx:sseMessage", () => window.setTimeout(fit, 60));
narrow.addEventListener("change", fit);
window.addEventListener("load", fit);
