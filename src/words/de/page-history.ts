import type { Words } from '../words.js';

export const pageHistory: Words['pageHistory'] = {
  titleOf: 'Verlauf: {title}',
  close: 'Verlauf schließen',
  shown: 'Ansicht der Version',
  views: { changes: 'Änderungen', now: 'Seitdem', was: 'Damals' },
  older: 'Ältere Versionen',
  all: 'Alle Versionen',
  shownAt: {
    changes: '{time}, verglichen mit der vorherigen Version',
    now: '{time}, verglichen mit dem aktuellen Stand',
    was: '{time}, damaliger Stand der Seite',
  },
  againstVersion: '{time}, verglichen mit der Version vom {older}',
  preview: 'Vorschau der Wiederherstellung ansehen',
  added: '{n} hinzugefügt',
  removed: '{n} entfernt',
  changed: '{n} geändert',
  moved: '{n} verschoben',
};
