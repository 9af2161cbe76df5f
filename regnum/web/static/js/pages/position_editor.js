// The position editor: sends each change to the server, shows the result, and keeps the undo history.
import "../board/zoom.js";

const side = document.getElementById("sidebar");
const board = document.getElementById("board");
const STORAGE_KEY = `regnum-edit-${side.dataset.game}`;
const MAX_POSITIONS = 60; // in the history
/** @param {string} id */
const byId = (id) => document.getElementById(id);
const currentPosition = () => byId("position").value;

/** @type {{ list: string[], now: number }} */
const undoHistory = loadHistory();
/** @type {Promise<boolean | void>} */
let lastRequest = Promise.resolve();

function loadHistory() {
  try {
    const found = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY));
    return Array.isArray(found?.list) && found.list.length ? found : { list: [], now: -1 };
  } catch {
    return { list: [], now: -1 };
  }
}

function saveHistory() {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(undoHistory));
  } catch {
    // storage is blocked: undo works until the page is left
  }
  byId("edit-undo").disabled = undoHistory.now <= 0;
  byId("edit-redo").disabled = undoHistory.now >= undoHistory.list.length - 1;
}

/**
 * Add a position to the history, and drop the ones that were undone.
 * @param {string} text
 */
function addToHistory(text) {
  if (undoHistory.list[undoHistory.now] !== text) {
    undoHistory.list = [...undoHistory.list.slice(0, undoHistory.now + 1), text].slice(-MAX_POSITIONS);
    undoHistory.now = undoHistory.list.length - 1;
  }
  saveHistory();
}

/** @param {string} message */
const showMessage = (message) => {
  byId("edit-message").textContent = message;
};

/**
 * Queue a change. Each one applies to the result of the previous one.
 * @param {string} line
 * @param {Record<string, string>} [more]
 * @param {string} [position]
 */
function queueChange(line, more = {}, position = undefined) {
  lastRequest = lastRequest.then(() => postChange(line, more, position));
  return lastRequest;
}

/**
 * @param {string} line
 * @param {Record<string, string>} more
 * @param {string | undefined} position
 */
async function postChange(line, more, position) {
  const editForm = byId("edit");
  const fields = {
    _csrf_token: editForm.elements._csrf_token.value,
    position: position ?? currentPosition(),
    do: line,
    ...more,
  };
  const focusedId = document.activeElement?.closest?.("details.value")?.id;
  let page = "";
  try {
    const answer = await fetch(editForm.action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "hx-request": "true" },
    });
    page = answer.ok || answer.status === 422 ? await answer.text() : "";
  } catch {
    page = "";
  }
  const reply = new DOMParser().parseFromString(page, "text/html");
  if (!reply.getElementById("editor")) {
    showMessage(side.dataset.serverUnreachable);
    return false;
  }
  updatePage(reply, focusedId);
  return true;
}

/**
 * @param {Document} reply
 * @param {string | undefined} focusedId
 */
function updatePage(reply, focusedId) {
  const [brush, place, direction] = [byId("brush")?.value, byId("place")?.value, formValue("way")];
  /** @param {string} id */
  const morph = (id) =>
    byId(id) && reply.getElementById(id) && window.Idiomorph.morph(byId(id), reply.getElementById(id));
  morph("pieces");
  morph("editor");
  byId("position").value = reply.getElementById("position").value;
  for (const input of byId("editor").querySelectorAll("[data-set], [data-put], [data-step]")) {
    const now = reply.getElementById(input.id);
    if (now && input.type === "checkbox") {
      input.checked = now.checked;
    } else if (now && input.value !== now.value) {
      input.value = now.value;
    }
  }
  if (brush !== undefined && byId("brush")) {
    byId("brush").value = brush;
    byId("place").value = place;
    byId("edit").elements.way.value = direction;
  }
  if (document.activeElement === document.body && focusedId) {
    byId(focusedId)?.querySelector("summary").focus();
  }
  saveHistory();
}

/** @param {string} name */
function formValue(name) {
  return byId("edit").elements[name]?.value;
}

/**
 * @param {string} line
 * @param {Record<string, string>} [more]
 */
async function makeChange(line, more) {
  if (await queueChange(line, more)) {
    addToHistory(currentPosition());
  }
}

/** @param {number} step */
async function moveInHistory(step) {
  const next = undoHistory.list[undoHistory.now + step];
  if (next !== undefined && (await queueChange("", {}, next))) {
    undoHistory.now += step;
    saveHistory();
  }
}

/**
 * The id of the option that was typed, or the text itself if it is none.
 * @param {PageElement} input
 */
function typedValue(input) {
  const list = input.getAttribute("list");
  const options = list ? [...byId(list).options] : [];
  /** @param {HTMLOptionElement} option */
  const matches = (option) => option.value.toLowerCase() === input.value.trim().toLowerCase();
  return options.find(matches)?.dataset.id ?? input.value.trim();
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input.dataset.set !== undefined) {
    makeChange(`set ${input.dataset.set} ${input.type === "checkbox" ? input.checked : typedValue(input)}`);
  } else if (input.dataset.put !== undefined && input.value) {
    makeChange(`put ${input.dataset.put} ${typedValue(input)}`);
  } else if (input.dataset.step !== undefined && input.value) {
    makeChange(`step ${input.value}`);
  }
});

document.addEventListener("submit", (event) => {
  const button = /** @type {PageElement | null} */ (event.submitter);
  if (event.target.id !== "edit" || button?.hasAttribute("formaction")) {
    return;
  }
  event.preventDefault();
  makeChange(button?.value ?? "", { brush: formValue("brush"), place: formValue("place") });
});

/**
 * The name of the place at a point. A place is an element whose id ends in a hyphen and the name of a place.
 * @param {number} x
 * @param {number} y
 */
function placeAt(x, y) {
  const names = new Set([...(byId("place")?.options ?? [])].map((option) => option.value));
  for (const element of document.elementsFromPoint(x, y)) {
    for (
      let ancestor = /** @type {Element | null} */ (element);
      ancestor && ancestor !== board;
      ancestor = ancestor.parentElement
    ) {
      const name = ancestor.id.slice(ancestor.id.indexOf("-") + 1);
      if (ancestor.id.includes("-") && names.has(name)) {
        return name;
      }
    }
  }
  return "";
}

board?.addEventListener("click", (event) => {
  const name = placeAt(event.clientX, event.clientY);
  if (name) {
    const isRemoving = (formValue("way") === "-") !== event.shiftKey;
    makeChange(`brush ${isRemoving ? "-" : "+"}`, { brush: formValue("brush"), place: name });
  }
});

document.addEventListener("click", (event) => {
  if (event.target.id === "edit-undo") {
    moveInHistory(-1);
  } else if (event.target.id === "edit-redo") {
    moveInHistory(1);
  } else if (event.target.id === "edit-share") {
    shareLink();
  }
  const link = event.target.closest?.(".position-errors a");
  if (link) {
    byId(link.hash.slice(1))?.setAttribute("open", "");
  }
});

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const isTyping = event.target.closest?.("textarea, input:not([type=checkbox], [type=radio])");
  if (!(event.ctrlKey || event.metaKey) || isTyping || (key !== "z" && key !== "y")) {
    return;
  }
  event.preventDefault();
  moveInHistory(key === "y" || event.shiftKey ? 1 : -1);
});

/**
 * Compress or decompress bytes. A shared link has its position after the #, which is never sent to the server.
 * @param {BlobPart} bytes
 * @param {GenericTransformStream} stream
 */
const pipeThrough = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function shareLink() {
  const packed = await pipeThrough(new TextEncoder().encode(currentPosition()), new CompressionStream("deflate-raw"));
  const code = window
    .btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const link = `${window.location.origin}${window.location.pathname.startsWith("/editor/") ? window.location.pathname : byId("edit").action.replace(window.location.origin, "")}#${code}`;
  window.history.replaceState(null, "", link);
  try {
    await window.navigator.clipboard.writeText(link);
    showMessage(side.dataset.copied);
  } catch {
    window.prompt(side.dataset.copied, link);
  }
}

/** @param {string} code */
async function decodePosition(code) {
  try {
    const packed = Uint8Array.from(window.atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return new TextDecoder().decode(await pipeThrough(packed, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}

// Starts with the position in the link, or the user's stored history, or otherwise with what the page shows.
async function startEditor() {
  const code = window.location.hash.slice(1);
  if (/^[\w-]{40,}$/.test(code)) {
    const text = await decodePosition(code);
    if (text && (await queueChange("", {}, text))) {
      addToHistory(currentPosition());
    } else {
      showMessage(side.dataset.invalidLink);
    }
  } else if (side.dataset.fresh !== undefined && undoHistory.now >= 0) {
    await queueChange("", {}, undoHistory.list[undoHistory.now]);
  } else {
    addToHistory(currentPosition());
  }
}

window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS");
startEditor();
