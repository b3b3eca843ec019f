import type { Words } from '../words.js';

export const languagePage: Words['languagePage'] = {
  backToDraft: 'In den Entwurf zurücksetzen',
  lead: 'So spricht {brand}. Texte auf Seiten und von Agenten werden mit diesen Regeln verglichen.',
  draft: 'Entwurf',
  published: 'Veröffentlicht',
  sections: 'Abschnitte',
  versionsOf: 'Versionen von {section}',
  editAll: 'Alle Wörter bearbeiten',
  nothing: 'Noch keine Einträge.',
  search: 'Wörter suchen',
  insteadOf: 'statt {others}',
  addTerm: { preferred: 'Bevorzugtes Wort hinzufügen', forbidden: 'Verbotenes Wort hinzufügen' },
  publishTitle: 'Sprache der Marke veröffentlichen',
  draftTitle: 'Sprache der Marke in den Entwurf zurücksetzen',
  draftHint:
    'Die Sprache der Marke ist zurzeit ein Entwurf. Programme mit Zugangsschlüssel können in jedem Fall alle Abschnitte lesen. Websites und Agenten entscheiden anhand von {status}, ob sie die Abschnitte verwenden.',
  publishedHint:
    'Die Sprache der Marke ist zurzeit veröffentlicht. Programme mit Zugangsschlüssel können in jedem Fall alle Abschnitte lesen. Websites und Agenten entscheiden anhand von {status}, ob sie die Abschnitte verwenden.',
  advanced: 'Erweitert',
  editTitle: '„{section}“ bearbeiten',
  purposes: {
    meta: 'Allgemeine Angaben zur Sprache der Marke.',
    voice: 'Wie die Marke klingt: ihre Tonalität mit Beispielen für „So“ und „So nicht“.',
    terminology: 'Wörter, die wir verwenden, und Wörter, die wir meiden. „Sprache prüfen“ findet diese Wörter.',
    company_name: 'Wie der Name des Unternehmens geschrieben wird und welche Schreibweisen unzulässig sind.',
    notation: 'Wie Zahlen, Datumsangaben und Zitate geschrieben werden.',
  },
  fallback: 'Dieser Abschnitt hat auf {language} noch keinen eigenen Text. Gelesen wird, was hier steht.',
  emptied: 'Jede Sprache hat einen Abschnitt als Ganzes. Wer ihn leert, liest wieder den der Ersatzsprache.',
  empty: 'Dieser Abschnitt hat noch keinen Inhalt.',
  tooLarge: 'Dieser Abschnitt ist zu groß für ein Formular. Ändern Sie den Abschnitt über die API oder mit Git.',
  giveName: 'Geben Sie dem Feld einen Namen oder leeren Sie die Zeile.',
  fieldExists: 'Es gibt bereits ein Feld „{name}“.',
  notJson: 'Dieser Wert ist kein gültiges JSON. Texte müssen in geraden doppelten Anführungszeichen stehen.',
};

export const term: Words['term'] = {
  title: 'Wort',
  add: 'Wort hinzufügen',
  remove: 'Wort entfernen',
};
