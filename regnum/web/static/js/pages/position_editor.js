// Setting up a position: each change goes to the server, which shows what comes of it; here it is known what was before.
import "../board/zoom.js";

const side = document.getElementById("side");
const board = document.getElementById("board");
const STORE = `regnum-edit-${side.dataset.game}`;
const MOST = 60; // so many positions are kept
/** @param {string} id */
const at = (id) => document.getElementById(id);
const told = () => at("position").value;

/** @type {{ list: string[], now: number }} */
const kept = read();
/** @type {Promise<boolean | void>} */
let sent = Promise.resolve();

function read() {
  try {
    const found = JSON.parse(window.sessionStorage.getItem(STORE));
    return Array.isArray(found?.list) && found.list.length ? found : { list: [], now: -1 };
  } catch {
    return { list: [], now: -1 };
  }
}

function write() {
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // Without storage one can still go back as long as the page is open.
  }
  at("edit-undo").disabled = kept.now <= 0;
  at("edit-redo").disabled = kept.now >= kept.list.length - 1;
}

/**
 * Where one has gone back and changes something, what came after is given up.
 * @param {string} text
 */
function remember(text) {
  if (kept.list[kept.now] !== text) {
    kept.list = [...kept.list.slice(0, kept.now + 1), text].slice(-MOST);
    kept.now = kept.list.length - 1;
  }
  write();
}

/** @param {string} message */
const say = (message) => {
  at("edit-message").textContent = message;
};

/**
 * Changes are made one after the other, each to what came of the last one.
 * @param {string} line
 * @param {Record<string, string>} [more]
 * @param {string} [position]
 */
function send(line, more = {}, position = undefined) {
  sent = sent.then(() => make(line, more, position));
  return sent;
}

/**
 * @param {string} line
 * @param {Record<string, string>} more
 * @param {string | undefined} position
 */
async function make(line, more, position) {
  /** @param {string} name */
  const form = at("edit");
  const fields = { _csrf_token: form.elements._csrf_token.value, position: position ?? told(), do: line, ...more };
  const focused = document.activeElement?.closest?.("details.value")?.id;
  let page = "";
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "hx-request": "true" },
    });
    page = answer.ok || answer.status === 422 ? await answer.text() : "";
  } catch {
    page = "";
  }
  const found = new DOMParser().parseFromString(page, "text/html");
  if (!found.getElementById("editor")) {
    say(side.dataset.lost);
    return false;
  }
  put(found, focused);
  return true;
}

/**
 * @param {Document} found
 * @param {string | undefined} focused
 */
function put(found, focused) {
  const [brush, place, way] = [at("brush")?.value, at("place")?.value, form("way")];
  /** @param {string} id */
  const morph = (id) => at(id) && found.getElementById(id) && window.Idiomorph.morph(at(id), found.getElementById(id));
  morph("pieces");
  morph("editor");
  at("position").value = found.getElementById("position").value;
  for (const input of at("editor").querySelectorAll("[data-set], [data-put], [data-step]")) {
    const now = found.getElementById(input.id);
    if (now && input.type === "checkbox") {
      input.checked = now.checked;
    } else if (now && input.value !== now.value) {
      input.value = now.value;
    }
  }
  if (brush !== undefined && at("brush")) {
    at("brush").value = brush;
    at("place").value = place;
    at("edit").elements.way.value = way;
  }
  if (document.activeElement === document.body && focused) {
    at(focused)?.querySelector("summary").focus();
  }
  write();
}

/** @param {string} name */
function form(name) {
  return at("edit").elements[name]?.value;
}

/**
 * @param {string} line
 * @param {Record<string, string>} [more]
 */
async function change(line, more) {
  if (await send(line, more)) {
    remember(told());
  }
}

/** @param {number} step */
async function go(step) {
  const next = kept.list[kept.now + step];
  if (next !== undefined && (await send("", {}, next))) {
    kept.now += step;
    write();
  }
}

/**
 * What was typed is a name from a list, or else as it is.
 * @param {PageElement} input
 */
function meant(input) {
  const list = input.getAttribute("list");
  const options = list ? [...at(list).options] : [];
  /** @param {HTMLOptionElement} option */
  const same = (option) => option.value.toLowerCase() === input.value.trim().toLowerCase();
  return options.find(same)?.dataset.id ?? input.value.trim();
}

document.addEventListener("change", (event) => {
  const input = event.target;
  if (input.dataset.set !== undefined) {
    change(`set ${input.dataset.set} ${input.type === "checkbox" ? input.checked : meant(input)}`);
  } else if (input.dataset.put !== undefined && input.value) {
    change(`put ${input.dataset.put} ${meant(input)}`);
  } else if (input.dataset.step !== undefined && input.value) {
    change(`step ${input.value}`);
  }
});

document.addEventListener("submit", (event) => {
  const button = /** @type {PageElement | null} */ (event.submitter);
  if (event.target.id !== "edit" || button?.hasAttribute("formaction")) {
    return;
  }
  event.preventDefault();
  change(button?.value ?? "", { brush: form("brush"), place: form("place") });
});

/**
 * A place is an element whose id ends in the name of one, after a hyphen: that under the finger, or what lies on it.
 * @param {number} x
 * @param {number} y
 */
function place(x, y) {
  const names = new Set([...(at("place")?.options ?? [])].map((option) => option.value));
  for (const under of document.elementsFromPoint(x, y)) {
    for (let one = /** @type {Element | null} */ (under); one && one !== board; one = one.parentElement) {
      const name = one.id.slice(one.id.indexOf("-") + 1);
      if (one.id.includes("-") && names.has(name)) {
        return name;
      }
    }
  }
  return "";
}

board?.addEventListener("click", (event) => {
  const name = place(event.clientX, event.clientY);
  if (name) {
    const away = (form("way") === "-") !== event.shiftKey;
    change(`brush ${away ? "-" : "+"}`, { brush: form("brush"), place: name });
  }
});

document.addEventListener("click", (event) => {
  if (event.target.id === "edit-undo") {
    go(-1);
  } else if (event.target.id === "edit-redo") {
    go(1);
  } else if (event.target.id === "edit-share") {
    share();
  }
  const fault = event.target.closest?.(".faults a");
  if (fault) {
    at(fault.hash.slice(1))?.setAttribute("open", "");
  }
});

document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase();
  const typing = event.target.closest?.("textarea, input:not([type=checkbox], [type=radio])");
  if (!(event.ctrlKey || event.metaKey) || typing || (key !== "z" && key !== "y")) {
    return;
  }
  event.preventDefault();
  go(key === "y" || event.shiftKey ? 1 : -1);
});

/**
 * A position as a link: packed into what comes after the #, which no server is told.
 * @param {BlobPart} bytes
 * @param {GenericTransformStream} stream
 */
const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

async function share() {
  const packed = await through(new TextEncoder().encode(told()), new CompressionStream("deflate-raw"));
  const code = window
    .btoa(String.fromCharCode(...packed))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const link = `${window.location.origin}${window.location.pathname.startsWith("/try/") ? window.location.pathname : at("edit").action.replace(window.location.origin, "")}#${code}`;
  window.history.replaceState(null, "", link);
  try {
    await window.navigator.clipboard.writeText(link);
    say(side.dataset.copied);
  } catch {
    window.prompt(side.dataset.copied, link);
  }
}

/** @param {string} code */
async function shared(code) {
  try {
    const packed = Uint8Array.from(window.atob(code.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return new TextDecoder().decode(await through(packed, new DecompressionStream("deflate-raw")));
  } catch {
    return "";
  }
}

// A link brings its position; whoever comes back finds his own; everybody else begins with what the page shows.
async function begin() {
  const code = window.location.hash.slice(1);
  if (/^[\w-]{40,}$/.test(code)) {
    const text = await shared(code);
    if (text && (await send("", {}, text))) {
      remember(told());
    } else {
      say(side.dataset.badLink);
    }
  } else if (side.dataset.fresh !== undefined && kept.now >= 0) {
    await send("", {}, kept.list[kept.now]);
  } else {
    remember(told());
  }
}

window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
  !(name === "open" && node.tagName === "DETAILS");
begin();
