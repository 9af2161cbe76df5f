// Times as one's own clock and language have them; the server writes them in UTC.
const language = document.documentElement.lang;
const DAY = 24 * 3600 * 1000;

for (const time of document.querySelectorAll("time[datetime]")) {
  const at = new Date(time.dateTime);
  if (!Number.isNaN(at.getTime())) {
    const today = Math.abs(Date.now() - at) < DAY / 2;
    const parts = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
    time.textContent = new Intl.DateTimeFormat(language, parts).format(at);
    time.title = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long" }).format(at);
  }
}
