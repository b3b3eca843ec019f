import type { Words } from '../words.js';

export const collections: Words['collections'] = {
  title: 'Sammlungen',
  all: 'Alles herunterladen',
  zip: 'ZIP, {size}',
  files: { one: '{n} Datei', other: '{n} Dateien' },
  until: 'bis einschließlich {day}',
  asNow: 'Das ZIP enthält die Dateien in ihrem jetzigen Stand. Zurückgezogene Dateien sind nicht mehr in der Sammlung.',
  isEmpty: 'Noch keine Dateien',
  none: 'Noch keine Sammlungen',
  hint: 'Eine Sammlung ist eine geordnete Auswahl von Medien mit einer Adresse im Portal, etwa eine Pressemappe. Eine öffentliche Sammlung zeigt allen ihre freigegebenen Medien.',
  add: 'Sammlung anlegen',
  change: 'Sammlung ändern',
  removeHint: 'Die Medien bleiben erhalten.',
  media: 'Medien in dieser Sammlung',
  show: 'Im Portal ansehen',
  addMedia: 'Medien hinzufügen',
  ids: 'Nummern von Medien',
  idsHint: 'Trennen Sie Nummern mit Kommas. Die Nummer eines Mediums steht am Ende seiner Adresse.',
  tag: 'Oder alle Medien mit dem Schlagwort',
  take: 'Herausnehmen',
  move: { up: 'Nach oben', down: 'Nach unten' },
};
