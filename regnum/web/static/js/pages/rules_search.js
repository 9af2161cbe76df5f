// Searches the rules: shows the clauses that contain every word in their text, their folded details or their chapter's
// title.
const field = document.getElementById("search");
const status = document.getElementById("search-status");
/** @param {string} text */
const normalise = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const chapters = [...document.querySelectorAll(".chapter")].map((section) => ({
  section,
  folded: section.querySelector(".details"),
  clauses: [...section.querySelectorAll(".clause")].map((clause) => ({
    clause,
    text: normalise(`${section.querySelector("h2").textContent} ${clause.textContent}`),
    more: clause.querySelector("details"),
  })),
}));

/** @param {string[]} words */
function highlightWords(words) {
  if (!window.CSS?.highlights) {
    return;
  }
  const ranges = [];
  for (const node of words.length ? document.querySelectorAll(".clause:not([hidden]) p") : []) {
    for (let walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT); walker.nextNode(); ) {
      const text = (walker.currentNode.textContent ?? "").toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(walker.currentNode, at);
          range.setEnd(walker.currentNode, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  CSS.highlights.set("found", new Highlight(...ranges));
}

function filterClauses() {
  const typed = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const words = typed.map(normalise);
  let count = 0;
  for (const { section, folded, clauses } of chapters) {
    for (const { clause, text, more } of clauses) {
      clause.hidden = !words.every((word) => text.includes(word));
      count += Number(!clause.hidden);
      if (more) {
        const visible = normalise(clause.querySelector("p").textContent);
        more.open =
          words.length > 0 &&
          !clause.hidden &&
          words.some((word) => !visible.includes(word) && normalise(more.textContent).includes(word));
      }
    }
    section.hidden = words.length > 0 && clauses.every(({ clause }) => clause.hidden);
    if (folded) {
      folded.hidden = words.length > 0 && !folded.querySelector(".clause:not([hidden])");
      folded.open = words.length > 0;
    }
  }
  document.querySelector(".contents").hidden = words.length > 0;
  status.textContent = words.length
    ? count
      ? status.dataset.foundCount.replace("#", count)
      : status.dataset.noMatches
    : "";
  highlightWords(typed);
}

const form = /** @type {PageElement} */ (field.closest("form"));
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("input", filterClauses);
if (field.value) {
  filterClauses(); // the browser has restored the input
}

// Shows the clause that a link leads to, even if it is folded or filtered out.
function showLinkedClause() {
  const clause = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  const folded = clause?.closest(".details");
  if (clause?.hidden) {
    field.value = "";
    filterClauses();
  }
  if (folded && !folded.open) {
    folded.open = true;
  }
  clause?.scrollIntoView();
}
window.addEventListener("hashchange", showLinkedClause);
if (window.location.hash) {
  showLinkedClause();
}
