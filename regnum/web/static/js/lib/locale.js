// The reader's own conventions for dates and times: of the languages that his browser prefers, the one that the page is in. So a
// British reader of an English page gets British dates.
const page = document.documentElement.lang;
export const locale = navigator.languages?.find((language) => language.split("-")[0] === page) ?? page;
