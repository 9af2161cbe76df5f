// Shows a card that explains an element of the table: what it is, and why it can't be selected now or what selecting it
// changes. The card appears when the mouse or the keyboard focus rests on the element, on a long press, on "?" while it
// is focused, or on a click that does nothing else. For a button it shows what the action changes, if that is known.
import { onLongPress } from "../lib/long_press.js";

const HOVER_DELAY = 500; // milliseconds
const MAX_DISTANCE = 1.5; // how far a card may be from the spot if it is next to the board, as a multiple of its width
const table = document.querySelector("main[data-about]");
const kinds = table?.dataset.places.split(" ").filter(Boolean) ?? [];
const card = () => document.getElementById("inspect-card");
/** @type {PageElement | null} */
let shownSubject = null; // the element whose card is shown or loading
let timer = 0;
// Where the pointer has rested since the last click: no card opens for an element that appears under it.
/** @type {{ x: number, y: number } | null} */
let clickedSpot = null;

/** @param {Element} subject */
const isChoice = (subject) => subject.matches("#choices button");
/** @param {PageElement} subject */
const subjectName = (subject) =>
  isChoice(subject) ? subject.value : (subject.dataset.about ?? subject.dataset.target ?? subject.id);

/** @param {PageElement} node */
const subjectOf = (node) => {
  const choice = node.closest?.("#choices button");
  if (choice) {
    return choice;
  }
  for (let element = node.closest?.("[id]"); element; element = element.parentElement?.closest("[id]")) {
    if (kinds.some((kind) => subjectName(element).startsWith(kind))) {
      return element;
    }
  }
  return null;
};

/**
 * @param {number} start
 * @param {number} end
 * @param {number} from
 * @param {number} to
 */
const overlapLength = (start, end, from, to) => Math.max(0, Math.min(end, to) - Math.max(start, from));

const narrowWindow = window.matchMedia("(max-width: 999px)");
/**
 * Return the best position of a card near a spot on an element. Candidates are around the element, around the spot,
 * and at the sides of the board. The card must not cover the element itself (or the whole strip for one of the players)
 * if there is room elsewhere, nor points and question. Among the other candidates it prefers those that cover few
 * buttons and neighbours on the board, and that are near. A selectable place on the board counts a tenth of a button.
 * Cards of elements next to the board may overlap its edge. On a narrow page a card is above or below an element
 * of the board, so that its surroundings stay visible.
 * @param {PageElement} subject
 * @param {Spot} spot
 * @param {{ width: number, height: number }} size
 */
function cardPosition(subject, spot, { width, height }) {
  /**
   * @param {number} position
   * @param {number} size
   * @param {number} room
   */
  const clampToWindow = (position, size, room) => Math.max(8, Math.min(position, room - size - 8));
  /**
   * @param {string} selector
   * @param {(one: PageElement) => boolean} filter
   */
  const boxes = (selector, filter = () => true) =>
    [...document.querySelectorAll(selector)]
      .filter((one) => !one.closest("#inspect-card") && filter(one))
      .map((one) => one.getBoundingClientRect());
  const board = subject.closest("#board")?.getBoundingClientRect();
  const [controls, targets] = [boxes("button, a, input, select, summary"), boxes("[data-target]:not(button)")];
  const readBoxes = board ? boxes("#choices, #log .scroll") : []; // what the user reads and presses next to the board
  const textBoxes = board ? boxes("#sidebar :is(p, li, h2, h3, th, td, .hand [id][aria-label])") : [];
  const strip = subject.closest("#strip");
  const questionBoxes = board
    ? boxes(".top-bar, #strip, #turn")
    : narrowWindow.matches || strip
      ? []
      : boxes("#turn, #plan");
  /** @param {Element} one */
  const isApart = (one) => !one.contains(subject) && !subject.contains(one);
  const siblingBoxes = board
    ? []
    : [...subject.parentElement.children]
        .filter((one) => one.id && isApart(one))
        .map((one) => one.getBoundingClientRect());
  const boardBoxes = !board && !narrowWindow.matches && !isChoice(subject) ? boxes("#board") : [];
  /** @param {PageElement} one */
  const isSameKind = (one) => kinds.some((kind) => subjectName(one).startsWith(kind));
  const placeBoxes = board ? boxes("#board [id]", (one) => isApart(one) && isSameKind(one)) : [];
  const pieceBoxes = board ? boxes("#pieces [id]", isApart) : [];
  const pointerBox = { x: spot.x - 1, y: spot.y - 1, right: spot.x + 1, bottom: spot.y + 1 };
  const ownBox = (strip ?? subject).getBoundingClientRect(); // users compare players with each other
  /** @param {{ left: number, top: number }} corner */
  const coverCost = ({ left, top }) => {
    /** @param {Box} box */
    const overlapArea = ({ x, y, right, bottom }) =>
      overlapLength(left, left + width, x, right) * overlapLength(top, top + height, y, bottom);
    /** @param {DOMRect[]} covered */
    const totalOverlap = (covered) => covered.reduce((total, box) => total + overlapArea(box), 0);
    const distance = Math.hypot(left + width / 2 - spot.x, top + height / 2 - spot.y);
    const otherCost =
      totalOverlap(placeBoxes) +
      2 * totalOverlap(pieceBoxes) +
      4 * totalOverlap(siblingBoxes) +
      totalOverlap(textBoxes) / 2 +
      totalOverlap(boardBoxes) +
      10 * totalOverlap(readBoxes) +
      5 * totalOverlap(questionBoxes) +
      (board ? 8 : 12) * distance;
    return (
      1e6 * overlapArea(pointerBox) +
      (isChoice(subject) ? 3 : 100) * overlapArea(ownBox) +
      totalOverlap(controls) +
      totalOverlap(targets) / 10 +
      otherCost
    );
  };
  const shares = [1 / 3, 1 / 2, 0, 1, 2 / 3];
  /**
   * @param {Box} box
   * @param {number} gap
   */
  const positionsAboveAndBelow = (box, gap) =>
    shares.flatMap((share) => [
      [spot.x - width * share, box.bottom + gap],
      [spot.x - width * share, box.y - gap - height],
    ]);
  /**
   * @param {Box} box
   * @param {number} gap
   */
  const positionsAtSides = (box, gap) =>
    shares.flatMap((share) => [
      [box.right + gap, spot.y - height * share],
      [box.x - gap - width, spot.y - height * share],
    ]);
  const sideBox =
    !board && !narrowWindow.matches && !isChoice(subject) ? subject.closest("#sidebar")?.getBoundingClientRect() : null;
  const candidates =
    board && narrowWindow.matches
      ? [8, 8 + ownBox.height, 8 + 2 * ownBox.height].flatMap((gap) => positionsAboveAndBelow(ownBox, gap))
      : [
          ...positionsAboveAndBelow(pointerBox, 17),
          ...positionsAtSides(pointerBox, 17),
          ...positionsAboveAndBelow(ownBox, 8),
          ...positionsAtSides(ownBox, 8),
          ...(sideBox ? positionsAtSides(sideBox, 12) : []),
        ];
  return [
    ...candidates,
    ...(board && !narrowWindow.matches
      ? positionsAtSides(board, 12).filter(([x]) => x > 0 && Math.abs(x + width / 2 - spot.x) < MAX_DISTANCE * width)
      : []),
  ]
    .map(([x, y]) => ({
      left: clampToWindow(x, width, window.innerWidth),
      top: clampToWindow(y, height, window.innerHeight),
    }))
    .map((place) => ({ ...place, covered: coverCost(place) }))
    .reduce((best, place) => (place.covered < best.covered ? place : best));
}

/**
 * @param {PageElement} subject
 * @param {Spot} spot
 */
async function showInspectCard(subject, spot) {
  shownSubject = subject;
  const address = isChoice(subject) ? table.dataset.choice : table.dataset.about;
  const answer = await fetch(address + encodeURIComponent(subjectName(subject))).catch(() => null);
  const html = answer?.ok ? await answer.text().catch(() => "") : "";
  if (shownSubject !== subject) {
    return; // the user has moved on in the meantime
  }
  if (!html) {
    hideInspectCard();
    return;
  }
  const element = card();
  element.innerHTML = html; // trusted: rendered by the server's template, which escapes everything
  const { changeReason } = subject.dataset;
  if (changeReason) {
    const line = Object.assign(document.createElement("p"), { className: "change-reason", textContent: changeReason });
    element.querySelector(".title")?.after(line);
  }
  element.showPopover();
  const { left, top } = cardPosition(subject, spot, element.getBoundingClientRect());
  element.style.left = `${left}px`;
  element.style.top = `${top}px`;
}

export function hideInspectCard() {
  window.clearTimeout(timer);
  shownSubject = null;
  if (card()?.matches(":popover-open")) {
    card().hidePopover();
  }
}

/**
 * Pass a click on the card on to what is below it.
 * @param {MouseEvent} event
 */
function clickThroughCard(event) {
  hideInspectCard();
  const { clientX, clientY } = event;
  const below = document.elementFromPoint(clientX, clientY);
  if (below?.closest("[data-target], button, a, summary")) {
    event.stopPropagation();
    below.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY }));
  }
}

/** @param {Element} subject */
const centreOf = (subject) => {
  const box = subject.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** @param {Happened<PointerEvent>} event */
function scheduleCard(event) {
  window.clearTimeout(timer);
  if (event.pointerType !== "mouse" || event.target.closest?.("#inspect-card")) {
    return;
  }
  const subject = event.target.closest?.("[data-no-inspect-card]") ? null : subjectOf(event.target);
  const isResting =
    clickedSpot && Math.abs(event.clientX - clickedSpot.x) + Math.abs(event.clientY - clickedSpot.y) < 4;
  if (isResting || (subject && subject.id === shownSubject?.id)) {
    return;
  }
  clickedSpot = null;
  timer = window.setTimeout(
    () => (subject ? showInspectCard(subject, { x: event.clientX, y: event.clientY }) : hideInspectCard()),
    subject ? HOVER_DELAY : 250,
  );
}
document.addEventListener("pointerover", scheduleCard);
document.addEventListener("pointermove", (event) => clickedSpot && scheduleCard(event));

// The board's zoom stops the event.
document.addEventListener("wheel", hideInspectCard, { capture: true, passive: true });

document.addEventListener("pointerdown", (event) => {
  clickedSpot = { x: event.clientX, y: event.clientY };
  if (!event.target.closest?.("#inspect-card")) {
    hideInspectCard();
  }
});
onLongPress((event) => {
  const subject = subjectOf(event.target);
  if (subject) {
    showInspectCard(subject, { x: event.clientX, y: event.clientY });
  }
  return Boolean(subject);
});

document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("#inspect-card")) {
      if (!event.target.closest("#inspect-card :is(a, button)")) {
        clickThroughCard(event);
      }
      return;
    }
    hideInspectCard();
    const subject = subjectOf(event.target);
    if (subject && !event.target.closest("[data-target], button, a")) {
      showInspectCard(subject, { x: event.clientX, y: event.clientY });
    }
  },
  true,
);

// Keyboard users get the card when the focus rests on an element.
document.addEventListener("focusin", (event) => {
  const subject = event.target.matches?.(":focus-visible") && subjectOf(event.target);
  window.clearTimeout(timer);
  if (subject && (event.target.closest("[data-target], #choices") || event.target.matches("[data-about]"))) {
    timer = window.setTimeout(
      () => document.activeElement === event.target && showInspectCard(subject, centreOf(subject)),
      2 * HOVER_DELAY,
    );
  }
});
document.addEventListener(
  "focusout",
  (event) => shownSubject && shownSubject === subjectOf(event.target) && hideInspectCard(),
);

document.addEventListener("keydown", (event) => {
  const subject = subjectOf(event.target);
  if (event.key === "Escape") {
    hideInspectCard();
  } else if (event.key === "?" && subject) {
    showInspectCard(subject, centreOf(subject));
  }
});
