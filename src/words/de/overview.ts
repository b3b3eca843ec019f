import type { Words } from '../words.js';

export const overview: Words['overview'] = {
  setUp: '{brand} einrichten',
  stepsLead: {
    one: '{n} Schritt bis zum fertigen Portal. Das Portal ist für andere erst sichtbar, wenn Sie die Sichtbarkeit ändern.',
    other:
      '{n} Schritte bis zum fertigen Portal. Das Portal ist für andere erst sichtbar, wenn Sie die Sichtbarkeit ändern.',
  },
  addChapters: 'Drei Kapitel anlegen',
  hideSteps: 'Erste Schritte ausblenden',
  hello: 'Guten Tag, {name}',
  connect: 'Programm oder Agent verbinden (Anleitung auf Englisch)',
  latest: 'Letzte Änderungen',
  noChange: 'Es gibt noch keine Änderungen.',
  allChanges: 'Alle Änderungen',
  numbers: {
    proposals: 'Vorschläge zu prüfen',
    notes: 'Offene Notizen',
    facts: 'Fakten zu bestätigen',
    media: 'Medien freizugeben',
    ending: 'Medien, deren Nutzung in den nächsten 30 Tagen endet',
    trash: 'Seiten, die in den nächsten 7 Tagen endgültig gelöscht werden',
    changes: 'Änderungen in dieser Woche',
  },
  waiting: 'Wartet auf Sie',
  isNew: 'Neu',
  kinds: {
    mention: { plain: '{name} erwähnt Sie, {time}', noted: '{name} erwähnt Sie: „{note}“, {time}' },
    comment: { plain: '{name} kommentiert, {time}', noted: '{name} kommentiert: „{note}“, {time}' },
    sent_back: { plain: '{name} erbittet Änderungen, {time}', noted: '{name} erbittet Änderungen: „{note}“, {time}' },
    schedule: 'Nicht zum geplanten Zeitpunkt veröffentlicht: {note}, {time}',
    conflict: {
      one: 'Ihr Vorschlag; {n} Wert davon wurde in der Marke geändert',
      other: 'Ihr Vorschlag; {n} Werte davon wurden in der Marke geändert',
    },
    review: { plain: 'Vorschlag von {name}, {time}', noted: 'Vorschlag von {name}: „{note}“, {time}' },
    draft: 'Ihr Entwurf, {time}',
    note: { plain: 'Eine Frage, {time}', noted: '{name} fragt: „{note}“, {time}' },
    declined: { plain: 'Von {name} abgelehnt, {time}', noted: 'Von {name} abgelehnt: „{note}“, {time}' },
    fact: 'Fakt, noch nicht bestätigt',
    medium: 'Medium, noch nicht freigegeben',
    mediumBare: 'Medium, nicht freigegeben, ohne Bildunterschrift',
    ending: 'Medium, darf bis einschließlich {day} verwendet werden',
    ended: 'Medium, seine Nutzung endete am {day}',
  },
  acts: {
    mention: 'Antworten',
    comment: 'Antworten',
    sent_back: 'Überarbeiten',
    schedule: 'Ansehen',
    conflict: 'Konflikt lösen',
    review: 'Prüfen',
    draft: 'Weiter bearbeiten',
    note: 'Antworten',
    declined: 'Ansehen',
  },
  describe: 'Medium beschreiben',
  extend: 'Verlängern',
  ending: 'Zugangsschlüssel, läuft am {day} ab',
  endingInUse: 'Zugangsschlüssel, läuft am {day} ab und wird derzeit genutzt',
  replace: 'Zugangsschlüssel ersetzen',
  skipped: {
    one: '{n} Datei übersprungen: ungültiges Format',
    other: '{n} Dateien übersprungen: ungültiges Format',
  },
  skippedHint:
    'Der Inhalt übersprungener Dateien erscheint nicht auf den Seiten. Stellen Sie eine frühere Version wieder her oder lassen Sie die Dateien mit git korrigieren.',
};

export const firstSteps: Words['firstSteps'] = {
  title: 'Erste Schritte',
  done: '{n} von {all} erledigt',
  isDone: '(erledigt)',
  steps: {
    name: { name: 'Name der Marke', button: 'Marke benennen' },
    logo: { name: 'Logo', note: 'SVG oder PNG, für hellen und für dunklen Hintergrund.', button: 'Logo hinzufügen' },
    colors: {
      name: 'Farben',
      note: 'Der Hex-Wert genügt; CMYK und Pantone sind optional.',
      button: 'Farbe hinzufügen',
    },
    theme: { name: 'Gestaltung', note: 'Farben des Portals und Schriften als WOFF2.', button: 'Gestaltung wählen' },
    page: { name: 'Erste Seite', note: 'Eine eigene Seite oder drei leere Kapitel.', button: 'Seite anlegen' },
    colleague: { name: 'Weitere Person', note: 'Mit einem Link, der einmal funktioniert.', button: 'Person einladen' },
  },
};
