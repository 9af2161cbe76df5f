import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "../support/page.js";

const clause = (id, text, more = "") =>
  `<article class="clause" id="${id}"><p>${text}</p>${more ? `<details><summary>More</summary><p>${more}</p></details>` : ""}</article>`;
const RULES = `<main id="main" class="sheet rules">
<form role="search" class="search" id="rules-search" hidden><label for="search">Search</label> <input type="search" id="search" autocomplete="off">
<p class="quiet" id="search-status" role="status" data-no-matches="Nothing found." data-found-count="Found: #"></p></form>
<nav class="contents"><ol><li><a href="#war">War</a></li></ol></nav>
<section class="chapter" id="war"><h2>War</h2>${clause("war.attack", "An attack costs a troop.")}${clause("war.truce", "A truce ends the fight.", "Ruled so: peace holds for one round.")}
<details class="details"><summary>Details</summary>${clause("war.rest", "A draw is a défense.")}</details></section>
<section class="chapter" id="trade"><h2>Trade</h2>${clause("trade.coin", "A coin buys an attack card.")}</section></main>`;

const visibleClauses = (page) =>
  page
    .all(".clause")
    .filter((one) => page.layout.isShown(one))
    .map((one) => one.id);
const search = async (page, text) => {
  await page.type("#search", text);
  return visibleClauses(page);
};

test("the search field appears, and all clauses are shown at first", async () => {
  const page = await open(RULES, "pages/rules_search.js");
  assert.equal(page.isVisible("#rules-search"), true);
  assert.deepEqual(visibleClauses(page), ["war.attack", "war.truce", "trade.coin"]);
  assert.equal(page.dispatch(page.find("#rules-search"), "submit"), false, "Enter does not submit the form");
});

test("the search shows and counts the clauses with every word", async () => {
  const page = await open(RULES, "pages/rules_search.js");
  assert.deepEqual(await search(page, "attack"), ["war.attack", "trade.coin"]);
  assert.equal(page.text("#search-status"), "Found: 2");
  assert.deepEqual(await search(page, "attack coin"), ["trade.coin"]);
  assert.equal(page.isVisible("#war"), false, "a chapter without any is left out");
  assert.equal(page.isVisible(".contents"), false);
});

test("the search includes the chapter's title", async () => {
  assert.deepEqual(await search(await open(RULES, "pages/rules_search.js"), "war troop"), ["war.attack"]);
});

test("the search ignores case and accents and unfolds details", async () => {
  const page = await open(RULES, "pages/rules_search.js");
  assert.deepEqual(await search(page, "DEFENSE"), ["war.rest"]);
  assert.equal(page.open(".details"), true);
});

test("a folded explanation opens if only it has the word", async () => {
  const page = await open(RULES, "pages/rules_search.js");
  await search(page, "peace");
  assert.equal(page.find("#war\\.truce details").open, true);
  await search(page, "truce");
  assert.equal(page.find("#war\\.truce details").open, false);
});

test("the page says if nothing is found, and an empty field shows all clauses", async () => {
  const page = await open(RULES, "pages/rules_search.js");
  assert.deepEqual(await search(page, "elephant"), []);
  assert.equal(page.text("#search-status"), "Nothing found.");
  assert.deepEqual(await search(page, " "), ["war.attack", "war.truce", "trade.coin"]);
  assert.equal(page.text("#search-status"), "");
});

test("matches are highlighted if the browser supports it", async () => {
  const marked = new Map();
  const capabilities = { CSS: { highlights: marked }, Highlight: class extends Array {} };
  const page = await open(RULES, "pages/rules_search.js", { capabilities });
  await search(page, "attack");
  assert.deepEqual([...marked.get("found")].map(String), ["attack", "attack"]);
});

test("a link to a clause unfolds its chapter and clears the search", async () => {
  const page = await open(RULES, "pages/rules_search.js", { path: "/rules/khan#war.rest" });
  assert.equal(page.open(".details"), true);
  assert.equal(page.layout.scrolledTo.at(-1).id, "war.rest");
  await search(page, "coin");
  page.window.location.hash = "#war.attack";
  await page.passTime(10);
  assert.equal(page.find("#search").value, "");
  assert.equal(visibleClauses(page).includes("war.attack"), true);
});

test("a restored search word is applied at once", async () => {
  const page = await open(
    RULES.replace('id="search" autocomplete', 'id="search" value="coin" autocomplete'),
    "pages/rules_search.js",
  );
  assert.deepEqual(visibleClauses(page), ["trade.coin"]);
});
