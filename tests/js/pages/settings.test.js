import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const SETTINGS = `<p class="saved-notice" id="saved" role="status" hidden>Saved.</p><form class="form settings" method="post" action="/settings">
<input type="hidden" name="_csrf_token" value="token"><input type="radio" name="playback" value="normal" checked><input type="radio" name="playback" value="slow">
<input type="radio" name="sound" value="on"></form>`;
const settings = { playback: "normal", sound: "off" };

test("a setting is saved and applied at once, and the page says so", async () => {
  const page = await open(SETTINGS, "pages/settings.js", { settings, serve: { "/settings": "" } });
  await page.choose("[value=slow]");
  assert.equal(page.isVisible("#saved"), true);
  assert.equal(page.document.documentElement.dataset.playback, "slow");
  assert.equal(String(page.fetched[0].body), "_csrf_token=token&playback=slow");
});

test("settings are saved one after the other", async () => {
  const answers = [];
  const page = await open(SETTINGS, "pages/settings.js", {
    settings,
    serve: { "/settings": () => new Promise((done) => answers.push(done)) },
  });
  await page.choose("[value=slow]");
  await page.choose("[value=on]");
  assert.equal(answers.length, 1);
  answers[0]("");
  await page.passTime(0);
  assert.equal(answers.length, 2);
  assert.match(String(page.fetched[1].body), /playback=slow&sound=on$/);
});

test("the form is submitted normally if saving fails", async () => {
  for (const serve of [{}, { "/settings": () => Promise.reject(new Error("offline")) }]) {
    const page = await open(SETTINGS, "pages/settings.js", { settings, serve });
    await page.choose("[value=slow]");
    assert.equal(page.submitted.length, 1);
    assert.equal(page.isVisible("#saved"), false);
  }
});
