import assert from "node:assert/strict";
import { test } from "node:test";
import { openTable } from "../support/table.js";

function fakeAudio() {
  const tones = [];
  class AudioContext {
    currentTime = 1;
    destination = {};
  }
  class GainNode {
    gain = { linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    connect() {}
  }
  class OscillatorNode {
    constructor(_, { frequency }) {
      this.frequency = frequency;
    }
    connect(next) {
      return next;
    }
    start(at) {
      tones.push([this.frequency, at]);
    }
    stop() {}
  }
  return { tones, capabilities: { AudioContext, GainNode, OscillatorNode } };
}

test("two tones announce the player's turn if sound is on", async () => {
  const { tones, capabilities } = fakeAudio();
  const page = await openTable({}, { settings: { sound: "on" }, capabilities });
  await page.update({ number: 11 });
  assert.equal(tones.length, 0);
  await page.update({ number: 12, choices: ["pass"] });
  assert.deepEqual(tones, [
    [523.25, 1],
    [783.99, 1.16],
  ]);
  await page.update({ number: 13, decisionStart: 12, choices: ["pass"] });
  assert.equal(tones.length, 2, "it was already the player's turn");
});

test("no tone is played if sound is off", async () => {
  const { tones, capabilities } = fakeAudio();
  const page = await openTable({}, { settings: { sound: "off" }, capabilities });
  await page.update({ number: 11, choices: ["pass"] });
  assert.deepEqual(tones, []);
});

test("the turn is shown if the browser has no sound", async () => {
  const page = await openTable({}, { settings: { sound: "on" } });
  await page.update({ number: 11, choices: ["pass"] });
  assert.deepEqual(page.offeredActions(), ["pass"]);
});

test("the turn is shown if the browser refuses to play sound", async () => {
  class AudioContext {
    constructor() {
      throw new Error("not allowed");
    }
  }
  const page = await openTable({}, { settings: { sound: "on" }, capabilities: { AudioContext } });
  await page.update({ number: 11, choices: ["pass"] });
  assert.deepEqual(page.offeredActions(), ["pass"]);
});
