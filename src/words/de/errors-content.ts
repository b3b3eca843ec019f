/** Errors of content and its operations, by their English templates. */
export const errorsOfContent = {
  'This text is too long to check at once: check it in parts.':
    'Dieser Text ist zu lang, um auf einmal geprüft zu werden. Prüfen Sie den Text in Abschnitten.',
  'The language check is not available at the moment.': 'Die Sprachprüfung ist gerade nicht verfügbar.',
  'use a name of IANA, such as Europe/Berlin': 'Geben Sie eine IANA-Zeitzone an, etwa Europe/Berlin',
  'The file {0} has no extension of a type that is accepted.': 'Die Dateiendung von {0} wird nicht unterstützt.',
  'use a language tag, such as de or pt-BR': 'Geben Sie ein Sprachkürzel an, etwa de oder pt-BR',
  'Send the section itself or only {"{0}": {…}}: with other fields it is ambiguous.':
    'Senden Sie den Abschnitt selbst oder nur {„{0}“: {…}}. Mit weiteren Feldern ist die Angabe nicht eindeutig.',
  'medium {0} is not released': 'Medium {0} ist nicht freigegeben',
  'medium {0} may be used until and including {1}': 'Medium {0} darf bis einschließlich {1} verwendet werden',
  'medium {0} may be used from {1} on': 'Medium {0} darf ab {1} verwendet werden',
  'medium {0} could not be processed': 'Medium {0} konnte nicht verarbeitet werden',
  'medium {0} is still being processed': 'Medium {0} wird noch verarbeitet',
  'it is in the trash': 'Die Seite liegt im Papierkorb',
  'it does not exist': 'Diese ID gibt es nicht',
  'it is not a chapter': 'Diese Seite ist kein Kapitel',
  'it is the page itself, and a chapter cannot be inside itself':
    'Eine Seite kann sich nicht selbst untergeordnet sein',
  'it is inside the page, and a chapter cannot be inside itself':
    'Eine Seite kann keiner ihrer Unterseiten untergeordnet sein',
  'it needs a letter or a digit that an address can have': 'Nötig ist mindestens ein Buchstabe (a–z) oder eine Ziffer',
  'Too many of your requests with much content wait at once. Try again soon.':
    'Zu viele Ihrer umfangreichen Anfragen warten gerade auf die Verarbeitung. Versuchen Sie es gleich noch einmal.',
  'The service is being shut down.': 'Der Dienst wird gerade heruntergefahren.',
  'Much content cannot be processed at the moment.': 'Umfangreiche Inhalte lassen sich gerade nicht verarbeiten.',
  'This is too large to be processed at once.': 'Der Inhalt ist zu umfangreich, um auf einmal verarbeitet zu werden.',
  'A chapter cannot be duplicated: duplicate its pages.':
    'Ein Kapitel lässt sich nicht duplizieren. Duplizieren Sie stattdessen die Seiten des Kapitels.',
  'it is the page itself': 'Die Angabe verweist auf die Seite selbst',
  'The siblings there have no place between them. Move one of them first.':
    'Zwischen diesen Seiten lässt sich keine weitere Seite einfügen. Verschieben Sie zuerst eine der beiden Seiten.',
  'A block of this type cannot be changed through the API.':
    'Ein Block dieses Typs lässt sich nicht über die API ändern.',
  'The block was replaced at the same time. Nothing was stored: try again.':
    'Der Block wurde gleichzeitig durch eine andere Änderung ersetzt. Es wurde nichts gespeichert. Versuchen Sie es noch einmal.',
  Block: 'Block',
  'the page has no block with this id': 'Auf der Seite gibt es keinen Block mit dieser ID',
  'The master data of this brand are missing or damaged.': 'Die Stammdaten dieser Marke fehlen oder sind beschädigt.',
  'use small letters, digits, - and _, at most 100':
    'Erlaubt sind höchstens 100 Zeichen: Kleinbuchstaben, Ziffern, - und _',
  'it is each category once': 'Jede Kategorie muss genau einmal vorkommen',
  'Category {0}': 'Kategorie {0}',
  'The category still holds {0}: move or remove them first.':
    'Die Kategorie enthält noch Fakten ({0}). Verschieben oder entfernen Sie zuerst diese Fakten.',
  'Send either a text or a page.': 'Senden Sie entweder einen Text oder eine Seite.',
  'Colour {0}': 'Farbe {0}',
  'Colour {0} "{1}"': 'Farbe {0} „{1}“',
  Colour: 'Farbe',
  'write it as #rgb or #rrggbb, with or without digits for alpha':
    'Geben Sie die Farbe als #rgb oder #rrggbb an, mit oder ohne Ziffern für die Deckkraft',
  'These versions are too large to compare.': 'Diese Versionen sind zu umfangreich für einen Vergleich.',
  'Brand context entry': 'Fakt',
  'Brand context entry {0}': 'Fakt {0}',
  'The selected category is invalid.': 'Die gewählte Kategorie gibt es nicht.',
  'use small letters, digits and hyphens': 'Erlaubt sind Kleinbuchstaben, Ziffern und Bindestriche',
  'It may propose changes: name a proposal of its own as "proposal", or "new".':
    'Vorschläge sind erlaubt: Geben Sie als „proposal“ die Nummer eines eigenen Vorschlags oder „new“ an.',
  'This connection was not given the right "{0}".': 'Diese Verbindung hat das Recht „{0}“ nicht.',
  'This API key does not have the right "{0}".': 'Dieser Zugangsschlüssel hat das Recht „{0}“ nicht.',
  'You may not look at this brand.': 'Sie dürfen diese Marke nicht ansehen.',
  'You may look at this brand, not change it.': 'Sie dürfen diese Marke ansehen, aber nicht ändern.',
  'The module for this area is not enabled for this brand.':
    'Das Modul für diesen Bereich ist in dieser Marke nicht eingeschaltet.',
  'Its content stays, and is shown again with the module. An operator can switch it on.':
    'Der Inhalt bleibt erhalten und erscheint wieder, sobald das Modul eingeschaltet ist. Nur der Portalbetrieb kann das Modul einschalten.',
  'Brand {0}': 'Marke {0}',
  'The API is not enabled for this brand.': 'Die API ist für diese Marke nicht eingeschaltet.',
  'Changes of this brand need a review: send this one as a proposal.':
    'Änderungen dieser Marke müssen geprüft werden. Senden Sie Ihre Änderung als Vorschlag.',
  'The selected {0} is invalid: this brand has no such commit in its history.':
    'Der Wert im Feld {0} ist ungültig: Diesen Commit gibt es im Verlauf der Marke nicht.',
  'The {0} field must be the full id of a commit, {1}.':
    'Mögliche Werte im Feld {0}: die vollständige ID eines Commits, {1}.',
  'a time such as 2026-03-01T12:00:00Z (write + as %2B), or a date':
    'ein Zeitpunkt wie 2026-03-01T12:00:00Z (+ als %2B) oder ein Datum',
  'The brand did not exist yet.': 'Zu diesem Zeitpunkt gab es die Marke noch nicht.',
  'There is no {0} id left: {1}': 'Für neue Einträge ist keine ID mehr frei ({0}). {1}',
  page: 'Seite',
  color: 'Farbe',
  media: 'Medium',
  '"brand-portal check" names the file that has the last one.':
    '„brand-portal check“ nennt die Datei mit der letzten ID.',
  'It is not known whether this was stored before the proposal was published.':
    'Es ist nicht bekannt, ob Ihre Änderung vor der Veröffentlichung des Vorschlags gespeichert wurde.',
  'A proposal has no past: leave out at.': 'Für Vorschläge gibt es keine früheren Stände. Lassen Sie das Feld at weg.',
  '{0} is not proposed.': '{0} lässt sich nicht vorschlagen.',
  'A request with this Idempotency-Key is still running. Send it again in a moment.':
    'Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet. Senden Sie die Anfrage gleich noch einmal.',
  'The idempotency_key was sent before, with another request.':
    'Dieser idempotency_key wurde bereits mit einer anderen Anfrage gesendet.',
  '{0} Did you mean {1}?': '{0} Meinten Sie {1}?',
  'Page {0} is not in the trash.': 'Seite {0} liegt nicht im Papierkorb.',
  Category: 'Kategorie',
  'Corporate language section': 'Abschnitt der Sprache',
  'Corporate language section {0}': 'Abschnitt {0} der Sprache',
  'Proposal {0} is {1}, and cannot be {2}.': 'Vorschlag {0} ist {1} und kann nicht {2} werden.',
  draft: 'ein Entwurf',
  open: 'in Prüfung',
  approved: 'genehmigt',
  blocked: 'nicht veröffentlicht',
  merged: 'veröffentlicht',
  declined: 'abgelehnt',
  withdrawn: 'zurückgezogen',
  changed: 'geändert',
  reopened: 'wieder geöffnet',
  scheduled: 'geplant',
  'sent back': 'zurückgegeben',
  published: 'veröffentlicht',
  'sent for review': 'zur Prüfung gesendet',
  '{0} Approve it first.': '{0} Genehmigen Sie ihn zuerst.',
  '{0} Reopen it first.': '{0} Öffnen Sie den Vorschlag zuerst wieder.',
  Proposal: 'Vorschlag',
  'Only its author and editors change a proposal.':
    'Einen Vorschlag dürfen nur die Redaktion und die Person ändern, die ihn erstellt hat.',
  'People decide on proposals in the backend: no key and no agent does.':
    'Über Vorschläge dürfen nur Menschen im Arbeitsbereich entscheiden, keine Zugangsschlüssel oder Agenten.',
  'In this brand, an admin approves proposals.': 'In dieser Marke darf nur die Verwaltung Vorschläge genehmigen.',
  'Who wrote a part of a proposal does not approve it: someone else has to.':
    'Wer an einem Vorschlag mitgeschrieben hat, darf ihn nicht genehmigen. Bitten Sie eine andere Person um die Genehmigung.',
  'The proposal field must be the number of a proposal, or new.':
    'Das Feld proposal muss die Nummer eines Vorschlags oder new enthalten.',
  'The proposal field must be the number of a proposal.':
    'Das Feld proposal muss die Nummer eines Vorschlags enthalten.',
  'A brand has at most {0} open proposals, and an author {1}':
    'Möglich sind höchstens {0} offene Vorschläge je Marke und {1} je Person',
  '{0}: merge, decline or withdraw one first.':
    '{0}. Veröffentlichen Sie zuerst einen Vorschlag, lehnen Sie einen ab oder ziehen Sie einen zurück.',
  'Proposal not found.': 'Vorschlag nicht gefunden.',
  'It was published, and has the id {0}.': 'Der Eintrag wurde veröffentlicht und hat jetzt die ID {0}.',
  'A proposal changes at most {0} files.': 'Ein Vorschlag darf höchstens {0} Dateien ändern.',
  'The changes of a proposal have at most {0} bytes.':
    'Die Änderungen eines Vorschlags dürfen höchstens {0} Byte groß sein.',
  'The content has changed since the version that was expected.':
    'Der Inhalt wurde inzwischen geändert und entspricht nicht mehr der erwarteten Version.',
  'Proposal {0} has just been published. Look at it again.':
    'Vorschlag {0} wurde gerade veröffentlicht. Sehen Sie sich den Vorschlag noch einmal an.',
  Page: 'Seite',
  'This version is not in the history of the brand: read everything again, without `since`.':
    'Diese Version gibt es im Verlauf der Marke nicht. Rufen Sie alles erneut ab, ohne since.',
  'use the version of an earlier response': 'Geben Sie die Version aus einer früheren Antwort an',
  'There never was a page {0} in this brand.': 'In dieser Marke gab es nie eine Seite {0}.',
  'Commit {0}': 'Commit {0}',
  'This commit is not in the history of the brand: begin with the newest one again.':
    'Diesen Commit gibt es im Verlauf der Marke nicht. Beginnen Sie wieder mit dem neuesten Commit.',
  colour: 'Farbe',
  medium: 'Medium',
  'brand context entry': 'Fakt',
  'No {0} can have the id {1}.': '{1} ist keine gültige ID ({0}).',
  'The section {0} cannot be written through the API: {1}':
    'Der Abschnitt {0} lässt sich nicht über die API ändern: {1}',
  'operators maintain it at the command line.': 'Dieser Abschnitt lässt sich nur über die Kommandozeile ändern.',
  'The medium is released: replace its file in the backend.':
    'Das Medium ist freigegeben. Ersetzen Sie die Datei des Mediums im Arbeitsbereich.',
  'The file was deleted for good on {0}: {1}': 'Die Datei wurde am {0} endgültig gelöscht: {1}',
  File: 'Datei',
  'Only the operator deletes files for good.': 'Nur der Portalbetrieb kann Dateien endgültig löschen.',
  'Medium {0} has this file: give it another, or remove the medium, first.':
    'Medium {0} verwendet diese Datei. Ersetzen Sie zuerst die Datei des Mediums oder entfernen Sie das Medium.',
  Medium: 'Medium',
  Collection: 'Sammlung',
  Tag: 'Schlagwort',
  '`base` is not a version of this page.': 'Der Wert im Feld base ist keine Version dieser Seite.',
  'Who may only propose does not choose the slug: leave it out.':
    'Wer nur vorschlagen darf, kann die Adresse nicht festlegen. Lassen Sie das Feld slug weg.',
  'The page has active child pages. Move or delete them first.':
    'Die Seite hat Unterseiten. Verschieben oder löschen Sie zuerst die Unterseiten.',
  'A font can be assigned only if it may be served on the web.':
    'Eine Schrift lässt sich nur zuweisen, wenn sie im Web verwendet werden darf.',
  'medium {0} has no font file': 'Medium {0} enthält keine Schriftdatei',
  'A brand must not have files for more than {0} faces.': 'Eine Marke darf Dateien für höchstens {0} Schnitte haben.',
  'A font is a file of the type WOFF2, WOFF, TTF or OTF.':
    'Eine Schrift ist eine Datei vom Typ WOFF2, WOFF, TTF oder OTF.',
  'This font cannot be read.': 'Diese Schrift lässt sich nicht lesen.',
  'A weight is a whole number from 1 to 1000.': 'Eine Strichstärke ist eine ganze Zahl von 1 bis 1000.',
  'medium {0} has no picture': 'Medium {0} enthält kein Bild',
  Comment: 'Kommentar',
  'A proposal has at most {0} comments.': 'Ein Vorschlag darf höchstens {0} Kommentare haben.',
  'The selected reply_to is invalid: there is no such comment.': 'Den Kommentar, auf den Sie antworten, gibt es nicht.',
  'The selected page is invalid: the proposal does not change it.': 'Der Vorschlag ändert diese Seite nicht.',
  'The selected block is invalid: the page does not have it.': 'Auf der Seite gibt es diesen Block nicht.',
  'The selected zone is invalid.': 'Diese Zeitzone gibt es nicht.',
  'Write day and time, such as 2026-12-13 08:00.': 'Geben Sie Tag und Uhrzeit an, etwa 2026-12-13 08:00.',
  'The clocks in {0} go forward: this time is not on that day.':
    'In der Zeitzone {0} wird an diesem Tag die Uhr vorgestellt. Diese Uhrzeit gibt es deshalb nicht.',
  'The time must be 1 minute to 2 years ahead.':
    'Der Zeitpunkt muss mindestens 1 Minute und höchstens 2 Jahre in der Zukunft liegen.',
  Change: 'Änderung',
  'What the proposal would change is not what was shown. Look at it again.':
    'Die Änderungen dieses Vorschlags sind nicht mehr die, die Sie gesehen haben. Prüfen Sie den Vorschlag noch einmal.',
  'The proposal changes what the brand has changed: settle that first.':
    'In der Marke wurden Stellen geändert, die auch der Vorschlag ändert. Lösen Sie zuerst diese Konflikte.',
  'page {0} "{1}"': 'Seite {0} „{1}“',
  'chapter {0} "{1}"': 'Kapitel {0} „{1}“',
  '{0} (in the trash)': '{0} (im Papierkorb)',
  'This brand publishes no findings of the language check, and there are some in {0}.':
    'Diese Marke veröffentlicht nichts, solange die Sprachprüfung Fundstellen meldet. Betroffen: {0}.',
  'The brand has changed below the proposal since it was approved. Look again at {0}.':
    'Die Marke hat sich seit der Genehmigung des Vorschlags geändert. Prüfen Sie diese Änderungen noch einmal: {0}.',
  '{0} refers to {1}, which the proposal makes: publish that with it, or first.':
    '{0} verweist auf {1} aus diesem Vorschlag. Veröffentlichen Sie beide Änderungen zusammen.',
  'The proposal is not approved.': 'Der Vorschlag ist nicht genehmigt.',
  portal: 'Portal',
  language: 'Sprache',
  ids: 'höchste vergebene Nummern',
  brand: 'Marke',
  section: 'Abschnitt der Sprache',
  categories: 'Kategorien',
  entry: 'Fakt',
  file: 'Datei',
  purged: 'gelöschte Dateien',
  tags: 'Schlagwörter der Medien',
  media_categories: 'Kategorien der Medien',
  collection: 'Sammlung',
  'No medium has this number or tag.': 'Kein Medium hat diese Nummer oder dieses Schlagwort.',
  'A selection holds {0} files.': 'Eine Auswahl fasst {0} Dateien.',
  'Nothing is saved yet: confirm it below.': 'Noch ist nichts gespeichert. Bitte bestätigen Sie es unten.',
  'Collection {0}': 'Sammlung {0}',
  'Collection {0} "{1}"': 'Sammlung {0} „{1}“',
  'the slug "{0}" is also that of collection {1}': 'der Slug „{0}“ ist auch der von Sammlung {1}',
  'The proposal changes nothing any more.': 'Der Vorschlag enthält keine Änderungen mehr.',
  'There is no such version of the proposals any more.': 'Diese Version der Vorschläge gibt es nicht mehr.',
  'The proposal changes nothing.': 'Der Vorschlag enthält keine Änderungen.',
  'There is no such page any more: begin again without `after`.':
    'Diese Seite gibt es nicht mehr. Beginnen Sie noch einmal ohne after.',
  'name {0}, or some of them with commas between': 'Geben Sie {0} an, mehrere durch Kommas getrennt',
  'use the id of a chapter, or null': 'Geben Sie die ID eines Kapitels oder null an',
  'Page {0} was in the trash in that version: there is nothing to reset it to.':
    'In dieser Version lag die Seite {0} im Papierkorb. Die Seite lässt sich deshalb nicht auf diesen Stand zurücksetzen.',
  'Page {0} did not exist in that version: there is nothing to reset it to.':
    'In dieser Version gab es die Seite {0} nicht. Die Seite lässt sich deshalb nicht auf diesen Stand zurücksetzen.',
  'Medium {0}': 'Medium {0}',
  'Entry {0}': 'Fakt {0}',
  '{0} did not exist in that version: there is nothing to reset it to.':
    '{0} gab es in dieser Version nicht. Das Zurücksetzen ist deshalb nicht möglich.',
  '{0}; and {1} more': '{0}; und {1} weitere',
  'The reset would break a rule. {0}.': 'Das Zurücksetzen würde gegen eine Regel verstoßen. {0}.',
  'What the reset would do has changed since it was shown.':
    'Die Auswirkungen des Zurücksetzens haben sich seit der Anzeige geändert.',
  'The page never had this version. Nothing was stored.':
    'Diese Version der Seite hat es nie gegeben. Es wurde nichts gespeichert.',
  'Nothing was stored. Read the page, and make the changes again.':
    'Es wurde nichts gespeichert. Laden Sie die Seite neu und nehmen Sie Ihre Änderungen noch einmal vor.',
  '{0}, and {1} more': '{0} und {1} weitere',
  'Others have changed what you changed: {0}. {1}':
    'Andere Personen haben dieselben Stellen geändert wie Sie: {0}. {1}',
  'Nothing was stored. Resolve the conflicts in `merged`, and save it with `version` as its `base`.':
    'Es wurde nichts gespeichert. Lösen Sie die Konflikte im Feld „merged“ und speichern Sie das Ergebnis. Geben Sie dabei den Wert aus „version“ als „base“ an.',
  'block {0} {1}': 'Block {0} {1}',
  'a block without an id': 'ein Block ohne ID',
  '{0} (removed by you)': '{0} (von Ihnen entfernt)',
  '{0} (removed by them)': '{0} (von anderen Personen entfernt)',
  'the whole': 'der gesamte Inhalt',
  'block {0}': 'Block {0}',
  'block {0}, {1}': 'Block {0}, {1}',
  'There is no conflict at {0}.': 'An dieser Stelle gibt es keinen Konflikt: {0}.',
  'The sides at {0} cannot be put together: choose one.':
    'Die beiden Fassungen lassen sich hier nicht zusammenführen ({0}). Wählen Sie eine der Fassungen.',
  'Choose one side for {0}.': 'Wählen Sie eine der beiden Fassungen: {0}.',
  'What is put together does not fit here: shorten or correct it.':
    'Der zusammengeführte Text ist hier nicht zulässig. Kürzen oder korrigieren Sie den Text.',
  'Font {0}': 'Schrift {0}',
  'The {0} days in which {1} could be restored are over.':
    'Die Frist von {0} Tagen für die Wiederherstellung ist abgelaufen: {1}.',
  'blocks of {0}, and {1} more': 'in Blöcken von {0} und {1} weiteren',
  'blocks of {0}': 'in Blöcken von {0}',
  '{0} and the portal': '{0} und im Portal',
  '{0} is still used by {1}. By force it is taken out of them.':
    '{0} wird noch verwendet: {1}. Wenn Sie das Entfernen erzwingen, werden auch diese Verweise entfernt.',
  'the portal': 'im Portal',
  '{0} It is {1}.': '{0} Betroffen: {1}.',
  'brand.json': 'brand.json',
  Theme: 'Gestaltung',
  Font: 'Schrift',
  'The {0} field must be a string.': 'Das Feld {0} muss einen Text enthalten.',
  'The {0} field must be an integer.': 'Das Feld {0} muss eine ganze Zahl enthalten.',
  'The {0} field must be a number.': 'Das Feld {0} muss eine Zahl enthalten.',
  'The {0} field must be true or false.': 'Das Feld {0} muss true oder false enthalten.',
  'The {0} field must be an array.': 'Das Feld {0} muss eine Liste enthalten.',
  'The {0} field must be an object.': 'Das Feld {0} muss ein Objekt enthalten.',
  'The {0} field is required.': 'Das Feld {0} muss ausgefüllt sein.',
  'The selected {0} is invalid.': 'Der Wert im Feld {0} ist ungültig.',
  'The selected {0} is invalid. Valid: {1}.': 'Der Wert im Feld {0} ist ungültig. Möglich sind: {1}.',
  'The selected {0} is invalid: {1}.': 'Der Wert im Feld {0} ist ungültig: {1}.',
  'The {0} has already been taken.': 'Der Wert im Feld {0} ist bereits vergeben.',
  'The {0} field must be a valid URL.': 'Das Feld {0} muss eine gültige Adresse enthalten.',
  'Write the whole address: https://{0}': 'Geben Sie die vollständige Adresse an: https://{0}',
  'The {0} field format is invalid.': 'Das Feld {0} hat nicht das richtige Format.',
  'The {0} field format is invalid: {1}.': 'Das Feld {0} hat nicht das richtige Format: {1}.',
  'The {0} field must not be greater than {1} characters.': 'Das Feld {0} darf höchstens {1} Zeichen enthalten.',
  'The {0} field must not have more than {1} items.': 'Das Feld {0} darf höchstens {1} Einträge enthalten.',
  'The {0} field must be between {1} and {2}.': 'Der Wert im Feld {0} muss zwischen {1} und {2} liegen.',
  'The {0} field is prohibited.': 'Das Feld {0} ist hier nicht erlaubt.',
  'The {0} field prohibits {1} from being present.': 'Die Felder {0} und {1} dürfen nicht zusammen angegeben werden.',
  'There is no argument {0}.': 'Das Argument {0} gibt es nicht.',
  'There is no argument {0}. Valid: {1}.': 'Das Argument {0} gibt es nicht. Möglich sind: {1}.',
  'The request body must be a JSON object.': 'Der Inhalt der Anfrage muss ein JSON-Objekt sein.',
  'The request body must not hold more than {0} values.': 'Die Anfrage darf höchstens {0} Werte enthalten.',
  'The {0} field must not nest HTML deeper than {1} levels, have tags longer than {2} characters, or be read as more than {3} elements.':
    'Das HTML im Feld {0} darf höchstens {1} Ebenen, Tags mit höchstens {2} Zeichen und insgesamt höchstens {3} Elemente enthalten.',
  'The {0} field has HTML that takes too long to check. Simplify it, or split it into several blocks.':
    'Die Prüfung des HTML im Feld {0} dauert zu lange. Vereinfachen Sie das HTML oder verteilen Sie es auf mehrere Blöcke.',
  'The content must not be stored as more than {0}.': 'Der gespeicherte Inhalt darf höchstens {0} groß sein.',
  'The {0} field has a name longer than {1} characters.': 'Im Feld {0} dürfen Namen höchstens {1} Zeichen lang sein.',
  'The {0} field must be a number that can be stored exactly.':
    'Das Feld {0} muss eine Zahl enthalten, die sich exakt speichern lässt.',
  'The {0} field must not contain control characters.': 'Das Feld {0} darf keine Steuerzeichen enthalten.',
  'The {0} field must be a single line.': 'Das Feld {0} darf nur eine Zeile enthalten.',
  'The {0} field must be valid Unicode text.': 'Das Feld {0} muss gültigen Unicode-Text enthalten.',
  'The {0} field has a reserved name.': 'Der Name des Felds {0} ist reserviert.',
  'The {0} field must not be nested deeper than {1} levels.':
    'Das Feld {0} darf höchstens {1} Ebenen tief verschachtelt sein.',
  'The {0} field must not nest blocks deeper than {1} levels.':
    'Im Feld {0} dürfen Blöcke höchstens {1} Ebenen tief verschachtelt sein.',
  'The {0} field must not bring the page to more than {1} blocks.':
    'Mit den Blöcken aus dem Feld {0} darf die Seite höchstens {1} Blöcke haben.',
  'A brand must not have more than {0} pages, those in the trash included.':
    'Eine Marke darf höchstens {0} Seiten haben. Seiten im Papierkorb zählen mit.',
  'A brand must not have more than {0} media.': 'Eine Marke darf höchstens {0} Medien haben.',
  'A brand must not have more than {0} collections.': 'Eine Marke darf höchstens {0} Sammlungen haben.',
  'A brand must not have more than {0} templates.': 'Eine Marke darf höchstens {0} Vorlagen haben.',
  'A chapter is no template.': 'Ein Kapitel kann keine Vorlage sein.',
  'There is no such template.': 'Diese Vorlage gibt es nicht.',
  'There is no such chapter.': 'Dieses Kapitel gibt es nicht.',
  'A brand must not have more than {0} tags.': 'Eine Marke darf höchstens {0} Schlagwörter haben.',
  'A brand must not have more than {0} categories of media.': 'Eine Marke darf höchstens {0} Medienkategorien haben.',
  'use no comma': 'Verwenden Sie kein Komma',
  'use a day such as 2026-12-10': 'Geben Sie einen Tag wie 2026-12-10 an',
  'use a day that is not before valid_from': 'Geben Sie einen Tag an, der nicht vor valid_from liegt',
  '{0} is not a day': '{0} ist kein Tag',
  'A brand must not have more than {0} entries of brand context.': 'Eine Marke darf höchstens {0} Fakten haben.',
  'The {0} field is not possible: a chapter carries no blocks.':
    'Das Feld {0} ist nicht erlaubt: Ein Kapitel kann keine Blöcke enthalten.',
  'The {0} field holds a block that cannot be changed through the API.':
    'Das Feld {0} enthält einen Block, der sich nicht über die API ändern lässt.',
  '{0} (and {1} more error)': '{0} (und {1} weiterer Fehler)',
  '{0} (and {1} more errors)': '{0} (und {1} weitere Fehler)',
  'Choose a file first.': 'Wählen Sie zuerst eine Datei.',
  'A logo is a picture: SVG, PNG, JPEG or WebP.': 'Ein Logo ist ein Bild: SVG, PNG, JPEG oder WebP.',
  'Choose a ZIP file first.': 'Wählen Sie zuerst eine ZIP-Datei.',
  'It has more than {0}.': 'Sie enthält mehr als {0}.',
  '{0} entries': '{0} Einträge',
  '{0} in all files': '{0} in allen Dateien',
  '{0} packed': '{0} gepackt',
  'Its name has more than {0} characters.': 'Der Name hat mehr als {0} Zeichen.',
  'Its path has more than {0} folders or {1} characters.': 'Der Pfad hat mehr als {0} Ordner oder {1} Zeichen.',
  'It cannot be read as a ZIP file: {0}.': 'Sie lässt sich nicht als ZIP-Datei lesen: {0}.',
  'It is encrypted.': 'Die Datei ist verschlüsselt.',
  'It is packed in a way that is not known.': 'Die Datei ist auf eine unbekannte Weise gepackt.',
  'It is a link.': 'Es ist eine Verknüpfung.',
  'It is no regular file.': 'Es ist keine gewöhnliche Datei.',
  'It is packed more than {0} to 1.': 'Die Datei ist stärker als {0} zu 1 gepackt.',
  'It cannot be unpacked: its checksum differs.': 'Die Datei lässt sich nicht entpacken: Ihre Prüfsumme stimmt nicht.',
  'It cannot be unpacked: {0}.': 'Die Datei lässt sich nicht entpacken: {0}.',
};
