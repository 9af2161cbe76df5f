import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";
import { pieces } from "../support/table.js";

// In this test a position is just a number: the number of pieces.
const editor = (count, { brush = "troop", name = "" } = {}) => `<section id="editor" class="editor" tabindex="-1">
<form id="edit" method="post" action="https://regnum.example/editor/khan"><input type="hidden" name="_csrf_token" value="token">
<button class="visually-hidden" name="do" value="" tabindex="-1" aria-hidden="true"></button>
<button type="button" id="edit-undo" disabled>Undo</button><button type="button" id="edit-redo" disabled>Redo</button><button formaction="/editor/khan/file">Save</button><button type="button" id="edit-share">Share</button>
<p id="edit-message" class="error" role="alert"></p><div id="edit-state" role="status">${count > 2 ? '<ul class="position-errors"><li><a href="#edit-field-stock">Stock</a></li></ul>' : `There are ${count}.`}</div>
<select id="brush" name="brush"><option value="troop"${brush === "troop" ? " selected" : ""}>Troop</option><option value="yurt">Yurt</option></select>
<input type="radio" name="way" value="+" checked><input type="radio" name="way" value="-">
<p class="place-by-name"><select id="place" name="place"><option value="a1">A1</option><option value="b2">B2</option></select> <button name="do" value="brush +">Put</button></p>
<details id="edit-field-stock" class="value"><summary>Stock</summary>
<input type="number" id="edit-value-stock/0" data-set="stock/0" value="${count}"><input type="checkbox" id="edit-value-flag" data-set="flag">
<input id="edit-value-leader" data-set="leader" list="leaders" autocomplete="off" value="${name}"><select id="edit-value-pile" data-put="pile"><option value="">Add</option><option value="card">Card</option></select>
<select id="add-step" data-step><option value="">Step</option><option>Draft</option></select></details>
<textarea id="position" name="position">{"count":${count}}</textarea>
<datalist id="leaders"><option value="Olga" data-id="leader-3"></option></datalist></form></section>`;

const editorPage = (
  count,
  fresh = true,
) => `<body class="table-page editor-page"><button type="button" id="zoom-in">+</button><main class="table"><div class="board" id="board"><svg viewBox="0 0 1000 1000">${pieces(`<g id="cell-a1" data-n="${count}"></g><g id="cell-b2"><circle id="yurt-b2"></circle></g><g id="camp-song"></g>`)}</svg><div class="zoom-messages"><button type="button" id="show-whole-map" hidden>Whole map</button></div></div>
<div class="sidebar" id="sidebar" tabindex="-1" data-game="khan"${fresh ? " data-fresh" : ""} data-server-unreachable="The connection is lost." data-copied="Copied." data-invalid-link="That link is broken.">${editor(count)}</div></main></body>`;

const boxes = {
  "#board": [0, 0, 800, 800],
  "#cell-a1": [100, 100, 50, 50],
  "#cell-b2": [200, 200, 50, 50],
  "#yurt-b2": [210, 210, 10, 10],
  "#camp-song": [0, 0, 50, 50],
};

// The server adds one piece for each change and removes one for "brush -". An empty change returns the position as it
// is.
function serve(asked = []) {
  return {
    "/editor/khan": ({ body }) => {
      asked.push(Object.fromEntries(body));
      const { count } = JSON.parse(body.get("position"));
      const line = body.get("do");
      const now = line === "" ? count : line === "brush -" ? count - 1 : count + 1;
      return `${pieces(`<g id="cell-a1" data-n="${now}"></g><g id="cell-b2"><circle id="yurt-b2"></circle></g><g id="camp-song"></g>`)}${editor(now)}`;
    },
  };
}

async function openEditor(count = 1, { asked = [], fresh = true, ...options } = {}) {
  const there = await open(editorPage(count, fresh), "pages/position_editor.js", {
    path: "/editor/khan",
    boxes,
    serve: serve(asked),
    ...options,
  });
  there.count = () => JSON.parse(there.find("#position").value).count;
  return there;
}

const clickAt = (there, x, y, more = {}) => there.click("#board > svg", { clientX: x, clientY: y, ...more });

test("a click puts a piece on the place, and the board shows the result", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  await clickAt(there, 120, 120);
  assert.equal(there.count(), 2);
  assert.equal(there.find("#cell-a1").dataset.n, "2");
  const { position: _, ...sent } = asked.at(-1);
  assert.deepEqual(sent, { _csrf_token: "token", do: "brush +", brush: "troop", place: "a1" });
});

test("Shift+click, or the other brush, removes a piece", async () => {
  const there = await openEditor(2);
  await clickAt(there, 120, 120, { shiftKey: true });
  assert.equal(there.count(), 1);
  there.find("[name=way][value='-']").checked = true;
  await clickAt(there, 120, 120);
  assert.equal(there.count(), 0);
});

test("a click on a piece means its place, a click outside all places does nothing", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  await clickAt(there, 215, 215);
  assert.equal(asked.at(-1).place, "b2");
  const before = asked.length;
  await clickAt(there, 20, 20);
  assert.equal(asked.length, before);
});

test("changes are undone and redone by buttons and keys", async () => {
  const there = await openEditor(1);
  await clickAt(there, 120, 120);
  await clickAt(there, 120, 120);
  assert.equal(there.count(), 3);
  await there.click("#edit-undo");
  assert.equal(there.count(), 2);
  await there.press("z", { on: "#edit-undo", ctrlKey: true });
  assert.equal(there.count(), 1);
  assert.deepEqual([there.find("#edit-undo").disabled, there.find("#edit-redo").disabled], [true, false]);
  await there.click("#edit-redo");
  await there.press("z", { on: "#editor", ctrlKey: true, shiftKey: true });
  assert.equal(there.count(), 3);
  assert.equal(there.find("#edit-redo").disabled, true);
  await there.press("z", { on: "#editor", ctrlKey: true });
  await there.press("y", { on: "#editor", ctrlKey: true });
  assert.equal(there.count(), 3);
  await there.press("z", { on: "#position", ctrlKey: true });
  assert.equal(there.count(), 3, "a field of text has its own");
});

test("a change after an undo drops the redo history", async () => {
  const there = await openEditor(1);
  await clickAt(there, 120, 120);
  await there.click("#edit-undo");
  await clickAt(there, 120, 120, { shiftKey: true });
  assert.equal(there.count(), 0);
  assert.equal(there.find("#edit-redo").disabled, true);
  await there.click("#edit-undo");
  assert.equal(there.count(), 1);
});

test("fields set values, by name if there is a list", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  await there.choose("#edit-value-stock\\/0", "7");
  await there.choose("#edit-value-flag", true);
  await there.choose("#edit-value-leader", " olga ");
  await there.choose("#edit-value-leader", "nobody");
  await there.choose("#edit-value-pile", "card");
  await there.choose("#add-step", "Draft");
  const lines = [
    "set stock/0 7",
    "set flag true",
    "set leader leader-3",
    "set leader nobody",
    "put pile card",
    "step Draft",
  ];
  assert.deepEqual(
    asked.map((one) => one.do),
    lines,
  );
});

test("a piece can be put by the name of its place", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  there.find("#place").value = "b2";
  there.find(".place-by-name button").click();
  await there.passTime(0);
  assert.deepEqual([asked.at(-1).do, asked.at(-1).place], ["brush +", "b2"]);
  assert.equal(there.find("#place").value, "b2", "the selection stays");
});

test("saving and playing are left to the browser", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  there.find("[formaction]").click();
  await there.passTime(0);
  assert.deepEqual(asked, []);
});

test("an error links to its field and opens it", async () => {
  const there = await openEditor(2);
  await clickAt(there, 120, 120);
  await there.click(".position-errors a");
  assert.equal(there.open("#edit-field-stock"), true);
  await clickAt(there, 120, 120);
  assert.equal(there.open("#edit-field-stock"), true, "opened details stay open");
});

test("without a connection the page says so and keeps the position", async () => {
  for (const answer of [() => Promise.reject(new Error("offline")), () => new Response("", { status: 500 })]) {
    const there = await openEditor(1, { serve: { "/editor/khan": answer } });
    await clickAt(there, 120, 120);
    assert.equal(there.text("#edit-message"), "The connection is lost.");
    assert.equal(there.count(), 1);
  }
});

test("sharing copies a link that opens the same position", async () => {
  let copied = "";
  const capabilities = { "navigator.clipboard": { writeText: async (text) => (copied = text) } };
  const there = await openEditor(1, { capabilities });
  there.find("#position").value = JSON.stringify({ count: 2, more: "a long story of a position ".repeat(4) });
  await there.click("#edit-share");
  await there.waitUntil(() => there.text("#edit-message"));
  assert.equal(there.text("#edit-message"), "Copied.");
  assert.match(copied, /^https:\/\/regnum\.example\/editor\/khan#[\w-]{40,}$/);
  assert.equal(there.window.location.href, copied);
  const { hash } = new URL(copied);
  const other = await openEditor(0, { path: `/editor/khan${hash}` });
  await other.waitUntil(() => other.count() === 2);
});

test("without a clipboard the link is shown in a prompt", async () => {
  const there = await openEditor(1);
  let asked = "";
  there.window.prompt = (_, link) => (asked = link);
  await there.click("#edit-share");
  await there.waitUntil(() => asked);
  assert.match(asked, /^https:\/\/regnum\.example\/editor\/khan#/);
});

test("the page says that a link is broken", async () => {
  const there = await openEditor(1, { path: `/editor/khan#${"x".repeat(50)}` });
  await there.waitUntil(() => there.text("#edit-message"));
  assert.equal(there.text("#edit-message"), "That link is broken.");
  assert.equal(there.count(), 1);
});

test("the position is restored on return, unless a file is opened", async () => {
  const there = await openEditor(1);
  await clickAt(there, 120, 120);
  const session = { "regnum-edit-khan": there.window.sessionStorage.getItem("regnum-edit-khan") };
  assert.equal((await openEditor(0, { session })).count(), 2);
  assert.equal((await openEditor(0, { session, fresh: false })).count(), 0);
});

test("without storage undo works while the page is open", async () => {
  const there = await openEditor(1, { hasStorage: false });
  await clickAt(there, 120, 120);
  await there.click("#edit-undo");
  assert.equal(there.count(), 1);
});

test("the focus moves to the heading if a field disappears", async () => {
  const asked = [];
  const there = await openEditor(1, { asked });
  there.serve["/editor/khan"] = () => `${pieces()}${editor(2).replace(/<input id="edit-value-leader"[^>]*>/, "")}`;
  there.find("#edit-value-leader").focus();
  await there.choose("#edit-value-leader", "Olga");
  assert.equal(there.focus.tagName, "SUMMARY");
  assert.equal(there.focus.parentElement.id, "edit-field-stock");
});
