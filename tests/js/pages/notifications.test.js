import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const NOTICES = `<input type="hidden" name="_csrf_token" value="token"><div id="this-browser" data-key="AQID_-8" data-refused="You said no." data-failed="That failed." hidden>
<p id="browser-status" role="status"></p><button type="button" class="strong" id="enable-browser">Notify me in this browser</button></div><p id="no-browser" class="quiet">Not here.</p>`;

const ZONES = `<form><input id="zone" name="zone" value="" list="zones" data-zone><input name="zone" value="Europe/Kyiv" data-zone></form>
<datalist id="zones" data-others="UTC"><option value="UTC"></option></datalist>`;

const bytes = (text) => new TextEncoder().encode(text).buffer;

function fakeBrowser({ permission = "granted", before = null } = {}) {
  const asked = [];
  const made = { endpoint: "https://push.example/one", getKey: (name) => bytes(`${name}>>??`) };
  const pushManager = {
    getSubscription: async () => before,
    subscribe: async (options) => {
      asked.push(options);
      return made;
    },
  };
  return {
    asked,
    capabilities: {
      "navigator.serviceWorker": { ready: Promise.resolve({ pushManager }) },
      PushManager: class {},
      Notification: { requestPermission: async () => permission },
      isSecureContext: true,
    },
  };
}
const switchOn = async (page) => {
  await page.click("#enable-browser");
  await page.passTime(0);
};

test("one click subscribes the browser and tells the server", async () => {
  const { asked, capabilities } = fakeBrowser();
  const page = await open(NOTICES, "pages/notifications.js", { capabilities, serve: { "/notifications/browser": "" } });
  assert.equal(page.isVisible("#this-browser"), true);
  assert.equal(page.isVisible("#no-browser"), false);
  await switchOn(page);
  assert.deepEqual([...asked[0].applicationServerKey], [1, 2, 3, 255, 239]);
  const sent = Object.fromEntries(page.fetched[0].body);
  assert.deepEqual(sent, {
    _csrf_token: "token",
    endpoint: "https://push.example/one",
    p256dh: "cDI1NmRoPj4_Pw",
    auth: "YXV0aD4-Pz8",
  });
  assert.deepEqual(page.visits, ["/notifications?saved"]);
});

test("an old subscription is ended first", async () => {
  let ended = false;
  const { capabilities } = fakeBrowser({ before: { unsubscribe: async () => (ended = true) } });
  await switchOn(
    await open(NOTICES, "pages/notifications.js", { capabilities, serve: { "/notifications/browser": "" } }),
  );
  assert.equal(ended, true);
});

test("a refused permission is reported, and nothing is sent", async () => {
  const page = await open(NOTICES, "pages/notifications.js", fakeBrowser({ permission: "denied" }));
  await switchOn(page);
  assert.equal(page.text("#browser-status"), "You said no.");
  assert.deepEqual(page.fetched, []);
  assert.equal(page.find("#enable-browser").disabled, false, "the user can try again");
});

test("a failure is reported", async () => {
  const page = await open(NOTICES, "pages/notifications.js", { ...fakeBrowser(), serve: {} });
  await switchOn(page);
  assert.equal(page.text("#browser-status"), "That failed.");
  assert.deepEqual(page.visits, []);
});

test("the page says if the browser cannot be notified", async () => {
  const page = await open(NOTICES, "pages/notifications.js");
  assert.equal(page.isVisible("#this-browser"), false);
  assert.equal(page.isVisible("#no-browser"), true);
});

test("the browser proposes its time zone where none was chosen", async (context) => {
  context.mock.method(Intl.DateTimeFormat.prototype, "resolvedOptions", () => ({ timeZone: "UTC" }));
  const page = await open(NOTICES + ZONES, "pages/notifications.js");
  assert.deepEqual(
    page.all("[data-zone]").map((field) => field.value),
    ["UTC", "Europe/Kyiv"],
  );
});
