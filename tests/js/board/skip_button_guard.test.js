import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

const boxes = { "#do-skip": [10, 20, 100, 40], "#do-pass": [10, 20, 100, 40] };

test("a late tap where a skip button was hits nothing for a moment", async () => {
  const page = await openTable({ skippable: true }, { boxes });
  await page.update({ number: 11, choices: ["pass"] });
  const [cover] = page.all(".click-cover");
  assert.deepEqual(
    ["left", "top", "width", "height"].map((name) => cover.style[name]),
    ["10px", "20px", "100px", "40px"],
  );
  await page.passTime(700);
  assert.equal(page.has(".click-cover"), false);
});

test("a skip button that is still there stays uncovered", async () => {
  const page = await openTable({ skippable: true }, { boxes });
  await page.update({ number: 11, skippable: true });
  assert.equal(page.has(".click-cover"), false);
});
