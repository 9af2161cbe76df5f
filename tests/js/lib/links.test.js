import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const LINK = `<span class="invite"><input id="personal" readonly value="https://regnum.example/seat/secret"> <button type="button" class="plain" data-copy="personal" data-done="Copied." data-failed="Copy it by hand." hidden>Copy link</button> <span class="quiet" role="status"></span></span>`;
const clipboard = (writeText) => ({ capabilities: { "navigator.clipboard": { writeText } } });

test("a button copies a link and keeps the focus", async () => {
  let copied = "";
  const page = await open(
    LINK,
    "lib/links.js",
    clipboard(async (text) => (copied = text)),
  );
  await page.press("Enter", { on: "[data-copy]" });
  assert.equal(copied, "https://regnum.example/seat/secret");
  assert.equal(page.text("[role=status]"), "Copied.");
  assert.equal(page.focus.dataset.copy, "personal");
});

test("a browser without the clipboard API copies by execCommand", async () => {
  const page = await open(LINK, "lib/links.js");
  page.document.execCommand = (command) => command === "copy" && page.find("#personal").selectionEnd > 0;
  await page.click("[data-copy]");
  assert.equal(page.text("[role=status]"), "Copied.");
});

test("if copying fails the link is selected, and the page says so", async () => {
  const page = await open(
    LINK,
    "lib/links.js",
    clipboard(() => Promise.reject(new Error("not allowed"))),
  );
  await page.click("[data-copy]");
  assert.equal(page.text("[role=status]"), "Copy it by hand.");
  assert.equal(page.focus.id, "personal");
});

test("the focus selects a link", async () => {
  const page = await open(LINK, "lib/links.js");
  page.find("#personal").focus();
  assert.equal(page.find("#personal").selectionEnd, "https://regnum.example/seat/secret".length);
});
