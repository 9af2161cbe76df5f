// What has data-drag can be dragged onto a target: that points at both. This is the browser's own drag and drop, which shows
// what is dragged, takes shapes of any form for goals, and begins by a long press in Chrome and Safari on phones; drag-drop-touch
// (held for a moment) can bring it to other touch screens with nothing changed here. interact.js has neither picture nor shapes.
import { drop } from "./targets.js";

let dragged = "";

document.addEventListener("dragstart", (event) => {
  dragged = event.target.closest?.("[data-drag]")?.dataset.drag || "";
  if (dragged && event.dataTransfer) {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", dragged);
    document.body.classList.add("dragging");
  }
});

/** @param {Happened<DragEvent>} event */
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
