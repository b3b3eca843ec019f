import type { Words } from '../words.js';

export const operator: Words['operator'] = {
  none: 'Dieses Portal hat noch keine Marke',
  createFirst: 'Erste Marke anlegen',
  csv: 'Liste als CSV',
  csvColumns: {
    slug: 'Name in der Webadresse',
    name: 'Name',
    state: 'Sichtbarkeit',
    people: 'Personen',
    pages: 'Seiten',
    changed: 'letzte Änderung',
    bytes: 'Bytes',
    problem: 'Problem',
    checked: 'zuletzt geprüft',
  },
  columns: {
    name: 'Marke',
    state: 'Sichtbarkeit',
    people: 'Personen',
    pages: 'Seiten',
    changed: 'Letzte Änderung',
    size: 'Größe',
    problems: 'Probleme',
  },
  more: 'Mehr',
  moreAbout: 'Mehr zu {name}',
  state: 'Marken filtern',
  states: { public: 'Öffentlich', people: 'Team der Marke', off: 'Nur Redaktion', archived: 'Archiviert' },
  allStates: 'Alle Marken',
  apiOff: 'API ausgeschaltet',
  openPortal: 'Portal öffnen',
  openWorkspace: 'Arbeitsbereich öffnen',
  archive: 'Marke archivieren',
  archiveHint: 'Danach lässt sich die Marke weder lesen noch bearbeiten. Sie können die Marke jederzeit zurückholen.',
  search: 'Marken suchen',
  searchAll: 'In {n} Marken suchen',
  noneLikeThis: 'Keine Marke entspricht dieser Auswahl.',
  neverChecked: 'Es wurde noch keine Marke geprüft. „brand-portal check“ findet Probleme und zählt die Seiten.',
  checkedOn: 'Stand der Angaben zu Problemen und Seiten: letzte Prüfung, {day}.',
  checkedFromTo: 'Stand der Angaben zu Problemen und Seiten: letzte Prüfung, {from} bis {to}.',
  notChecked: '{n} von {all} Marken wurden noch nicht geprüft.',
  isBack: 'Die Archivierung von {name} wurde rückgängig gemacht.',
  isArchived: '{name} ist archiviert.',
};

export const archive: Words['archive'] = {
  archived: 'Archiviert: {time}.',
  archivedBy: 'Archiviert: {time}, von {name}.',
  hint: 'Die Marke lässt sich weder lesen noch bearbeiten. Daten, Adresse und Zugangsschlüssel bleiben erhalten.',
  takeOutTitle: 'Marke aus dem Archiv holen',
  takeOutHint:
    'Das Portal bleibt danach ausgeschaltet. Zugangsschlüssel, Gastlinks und Agenten ruhen, bis Sie sie einzeln aktivieren. Vorschläge, deren geplanter Zeitpunkt inzwischen vergangen ist, werden zu Entwürfen.',
  takeOut: 'Marke zurückholen',
  undo: 'Rückgängig machen',
  eraseTitle: 'Marke endgültig löschen',
  eraseAgain: 'Das Löschen wurde unterbrochen. Löschen Sie die Marke noch einmal, um den Vorgang abzuschließen.',
  eraseHint:
    'Seiten, Vorschläge, Dateien und Verlauf werden endgültig gelöscht. Das Register behält den Namen in Adressen und die Namen der Zugangsschlüssel. Sicherungen enthalten die Marke, bis sie auch dort entfernt wird.',
  erase: 'Marke löschen',
  erased: '{name} ist gelöscht',
  gone: 'Gelöscht wurden Inhalt und Verlauf, {files}, {keys}, {webhooks}, Gastlinks und Agenten.',
  keys: { one: '{n} gültiger Zugangsschlüssel', other: '{n} gültige Zugangsschlüssel' },
  webhooks: { one: '{n} Webhook', other: '{n} Webhooks' },
  stays:
    'Erhalten bleibt der Verlauf des Registers mit dem Namen in Adressen, den Namen der Zugangsschlüssel und Prüfsummen.',
  backups:
    'Sicherungen enthalten die Marke weiterhin, auch solche, die hier nicht aufgeführt sind. Führen Sie für jede Sicherung diesen Befehl auf einem Gerät aus, das Zugriff auf die Sicherung hat:',
};

export const newBrand: Words['newBrand'] = {
  title: 'Neue Marke',
  hint: 'Die Marke ist nur für ihr Team sichtbar, bis Sie sie für alle sichtbar machen.',
  slug: 'Name in der Webadresse',
  slugHint:
    'Teil der Adresse {host}/brands/…, mit a–z, 0–9 und Bindestrichen. Ohne Angabe wird er aus dem Namen der Marke gebildet. Später lässt er sich nur über die Kommandozeile ändern.',
  modules: 'Module',
  firstAdmin: 'Erste Person mit der Rolle Verwaltung',
  firstAdminHint: 'Sie erhalten einen Link für die Person mit diesem Namen. Ohne Angabe erhalten Sie selbst die Rolle.',
  make: 'Marke anlegen',
  toBrand: 'Marke öffnen',
  beginWith: 'Womit möchten Sie beginnen?',
  beginnings: {
    empty: { title: 'Ein leeres Portal', hint: '„Erste Schritte“ führt Sie durch die Einrichtung' },
    like: {
      title: 'Wie eine andere Marke',
      hint: 'Gestaltung, Sprache, Module und Kapitel einer anderen Marke, ohne ihre Texte',
    },
    starter: { title: 'Ein Portal zum Ausfüllen', hint: '20 Seiten in sieben Kapiteln, auf Deutsch oder Englisch' },
  },
  like: 'Marke als Vorlage',
  language: 'Sprache der Texte',
  languageHint: 'Ein Sprachkürzel wie de, en oder pt-BR.',
  importHint: 'Den Ordner einer Marke importieren Sie über die Kommandozeile: {command}',
};

export const health: Words['health'] = {
  healthy: 'In Ordnung: Alle Daten lassen sich lesen und speichern.',
  someFail: 'Das Portal läuft, aber Folgendes braucht Ihre Aufmerksamkeit:',
  down: 'Das Portal kann gerade keine Anfragen beantworten.',
  incomplete: 'Die Marke {brand} lässt sich nicht vollständig lesen',
  others: { one: '… und {n} weitere Marke', other: '… und {n} weitere Marken' },
  version: 'Version {version}',
  hint: 'Die Ursachen stehen im Protokoll des Servers. Mit „brand-portal check“ prüfen Sie alle Dateien.',
};

export const yourBrands: Words['yourBrands'] = {
  none: 'Sie sind angemeldet, haben aber noch keine Rolle in einer Marke. Bitten Sie {contact} um eine Rolle und nennen Sie Ihre ID: {id}',
  operator: 'den Portalbetrieb',
  since: 'seit {day}',
};

export const searches: Words['searches'] = {
  titleFor: 'Suche: {query}',
  searchBrand: '{brand} durchsuchen',
  searchYours: 'Ihre Marken durchsuchen',
  words: 'Wörter in Seiten, Sprache und Fakten',
  in: 'Suchbereich',
  everything: 'Überall',
  moreWords: 'Weitere Wörter grenzen die Treffer ein.',
  noResults: 'Kein Inhalt enthält diese Wörter. Prüfen Sie die Schreibweise oder verwenden Sie weniger Wörter.',
  states: { shown: 'sichtbar', hidden: 'nur Redaktion', unverified: 'nicht bestätigt', trashed: 'im Papierkorb' },
  person: 'Person',
  allIn: 'Alle Treffer in {brand}',
  notSearched: 'Nicht durchsuchte Marken',
  notSearchedHint:
    'Durchsucht werden höchstens {max} Marken, die Sie bearbeiten und die in Gebrauch sind. Öffnen Sie eine der folgenden Marken, um sie zu durchsuchen.',
  otherBrands: { one: '… und {n} weitere Marke.', other: '… und {n} weitere Marken.' },
};

export const stats: Words['stats'] = {
  pages: 'Seiten',
  chapters: 'Kapitel',
  inTrash: 'Seiten im Papierkorb',
  changesUnknown: 'Änderungen: ohne git nicht bekannt',
  inFiles: { one: 'in {n} Datei, möglich sind {limit}', other: 'in {n} Dateien, möglich sind {limit}' },
  inRepository: { one: 'im Repository, {n} Paket', other: 'im Repository, {n} Pakete' },
  healthy: 'In Ordnung. Alle Dateien sind gültig und widerspruchsfrei.',
  faults: { one: '{n} Fehler im Inhalt', other: '{n} Fehler im Inhalt' },
  moreFaults: 'Es gibt {n} weitere Fehler. „brand-portal check“ listet alle Fehler auf.',
  sizesHint: 'Die Größen sind höchstens eine Minute alt.',
  changesADay: 'Änderungen pro Tag',
  changesFromTo: { one: '{n} Änderung vom {from} bis {to}', other: '{n} Änderungen vom {from} bis {to}' },
  changesAtMost: {
    one: '{n} Änderung vom {from} bis {to}, höchstens {most} an einem Tag',
    other: '{n} Änderungen vom {from} bis {to}, höchstens {most} an einem Tag',
  },
  asTable: 'Änderungen als Tabelle',
  daysWithChanges: 'Tage mit Änderungen',
  day: 'Tag',
};
