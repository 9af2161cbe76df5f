import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../support/modules.js";
import { openTable } from "../support/table.js";

const dock = '<div class="docked" style="position: fixed"><section id="hand"></section></div>';
const boxes = {
  "#board": [0, 50, 390, 400],
  "#prompt": [0, 650, 390, 40],
  "#strip": [0, 800, 390, 44],
  ".docked": [0, 680, 390, 120],
  "#hand": [0, 700, 390, 90],
};

async function openPhone(hand) {
  const now = { hand, choices: ["pass"], more: "<style>#strip { position: fixed }</style>" };
  const page = await openTable(now, { narrow: true, boxes });
  return { page, area: await load("regnum/web/static/js/board/visible_area.js", page.number) };
}

test("the strip and a dock cover the bottom of a narrow page", async () => {
  const { area } = await openPhone("");
  assert.equal(area.footerTop(), 800);
  const { area: smaller } = await openPhone(dock);
  assert.equal(smaller.footerTop(), 680);
});

test("what a dock covers is out of view, but the dock is in view", async () => {
  const { page, area } = await openPhone(dock);
  assert.equal(area.isInView(page.find("#prompt")), false);
  assert.equal(area.isInView(page.find("#hand")), true);
});

test("an element fits below the board if both are in view at once", async () => {
  const { page, area } = await openPhone(dock);
  assert.equal(area.fitsBelowBoard(page.find("#prompt")), true);
  assert.equal(area.fitsBelowBoard(page.find("#prompt"), 50), false);
});
