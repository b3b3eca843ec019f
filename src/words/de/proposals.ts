import type { Words } from '../words.js';

export const proposals: Words['proposals'] = {
  lead: 'Änderungen, die vor der Veröffentlichung geprüft werden.',
  state: 'Vorschläge filtern',
  parts: { open: 'Offen', yours: 'Eigene', published: 'Veröffentlicht', declined: 'Abgelehnt' },
  groups: {
    waiting: 'Wartet auf Sie',
    sentBack: 'Änderungen erbeten',
    blocked: 'Nicht veröffentlicht',
    inReview: 'In Prüfung',
    scheduled: 'Geplant',
    approved: 'Genehmigt',
    drafts: 'Entwürfe',
  },
  none: 'Hier gibt es keine Vorschläge',
  noneHint:
    'Personen und Agenten schlagen Änderungen vor. Hier prüfen Sie die Vorschläge, bevor sie veröffentlicht werden.',
  newest: 'Neueste Vorschläge',
  older: 'Ältere Vorschläge',
  goesLive: 'Veröffentlichung geplant: {time}',
  openComments: { one: '{n} offener Kommentar', other: '{n} offene Kommentare' },
  conflicts: { one: '{n} Konflikt', other: '{n} Konflikte' },
  outdated: 'Veraltet',
  withdrawnToday: 'Wird heute zurückgezogen',
  withdrawnIn: { one: 'Wird in {n} Tag zurückgezogen', other: 'Wird in {n} Tagen zurückgezogen' },
};

export const reviews: Words['reviews'] = {
  buttonFor: '{button}: {name}',
  openChanges: 'Zu diesem Inhalt gibt es einen Vorschlag in Prüfung. {link}',
  approvedChanges: 'Zu diesem Inhalt gibt es einen genehmigten Vorschlag. {link}',
  severalChange: 'Zu diesem Inhalt gibt es {n} Vorschläge. {link}',
  seeThem: 'Vorschläge ansehen',
};
