import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const now = {
  places: "land-",
  board: place({ id: "land-a", target: "land-a" }),
  choices: [{ action: "build a", target: "land-a" }, "pass"],
};
const cards = { "/table/t1/place/land-a": '<p class="title">Land A</p>', "/table/t1/choice/pass": "" };
const openPage = () => openTable(now, { touch: true, serve: cards });

test("a short tap presses", async () => {
  const page = await openPage();
  await page.tap("#land-a");
  assert.equal(page.request.fields.action, "build a");
});

test("a long press explains and presses nothing", async () => {
  const page = await openPage();
  await page.hold("#land-a");
  assert.equal(page.text("#inspect-card"), "Land A");
  assert.deepEqual(page.requests, []);
});

test("a long press does not press a button without an explanation either", async () => {
  const page = await openPage();
  await page.hold("#do-pass");
  assert.deepEqual(page.requests, []);
  await page.tap("#do-pass");
  assert.equal(page.requests.length, 1);
});

test("a long press tolerates a trembling finger, but no movement", async () => {
  const page = await openPage();
  const land = page.find("#land-a");
  const finger = (type, clientX) => page.mouse(land, type, { pointerType: "touch", clientX, clientY: 0 });
  finger("pointerdown", 0);
  finger("pointermove", 6);
  await page.passTime(600);
  assert.equal(page.text("#inspect-card"), "Land A");
  page.find("#inspect-card").replaceChildren();
  finger("pointerup", 6);
  finger("pointerdown", 0);
  finger("pointermove", 30);
  await page.passTime(600);
  assert.equal(page.text("#inspect-card"), "");
});

test("a finger that leaves early explains nothing", async () => {
  const page = await openPage();
  page.mouse(page.find("#land-a"), "pointerdown", { pointerType: "touch" });
  await page.passTime(300);
  page.mouse(page.find("#land-a"), "pointercancel", { pointerType: "touch" });
  await page.passTime(600);
  assert.equal(page.text("#inspect-card"), "");
});

test("a long press with the mouse is a click", async () => {
  const page = await openPage();
  await page.hold("#land-a", 900, { pointerType: "mouse" });
  assert.equal(page.requests.length, 1);
});

test("a long press on a target opens no context menu, a right click does", async () => {
  const page = await openPage();
  const menu = (target) => page.mouse(page.find(target), "contextmenu").defaultPrevented;
  page.mouse(page.find("#land-a"), "pointerdown", { pointerType: "touch" });
  assert.equal(menu("#land-a"), true);
  assert.equal(menu("#status"), false);
  page.mouse(page.find("#land-a"), "pointerdown");
  assert.equal(menu("#land-a"), false);
});

test("a key press counts after a long press", async () => {
  const page = await openPage();
  page.mouse(page.find("#do-pass"), "pointerdown", { pointerType: "touch" });
  await page.passTime(600);
  await page.press("Enter", { on: "#do-pass" });
  assert.equal(page.requests.length, 1);
});
