// What several modules of this folder need of the page: the bar below the map, and whether a tutorial is running.

/**
 * Add a bar below the map, with a status text and buttons. Returns the element of the text.
 * @param {BarButton[]} buttons
 */
export function addBar(buttons) {
  const bar = document.createElement("div");
  bar.className = "laying-bar";
  bar.addEventListener("click", (event) => event.stopPropagation()); // not a click outside the places
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  bar.append(status);
  for (const [name, text, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    // The shortcut is hidden without a keyboard.
    const [, word, letter] = /** @type {RegExpMatchArray} */ (text.match(/^(.*?)( \(.\))?$/));
    button.textContent = word;
    if (letter) {
      button.append(Object.assign(document.createElement("span"), { className: "help-mouse", textContent: letter }));
    }
    button.addEventListener("click", act);
    bar.append(button);
  }
  document.getElementById("board").append(bar);
  new ResizeObserver(() => document.body.style.setProperty("--bar", `${bar.offsetHeight}px`)).observe(bar);
  return status;
}

// In a tutorial the user takes the steps one by one, as it explains them.
export const isTutorial = () => Boolean(document.querySelector("#tutorial:not(.is-over)"));
