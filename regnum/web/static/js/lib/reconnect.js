// Reopens a stream that is dead without an error. This happens when a page returns from the background or the network
// changes: nothing tells the page that the other end is gone. The first event of a new stream contains everything. The
// server sends a "beat" now and then; the stream is also reopened if none arrives. A tab whose stream is paused in
// favour of others reopens it when it is shown again.
import { syncServerTime } from "./server_time.js";
import { onChange, shouldPause } from "./stream_limit.js";

const MAX_HIDDEN_TIME = 30000; // milliseconds in the background after which the stream is reopened
const MAX_SILENCE = 50000; // three beats
const MIN_INTERVAL = 1000;

/** @type {EventSource | null} */
let source = null;
let lastEventTime = performance.now();
let lastReopenTime = -MIN_INTERVAL;
let hiddenSince = document.hidden ? performance.now() : null;
let isPaused = false;

const recordEvent = () => (lastEventTime = performance.now());

window.htmx.createEventSource = (address) => {
  source = new EventSource(address, { withCredentials: true });
  for (const name of ["open", "beat", "parts", "panel", "pieces"]) {
    source.addEventListener(name, recordEvent);
  }
  source.addEventListener("beat", (event) => syncServerTime(Number(event.data)));
  return source;
};

// The htmx extension reopens a closed source after a delay, which grows each time the server refuses.
function reopenStream() {
  if (!source || (performance.now() - lastReopenTime < MIN_INTERVAL && !isPaused)) {
    return;
  }
  lastReopenTime = performance.now();
  recordEvent();
  if (source.readyState === EventSource.CLOSED && !isPaused) {
    window.location.reload();
    return;
  }
  isPaused = false;
  source.close();
  source.onerror?.(new Event("error"));
}

onChange(() => {
  if (shouldPause()) {
    isPaused ||= Boolean(source);
    source?.close();
  } else if (isPaused) {
    reopenStream();
  }
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenSince = performance.now();
  } else if (hiddenSince !== null) {
    if (performance.now() - hiddenSince > MAX_HIDDEN_TIME) {
      reopenStream();
    }
    hiddenSince = null;
  }
});
window.addEventListener("pageshow", (event) => event.persisted && reopenStream());
document.addEventListener("resume", reopenStream);
window.addEventListener("online", reopenStream);
navigator.connection?.addEventListener?.("change", () => navigator.onLine && reopenStream());
window.setInterval(
  () => !document.hidden && performance.now() - lastEventTime > MAX_SILENCE && reopenStream(),
  MAX_SILENCE / 5,
);
