// Runs a page and its scripts in jsdom. It adds what jsdom lacks, and lets the test control time, requests and streams.
import { mock } from "node:test";
import { Script } from "node:vm";
import { JSDOM, VirtualConsole } from "jsdom";
import jsdomUtils from "jsdom/lib/generated/idl/utils.js"; // internals of jsdom, to create trusted events
import { Layout } from "./layout.js";
import { load, nextPage, read } from "./modules.js";

const START = Date.parse("2026-03-01T12:00:00Z");
const SHARED_GLOBALS = [
  "CustomEvent",
  "DOMParser",
  "Element",
  "Event",
  "FormData",
  "HTMLElement",
  "KeyboardEvent",
  "MouseEvent",
  "MutationObserver",
  "Node",
  "NodeFilter",
  "PointerEvent",
  "Range",
  "document",
  "history",
  "localStorage",
  "navigator",
  "sessionStorage",
];
const VENDORS = ["htmx.min.js", "sse.min.js", "idiomorph-ext.min.js"].map(
  (name) => new Script(read(`regnum/web/static/vendor/${name}`)),
);
const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const implOf = jsdomUtils.implForWrapper;
const realPerformance = globalThis.performance;
process.env.TZ = "UTC";

const defineGlobal = (name, value) =>
  Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });

// An event stream; `send` sends an event.
class FakeStream {
  constructor(address) {
    this.address = address;
    this.readyState = FakeStream.CONNECTING;
    this.listeners = [];
    setTimeout(() => this.connect(), 0);
  }

  connect() {
    if (this.readyState === FakeStream.CONNECTING) {
      this.readyState = FakeStream.OPEN;
      this.onopen?.({});
      this.send("open");
    }
  }

  addEventListener(type, listener) {
    this.listeners.push([type, listener]);
  }

  removeEventListener(type, listener) {
    this.listeners = this.listeners.filter(([name, other]) => name !== type || other !== listener);
  }

  close() {
    this.readyState = FakeStream.CLOSED;
  }

  send(type, data = "") {
    this.listeners.filter(([name]) => name === type).forEach(([, listener]) => listener({ type, data }));
  }
}
Object.assign(FakeStream, { CONNECTING: 0, OPEN: 1, CLOSED: 2 });

// A channel to other tabs. `receive` delivers a message from another tab.
class FakeChannel {
  messages = [];

  addEventListener(_, listener) {
    this.listener = listener;
  }

  postMessage(data) {
    this.messages.push(data);
  }

  receive(data) {
    this.listener({ data });
  }
}

// A request of htmx. It stays pending until `answer`, `fail` or `timeOut`.
class FakeRequest {
  constructor() {
    this.upload = { addEventListener() {} };
    this.status = 0;
    this.headers = new Map();
  }

  open(method, url) {
    Object.assign(this, { method, url });
  }

  overrideMimeType() {}
  setRequestHeader() {}
  addEventListener() {}
  abort() {}

  send(body) {
    this.fields = Object.fromEntries(new URLSearchParams(String(body ?? "")));
    this.page.requests.push(this);
  }

  getResponseHeader(name) {
    return this.headers.get(name.toLowerCase()) ?? null;
  }

  getAllResponseHeaders() {
    return [...this.headers.keys()].map((name) => `${name}: -`).join("\r\n");
  }

  async answer({ status = 200, body = "", entryCount } = {}) {
    Object.assign(this, { status, responseText: body, response: body, responseURL: this.url });
    if (entryCount !== undefined) {
      this.headers.set("regnum-entry-count", String(entryCount));
    }
    this.onload();
    await this.page.passTime(0);
  }

  async fail() {
    this.onerror();
    await this.page.passTime(0);
  }

  async timeOut() {
    this.ontimeout();
    await this.page.passTime(0);
  }
}

export class Page {
  constructor(
    html,
    {
      path = "/",
      settings = {},
      language = "en",
      title = "Khan · Regnum",
      touch = false,
      reducedMotion = false,
      ...more
    } = {},
  ) {
    mock.timers.reset();
    defineGlobal("performance", realPerformance);
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: more.now ?? START });
    this.number = nextPage();
    this.size = more.narrow ? NARROW : (more.size ?? WIDE);
    Object.assign(this, {
      touch,
      reducedMotion,
      errors: [],
      requests: [],
      streams: [],
      fetched: [],
      visits: [],
      submitted: [],
    });
    this.serve = more.serve ?? {};
    this.media = [];
    this.isHidden = more.hidden ?? false;
    const data = Object.entries(settings)
      .map(([name, value]) => ` data-${name}="${value}"`)
      .join("");
    const page = `<!doctype html><html lang="${language}"${data}><head><meta charset="utf-8"><title>${title}</title>
      <link rel="icon" href="/static/favicon.svg">${more.head ?? ""}</head>${html.includes("<body") ? html : `<body class="page">${html}</body>`}</html>`;
    const virtualConsole = new VirtualConsole();
    virtualConsole.on("jsdomError", (error) => this.recordError(error));
    this.dom = new JSDOM(page, {
      url: `https://regnum.example${path}`,
      runScripts: "outside-only",
      pretendToBeVisual: true,
      virtualConsole,
    });
    this.window = this.dom.window;
    this.document = this.window.document;
    this.layout = new Layout(this.window);
    this.ready = false;
    this.addMissingApis(more);
  }

  recordError(error) {
    if (error.type === "not-implemented" || /not implemented/i.test(error.message)) {
      this.visits.push(error.message); // a navigation
    } else {
      this.errors.push(error.cause ?? error.detail ?? error);
    }
  }

  // Add what jsdom lacks.
  addMissingApis({ storage, session, hasStorage = true, fonts = true, capabilities = {} }) {
    const { window, document } = this;
    const page = this;
    for (const name of ["DOMContentLoaded", "load"]) {
      // sent by `run`, once the scripts are loaded
      window.addEventListener(name, (event) => event.isSentByRun || event.stopImmediatePropagation(), true);
    }
    const define = (thing, name, get) => Object.defineProperty(thing, name, { configurable: true, get });
    define(document, "readyState", () => (page.ready ? "complete" : "loading"));
    define(document, "hidden", () => page.isHidden);
    define(document, "visibilityState", () => (page.isHidden ? "hidden" : "visible"));
    Object.assign(window, { innerWidth: this.size.width, innerHeight: this.size.height });
    this.addTime(window);
    this.addEvents(window);
    this.addDialogs(window);
    this.addPseudoClasses(window);
    window.matchMedia = (query) => this.matchMedia(query);
    window.ResizeObserver = class {
      constructor(callback) {
        this.callback = callback;
      }

      observe(element) {
        page.resized = [...(page.resized ?? []), { element, callback: this.callback }];
        this.callback();
      }

      disconnect() {}
    };
    window.DOMPoint = class {
      constructor(x, y) {
        Object.assign(this, { x, y });
      }

      matrixTransform() {
        return this;
      }
    };
    window.EventSource = class extends FakeStream {
      constructor(...more) {
        super(...more);
        page.streams.push(this);
      }
    };
    window.BroadcastChannel = class extends FakeChannel {
      constructor() {
        super();
        page.channel = this;
      }
    };
    window.XMLHttpRequest = class extends FakeRequest {
      page = page;
    };
    window.XPathEvaluator = class {
      // htmx uses it to find hx-on attributes; our pages have none
      createExpression() {
        return { evaluate: () => ({ iterateNext: () => null }) };
      }
    };
    window.HTMLFormElement.prototype.submit = function () {
      page.submitted.push(this);
    };
    document.fonts = { ready: new Promise((there) => (this.loadFonts = there)) };
    if (fonts) {
      window.addEventListener("load", this.loadFonts);
    }
    document.execCommand = () => false;
    const location = implOf(window.location);
    location.reload = () => page.visits.push("reload");
    location.assign = (address) => page.visits.push(address);
    window.fetch = (address, options = {}) => this.fetch(address, options);
    for (const [name, value] of Object.entries(session ?? {})) {
      window.sessionStorage.setItem(name, value);
    }
    for (const [name, value] of Object.entries(storage ?? {})) {
      window.localStorage.setItem(name, value);
    }
    if (!hasStorage) {
      // a browser that blocks storage
      for (const name of ["localStorage", "sessionStorage"]) {
        define(window, name, () => {
          throw new window.DOMException("no room", "SecurityError");
        });
      }
    }
    for (const [name, value] of Object.entries(capabilities)) {
      if (name.startsWith("navigator.")) {
        Object.defineProperty(window.navigator, name.slice("navigator.".length), { configurable: true, value });
      } else {
        Object.defineProperty(window, name, { configurable: true, writable: true, value });
      }
    }
    defineGlobal("window", window);
    SHARED_GLOBALS.filter((name) => !(name.endsWith("Storage") && !hasStorage)).forEach((name) =>
      defineGlobal(name, window[name]),
    );
    if (!hasStorage) {
      ["localStorage", "sessionStorage"].forEach((name) => define(globalThis, name, () => window[name]));
    }
    for (const name of [
      "BroadcastChannel",
      "DOMPoint",
      "EventSource",
      "ResizeObserver",
      "fetch",
      ...Object.keys(capabilities),
    ]) {
      defineGlobal(name, window[name]);
    }
  }

  addTime(window) {
    const due = (ms) => (Number.isFinite(ms) ? Math.max(0, ms) : 0);
    window.setTimeout = (act, ms, ...more) => setTimeout(act, due(ms), ...more);
    window.setInterval = (act, ms, ...more) => setInterval(act, due(ms), ...more);
    window.clearTimeout = (timer) => timer && clearTimeout(timer);
    window.clearInterval = (timer) => timer && clearInterval(timer);
    window.requestAnimationFrame = (act) => setTimeout(() => act(performance.now()), 16);
    window.cancelAnimationFrame = (timer) => timer && clearTimeout(timer);
    const began = Date.now() - 1000;
    defineGlobal("performance", { now: () => Date.now() - began });
  }

  addEvents(window) {
    Object.defineProperty(window.Event.prototype, "timeStamp", { configurable: true, get: () => performance.now() });
    window.PointerEvent ??= class extends window.MouseEvent {
      constructor(type, { pointerType = "mouse", isPrimary = true, ...more } = {}) {
        super(type, more);
        Object.assign(this, { pointerType, isPrimary });
      }
    };
  }

  // Dialogs and popovers.
  addDialogs(window) {
    const { HTMLDialogElement, HTMLElement, Event } = window;
    HTMLDialogElement.prototype.showModal = function () {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
      if (this.open) {
        this.open = false;
        this.dispatchEvent(new Event("close"));
      }
    };
    const turn = (popover, open) => {
      if (Boolean(popover.isOpenPopover) !== open) {
        popover.isOpenPopover = open;
        popover.style.display = open ? "block" : "";
        popover.dispatchEvent(
          Object.assign(new Event("toggle"), {
            newState: open ? "open" : "closed",
            oldState: open ? "closed" : "open",
          }),
        );
      }
    };
    HTMLElement.prototype.showPopover = function () {
      turn(this, true);
    };
    HTMLElement.prototype.hidePopover = function () {
      turn(this, false);
    };
    window.document.addEventListener("click", (event) => {
      const id = event.target.closest?.("[popovertarget]")?.getAttribute("popovertarget");
      const popover = id && window.document.getElementById(id);
      if (popover && !event.defaultPrevented) {
        turn(popover, !popover.isOpenPopover);
      }
    });
  }

  // Pseudo-classes that jsdom does not track.
  addPseudoClasses({ Element, Document }) {
    const states = {
      hover: () => (this.hovered?.isConnected ? this.all("*").filter((one) => one.contains(this.hovered)) : []),
      "focus-visible": () => (this.byPointer ? [] : [this.focus]),
      "popover-open": () => this.all("[popover]").filter((one) => one.isOpenPopover),
    };
    const wrap = (type, name) => {
      const plain = type.prototype[name];
      type.prototype[name] = function (selector) {
        let known = selector;
        const marked = [];
        for (const [state, found] of Object.entries(states)) {
          if (String(selector).includes(`:${state}`)) {
            known = known.replaceAll(`:${state}`, `[data-is-${state}]`);
            marked.push(...found().map((one) => [one, `data-is-${state}`]));
          }
        }
        marked.forEach(([one, attribute]) => one.setAttribute(attribute, ""));
        try {
          return plain.call(this, known);
        } finally {
          marked.forEach(([one, attribute]) => one.removeAttribute(attribute));
        }
      };
    };
    [Element, Document].forEach((type) => ["querySelector", "querySelectorAll"].forEach((name) => wrap(type, name)));
    wrap(Element, "matches");
  }

  matches(query) {
    const { width } = this.size;
    const known = {
      "(max-width: 999px)": width <= 999,
      "(min-width: 1000px)": width >= 1000,
      "(prefers-reduced-motion: reduce)": this.reducedMotion,
      "(pointer: coarse)": this.touch,
      "(hover: hover)": !this.touch,
    };
    if (!(query in known)) {
      throw new Error(`the page asks for ${query}`);
    }
    return known[query];
  }

  matchMedia(query) {
    const page = this;
    const list = {
      query,
      listeners: [],
      was: this.matches(query),
      get matches() {
        return page.matches(query);
      },
      addEventListener: (_, listener) => list.listeners.push(listener),
    };
    this.media.push(list);
    return list;
  }

  // Resize the window.
  resize(size) {
    this.size = size;
    Object.assign(this.window, { innerWidth: size.width, innerHeight: size.height });
    for (const list of this.media.filter((one) => one.was !== one.matches)) {
      list.was = list.matches;
      list.listeners.forEach((listener) => listener());
    }
    this.notifyResizeObservers();
    this.window.dispatchEvent(new this.window.Event("resize"));
  }

  // Notify the resize observers.
  notifyResizeObservers() {
    (this.resized ?? []).forEach(({ callback }) => callback());
  }

  async fetch(address, options) {
    const url = new URL(address, this.window.location.href);
    const path = url.pathname + url.search;
    this.fetched.push({ path, ...options });
    const found = typeof this.serve === "function" ? this.serve(path, options) : this.serve[path];
    const answer = typeof found === "function" ? found(options) : await found;
    if (answer === undefined) {
      return new Response("", { status: 404 });
    }
    const made = await answer;
    return made instanceof Response ? made : new Response(typeof made === "string" ? made : JSON.stringify(made));
  }

  async run(...scripts) {
    const shared = scripts.some((script) =>
      /^(table|replay\/player|pages\/position_editor|lib\/connection|lib\/reconnect|chat\/chat)\.js$/.test(script),
    );
    if (shared) {
      VENDORS.forEach((script) => script.runInContext(this.dom.getInternalVMContext()));
    }
    for (const script of scripts) {
      await load(script.startsWith("regnum/") ? script : `regnum/web/static/js/${script}`, this.number);
    }
    this.ready = true;
    this.dispatch(this.document, "DOMContentLoaded", { isSentByRun: true });
    await this.passTime(0);
    this.dispatch(this.window, "load", { isSentByRun: true });
    await this.passTime(0);
    return this;
  }

  // Let time pass and run the timers that are due.
  async passTime(ms) {
    const step = Math.max(10, Math.ceil(ms / 300));
    for (let left = ms; left >= 0; left -= step) {
      await this.settlePromises();
      if (left > 0) {
        mock.timers.tick(Math.min(left, step));
      } else {
        mock.timers.tick(0);
      }
    }
    await this.settlePromises();
    if (this.errors.length) {
      throw this.errors[0];
    }
  }

  // Let pending promises resolve.
  async settlePromises() {
    for (let round = 0; round < 4; round += 1) {
      await new Promise((done) => setImmediate(done));
    }
  }

  // Wait for work in another thread, such as compression. The page's time stands still.
  async waitUntil(done) {
    const end = realPerformance.now() + 10_000;
    while (!done()) {
      if (realPerformance.now() > end) {
        throw new Error(`this never came: ${done}`);
      }
      await this.settlePromises();
    }
  }

  find(target) {
    const found = typeof target === "string" ? this.document.querySelector(target) : target;
    if (!found) {
      throw new Error(`there is no ${target}`);
    }
    return found;
  }

  all(selector) {
    return [...this.document.querySelectorAll(selector)];
  }

  has(selector) {
    return this.document.querySelector(selector) !== null;
  }

  // Return the text of an element.
  text(selector) {
    return this.find(selector).textContent.replace(/\s+/g, " ").trim();
  }

  texts(selector) {
    return this.all(selector).map((one) => one.textContent.replace(/\s+/g, " ").trim());
  }

  isVisible(selector) {
    const found = this.document.querySelector(selector);
    return Boolean(found) && this.layout.isShown(found);
  }

  get focus() {
    return this.document.activeElement;
  }

  // Dispatch a trusted event.
  fire(target, event) {
    implOf(event).isTrusted = true;
    implOf(target)._dispatch(implOf(event));
    return event;
  }

  mouse(target, type, more = {}) {
    const box = target.getBoundingClientRect?.() ?? { x: 0, y: 0, width: 0, height: 0 };
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    const { PointerEvent, MouseEvent } = this.window;
    const Kind = type.startsWith("mouse") ? MouseEvent : PointerEvent;
    const init = {
      bubbles: true,
      cancelable: true,
      isPrimary: true,
      pointerType: "mouse",
      view: this.window,
      ...at,
      ...more,
    };
    return this.fire(target, new Kind(type, init));
  }

  // Click with the mouse.
  async click(selector, more = {}) {
    const target = this.find(selector);
    this.byPointer = true;
    this.mouse(target, "pointerdown", more);
    this.focusOn(target);
    this.mouse(target, "pointerup", more);
    const event = this.mouse(target, "click", { detail: 1, ...more });
    await this.passTime(0);
    return event;
  }

  // Tap with a finger.
  async tap(selector, more = {}) {
    return this.click(selector, { pointerType: "touch", ...more });
  }

  // Press and hold a finger, then lift it.
  async hold(selector, ms = 600, more = {}) {
    const target = this.find(selector);
    const finger = { pointerType: "touch", ...more };
    this.mouse(target, "pointerdown", finger);
    await this.passTime(ms);
    this.mouse(target, "pointerup", finger);
    const event = this.mouse(target, "click", { detail: 1, ...finger });
    await this.passTime(0);
    return event;
  }

  focusOn(target) {
    for (let one = target; one?.nodeType === 1; one = one.parentElement) {
      if (one.tabIndex >= 0 && !one.disabled) {
        one.focus();
        return;
      }
    }
    this.document.activeElement?.blur?.();
  }

  // Move the pointer over an element.
  async hover(selector, more = {}) {
    const target = this.find(selector);
    const before = this.hovered;
    if (before?.isConnected) {
      this.mouse(before, "pointerout", { relatedTarget: target, ...more });
      this.mouse(before, "mouseout", { relatedTarget: target, ...more });
    }
    this.hovered = target;
    this.mouse(target, "pointerover", more);
    this.mouse(target, "mouseover", more);
    this.mouse(target, "pointermove", more);
    await this.passTime(0);
  }

  // Press a key on the focused element, or on another one. Enter and Space activate buttons and links.
  async press(key, { on, ...more } = {}) {
    this.byPointer = false;
    if (on) {
      this.find(on).focus();
    }
    const target = this.focus ?? this.document.body;
    const { KeyboardEvent } = this.window;
    const event = this.fire(
      target,
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, view: this.window, ...more }),
    );
    const pressed = key === "Enter" || (key === " " && target.tagName !== "A");
    if (pressed && !event.defaultPrevented && target.matches?.("button, a[href], summary")) {
      this.mouse(target, "click", { detail: 0 });
    }
    await this.passTime(0);
    return event;
  }

  open(selector) {
    return this.find(selector).open;
  }

  // Type into a field.
  async type(selector, text) {
    const field = this.find(selector);
    field.focus();
    field.value = text;
    field.dispatchEvent(new this.window.Event("input", { bubbles: true }));
    await this.passTime(0);
  }

  async choose(selector, value) {
    const field = this.find(selector);
    if (field.type === "checkbox" || field.type === "radio") {
      field.checked = value ?? true;
    } else {
      field.value = value;
    }
    field.dispatchEvent(new this.window.Event("change", { bubbles: true }));
    await this.passTime(0);
  }

  dispatch(target, name, more = {}) {
    return target.dispatchEvent(Object.assign(new this.window.Event(name, { bubbles: true, cancelable: true }), more));
  }

  // Hide and show the tab.
  async hide() {
    this.isHidden = true;
    this.dispatch(this.document, "visibilitychange");
    await this.passTime(0);
  }

  async show() {
    this.isHidden = false;
    this.dispatch(this.document, "visibilitychange");
    await this.passTime(0);
  }

  // Return the current stream.
  get stream() {
    return this.streams.at(-1);
  }

  // Return the latest request.
  get request() {
    return this.requests.at(-1);
  }
}

export async function open(html, scripts, options = {}) {
  const page = new Page(html, options);
  if (options.boxes) {
    page.layout.set(options.boxes);
  }
  return page.run(...[scripts].flat());
}
