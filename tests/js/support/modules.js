// Loads the scripts of a page with module hooks. Each page gets its own instances of them: `?page=N` makes a module
// unique, and the modules that it imports get the same query. A sourceURL without the query lets the coverage merge all
// instances of a script.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

export const ROOT = new URL("../../../", import.meta.url);
const WEB = new URL("regnum/web/", ROOT);
const SCRIPT = /^(file:.*\/regnum\/.*\.js)\?page=\d+$/;

const sources = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const [, mark = ""] = /(\?page=\d+)$/.exec(context.parentURL ?? "") ?? [];
    if (specifier.startsWith("/static/")) {
      return { url: new URL(`.${specifier}`, WEB).href, shortCircuit: true }; // a library, shared by all pages
    }
    const found = next(specifier, context);
    return mark ? { ...found, url: found.url + mark } : found;
  },
  load(url, context, next) {
    const [, file] = SCRIPT.exec(url) ?? [];
    if (!file) {
      return next(url, context);
    }
    if (!sources.has(file)) {
      sources.set(file, `${readFileSync(fileURLToPath(file), "utf8")}\n//# sourceURL=${file}`);
    }
    return { format: "module", source: sources.get(file), shortCircuit: true };
  },
});

export const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

let pages = 0;
export const nextPage = () => (pages += 1);
export const load = (path, page) => import(new URL(`${path}?page=${page}`, ROOT));
