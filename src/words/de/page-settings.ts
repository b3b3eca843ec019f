import type { Words } from '../words.js';

export const pageSettings: Words['pageSettings'] = {
  pageTitle: 'Seiteneinstellungen: {title}',
  rename: 'Seite umbenennen',
  about: 'Kurzbeschreibung und Bild',
  addressStays: 'Die Adresse {address} bleibt gleich.',
  place: 'Position',
  moveHint: 'Die Seite wird am Ende des gewählten Kapitels eingefügt.',
  up: 'Seite nach oben verschieben',
  down: 'Seite nach unten verschieben',
  readers: 'Für wen die Seite sichtbar ist',
  readersHint:
    'Websites zeigen die Seite nur diesem Personenkreis. Programme mit Zugangsschlüssel können jede Seite lesen.',
  language: 'Sprache',
  template: 'Vorlage',
  isTemplate: 'Diese Seite als Vorlage für neue Seiten anbieten',
  templateHint: 'Neue Seiten beginnen dann mit ihrem Text und ihren Blöcken. Nur die Redaktion sieht das.',
  trashHint: 'Die Seite lässt sich {days} Tage lang aus dem Papierkorb wiederherstellen.',
  hasPages: 'Dieses Kapitel enthält Seiten. Verschieben oder löschen Sie zuerst diese Seiten.',
  back: 'Zurück zur Seite',
  isInTrash: '„{title}“ ist im Papierkorb',
  deleted: 'Gelöscht von {name}, {time}.',
  seeInTrash: 'Seite im Papierkorb ansehen',
  versions: 'Versionen der Seite',
};

export const newPage: Words['newPage'] = {
  add: 'Seite anlegen',
  name: 'Titel',
  type: 'Art der Seite',
  types: { guideline: 'Eine Seite', container: 'Ein Kapitel, das Seiten enthält' },
  reviewedHint:
    'Eine Seite schreiben Sie zuerst und senden sie dann zur Prüfung. Ein Kapitel wird sofort zur Prüfung gesendet.',
  hiddenHint: 'Die Seite ist nur für die Redaktion sichtbar, bis Sie die Sichtbarkeit ändern.',
  chapterNumber: 'Nummer des Kapitels (leer: oberste Ebene)',
  topLevel: 'Oberste Ebene',
  nameHint: 'Ohne Angabe wird der Titel der Vorlage übernommen.',
  beginWith: 'Womit möchten Sie beginnen?',
  emptyPage: 'Eine leere Seite',
  emptyPageHint: 'Sie schreiben alles selbst',
  emptyChapter: 'Ein leeres Kapitel',
  emptyChapterHint: 'Seiten fügen Sie selbst hinzu',
  pagesToFill: { one: '{n} Seite zum Ausfüllen.', other: '{n} Seiten zum Ausfüllen.' },
};
