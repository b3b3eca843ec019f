import type { Words } from '../words.js';

export const overview: Words['overview'] = {
  setUp: '{brand} einrichten',
  stepsLead: {
    one: '{n} Schritt bis zum fertigen Portal. Das Portal ist für andere erst sichtbar, wenn Sie die Sichtbarkeit ändern.',
    other:
      '{n} Schritte bis zum fertigen Portal. Das Portal ist für andere erst sichtbar, wenn Sie die Sichtbarkeit ändern.',
  },
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
    name: { name: 'Name der Marke', button: 'Benennen', action: 'Marke benennen' },
    logo: {
      name: 'Ihr Logo',
      note: 'Am besten als SVG: Die Farben werden daraus gelesen.',
      button: 'Hochladen',
      action: 'Logo hochladen',
    },
    colors: {
      name: 'Farben',
      note: 'Der Hex-Wert genügt; CMYK und Pantone sind optional.',
      button: 'Wählen',
      action: 'Farben wählen',
    },
    type: {
      name: 'Schriften',
      note: 'Schriften, die jedes Gerät hat, oder eigene Dateien.',
      button: 'Wählen',
      action: 'Schriften wählen',
    },
    page: {
      name: 'Erste Seite',
      note: 'Aus einer Vorlage oder leer. Zeigen Sie sie, wenn sie fertig ist.',
      button: 'Schreiben',
      action: 'Erste Seite schreiben',
    },
    colleague: {
      name: 'Weitere Person',
      note: 'Mit einem Link, der einmal funktioniert.',
      button: 'Einladen',
      action: 'Person einladen',
    },
  },
};

export const logo: Words['logo'] = {
  title: 'Ihr Logo',
  hint: 'Am besten eignet sich ein SVG: Es ist in jeder Größe scharf, und seine Farben werden die des Portals und der Palette, wenn es noch keine gibt. Sie können alle ändern.',
  file: 'Logo für hellen Hintergrund',
  upload: 'Logo hochladen',
  choose: 'Aus den Medien auswählen, und ein Logo für dunklen Hintergrund hinzufügen',
  mediumTitle: 'Logo',
  colorNames: ['Hauptfarbe', 'Akzentfarbe'],
};

export const emptyPortal: Words['emptyPortal'] = {
  opensSoon: 'Demnächst verfügbar.',
  lead: 'Ihr Portal ist bereit. Bis die erste Seite sichtbar ist, lesen Gäste „Demnächst verfügbar“.',
  leadLogo: 'Beginnen Sie mit dem Logo: Alles andere richtet sich danach.',
  agent: 'Einen Agenten beginnen lassen',
  chapters: 'Kapitel',
  importFolder: 'Ordner oder ZIP importieren',
  another: 'Weiteres Kapitel',
  anotherHint: 'Mit eigenem Titel',
  pages: { one: '{n} Seite, bisher nur für die Redaktion', other: '{n} Seiten, bisher nur für die Redaktion' },
  onlyEditors: 'Bisher nur für die Redaktion',
};
