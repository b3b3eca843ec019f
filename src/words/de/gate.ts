import type { Words } from '../words.js';

export const gate: Words['gate'] = {
  title: 'Diese Seite ist für das Team der Marke bestimmt',
  text: 'Zugang haben das Team der Marke und Gäste mit einem Gastlink.',
  textOf: 'Zugang haben das Team von {brand} und Gäste mit einem Gastlink.',
  noRole:
    'Sie sind als {name} angemeldet, haben aber keine Rolle in dieser Marke. Bitten Sie die Verwaltung der Marke um eine Rolle oder einen Gastlink.',
  haveLink: 'Ich habe einen Link',
  yourLink: 'Ihr Link',
  openLink: 'Link öffnen',
  noLink:
    'Diese Angabe ist kein Link zu einem Portal. Kopieren Sie den vollständigen Link, von https:// oder http:// bis zum Ende.',
  tooManyLinks: 'Sie haben zu viele ungültige Links eingegeben. Versuchen Sie es in einer Minute erneut.',
  linkEnded: 'Dieser Link ist abgelaufen oder wurde widerrufen. Bitten Sie um einen neuen Link.',
  moment: 'Einen Moment, bitte',
  brands: 'Marken',
  signInForBrands: 'Ihre Marken sehen Sie nach der Anmeldung: {signIn}.',
  moreBrands: 'Weitere Marken',
  start: 'Zur Anmeldung oder zur Startseite',
  api: 'Die API',
  serverError: 'Serverfehler',
};
