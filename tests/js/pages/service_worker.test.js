import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

// A browser with service workers and a cache.
function fakeBrowser({ told } = {}) {
  const registered = [];
  const kept = new Map(told ? [["/language", new Response(told)]] : []);
  const cache = { match: async (name) => kept.get(name)?.clone(), put: async (name, answer) => kept.set(name, answer) };
  const capabilities = {
    "navigator.serviceWorker": { register: async (address, options) => registered.push([address, options]) },
    isSecureContext: true,
    caches: { open: async () => cache },
  };
  return { registered, kept, capabilities };
}

test("the service worker is registered with the version of the scripts", async () => {
  const { registered, capabilities } = fakeBrowser();
  await open("", "pages/service_worker.js", { capabilities });
  assert.deepEqual(registered, [["/sw.js?v=js", { updateViaCache: "none" }]], "the folder that the script comes from");
});

test("the service worker is told which language the pages speak", async () => {
  const { kept, capabilities } = fakeBrowser({ told: "en" });
  await open("", "pages/service_worker.js", { capabilities, language: "uk" });
  assert.equal(await kept.get("/language").text(), "uk");
});

test("a page works without service workers and without https", async () => {
  await open("", "pages/service_worker.js");
  const { capabilities } = fakeBrowser();
  const refused = {
    ...capabilities,
    "navigator.serviceWorker": { register: () => Promise.reject(new Error("blocked")) },
  };
  await open("", "pages/service_worker.js", { capabilities: refused });
  const { registered, capabilities: plain } = fakeBrowser();
  await open("", "pages/service_worker.js", { capabilities: { ...plain, isSecureContext: false } });
  assert.deepEqual(registered, []);
});
