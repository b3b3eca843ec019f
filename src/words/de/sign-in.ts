import type { Words } from '../words.js';

export const me: Words['me'] = {
  operator: 'Portalbetrieb: alle Rechte in jeder Marke',
  noRole: 'noch keine Rolle',
  id: 'Ihre ID',
  roles: 'Rollen',
  addOrRemovePasskey: 'Passkey hinzufügen oder entfernen',
  agents: 'Agenten, die in Ihrem Namen handeln',
  signedIn: 'Wo Sie angemeldet sind',
  signOutEverywhere: 'Überall abmelden',
  leave: 'Verlassen',
  leaveForGood: '{brand} endgültig verlassen',
  data: 'Ihre Daten',
  downloadData: 'Meine Daten herunterladen',
};

export const passkeys: Words['passkeys'] = {
  title: 'Ihre Passkeys',
  said: {
    added: 'Der Passkey wurde hinzugefügt. Wählen Sie bei der nächsten Anmeldung „Weiter mit Passkey“.',
    removed: 'Der Passkey wurde entfernt und funktioniert nicht mehr.',
  },
  hint: 'Ein Passkey ist auf Ihrem Smartphone, Ihrem Computer oder einem Sicherheitsschlüssel gespeichert. Sie bestätigen die Anmeldung mit Fingerabdruck, Gesichtserkennung oder PIN und brauchen keinen Link. Wenn Sie einen Passkey verlieren, melden Sie sich mit einem Link an und entfernen den Passkey hier.',
  none: 'Sie haben noch keinen Passkey.',
  removeOf: '{name} entfernen',
  add: 'Passkey hinzufügen',
  nameHint: 'Damit Sie den Passkey später erkennen, zum Beispiel „Smartphone“ oder „Bürocomputer“.',
  needScript: 'Für Passkeys sind JavaScript und ein Browser nötig, der Passkeys unterstützt.',
  tooOld: 'Ihre Anmeldung liegt mehr als einen Tag zurück.',
  againToAdd: '{again}, um einen Passkey hinzuzufügen.',
  back: 'Zurück zu Ihren Sitzungen',
  synced: 'zwischen Geräten synchronisiert',
  onOneDevice: 'auf einem Gerät',
  added: 'hinzugefügt am {day}',
  used: 'verwendet am {day}',
  refused:
    'abgelehnt seit {time}: Der Passkey wurde möglicherweise kopiert. Entfernen Sie ihn und fügen Sie einen neuen hinzu',
  offer: 'Künftig ohne Link anmelden: {add}.',
  offerLink: 'Passkey hinzufügen',
};

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  failed: 'Die Anmeldung ist fehlgeschlagen',
  again: 'Melden Sie sich erneut an',
  purpose: 'Melden Sie sich an, um Seiten zu bearbeiten und zu sehen, was nur für das Team der Marke bestimmt ist.',
  filled: 'Ihr Anmeldelink ist eingetragen. Wählen Sie „Anmelden“.',
  unfilled: 'Fügen Sie den vollständigen Anmeldelink ein. Der Link funktioniert einmal.',
  signedOut: 'Sie sind abgemeldet.',
  signedOutMeanwhile: 'Sie wurden inzwischen abgemeldet. Es wurde nichts ausgeführt.',
  byPasskey: 'Weiter mit Passkey',
  byProvider: 'Weiter mit {provider}',
  orLink: 'oder mit einem Link',
  yourLink: 'Ihr Anmeldelink',
  onlyWith: 'Die Anmeldung ist hier nur über {provider} möglich.',
  onlyForEmergencies:
    'Die Anmeldung ist hier nur über {provider} möglich. Links sind für Notfälle bestimmt: Fragen Sie {contact}.',
  whoRuns: 'den Portalbetrieb',
  noLink: 'Haben Sie keinen Link? Fragen Sie {contact}.',
  adminOrWhoRuns: 'die Verwaltung Ihrer Marke oder den Portalbetrieb',
  operatorMakes: 'Der Portalbetrieb erstellt einen Link mit {command} und Ihrem Namen.',
  problems: {
    passkey:
      'Die Anmeldung mit diesem Passkey ist fehlgeschlagen. Entweder hat der Vorgang zu lange gedauert, oder der Passkey wurde entfernt, oder er ist zusammen mit dem Link abgelaufen, über den er hinzugefügt wurde. Versuchen Sie es noch einmal oder bitten Sie um einen Link.',
    noLink: 'Das ist kein Anmeldelink. Kopieren Sie den vollständigen Link, von https:// oder http:// bis zum Ende.',
    link: 'Dieser Link wurde bereits verwendet oder zurückgenommen, oder er ist abgelaufen. Bitten Sie um einen neuen Link.',
    notBegun:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, wurde bereits abgeschlossen oder hat zu lange gedauert. Beginnen Sie die Anmeldung noch einmal.',
    noBrand:
      'Sie sind bei {provider} als {name} angemeldet, haben aber über Ihre Gruppen dort keinen Zugang zu einer Marke. Wenden Sie sich an den Portalbetrieb.',
  },
  connectWith: 'Mit {provider} verbinden',
  connectHint:
    'Danach melden Sie sich über diesen Anbieter an und erhalten Ihre Rollen aus Ihren Gruppen dort. Ihre bisherigen Rollen enden.',
  goTo: 'Weiter zu {provider}',
  operator: 'Portalbetrieb',
  rolesIn: { viewer: 'Lesen für {brand}', editor: 'Redaktion für {brand}', admin: 'Verwaltung für {brand}' },
  settings: {
    title: 'Anmeldung',
    noProvider:
      'Die Anmeldung läuft über Links und Passkeys. Ein OpenID-Anbieter lässt sich in der Konfiguration des Servers eintragen (oidc).',
    byConfiguration: 'Die Anmeldung wird in der Konfiguration des Servers festgelegt (oidc).',
    provider: 'Anbieter',
    client: 'Client',
    otherWays: 'Weitere Anmeldewege',
    onlyCommandLine: 'nur Links, die über die Kommandozeile erstellt wurden',
    linksAndPasskeys: 'Links und Passkeys',
    redirect: 'Weiterleitungsadresse',
    groups: 'Gruppen',
    moreGroups: 'Weitere Gruppen',
    allBrands: 'allen Marken',
    noOne: 'noch keine Personen',
    namesAndOthers: { one: '{names} und {n} weitere Person', other: '{names} und {n} weitere Personen' },
    tryHint:
      'Melden Sie sich beim Anbieter mit einem beliebigen Konto an und prüfen Sie, welche Angaben er sendet. Hier wird dabei keine Person angemeldet.',
    tryIt: 'Anmeldung testen',
  },
  received: {
    title: 'Empfangene Claims',
    token: '(ein Token, nicht angezeigt)',
    noRole: 'Mit diesen Gruppen hätte die Person keine Rolle und könnte sich nicht anmelden.',
    wouldBe: 'Diese Person hätte folgende Rollen: {roles}.',
    name: 'Name',
    groups: 'Gruppen',
    sentBy: '{provider} hat diese Angaben gesendet. Es wurde keine Person angemeldet und nichts gespeichert.',
    back: 'Zurück zur Anmeldung',
  },
};
