import type { Words } from '../words.js';

export const settings: Words['settings'] = {
  saved: 'Die Einstellungen wurden gespeichert und gelten ab sofort.',
  notReviewed: 'Änderungen an Einstellungen werden nicht geprüft. Was Sie hier speichern, gilt sofort.',
  brand: 'Marke',
  brandHint:
    'Legen Sie den Namen der Marke und die Sichtbarkeit neuer Inhalte fest. In Adressen heißt die Marke {slug}.',
  modules: 'Module und API',
  modulesNow: {
    on: 'Derzeit: {modules}. Die API ist eingeschaltet.',
    off: 'Derzeit: {modules}. Die API ist ausgeschaltet.',
  },
  noModule: 'kein Modul',
  modulesHint:
    'Wenn Sie ein Modul ausschalten, bleibt sein Inhalt erhalten und erscheint wieder, sobald Sie das Modul einschalten.',
  apiAnswers: 'API einschalten',
  byOperator: 'Module und API kann nur der Portalbetrieb ändern.',
  review: 'Prüfung',
  reviewHint: 'Legen Sie fest, welche Änderungen sofort veröffentlicht werden und welche erst nach einer Genehmigung.',
  reviewed: 'Welche Änderungen geprüft werden',
  reviewedBy: {
    off: 'Keine Änderungen',
    agents: 'Änderungen von Agenten',
    everyone: 'Alle Änderungen, außer mit Zugangsschlüssel',
  },
  approvers: 'Wer Vorschläge prüft',
  approversAre: { editors: 'Die Redaktion', admins: 'Nur die Verwaltung' },
  ownApproval: 'Personen dürfen ihre eigenen Änderungen genehmigen',
  findings: 'Auch mit offenen Fundstellen der Sprachprüfung veröffentlichen',
  keysHint: 'Änderungen mit einem Zugangsschlüssel werden nur geprüft, wenn der Zugangsschlüssel nur vorschlagen darf.',
  languagesHint: 'In welchen Sprachen diese Marke zu lesen ist und welche davon Besucher sehen.',
  signInHint: 'Hier sehen Sie, welche Anmeldewege es gibt und welche Rollen die Gruppen eines Anbieters geben.',
};
