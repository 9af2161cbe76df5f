import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const FORM =
  '<form method="post" action="/sign-out" id="sign-out"><input type="hidden" name="endpoint" value=""><button>Sign out</button></form>';

test("signing out ends the push subscription of the browser", async () => {
  let ended = false;
  const subscription = { endpoint: "https://push.example/one", unsubscribe: async () => (ended = true) };
  const worker = { pushManager: { getSubscription: async () => subscription } };
  const page = await open(FORM, "pages/sign_out.js", {
    capabilities: { "navigator.serviceWorker": { getRegistration: async () => worker } },
  });
  page.find("button").click();
  await page.passTime(0);
  assert.equal(ended, true);
  assert.equal(page.find("[name=endpoint]").value, "https://push.example/one");
  assert.equal(page.submitted.length, 1);
});

test("signing out works without a subscription, or if it cannot be ended", async () => {
  const none = { getRegistration: async () => undefined };
  const broken = { getRegistration: () => Promise.reject(new Error("no")) };
  for (const capabilities of [{}, { "navigator.serviceWorker": none }, { "navigator.serviceWorker": broken }]) {
    const page = await open(FORM, "pages/sign_out.js", { capabilities });
    page.find("button").click();
    await page.passTime(0);
    assert.equal(page.submitted.length, 1);
  }
});
