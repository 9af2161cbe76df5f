// What htmx cannot do: clicks on the board, focus, the state of the connection, the form for a new table.
"use strict";

(function () {
  const choices = () => document.getElementById("choices");

  // A click on something that is a target presses the button with the same target; several share one: show only those.
  function press(target) {
    const buttons = [...document.querySelectorAll("#choices button[data-target]")].filter(
      (button) => button.dataset.target === target.dataset.target,
    );
    if (buttons.length === 1) {
      buttons[0].click();
    } else if (buttons.length > 1) {
      narrow(buttons);
    }
  }

  function narrow(buttons) {
    widen();
    choices().classList.add("narrowed");
    for (const button of buttons) {
      button.classList.add("meant");
    }
    buttons[0].focus();
    buttons[0].scrollIntoView({ block: "nearest" });
  }

  function widen() {
    choices()?.classList.remove("narrowed");
    document.querySelectorAll("#choices .meant").forEach((button) => button.classList.remove("meant"));
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("[data-target]");
    if (!event.target.closest("#choices")) {
      widen();
      if (target) {
        press(target);
      }
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      widen();
    }
    const target = event.target.closest?.("[data-target][role=button]");
    if (target && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      press(target);
    }
  });

  // Hovering or focusing a button shows its place on the board, and the other way round.
  function point(event, on) {
    const from = event.target.closest?.("[data-target]");
    if (from) {
      for (const other of document.querySelectorAll("[data-target]")) {
        if (other !== from && other.dataset.target === from.dataset.target) {
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

  // A move that was taken shows up by the stream; where a stream cannot get through, the page is loaded anew.
  document.addEventListener("htmx:afterRequest", (event) => {
    const reached = Number(event.detail.xhr?.getResponseHeader("regnum-ply"));
    if (reached) {
      window.setTimeout(() => {
        if (Number(document.getElementById("ply").value) < reached) {
          window.location.reload();
        }
      }, 4000);
    }
  });

  // The form for a new table: as many seats as players.
  function seats() {
    const chosen = document.querySelector("input[name=players]:checked");
    for (const row of document.querySelectorAll("[data-seat]")) {
      row.hidden = Boolean(chosen) && Number(row.dataset.seat) > Number(chosen.value);
    }
  }
  document.addEventListener("change", (event) => {
    if (event.target.name === "players") {
      seats();
    }
  });
  seats();
  document.querySelectorAll(".invite input").forEach((field) => field.addEventListener("focus", () => field.select()));
})();
