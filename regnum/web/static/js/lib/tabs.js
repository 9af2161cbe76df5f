// A browser opens six connections to one server at the most, and each table's stream holds one for hours. So of many tabs those
// keep their streams that were in sight last; the others rest until somebody looks at them.
export const MOST = 4;

const me = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel("regnum:tabs");
const others = new Map(); // when each other tab was in sight last
let seen = Date.now();
let told = () => {};

export const rests = () => document.hidden && [...others.values()].filter((time) => time > seen).length >= MOST;
/** @param {() => void} listener */
export const onChange = (listener) => (told = listener);

const tell = (asks = false) => channel.postMessage({ tab: me, seen, asks });

channel.addEventListener("message", ({ data }) => {
  if (data.gone) {
    others.delete(data.tab);
  } else {
    others.set(data.tab, data.seen);
  }
  if (data.asks) {
    tell();
  }
  told();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    seen = Date.now();
    tell();
  }
  told();
});
window.addEventListener("pagehide", () => channel.postMessage({ tab: me, gone: true }));
window.addEventListener("pageshow", (event) => event.persisted && tell(true));
tell(true);
