// The browser's time zone; UTC if the server does not know that one.
export function ownZone() {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const known = document.getElementById("zones");
  const listed = [...known.options].some((option) => option.value === own);
  return listed || (own && known.dataset.others.split(" ").includes(own)) ? own : "UTC";
}
