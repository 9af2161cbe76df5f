import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../support/modules.js";
import { open } from "../support/page.js";

const localeOf = async (language, languages) => {
  const page = await open("", "lib/times.js", { language, capabilities: { "navigator.languages": languages } });
  return (await load("regnum/web/static/js/lib/locale.js", page.number)).locale;
};

test("dates follow the reader's own conventions in the language of the page", async () => {
  assert.equal(await localeOf("en", ["de-AT", "en-GB", "en-US"]), "en-GB");
  assert.equal(await localeOf("de", ["de-AT", "en-GB"]), "de-AT");
  assert.equal(await localeOf("uk", ["de-AT", "en-GB"]), "uk");
  assert.equal(await localeOf("en", undefined), "en");
});
