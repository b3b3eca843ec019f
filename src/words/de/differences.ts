import type { Words } from '../words.js';

export const differences: Words['differences'] = {
  block: 'Block {place}',
  unchanged: { one: '{n} Block unverändert', other: '{n} Blöcke unverändert' },
  changes: { added: 'hinzugefügt', removed: 'entfernt', edited: 'geändert' },
  changedInside: 'Inhalt geändert',
  movedFrom: 'von Position {place} verschoben',
  added: 'Hinzugefügt',
  removed: 'Entfernt',
  onlySpacesTag: 'Nur Leerzeichen geändert',
  fieldOnlyMoved: '{field}: verschoben',
  movedFromPlace: 'Von Position {place} verschoben',
  movedUp: 'Um {n} Pos. nach oben verschoben',
  movedDown: 'Um {n} Pos. nach unten verschoben',
  onlySpaces: 'Nur Leerzeichen wurden geändert.',
  tooDifferent:
    'Die Texte sind zu verschieden, um einzelne Wörter zu markieren. Beide Texte werden vollständig angezeigt.',
  nothing: 'kein Wert',
  movedInNavigation: 'In der Navigation verschoben',
  movedWhole: 'Der Inhalt wurde verschoben. Die Änderungen darin sehen Sie unten.',
  old: 'alt',
  new: 'neu',
  fieldAdded: '{field} · hinzugefügt',
  fieldRemoved: '{field} · entfernt',
  fieldMoved: '{field} · aus „{from}“ verschoben',
  whichPages: 'Seiten mit dieser Datei ansehen',
  proportions: {
    title: 'Das Seitenverhältnis hat sich geändert',
    text: 'Seiten mit dieser Datei können dadurch anders aussehen.',
  },
  fewerPixels: {
    title: 'Die neue Datei hat weniger Pixel',
    text: 'In großer Darstellung kann die Datei unscharf wirken.',
  },
};

export const references: Words['references'] = {
  medium: 'Medium {id}',
  media: {
    image: 'Bild {id}',
    video: 'Video {id}',
    audio: 'Audio {id}',
    document: 'Dokument {id}',
    archive: 'Archiv {id}',
  },
  noMedium: 'Kein Medium ausgewählt',
  goneMedium: 'Medium {id} (nicht mehr vorhanden)',
  notReleased: 'nicht freigegeben',
  goneColor: 'Farbe {id} (nicht mehr vorhanden)',
  goneCollection: 'Sammlung {id} (nicht mehr vorhanden)',
  topLevel: 'oberste Ebene',
  page: 'Seite {id}',
  gonePage: 'Seite {id} (nicht mehr vorhanden)',
};
