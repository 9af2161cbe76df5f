import assert from "node:assert/strict";
import { test } from "node:test";
import { load, nextPage } from "../support/modules.js";

const { namesPlace, opensQuestion, targetParts } = await load("regnum/web/static/js/board/target_names.js", nextPage());
const button = (target) => ({ dataset: { target } });

test("a space joins two places, and a bar separates alternatives", () => {
  assert.deepEqual(targetParts(button("bid tirol")), [["bid"], ["tirol"]]);
  assert.deepEqual(targetParts(button("bid|tax")), [["bid", "tax"]]);
  assert.equal(namesPlace(button("bid tirol"), "tirol"), true);
  assert.equal(namesPlace(button("bid|tax"), "tirol"), false);
});

test("a button with alternative places opens a question", () => {
  assert.deepEqual(
    ["bid|tax", "bid|", "bid tirol", "bid", undefined].map((one) => opensQuestion(button(one))),
    [true, true, false, false, false],
  );
});
