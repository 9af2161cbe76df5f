// Keeps the focus when the page changes.

// A swap may remove the focused element. Then the turn gets the focus, instead of the document. The board and its panel
// are swapped separately, so the focus is checked for each of them.
let hadFocus = false;
document.addEventListener("htmx:sseBeforeMessage", (event) => {
  hadFocus = event.detail.type !== "chat" && Boolean(document.activeElement?.closest("#sidebar, #board"));
});
export function restoreFocus() {
  if (hadFocus && document.activeElement === document.body) {
    document.getElementById("turn")?.focus({ preventScroll: true });
  }
}
