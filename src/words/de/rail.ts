import type { Words } from '../words.js';

export const rail: Words['rail'] = {
  search: 'In Ihren Marken suchen',
  allBrands: 'Alle Marken',
  allPeople: 'Alle Personen',
  health: 'Systemstatus',
  yourBrands: 'Ihre Marken',
  you: 'Persönliches',
  account: 'Konto',
  passkeys: 'Passkeys',
  waiting: 'Wartet auf Sie',
};

export const rights: Words['rights'] = {
  ask: 'Personen, Zugangsschlüssel, Einstellungen und endgültiges Löschen erfordern die Rolle Verwaltung. Fragen Sie {people}.',
  askOrOthers: {
    one: 'Personen, Zugangsschlüssel, Einstellungen und endgültiges Löschen erfordern die Rolle Verwaltung. Fragen Sie {people} oder {n} weitere Person mit dieser Rolle.',
    other:
      'Personen, Zugangsschlüssel, Einstellungen und endgültiges Löschen erfordern die Rolle Verwaltung. Fragen Sie {people} oder eine der {n} weiteren Personen mit dieser Rolle.',
  },
  operator: 'den Portalbetrieb',
};

export const failures: Words['failures'] = {
  titles: {
    bad_request: 'Die Anfrage ist ungültig',
    unauthenticated: 'Melden Sie sich zuerst an',
    forbidden: 'Dafür fehlt Ihnen die Berechtigung',
    not_found: 'Unter dieser Adresse gibt es nichts',
    method_not_allowed: 'An diese Adresse lässt sich kein Formular senden',
    conflict: 'Die Aktion ist gerade nicht möglich',
    moved: 'Der Inhalt hat jetzt eine andere Adresse',
    gone: 'Den Inhalt gibt es nicht mehr',
    precondition_failed: 'Der Inhalt wurde inzwischen geändert',
    misdirected: 'Die Adresse ist falsch',
    too_large: 'Die Anfrage ist zu groß',
    unsupported_media_type: 'Das Format wird nicht unterstützt',
    invalid: 'Die Eingabe wurde nicht angenommen',
    rate_limited: 'Zu viele Anfragen',
    busy: 'Der Server ist ausgelastet',
    unavailable: 'Der Inhalt ist gerade nicht verfügbar',
    undecided: 'Es ist nicht bekannt, ob die Änderung gespeichert wurde',
  },
  failed: 'Es ist ein Fehler aufgetreten',
  moduleOff: 'Das Modul „{module}“ ist in dieser Marke ausgeschaltet',
  workspaceMoved: 'Der Arbeitsbereich hat jetzt eine andere Adresse',
  noReason: 'Der Server konnte die Anfrage nicht ausführen. Der Grund steht im Protokoll des Servers.',
  notKnown: 'Es ist nicht bekannt, ob etwas gespeichert wurde.',
  notStored: 'Es wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.',
  tryAgain: 'Versuchen Sie es gleich noch einmal.',
  retryAfter: {
    one: 'Versuchen Sie es in {n} Sekunde noch einmal.',
    other: 'Versuchen Sie es in {n} Sekunden noch einmal.',
  },
  backToStart: 'Zur Startseite',
  request: 'Anfrage {id}',
  kept: 'Ihre Eingaben bleiben auf dieser Seite erhalten.',
  leaveOpen: 'Lassen Sie die Seite geöffnet.',
  openTab: 'Melden Sie sich in einem neuen Tab an',
  thenComeBack: '{openTab} und kommen Sie dann hierher zurück.',
  sendAgain: 'Eingaben erneut senden',
};
