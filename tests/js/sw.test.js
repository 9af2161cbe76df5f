import assert from "node:assert/strict";
import { test } from "node:test";
import { load, nextPage } from "./support/modules.js";

const ORIGIN = "https://regnum.example";
const PUBLIC = { "cache-control": "public, max-age=31536000, immutable" };
const page = (language) =>
  `<html lang="${language}"><link href="/static/css/base.css?v=2"><script src="/js/2/offline.js"></script></html>`;

// Run the service worker with fake caches, notifications, windows and server.
async function worker({ caches = {}, windows = [], language = "de-DE", online = true } = {}) {
  const listeners = new Map();
  const stores = new Map(Object.entries(caches).map(([name, entries]) => [name, new Map(Object.entries(entries))]));
  const path = (request) => new URL(request.url ?? request, ORIGIN).href;
  const store = (name) => {
    const entries = stores.get(name) ?? stores.set(name, new Map()).get(name);
    return {
      match: async (request) => entries.get(path(request))?.clone(),
      put: async (request, answer) => entries.set(path(request), answer),
      keys: async () => [...entries.keys()].map((url) => ({ url })),
      delete: async (request) => entries.delete(path(request)),
    };
  };
  const server = { online, requests: [] };
  globalThis.fetch = async (request) => {
    const url = new URL(request.url ?? request, ORIGIN);
    server.requests.push(url.pathname + url.search);
    if (!server.online) {
      throw new TypeError("offline");
    }
    const [, spoken] = /^\/offline\/(\w+)$/.exec(url.pathname) ?? [];
    const isPublic = spoken || /^\/(static|js|drawing)\//.test(url.pathname);
    const answer = new Response(spoken ? page(spoken) : `the server's ${url.pathname}`, {
      headers: isPublic ? PUBLIC : {},
    });
    return Object.defineProperty(answer, "type", { value: "basic" });
  };
  globalThis.caches = {
    open: async (name) => store(name),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  };
  const shown = [];
  const opened = [];
  globalThis.self = {
    location: new URL(`${ORIGIN}/sw.js?v=2`),
    navigator: { language, setAppBadge: async (count) => shown.push(count) },
    addEventListener: (type, listener) => listeners.set(type, listener),
    skipWaiting: async () => {},
    registration: { showNotification: async (title, options) => shown.push({ title, ...options }) },
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      openWindow: async (url) => opened.push(url),
    },
  };
  await load("regnum/web/static/sw.js", nextPage());
  const fireEvent = async (type, event = {}) => {
    let answered;
    let waited;
    listeners.get(type)({
      ...event,
      waitUntil: (promise) => (waited = promise),
      respondWith: (promise) => (answered = promise),
    });
    await waited;
    return answered;
  };
  const get = async (address, more = {}) => {
    const answer = await fireEvent("fetch", {
      request: { method: "GET", mode: "no-cors", url: ORIGIN + address, ...more },
    });
    return answer?.text();
  };
  const paths = () =>
    [...stores]
      .flatMap(([, entries]) => [...entries.keys()])
      .map((url) => url.slice(ORIGIN.length))
      .sort();
  return { fireEvent, get, paths, stores, server, shown, opened };
}

test("the offline pages and their files are cached at installation", async () => {
  const { fireEvent, paths } = await worker();
  await fireEvent("install");
  assert.deepEqual(paths(), [
    "/js/2/offline.js",
    "/offline/de",
    "/offline/en",
    "/offline/uk",
    "/static/css/base.css?v=2",
  ]);
});

const DRAWING = ["/drawing/khan/2/board.js", "/drawing/khan/board.css?v=2"];

test("only versioned files are cached", async () => {
  const { get, paths, server } = await worker();
  for (const address of ["/static/css/base.css?v=2", "/js/2/table.js", ...DRAWING]) {
    assert.match(await get(address), /^the server's/);
  }
  assert.deepEqual(paths(), [...DRAWING, "/js/2/table.js", "/static/css/base.css?v=2"]);
  server.online = false;
  assert.match(await get("/js/2/table.js"), /^the server's/);
  server.online = true;
  assert.equal(await get("/tables"), undefined, "the browser asks for it itself");
  assert.equal(await get("/static/css/base.css"), undefined);
  assert.equal(await get("/static/css/base.css?v=2", { method: "POST" }), undefined);
  assert.equal(await get("/drawing/khan/board.css"), undefined);
  assert.equal(paths().length, 4);
});

test("a new version of a file replaces the old one", async () => {
  const { get, paths } = await worker();
  await get("/static/css/base.css?v=1");
  await get("/static/css/base.css?v=2");
  assert.deepEqual(paths(), ["/static/css/base.css?v=2"]);
});

test("caches of older workers are deleted, except the language", async () => {
  const { fireEvent, stores } = await worker({ caches: { "regnum-1": {}, "regnum-2": {}, "regnum-language": {} } });
  await fireEvent("activate");
  assert.deepEqual([...stores.keys()], ["regnum-2", "regnum-language"]);
});

const navigate = { mode: "navigate" };

test("the offline page is in the language of the pages", async () => {
  const stored = { [`${ORIGIN}/language`]: new Response("uk") };
  const { fireEvent, get, server } = await worker({ caches: { "regnum-language": stored } });
  await fireEvent("install");
  assert.equal(await get("/tables", navigate), "the server's /tables");
  server.online = false;
  assert.match(await get("/tables", navigate), /lang="uk"/);
});

test("the offline page falls back to the browser's language, then English", async () => {
  for (const [language, expected] of [
    ["de-DE", "de"],
    ["fr-FR", "en"],
  ]) {
    const { fireEvent, get, server } = await worker({ language });
    await fireEvent("install");
    server.online = false;
    assert.match(await get("/tables", navigate), new RegExp(`lang="${expected}"`));
  }
});

const push = (data) => ({ data: { json: () => data } });

test("a push message shows a notification and sets the badge", async () => {
  const { fireEvent, shown } = await worker();
  await fireEvent("push", push({ title: "Khan", body: "It is your move.", tag: "t1", url: "/table/t1", count: 2 }));
  assert.deepEqual(shown[0].title, "Khan");
  assert.deepEqual([shown[0].body, shown[0].tag, shown[0].data], ["It is your move.", "t1", { url: "/table/t1" }]);
  assert.equal(shown[1], 2);
});

test("an empty push message still shows a notification", async () => {
  const { fireEvent, shown } = await worker();
  await fireEvent("push", {});
  assert.deepEqual(
    shown.map(({ title, data }) => [title, data.url]),
    [["Regnum", "/"]],
  );
});

const notification = (url) => {
  const made = { closed: false, data: { url }, close: () => (made.closed = true) };
  return made;
};

test("a click on a notification focuses an open table", async () => {
  const focused = [];
  const windows = ["/settings", "/table/t1"].map((path) => ({
    url: ORIGIN + path,
    focus: async () => focused.push(path),
  }));
  const { fireEvent, opened } = await worker({ windows });
  const pressed = notification("/table/t1");
  await fireEvent("notificationclick", { notification: pressed });
  assert.deepEqual([pressed.closed, focused, opened], [true, ["/table/t1"], []]);
});

test("a click on a notification opens a new window, but no other site", async () => {
  const { fireEvent, opened } = await worker();
  await fireEvent("notificationclick", { notification: notification("/table/t1") });
  await fireEvent("notificationclick", { notification: notification("https://elsewhere.example/") });
  assert.deepEqual(opened, [`${ORIGIN}/table/t1`]);
});
