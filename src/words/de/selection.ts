import type { Words } from '../words.js';

export const selection: Words['selection'] = {
  title: 'Ihre Auswahl',
  intro:
    'Sie ist in diesem Browser gespeichert. Wer den Link bekommt, sieht die Dateien, die für ihn freigegeben sind.',
  empty: 'Wählen Sie beim Lesen Bilder und Logos aus. Sie finden sie dann hier.',
  needsScript: 'Diese Seite braucht JavaScript: Die Auswahl ist in Ihrem Browser gespeichert.',
  remove: '{name} aus der Auswahl nehmen',
  copyLink: 'Link kopieren',
  missing: { one: '{n} Datei ist nicht verfügbar', other: '{n} Dateien sind nicht verfügbar' },
};
