// Players place an advisor on the strategy board itself: they choose the advisor, the bribe and the column, in any order. The board
// shows the choice, and a preview of the advisor in each column. The last part of the choice presses the page's button for it.
//
// While there is an advisor to place, panel.html.jinja has <div id="placing"> with the advisors (#advisor-4) and, if the player has
// coins, #bribe-less, #bribe[data-most], #bribe-more; columns (#column-tax) with their spaces from the top down, where
// data-strength is the power of the advisor there, including the bribe; and <p id="brings" data-brings="Advisor # brings:">, which
// says what the advisor gains in each column, or in the one under the pointer; data-first is its text until one is chosen.

let advisor = ""; // the choice, for example "4", "tax", 2
let column = "";
let bribe = 0;
/** @type {PageElement | null} */
let over = null; // the column under the pointer
let asked = ""; // the question that the choice answers

const placing = () => document.getElementById("placing");
const advisors = () => [...placing().querySelectorAll("[data-target^='advisor-']")];
const columns = () => [...document.querySelectorAll(".strategy [data-target^='column-']")];
const most = () => Number(document.getElementById("bribe")?.dataset.most || 0);
/** @param {PageElement} place */
const called = (place) => place.dataset.target.split("-")[1];

function look() {
  if (!placing()) {
    asked = "";
    return;
  }
  const now = document.getElementById("ply").dataset.since;
  if (asked !== now) {
    asked = now;
    column = "";
    bribe = 0;
    advisor = advisors().length === 1 ? called(advisors()[0]) : "";
  }
  show();
}

function show() {
  /**
   * @param {PageElement} place
   * @param {boolean} on
   */
  const mark = (place, on) => {
    place.classList.toggle("picked", on);
    place.setAttribute("aria-pressed", String(on));
  };
  advisors().forEach((place) => mark(place, called(place) === advisor));
  columns().forEach((place) => {
    mark(place, called(place) === column);
    preview(place);
    place.toggleAttribute("data-no-tip", advisor !== ""); // the page already shows what the advisor brings, so no tooltip covers the columns
  });
  brings();
  const output = document.getElementById("bribe");
  if (output) {
    output.textContent = String(bribe);
    document.getElementById("bribe-less").disabled = bribe === 0;
    document.getElementById("bribe-more").disabled = bribe === most();
  }
}

const withBribe = () => (bribe ? `${advisor}+${bribe}` : advisor);

// Show what the advisor gains, as the labels of the buttons say.
function brings() {
  const said = document.getElementById("brings");
  /** @param {PageElement} place */
  const told = (place) =>
    document.querySelector(`#choices button[value='place ${advisor} ${called(place)} ${bribe}']`)?.textContent.trim();
  const each = advisor
    ? [...document.querySelectorAll(".strategy .column")].map((place) => place.dataset.target && told(place))
    : [];
  const what = each.some(Boolean)
    ? each.map((label) => (label ? label.slice(label.indexOf(": ") + 2) : "–")).join(" · ")
    : "";
  const all = what && `${said.dataset.brings.replace("#", withBribe())} ${what}`;
  const text = advisor ? (over && columns().includes(over) && told(over)) || all : said.dataset.first;
  if (said.textContent !== text) {
    said.textContent = text;
  }
}

// A finger cannot hover before it presses, so nothing may move under it.
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    if (event.pointerType ? event.pointerType === "touch" : !event.target.matches(":focus-visible")) {
      return;
    }
    hover(event);
  });
}

/** @param {Happened<PointerEvent>} event */
function hover(event) {
  const column = event.target.closest?.(".strategy .column[data-target]") ?? null;
  if (placing() && column !== over) {
    over = column;
    brings();
  }
}

/**
 * Preview the advisor in a column: above all weaker ones, which move down a space.
 * @param {PageElement} place
 */
function preview(place) {
  const spaces = [...place.querySelectorAll(".space")];
  const power = Number(advisor) + bribe;
  const row = spaces.findIndex((space) => Number(space.dataset.strength || 0) < power);
  spaces.forEach((space, number) => {
    const lands = advisor !== "" && number === row;
    space.classList.toggle("lands", lands);
    space.classList.toggle("yields", advisor !== "" && number >= row && "strength" in space.dataset);
    if (lands) {
      space.dataset.who = withBribe();
    } else {
      delete space.dataset.who;
    }
  });
}

/** @param {PageElement} place */
function choose(place) {
  const name = called(place);
  if (place.dataset.target.startsWith("advisor-")) {
    advisor = advisor === name && !column && advisors().length > 1 ? "" : name;
  } else {
    column = column === name ? "" : name;
  }
  show();
  if (advisor && column) {
    const sent = [advisor, column, bribe];
    column = "";
    document.querySelector(`#choices button[value='place ${sent.join(" ")}']`)?.click();
  }
}

/** @type {Record<string, number>} */
const BRIBES = { "bribe-less": -1, "bribe-more": 1 };

/** @param {Happened<Event>} event */
function meant(event) {
  const place = event.target.closest?.("#strategy [data-target]");
  return placing() && place && /^(advisor|column)-/.test(place.dataset.target) ? place : null;
}

document.addEventListener(
  "click",
  (event) => {
    const place = meant(event);
    const step = BRIBES[event.target.closest?.("button")?.id ?? ""];
    if (place) {
      event.stopPropagation();
      choose(place);
    } else if (step && placing()) {
      event.stopPropagation();
      bribe = Math.min(most(), Math.max(0, bribe + step));
      show();
    } else if (placing()) {
      bribe = event.target.id === "do-not" ? 0 : bribe; // "no" takes back the bribe
      window.setTimeout(() => placing() && show()); // the page removes its own marks after a click elsewhere, so restore ours
    }
  },
  true,
);

document.addEventListener(
  "keydown",
  (event) => {
    const place = meant(event);
    if (place && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      event.stopPropagation();
      choose(place);
    } else if (event.key === "Escape" && placing()) {
      bribe = 0;
      advisor = advisors().length === 1 ? advisor : "";
      column = "";
      show();
    }
  },
  true,
);

// On a phone, the map is small while advisors are placed: a tap enlarges it, and a tap on its corner closes it again.
document.addEventListener("click", (event) => {
  if (placing() && event.target.id === "board") {
    event.target.classList.toggle("opened");
  }
});

// The digest also lists the regions whose ruler has changed since the viewer's last action.
const rulers = () =>
  new Map([...document.querySelectorAll("#pieces [data-ruler]")].map((region) => [region.id, region.dataset.ruler]));
let ruled = rulers();

function tellRulers() {
  const list = document.querySelector("#digest ol");
  list?.querySelectorAll(".now-rules").forEach((line) => line.remove());
  if (!list || document.body.classList.contains("past")) {
    return;
  }
  const { rules, nobody } = document.getElementById("strategy").dataset;
  for (const [id, seat] of rulers()) {
    if (seat !== ruled.get(id)) {
      const name = document.querySelector(`#side-${seat} .who`)?.textContent;
      const region = document.getElementById(id).dataset.name;
      const said = (name ? rules : nobody).replace("#", region).replace("@", () => name); // a function, because names may contain "$&"
      list.append(Object.assign(document.createElement("li"), { className: "gained now-rules", textContent: said }));
    }
  }
}
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt?.id === "act") {
    ruled = rulers();
  }
});

const hovers = window.matchMedia("(hover: hover)");

/** @param {PageElement} button */
const labelOf = (button) =>
  button.querySelector(".visually-hidden")?.textContent.replace(/^:\s*/, "") ?? button.textContent.trim();

/**
 * The text for a picked region that is not the start of a move: several attacks are possible, or a single figure may arrive.
 * @param {PageElement} picked
 */
function narrowedTo(picked) {
  const ways = picked ? [...document.querySelectorAll("#choices .meant")] : [];
  const { foes, again } = document.getElementById("strategy").dataset;
  const name = picked?.dataset.name ?? "";
  if (ways.length > 1 && ways.every((button) => /^(guarded_)?attack/.test(button.value))) {
    return new Set(ways.map((button) => button.value.replace("guarded_", ""))).size > 1 ? foes.replace("#", name) : "";
  }
  return ways.length === 1 && "ends" in picked.dataset
    ? again.replaceAll("#", name).replace("@", () => labelOf(ways[0]))
    : "";
}

// While a figure is picked, the prompt says where it may go and how to drop it and, after a click elsewhere, why it may not go there.
let wrong = "";
function hold() {
  const asked = document.getElementById("prompt");
  const picked = document.querySelector("#pieces [data-target].picked");
  const from =
    picked?.dataset.target === "chief"
      ? /^(move|march)_leader /
      : picked && RegExp(`^(move|march) ${picked.dataset.target.replace("region-", "")} `);
  const ways = from
    ? [...document.querySelectorAll("#choices .meant")].filter((button) => from.test(button.value))
    : [];
  const names = ways.map((button) => document.getElementById(`region-${button.value.split(" ").at(-1)}`)?.dataset.name);
  const { held, leader } = document.getElementById("strategy").dataset;
  const said =
    wrong +
    (narrowedTo(picked) ||
      (picked?.dataset.name ? held.replaceAll("#", picked.dataset.name) : leader).replace(
        "@",
        [...new Set(names)].join(", "),
      ) + (hovers.matches ? " (Esc)." : "."));
  let line = document.getElementById("held");
  if (!asked || !(ways.length || narrowedTo(picked))) {
    line?.remove();
    return;
  }
  line ??= /** @type {any} */ (
    Object.assign(document.createElement("p"), { id: "held", className: "prompt", role: "status" })
  );
  if (line.textContent !== said) {
    line.textContent = said;
  }
  if (asked.nextSibling !== line) {
    asked.after(line);
  }
}
for (const name of ["click", "keydown"]) {
  document.addEventListener(name, () => window.setTimeout(hold, 0));
}

// A click on a region where the figure cannot go does not drop it, unless another journey begins there.
window.addEventListener(
  "click",
  (event) => {
    const region = event.target.closest?.("#pieces [id^=region-]");
    wrong = "";
    if (
      !region ||
      !document.getElementById("held") ||
      region.matches(".picked, .fits, [data-target]:not([data-ends])")
    ) {
      return;
    }
    const { notThere } = document.getElementById("strategy").dataset;
    const { name } = region.dataset;
    wrong = `${name ? notThere.replace("#", name) : `${region.getAttribute("aria-label")}.`} `;
    event.stopPropagation();
    hold();
  },
  true,
);

// A button that is left after a click on the map needs no confirmation: it is the second click.
document.addEventListener(
  "click",
  (event) => {
    const button = event.isTrusted && event.target.closest?.("#choices.narrowed button.meant");
    if (button) {
      const sure = Object.assign(document.createElement("input"), {
        type: "hidden",
        name: "sure",
        value: button.value,
      });
      button.form.append(sure);
      window.setTimeout(() => sure.remove());
    }
  },
  true,
);

// Next to a fixed map, scroll the decks into view while they can be chosen, and back afterwards.
const wide = window.matchMedia("(min-width: 1000px)");
let brought = false;
function bring() {
  const decks = document.querySelector("#beside #decks:has([data-target])");
  const beside = document.getElementById("beside");
  if (wide.matches && Boolean(decks) !== brought) {
    brought = Boolean(decks);
    const frame = beside.getBoundingClientRect();
    const box = decks?.getBoundingClientRect();
    if (!box) {
      beside.scrollTop = 0;
    } else if (box.top < frame.top || box.bottom > frame.bottom) {
      beside.scrollTop += box.bottom - frame.bottom + 6;
    }
  }
}

// The tooltip of a highlighted region explains its violet colour.
function explain() {
  document.querySelectorAll("#pieces [data-why]").forEach((region) => delete region.dataset.why);
  const { happened } = document.getElementById("strategy").dataset;
  document.querySelectorAll("#pieces .touched").forEach((region) => (region.dataset.why = happened));
}

document.addEventListener("htmx:sseMessage", () => {
  window.setTimeout(explain, 80);
  window.setTimeout(look, 0);
  window.setTimeout(hold, 0);
  window.setTimeout(bring, 80);
  window.setTimeout(tellRulers, 80);
});
look();
document.fonts.ready.then(explain);
document.fonts.ready.then(bring);
