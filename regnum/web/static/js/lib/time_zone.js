// Returns the browser's time zone, or UTC if the server doesn't know that zone.
export function browserTimeZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  const list = document.getElementById("zones");
  const isListed = [...list.options].some((option) => option.value === zone);
  return isListed || (zone && list.dataset.others.split(" ").includes(zone)) ? zone : "UTC";
}
