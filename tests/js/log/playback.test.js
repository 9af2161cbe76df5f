import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable, panel, pieces, scene } from "../support/table.js";

const openWatching = (settings = { playback: "normal" }, options = {}) => openTable({}, { settings, ...options });

// Log lines of moves of others.
const moveLines = (...numbers) => numbers.map((move) => ({ move, text: `Move ${move}.`, fresh: true }));
const stateAfter = (number, more = {}) => ({ number, log: moveLines(number), ...more });

// The server sends several moves at once.
async function sendMoves(page, ...numbers) {
  for (const number of numbers) {
    page.stream.send("pieces", pieces());
    page.stream.send("panel", panel(stateAfter(number)));
  }
  await page.passTime(0);
}

test("moves that come quickly are shown one after the other", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12, 13);
  assert.equal(page.entryCount(), 11);
  await page.passTime(850);
  assert.equal(page.entryCount(), 11);
  await page.passTime(100);
  assert.equal(page.entryCount(), 12);
  await page.passTime(900);
  assert.equal(page.entryCount(), 13);
  await page.passTime(900);
  assert.equal(page.isVisible("#playback"), false);
});

test("a move that comes after a pause is shown at once", async () => {
  const page = await openWatching();
  await sendMoves(page, 11);
  await page.passTime(1000);
  await sendMoves(page, 12);
  assert.equal(page.entryCount(), 12);
});

test("the page counts the waiting moves, and one button shows them all", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12, 13, 14);
  assert.equal(page.text("#playback-text"), "Still to come: 3");
  assert.equal(page.isVisible("#playback"), true);
  assert.equal(page.isVisible("#playback-on"), false);
  await page.click("#playback-skip");
  assert.equal(page.entryCount(), 14);
  assert.equal(page.isVisible("#playback"), false);
});

test("Escape shows the waiting moves at once", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12, 13);
  await page.press("Escape");
  assert.equal(page.entryCount(), 13);
});

test("a single waiting move is not announced", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12);
  assert.equal(page.isVisible("#playback"), false);
});

test("many waiting moves are shown for a shorter time each", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12, 13, 14, 15, 16, 17, 18, 19);
  await page.passTime(910);
  assert.equal(page.entryCount(), 12);
  await page.passTime(520);
  assert.equal(page.entryCount(), 13);
});

test("the chosen pace decides how long a move is seen", async () => {
  const slow = await openWatching({ playback: "slow" });
  await sendMoves(slow, 11, 12);
  await slow.passTime(1900);
  assert.equal(slow.entryCount(), 11);
  await slow.passTime(110);
  assert.equal(slow.entryCount(), 12);
  const fast = await openWatching({ playback: "fast" });
  await sendMoves(fast, 11, 12);
  await fast.passTime(410);
  assert.equal(fast.entryCount(), 12);
});

test("nothing waits with playback off, with less motion wanted, or on a hidden page", async () => {
  for (const options of [{ settings: { playback: "off" } }, { reducedMotion: true }, { hidden: true }]) {
    const page = await openTable({}, { settings: { playback: "normal" }, ...options });
    await sendMoves(page, 11, 12, 13);
    assert.equal(page.entryCount(), 13, JSON.stringify(options));
  }
});

test("nothing waits on the player's turn", async () => {
  const page = await openTable({ choices: ["pass"] }, { settings: { playback: "normal" } });
  for (const number of [11, 12]) {
    page.stream.send("pieces", pieces());
    page.stream.send("panel", panel(stateAfter(number, { decisionStart: 10, choices: ["pass"] })));
  }
  await page.passTime(0);
  assert.equal(page.entryCount(), 12);
});

test("waiting moves are shown at once when one of them asks the viewer", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12);
  page.stream.send("pieces", pieces());
  page.stream.send("panel", panel(stateAfter(13, { choices: ["pass"] })));
  await page.passTime(0);
  assert.equal(page.entryCount(), 11, "the moves before it come first");
  await page.passTime(2000);
  assert.equal(page.entryCount(), 13);
  assert.deepEqual(page.offeredActions(), ["pass"]);
});

test("waiting moves are shown when the tab is hidden", async () => {
  const page = await openWatching();
  await sendMoves(page, 11, 12, 13);
  await page.hide();
  assert.equal(page.entryCount(), 13);
});

test("the player's own move and the answer to it are shown at once", async () => {
  const page = await openTable({ choices: ["pass"] }, { settings: { playback: "normal" } });
  await page.takeAction("pass");
  await sendMoves(page, 11);
  assert.equal(page.entryCount(), 11);
  await page.request.answer({ entryCount: 12 });
  await sendMoves(page, 12);
  assert.equal(page.entryCount(), 12);
});

test("news up to the player's own move are shown at once, even right after a move of others", async () => {
  const page = await openWatching();
  page.stream.send("panel", panel(stateAfter(11, { choices: ["pass"] })));
  await page.takeAction("pass");
  await page.request.answer({ entryCount: 13 });
  await sendMoves(page, 12, 13);
  assert.equal(page.entryCount(), 13);
});

test("the button that skips the bots' pauses shows waiting moves at once", async () => {
  const page = await openTable({ skippable: true }, { settings: { playback: "normal" } });
  await page.update({ number: 11, skippable: true });
  await page.update({ number: 12, skippable: true });
  assert.equal(page.entryCount(), 11);
  await page.click("#do-skip");
  assert.equal(page.entryCount(), 12);
  await sendMoves(page, 13, 14);
  assert.equal(page.entryCount(), 14);
});

test("the skip button of the playback also skips the bots' pauses", async () => {
  const page = await openTable({ skippable: true }, { settings: { playback: "normal" } });
  for (const number of [11, 12, 13]) {
    await page.update({ number, skippable: true });
  }
  await page.click("#playback-skip");
  assert.equal(page.entryCount(), 13);
  assert.equal(page.request.url, "/table/t1/skip");
});

// Returning to a table where others have moved.

const currentState = { number: 13, choices: ["pass"], log: moveLines(11, 12, 13) };
const scenes = [
  scene("", { number: 10 }),
  ...[11, 12, 13].map((number) => scene(`Ben moves ${number}.`, stateAfter(number))),
  scene("", currentState),
];

const returnToTable = (now = {}, options = {}) =>
  openTable(
    { ...currentState, seated: false, ...now },
    {
      storage: { "looked:t1": "10" },
      serve: { "/table/t1/since/10": scenes },
      settings: { playback: "normal" },
      ...options,
    },
  );

test("moves since the last visit are offered and played back one after the other", async () => {
  const page = await returnToTable();
  assert.equal(page.text("#playback-text"), "While you were away: 3");
  await page.click("#playback-on");
  assert.equal(page.text("#playback-text"), "Before that");
  assert.equal(page.entryCount(), 10);
  assert.equal(page.has("body.is-past"), true);
  assert.deepEqual(page.offeredActions(), [], "there is nothing to press");
  await page.passTime(1010);
  assert.equal(page.text("#playback-text"), "1/3 Ben moves 11.");
  assert.equal(page.entryCount(), 11);
  await page.passTime(2010);
  assert.equal(page.text("#playback-text"), "2/3 Ben moves 12.");
  await page.passTime(2010);
  assert.equal(page.text("#playback-text"), "3/3 Ben moves 13.");
  await page.passTime(2010);
  assert.equal(page.entryCount(), 13);
  assert.deepEqual(page.offeredActions(), ["pass"]);
  assert.equal(page.isVisible("#playback"), false);
  assert.equal(page.has("body.is-past"), false);
});

test("with reduced motion each move waits for a key, and the focus ends at the turn", async () => {
  const page = await returnToTable({}, { reducedMotion: true });
  await page.press("Enter", { on: "#playback-on" });
  await page.passTime(20_000);
  assert.equal(page.text("#playback-text"), "Before that");
  for (const number of [1, 2, 3]) {
    await page.press("Enter");
    assert.match(page.text("#playback-text"), new RegExp(`^${number}/3`));
  }
  await page.press("Enter");
  assert.equal(page.isVisible("#playback"), false);
  assert.equal(page.focus.id, "turn");
});

test("moves that were made while the tab was hidden are offered", async () => {
  const page = await openTable({ number: 10 }, { settings: { playback: "normal" }, storage: { "looked:t1": "10" } });
  await page.hide();
  await sendMoves(page, 11);
  await page.update({ number: 12, log: moveLines(11, 12) });
  await page.show();
  assert.equal(page.text("#playback-text"), "While you were away: 2");
});

test("a move ends the playback", async () => {
  const page = await returnToTable();
  await page.click("#playback-on");
  assert.equal(page.has("body.is-past"), true);
  page.window.htmx.trigger(page.find("#turn-form"), "htmx:beforeRequest", { elt: page.find("#turn-form") });
  await page.passTime(0);
  assert.equal(page.has("body.is-past"), false);
  assert.deepEqual(page.offeredActions(), ["pass"]);
});

test("Next shows the next move at once", async () => {
  const page = await returnToTable();
  await page.click("#playback-on");
  await page.click("#playback-on");
  assert.match(page.text("#playback-text"), /^1\/3/);
  assert.equal(page.text("#playback-on"), "Next");
});

test("a move with a long text stays longer", async () => {
  const long = scenes.with(1, scene("A long report. ".repeat(12), stateAfter(11)));
  const page = await returnToTable({}, { serve: { "/table/t1/since/10": long } });
  await page.click("#playback-on");
  await page.passTime(1010);
  await page.passTime(2500);
  assert.match(page.text("#playback-text"), /^1\/3/);
  await page.passTime(1500);
  assert.match(page.text("#playback-text"), /^2\/3/);
});

test("the playback waits until an animation on the board is over", async () => {
  const page = await returnToTable();
  await page.click("#playback-on");
  await page.passTime(1010);
  page.document.body.classList.add("has-falling-pieces");
  await page.passTime(4000);
  assert.match(page.text("#playback-text"), /^1\/3/);
  page.document.body.classList.remove("has-falling-pieces");
  await page.passTime(710);
  assert.match(page.text("#playback-text"), /^2\/3/);
});

test("the page stays in the present if the server has nothing to play back", async () => {
  for (const serve of [{}, { "/table/t1/since/10": () => Promise.reject(new Error("offline")) }]) {
    const page = await returnToTable({}, { serve });
    await page.click("#playback-on");
    assert.equal(page.entryCount(), 13);
    assert.equal(page.has("body.is-past"), false);
    assert.equal(page.isVisible("#playback"), false);
  }
});

test("news that come during the playback wait for its end", async () => {
  const page = await returnToTable({ choices: undefined });
  await page.click("#playback-on");
  await sendMoves(page, 14);
  assert.equal(page.entryCount(), 10);
  await page.click("#playback-skip");
  assert.equal(page.entryCount(), 14);
});

test("news that the playback has shown already are left out", async () => {
  const page = await returnToTable();
  await page.click("#playback-on");
  await sendMoves(page, 12);
  await page.click("#playback-skip");
  assert.equal(page.entryCount(), 13);
  assert.deepEqual(page.offeredActions(), ["pass"]);
});

test("the page scrolls to the board for the playback", async () => {
  const page = await returnToTable({}, { narrow: true, boxes: { "#board": [0, 80, 390, 400] } });
  page.layout.scrollTo(600);
  await page.click("#playback-on");
  assert.equal(page.layout.isInView(page.find("#board")), true);
});

test("the consequences of a move are played back at once, part by part", async () => {
  const followed = [
    scene("", { number: 11 }),
    scene("Action: first.", { number: 12 }),
    scene("Action: second.", { number: 13 }),
    scene("", { number: 14, choices: ["pass"] }),
  ];
  const page = await openTable(
    { choices: ["go"] },
    { settings: { playback: "normal" }, serve: { "/table/t1/since/10": followed } },
  );
  await page.takeAction("go");
  await page.request.answer({ entryCount: 14 });
  await page.update({ number: 14, staged: 14, choices: ["pass"] });
  assert.equal(page.text("#playback-text"), "1/2 Action: first.");
  assert.deepEqual(page.offeredActions(), []);
  await page.click("#playback-on");
  assert.equal(page.text("#playback-text"), "2/2 Action: second.");
  await page.passTime(2100);
  assert.deepEqual(page.offeredActions(), ["pass"]);
});

test("consequences that were not shown are offered", async () => {
  const page = await openTable({ choices: ["go"] }, { settings: { playback: "normal" }, reducedMotion: true });
  await page.update({ number: 12, staged: 12 });
  assert.equal(page.text("#playback-text"), "What followed by itself");
  assert.equal(page.text("#playback-on"), "Play");
});

test("news wait until a battle of the viewer is read", async () => {
  const battle = { kind: "battle", start: 11, fresh: true, own: true };
  const page = await openWatching();
  await page.update({ number: 11, events: [battle] });
  await page.passTime(3000);
  await sendMoves(page, 12, 13);
  await page.passTime(20_000);
  assert.equal(page.entryCount(), 11);
  assert.equal(page.text("#playback-text"), "Still to come: 2 · read it, then go on");
  await page.click("#playback-on");
  assert.equal(page.has("#event-summary-battle-11[open]"), false);
  await page.passTime(3000);
  assert.equal(page.entryCount(), 13);
});

test("a playback stops at a battle of the viewer until it is closed", async () => {
  const battle = { kind: "battle", start: 11, fresh: true, own: true };
  const fought = scenes.with(1, scene("Ben attacks.", stateAfter(11, { events: [battle] })));
  const page = await returnToTable({}, { serve: { "/table/t1/since/10": fought } });
  await page.click("#playback-on");
  await page.passTime(20_000);
  assert.equal(page.text("#playback-text"), "1/3 · read it, then go on Ben attacks.");
  await page.click("#event-summary-battle-11 > summary");
  assert.match(page.text("#playback-text"), /^2\/3/);
});

test("skipping also skips battles of the viewer", async () => {
  const battle = { kind: "battle", start: 11, fresh: true, own: true };
  const page = await openWatching();
  await page.update({ number: 11, events: [battle] });
  await page.passTime(3000);
  await sendMoves(page, 12, 13);
  await page.click("#playback-skip");
  assert.equal(page.entryCount(), 13);
  for (const number of [14, 15]) {
    await page.update({ number, events: [battle] });
  }
  await page.passTime(3000);
  assert.equal(page.entryCount(), 15, "nothing stops before the next turn");
});

test("several battles of the viewer are read one after the other", async () => {
  const battles = [7, 8].map((start) => ({ kind: "battle", start, fresh: true, own: true, held: true }));
  const page = await openWatching();
  await page.update({ number: 11, events: battles });
  await page.passTime(3000);
  await sendMoves(page, 12, 13);
  for (const start of [7, 8]) {
    assert.equal(page.open(`#event-summary-battle-${start}`), true);
    assert.equal(page.has("body.is-stopped"), true);
    assert.match(page.text("#playback-text"), /read it, then go on$/);
    await page.click("#playback-on");
  }
  assert.equal(page.has("body.is-stopped"), false);
  await page.passTime(3000);
  assert.equal(page.entryCount(), 13);
});

test("the page scrolls to a battle that must be read", async () => {
  const page = await openWatching(undefined, { boxes: { "#event-summary-battle-11": [0, 1200, 600, 200] } });
  await page.update({ number: 11, events: [{ kind: "battle", start: 11, fresh: true, own: true }] });
  await page.passTime(3000);
  await sendMoves(page, 12);
  assert.equal(page.layout.isInView(page.find("#event-summary-battle-11")), true);
});

test("news after the start of the player's turn are shown at once", async () => {
  const page = await openWatching();
  await sendMoves(page, 11);
  for (const number of [12, 13]) {
    page.stream.send("pieces", pieces());
    page.stream.send("panel", panel(stateAfter(number, { decisionStart: 12, choices: ["pass"] })));
  }
  await page.passTime(910);
  assert.equal(page.entryCount(), 13);
});

test("a playback that is skipped while it loads is not shown", async () => {
  let answer;
  const page = await returnToTable(
    {},
    { serve: { "/table/t1/since/10": () => new Promise((done) => (answer = done)) } },
  );
  await page.click("#playback-on");
  await page.click("#playback-skip");
  answer(scenes);
  await page.passTime(100);
  assert.equal(page.has("body.is-past"), false);
  assert.equal(page.entryCount(), 13);
});
