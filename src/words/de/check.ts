import type { Words } from '../words.js';

export const check: Words['check'] = {
  title: 'Text prüfen',
  text: 'Text',
  lead: 'Fügen Sie einen Pressetext oder einen Brief ein. Der Text wird mit der Wortwahl, dem Firmennamen und den Schreibweisen der Marke verglichen und nicht gespeichert.',
  noRules: 'Es gibt noch keine Regeln.',
  addTerms: 'Wörter hinzufügen',
  findings: 'Fundstellen',
  inText: 'Im Text',
  found: {
    one: '{n} Fundstelle. Der Text wurde nicht gespeichert.',
    other: '{n} Fundstellen. Der Text wurde nicht gespeichert.',
  },
  foundFirst: {
    one: 'Angezeigt wird die erste Fundstelle. Der Text wurde nicht gespeichert.',
    other: 'Angezeigt werden die ersten {n} Fundstellen. Der Text wurde nicht gespeichert.',
  },
  foundNone: 'Keine Fundstellen. Der Text entspricht der Sprache der Marke.',
  nothingToCompare: 'Die Marke hat noch keine Regeln, mit denen der Text verglichen werden kann.',
  rule: '{section}: „{rule}“',
  times: '{n}-mal',
  notSaid: '{found} verwenden wir nicht',
  beforeAndAfter: {
    one: 'Sprachprüfung: vorher {n} Fundstelle, nachher {after}.',
    other: 'Sprachprüfung: vorher {n} Fundstellen, nachher {after}.',
  },
  others: { one: 'und {n} weitere Fundstelle', other: 'und {n} weitere Fundstellen' },
  notChecked: 'Sprache nicht geprüft',
  noFindings: 'Keine Fundstellen',
  ofText: { one: '{n} Fundstelle', other: '{n} Fundstellen' },
  withNew: { one: '{n} Fundstelle, davon {added} neu', other: '{n} Fundstellen, davon {added} neu' },
};
