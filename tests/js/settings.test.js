import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/page.js";

const SETTINGS = `<p class="saved" id="saved" role="status" hidden>Saved.</p><form class="form settings" method="post" action="/settings">
<input type="hidden" name="_csrf_token" value="token"><input type="radio" name="playback" value="normal" checked><input type="radio" name="playback" value="slow">
<input type="radio" name="sound" value="on"></form>`;
const look = { playback: "normal", sound: "off" };

test("what is chosen is sent, holds at once, and it is said", async () => {
  const page = await open(SETTINGS, "settings.js", { look, serve: { "/settings": "" } });
  await page.choose("[value=slow]");
  assert.equal(page.isVisible("#saved"), true);
  assert.equal(page.document.documentElement.dataset.playback, "slow");
  assert.equal(String(page.fetched[0].body), "_csrf_token=token&playback=slow");
});

test("choices are sent one after the other: the last one holds", async () => {
  const answers = [];
  const page = await open(SETTINGS, "settings.js", { look, serve: { "/settings": () => new Promise((done) => answers.push(done)) } });
  await page.choose("[value=slow]");
  await page.choose("[value=on]");
  assert.equal(answers.length, 1);
  answers[0]("");
  await page.pass(0);
  assert.equal(answers.length, 2);
  assert.match(String(page.fetched[1].body), /playback=slow&sound=on$/);
});

test("where that fails the form is sent as without scripts", async () => {
  for (const serve of [{}, { "/settings": () => Promise.reject(new Error("offline")) }]) {
    const page = await open(SETTINGS, "settings.js", { look, serve });
    await page.choose("[value=slow]");
    assert.equal(page.submitted.length, 1);
    assert.equal(page.isVisible("#saved"), false);
  }
});
