// Whether this browser is to be called: it asks whoever sits before it, and tells the server how it is reached.
import { browserTimeZone } from "../lib/time_zone.js";

const part = document.getElementById("this-browser");
const said = document.getElementById("browser-said");
const button = document.getElementById("browser-on");
const token = document.querySelector("input[name=_csrf_token]").value;

const can =
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

/** @param {string} text */
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const spelled = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = part.dataset.refused;
    return;
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(part.dataset.key) });
  const form = new URLSearchParams({
    _csrf_token: token,
    endpoint: made.endpoint,
    p256dh: spelled(made.getKey("p256dh")),
    auth: spelled(made.getKey("auth")),
  });
  const answer = await fetch("/notices/browser", { method: "POST", body: form });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  window.location.assign("/notices?saved");
}

if (can) {
  part.hidden = false;
  document.getElementById("no-browser").hidden = true;
  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe()
      .catch(() => (said.textContent = part.dataset.failed))
      .finally(() => (button.disabled = false));
  });
}

// A zone that nobody has chosen yet is that of this browser.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value ||= browserTimeZone();
}
