// Renders the page of a table like table.html.jinja and panel.html.jinja.
import { read } from "./modules.js";
import { open } from "./page.js";

const [CONFIG] = read("regnum/web/ui/templates/live.html.jinja").match(/<meta name="htmx-config"[^>]*>/);

const renderAll = (list, made) => (list ?? []).map(made).join("");
const attribute = (name, value) =>
  value === undefined || value === false ? "" : value === true ? ` ${name}` : ` ${name}="${value}"`;

export const idOf = (action) => `do-${action.replaceAll(" ", "-")}`;

// The button of an action: "action", or { action, target, label, short }.
export function choice(one) {
  const { action, target, label = action, short } = typeof one === "string" ? { action: one } : one;
  const said = short ? `${short}<span class="visually-hidden">: ${label}</span>` : label;
  return `<button name="action" value="${action}" id="${idOf(action)}"${attribute("data-target", target)}>${said}</button>`;
}

// A place on the board, with or without a target: { id, target, ... } with more attributes.
export function place({ id, target, label = id, ...more }) {
  const attributes = Object.entries(more)
    .map(([name, value]) => attribute(name, value))
    .join("");
  const role = target
    ? ` role="button" tabindex="0" aria-label="${label}" data-target="${target}"`
    : ` role="img" aria-label="${label}"`;
  return `<g id="${id}"${role}${attributes}><use class="hit" href="#spot"></use></g>`;
}

// The recap of the last turns: { who, lines, kind, places } each.
export function recapPart(turns, event = "") {
  const turn = ({ who, lines, kind = "", places }) =>
    `<li class="${kind}"${attribute("data-places", places)}>${who ? `<b>${who}</b>: ` : ""}${renderAll(lines, (line, at) => `${at ? " " : ""}<span>${line}</span>`)}</li>`;
  return `<div class="recap" id="recap" role="region" aria-label="What happened last">
<ol>${renderAll(turns, turn)}</ol>
<p class="recap-links"><button type="button" class="plain recap-more" aria-expanded="false" aria-controls="recap" data-collapse="Less" hidden data-more-count="More ({count})">All</button> <a href="/table/t1/log" class="log-link">Log</a>${event}</p>
</div>`;
}

// An event summary: { kind, start, title, fresh, own, held, lines }.
export function eventSummary(
  { kind = "battle", start, title = `${kind} ${start}`, fresh, own, held, lines = ["Ann attacks."] },
  newest = false,
) {
  return `<details id="event-summary-${kind}-${start}" data-kind="${kind}" data-start="${start}"${fresh ? `${newest ? " open" : ""} data-fresh` : ""}${attribute("data-own", own)}${attribute("data-must-read", held)}>
<summary>${title}</summary>
<ol tabindex="0" aria-label="${title}">${renderAll(lines, (line) => (typeof line === "string" ? `<li>${line}</li>` : `<li${attribute("data-key", line.key)}${attribute("data-places", line.places)}>${line.text}</li>`))}</ol>
</details>`;
}

// A log line: { text, places, move, fresh, older, by, key }.
export function logLine({ text = "Ann acts.", places, move, fresh, older, by = 0, key }) {
  const look = fresh || older ? ` class="${fresh ? " is-new" : ""}${older ? " is-older" : ""}"` : "";
  return `<div class="entry-group by-seat-${by}"><ol><li${look}${attribute("data-places", places)}${attribute("data-move", move)}${attribute("data-key", key)}>${text}</li></ol></div>`;
}

function side({ name, points, parts, more = "" }, at) {
  return `<div id="side-${at}" data-about="player-${at}" class=""${parts ? ` data-points='${JSON.stringify(parts)}'` : ""}><span class="who" title="${name}">${name}</span>
<span class="side-counts">${points === undefined ? "" : `<b title="${points} points">${points}</b>`}</span>${more}</div>`;
}

// The panel next to the board.
export function panel({
  number = 10,
  decisionStart = number,
  paced = true,
  staged,
  strip = [{ name: "Ann" }, { name: "Ben" }],
  guide = "",
  heading = "Your move",
  prompt = "Choose.",
  choices,
  rows,
  listed,
  skippable,
  last = "",
  wish = "",
  hints,
  unavailable,
  parts,
  hand = "",
  events = [],
  beside = "",
  log = [],
  final = "",
  asides = "",
  before = "",
}) {
  const acting = choices !== undefined || rows !== undefined || listed !== undefined;
  const [newest, ...others] = events;
  const [toRead, earlier] = [others.filter((one) => one.held), others.filter((one) => !one.held)];
  const question = acting
    ? `<div class="head"><h2 id="turn-head">${heading}</h2></div>
<p class="prompt" id="prompt">${prompt}</p>
${last}
<div id="choices" class="choices" role="group" aria-label="What you can do">
${renderAll(rows ?? (choices ? [choices] : []), (row) => `<div class="buttons">${renderAll(row, choice)}</div>`)}
${listed ? `<details id="choice-list" class="choice-list"><summary>All (${listed.length})</summary><div class="choices"><div class="buttons">${renderAll(listed, choice)}</div></div></details>` : ""}
</div>`
    : `<div class="head"><h2 id="turn-head">Waiting for Ben</h2>${skippable ? `<p class="skip-delays"><button id="do-skip" formaction="/table/t1/skip" hx-post="/table/t1/skip" hx-target="#message" hx-swap="innerHTML" hx-disabled-elt="this">Go on at once</button></p>` : ""}</div>
${last}`;
  return `<input type="hidden" id="entry-count" name="entry_count" value="${number}" data-decision-start="${decisionStart}"${attribute("data-paced", paced)}${attribute("data-staged", staged)}>
<section id="strip" class="strip" data-unit="points" aria-label="Players">${renderAll(strip, side)}</section>
<section id="turn" class="turn${acting ? " is-own" : ""}" tabindex="-1" aria-labelledby="turn-head">${guide}
<p class="status" id="status">Round 1</p>
${question}${wish}
${
  acting
    ? `<div class="extra-actions">${
        hints
          ? `<div class="hint-request"><button class="plain" id="do-hint" formaction="/table/t1/hint" hx-post="/table/t1/hint" hx-target="#hint" hx-swap="innerHTML" hx-disabled-elt="this">Hint</button>
<div id="hint" role="status"></div></div>`
          : ""
      }${
        unavailable
          ? `<details id="unavailable" class="unavailable" hx-get="/table/t1/unavailable" hx-trigger="toggle" hx-target="#unavailable-list" hx-swap="innerHTML"><summary>Not now</summary>
<div id="unavailable-list" class="unavailable-list" role="status" data-decision-start="${decisionStart}"></div></details>`
          : ""
      }${asides}</div>`
    : ""
}
${
  parts
    ? `<div class="undo-parts" id="undo-parts" role="group" aria-labelledby="undo-parts-head"><div><span id="undo-parts-head" class="quiet">So far</span>${renderAll(parts, (part, at) => `<button class="undo-part" name="action" value="undo ${parts.length - at}" id="undo-part-${at + 1}" title="${part.label}"${attribute("data-places", part.places)}>${part.label}</button>`)}
<button class="undo-button" name="action" value="undo" id="do-undo" title="Undo">↶</button></div></div>`
    : ""
}
</section>
${final ? `<div id="final-scoring" class="final">${final}</div>` : ""}
<div class="hand" id="hand-area" tabindex="0" role="region" aria-label="Hand">${hand}</div>
<section id="event-summaries" class="block event-summaries" aria-label="Events" data-table="t1">${newest ? eventSummary(newest, true) : ""}${renderAll(toRead, (one) => eventSummary(one))}${earlier.length ? `<details id="earlier-events" class="earlier-events"><summary>Earlier (${earlier.length})</summary>${renderAll(earlier, (one) => eventSummary(one))}</details>` : ""}${events.some((one) => one.held) ? `<p class="continue-row"><button type="button" class="strong" data-continue="Go on" data-next-result="Next ({count})">Go on</button></p>` : ""}</section>
<div class="game-panel" id="game-panel" tabindex="0" role="region" aria-label="More">${beside}</div>
<section id="log" class="block log"><h2>Log</h2><div class="scroll" tabindex="0" role="region" aria-label="Log"><div>${before}<div>${renderAll(log, logLine)}</div></div></div>
<p><a href="/table/t1/log" id="log-link" class="log-link">All</a></p></section>`;
}

const pieces = (inner) => `<svg id="pieces">${inner ?? ""}</svg>`;

const chat = `<section id="chat" class="chat" aria-labelledby="chat-head" hidden data-table="t1" data-unread="{count} unread">
<div class="chat-top"><h2 id="chat-head" tabindex="-1">Chat</h2><a href="/table/t1/chat">All</a><button type="button" id="chat-close" class="plain" title="Close">×</button></div>
<p id="chat-read-by" class="quiet">Players read this.</p>
<div class="scroll" id="chat-scroll" role="log" aria-label="Chat" tabindex="0"><ol id="chat-messages"></ol></div>
<form id="chat-form" class="chat-form" method="post" action="/table/t1/chat" hx-post="/table/t1/chat" hx-target="#chat-error" hx-swap="innerHTML" autocomplete="off">
<input id="chat-input" name="text" maxlength="300" required autocomplete="off"><button id="chat-send">Send</button></form>
<div id="chat-error" role="alert"></div>
</section>
<div id="reaction-picker" class="reaction-picker" popover><form id="set-reaction" hx-post="/table/t1/chat/reaction" hx-target="#chat-error" hx-swap="innerHTML"><input type="hidden" name="message" value=""><button name="reaction" value="agree">yes</button><button name="reaction" value="laugh">ha</button></form></div>
<div hidden sse-swap="chat" hx-swap="none"></div>
<p id="chat-announcement" class="visually-hidden" role="status"></p>`;

// The whole body.
export function body({
  board = "",
  map = {},
  more = "",
  places = "",
  seated = true,
  asked = "",
  message = "",
  kind = "wide-board",
  ...now
} = {}) {
  const attributes = Object.entries({ class: "", viewBox: "0 0 1000 1000", ...map })
    .map(([name, value]) => attribute(name, value))
    .join("");
  return `<body class="table-page ${kind}" hx-ext="sse,morph" hx-headers='{"x-csrftoken": "token"}'>
<header class="top-bar"><a class="home" href="/">Regnum</a>
<div class="zoom-buttons"><button type="button" id="zoom-in" title="Zoom in">+</button><button type="button" id="zoom-out" title="Zoom out">−</button></div>
<a href="/table/t1/aid" id="player-aid-link" class="player-aid-link" title="Help" aria-keyshortcuts="F1">Help</a>
<a href="/table/t1/chat" id="open-chat" class="open-chat" role="button" aria-expanded="false" aria-controls="chat" title="Chat">Chat<b id="chat-unread" hidden></b></a>
</header>
<main class="table" data-places="player- ${places}" data-about="/table/t1/place/" data-choice="/table/t1/choice/" sse-connect="/table/t1/events?since=10">
<div class="board" id="board"><svg${attributes}><g class="land"></g>${pieces(board)}</svg><div class="zoom-messages"><span id="tap-again" class="tap-again" data-tap-for="Tap again: {target}" data-tap-again="Tap again" data-click-for="Click again: {target}" data-click-again="Click again"></span><button type="button" id="show-whole-map" hidden>Whole map</button></div></div>
<div hidden sse-swap="pieces" hx-target="#pieces" hx-swap="morph:outerHTML"></div>
<button type="button" class="standings-button" popovertarget="standings" title="Who is leading?"></button>
<div id="standings" class="standings" popover data-from="/table/t1/standings"></div>
<dialog id="aid-dialog" class="table-dialog" aria-labelledby="aid-head"><div class="dialog-close"><form method="dialog"><button autofocus>Close</button></form></div><div class="player-aid-content"></div></dialog>
<dialog id="log-dialog" class="table-dialog" aria-labelledby="log-head"><div class="dialog-close"><form method="dialog"><button autofocus>Close</button></form></div><div class="log-content"></div></dialog>
<div id="inspect-card" class="inspect-card" popover="manual" role="status"></div>
<div hidden sse-swap="parts" hx-swap="none"></div>
<div hidden sse-swap="reload"></div>
<div class="sidebar" id="sidebar" tabindex="-1">
<section id="playback" class="playback" aria-label="Playback" hidden data-table="t1"${attribute("data-seated", seated)} data-scenes-url="/table/t1/since/" data-moves-missed="While you were away: {count}" data-moves-left="Still to come: {count}" data-previously="Before that" data-waiting-for-you="read it, then go on" data-staged="What followed by itself">
<p id="playback-text" role="status"></p>
<button type="button" id="playback-on" data-play="Play" data-next="Next"></button>
<button type="button" id="playback-skip">Skip to now</button>
</section>
<p id="connection-status" class="error" role="alert" hidden data-text="The connection is lost."></p>
<div id="message" role="alert" data-no-answer="No answer: close some of those tabs." data-choice-ignored="That was not taken: choose again." data-move-not-sent="That was not sent: choose again.">${message ? `<p class="error">${message}</p>` : ""}</div>
<form id="turn-form" method="post" action="/table/t1/act" hx-post="/table/t1/act" hx-target="#message" hx-swap="innerHTML">
<input type="hidden" name="_csrf_token" value="token">
<div id="confirmation-area">${asked}</div>
<div id="panel" class="panel" sse-swap="panel" hx-target="this" hx-swap="morph:innerHTML">${panel(now)}</div>
</form>
${chat}
</div>
</main>${more}</body>`;
}

// Open a table in a position, with options of Page. Playback is off unless `settings` turns it on. `options.script` is
// the board script of a game.
export async function openTable(now = {}, options = {}) {
  const scripts = ["table.js", ...(options.script ? [options.script] : [])];
  const settings = { playback: "off", ...options.settings };
  const page = await open(body(now), scripts, { path: "/table/t1", head: CONFIG, ...options, settings });

  // Send an update through the stream: the board, then the panel.
  page.update = async ({ board, ...next }) => {
    page.stream.send("pieces", pieces(board ?? now.board));
    page.stream.send("panel", panel(next));
    await page.passTime(100); // the scripts wait for both
  };
  // Press the button of an action.
  page.takeAction = async (action) => {
    page.find(`#choices button[value="${action}"]`).click();
    await page.passTime(0);
  };
  page.entryCount = () => Number(page.find("#entry-count").value);
  page.offeredActions = () => page.all("#choices button").map((button) => button.value);
  return page;
}

export const scene = (text, next) => ({
  text,
  changes: [
    ["pieces", pieces(next.board)],
    ["panel", panel(next)],
  ],
});
export { pieces };
