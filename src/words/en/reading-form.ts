/** Form of the language and the time zone in which a person reads. */
export const readingForm = {
  title: 'Language and time zone',
  language: 'Language',
  ofBrowser: 'As the browser',
  /** Each in itself. */
  languages: { en: 'English', de: 'Deutsch' },
  zone: 'Time zone',
  zoneHint: 'Such as Europe/Berlin. Empty: as the browser.',
};
