// The chat of a table: opens and closes it, counts unread messages, sends reactions, and keeps drafts.
import { localiseTimes } from "../lib/times.js";

const chatPanel = document.getElementById("chat");
const opener = document.getElementById("open-chat");
const messages = document.getElementById("chat-messages");
const messageFrame = document.getElementById("chat-scroll");
const unreadBadge = document.getElementById("chat-unread");
const unreadNotice = document.getElementById("chat-announcement");
const picker = document.getElementById("reaction-picker");
const input = document.getElementById("chat-input");
const wideWindow = window.matchMedia("(min-width: 1000px)");
const KEY = {
  read: `regnum-read-${chatPanel.dataset.table}`,
  draft: `regnum-line-${chatPanel.dataset.table}`,
  open: "regnum-talk-open",
};

/**
 * Read or write what this browser stores. If storage is blocked, even reading `localStorage` throws.
 * @param {"localStorage" | "sessionStorage"} name
 * @param {string} key
 * @param {string} [value]
 */
function accessStorage(name, key, value) {
  try {
    const store = window[name];
    return value === undefined ? store.getItem(key) : store.setItem(key, value);
  } catch {
    return null;
  }
}

/**
 * The highest message number that was read in each room.
 * @type {Record<string, string | number>}
 */
const lastReadNumbers = Object.fromEntries(
  (accessStorage("localStorage", KEY.read) ?? "")
    .split(" ")
    .filter(Boolean)
    .map((part) => part.split(":")),
);
/** @param {PageElement} item */
const isRead = (item) =>
  "own" in item.dataset || Number(item.dataset.number) <= Number(lastReadNumbers[item.dataset.room] ?? 0);
const isAtEnd = () => messageFrame.scrollHeight - messageFrame.scrollTop - messageFrame.clientHeight < 30;
let followsEnd = true; // whether the newest message is in view and stays there

function updateUnread() {
  const isSeen = !chatPanel.hidden && !document.hidden && isAtEnd();
  let unreadCount = 0;
  for (const item of /** @type {Iterable<PageElement>} */ (messages.children)) {
    if (isSeen) {
      lastReadNumbers[item.dataset.room] = Math.max(
        Number(lastReadNumbers[item.dataset.room] ?? 0),
        Number(item.dataset.number),
      );
    } else {
      const isUnread = !isRead(item);
      item.classList.toggle("is-unread", isUnread);
      unreadCount += Number(isUnread);
    }
  }
  if (isSeen) {
    accessStorage(
      "localStorage",
      KEY.read,
      Object.entries(lastReadNumbers)
        .map((pair) => pair.join(":"))
        .join(" "),
    );
  }
  const notice = unreadCount ? chatPanel.dataset.unread.replace("{count}", unreadCount) : "";
  unreadBadge.hidden = !unreadCount;
  unreadBadge.textContent = unreadCount ? String(unreadCount) : "";
  opener.classList.toggle("is-waiting", unreadCount > 0 && chatPanel.hidden);
  opener.title = [chatPanel.querySelector("h2").textContent, notice].filter(Boolean).join(": ");
  if (unreadNotice.textContent !== notice && (chatPanel.hidden || !notice)) {
    unreadNotice.textContent = notice;
  }
}

function scrollToEnd() {
  messageFrame.scrollTop = messageFrame.scrollHeight;
}

/**
 * @param {boolean} isOpen
 * @param {boolean} [movesFocus]
 */
function setOpen(isOpen, movesFocus = true) {
  chatPanel.hidden = !isOpen;
  opener.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) {
    scrollToEnd();
  }
  if (movesFocus) {
    (isOpen ? (input ?? chatPanel.querySelector("h2")) : opener).focus({ preventScroll: true });
  }
  updateUnread();
}

/** @param {Event} event */
function toggleChat(event) {
  event.preventDefault();
  accessStorage("localStorage", KEY.open, chatPanel.hidden ? "yes" : "no");
  setOpen(chatPanel.hidden);
}

opener.addEventListener("click", toggleChat);
opener.addEventListener("keydown", (event) => event.key === " " && toggleChat(event));
document.getElementById("chat-close").addEventListener("click", toggleChat);
chatPanel.addEventListener(
  "keydown",
  (event) => event.key === "Escape" && !picker.matches(":popover-open") && toggleChat(event),
);
messageFrame.addEventListener("scroll", () => {
  followsEnd = isAtEnd();
  if (followsEnd) {
    updateUnread();
  }
});
// Long enough to see what is new.
document.addEventListener("visibilitychange", () => window.setTimeout(updateUnread, 1500));

// New messages: shows times in the reader's time zone, and follows the newest if the user has read to the end.
document.addEventListener("htmx:oobBeforeSwap", (event) => localiseTimes(event.detail.fragment));
let isFirst = true;
document.addEventListener("htmx:sseMessage", (event) => {
  if (event.detail.type === "chat") {
    window.setTimeout(() => {
      if (
        isFirst &&
        messages.children.length &&
        wideWindow.matches &&
        accessStorage("localStorage", KEY.open) === "yes"
      ) {
        setOpen(true, false);
      }
      isFirst = false;
      if (followsEnd) {
        scrollToEnd();
      }
      updateUnread();
    }, 30);
  }
});

// Keeps a draft across page loads until it is sent.
if (input) {
  input.value ||= accessStorage("sessionStorage", KEY.draft) ?? "";
  input.addEventListener("input", () => accessStorage("sessionStorage", KEY.draft, input.value));
}
let sentText = "";
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.detail.elt.id === "chat-form") {
    sentText = input.value;
  }
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { elt, xhr } = event.detail;
  const isSuccessful = xhr.status === 200; // a refusal is swapped in like any response
  if (elt.id === "chat-form" && isSuccessful) {
    followsEnd = true;
    if (input.value === sentText) {
      input.value = "";
      accessStorage("sessionStorage", KEY.draft, "");
    }
  } else if (elt.id === "set-reaction" && isSuccessful) {
    picker.hidePopover();
  }
});

// Opens the reaction picker next to the message.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("#chat-messages .add");
  if (button) {
    picker.querySelector("[name=message]").value = button.dataset.message;
    const [box, size] = [button.getBoundingClientRect(), picker.getBoundingClientRect()];
    picker.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - size.width - 8))}px`;
    picker.style.top = `${Math.max(8, box.top - size.height - 6)}px`;
  }
});
picker.addEventListener("toggle", (event) => event.newState === "open" && picker.querySelector("button").focus());

updateUnread();
