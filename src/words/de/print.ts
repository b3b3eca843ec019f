import type { Words } from '../words.js';

export const print: Words['print'] = {
  print: 'Drucken',
  printAll: 'Alle Seiten drucken',
  title: '{title} zum Drucken',
  way: 'Drucken Sie dieses Dokument mit Ihrem Browser (Strg-P oder Cmd-P), oder speichern Sie es dort als PDF.',
  back: 'Zurück',
  contents: 'Inhalt',
  asOf: 'Stand: {day}',
};
