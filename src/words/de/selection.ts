import type { Words } from '../words.js';

export const selection: Words['selection'] = {
  title: 'Ihre Auswahl',
  intro:
    'Sie ist in diesem Browser gespeichert. Wer den Link bekommt, sieht die Dateien, die für ihn freigegeben sind.',
  empty: 'Wählen Sie beim Lesen Bilder und Logos aus. Sie finden sie dann hier.',
  needsScript: 'Diese Seite braucht JavaScript: Die Auswahl ist in Ihrem Browser gespeichert.',
  add: 'Zur Auswahl hinzufügen',
  addNamed: 'Zur Auswahl hinzufügen: {name}',
  remove: '{name} aus der Auswahl nehmen',
  copyLink: 'Link kopieren',
  missing: { one: '{n} Datei ist nicht verfügbar', other: '{n} Dateien sind nicht verfügbar' },
  link: { one: 'Ihre Auswahl: {n} Datei', other: 'Ihre Auswahl: {n} Dateien' },
  notKept: 'Dieser Browser speichert keine Auswahl.',
  full: 'Eine Auswahl fasst {n} Dateien.',
};
