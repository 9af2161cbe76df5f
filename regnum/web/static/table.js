// What htmx cannot do: clicks on the board, focus, the state of the connection, the form for a new table.
"use strict";

(function () {
  const choices = () => document.getElementById("choices");

  // A button's target names the places that mean its action: "a b" both of them, in any order; "a|b" either of them. Places
  // are pointed at by clicks until one button is left, which is pressed; as long as there are several, only those are shown.
  // A button with "a|b" opens another question: what was pointed at is pointed at there, too.
  let picked = [];
  let carried = null;

  const parts = (button) => (button.dataset.target || "").split(" ").map((part) => part.split("|"));
  const means = (button, place) => parts(button).some((part) => part.includes(place));
  const opens = (button) => parts(button).some((part) => part.length > 1);

  function meant(places) {
    const found = [...document.querySelectorAll("#choices button[data-target]")].filter((button) =>
      places.every((place) => means(button, place)),
    );
    const closed = found.filter((button) => !opens(button));
    return closed.length ? closed : found;
  }

  function press(place) {
    const before = picked;
    carried = null;
    widen();
    if (before.length === 1 && before[0] === place && choices()) {
      return; // pointed at twice: all choices again
    }
    choose(meant([...before, place]).length ? [...before.filter((other) => other !== place), place] : [place]);
  }

  // Dropping one place on another points at both; if they go together only in the next question, they are carried there.
  function drop(from, to) {
    carried = null;
    widen();
    choose(meant([from, to]).length ? [from, to] : [to], [from, to]);
  }

  function choose(places, carry = places) {
    const found = meant(places);
    if (found.length === 1) {
      carried = opens(found[0]) ? { places: carry, button: found[0].id } : null;
      found[0].click();
    } else if (found.length > 1) {
      narrow(found, places);
    }
  }

  function narrow(buttons, places, quietly) {
    picked = places;
    choices().classList.add("narrowed");
    for (const button of buttons) {
      button.classList.add("meant");
    }
    for (const place of document.querySelectorAll("[data-target]")) {
      if (!place.closest("#choices") && places.includes(place.dataset.target)) {
        place.classList.add("picked");
      }
    }
    if (!quietly) {
      buttons[0].focus({ preventScroll: true });
      buttons[0].scrollIntoView({ block: "nearest" });
    }
  }

  function widen() {
    picked = [];
    choices()?.classList.remove("narrowed");
    document.querySelectorAll("#choices .meant").forEach((button) => button.classList.remove("meant"));
    document.querySelectorAll(".picked").forEach((place) => place.classList.remove("picked"));
  }

  // After a swap: go on with what was carried over; what was picked stays picked while it still means something.
  function resume() {
    if (carried && choices() && !document.getElementById(carried.button)) {
      const { places } = carried;
      carried = null;
      choose(places);
    } else if (picked.length) {
      const places = picked;
      const found = meant(places);
      widen();
      if (found.length > 1) {
        narrow(found, places, true);
      }
    }
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-target]");
    if (target && !target.closest("#choices")) {
      if (!zoomed(event, target)) {
        press(target.dataset.target);
      }
    } else if (target) {
      picked = [];
    } else if (!zoomed(event, null) && !event.target.closest("#choices")) {
      widen(); // a click beside everything: all choices again
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      widen();
    }
    const target = event.target.closest?.("[data-target][role=button]");
    if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(target.dataset.target);
    }
  });

  // What has data-drag can be dragged onto a target: that points at both.
  let dragged = "";
  document.addEventListener("dragstart", (event) => {
    dragged = event.target.closest?.("[data-drag]")?.dataset.drag || "";
    if (dragged) {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", dragged);
      document.body.classList.add("dragging");
    }
  });
  function goal(event) {
    const target = dragged ? event.target.closest?.("[data-target]") : null;
    return target && !target.closest("#choices") && target.dataset.target !== dragged ? target : null;
  }
  document.addEventListener("dragover", (event) => {
    const target = goal(event);
    document.querySelectorAll(".goal").forEach((other) => other.classList.toggle("goal", other === target));
    if (target) {
      event.preventDefault();
      target.classList.add("goal");
    }
  });
  document.addEventListener("drop", (event) => {
    const target = goal(event);
    if (target) {
      event.preventDefault();
      drop(dragged, target.dataset.target);
    }
  });
  document.addEventListener("dragend", () => {
    dragged = "";
    document.body.classList.remove("dragging");
    document.querySelectorAll(".goal").forEach((other) => other.classList.remove("goal"));
  });

  // On a small board a tap on something with data-zoom (a view box) shows it closer first; a tap beside it shows all again.
  const SMALL = 700;
  let whole = "";
  let zoomedFor = "";
  const prompt = () => document.getElementById("prompt")?.textContent || "";
  function zoomed(event, target) {
    const board = document.getElementById("board");
    const map = board?.querySelector("svg");
    if (!map || board.clientWidth >= SMALL || !board.contains(event.target) || event.target.closest("#whole")) {
      return false;
    }
    const place = event.target.closest("[data-zoom]");
    if (map.classList.contains("zoomed")) {
      if (target) {
        return false; // closer already: the tap is meant
      }
      zoom(place ? place.dataset.zoom : "");
    } else if (place) {
      zoom(place.dataset.zoom);
    } else {
      return false;
    }
    return true;
  }

  function zoom(box) {
    const map = document.querySelector("#board > svg");
    whole = whole || map.getAttribute("viewBox");
    map.setAttribute("viewBox", box || whole);
    map.classList.toggle("zoomed", Boolean(box));
    document.getElementById("whole").hidden = !box;
    zoomedFor = prompt();
  }

  // Another question, or places that are all out of the picture: the whole map again.
  function unzoom() {
    const board = document.getElementById("board");
    if (!board?.querySelector("svg.zoomed")) {
      return;
    }
    const frame = board.getBoundingClientRect();
    const shown = [...board.querySelectorAll("[data-target]")].some((place) => {
      const box = place.getBoundingClientRect();
      return box.right > frame.left && box.left < frame.right && box.bottom > frame.top && box.top < frame.bottom;
    });
    if (prompt() !== zoomedFor || !shown) {
      zoom("");
    }
  }
  document.getElementById("whole")?.addEventListener("click", () => zoom(""));

  // Hovering or focusing a button shows its places on the board, and the other way round.
  function point(event, on) {
    const from = event.target.closest?.("[data-target]");
    if (from) {
      const button = from.closest("#choices") !== null;
      for (const other of document.querySelectorAll("[data-target]")) {
        if (other !== from && (button ? !opens(from) && means(from, other.dataset.target) : !opens(other) && means(other, from.dataset.target))) {
          other.classList.toggle("pointed", on);
        }
      }
    }
  }
  for (const [name, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]]) {
    document.addEventListener(name, (event) => point(event, on));
  }

  // What a reader has opened stays open when the panel changes.
  if (window.Idiomorph) {
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      !(name === "open" && node.tagName === "DETAILS");
  }

  // On a page of one column the next step may be out of sight after one's own move: the board comes back into sight if there
  // is something to point at, or else what is to be done. Where the same goes on among what is in sight, nothing moves.
  const column = window.matchMedia("(max-width: 999px)");
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  let asked = ""; // the prompt to which the last move was the answer
  let waited = 0; // the number that the page has after that move; 0: nothing to follow

  function inSight(element) {
    const box = element.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
  }

  function bring(element, block) {
    if (element && !inSight(element)) {
      element.scrollIntoView({ block, behavior: calm.matches ? "instant" : "smooth" });
    }
  }

  function follow() {
    const finished = document.getElementById("final");
    if (!waited || Number(document.getElementById("ply").value) < waited || !(choices() || finished)) {
      return;
    }
    waited = 0;
    if (!column.matches || inSight(document.getElementById("turn-head"))) {
      return;
    }
    const goals = [...document.querySelectorAll("[data-target]")].filter((place) => !place.closest("#choices"));
    if (prompt() === asked && goals.some(inSight)) {
      return;
    }
    const board = document.getElementById("board");
    if (!goals.some((place) => board.contains(place))) {
      bring(document.getElementById("turn"), "start");
    } else if (board.getBoundingClientRect().top < 0) {
      bring(board, "start");
    }
  }
  document.addEventListener("htmx:beforeRequest", () => {
    asked = prompt();
    waited = 0;
  });
  for (const name of ["wheel", "touchmove"]) {
    document.addEventListener(name, () => (waited = 0), { passive: true }); // whoever looks elsewhere is left there
  }
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "message" && event.target.textContent.trim()) {
      bring(event.target, "start");
    }
  });

  // After a swap the element with the focus may be gone: go on at the move, not at the top of the page.
  let inside = false;
  document.addEventListener("htmx:sseBeforeMessage", () => {
    inside = inside || Boolean(document.activeElement?.closest("#side, #board"));
  });
  document.addEventListener("htmx:sseMessage", () => {
    if (inside && document.activeElement === document.body) {
      document.getElementById("turn")?.focus({ preventScroll: true });
    }
    inside = false;
    resume();
    window.setTimeout(() => {
      unzoom();
      follow();
    }, 50); // the board and what is beside it come one after the other
    document.title = document.title.replace(/^● /, "");
    if (choices() && document.hidden) {
      document.title = "● " + document.title;
    }
  });
  document.addEventListener("visibilitychange", () => {
    document.title = document.title.replace(/^● /, "");
  });

  // The live stream: "reload" asks for a new page; a lost connection is said and mended.
  const lost = () => document.getElementById("lost");
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    if (event.detail.type === "reload") {
      event.preventDefault();
      window.location.reload();
    }
  });
  let timer = 0;
  document.addEventListener("htmx:sseError", () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (lost()) {
        lost().textContent = lost().dataset.text;
        lost().hidden = false;
      }
    }, 2500);
  });
  document.addEventListener("htmx:sseOpen", () => {
    window.clearTimeout(timer);
    if (lost()) {
      lost().hidden = true;
      lost().textContent = "";
    }
  });
  document.addEventListener("htmx:sendError", () => {
    if (lost()) {
      lost().textContent = lost().dataset.text;
      lost().hidden = false;
    }
  });

  // No answer: the server hangs, or other tabs hold all the connections that a browser allows.
  document.addEventListener("htmx:timeout", () => {
    const message = document.getElementById("message");
    const said = document.createElement("p");
    said.className = "error";
    said.textContent = message.dataset.late;
    message.replaceChildren(said);
  });

  // A move that was taken shows up by the stream; where a stream cannot get through, the page is loaded anew.
  document.addEventListener("htmx:afterRequest", (event) => {
    const reached = Number(event.detail.xhr?.getResponseHeader("regnum-ply"));
    if (reached) {
      waited = reached;
      window.setTimeout(follow, 50);
      window.setTimeout(() => {
        if (Number(document.getElementById("ply").value) < reached) {
          window.location.reload();
        }
      }, 4000);
    }
  });

  // One move at a time. The stream may show the next question before the answer to a move is here: what is pressed there waits
  // for that answer. As long as the question is the same, whatever others do, it is a second press and goes nowhere.
  const question = () => document.getElementById("ply").dataset.since;
  let answering = null; // the question to which a move is under way; null: none is
  let early = "";
  document.addEventListener("htmx:beforeRequest", () => (answering = question()));
  for (const name of ["htmx:afterRequest", "htmx:onLoadError"]) {
    document.addEventListener(name, () => {
      window.setTimeout(() => {
        const button = document.getElementById(early);
        answering = null;
        early = "";
        button?.click();
      });
    });
  }
  document.addEventListener("submit", (event) => {
    if (answering !== null && event.target.id === "act") {
      event.preventDefault();
      event.stopPropagation();
      early = question() === answering ? "" : event.submitter.id;
    }
  }, true);

  // The form for a new table: as many seats as players, and the options that mean anything with so many.
  function seats() {
    const chosen = document.querySelector("input[name=players]:checked");
    for (const row of document.querySelectorAll("[data-seat]")) {
      row.hidden = Boolean(chosen) && Number(row.dataset.seat) > Number(chosen.value);
    }
    for (const option of document.querySelectorAll(".option[data-players]")) {
      option.hidden = Boolean(chosen) && !option.dataset.players.split(" ").includes(chosen.value);
      option.querySelector("select").disabled = option.hidden;
    }
  }
  document.addEventListener("change", (event) => {
    if (event.target.name === "players") {
      seats();
    }
  });
  // Another language loads the page anew: what was typed into the form for a new table comes back.
  const blank = document.querySelector("form[data-keep]");
  const kept = "regnum:" + window.location.pathname;
  const fields = () => blank.querySelectorAll("input:not([type=hidden]), select");
  function bringBack() {
    let typed = {};
    try {
      typed = JSON.parse(window.sessionStorage.getItem(kept)) || {};
      window.sessionStorage.removeItem(kept);
    } catch {
      return; // no storage: the form begins anew
    }
    for (const field of fields()) {
      if (field.type === "radio") {
        field.checked = field.name in typed ? typed[field.name] === field.value : field.checked;
      } else if (field.name in typed) {
        field.value = typed[field.name];
      }
    }
    blank.querySelectorAll("details").forEach((details) => {
      details.open = details.open || Boolean(typed["details open"]);
    });
  }
  if (blank) {
    bringBack();
    document.querySelector("form.languages")?.addEventListener("submit", () => {
      const typed = { "details open": blank.querySelector("details[open]") ? "yes" : "" };
      for (const field of fields()) {
        if (field.type !== "radio" || field.checked) {
          typed[field.name] = field.value;
        }
      }
      try {
        window.sessionStorage.setItem(kept, JSON.stringify(typed));
      } catch {
        // no storage: the form begins anew
      }
    });
  }
  seats();

  // Links to send: marked when they get the focus, copied by a button; without https a browser may have no clipboard.
  document.querySelectorAll(".invite input").forEach((field) => field.addEventListener("focus", () => field.select()));
  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.hidden = false;
  });
  async function copied(field) {
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      field.select();
      return document.execCommand("copy");
    }
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) {
      const field = document.getElementById(button.dataset.copy);
      const done = await copied(field);
      (done ? button : field).focus();
      button.parentElement.querySelector("[role=status]").textContent = done ? button.dataset.done : button.dataset.failed;
    }
  });
})();
