import type { Words } from '../words.js';

export const readingForm: Words['readingForm'] = {
  title: 'Sprache und Zeitzone',
  language: 'Sprache',
  ofBrowser: 'Sprache des Browsers',
  languages: { en: 'English', de: 'Deutsch' },
  zone: 'Zeitzone',
  zoneHint: 'Zum Beispiel Europe/Berlin. Ohne Angabe gilt die Zeitzone des Browsers.',
};
