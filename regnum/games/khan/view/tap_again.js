// Shows whose yurt would be placed at the cell that was tapped, and that another tap confirms it.
const LABEL_OFFSET = 66;
export function showTapAgain() {
  const board = document.getElementById("board");
  const mark = document.getElementById("second-click");
  const place = board.classList.contains("is-tapped") && board.querySelector(".board-khan .is-pointed[data-target]");
  mark?.classList.toggle("is-current", Boolean(place));
  if (!mark || !place) {
    return;
  }
  const matrix = mark.ownerSVGElement.getScreenCTM()?.inverse();
  /**
   * @param {number} x
   * @param {number} y
   */
  const at = (x, y) => new DOMPoint(x, y).matrixTransform(matrix);
  const box = place.getBoundingClientRect();
  const frame = board.getBoundingClientRect();
  const centre = at(box.x + box.width / 2, box.y + box.height / 2);
  mark.setAttribute("transform", `translate(${centre.x} ${centre.y})`);
  mark.querySelector("use")?.toggleAttribute("hidden", !place.dataset.target.startsWith("cell-"));
  const text = /** @type {PageElement} */ ([...mark.querySelectorAll("text")].find((one) => one.getBBox().width));
  text.dataset.again ??= text.textContent;
  text.textContent = place.closest("[data-final]") ? text.dataset.final : text.dataset.again;
  const half = text.getBBox().width / 2 + 12;
  const [left, right] = [at(frame.left, 0).x + half + 4, at(frame.right, 0).x - half - 4];
  const y = centre.y - LABEL_OFFSET < at(0, Math.max(0, frame.top)).y + 24 ? LABEL_OFFSET : -LABEL_OFFSET + 10;
  const border = mark.querySelector("rect");
  Object.entries({ x: -half, y: -20, width: 2 * half, height: 40, rx: 12 }).forEach(([name, value]) =>
    border.setAttribute(name, value),
  );
  mark
    .querySelector(".spoken")
    .setAttribute("transform", `translate(${Math.max(left, Math.min(right, centre.x)) - centre.x} ${y})`);
}
new MutationObserver(showTapAgain).observe(document.getElementById("board"), { attributeFilter: ["class"] });
