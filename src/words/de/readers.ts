import type { Words } from '../words.js';

export const readers: Words['readers'] = {
  saved: 'Die Einstellungen wurden gespeichert und gelten ab sofort.',
  revoked: 'Der Link wurde widerrufen und funktioniert nicht mehr.',
  started: 'Der Link funktioniert wieder.',
  visibility: 'Sichtbarkeit',
  whoReads: 'Für wen das Portal sichtbar ist',
  whoReadsHint:
    'Jede Seite hat außerdem ihre eigene Sichtbarkeit. Wer eine Seite sieht, sieht auch den Titel ihres Kapitels.',
  noPageForAll:
    'Noch ist keine Seite für alle sichtbar. Gäste lesen deshalb „Demnächst verfügbar“. Für wen eine Seite sichtbar ist, legen Sie in ihren Einstellungen fest.',
  pagesForAll: 'Für alle sichtbar sind {n} von {all} Seiten.',
  ifPublic: 'Wenn das Portal für alle sichtbar ist',
  listed: 'Portal auf der Startseite dieses Servers anzeigen',
  showFacts: 'Bestätigte Fakten anzeigen',
  showLanguage: 'Veröffentlichte Angaben zur Sprache anzeigen',
  portal: 'Das Portal dieser Marke',
  whoAsks: 'Wer nachfragen kann, wenn etwas unklar ist',
  whoAsksHint: 'Ein Zeichen an jedem Block und ein Link auf jeder Seite.',
  asking: { off: 'Niemand', people: 'Personen der Marke', everyone: 'Alle, die die Seite lesen' },
  privacy:
    'Für Ihre eigene Datenschutzseite: „Fragen, die Sie uns senden, werden ohne Ihre Netzwerkadresse gespeichert und ein Jahr nach ihrer Erledigung gelöscht, spätestens zwei Jahre nach dem letzten Beitrag. Eine E-Mail-Adresse für die Antwort ist freiwillig, wird niemandem gezeigt und 30 Tage nach der Antwort gelöscht.“',
  shareLinks: 'Gastlinks',
  shareHint:
    'Mit einem Gastlink sehen Gäste das Portal ohne Anmeldung, außer wenn das Portal nur für die Redaktion sichtbar ist.',
  noShare: 'Es gibt noch keinen Gastlink. Erstellen Sie einen Gastlink, um Gästen das Portal zu zeigen.',
  newShare: 'Neuer Gastlink',
  makeShare: 'Gastlink erstellen',
  forWhom: 'Für wen der Link bestimmt ist',
  showInternal: 'Auch Seiten für das Team der Marke anzeigen',
  shownOnce: 'Der Link wird nach dem Erstellen nur einmal angezeigt.',
  start: 'Aktivieren',
  revoke: 'Widerrufen',
  publicPages: 'Seiten für alle',
  publicAndInternal: 'Seiten für alle und für das Team der Marke',
  proposal: 'Vorschlag {number}',
  until: 'bis {time}',
  shareLink: {
    title: 'Gastlink {name}',
    label: 'Gastlink',
    copy: 'Gastlink kopieren',
    hint: 'Wer diesen Link hat, sieht das Portal, bis der Link abläuft oder Sie ihn widerrufen. Testen Sie den Link in einem Browser, in dem Sie nicht angemeldet sind.',
  },
  previewLink: {
    title: 'Vorschaulink {name}',
    label: 'Vorschaulink',
    copy: 'Vorschaulink kopieren',
    hint: 'Wer diesen Link hat, sieht Vorschlag {number} im Portal, bis der Link abläuft oder Sie ihn widerrufen. Testen Sie den Link in einem Browser, in dem Sie nicht angemeldet sind.',
  },
  previewLinks: 'Vorschaulinks',
  newPreview: 'Neuer Vorschaulink',
  makePreview: 'Vorschaulink erstellen',
  previewsNoPage: 'Der Vorschlag ändert keine Seite. Der Link zeigt das Portal im aktuellen Stand.',
  previewsPages:
    'Der Vorschaulink zeigt die folgenden Seiten mit den Änderungen des Vorschlags, auch mit späteren Änderungen und unabhängig von der Sichtbarkeit der Seiten:',
  elseAsNow: 'Alle anderen Inhalte erscheinen im aktuellen Stand.',
  noLinkOpens:
    'Dieses Portal ist nur für die Redaktion sichtbar. Deshalb lässt sich das Portal nicht über Links öffnen.',
};
