// Registers the service worker (/sw.js), which shows notifications, caches files and serves the offline page. Pages
// work without it.
// The version in the path of all scripts: /js/<version>/pages/service_worker.js.
const [version] = /[^/]+(?=\/pages\/[^/]*$)/.exec(import.meta.url) ?? [];
const language = document.documentElement.lang;

async function registerWorker() {
  await navigator.serviceWorker.register(`/sw.js?v=${version}`, { updateViaCache: "none" });
  const cache = await caches.open("regnum-language");
  const stored = await cache.match("/language");
  if ((await stored?.text()) !== language) {
    await cache.put("/language", new Response(language));
  }
}

if ("serviceWorker" in navigator && window.isSecureContext) {
  registerWorker().catch(() => {}); // storage is full or blocked
}
