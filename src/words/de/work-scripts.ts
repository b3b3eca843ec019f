import type { Words } from '../words.js';

export const workScripts: Words['workScripts'] = {
  cancel: 'Abbrechen',
  selected: { one: '{n} ausgewählt', other: '{n} ausgewählt' },
  discardUnsaved: 'Nicht gespeicherte Änderungen verwerfen?',
  pick: '{label} auswählen',
  lookedAt: ', {n} angesehen',
  showNewer: '{text} – anzeigen',
  whatChanged: 'Was sich geändert hat',
  passkeyExists: 'Auf diesem Gerät gibt es bereits einen Passkey für Sie.',
  passkeyStopped:
    'Es wurde nichts ausgeführt. Der Vorgang wurde abgebrochen oder hat zu lange gedauert, oder es gibt keinen Passkey für dieses Portal.',
  passkeyFails: 'Der Vorgang ist fehlgeschlagen. Laden Sie die Seite neu.',
  dateAndTime: 'Datum und Uhrzeit in {zone}',
  chooseTime: 'Wählen Sie Tag und Uhrzeit.',
  timeIsSkipped: 'An diesem Tag wird die Uhr vorgestellt. Diese Uhrzeit gibt es deshalb nicht.',
  timeIsTwice:
    'An diesem Tag wird die Uhr zurückgestellt. Diese Uhrzeit gibt es zweimal. Es gilt der erste der beiden Zeitpunkte.',
  atTime: '{time}.',
  atTimeIn: { one: '{time}, in {n} Tag.', other: '{time}, in {n} Tagen.' },
  sending: '{file} wird gesendet',
  notStored: '{file} wurde nicht gespeichert. {reason}',
  waiting: 'Wartet auf das Hochladen',
  sentOf: 'Fortschritt: {file}',
  cancelFile: 'Hochladen von {file} abbrechen',
  closeFile: 'Meldung zu {file} schließen',
  sentShare: '{sent} von {all}',
  uploading: 'Wird hochgeladen, {n} Prozent',
  storing: 'Wird gespeichert',
  isStored: 'Gespeichert',
  isNotStored: 'Nicht gespeichert',
  tooLarge: 'Die Datei ist zu groß.',
  stopped: 'Sie haben das Hochladen abgebrochen.',
  interrupted: 'Das Hochladen wurde unterbrochen.',
  signedOut:
    'Sie wurden inzwischen abgemeldet. Melden Sie sich in einem anderen Tab an und senden Sie die Datei erneut.',
};
