// Places advisors on the strategy board. The user chooses the advisor, the bribe and the column in any order. The board
// shows the choice and the advisor's place in each column. The last choice presses the page's button for the action.
//
// panel.html.jinja provides the following while there is an advisor to place: <div id="placing"> with the advisors
// (#advisor-4) and, if there are coins for a bribe, #bribe-less, #bribe[data-most] and #bribe-more; columns
// (#column-tax) with their spaces from the top down, where data-strength is the strength of the advisor on the space,
// including the bribe; and <p id="gain-preview" data-brings="Advisor # brings:">, which shows what an advisor gains in each
// column, or in the one under the pointer. It shows data-first until an advisor is chosen.

let advisor = ""; // the choices: "4", "tax", 2
let column = "";
let bribe = 0;
/** @type {PageElement | null} */
let pointedColumn = null; // the column under the pointer
let lastQuestionId = ""; // the question that they answer

const placing = () => document.getElementById("placing");
const advisors = () => [...placing().querySelectorAll("[data-target^='advisor-']")];
const columns = () => [...document.querySelectorAll(".strategy [data-target^='column-']")];
const maxBribe = () => Number(document.getElementById("bribe")?.dataset.most || 0);
/** @param {PageElement} place */
const nameOf = (place) => place.dataset.target.split("-")[1];

function updatePlacing() {
  if (!placing()) {
    lastQuestionId = "";
    return;
  }
  const now = document.getElementById("entry-count").dataset.decisionStart;
  if (lastQuestionId !== now) {
    lastQuestionId = now;
    column = "";
    bribe = 0;
    advisor = advisors().length === 1 ? nameOf(advisors()[0]) : "";
  }
  showPlacing();
}

function showPlacing() {
  /**
   * @param {PageElement} place
   * @param {boolean} on
   */
  const toggleMark = (place, on) => {
    place.classList.toggle("is-picked", on);
    place.setAttribute("aria-pressed", String(on));
  };
  advisors().forEach((place) => toggleMark(place, nameOf(place) === advisor));
  columns().forEach((place) => {
    toggleMark(place, nameOf(place) === column);
    previewColumn(place);
    // The page already shows what the advisor gains, so no inspect card covers the columns.
    place.toggleAttribute("data-no-inspect-card", advisor !== "");
  });
  showGains();
  const output = document.getElementById("bribe");
  if (output) {
    output.textContent = String(bribe);
    document.getElementById("bribe-less").disabled = bribe === 0;
    document.getElementById("bribe-more").disabled = bribe === maxBribe();
  }
}

const advisorLabel = () => (bribe ? `${advisor}+${bribe}` : advisor);

// Shows what the advisor gains, as the action's button says it.
function showGains() {
  const output = document.getElementById("gain-preview");
  /** @param {PageElement} place */
  const labelIn = (place) =>
    document.querySelector(`#choices button[value='place ${advisor} ${nameOf(place)} ${bribe}']`)?.textContent.trim();
  const labels = advisor
    ? [...document.querySelectorAll(".strategy .column")].map((place) => place.dataset.target && labelIn(place))
    : [];
  const gains = labels.some(Boolean)
    ? labels.map((label) => (label ? label.slice(label.indexOf(": ") + 2) : "–")).join(" · ")
    : "";
  const allGains = gains && `${output.dataset.brings.replace("#", advisorLabel())} ${gains}`;
  const text = advisor
    ? (pointedColumn && columns().includes(pointedColumn) && labelIn(pointedColumn)) || allGains
    : output.dataset.first;
  if (output.textContent !== text) {
    output.textContent = text;
  }
}

// Touch input doesn't hover before it taps, so nothing may move below the finger.
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    if (event.pointerType ? event.pointerType === "touch" : !event.target.matches(":focus-visible")) {
      return;
    }
    updatePointedColumn(event);
  });
}

/** @param {Happened<PointerEvent>} event */
function updatePointedColumn(event) {
  const column = event.target.closest?.(".strategy .column[data-target]") ?? null;
  if (placing() && column !== pointedColumn) {
    pointedColumn = column;
    showGains();
  }
}

/**
 * Show where the advisor would be placed: above all weaker ones, which move down a space.
 * @param {PageElement} place
 */
function previewColumn(place) {
  const spaces = [...place.querySelectorAll(".space")];
  const power = Number(advisor) + bribe;
  const row = spaces.findIndex((space) => Number(space.dataset.strength || 0) < power);
  spaces.forEach((space, number) => {
    const lands = advisor !== "" && number === row;
    space.classList.toggle("is-landing", lands);
    space.classList.toggle("is-yielding", advisor !== "" && number >= row && "strength" in space.dataset);
    if (lands) {
      space.dataset.who = advisorLabel();
    } else {
      delete space.dataset.who;
    }
  });
}

/** @param {PageElement} place */
function choosePlace(place) {
  const name = nameOf(place);
  if (place.dataset.target.startsWith("advisor-")) {
    advisor = advisor === name && !column && advisors().length > 1 ? "" : name;
  } else {
    column = column === name ? "" : name;
  }
  showPlacing();
  if (advisor && column) {
    const sent = [advisor, column, bribe];
    column = "";
    document.querySelector(`#choices button[value='place ${sent.join(" ")}']`)?.click();
  }
}

/** @type {Record<string, number>} */
const BRIBES = { "bribe-less": -1, "bribe-more": 1 };

/** @param {Happened<Event>} event */
function placeOf(event) {
  const place = event.target.closest?.("#strategy [data-target]");
  return placing() && place && /^(advisor|column)-/.test(place.dataset.target) ? place : null;
}

document.addEventListener(
  "click",
  (event) => {
    const place = placeOf(event);
    const step = BRIBES[event.target.closest?.("button")?.id ?? ""];
    if (place) {
      event.stopPropagation();
      choosePlace(place);
    } else if (step && placing()) {
      event.stopPropagation();
      bribe = Math.min(maxBribe(), Math.max(0, bribe + step));
      showPlacing();
    } else if (placing()) {
      bribe = event.target.id === "cancel-move" ? 0 : bribe; // a declined choice is reset
      window.setTimeout(() => placing() && showPlacing()); // a click elsewhere only clears the page's own marks
    }
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    const place = placeOf(event);
    if (place && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      choosePlace(place);
    } else if (event.key === "Escape" && placing()) {
      bribe = 0;
      advisor = advisors().length === 1 ? advisor : "";
      column = "";
      showPlacing();
    }
  },
  true,
);

// On a phone the map is small while advisors are placed. A tap enlarges it, and a tap on its corner shrinks it again.
document.addEventListener("click", (event) => {
  if (placing() && event.target.id === "board") {
    event.target.classList.toggle("is-opened");
  }
});

// Lists the regions whose ruler has changed since the user's last action, below the last events.
const currentRulers = () =>
  new Map([...document.querySelectorAll("#pieces [data-ruler]")].map((region) => [region.id, region.dataset.ruler]));
let rulersBefore = currentRulers();

function showNewRulers() {
  const list = document.querySelector("#recap ol");
  list?.querySelectorAll(".now-rules").forEach((line) => line.remove());
  if (!list || document.body.classList.contains("is-past")) {
    return;
  }
  const { rules, nobody } = document.getElementById("strategy").dataset;
  for (const [id, seat] of currentRulers()) {
    if (seat !== rulersBefore.get(id)) {
      const name = document.querySelector(`#side-${seat} .who`)?.textContent;
      const region = document.getElementById(id).dataset.name;
      // A function, because names may contain "$".
      const text = (name ? rules : nobody).replace("#", region).replace("@", () => name);
      list.append(Object.assign(document.createElement("li"), { className: "gained now-rules", textContent: text }));
    }
  }
}
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt?.id === "turn-form") {
    rulersBefore = currentRulers();
  }
});

const hoverQuery = window.matchMedia("(hover: hover)");

/** @param {PageElement} button */
const labelOf = (button) =>
  button.querySelector(".visually-hidden")?.textContent.replace(/^:\s*/, "") ?? button.textContent.trim();

/**
 * The prompt for a selection other than a figure: several opponents to attack, or a single move to the region. "" if
 * neither applies.
 * @param {PageElement} picked
 */
function narrowedPrompt(picked) {
  const moves = picked ? [...document.querySelectorAll("#choices .is-matching")] : [];
  const { foes, again } = document.getElementById("strategy").dataset;
  const name = picked?.dataset.name ?? "";
  if (moves.length > 1 && moves.every((button) => /^(guarded_)?attack/.test(button.value))) {
    return new Set(moves.map((button) => button.value.replace("guarded_", ""))).size > 1 ? foes.replace("#", name) : "";
  }
  return moves.length === 1 && "destinationOnly" in picked.dataset
    ? again.replaceAll("#", name).replace("@", () => labelOf(moves[0]))
    : "";
}

// While the user holds a figure, the prompt says where it can move and how to put it down. After a click on a region it
// can't reach, it says why.
let rejection = "";
function updateHeldPrompt() {
  const prompt = document.getElementById("prompt");
  const picked = document.querySelector("#pieces [data-target].is-picked");
  const from =
    picked?.dataset.target === "chief"
      ? /^(move|march)_leader /
      : picked && RegExp(`^(move|march) ${picked.dataset.target.replace("region-", "")} `);
  const moves = from
    ? [...document.querySelectorAll("#choices .is-matching")].filter((button) => from.test(button.value))
    : [];
  const names = moves.map(
    (button) => document.getElementById(`region-${button.value.split(" ").at(-1)}`)?.dataset.name,
  );
  const { held, leader } = document.getElementById("strategy").dataset;
  const text =
    rejection +
    (narrowedPrompt(picked) ||
      (picked?.dataset.name ? held.replaceAll("#", picked.dataset.name) : leader).replace(
        "@",
        [...new Set(names)].join(", "),
      ) + (hoverQuery.matches ? " (Esc)." : "."));
  let line = document.getElementById("move-hint");
  if (!prompt || !(moves.length || narrowedPrompt(picked))) {
    line?.remove();
    return;
  }
  line ??= /** @type {any} */ (
    Object.assign(document.createElement("p"), { id: "move-hint", className: "prompt", role: "status" })
  );
  if (line.textContent !== text) {
    line.textContent = text;
  }
  if (prompt.nextSibling !== line) {
    prompt.after(line);
  }
}
for (const name of ["click", "keydown"]) {
  document.addEventListener(name, () => window.setTimeout(updateHeldPrompt, 0));
}

// A click on a region that the figure can't reach doesn't put it down, unless another move starts there.
window.addEventListener(
  "click",
  (event) => {
    const region = event.target.closest?.("#pieces [id^=region-]");
    rejection = "";
    if (
      !region ||
      !document.getElementById("move-hint") ||
      region.matches(".is-picked, .is-fitting, [data-target]:not([data-destination-only])")
    ) {
      return;
    }
    const { notThere } = document.getElementById("strategy").dataset;
    const { name } = region.dataset;
    rejection = `${name ? notThere.replace("#", name) : `${region.getAttribute("aria-label")}.`} `;
    event.stopPropagation();
    updateHeldPrompt();
  },
  true,
);

// A button that the user reached through the map is the second step, so it needs no confirmation.
document.addEventListener(
  "click",
  (event) => {
    const button = event.isTrusted && event.target.closest?.("#choices.is-narrowed button.is-matching");
    if (button) {
      const confirmation = Object.assign(document.createElement("input"), {
        type: "hidden",
        name: "confirmed",
        value: button.value,
      });
      button.form.append(confirmation);
      window.setTimeout(() => confirmation.remove());
    }
  },
  true,
);

// On a wide page, scrolls to the decks next to the map while one of them can be selected, and back afterwards.
const wideWindow = window.matchMedia("(min-width: 1000px)");
let wereDecksActive = false;
function scrollToDecks() {
  const decks = document.querySelector("#game-panel #decks:has([data-target])");
  const beside = document.getElementById("game-panel");
  if (wideWindow.matches && Boolean(decks) !== wereDecksActive) {
    wereDecksActive = Boolean(decks);
    const frame = beside.getBoundingClientRect();
    const box = decks?.getBoundingClientRect();
    if (!box) {
      beside.scrollTop = 0;
    } else if (box.top < frame.top || box.bottom > frame.bottom) {
      beside.scrollTop += box.bottom - frame.bottom + 6;
    }
  }
}

// Explains the highlight of a region on its card.
function explainHighlights() {
  document.querySelectorAll("#pieces [data-change-reason]").forEach((region) => delete region.dataset.changeReason);
  const { happened } = document.getElementById("strategy").dataset;
  document.querySelectorAll("#pieces .is-touched").forEach((region) => (region.dataset.changeReason = happened));
}

document.addEventListener("htmx:sseMessage", () => {
  window.setTimeout(explainHighlights, 80);
  window.setTimeout(updatePlacing, 0);
  window.setTimeout(updateHeldPrompt, 0);
  window.setTimeout(scrollToDecks, 80);
  window.setTimeout(showNewRulers, 80);
});
updatePlacing();
document.fonts.ready.then(explainHighlights);
document.fonts.ready.then(scrollToDecks);
