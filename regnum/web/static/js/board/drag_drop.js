// Lets the user drag elements with data-drag onto a target, which selects both. This is native drag and drop: it shows
// the dragged element, supports drop targets of any shape, and starts with a long press in Chrome and Safari on phones.
// The polyfill drag-drop-touch could add other touch screens without changes here. interact.js supports neither drag
// images nor such shapes.
import { dropOnTarget } from "./targets.js";

let draggedTarget = "";

document.addEventListener("dragstart", (event) => {
  draggedTarget = event.target.closest?.("[data-drag]")?.dataset.drag || "";
  if (draggedTarget && event.dataTransfer) {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", draggedTarget);
    document.body.classList.add("is-dragging");
  }
});

/** @param {Happened<DragEvent>} event */
function dropTarget(event) {
  const target = draggedTarget ? event.target.closest?.("[data-target]") : null;
  return target && !target.closest("#choices") && target.dataset.target !== draggedTarget ? target : null;
}

document.addEventListener("dragover", (event) => {
  const target = dropTarget(event);
  document
    .querySelectorAll(".is-drop-target")
    .forEach((other) => other.classList.toggle("is-drop-target", other === target));
  if (target) {
    event.preventDefault();
    target.classList.add("is-drop-target");
  }
});

document.addEventListener("drop", (event) => {
  const target = dropTarget(event);
  if (target) {
    event.preventDefault();
    dropOnTarget(draggedTarget, target.dataset.target);
  }
});

document.addEventListener("dragend", () => {
  draggedTarget = "";
  document.body.classList.remove("is-dragging");
  document.querySelectorAll(".is-drop-target").forEach((other) => other.classList.remove("is-drop-target"));
});
