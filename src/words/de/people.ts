import type { Words } from '../words.js';

export const people: Words['people'] = {
  back: 'Zurück zu den Personen',
  name: 'Name',
  role: 'Rolle',
  roleNouns: { viewer: 'Lesen', editor: 'Redaktion', admin: 'Verwaltung' },
  roleHint:
    'Lesen: Seiten für das Team der Marke sehen. Redaktion: außerdem Seiten, Medien, Farben, Sprache und Fakten bearbeiten. Verwaltung: außerdem Personen, Zugangsschlüssel, Webhooks und Einstellungen verwalten.',
  roleOf: 'Rolle von {name}',
  saveRoleOf: 'Rolle von {name} speichern',
  roleChanged: 'Die Rolle wurde geändert und gilt ab sofort.',
  roleRemoved: 'Die Rolle wurde entfernt.',
  takenBack: 'Die Einladung wurde zurückgenommen. Der Link funktioniert nicht mehr.',
  invite: 'Person einladen',
  inviteHint:
    'Der Name erscheint bei den Änderungen der Person. Der Einladungslink funktioniert einmal, innerhalb von {hours} Stunden. Bis dahin können Sie die Einladung zurücknehmen.',
  makeInvitation: 'Einladungslink erstellen',
  makeLink: 'Anmeldelink erstellen',
  makeLinkFor: 'Anmeldelink für {name} erstellen',
  makeNewLink: 'Neuen Link erstellen',
  makeNewLinkFor: 'Neuen Link für {name} erstellen',
  takeBack: 'Einladung zurücknehmen',
  takeBackOf: 'Einladung für {name} zurücknehmen',
  giveRole: 'Rolle vergeben',
  personId: 'ID der Person',
  personIdHint: 'Jede Person findet ihre ID oben rechts unter ihrem Namen.',
  addExisting: 'Person mit bestehendem Zugang hinzufügen',
  fromGroups:
    'Die Personen melden sich über {provider} an. Ihre Rollen ergeben sich aus den Gruppen dort, nicht aus Einladungen.',
  whoWorks: 'Personen, die an {brand} arbeiten.',
  invitedPeople: 'Eingeladene Personen',
  invited: 'Eingeladen: {time}.',
  invitedBy: 'Eingeladen von {name}, {time}.',
  openUntil: 'Offen bis {time}.',
  overSince: 'Abgelaufen seit {time}.',
  none: 'Es gibt noch keine Personen',
  noneHint: 'Hier finden Sie alle Personen mit einer Rolle in dieser Marke und ihre Rechte.',
  more: 'Weitere Personen',
  allHint:
    'Rollen vergeben Sie in jeder Marke unter „Personen“. Über die Kommandozeile können Sie Personen sperren oder in den Portalbetrieb aufnehmen.',
  nameOrId: 'Name oder ID',
  operator: 'Portalbetrieb',
  fromProvider: 'von {host}',
  disabledSince: 'gesperrt seit {time}',
  links: {
    signIn: { title: 'Anmeldelink für {name}', label: 'Anmeldelink', copy: 'Anmeldelink kopieren' },
    invitation: { title: 'Einladungslink für {name}', label: 'Einladungslink', copy: 'Einladungslink kopieren' },
    hint: 'Geben Sie diesen Link nur an {name} weiter. Der Link funktioniert einmal, bis {time}.',
  },
  sessionEnded: 'Eine Sitzung von {name} wurde beendet.',
  sessionsEnded: 'Alle Sitzungen von {name} wurden beendet.',
  roleHere: 'Rolle in dieser Marke',
  translates: 'Übersetzt',
  translatesHint:
    'Wer liest und Sprachen hat, schreibt deren Texte und sonst nichts. Ob sie geprüft werden, steht in den Einstellungen.',
  translator: 'übersetzt {languages}',
  editing: 'Was diese Person in der Redaktion darf',
  editingHere: 'Darf',
  editingHint: 'Wer Vorschläge genehmigt, legen die Einstellungen fest. Agenten dieser Person dürfen nicht mehr.',
  editings: {
    brand: 'Was die Redaktion darf',
    approves: 'Vorschläge genehmigen, auch wo das die Verwaltung tut',
    publishes: 'Schreiben und veröffentlichen, nicht genehmigen',
    proposes: 'Nur vorschlagen: Entwürfe schreiben, nichts veröffentlichen',
  },
  editingTags: { approves: 'genehmigt', publishes: 'genehmigt nicht', proposes: 'schlägt nur vor' },
  removeFromBrand: 'Person aus der Marke entfernen',
  removeRole: 'Rolle entfernen',
  removeHint:
    'Die Person hat danach keinen Zugriff mehr auf die Marke. Ihr Name bleibt bei ihren bisherigen Änderungen erhalten.',
  isOperator: 'Diese Person gehört zum Portalbetrieb und hat in jeder Marke alle Rechte.',
  byCommandLine: 'Diese Rechte lassen sich nur über die Kommandozeile ändern.',
  roleFrom: 'Die Rolle kommt von {host} und lässt sich nur über die Gruppen dort ändern.',
  invitation: 'Einladung',
  linkHint:
    'Ein Link funktioniert einmal, innerhalb von {minutes} Minuten. Wer den Link hat, kann sich als diese Person anmelden.',
  hasOtherBrands:
    'Diese Person hat auch Rollen in anderen Marken. Ihre Anmeldelinks und Sitzungen kann nur der Portalbetrieb verwalten.',
  disabled: 'Gesperrt: Diese Person kann sich nicht anmelden.',
  notSignedIn: 'Die Person ist nirgends angemeldet.',
  signedIn: 'Angemeldet',
  endAll: 'Alle Sitzungen, Links und Passkeys beenden',
};

export const sessions: Words['sessions'] = {
  sinceUntil: 'Seit {since}, bis {until}',
  thisBrowser: 'dieser Browser',
  end: 'Sitzung beenden',
  endOf: 'Sitzung von {time} beenden',
};

export const agents: Words['agents'] = {
  rights: {
    read: 'Für Sie sichtbare Inhalte lesen',
    propose: 'In Ihrem Namen Änderungen vorschlagen',
    write: 'In Ihrem Namen Inhalte ändern',
  },
  rests: 'Ruht',
  inBrand: 'in {brand}',
  forPerson: 'für {name}',
  sinceUntil: 'seit {since}, bis {until}',
  notUsed: 'noch nicht verwendet',
  lastUsed: 'zuletzt verwendet {time}',
  startOf: '{name} aktivieren',
  revokeOf: '{name} widerrufen',
};

export const consent: Words['consent'] = {
  title: 'Darf {agent} in Ihrem Namen handeln?',
  heading: 'Darf {agent} in Ihrem Namen handeln?',
  headingOfApp: 'Darf eine App auf diesem Gerät ({agent}) in Ihrem Namen handeln?',
  program: 'ein Programm auf diesem Gerät',
  registered: 'Das Programm hat sich selbst registriert.',
  registeredAs: 'Das Programm hat sich selbst registriert und nennt sich „{name}“. Dieser Name ist nicht geprüft.',
  described: 'Das Programm ist unter {host} beschrieben.',
  describedAs: 'Das Programm ist unter {host} beschrieben und nennt sich „{name}“. Dieser Name ist nicht geprüft.',
  hasNewRights: 'Das Programm handelt bereits in Ihrem Namen. Neue Rechte sind gekennzeichnet.',
  inBrand: 'Marke',
  inBrandNamed: 'Marke: {brand}',
  rights: 'Rechte des Programms',
  newRight: '{right} (neu)',
  rightsHint:
    'Das Programm hat nie mehr Rechte als Sie und nie die Rechte, die der Verwaltung und dem Portalbetrieb vorbehalten sind.',
  tooOld: '{right}: Dafür darf Ihre Anmeldung höchstens {hours} Stunden alt sein.',
  howLong: 'Gültigkeit',
  howLongHint:
    'Sie können die Rechte jederzeit in Ihrem Konto widerrufen, die Verwaltung der Marke unter „Zugangsschlüssel“.',
  allow: 'Erlauben',
  refuse: 'Ablehnen',
  youAre: 'Sie sind als {name} angemeldet.',
  asAnother: 'Als andere Person anmelden',
};
