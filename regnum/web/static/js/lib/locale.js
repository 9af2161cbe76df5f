// Chooses the locale for dates and times: the browser's preferred variant of the page's language. British readers of
// an English page get British dates.
const pageLanguage = document.documentElement.lang;
export const locale = navigator.languages?.find((language) => language.split("-")[0] === pageLanguage) ?? pageLanguage;
