import type { Words } from '../words.js';

export const facts: Words['facts'] = {
  notVerified: 'Nicht bestätigt: Nur die Redaktion sieht diesen Fakt.',
  verifiedBy: {
    plain: 'Von {name} bestätigt ({time}).',
    changedSince: 'Von {name} bestätigt ({time}), seitdem von {changer} geändert ({changed}).',
  },
  verifiedLongAgo: {
    plain: 'Vor langer Zeit bestätigt.',
    changedSince: 'Vor langer Zeit bestätigt, seitdem von {changer} geändert ({changed}).',
  },
  verifiedUnknown: 'Dieser Fakt ist bestätigt. {problem}',
  noSource: 'Keine Quelle',
  verifiedNames: 'Bestätigt: {names}',
  andMore: '{names} und {n} weitere',
  more: 'Weitere Fakten',
  categories: 'Kategorien',
  lead: 'Aussagen über {brand} mit Quellenangabe. Menschen und Agenten zitieren die bestätigten Fakten.',
  add: 'Fakt hinzufügen',
  addCategoryFirst: 'Zuerst eine Kategorie hinzufügen',
  none: 'Noch keine Fakten',
  noneHint:
    'Hier erscheinen die Fakten nach Kategorien geordnet, mit ihren Quellen. Agenten zitieren die bestätigten Fakten.',
  count: { one: '{n} Fakt', other: '{n} Fakten' },
  which: 'Fakten filtern',
  all: 'Alle',
  toVerify: 'Nicht bestätigt',
  verified: 'Bestätigt',
  category: 'Kategorie',
  allCategories: 'Alle Kategorien',
  search: 'Fakten suchen',
  verify: 'Bestätigen',
  verifySelected: 'Auswahl bestätigen',
  select: '{title} auswählen',
};

export const categories: Words['categories'] = {
  title: 'Kategorien der Fakten',
  move: { up: 'Nach oben', down: 'Nach unten' },
  addFactTo: 'Sie können dieser Kategorie {link}.',
  addFact: 'einen Fakt hinzufügen',
  none: 'Es gibt noch keine Kategorie. Jeder Fakt benötigt eine Kategorie.',
  order: 'Die Fakten werden in dieser Reihenfolge angezeigt.',
  hasFacts: {
    one: 'Diese Kategorie enthält {n} Fakt. Verschieben oder entfernen Sie zuerst diesen Fakt.',
    other: 'Diese Kategorie enthält {n} Fakten. Verschieben oder entfernen Sie zuerst diese Fakten.',
  },
};
