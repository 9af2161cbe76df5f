// The service worker (/sw.js): it brings calls, keeps files, and says it where there is no connection. A page works without.
const [mark] = /[^/]+(?=\/pages\/[^/]*$)/.exec(import.meta.url) ?? []; // of all scripts: /js/<mark>/pages/service_worker.js
const language = document.documentElement.lang;

async function begin() {
  await navigator.serviceWorker.register(`/sw.js?v=${mark}`, { updateViaCache: "none" });
  const kept = await caches.open("regnum-language");
  const told = await kept.match("/language");
  if ((await told?.text()) !== language) {
    await kept.put("/language", new Response(language));
  }
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  begin().catch(() => {}); // no room, or not allowed
}
