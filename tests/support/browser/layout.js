// Measures an open table. Returns what overlaps, is clipped or is out of view, as [kind, what, text]. `what` consists
// of classes and ids, so that equal faults have equal names.
//
// These may overlap others: the inspect card, which follow the pointer; fixed elements that the page scrolls below (the strip,
// the dock of a phone, the playback in a low window, a summary over the log, a heading of the log); halos, glows and
// hit areas, which are transparent; pieces on areas; and a token on its printed place. These may be clipped: text in
// the strip and in the recap, whose whole text is in the table of players and in the log; names with a title; and the
// content of scrolling boxes and of a zoomed board.
() => {
  // Measure elements at the end of their transitions.
  document
    .getAnimations()
    .filter((one) => one instanceof CSSTransition)
    .forEach((one) => one.finish());
  const LEAST = 1.5; // pixels; smaller overlaps are rounding errors
  const found = new Map();
  const css = new Map();
  const style = (element) => css.get(element) ?? css.set(element, getComputedStyle(element)).get(element);
  const known = new Map();
  const shown = (element) => known.get(element) ?? known.set(element, isShown(element)).get(element);
  const drawn = (element) => !element || (style(element).display !== "none" && drawn(element.parentElement)); // Chromium doesn't report it within a drawing
  const isShown = (element) =>
    drawn(element) &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !/^inset/.test(style(element).clipPath) &&
    !element.closest(
      ".visually-hidden, [popover]:not(:popover-open), defs, symbol, title, desc, script, option, .inspect-card",
    );
  const sign = (element) => {
    const id = element.id.replace(/-.*/, "");
    const classes = [...element.classList].filter((name) => !/^s\d$|^r-/.test(name)).slice(0, 2);
    return `${element.localName}${id ? `#${id}` : ""}${classes.map((name) => `.${name}`).join("")}`;
  };
  const name = (element) => {
    const parent = element.parentElement?.closest("[id], [class]");
    return `${parent ? `${sign(parent)} > ` : ""}${sign(element)}`;
  };
  const tell = (kind, what, who) =>
    found.has(kind + what) || found.set(kind + what, [kind, what, who.trim().replace(/\s+/g, " ").slice(0, 90)]);
  const readable = (element) => {
    // without icons and texts for screen readers
    const copy = element.cloneNode(true);
    copy.querySelectorAll(".visually-hidden, [aria-hidden=true]").forEach((one) => one.remove());
    return copy.textContent.trim();
  };
  const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const wide = (a) => a.right - a.left;
  const high = (a) => a.bottom - a.top;
  const some = (a) => wide(a) > LEAST && high(a) > LEAST;
  const FOOT = ".docked, .laying-bar, #choices > .buttons > button"; // fixed elements that belong to the bottom of a phone's page
  const layer = (element) => {
    const bar = element.closest(FOOT); // the page scrolls below it
    return bar && style(bar).position === "fixed" ? bar : element.closest(".strip, .playback, .zoom-messages, .log h3");
  };
  const lifted = (element) => {
    // a game may show summaries over the log until the user closes them
    const summaries = element.closest(".event-summaries");
    return summaries && style(summaries).zIndex !== "auto";
  };
  const onOneLayer = (a, b) =>
    a.layer === b.layer &&
    ![
      [a, b],
      [b, a],
    ].some(([over, under]) => lifted(over.element) && under.element.closest(".log"));

  // The ancestors that clip an element, from the inside out.
  const chains = new Map();
  const frames = new Map();
  const frame = (element) =>
    frames.get(element) ?? frames.set(element, box(element.getBoundingClientRect())).get(element);
  function clips(element) {
    if (!element || element === document.documentElement) {
      return [];
    }
    let chain = chains.get(element);
    if (!chain) {
      const { overflowX, overflowY, position, display, textOverflow } = style(element);
      chain = position === "fixed" ? [] : clips(element.parentElement);
      if ((overflowX !== "visible" || overflowY !== "visible") && display !== "inline" && element !== document.body) {
        const quiet =
          /auto|scroll/.test(overflowX + overflowY) ||
          textOverflow === "ellipsis" ||
          element.closest("#board, .strip, .recap");
        chain = [{ element, quiet, rect: frame(element) }, ...chain];
      }
      chains.set(element, chain);
    }
    return chain;
  }

  // The visible part of a box. `cut` is called with each ancestor that hides a part of it for good.
  function seen(chain, rect, cut = null) {
    let left = rect;
    for (const clip of chain) {
      const inside = meet(left, clip.rect);
      if (!clip.quiet && cut && (wide(left) - wide(inside) > LEAST || high(left) - high(inside) > LEAST)) {
        cut(clip.element);
      }
      left = inside;
      if (!some(left)) {
        break;
      }
    }
    return left;
  }

  // Texts: the boxes of their letters, line by line, without the space above and below.
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !shown(element)) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const height = rect.height;
      const ink = {
        left: rect.left + 0.5,
        right: rect.right - 0.5,
        top: rect.top + 0.23 * height,
        bottom: rect.bottom - 0.23 * height,
      };
      if (!some(ink)) {
        continue;
      }
      const left = seen(clips(element), ink, (by) => tell("cut", `${name(element)} in ${name(by)}`, node.data));
      if (some(left)) {
        texts.push({ element, node, rect: left, ink, layer: layer(element) });
      }
    }
  }
  for (const element of document.querySelectorAll("[data-visual-text]:not(svg *)")) {
    // numbers in an attribute
    const left =
      shown(element) &&
      seen(clips(element.parentElement), frame(element), (by) =>
        tell("cut", `${name(element)} in ${name(by)}`, element.dataset.visualText),
      );
    if (left && some(left) && !element.textContent.trim()) {
      const trim = 0.25 * high(left);
      const rect = { ...left, top: left.top + trim, bottom: left.bottom - trim };
      texts.push({ element, node: { data: element.dataset.visualText }, rect, ink: rect, layer: layer(element) });
    }
  }
  texts.sort((a, b) => a.rect.top - b.rect.top);
  for (let i = 0; i < texts.length; i++) {
    const a = texts[i];
    for (let j = i + 1; j < texts.length && texts[j].rect.top < a.rect.bottom; j++) {
      const b = texts[j];
      if (
        a.node !== b.node &&
        !a.element.contains(b.element) &&
        !b.element.contains(a.element) &&
        onOneLayer(a, b) &&
        !a.element.closest(".printed-token") &&
        !b.element.closest(".printed-token") &&
        some(meet(a.rect, b.rect))
      ) {
        tell(
          "text over text",
          [name(a.element), name(b.element)].sort().join(" | "),
          `${a.node.data} | ${b.node.data}`,
        );
      }
    }
  }

  // Texts that leave their frame.
  for (const { element, node, ink, rect } of texts) {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { borderLeftWidth, borderRightWidth, display, overflowX, overflowY, textOverflow } = style(at);
      if (/auto|scroll/.test(overflowX + overflowY) || textOverflow === "ellipsis") {
        break;
      }
      if (parseFloat(borderLeftWidth) && parseFloat(borderRightWidth) && display !== "inline") {
        const rim = frame(at);
        const out = Math.max(rim.left - ink.left, ink.right - rim.right, rim.top - ink.top, ink.bottom - rim.bottom);
        out > LEAST && tell("out of its frame", `${name(element)} out of ${name(at)}`, node.data);
        break;
      }
    }
    if (rect.left < -LEAST || rect.right > innerWidth + LEAST) {
      element.closest("#board") || tell("out of the page", name(element), node.data);
    }
  }
  for (const element of document.querySelectorAll("body *:not(svg *)")) {
    const { textOverflow, overflowX, overflowY } = style(element);
    if (
      textOverflow === "ellipsis" &&
      element.scrollWidth > element.clientWidth + 1 &&
      shown(element) &&
      overflowX !== "visible" &&
      !element.closest(".strip, .recap") &&
      element.title.trim() !== readable(element)
    ) {
      tell("shortened", name(element), element.textContent);
    }
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1 && shown(element)) {
      tell("scrolls sideways", name(element), "");
    }
    if (/auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 4 && shown(element)) {
      element.clientHeight < 3.4 * parseFloat(style(document.body).fontSize) &&
        tell("a slit", name(element), `${element.clientHeight} px`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) {
    tell("scrolls sideways", "page", `${document.documentElement.scrollWidth} px`);
  }

  // Overlapping panels and controls.
  function apart(kind, elements) {
    const boxes = elements
      .filter(shown)
      .map((element) => ({ element, rect: seen(clips(element.parentElement), frame(element)), layer: layer(element) }))
      .filter(({ rect }) => some(rect));
    boxes.forEach((a, i) => {
      for (const b of boxes.slice(i + 1)) {
        if (
          onOneLayer(a, b) &&
          !a.element.contains(b.element) &&
          !b.element.contains(a.element) &&
          some(meet(a.rect, b.rect))
        ) {
          tell(
            kind,
            [name(a.element), name(b.element)].sort().join(" | "),
            `${a.element.textContent} | ${b.element.textContent}`,
          );
        }
      }
    });
  }
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  apart(
    "panel over panel",
    all(
      ".top-bar, #board, #strip, #message > *, .confirmation, #turn, #hand-area, #hand-area > *, .event-summaries details, .game-panel, .game-panel > *, .final, #log, #log > *, .laying-bar, #sidebar > p",
    ),
  );
  apart(
    "control over control",
    all("button, a[href], input:not([type=hidden]), select, summary, [role=button]").filter(
      (element) => !element.closest("#board svg"),
    ),
  );

  // Icons that are too small to recognise.
  for (const icon of all("#sidebar svg")) {
    const rect = icon.getBoundingClientRect();
    if (shown(icon) && rect.width && Math.min(rect.width, rect.height) < 9) {
      tell("too small", name(icon), `${Math.round(rect.width)} px`);
    }
  }

  // Pieces over texts of the board. A letter counts as covered if one of its points is within the ellipse that fills
  // the box of a piece.
  const shape = "use, path, circle, rect, ellipse, polygon";
  const solid = (element) => {
    const { fill, fillOpacity } = style(element);
    return (
      shown(element) &&
      (element.localName === "use" || (fill !== "none" && fill !== "rgba(0, 0, 0, 0)" && fillOpacity > 0.5)) &&
      !element.closest(".hit, .halo, .ring, .glow, .halo-ring, .held, .rule, .is-touched")
    );
  };
  const marks = all("#pieces .piece")
    .flatMap((piece) => all(shape, piece))
    .filter(solid)
    .map((element) => ({ element, rect: frame(element) }));
  for (const { element, rect, node } of texts.filter(({ element }) => element.closest("#board svg"))) {
    if (element.closest(".printed-token")) {
      continue;
    }
    for (const mark of marks) {
      const after = element.compareDocumentPosition(mark.element) & Node.DOCUMENT_POSITION_FOLLOWING;
      const glyph = /#seat-/.test(mark.element.getAttribute("href"));
      if (!(after || glyph) || !some(meet(rect, mark.rect))) {
        continue;
      }
      const [x, y] = [(mark.rect.left + mark.rect.right) / 2, (mark.rect.top + mark.rect.bottom) / 2];
      const inside = [0.05, 0.3, 0.5, 0.7, 0.95].some((across) =>
        [0.1, 0.5, 0.9].some(
          (down) =>
            ((rect.left + across * wide(rect) - x) / (wide(mark.rect) / 2)) ** 2 +
              ((rect.top + down * high(rect) - y) / (high(mark.rect) / 2)) ** 2 <
            1,
        ),
      );
      if (inside) {
        tell(
          after ? "piece over text" : "text over a mark",
          `${name(mark.element.closest(".piece"))} | ${name(element)}`,
          `${mark.element.closest("[id]")?.id} | ${node.data}`,
        );
      }
    }
  }

  // All players must be visible at any scroll position.
  const scrolled = all("#sidebar, #game-panel, html").map((element) => [element, element.scrollTop]);
  for (const end of [0, 1e6]) {
    for (const [element] of scrolled) {
      element.scrollTo({ top: end, behavior: "instant" });
    }
    for (const side of all("#strip > div")) {
      const rect = side.getBoundingClientRect();
      const there = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
      const points = side.querySelector("b")?.getBoundingClientRect();
      if (
        rect.top < 0 ||
        rect.left < 0 ||
        rect.bottom > innerHeight ||
        rect.right > innerWidth ||
        !side.contains(there) ||
        (points && points.right > rect.right)
      ) {
        tell("out of sight", name(side), side.textContent);
      }
    }
    // Fixed elements must leave room for the end of the page.
    const last = all("#sidebar > *, #panel > *")
      .filter((one) => shown(one) && style(one).position !== "fixed")
      .map((element) => element.getBoundingClientRect().bottom);
    for (const bar of end
      ? all(`#strip, ${FOOT}`).filter((one) => shown(one) && style(one).position === "fixed")
      : []) {
      const below = Math.max(...last.filter((bottom) => bottom)) - bar.getBoundingClientRect().top;
      below > LEAST && tell("out of sight", `below ${name(bar)}`, `${Math.round(below)} px`);
    }
  }
  const head = document.querySelector(".top-bar:has(.menu-button)");
  if (
    head &&
    shown(head.querySelector(".menu-button")) &&
    document.documentElement.dataset.text !== "150" &&
    high(frame(head)) > 60
  ) {
    tell("in two lines", name(head), "");
  }
  for (const [element, top] of scrolled) {
    element.scrollTo({ top, behavior: "instant" });
  }
  return [...found.values()];
};
