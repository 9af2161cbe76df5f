// A table page: what its modules do when news comes. What htmx can do, htmx does.
import { protect, remember } from "./board/click_guard.js";
import "./lib/connection.js";
import "./lib/reconnect.js";
import { renew } from "./board/player_aid.js";
import { fit } from "./log/digest.js";
import "./board/drag_drop.js";
import "./log/playback.js";
import { keepsBarred, unbar } from "./board/unavailable.js";
import { gain } from "./board/score_changes.js";
import { announce, follow, refocus } from "./board/attention.js";
import { refill } from "./board/standings.js";
import { refresh } from "./log/full_log.js";
import { mark } from "./board/highlights.js";
import { hush, lead } from "./board/tutorial.js";
import { remind } from "./board/hint.js";
import { repoint, resume, shield } from "./board/targets.js";
import { recall } from "./log/event_summaries.js";
import { localise } from "./lib/times.js";
import { unask } from "./board/submission.js";
import "./chat/chat.js";
import { untell } from "./board/inspect_card.js";
import { unzoom } from "./board/zoom.js";

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
