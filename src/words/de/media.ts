import type { Words } from '../words.js';

export const media: Words['media'] = {
  chooseFirst: 'Wählen Sie zuerst eine Datei aus.',
  more: 'Weitere Medien',
  uploadFiles: 'Dateien hochladen',
  stored: { one: '{n} Datei gespeichert.', other: '{n} Dateien gespeichert.' },
  none: 'Noch keine Medien',
  noneHint:
    'Hier erscheinen Bilder, Videos, Audiodateien und Dokumente für Ihre Seiten. Ziehen Sie Dateien auf diese Seite, um sie hochzuladen.',
  count: { one: '{n} Medium', other: '{n} Medien' },
  drop: 'Dateien hier ablegen',
  orChoose: 'oder Dateien auswählen (je höchstens {size})',
  files: 'Dateien',
  upload: 'Hochladen',
  titleLabel: 'Titel (ohne Angabe gilt der Dateiname)',
  captionLabel: 'Bildunterschrift (optional)',
  kind: 'Art',
  all: 'Alle',
  kinds: { image: 'Bilder', video: 'Videos', audio: 'Audio', document: 'Dokumente', archive: 'Archive' },
  fileMissing: 'Datei fehlt',
  search: 'Medien suchen',
  noFile: 'Keine Datei',
  select: '{name} auswählen',
};

export const medium: Words['medium'] = {
  release: 'Freigeben',
  withdraw: 'Sperren',
  releaseHint: 'Nach der Freigabe erhalten Websites das Medium, und Seiten können das Medium zeigen.',
  notReadyHint: 'Das Medium ist noch nicht bereit und bleibt bis dahin unsichtbar.',
  withdrawHint:
    'Nach dem Sperren erhalten Websites das Medium nicht mehr. Zwischenspeicher können das Medium noch bis zu einer Stunde ausliefern, Browser zeigen es teils länger. {usage}',
  onNoPage: 'Keine Seite zeigt das Medium.',
  onPagesAbove: {
    one: 'Das Medium wird auf {n} Seite verwendet (siehe oben).',
    other: 'Das Medium wird auf {n} Seiten verwendet (siehe oben).',
  },
  removeHint: 'Die Versionen und Dateien des Mediums bleiben erhalten.',
  previewOf: 'Vorschau von {name}',
  noFile: 'Zu diesem Medium ist im Portal keine Datei vorhanden.',
  noPreview: 'Für diese Datei gibt es keine Vorschau.',
  details: 'Details',
  newFile: 'Neue Datei',
  replace: 'Ersetzen',
  replaceFile: 'Datei ersetzen',
  replaceHint:
    'Alle Seiten mit diesem Medium zeigen sofort die neue Datei. Die alte Datei bleibt unter „Versionen“ erhalten.',
  onPages: { one: 'Das Medium wird auf {n} Seite verwendet.', other: 'Das Medium wird auf {n} Seiten verwendet.' },
  medium: 'Medium',
  pixels: 'Maße in Pixeln',
  notKnown: 'unbekannt',
  file: 'Datei',
  colors: 'Farben',
  place: 'Aufnahmeort',
  placeHint: 'Dieses Foto enthält den Aufnahmeort. Bilder für Websites enthalten den Aufnahmeort nicht.',
  mayHavePlace:
    'Diese Datei kann den Aufnahmeort enthalten: Aus diesem Format lässt er sich nicht entfernen. Prüfen Sie sie vor der Freigabe.',
  problem: 'Problem',
  problemHint: '{problem}. Ersetzen Sie die Datei.',
  notInspected: 'Die Datei kann zurzeit nicht geprüft werden. Öffnen Sie diese Seite später erneut.',
  svg: 'SVG',
  cleanSvg: 'Die Datei enthält nur die Zeichnung. Websites erhalten die Datei unverändert.',
  activeSvg: 'Die Datei enthält aktive Inhalte ({reason}) und wird deshalb nur als Pixelbild angezeigt.',
  sameFile: 'Identische Datei',
  useAgain: 'Wieder verwenden',
  useAgainOf: 'Wieder verwenden: Version von {time}',
  shownNow: 'Aktuell',
  originalName: 'Ursprünglicher Dateiname',
  licence: 'Lizenz',
  noLicence: 'Keine Angabe',
  licenceText: 'Lizenz in Worten',
  endsToday:
    'Heute ist der letzte Tag. Danach ist das Medium gesperrt: Seiten zeigen stattdessen seine Beschreibung, Downloads enden.',
  ended:
    'Der letzte Tag ist vorbei. Seiten zeigen stattdessen seine Beschreibung, Downloads sind beendet. Mit einem späteren Tag erscheint das Medium wieder.',
  validityHint:
    'Beide Tage zählen mit, in der Zeitzone der Leser ({zone}). Kopien, die Browser vor der Angabe eines Datums gespeichert haben, lassen sich nicht zurückholen.',
  endsIn: {
    one: 'Die Lizenz endet in {n} Tag. Nach diesem Tag ist das Medium gesperrt: Seiten zeigen stattdessen seine Beschreibung, Downloads enden.',
    other:
      'Die Lizenz endet in {n} Tagen. Nach diesem Tag ist das Medium gesperrt: Seiten zeigen stattdessen seine Beschreibung, Downloads enden.',
  },
  licences: {
    own: 'Eigenes Werk',
    royalty_free: 'Lizenzfrei',
    rights_managed: 'Lizenzpflichtig',
    cc_by_4: 'CC BY 4.0',
    cc_by_sa_4: 'CC BY-SA 4.0',
    cc0: 'CC0',
    other: 'Andere',
  },
};
