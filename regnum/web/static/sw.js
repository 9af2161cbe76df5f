// What the browser keeps of this server, and what it does when it is called. Kept are files that never change under their
// address, and the page that says that there is no connection; pages with anything on them that may change are not.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const mark = new URL(worker.location.href).searchParams.get("v");
const KEPT = `regnum-${mark}`;
const LANGUAGE = "regnum-language"; // the pages write into it what they speak
const LANGUAGES = ["en", "de", "uk"];

/** @param {URL} url */
const isStatic = (url) =>
  url.origin === worker.location.origin &&
  (url.pathname.startsWith("/js/") || (/^\/(static|drawing)\//.test(url.pathname) && url.searchParams.has("v")));

/**
 * @param {Cache} cache
 * @param {Request | string} request
 * @param {Response} answer
 */
async function keep(cache, request, answer) {
  if (answer.ok && answer.type === "basic" && /\bpublic\b/.test(answer.headers.get("cache-control") || "")) {
    const { pathname, search } = new URL(typeof request === "string" ? request : request.url, worker.location.href);
    for (const old of await cache.keys()) {
      const url = new URL(old.url);
      if (url.pathname === pathname && url.search !== search) {
        await cache.delete(old); // of an older version
      }
    }
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** @param {Request} request */
async function fetched(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request)) ?? keep(cache, request, await fetch(request));
}

async function install() {
  const cache = await caches.open(KEPT);
  const files = new Set();
  for (const language of LANGUAGES) {
    const page = `/offline/${language}`;
    const answer = await keep(cache, page, await fetch(page, { cache: "reload", credentials: "omit" }));
    for (const [, file] of (await answer.text()).matchAll(/(?:href|src)="(\/(?:static|js)\/[^"]+)"/g)) {
      files.add(file);
    }
  }
  await Promise.all([...files].map(async (file) => keep(cache, file, await fetch(file))));
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => ![KEPT, LANGUAGE].includes(name)).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function apology() {
  const told = await (await caches.open(LANGUAGE)).match("/language");
  const spoken = told ? await told.text() : (worker.navigator.language || "").slice(0, 2);
  const language = LANGUAGES.includes(spoken) ? spoken : "en";
  return (await (await caches.open(KEPT)).match(`/offline/${language}`)) ?? Response.error();
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") {
    return;
  }
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(apology));
  } else if (isStatic(new URL(request.url))) {
    event.respondWith(fetched(request));
  }
});

// A call: what it says was encrypted for this browser. One of the same tag takes the place of the one before.
worker.addEventListener("push", (event) => {
  const { title = "Regnum", body = "", tag = "regnum", url = "/", count } = event.data?.json() ?? {};
  const shown = worker.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: "/static/icon-192.png",
    badge: "/static/badge-96.png",
  });
  const badge = Number.isInteger(count) ? worker.navigator.setAppBadge?.(count)?.catch(() => {}) : null;
  event.waitUntil(Promise.all([shown, badge]));
});

/**
 * Who presses it comes to the table: where a page of ours is open, there.
 * @param {string} address
 */
async function open(address) {
  const url = new URL(address, worker.location.origin);
  if (url.origin !== worker.location.origin) {
    return;
  }
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === url.pathname);
  if (there) {
    await there.focus();
    return;
  }
  await worker.clients.openWindow(url.href);
}
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});
