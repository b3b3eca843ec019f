import type { Words } from '../words.js';

export const sending: Words['sending'] = {
  title: 'Titel',
  whatFor: 'Beschreibung',
  reviewers: 'Wer prüfen soll',
  reviewersHint: 'Höchstens 10 Personen. Ohne Auswahl werden alle gefragt, die genehmigen dürfen.',
  ofPage: '{languages}: {page}',
  ofTexts: 'Texte auf {languages}',
};
