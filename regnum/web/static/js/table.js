// The table page: calls its modules when an update arrives. htmx does the rest.
import { coverSkipButtons, rememberSkipButtons } from "./board/skip_button_guard.js";
import "./lib/connection.js";
import "./lib/reconnect.js";
import { refreshPlayerAid } from "./board/player_aid.js";
import { fitRecap } from "./log/recap.js";
import "./board/drag_drop.js";
import "./log/playback.js";
import { keepsUnavailableList, closeUnavailable } from "./board/unavailable.js";
import { showScoreChanges } from "./board/score_changes.js";
import { scrollAfterMove } from "./board/scroll_to_question.js";
import { restoreFocus } from "./board/focus.js";
import { announceTurn } from "./board/turn_announcement.js";
import { refreshStandings } from "./board/standings.js";
import { refreshFullLog } from "./log/full_log.js";
import { updateHighlights } from "./board/highlights.js";
import { advanceTutorial, markTutorial } from "./board/tutorial.js";
import { restoreHint } from "./board/hint.js";
import { restoreSelection } from "./board/targets.js";
import { guardNewTargets } from "./board/new_target_guard.js";
import { restoreHighlight } from "./board/target_highlight.js";
import { updateEventSummaries } from "./log/event_summaries.js";
import { localiseTimes } from "./lib/times.js";
import { updateConfirmation } from "./board/submission.js";
import "./chat/chat.js";
import { hideInspectCard } from "./board/inspect_card.js";
import { resetZoom } from "./board/zoom.js";

document.addEventListener("htmx:sseBeforeMessage", rememberSkipButtons);
document.addEventListener("htmx:sseMessage", (event) => {
  if (event.detail.type === "chat") {
    return; // nothing of the game has changed
  }
  coverSkipButtons();
  restoreFocus();
  restoreSelection();
  guardNewTargets();
  hideInspectCard();
  restoreHint();
  markTutorial();
  window.setTimeout(() => {
    updateEventSummaries();
    restoreHighlight();
    updateHighlights();
    restoreHint();
    markTutorial();
    updateConfirmation();
    resetZoom();
    showScoreChanges();
    fitRecap();
    scrollAfterMove();
    advanceTutorial();
  }, 50); // the board and its panel are swapped one after the other
  announceTurn();
  closeUnavailable();
  refreshStandings();
  refreshPlayerAid();
  refreshFullLog();
});

// Elements that the reader has opened stay open when the panel changes.
const morphing = window.Idiomorph.defaults.callbacks;
morphing.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");

// Times are localised before they are shown.
morphing.beforeNodeAdded = localiseTimes;
morphing.beforeNodeMorphed = (oldNode, newNode) => {
  localiseTimes(newNode);
  return !keepsUnavailableList(oldNode, newNode);
};
