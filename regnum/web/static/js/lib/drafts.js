// What was typed but not yet sent, and the place of the cursor, survive a reload that the server asks for.
const KEY = `regnum:typed ${window.location.pathname}`;

export function reload() {
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
    // no storage: the fields are empty then
  }
  window.location.reload();
}

function bringBack() {
  const { typed, at } = JSON.parse(window.sessionStorage.getItem(KEY) ?? "{}");
  window.sessionStorage.removeItem(KEY);
  for (const [id, value] of Object.entries(typed ?? {})) {
    const field = document.getElementById(id);
    if (field) {
      field.value = value;
    }
  }
  if (at) {
    document.getElementById(at)?.focus();
  }
}

try {
  bringBack();
} catch {
  // no storage
}
