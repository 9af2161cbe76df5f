// A table page: what its modules do when news comes. What htmx can do, htmx does.
import { protect, remember } from "./catching.js";
import "./connection.js";
import "./returning.js";
import { renew } from "./aiding.js";
import { fit } from "./digest.js";
import "./dragging.js";
import "./playback.js";
import { keepsBarred, unbar } from "./barring.js";
import { gain } from "./gaining.js";
import { announce, follow, refocus } from "./following.js";
import { refill } from "./leading.js";
import { refresh } from "./logging.js";
import { mark } from "./marking.js";
import { hush, lead } from "./guiding.js";
import { remind } from "./hinting.js";
import { repoint, resume, shield } from "./pointing.js";
import { recall } from "./recalling.js";
import { localise } from "./times.js";
import { unask } from "./sending.js";
import "./talking.js";
import { untell } from "./telling.js";
import { unzoom } from "./zooming.js";

document.addEventListener("htmx:sseBeforeMessage", remember);
document.addEventListener("htmx:sseMessage", (event) => {
  if (event.detail.type === "talk") {
    return; // nothing of the game
  }
  protect();
  refocus();
  resume();
  shield();
  untell();
  remind();
  lead();
  window.setTimeout(() => {
    recall();
    repoint();
    mark();
    remind();
    lead();
    unask();
    unzoom();
    gain();
    fit();
    follow();
    hush();
  }, 50); // the board and what is beside it come one after the other
  announce();
  unbar();
  refill();
  renew();
  refresh();
});

// What a reader has opened stays open when the panel changes.
const morphing = window.Idiomorph.defaults.callbacks;
morphing.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");

// Times come in the reader's own zone before they are seen.
morphing.beforeNodeAdded = localise;
morphing.beforeNodeMorphed = (was, is) => {
  localise(is);
  return !keepsBarred(was, is);
};
