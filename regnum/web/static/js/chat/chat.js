// Talk at the table: opened and closed, what is unread, reactions, and a line that is not lost while it is being written.
import { localiseTimes } from "../lib/times.js";

const talk = document.getElementById("talk");
const opener = document.getElementById("to-talk");
const said = document.getElementById("said");
const frame = document.getElementById("said-in");
const unread = document.getElementById("talk-unread");
const news = document.getElementById("talk-news");
const picker = document.getElementById("reaction-picker");
const line = document.getElementById("say-text");
const wide = window.matchMedia("(min-width: 1000px)");
const KEY = {
  read: `regnum-read-${talk.dataset.table}`,
  line: `regnum-line-${talk.dataset.table}`,
  open: "regnum-talk-open",
};

/**
 * What this browser keeps. If storage is blocked, even reading `localStorage` throws.
 * @param {"localStorage" | "sessionStorage"} name
 * @param {string} key
 * @param {string} [value]
 */
function kept(name, key, value) {
  try {
    const store = window[name];
    return value === undefined ? store.getItem(key) : store.setItem(key, value);
  } catch {
    return null;
  }
}

/**
 * Which lines were read: the highest number of each room.
 * @type {Record<string, string | number>}
 */
const read = Object.fromEntries(
  (kept("localStorage", KEY.read) ?? "")
    .split(" ")
    .filter(Boolean)
    .map((part) => part.split(":")),
);
/** @param {PageElement} item */
const isRead = (item) => "own" in item.dataset || Number(item.dataset.number) <= Number(read[item.dataset.room] ?? 0);
const atEnd = () => frame.scrollHeight - frame.scrollTop - frame.clientHeight < 30;
let follows = true; // the newest is in sight, and stays so

function count() {
  const seen = !talk.hidden && !document.hidden && atEnd();
  let left = 0;
  for (const item of /** @type {Iterable<PageElement>} */ (said.children)) {
    if (seen) {
      read[item.dataset.room] = Math.max(Number(read[item.dataset.room] ?? 0), Number(item.dataset.number));
    } else {
      const fresh = !isRead(item);
      item.classList.toggle("unread", fresh);
      left += Number(fresh);
    }
  }
  if (seen) {
    kept(
      "localStorage",
      KEY.read,
      Object.entries(read)
        .map((pair) => pair.join(":"))
        .join(" "),
    );
  }
  const told = left ? talk.dataset.heard.replace("{count}", left) : "";
  unread.hidden = !left;
  unread.textContent = left ? String(left) : "";
  opener.classList.toggle("waits", left > 0 && talk.hidden);
  opener.title = [talk.querySelector("h2").textContent, told].filter(Boolean).join(": ");
  if (news.textContent !== told && (talk.hidden || !told)) {
    news.textContent = told;
  }
}

function toEnd() {
  frame.scrollTop = frame.scrollHeight;
}

/**
 * @param {boolean} open
 * @param {boolean} [focus]
 */
function show(open, focus = true) {
  talk.hidden = !open;
  opener.setAttribute("aria-expanded", String(open));
  if (open) {
    toEnd();
  }
  if (focus) {
    (open ? (line ?? talk.querySelector("h2")) : opener).focus({ preventScroll: true });
  }
  count();
}

/** @param {Event} event */
function toggle(event) {
  event.preventDefault();
  kept("localStorage", KEY.open, talk.hidden ? "yes" : "no");
  show(talk.hidden);
}

opener.addEventListener("click", toggle);
opener.addEventListener("keydown", (event) => event.key === " " && toggle(event));
document.getElementById("talk-close").addEventListener("click", toggle);
talk.addEventListener(
  "keydown",
  (event) => event.key === "Escape" && !picker.matches(":popover-open") && toggle(event),
);
frame.addEventListener("scroll", () => {
  follows = atEnd();
  if (follows) {
    count();
  }
});
document.addEventListener("visibilitychange", () => window.setTimeout(count, 1500)); // long enough to be seen as new

// News: times in the reader's zone before they are seen; who has read to the end is shown the newest.
document.addEventListener("htmx:oobBeforeSwap", (event) => localiseTimes(event.detail.fragment));
let first = true;
document.addEventListener("htmx:sseMessage", (event) => {
  if (event.detail.type === "talk") {
    window.setTimeout(() => {
      if (first && said.children.length && wide.matches && kept("localStorage", KEY.open) === "yes") {
        show(true, false);
      }
      first = false;
      if (follows) {
        toEnd();
      }
      count();
    }, 30);
  }
});

// A line that is being written outlives the page; it goes away when it was sent.
if (line) {
  line.value ||= kept("sessionStorage", KEY.line) ?? "";
  line.addEventListener("input", () => kept("sessionStorage", KEY.line, line.value));
}
let sent = "";
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id === "say") {
    sent = line.value;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  const successful = xhr.status === 200; // a refusal is swapped in like an answer
  if (elt.id === "say" && successful) {
    follows = true;
    if (line.value === sent) {
      line.value = "";
      kept("sessionStorage", KEY.line, "");
    }
  } else if (elt.id === "set-reaction" && successful) {
    picker.hidePopover();
  }
});

// The reactions beside the line to which one is set.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#said .add");
  if (button) {
    picker.querySelector("[name=line]").value = button.dataset.line;
    const [box, size] = [button.getBoundingClientRect(), picker.getBoundingClientRect()];
    picker.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - size.width - 8))}px`;
    picker.style.top = `${Math.max(8, box.top - size.height - 6)}px`;
  }
});
picker.addEventListener("toggle", (event) => event.newState === "open" && picker.querySelector("button").focus());

count();
