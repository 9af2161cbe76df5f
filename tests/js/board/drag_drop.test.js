import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, place } from "../support/table.js";

const board =
  ["a", "b"].map((name) => place({ id: `land-${name}`, target: name })).join("") +
  '<g id="army-a" data-drag="a"></g><g id="tray-0"></g>';
const choices = [{ action: "move a b", target: "a b" }, { action: "move b a", target: "b a" }, "pass"];

function drag(page, type, target) {
  const data = {};
  const dataTransfer = { setData: (kind, text) => (data[kind] = text) };
  const event = new page.window.Event(type, { bubbles: true, cancelable: true });
  page.find(target).dispatchEvent(Object.assign(event, { dataTransfer }));
  return { event, data, dataTransfer };
}

test("dropping a piece on a place makes the move", async () => {
  const page = await openTable({ board, choices });
  const { data, dataTransfer } = drag(page, "dragstart", "#army-a");
  assert.deepEqual([data["text/plain"], dataTransfer.effectAllowed], ["a", "move"]);
  assert.equal(page.has("body.is-dragging"), true);
  assert.equal(drag(page, "dragover", "#land-b").event.defaultPrevented, true, "it may be dropped there");
  assert.equal(page.has("#land-b.is-drop-target"), true);
  drag(page, "drop", "#land-b");
  drag(page, "dragend", "#army-a");
  await page.passTime(0);
  assert.equal(page.request.fields.action, "move a b");
  assert.equal(page.has(".is-drop-target, body.is-dragging"), false);
});

test("a piece cannot be dropped on its own place, outside all places, or on a button", async () => {
  const page = await openTable({ board, choices });
  drag(page, "dragstart", "#army-a");
  for (const target of ["#land-a", "#tray-0", "#do-move-a-b"]) {
    assert.equal(drag(page, "dragover", target).event.defaultPrevented, false, target);
    drag(page, "drop", target);
  }
  await page.passTime(0);
  assert.deepEqual(page.requests, []);
});

test("an element without data-drag cannot be dragged", async () => {
  const page = await openTable({ board, choices });
  drag(page, "dragstart", "#tray-0");
  assert.equal(page.has("body.is-dragging"), false);
  assert.equal(drag(page, "dragover", "#land-b").event.defaultPrevented, false);
});
