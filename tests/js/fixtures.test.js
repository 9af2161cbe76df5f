// Checks that the ids and attributes of the handwritten fixtures occur in the templates.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "./support/modules.js";

function texts(folder, pattern) {
  const files = readdirSync(new URL(folder, ROOT), { recursive: true, withFileTypes: true });
  const wanted = files.filter(
    (file) => file.isFile() && pattern.test(file.name) && !file.parentPath.includes("node_modules"),
  );
  return wanted.map((file) => readFileSync(`${file.parentPath}/${file.name}`, "utf8"));
}

const templates = texts("regnum/", /\.jinja$|\.py$/).join("\n");
const fixtures = texts("tests/js/", /\.test\.js$|table\.js$/)
  .map((text) => text.replaceAll(/\/\/.*$/gm, ""))
  .join("\n");
const namesIn = (pattern, text) => new Set([...text.matchAll(pattern)].map(([, name]) => name));

// Turn an attribute of a template into a pattern: expressions match anything.
const pattern = (text) =>
  new RegExp(
    `^${text
      .split(/\{\{.*?\}\}|\{%.*?%\}/)
      .map((part) => part.replaceAll(/[^\w-]/g, "."))
      .join(".*")}$`,
  );
const unknown = (ours, theirs) => [...ours].filter((one) => !theirs.some((other) => other.test(one)));

test("every attribute of a fixture occurs in a template", () => {
  const ours = namesIn(/[\s`](data-[a-z-]+|hx-[a-z-]+|sse-[a-z-]+)(?==["'])/g, fixtures);
  const theirs = namesIn(/[\s"'}]((?:data|hx|sse)-(?:[a-z-]|\{\{.*?\}\})+)/g, templates);
  assert.equal(ours.size > 60, true);
  assert.deepEqual(unknown(ours, [...theirs].map(pattern)), []);
});

test("every id of a fixture occurs in a template", () => {
  const ours = namesIn(/<[a-z]+ id="([\w-]+)"/g, fixtures);
  const theirs = [...namesIn(/id="([^"]*?)"(?=[\s>{/])/g, templates)]
    .map(pattern)
    .filter((one) => one.source !== "^.*$");
  assert.equal(ours.size > 60, true);
  assert.deepEqual(unknown(ours, theirs), ["personal"]); // the argument of a macro
});
