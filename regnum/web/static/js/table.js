// A table page: what its modules do when news comes. What htmx can do, htmx does.
import "./connection.js";
import "./dragging.js";
import "./sending.js";
import { announce, follow, refocus } from "./following.js";
import { resume } from "./pointing.js";
import { unzoom } from "./zooming.js";

document.addEventListener("htmx:sseMessage", () => {
  refocus();
  resume();
  window.setTimeout(() => {
    unzoom();
    follow();
  }, 50); // the board and what is beside it come one after the other
  announce();
});

// What a reader has opened stays open when the panel changes.
window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
