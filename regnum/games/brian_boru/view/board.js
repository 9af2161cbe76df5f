// In the draft, players select cards in place, and can change their selection until they keep it. Then this script clicks the
// page's buttons for them, one by one. Cards in the list are selected in the same way. The cards that come at the end without a
// choice are named. Selecting a card marks the end of the last round as read.
//
// hand.html.jinja provides <button id="keep-them" data-left> below the cards of #packet, #hand[data-drafting] while cards are still
// to come, and then <p id="at-last" data-says="... #">.

const narrow = window.matchMedia("(max-width: 999px)");
const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
const SHOWN = 900; // milliseconds
/** @type {string[]} */
let chosen = []; // targets
/** @type {string[]} */
let sending = []; // targets still to be sent
let asked = ""; // the question for which they were chosen
/** @type {Set<string> | null} */
let held = null; // the hand during the draft
/** @type {string[]} */
let last = []; // the cards that came at the end
let many = 0; // the size of the hand then

const keep = () => document.getElementById("keep-them");
const guided = () => Boolean(document.getElementById("guide") ?? document.querySelector("#panel .guide"));
const since = () => document.getElementById("ply").dataset.since;
const cards = () => [...document.querySelectorAll("#packet [data-target]")];
const listed = () => [...document.querySelectorAll("#choices button[data-target]")];
const inHand = () => [...document.querySelectorAll("#hand .card")];
/** @param {PageElement | undefined} card */
const called = (card) => card?.getAttribute("aria-label")?.split(".")[0] ?? "";

/** @param {string} target */
function press(target) {
  held?.add(target);
  document.querySelector(`#choices button[data-target='${target}']`)?.click();
}

// The button of a town to be chosen on the map: if the hand is docked, only to contest it or expand to it, otherwise any.
const onMap = () =>
  document.querySelector(
    `#choices ${document.querySelector(".docked") ? ":is([value^='contest '], [value^='expand '])" : "[data-target^='town-']"}`,
  );

// Touch has no hover, so the first tap lifts a card and shows its effects, and the next one plays it.
let lifted = "";
document.addEventListener(
  "click",
  (event) => {
    const ours = (document.documentElement.dataset.confirm ?? "turn") === "turn";
    const asks = ours && event.pointerType === "touch" && narrow.matches;
    const card = asks && event.target.closest?.(".docked #hand .card[data-target]");
    document.querySelector(".card.lifted")?.classList.remove("lifted");
    if (!card || card.id === lifted) {
      lifted = "";
      return;
    }
    event.stopImmediatePropagation();
    lifted = card.id;
    card.dataset.again = card.closest("#hand")?.dataset.again ?? "";
    card.classList.add("lifted");
    card.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
  },
  true,
);

function toMap() {
  const board = document.getElementById("board");
  if (onMap() && board.getBoundingClientRect().top < 0 && !board.matches(".tapped")) {
    board.scrollIntoView({ block: "start", behavior: calm.matches ? "instant" : "smooth" });
  }
}

function look() {
  if (asked !== since()) {
    asked = since();
    chosen = [];
    const next = sending.shift();
    if (next) {
      press(next);
    } else if (narrow.matches && onMap() && !guided()) {
      window.setTimeout(toMap, SHOWN);
    }
  }
  show();
  remember();
}

function show() {
  const button = keep();
  if (!button) {
    return;
  }
  [...cards(), ...listed()].forEach((card) => {
    const on = chosen.includes(card.dataset.target) || sending.includes(card.dataset.target);
    card.classList.toggle("picked", on);
    card.setAttribute("aria-pressed", String(on));
  });
  const names = chosen.map((target) => called(cards().find((card) => card.dataset.target === target)));
  const full = names.length === Number(button.dataset.left);
  const says = full ? button.dataset.says : button.dataset.more;
  const said = says.replace("#", names.join(` ${button.dataset.and} `));
  const text = names.length ? said[0].toUpperCase() + said.slice(1) : button.dataset.none;
  button.setAttribute("aria-disabled", String(!full));
  if (button.textContent !== text) {
    button.textContent = text;
  }
}

// Show which cards came without a choice, until a card of the hand has been played.
function remember() {
  const hand = inHand();
  if (document.querySelector("#hand[data-drafting], #packet")) {
    const seen = held ?? new Set();
    hand.forEach((card) => seen.add(card.id));
    held = seen;
    last = [];
  } else if (held && hand.length) {
    const known = held;
    last = hand.filter((card) => !known.has(card.id)).map(called);
    many = hand.length;
    held = null;
  }
  const said = document.getElementById("at-last");
  if (said) {
    said.hidden = !last.length || hand.length < many;
    said.textContent = said.hidden ? "" : said.dataset.says.replace("#", last.join(", "));
  }
}

/** @param {string} target */
function choose(target) {
  if (asked !== since()) {
    look(); // on a slow machine, the click may come first
  }
  const said = document.getElementById("keep-full");
  const many = Number(keep().dataset.left);
  if (many > 1 && chosen.length === many && !chosen.includes(target)) {
    said.textContent = said.dataset.says; // says why no more cards can be selected
    return;
  }
  said.textContent = "";
  if (chosen.includes(target)) {
    chosen = chosen.filter((other) => other !== target);
  } else {
    chosen = [...chosen, target].slice(-Number(keep().dataset.left)); // if only one can be kept, the new one replaces it
  }
  keep().classList.remove("lacks");
  show();
  if (!narrow.matches) {
    // if it covers other elements
    document.querySelector("#summaries > [data-kind=upkeep][data-fresh][open] > summary")?.click();
  }
}

/**
 * Return a selectable card of the packet, or its button in the list, unless this script has clicked it.
 * @param {Happened<Event>} event
 */
const meant = (event) =>
  (keep() &&
    !guided() &&
    event.isTrusted &&
    event.target.closest?.("#packet [data-target], #choices button[data-target]")) ||
  null;

function keepThem() {
  if (keep().getAttribute("aria-disabled") === "true") {
    keep().classList.add("lacks"); // its text explains what is missing
    return;
  }
  const [first, ...rest] = chosen;
  sending = rest;
  press(first);
}

document.addEventListener(
  "click",
  (event) => {
    const card = meant(event);
    if (card) {
      event.preventDefault();
      event.stopPropagation();
      choose(card.dataset.target);
    } else if (event.target.id === "keep-them") {
      event.stopPropagation();
      keepThem();
    } else if (keep()) {
      window.setTimeout(show); // a click on the background only removes the page's own marks
    }
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    const card = meant(event);
    if (card && card.tagName !== "BUTTON" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      choose(card.dataset.target);
    }
  },
  true,
);

// Parts unfolded below the question would be hidden behind the hand.
document.addEventListener("click", (event) => {
  const part = event.target.closest?.("#turn summary")?.parentElement;
  if (part && narrow.matches) {
    window.setTimeout(() => part.open && part.scrollIntoView({ block: "nearest" }), 300); // its content may still be loading
  }
});

document.addEventListener("htmx:sseMessage", () => window.setTimeout(look, 0));
look();
