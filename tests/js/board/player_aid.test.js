import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const AID =
  '<div class="player-aid"><h1 id="aid-head">Khan</h1><section class="player-aid-part is-current">Build</section></div>';
const openPage = (serve = { "/table/t1/aid": AID }) => openTable({}, { serve });

test("F1 and the link open the player aid at the current phase", async () => {
  for (const act of [(page) => page.press("F1"), (page) => page.click("#player-aid-link")]) {
    const page = await openPage();
    const event = await act(page);
    assert.equal(event.defaultPrevented, true);
    assert.equal(page.open("#aid-dialog"), true);
    assert.equal(page.text("#aid-dialog .player-aid-content"), "KhanBuild");
    assert.equal(page.layout.scrolledTo.at(-1).className, "player-aid-part is-current");
  }
});

test("F1 again, or a click outside, closes the aid", async () => {
  const page = await openPage();
  await page.press("F1");
  await page.click("#aid-head");
  assert.equal(page.open("#aid-dialog"), true);
  await page.press("F1");
  assert.equal(page.open("#aid-dialog"), false);
  await page.press("F1");
  await page.click("#aid-dialog");
  assert.equal(page.open("#aid-dialog"), false);
});

test("Ctrl+click opens the aid in a new tab", async () => {
  const page = await openPage();
  assert.equal((await page.click("#player-aid-link", { ctrlKey: true })).defaultPrevented, false);
});

test("an open aid follows the game", async () => {
  let station = "Build";
  const page = await openPage({ "/table/t1/aid": () => AID.replace("Build", station) });
  await page.press("F1");
  station = "Trade";
  await page.update({ number: 11 });
  assert.equal(page.text("#aid-dialog .is-current"), "Trade");
});

test("the aid stays closed if the server does not answer", async () => {
  const page = await openPage({ "/table/t1/aid": () => Promise.reject(new Error("offline")) });
  await page.press("F1");
  assert.equal(page.open("#aid-dialog"), false);
});
