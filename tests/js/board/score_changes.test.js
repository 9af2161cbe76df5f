import assert from "node:assert/strict";
import { test } from "node:test";
import { recapPart, openTable } from "../support/table.js";

const strip = (ann, ben, parts = [["Towns", ann]]) => [
  { name: "Ann", points: ann, parts },
  { name: "Ben", points: ben },
];
const shownGains = (page) => page.all("#strip > div").map((side) => side.dataset.gained ?? "");

test("gains are shown next to the name for a moment", async () => {
  const page = await openTable({ strip: strip(3, 5) });
  await page.update({ number: 11, strip: strip(3, 9) });
  assert.deepEqual(shownGains(page), ["", "+4"]);
  await page.passTime(7200);
  assert.deepEqual(shownGains(page), ["", ""]);
});

test("losses have a minus sign", async () => {
  const page = await openTable({ strip: strip(3, 5) });
  await page.update({ number: 11, strip: strip(1, 5) });
  assert.deepEqual(shownGains(page), ["−2", ""]);
});

test("the reasons for points are in the inspect card and in the recap", async () => {
  const last = recapPart([{ who: "Ann", lines: ["A town."] }]);
  const page = await openTable({ strip: strip(3, 5), last, choices: ["pass"] });
  await page.update({
    number: 11,
    strip: strip(6, 5, [
      ["Towns", 4],
      ["Coins", 2],
    ]),
    last,
    choices: ["pass"],
  });
  assert.equal(page.find("#side-0").dataset.changeReason, "Towns +1");
  assert.equal(page.text("#gained-0"), "Ann: points +3 (Towns +1)");
});

test("the viewer's next move restarts the count", async () => {
  const page = await openTable({ strip: strip(3, 5), choices: ["pass"] });
  await page.update({ number: 11, strip: strip(3, 9), choices: ["pass"] });
  assert.deepEqual(shownGains(page), ["", "+4"]);
  await page.takeAction("pass");
  assert.deepEqual(shownGains(page), ["", ""]);
  await page.request.answer({ entryCount: 12 });
  await page.update({ number: 12, strip: strip(4, 9), choices: ["pass"] });
  assert.deepEqual(shownGains(page), ["+1", ""]);
});

test("when others score after the viewer's turn only that is shown", async () => {
  const page = await openTable({ strip: strip(3, 5), choices: ["pass"] });
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 11 });
  await page.update({ number: 11, strip: strip(5, 5) });
  assert.deepEqual(shownGains(page), ["+2", ""]);
  await page.update({ number: 12, strip: strip(5, 6) });
  assert.deepEqual(shownGains(page), ["", "+1"]);
});

test("no gains are shown during playback", async () => {
  const page = await openTable({ strip: strip(3, 5) });
  page.document.body.classList.add("is-past");
  await page.update({ number: 11, strip: strip(0, 0) });
  assert.deepEqual(shownGains(page), ["", ""]);
});
