import type { Words } from '../words.js';

export const places: Words['places'] = {
  overview: 'Übersicht',
  changes: 'Änderungen',
  proposals: 'Vorschläge',
  content: 'Inhalt',
  media: 'Medien',
  colors: 'Farben',
  theme: 'Gestaltung',
  language: 'Sprache',
  translations: 'Übersetzungen',
  facts: 'Fakten',
  trash: 'Papierkorb',
  access: 'Zugang',
  people: 'Personen',
  readers: 'Lesezugriff',
  keys: 'Zugangsschlüssel',
  webhooks: 'Webhooks',
  brand: 'Marke',
  portal: 'Portal',
  numbers: 'Zahlen',
  settings: 'Einstellungen',
};
