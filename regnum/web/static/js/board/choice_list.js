// The list of all buttons, also for actions that the board offers. It is folded by default, and open while only its
// buttons can tell the remaining actions apart. If the user unfolds it, it stays open from then on.
export const buttonList = () => document.getElementById("choice-list");
const STORAGE_KEY = "regnum-listed";
let isListWanted = false;
try {
  isListWanted = Boolean(window.localStorage.getItem(STORAGE_KEY));
} catch {
  // storage is blocked: remember it until the page is left
}

/**
 * Open the list if it is needed or wanted, and fold it otherwise.
 * @param {boolean} [isNeeded]
 */
export function updateButtonList(isNeeded = false) {
  const list = buttonList();
  const isOpen = isNeeded || isListWanted;
  if (list && list.open !== isOpen) {
    list.open = isOpen;
  }
}
updateButtonList();

document.addEventListener("click", (event) => {
  if (event.target.closest("#choice-list > summary")) {
    window.setTimeout(() => {
      isListWanted = Boolean(buttonList()?.open);
      try {
        window.localStorage.setItem(STORAGE_KEY, isListWanted ? "yes" : "");
      } catch {
        // storage is blocked
      }
    });
  }
});
