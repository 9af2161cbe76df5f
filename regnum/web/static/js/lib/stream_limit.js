// Decides which tabs keep their streams. A browser opens at most six connections to one server, and each table's stream
// uses one for hours. So only the tabs that were visible last keep their streams; the others wait until they are shown
// again.
export const MAX_STREAMS = 4;

const tabId = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel("regnum:tabs");
const lastSeenTimes = new Map(); // when each other tab was visible last
let lastSeenTime = Date.now();
let changeListener = () => {};

export const shouldPause = () =>
  document.hidden && [...lastSeenTimes.values()].filter((time) => time > lastSeenTime).length >= MAX_STREAMS;
/** @param {() => void} listener */
export const onChange = (listener) => (changeListener = listener);

const postState = (asks = false) => channel.postMessage({ tab: tabId, seen: lastSeenTime, asks });

channel.addEventListener("message", ({ data }) => {
  if (data.gone) {
    lastSeenTimes.delete(data.tab);
  } else {
    lastSeenTimes.set(data.tab, data.seen);
  }
  if (data.asks) {
    postState();
  }
  changeListener();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    lastSeenTime = Date.now();
    postState();
  }
  changeListener();
});
window.addEventListener("pagehide", () => channel.postMessage({ tab: tabId, gone: true }));
window.addEventListener("pageshow", (event) => event.persisted && postState(true));
postState(true);
