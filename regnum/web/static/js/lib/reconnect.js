// A page that comes back, after hours in the background or in another network, has a stream that only seems to stand: nobody
// tells it that its other end is gone. So it is opened anew; the first event of a stream brings everything. The server
// says "beat" now and then: where that stays away, too. A tab that rests, for others are looked at, opens it when it is seen again.
import { sync } from "./server_time.js";
import { onChange, rests } from "./tabs.js";

const BACKGROUND = 30000; // milliseconds after which a page that was hidden does not trust in its stream
const SILENCE = 50000; // three beats
const PAUSE = 1000;

/** @type {EventSource | null} */
let source = null;
let heard = performance.now();
let begun = -PAUSE;
let hidden = document.hidden ? performance.now() : null;
let resting = false;

const hear = () => (heard = performance.now());

window.htmx.createEventSource = (address) => {
  source = new EventSource(address, { withCredentials: true });
  for (const name of ["open", "beat", "parts", "panel", "pieces"]) {
    source.addEventListener(name, hear);
  }
  source.addEventListener("beat", (event) => sync(Number(event.data)));
  return source;
};

// A source that is closed the extension of htmx opens anew, a moment later: the later, the more often the server has refused.
function renew() {
  if (!source || (performance.now() - begun < PAUSE && !resting)) {
    return;
  }
  begun = performance.now();
  hear();
  if (source.readyState === EventSource.CLOSED && !resting) {
    window.location.reload();
    return;
  }
  resting = false;
  source.close();
  source.onerror?.(new Event("error"));
}

onChange(() => {
  if (rests()) {
    resting ||= Boolean(source);
    source?.close();
  } else if (resting) {
    renew();
  }
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hidden = performance.now();
  } else if (hidden !== null) {
    if (performance.now() - hidden > BACKGROUND) {
      renew();
    }
    hidden = null;
  }
});
window.addEventListener("pageshow", (event) => event.persisted && renew());
document.addEventListener("resume", renew);
window.addEventListener("online", renew);
navigator.connection?.addEventListener?.("change", () => navigator.onLine && renew());
window.setInterval(() => !document.hidden && performance.now() - heard > SILENCE && renew(), SILENCE / 5);
