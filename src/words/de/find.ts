import type { Words } from '../words.js';

export const find: Words['find'] = {
  title: 'Suche',
  titleOf: '{words} – Suche',
  again: 'Erneut suchen',
  isBusy: 'Die Suche wird vorbereitet …',
  nothing: 'Nichts gefunden zu „{words}“.',
  didYouMean: 'Meinten Sie „{suggestion}“?',
  resultsFor: 'Ergebnisse für „{words}“',
  copyColor: '{name} {hex} kopieren',
  download: '{name} herunterladen',
};
