// Simulates the layout of a page, because jsdom has none. The test sets the boxes. A box is [left, top, width, height]
// in pixels of the page, or a function of the element that returns one. An element without a box has no size.

export class Layout {
  constructor(window) {
    this.window = window;
    this.boxes = [];
    this.contents = [];
    this.fixed = new WeakMap(); // cached: whether the position of an element is fixed
    this.scrolled = { x: 0, y: 0 };
    this.scrolledTo = []; // the elements that were scrolled into view, in order
    this.install(window);
  }

  // Set the boxes of elements by selector. Later calls take precedence.
  set(boxes) {
    this.boxes.unshift(...Object.entries(boxes).reverse());
  }

  // Set the scroll height of elements: a number, or a function of the element.
  setContent(selector, height) {
    this.contents.unshift([selector, height]);
  }

  isShown(element) {
    if (!element.isConnected) {
      return false;
    }
    for (let one = element; one?.nodeType === 1; one = one.parentElement) {
      const folded = one.parentElement?.tagName === "DETAILS" && !one.parentElement.open && one.tagName !== "SUMMARY";
      const closed = (one.tagName === "DIALOG" && !one.open) || (one.hasAttribute("popover") && !one.isOpenPopover);
      if (one.hasAttribute("hidden") || folded || closed) {
        return false;
      }
    }
    return true;
  }

  isFixed(element) {
    if (!this.fixed.has(element)) {
      const { parentElement: parent } = element;
      const isFixed =
        this.window.getComputedStyle(element).position === "fixed" || Boolean(parent && this.isFixed(parent));
      this.fixed.set(element, isFixed);
    }
    return this.fixed.get(element);
  }

  // Return the box of an element in pixels of the window.
  box(element) {
    const found = this.isShown(element) && this.boxes.find(([selector]) => element.matches(selector));
    const [x, y, width, height] = (typeof found?.[1] === "function" ? found[1](element) : found?.[1]) || [0, 0, 0, 0];
    const { x: across, y: down } = found && !this.isFixed(element) ? this.scrolled : { x: 0, y: 0 };
    const [left, top] = [x - across, y - down];
    return { x: left, y: top, left, top, width, height, right: left + width, bottom: top + height, toJSON: () => ({}) };
  }

  // Return whether all of an element is between the top of the window and `bottomLimit`.
  isInView(element, bottomLimit = this.window.innerHeight) {
    const { top, bottom, height } = this.box(element);
    return height > 0 && top >= 0 && bottom <= bottomLimit;
  }

  scrollTo(y) {
    this.scrolled.y = Math.max(0, y);
    this.window.document.dispatchEvent(new this.window.Event("scroll"));
  }

  scrollIntoView(element, { block = "start" } = {}) {
    this.scrolledTo.push(element);
    const { top, bottom, height } = this.box(element);
    const room = this.window.innerHeight;
    if (this.isFixed(element)) {
      return;
    }
    if (block === "start") {
      this.scrollTo(this.scrolled.y + top);
    } else if (block === "center") {
      this.scrollTo(this.scrolled.y + top - (room - height) / 2);
    } else if (top < 0) {
      this.scrollTo(this.scrolled.y + top);
    } else if (bottom > room) {
      this.scrollTo(this.scrolled.y + bottom - room);
    }
  }

  // Return the elements at a point of the window, the topmost first.
  at(x, y) {
    const hit = (element) => {
      const { left, top, right, bottom } = this.box(element);
      return left <= x && x < right && top <= y && y < bottom;
    };
    return [...this.window.document.querySelectorAll("body *")].filter(hit).reverse();
  }

  install(window) {
    const layout = this;
    const { Element, HTMLElement, SVGElement, Document } = window;
    const define = (type, name, get) => Object.defineProperty(type.prototype, name, { configurable: true, get });
    Element.prototype.getBoundingClientRect = function () {
      return layout.box(this);
    };
    Element.prototype.scrollIntoView = function (options) {
      layout.scrollIntoView(this, options);
    };
    Element.prototype.checkVisibility = function () {
      return layout.isShown(this);
    };
    for (const type of [HTMLElement, SVGElement]) {
      define(type, "offsetHeight", function () {
        return layout.box(this).height;
      });
      define(type, "offsetWidth", function () {
        return layout.box(this).width;
      });
      define(type, "clientHeight", function () {
        return layout.box(this).height;
      });
      define(type, "clientWidth", function () {
        return layout.box(this).width;
      });
      define(type, "scrollHeight", function () {
        const [, height] = layout.contents.find(([selector]) => this.matches(selector)) ?? [];
        return (typeof height === "function" ? height(this) : height) ?? layout.box(this).height;
      });
    }
    const same = { inverse: () => same, a: 1, d: 1, e: 0, f: 0 };
    SVGElement.prototype.getScreenCTM = () => same;
    SVGElement.prototype.getBBox = function () {
      return layout.box(this);
    };
    Document.prototype.elementFromPoint = (x, y) => layout.at(x, y)[0] ?? null;
    Document.prototype.elementsFromPoint = (x, y) => layout.at(x, y);
    const amount = (value, options) => (typeof value === "object" ? value.top : options) ?? 0;
    window.scrollTo = (value, options) => layout.scrollTo(amount(value, options));
    window.scrollBy = (value, options) => layout.scrollTo(layout.scrolled.y + amount(value, options));
    for (const name of ["scrollY", "pageYOffset"]) {
      Object.defineProperty(window, name, { configurable: true, get: () => layout.scrolled.y });
    }
  }
}
