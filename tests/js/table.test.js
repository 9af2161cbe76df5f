import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "./support/modules.js";
import { openTable, place } from "./support/table.js";

test("opened details stay open and closed ones closed when the panel changes", async () => {
  const more = (count, open = "") =>
    `<details id="event-lines-battle-1"${open}><summary>More</summary>${count}</details>`;
  const page = await openTable({ beside: more(1) });
  await page.click("#event-lines-battle-1 > summary");
  await page.update({ number: 11, beside: more(2) });
  assert.equal(page.open("#event-lines-battle-1"), true);
  assert.match(page.text("#event-lines-battle-1"), /2$/, "its content is new");
  await page.click("#event-lines-battle-1 > summary");
  await page.update({ number: 12, beside: more(3, " open") });
  assert.equal(page.open("#event-lines-battle-1"), false);
});

test("a piece keeps its element, so that it can glide", async () => {
  const board = (x) =>
    `<g id="army-1" style="transform:translate(${x}px,0px)"></g>${place({ id: "land-a", target: "a" })}`;
  const page = await openTable({ board: board(0), choices: [{ action: "build a", target: "a" }] });
  const [army, map] = [page.find("#army-1"), page.find("#board > svg")];
  await page.update({ board: board(50), number: 11, choices: ["pass"] });
  assert.equal(page.find("#army-1"), army);
  assert.equal(page.find("#board > svg"), map);
  assert.match(army.style.transform, /50px/);
});

test("talk does not change the panel", async () => {
  const page = await openTable({ choices: ["pass"] });
  page.find("#do-pass").classList.add("mark");
  page.stream.send("chat", '<ol id="chat-messages" hx-swap-oob="morph"></ol>');
  await page.passTime(100);
  assert.equal(page.has("#do-pass.mark"), true);
  assert.equal(page.entryCount(), 10);
});

test("every script has tests of its own", () => {
  const names = (folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true }).filter(
      (name) => name.endsWith(".js") && !name.startsWith("node_modules"),
    );
  const games = readdirSync(new URL("regnum/games/", ROOT), { withFileTypes: true }).filter((one) => one.isDirectory());
  const boards = games.filter(
    ({ name }) =>
      readdirSync(new URL(`regnum/games/${name}/`, ROOT)).includes("view") &&
      names(`regnum/games/${name}/view/`).length,
  );
  const scripts = [...names("regnum/web/static/js/"), "sw.js", ...boards.map(({ name }) => `games/${name}.js`)];
  const tested = new Set(names("tests/js/").map((name) => name.replace(".test.js", ".js")));
  assert.equal(scripts.length > 40, true);
  assert.deepEqual(
    scripts.filter((script) => !tested.has(script)),
    [],
  );
});
