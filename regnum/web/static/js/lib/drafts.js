// Keeps unsent input and the focus across a reload that the server asks for.
const KEY = `regnum:typed ${window.location.pathname}`;

export function reloadWithDrafts() {
  /** @type {Record<string, string>} */
  const typed = {};
  for (const field of document.querySelectorAll("main input[id]")) {
    if (field.value !== field.defaultValue) {
      typed[field.id] = field.value;
    }
  }
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify({ typed, at: document.activeElement?.id }));
  } catch {
    // storage is blocked: the fields will be empty
  }
  window.location.reload();
}

function restoreDrafts() {
  const { typed, at: focusedId } = JSON.parse(window.sessionStorage.getItem(KEY) ?? "{}");
  window.sessionStorage.removeItem(KEY);
  for (const [id, value] of Object.entries(typed ?? {})) {
    const field = document.getElementById(id);
    if (field) {
      field.value = value;
    }
  }
  if (focusedId) {
    document.getElementById(focusedId)?.focus();
  }
}

try {
  restoreDrafts();
} catch {
  // storage is blocked
}
