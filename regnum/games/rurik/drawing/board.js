// An advisor is placed on the strategy board itself: choose him, set the bribe, choose the column, in any order. What is chosen is
// shown, and where he would stand in each column; it is sent with the last part, by the page's button for it.
//
// panel.html.jinja gives, while there is one to place: <div id="placing" data-seat> with the advisors (#advisor-4) and, with coins
// to give, #bribe-less, #bribe[data-most], #bribe-more; columns (#column-tax) with their spaces from the top down, where
// data-strength is the power of who stands there, with his bribe; and <p id="brings" data-brings="Advisor # brings:">, where
// it is said what an advisor brings in each column, or in the one that is pointed at; data-first as long as none is chosen.

let advisor = ""; // what is chosen: "4", "tax", 2
let column = "";
let bribe = 0;
let over = null; // the column that is pointed at
let asked = ""; // the question to which it was chosen

const placing = () => document.getElementById("placing");
const advisors = () => [...placing().querySelectorAll("[data-target^='advisor-']")];
const columns = () => [...document.querySelectorAll(".strategy [data-target^='column-']")];
const most = () => Number(document.getElementById("bribe")?.dataset.most || 0);
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
  const mark = (place, on) => {
    place.classList.toggle("picked", on);
    place.setAttribute("aria-pressed", String(on));
  };
  advisors().forEach((place) => mark(place, called(place) === advisor));
  columns().forEach((place) => {
    mark(place, called(place) === column);
    preview(place);
  });
  brings();
  const output = document.getElementById("bribe");
  if (output) {
    output.textContent = String(bribe);
    document.getElementById("bribe-less").disabled = bribe === 0;
    document.getElementById("bribe-more").disabled = bribe === most();
  }
}

// What the advisor brings is what the button of it says.
function brings() {
  const said = document.getElementById("brings");
  const told = (place) => document.querySelector(`#choices button[value='place ${advisor} ${called(place)} ${bribe}']`)?.textContent.trim();
  const each = advisor ? columns().map(told).filter(Boolean) : [];
  const what = each.map((label) => label.slice(label.indexOf(": ") + 2)).join(" · ");
  const all = what && `${said.dataset.brings.replace("#", advisor + (bribe ? "+" + bribe : ""))} ${what}`;
  const text = advisor ? (over && columns().includes(over) && told(over)) || all : said.dataset.first;
  if (said.textContent !== text) {
    said.textContent = text;
  }
}

// A finger points at nothing before it presses: then nothing may move below it.
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, (event) => {
    if (event.pointerType ? event.pointerType === "touch" : !event.target.matches(":focus-visible")) {
      return;
    }
    const column = event.target.closest?.(".strategy .column[data-target]") ?? null;
    if (placing() && column !== over) {
      over = column;
      brings();
    }
  });
}

// Where the advisor would stand: above all that are weaker, who move down a space.
function preview(place) {
  const spaces = [...place.querySelectorAll(".space")];
  const power = Number(advisor) + bribe;
  const row = spaces.findIndex((space) => Number(space.dataset.strength || 0) < power);
  spaces.forEach((space, number) => {
    const lands = advisor !== "" && number === row;
    space.classList.toggle("lands", lands);
    space.classList.toggle("yields", advisor !== "" && number >= row && "strength" in space.dataset);
    if (lands) {
      space.dataset.who = advisor + (bribe ? "+" + bribe : "");
    } else {
      delete space.dataset.who;
    }
  });
}

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

function meant(event) {
  const place = event.target.closest?.("#strategy [data-target]");
  return placing() && place && /^(advisor|column)-/.test(place.dataset.target) ? place : null;
}

document.addEventListener("click", (event) => {
  const place = meant(event);
  const step = { "bribe-less": -1, "bribe-more": 1 }[event.target.closest?.("button")?.id];
  if (place) {
    event.stopPropagation();
    choose(place);
  } else if (step && placing()) {
    event.stopPropagation();
    bribe = Math.min(most(), Math.max(0, bribe + step));
    show();
  } else if (placing()) {
    window.setTimeout(() => placing() && show()); // a click beside everything wipes the page's own marks only
  }
}, true);

document.addEventListener("keydown", (event) => {
  const place = meant(event);
  if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    event.stopPropagation();
    choose(place);
  } else if (event.key === "Escape" && placing()) {
    advisor = advisors().length === 1 ? advisor : "";
    column = "";
    show();
  }
}, true);

document.addEventListener("htmx:sseMessage", () => window.setTimeout(look, 0));
look();
