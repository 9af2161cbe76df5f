// The service worker: caches files, serves the offline page, and shows notifications. It caches only files that never
// change under their address, and the offline page.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const version = new URL(worker.location.href).searchParams.get("v");
const CACHE = `regnum-${version}`;
const LANGUAGE = "regnum-language"; // the pages store their language in it
const LANGUAGES = ["en", "de", "uk"];

/** @param {URL} url */
const isStatic = (url) =>
  url.origin === worker.location.origin &&
  (/^\/(js|drawing\/[^/]+\/[0-9a-f]+)\//.test(url.pathname) ||
    (/^\/(static|drawing)\//.test(url.pathname) && url.searchParams.has("v")));

/**
 * @param {Cache} cache
 * @param {Request | string} request
 * @param {Response} answer
 */
async function cacheResponse(cache, request, answer) {
  if (answer.ok && answer.type === "basic" && /\bpublic\b/.test(answer.headers.get("cache-control") || "")) {
    const { pathname, search } = new URL(typeof request === "string" ? request : request.url, worker.location.href);
    for (const old of await cache.keys()) {
      const url = new URL(old.url);
      if (url.pathname === pathname && url.search !== search) {
        await cache.delete(old); // an older version
      }
    }
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** @param {Request} request */
async function fetchAndCache(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? cacheResponse(cache, request, await fetch(request));
}

async function cacheFiles() {
  const cache = await caches.open(CACHE);
  const files = new Set();
  for (const language of LANGUAGES) {
    const page = `/offline/${language}`;
    const answer = await cacheResponse(cache, page, await fetch(page, { cache: "reload", credentials: "omit" }));
    for (const [, file] of (await answer.text()).matchAll(/(?:href|src)="(\/(?:static|js)\/[^"]+)"/g)) {
      files.add(file);
    }
  }
  await Promise.all([...files].map(async (file) => cacheResponse(cache, file, await fetch(file))));
  await worker.skipWaiting();
}

async function removeOldCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![CACHE, LANGUAGE].includes(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function offlineResponse() {
  const stored = await (await caches.open(LANGUAGE)).match("/language");
  const preferred = stored ? await stored.text() : (worker.navigator.language || "").slice(0, 2);
  const language = LANGUAGES.includes(preferred) ? preferred : "en";
  return (await (await caches.open(CACHE)).match(`/offline/${language}`)) ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(cacheFiles()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOldCaches()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(offlineResponse));
  } else if (isStatic(new URL(request.url))) {
    event.respondWith(fetchAndCache(request));
  }
});

// Shows a notification. Its content was encrypted for this browser. It replaces an earlier one with the same tag.
worker.addEventListener("push", (event) => {
  const { title = "Regnum", body = "", tag = "regnum", url = "/", count } = event.data?.json() ?? {};
  const notification = worker.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: "/static/icon-192.png",
    badge: "/static/badge-96.png",
  });
  const badge = Number.isInteger(count) ? worker.navigator.setAppBadge?.(count)?.catch(() => {}) : null;
  event.waitUntil(Promise.all([notification, badge]));
});

/**
 * Open the address of a notification, in an existing window if one shows that page.
 * @param {string} address
 */
async function openPage(address) {
  const url = new URL(address, worker.location.origin);
  if (url.origin !== worker.location.origin) {
    return;
  }
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const openWindow = pages.find((page) => new URL(page.url).pathname === url.pathname);
  if (openWindow) {
    await openWindow.focus();
    return;
  }
  await worker.clients.openWindow(url.href);
}
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? "/"));
});
