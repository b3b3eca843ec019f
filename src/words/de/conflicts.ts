import type { Words } from '../words.js';

export const conflicts: Words['conflicts'] = {
  keepsBoth:
    '{place}: Die Ergänzungen aus beiden Versionen bleiben erhalten. Danach können Sie die Ergänzungen verschieben oder entfernen.',
  suggested: 'vorgeschlagen',
  together: 'Beide Versionen behalten',
  bothTogether: 'Text aus beiden Versionen: {place}',
  removed: 'Entfernt',
  nothing: 'Kein Inhalt',
  nothingToRead: 'Kein lesbarer Text',
  yes: 'Ja',
  no: 'Nein',
  whole: 'Gesamter Inhalt',
  aBlock: 'Block',
  chooseEach: 'Wählen Sie für jede Stelle eine Version.',
  writeBoth: 'Führen Sie beide Versionen im Textfeld zusammen oder wählen Sie eine Version.',
  sentForReview: 'Zur Prüfung gesendet.',
  sentAgain: {
    one: 'Erneut zur Prüfung gesendet. {names} sieht jetzt Ihren neuen Stand.',
    other: 'Erneut zur Prüfung gesendet. {names} sehen jetzt Ihren neuen Stand.',
  },
};
