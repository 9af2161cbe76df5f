// Enables push notifications in this browser: asks for permission and registers the subscription with the server.
import { browserTimeZone } from "../lib/time_zone.js";

const section = document.getElementById("this-browser");
const status = document.getElementById("browser-status");
const button = document.getElementById("enable-browser");
const token = document.querySelector("input[name=_csrf_token]").value;

const isSupported =
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

/** @param {string} text */
const decodeBase64 = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const encodeBase64 = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? [])))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") {
    status.textContent = section.dataset.refused;
    return;
  }
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe(); // it may be for another key
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: decodeBase64(section.dataset.key),
  });
  const form = new URLSearchParams({
    _csrf_token: token,
    endpoint: subscription.endpoint,
    p256dh: encodeBase64(subscription.getKey("p256dh")),
    auth: encodeBase64(subscription.getKey("auth")),
  });
  const answer = await fetch("/notifications/browser", { method: "POST", body: form });
  if (!answer.ok) {
    throw new Error(String(answer.status));
  }
  window.location.assign("/notifications?saved");
}

if (isSupported) {
  section.hidden = false;
  document.getElementById("no-browser").hidden = true;
  button.addEventListener("click", () => {
    button.disabled = true;
    subscribe()
      .catch(() => (status.textContent = section.dataset.failed))
      .finally(() => (button.disabled = false));
  });
}

// Default to the browser's time zone.
for (const field of document.querySelectorAll("[data-zone]")) {
  field.value ||= browserTimeZone();
}
