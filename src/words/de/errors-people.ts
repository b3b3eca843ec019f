/** Errors of people, rights and forms, by their English templates. */
export const errorsOfPeople = {
  'You have {0} open reports: people answer them first.':
    'Sie haben {0} offene Meldungen: Zuerst werden diese beantwortet.',
  'This page has {0} open notes: they are answered first.':
    'Diese Seite hat {0} offene Notizen: Zuerst werden diese beantwortet.',
  'This brand has {0} open notes: they are answered first.':
    'Diese Marke hat {0} offene Notizen: Zuerst werden diese beantwortet.',
  'This brand takes {0} notes a day: try again tomorrow.':
    'Diese Marke nimmt {0} Notizen am Tag an. Versuchen Sie es morgen wieder.',
  'A comment mentions at most {0} people.': 'Ein Kommentar kann höchstens {0} Personen erwähnen.',
  'A note has at most {0} comments.': 'Eine Notiz kann höchstens {0} Kommentare haben.',
  'Others write at the same moment. Nothing was stored: try again.':
    'Andere schreiben im selben Moment. Es wurde nichts gespeichert: Versuchen Sie es noch einmal.',
  'Choose who may ask.': 'Wählen Sie, wer nachfragen kann.',
  Note: 'Notiz',
  'Write a text.': 'Schreiben Sie einen Text.',
  'A note has at most {0} characters.': 'Eine Notiz darf höchstens {0} Zeichen lang sein.',
  'The program that sent you here asks in a wrong way: {0} ({1}).':
    'Das Programm, das Sie hierher geschickt hat, hat eine fehlerhafte Anfrage gestellt: {0} ({1}).',
  '{0} is not archived.': '{0} ist nicht archiviert.',
  'The erasure of {0} has begun: nothing brings it back.':
    '{0} wird bereits gelöscht. Das Löschen lässt sich nicht rückgängig machen.',
  '{0} was archived more than an hour ago: take it out of the archive.':
    '{0} wurde vor mehr als einer Stunde archiviert. Holen Sie die Marke aus dem Archiv.',
  '{0} is not archived. Only an archived brand can be erased.':
    '{0} ist nicht archiviert. Nur eine archivierte Marke lässt sich löschen.',
  '{0} is archived. Take it out of the archive first.':
    '{0} ist archiviert. Holen Sie die Marke zuerst aus dem Archiv.',
  'The brand {0} exists already.': 'Die Marke {0} gibt es bereits.',
  'The log {0} is that of the brand {1}.': 'Das Protokoll {0} gehört zur Marke {1}.',
  'This form was sent before, and what it makes was made. Open the page again.':
    'Dieses Formular wurde bereits gesendet und ausgeführt. Laden Sie die Seite neu.',
  'A {0} name has 1 to 100 characters on one line.':
    'Der Name ({0}) muss 1 bis 100 Zeichen lang sein und in einer Zeile stehen.',
  'A {0} name is public: it must not hold a key.':
    'Der Name ({0}) ist öffentlich und darf keinen Zugangsschlüssel enthalten.',
  'This session has ended. Sign in again.': 'Diese Sitzung ist beendet. Melden Sie sich erneut an.',
  '{0} people made links for one another. Ask the operator for a link.':
    '{0} Personen haben nacheinander Links füreinander erstellt. Bitten Sie den Portalbetrieb um einen Link.',
  Grant: 'Verbindung des Agenten',
  key: 'Zugangsschlüssel',
  "passkey's": 'Passkey',
  "person's": 'Person',
  "webhook's": 'Webhook',
  link: 'Link',
  'The key would be expired already.': 'Das Ablaufdatum des Zugangsschlüssels muss in der Zukunft liegen.',
  'The brand {0} has a key "{1}" by now.': 'In der Marke {0} gibt es inzwischen einen Zugangsschlüssel namens „{1}“.',
  'This key was issued before.': 'Dieser Zugangsschlüssel wurde bereits ausgestellt.',
  'Key {0} was revoked or has expired: issue a new one.':
    'Zugangsschlüssel {0} wurde widerrufen oder ist abgelaufen. Stellen Sie einen neuen Zugangsschlüssel aus.',
  'rotate that one, or revoke it to replace {0} again':
    'Ersetzen oder widerrufen Sie den neuen Zugangsschlüssel, um {0} noch einmal zu ersetzen',
  'Key {0} is already being replaced by {1}: {2}.': 'Zugangsschlüssel {0} wird bereits durch {1} ersetzt. {2}.',
  'Key {0} was used lately.': 'Zugangsschlüssel {0} wurde vor Kurzem verwendet.',
  'The brand {0} has {1} keys that work, the most it may have: revoke some.':
    'Die Marke {0} hat {1} gültige Zugangsschlüssel. Mehr sind nicht möglich. Widerrufen Sie zuerst einige Zugangsschlüssel.',
  'The browser did not send a passkey for this page, or it took too long. Try again.':
    'Der Browser hat keinen Passkey für diese Seite gesendet, oder der Vorgang hat zu lange gedauert. Versuchen Sie es noch einmal.',
  'You signed in more than a day ago. Sign in again to add a passkey.':
    'Ihre Anmeldung liegt mehr als einen Tag zurück. Melden Sie sich erneut an, um einen Passkey hinzuzufügen.',
  'A person has at most {0} passkeys: remove one first.':
    'Eine Person kann höchstens {0} Passkeys haben. Entfernen Sie zuerst einen Passkey.',
  'This passkey was added already.': 'Dieser Passkey wurde bereits hinzugefügt.',
  'This form was sent already.': 'Dieses Formular wurde bereits gesendet.',
  'This passkey is larger than passkeys are.': 'Die Daten dieses Passkeys sind zu groß.',
  Passkey: 'Passkey',
  '{0} has signed in already: remove the role instead.':
    '{0} hat sich bereits angemeldet. Entfernen Sie stattdessen die Rolle der Person.',
  'An operator removes {0}: other brands or a provider give roles, too.':
    '{0} hat auch Rollen in anderen Marken oder von einem Anbieter. Nur der Portalbetrieb kann das Konto entfernen.',
  'Sign in by a link made at the command line, and connect right after it.':
    'Melden Sie sich mit einem Link an, der über die Kommandozeile erstellt wurde, und verbinden Sie direkt danach Ihr Konto.',
  'Another person is connected with this one of {0}.':
    'Mit diesem Konto bei {0} ist bereits eine andere Person verbunden.',
  'This person is disabled.': 'Diese Person ist gesperrt.',
  'This address was used already.': 'Diese Adresse wurde bereits verwendet.',
  'The roles of this person come from {0}.': 'Die Rollen dieser Person werden bei {0} verwaltet.',
  'Use a time zone of IANA, such as Europe/Berlin.': 'Geben Sie eine IANA-Zeitzone an, etwa Europe/Berlin.',
  'A language is one of {0}.': 'Mögliche Sprachen: {0}.',
  'A role is one of {0}.': 'Mögliche Rollen: {0}.',
  'Choose a person.': 'Wählen Sie eine Person.',
  'Choose at least one language.': 'Wählen Sie mindestens eine Sprache.',
  'Only viewers have languages: who may write translates into all of them.':
    'Sprachen haben nur Personen mit der Rolle „Lesen“. Wer schreiben darf, übersetzt in alle.',
  'You are the last admin of this brand. Make someone else an admin first.':
    'Nur Sie haben in dieser Marke die Rolle „Verwaltung“. Geben Sie diese Rolle zuerst einer weiteren Person.',
  'The portal has {0} people, the most it may have. An operator disables some.':
    'Das Portal hat {0} Personen. Mehr sind nicht möglich. Bitten Sie den Portalbetrieb, einige Personen zu sperren.',
  '{0} people are called {1}: name one by the id.':
    '{0} Personen heißen {1}. Geben Sie die ID der gewünschten Person an.',
  'There is a person "{0}" by now.': 'Inzwischen gibt es eine Person namens „{0}“.',
  '{0} does not say your {1}: its ID token has no claim "{2}". Your operator sets there that it has, or names another claim (oidc.{3}_claim) or more scopes (oidc.scopes).':
    '{0} hat eine Angabe zu Ihnen nicht gesendet ({1}): Im ID-Token fehlt der Claim „{2}“. Der Portalbetrieb muss ihn beim Anbieter einrichten oder hier einen anderen Claim (oidc.{3}_claim) oder weitere Scopes (oidc.scopes) festlegen.',
  name: 'Name',
  groups: 'Gruppen',
  'A person has a role in at most {0} brands.': 'Eine Person kann in höchstens {0} Marken eine Rolle haben.',
  'Brand {0} not found.': 'Marke {0} nicht gefunden.',
  'Person {0} not found: {1}.': 'Die Person {0} wurde nicht gefunden: {1}.',
  'a person is named by the id that "person list" shows': '„person list“ zeigt die ID jeder Person',
  'Key {0} not found: a key is named by the id that "key list" shows.':
    'Zugangsschlüssel {0} nicht gefunden: „key list“ zeigt die ID jedes Zugangsschlüssels.',
  "An operator's rights are changed at the command line.":
    'Die Rechte des Portalbetriebs lassen sich nur über die Kommandozeile ändern.',
  'This person is disabled, or has more rights than you: an operator can do this.':
    'Diese Person ist gesperrt oder hat mehr Rechte als Sie. Nur der Portalbetrieb kann diese Änderung vornehmen.',
  'There is no such person, or only an operator gives this person a role.':
    'Diese Person gibt es nicht, oder nur der Portalbetrieb kann ihr eine Rolle geben.',
  'This person has a role here already: change it in the list.':
    'Diese Person hat hier bereits eine Rolle. Ändern Sie die Rolle in der Liste.',
  'It was changed meanwhile.': 'Die Angaben wurden inzwischen geändert.',
  'This requires the {0} role.': 'Dafür ist die Rolle „{0}“ nötig.',
  viewer: 'Lesen',
  editor: 'Redaktion',
  admin: 'Verwaltung',
  'Only an operator can do this.': 'Diese Aktion kann nur der Portalbetrieb ausführen.',
  'Person {0} is disabled.': 'Person {0} ist gesperrt.',
  'Share link {0}': 'Gastlink {0}',
  'Only an open proposal has a preview.': 'Nur ein offener Vorschlag hat eine Vorschau.',
  'The brand {0} has {1} {2} links: revoke some.':
    'Die Marke {0} hat {1} Links ({2}). Mehr sind nicht möglich. Widerrufen Sie zuerst einige Links.',
  preview: 'Vorschau',
  share: 'Gäste',
  'The link would be over already.': 'Das Ablaufdatum des Links muss in der Zukunft liegen.',
  'A preview link works for at most {0} days.': 'Ein Vorschaulink darf höchstens {0} Tage gelten.',
  'People sign in only with their provider, which decides their roles.':
    'Die Anmeldung ist nur über den Anbieter möglich, der auch über die Rollen entscheidet.',
  'Passkeys belong to a name, and {0} is an IP address. Open the portal by its name: on this machine, localhost.':
    'Passkeys funktionieren nur mit einem Hostnamen, {0} ist aber eine IP-Adresse. Öffnen Sie das Portal unter seinem Hostnamen, auf diesem Gerät unter localhost.',
  "This address cannot be a webhook's: {0}.": 'Diese Adresse ist für einen Webhook nicht möglich: {0}.',
  'it is no URL, such as https://site.example/rebuild': 'Nötig ist eine URL wie https://site.example/rebuild',
  'it does not begin with https://': 'Die Adresse muss mit https:// beginnen',
  'it holds a name or a password': 'Die Adresse darf weder Namen noch Passwort enthalten',
  'it has a fragment (#), which is never sent':
    'Die Adresse darf kein # enthalten, weil der Teil danach nicht gesendet wird',
  'it has more than {0} characters': 'Die Adresse darf höchstens {0} Zeichen lang sein',
  'it holds a key, and whoever may list webhooks reads it':
    'Die Adresse darf keinen Zugangsschlüssel enthalten, weil sie für alle mit Zugriff auf Webhooks sichtbar ist',
  'The server does not send to this address. {0}': 'Der Server sendet nicht an diese Adresse. {0}',
  'It sends by https to public addresses, and to those in webhook_allow of its configuration.':
    'Möglich sind öffentliche https-Adressen und die Adressen unter webhook_allow in der Konfiguration.',
  'Webhook {0} signs: its address is set when it is added.':
    'Webhook {0} sendet signierte Meldungen: Seine Adresse wird beim Hinzufügen festgelegt.',
  'Webhook {0} writes to a chat: its secret is the address. Give it a new one.':
    'Webhook {0} schreibt in einen Chat: Sein Geheimnis ist die Adresse. Geben Sie ihm eine neue.',
  '{0} gives this role: ask there to take it away.':
    '{0} vergibt diese Rolle: Bitten Sie dort darum, sie zu entziehen.',
  'You have no role in {0}.': 'Sie haben in {0} keine Rolle.',
  'The brand {0} has a webhook to {1} by now.': 'In der Marke {0} gibt es inzwischen einen Webhook an {1}.',
  'The brand {0} has {1} webhooks, the most it may have.': 'Die Marke {0} hat {1} Webhooks. Mehr sind nicht möglich.',
  'Webhook {0} was rotated by another command at the same time: that secret holds.':
    'Das Geheimnis von Webhook {0} wurde gleichzeitig durch einen anderen Befehl erneuert. Es gilt das dort angezeigte Geheimnis.',
  'Webhook {0} not found: it is named by the id that "webhook list {1}" shows.':
    'Webhook {0} nicht gefunden: „webhook list {1}“ zeigt die ID jedes Webhooks.',
  'Webhook {0} has no valid secret here: give it one with "webhook rotate {1} {2}".':
    'Webhook {0} hat hier kein gültiges Geheimnis. Erzeugen Sie mit „webhook rotate {1} {2}“ ein neues Geheimnis.',
  'Your session, your role or the brand ended meanwhile. Nothing more was stored.':
    'Ihre Sitzung, Ihre Rolle oder die Marke gibt es nicht mehr. Weitere Änderungen wurden nicht gespeichert.',
  'The form lacks its field “{0}”. Open the page again.': 'Im Formular fehlt das Feld „{0}“. Laden Sie die Seite neu.',
  '{0} asks for changes. Say why it is published anyway.':
    '{0} erbittet Änderungen. Nennen Sie den Grund, warum trotzdem veröffentlicht wird.',
  'Choose people who may approve proposals of this brand.':
    'Wählen Sie Personen, die Vorschläge dieser Marke genehmigen dürfen.',
  'It would show "{0}" to more readers than was approved. Look at the proposal again.':
    '„{0}“ wäre danach für mehr Personen sichtbar als genehmigt. Prüfen Sie den Vorschlag noch einmal.',
  'It would show "{0}" and {1} more to more readers than was approved. Look at the proposal again.':
    '„{0}“ und {1} weitere Seiten wären danach für mehr Personen sichtbar als genehmigt. Prüfen Sie den Vorschlag noch einmal.',
  'You may propose changes, not decide on them.': 'Sie können Änderungen vorschlagen, aber nicht darüber entscheiden.',
  'You may write in this brand, not approve proposals.':
    'Sie können in dieser Marke schreiben, aber keine Vorschläge genehmigen.',
  'Choose one of {0}, or nothing.': 'Wählen Sie {0} oder nichts.',
  'The form does not say what to do.': 'Im Formular fehlt die Angabe, welche Aktion ausgeführt werden soll.',
  'it does not answer': 'Der Anbieter antwortet nicht',
  'its answer was not understood': 'Die Antwort des Anbieters ist ungültig',
  'there is no ID token': 'Das ID-Token fehlt',
  '{0} did not let you in: {1}. Begin again.':
    '{0} hat Sie nicht angemeldet: {1}. Beginnen Sie die Anmeldung noch einmal.',
  '{0} cannot be used now: {1}.': '{0} ist gerade nicht verfügbar: {1}.',
  'Choose who can read the portal.': 'Wählen Sie, für wen das Portal sichtbar ist.',
  'Type the name of the brand, {0}, to confirm.': 'Geben Sie zur Bestätigung den Namen der Marke ein: {0}.',
  'Archived brand': 'Archivierte Marke',
  'Choose a brand.': 'Wählen Sie eine Marke aus.',
  'Choose at least one right, or press “Refuse”.':
    'Wählen Sie mindestens ein Recht aus oder klicken Sie auf „Ablehnen“.',
  'Sign in again to give this right.': 'Melden Sie sich erneut an, um dieses Recht zu erteilen.',
  'It works for a day to {0} days.': 'Wählen Sie eine Dauer von 1 bis {0} Tagen.',
  'This page was answered already, or is older than 5 minutes. Look at it again.':
    'Diese Anfrage wurde bereits beantwortet oder ist älter als 5 Minuten. Prüfen Sie die Anfrage noch einmal.',
  'The program asks for something else by now. Begin again there.':
    'Das Programm bittet inzwischen um andere Rechte. Beginnen Sie die Verbindung im Programm noch einmal.',
  'In a session that began with the link of another person, no agent is let in. {0}':
    'Sie haben sich mit einem Link angemeldet, den eine andere Person erstellt hat. In dieser Sitzung lässt sich kein Agent verbinden. {0}',
  'Sign in by a link made at the command line, or by a passkey that you added after it.':
    'Melden Sie sich mit einem Link an, der über die Kommandozeile erstellt wurde, oder mit einem Passkey, den Sie nach einer solchen Anmeldung hinzugefügt haben.',
  'You have no role with which an agent could act for you there, or the API of the brand is off.':
    'In dieser Marke haben Sie keine Rolle, mit der ein Agent für Sie handeln könnte, oder die API ist ausgeschaltet.',
  'The form lacks a version. Open the page again.':
    'Im Formular fehlt die Angabe der Version. Laden Sie die Seite neu.',
  'Tick the facts that you have checked.': 'Wählen Sie die Fakten aus, die Sie geprüft haben.',
  Key: 'Zugangsschlüssel',
  'The rights are read, propose and write.': 'Mögliche Rechte sind read, propose und write.',
  'The form does not say which session is to end.': 'Im Formular fehlt die Angabe, welche Sitzung beendet werden soll.',
  'Select media first.': 'Wählen Sie zuerst Medien aus.',
  'Other media fit than the page has shown. Nothing was changed: select them again.':
    'Zu den Filtern passen inzwischen andere Medien, als die Seite gezeigt hat. Es wurde nichts geändert. Wählen Sie die Medien noch einmal aus.',
  Picture: 'Bild',
  'Choose the brand.': 'Wählen Sie die Marke aus.',
  'Use a language tag, such as de or pt-BR.': 'Geben Sie ein Sprachkürzel wie de oder pt-BR an.',
  'The starter is written in English and German only.':
    'Die Seiten zum Ausfüllen gibt es nur auf Deutsch und Englisch.',
  Person: 'Person',
  Version: 'Version',
  'Nothing was stored.': 'Es wurde nichts gespeichert.',
  Section: 'Abschnitt',
  'Choose whose changes need a review.': 'Wählen Sie, wessen Änderungen geprüft werden müssen.',
  Term: 'Wort',
  'Write the term.': 'Geben Sie das Wort ein.',
  'A time is 0 to 3650 whole days.': 'Geben Sie eine ganze Zahl von 0 bis 3650 Tagen ein.',
  Fact: 'Fakt',
  'There is a {0} “{1}” already.': '{0} „{1}“ gibt es bereits.',
  category: 'Kategorie',
  font: 'Schrift',
  'Type one mail address, such as name@company.example.': 'Geben Sie eine Mailadresse ein, etwa name@firma.example.',
  'Too many mails wait to be sent. Try again later.':
    'Zu viele Mails warten darauf, gesendet zu werden. Versuchen Sie es später noch einmal.',
  'This portal sends no mails.': 'Dieses Portal sendet keine Mails.',
  'Only people have news.': 'Nur für Personen gibt es Neuigkeiten.',
  'A link was sent {0} minutes ago or less, or {1} times today: wait.':
    'In den letzten {0} Minuten oder heute schon {1} Mal wurde ein Link gesendet. Warten Sie etwas.',
  'Mails about a brand are one of {0}.': 'Mögliche Mails zu einer Marke: {0}.',
  '{0} wrote this, and you are {1}. Sent again, it is your change.':
    '{0} hat diesen Text geschrieben, Sie sind aber als {1} angemeldet. Wenn Sie ihn erneut senden, wird er als Ihre Änderung gespeichert.',
};
