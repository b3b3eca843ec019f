/** Errors of the server, by their English templates. */
export const errorsOfServer = {
  'The file is larger than {0}. Nothing was stored.': 'Die Datei ist größer als {0}. Es wurde nichts gespeichert.',
  'The file did not arrive as it was sent. {0}. Nothing was stored.':
    'Die Datei wurde nicht korrekt übertragen. {0}. Es wurde nichts gespeichert.',
  'The disk does not take the file. Nothing was stored.':
    'Die Datei lässt sich auf dem Datenträger nicht speichern. Es wurde nichts gespeichert.',
  'The disk has no room for the file. Nothing was stored.':
    'Auf dem Datenträger ist nicht genug Platz für die Datei. Es wurde nichts gespeichert.',
  'It has {0} bytes and not {1}': 'Die Datei ist {0} Byte groß statt {1}',
  'It does not have the digest that was sent':
    'Die Prüfsumme der Datei stimmt nicht mit der gesendeten Prüfsumme überein',
  "This node's disk cannot take the file.": 'Die Datei lässt sich auf dem Datenträger dieses Servers nicht speichern.',
  '{0}/{1} has another content than its name says.': 'Der Inhalt von {0}/{1} stimmt nicht mit dem Namen überein.',
  'The server works on {0} requests, the most it takes at once. Try again soon.':
    'Der Server bearbeitet gerade {0} Anfragen. Mehr sind nicht gleichzeitig möglich. Versuchen Sie es gleich noch einmal.',
  'A request needs a Host header.': 'Die Anfrage muss einen Host-Header enthalten.',
  'Send the body as {0} in UTF-8.': 'Senden Sie den Inhalt als {0} in UTF-8.',
  'The request body is not valid UTF-8.': 'Der Inhalt der Anfrage muss gültiges UTF-8 sein.',
  'The request body is not valid JSON.': 'Der Inhalt der Anfrage muss gültiges JSON sein.',
  'The request body is larger than {0} bytes.': 'Der Inhalt der Anfrage darf höchstens {0} Byte groß sein.',
  'The Content-Encoding of the body is not supported.': 'Das Content-Encoding der Anfrage wird nicht unterstützt.',
  'The request body could not be read.': 'Der Inhalt der Anfrage konnte nicht gelesen werden.',
  'The Content-Digest has the form sha-256=:<base64>:.': 'Der Content-Digest muss die Form sha-256=:<base64>: haben.',
  'Send the file as it is, without a Content-Encoding.': 'Senden Sie die Datei unverändert, ohne Content-Encoding.',
  'The key ended meanwhile. Nothing was stored.':
    'Der Zugangsschlüssel ist inzwischen ungültig. Es wurde nichts gespeichert.',
  'The file did not arrive as a whole. Nothing was stored.':
    'Die Datei wurde nicht vollständig übertragen. Es wurde nichts gespeichert.',
  'The file cannot be read at the moment.': 'Die Datei kann gerade nicht gelesen werden.',
  'A format is for a picture: name its width, too.':
    'Ein Format lässt sich nur zusammen mit der Breite des Bilds angeben.',
  'Your network may ask for {0} files a minute.':
    'Aus Ihrem Netzwerk lassen sich höchstens {0} Dateien pro Minute abrufen.',
  'The workspace is at {0}.': 'Sie finden den Arbeitsbereich unter {0}.',
  '{0} Without backend_url it answers only on this machine. {1}':
    '{0} Ohne backend_url ist der Arbeitsbereich nur auf diesem Gerät erreichbar. {1}',
  'For others, set backend_url in the configuration to the address that they use.':
    'Tragen Sie für andere Personen unter backend_url in der Konfiguration die Adresse ein, die sie verwenden.',
  'This host name is not known here. Try {0}.': 'Dieser Hostname ist hier nicht bekannt. Versuchen Sie {0}.',
  'This host name is not known here. It can be set as backend_url in the configuration.':
    'Dieser Hostname ist hier nicht bekannt. Sie können den Namen als backend_url in der Konfiguration eintragen.',
  'This address': 'Diese Adresse',
  'Your network may register {0} clients a minute.':
    'Aus Ihrem Netzwerk lassen sich höchstens {0} Programme pro Minute registrieren.',
  'Your network may ask for {0} pages a minute.':
    'Aus Ihrem Netzwerk lassen sich höchstens {0} Seiten pro Minute abrufen.',
  'Other documents are being made for print. Try again soon.':
    'Gerade werden andere Dokumente zum Drucken erstellt. Versuchen Sie es bald noch einmal.',
  'This document has {0} pages, and one has at most {1}. Print its chapters one by one.':
    'Dieses Dokument hat {0} Seiten, möglich sind {1}. Drucken Sie seine Kapitel einzeln.',
  'This document is too long to print. Print its chapters one by one.':
    'Dieses Dokument ist zu lang zum Drucken. Drucken Sie seine Kapitel einzeln.',
  'Too many ZIP files are being made. Try again soon.':
    'Es werden gerade zu viele ZIP-Dateien erstellt. Versuchen Sie es gleich noch einmal.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'The method {0} is not possible here.': 'Die Methode {0} ist hier nicht erlaubt.',
  'You are signed in as {0} now. Nothing was stored.':
    'Sie sind jetzt als {0} angemeldet. Es wurde nichts gespeichert.',
  'Your session is over.': 'Ihre Sitzung ist beendet.',
  'You were signed out meanwhile. Nothing was stored.':
    'Sie wurden inzwischen abgemeldet. Es wurde nichts gespeichert.',
  'the operator of this portal': 'den Portalbetrieb',
  '{0} or {1}': '{0} oder {1}',
  'This requires the {0} role. Ask {1}.': 'Dafür ist die Rolle „{0}“ nötig. Fragen Sie {1}.',
  'Too many links that did not work.': 'Es wurden zu viele ungültige Links verwendet.',
  'These are more requests than one person may send in a minute.':
    'Sie haben in einer Minute mehr Anfragen gesendet, als erlaubt sind.',
  'This form came from another site. Nothing was done.':
    'Dieses Formular wurde von einer anderen Website gesendet. Es wurde nichts ausgeführt.',
  'Forms are sent as application/x-www-form-urlencoded.':
    'Formulare müssen als application/x-www-form-urlencoded gesendet werden.',
  'A form has at most {0} fields.': 'Ein Formular darf höchstens {0} Felder enthalten.',
  'A form has at most {0}.': 'Ein Formular darf höchstens {0} groß sein.',
  'The upload broke off. What had not arrived whole was not stored.':
    'Das Hochladen wurde unterbrochen. Unvollständig übertragene Dateien wurden nicht gespeichert.',
  'A form with files takes {0} fields of {1} each. Files behind those were not stored.':
    'Ein Formular mit Dateien darf höchstens {0} Felder zu je {1} enthalten. Die Dateien danach wurden nicht gespeichert.',
  'A form takes {0} files. Those behind them were not stored.':
    'Ein Formular darf höchstens {0} Dateien enthalten. Die weiteren Dateien wurden nicht gespeichert.',
  'Forms with files are sent as multipart/form-data.':
    'Formulare mit Dateien müssen als multipart/form-data gesendet werden.',
  'The form could not be read.': 'Das Formular konnte nicht gelesen werden.',
  '{0} If it was, the history has a commit with the Request-Id {1}.':
    '{0} Falls die Änderung gespeichert wurde, enthält der Verlauf einen Commit mit der Request-Id {1}.',
  '{0} not found.': '{0} nicht gefunden.',
  'Version {0} does not read this: {1}.': 'Version {0} kann diese Daten nicht lesen: {1}.',
  '{0} files wait for their pictures, the most that may. Try again soon.':
    '{0} Dateien warten auf die Erstellung ihrer Vorschaubilder. Mehr sind nicht gleichzeitig möglich. Versuchen Sie es gleich noch einmal.',
  'This file is not accepted: it looks like {0}. Accepted are {1}.':
    'Dieser Dateityp wird nicht unterstützt. Erkannt wurde: {0}. Möglich sind: {1}.',
  'No picture of this file: {0}.': 'Für diese Datei gibt es kein Vorschaubild: {0}.',
  'The file cannot be inspected now. Try again later.':
    'Die Datei kann gerade nicht geprüft werden. Versuchen Sie es später noch einmal.',
  'These are more files than one ZIP holds: 1,000 of 4 GiB together.':
    'Eine ZIP-Datei kann höchstens 1.000 Dateien mit zusammen 2 GiB enthalten.',
  'Searches of this brand take long at the moment. Try again in a moment.':
    'Die Suche in dieser Marke dauert gerade lange. Versuchen Sie es gleich noch einmal.',
  '{0} of {1} documents': '{0} von {1} Dokumenten',
  'The search index of this brand is being built: {0}. Try again in a moment.':
    'Der Suchindex dieser Marke wird aufgebaut: {0}. Versuchen Sie es gleich noch einmal.',
  'The search of this brand is not available at the moment.': 'Die Suche in dieser Marke ist gerade nicht verfügbar.',
  'Too many searches of this brand wait at once. Try again in a moment.':
    'In dieser Marke warten gerade zu viele Suchanfragen. Versuchen Sie es gleich noch einmal.',
  'This brand is being opened: its catalog is built. Try again in a moment.':
    'Der Inhalt dieser Marke wird gerade geladen. Versuchen Sie es gleich noch einmal.',
  '{0}, who approved it, may not publish any more.':
    '{0} hat den Vorschlag genehmigt, darf aber nicht mehr veröffentlichen.',
  'The files of a brand must not take more than {0}. Those of its history count.':
    'Die Dateien einer Marke dürfen höchstens {0} belegen. Dateien im Verlauf zählen mit.',
  'A file of the proposal is not available at the moment.': 'Eine Datei des Vorschlags ist gerade nicht verfügbar.',
  'This file was deleted for good.': 'Diese Datei wurde endgültig gelöscht.',
  'This file is not available at the moment.': 'Diese Datei ist gerade nicht verfügbar.',
  'There are no pictures of this file.': 'Für diese Datei gibt es keine Vorschaubilder.',
  'File {0}': 'Datei {0}',
  'Too many files are being uploaded. Try again in a moment.':
    'Es werden gerade zu viele Dateien hochgeladen. Versuchen Sie es gleich noch einmal.',
  'A key may send {0} of files a day. Nothing was stored.':
    'Mit einem Zugangsschlüssel lassen sich pro Tag höchstens {0} an Dateien senden. Es wurde nichts gespeichert.',
  'The file is empty.': 'Die Datei ist leer.',
  'The content of this brand is not available at the moment.': 'Der Inhalt dieser Marke ist gerade nicht verfügbar.',
  'The proposals of this brand are not available at the moment.':
    'Die Vorschläge dieser Marke sind gerade nicht verfügbar.',
  'The repository of this brand is not available at the moment.':
    'Das Repository dieser Marke ist gerade nicht verfügbar.',
  'Repository {0}': 'Repository {0}',
  '{0} is not the repository of a brand: its {1} is missing or damaged.':
    '{0} ist nicht das Repository einer Marke: {1} fehlt oder ist beschädigt.',
  'The name of a brand must not be blank.': 'Eine Marke braucht einen Namen.',
  '{0} is not a valid slug: {1}.': '{0} ist als Adresse nicht möglich: {1}.',
  'it has 1 to 63 characters of a-z, 0-9 and hyphens between them':
    'Erlaubt sind 1 bis 63 Zeichen aus a–z, 0–9 und Bindestrichen, aber nicht am Anfang oder Ende',
  'Too many writes are waiting here. Nothing was stored: try again soon.':
    'Zu viele Änderungen warten gerade auf das Speichern. Es wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.',
  'The shared store did not answer in time. Nothing was stored.':
    'Der gemeinsame Speicher hat nicht rechtzeitig geantwortet. Es wurde nichts gespeichert.',
  'The content is not available at the moment.': 'Der Inhalt ist gerade nicht verfügbar.',
  'Too many requests read what this brand was. Try again in a moment.':
    'Zu viele Anfragen rufen gleichzeitig frühere Stände dieser Marke ab. Versuchen Sie es gleich noch einmal.',
  'The log in the shared store is damaged: nothing can be served from it.':
    'Das Protokoll im gemeinsamen Speicher ist beschädigt. Die Inhalte lassen sich deshalb nicht anzeigen.',
  "This node's disk cannot store new data.":
    'Auf dem Datenträger dieses Servers lassen sich keine neuen Daten speichern.',
  'The shared store cannot be reached. Nothing was stored.':
    'Der gemeinsame Speicher ist nicht erreichbar. Es wurde nichts gespeichert.',
  'It is not known whether this was stored: the shared store does not say.':
    'Es ist nicht bekannt, ob die Änderung gespeichert wurde: Der gemeinsame Speicher hat sie nicht bestätigt.',
  'Other nodes write here all the time. Nothing was stored: try again soon.':
    'Andere Server speichern hier gerade laufend Änderungen. Es wurde nichts gespeichert. Versuchen Sie es gleich noch einmal.',
  "This node's disk cannot take it. Nothing was stored.":
    'Die Änderung lässt sich auf dem Datenträger dieses Servers nicht speichern. Es wurde nichts gespeichert.',
  'A text to look for is one line.': 'Der Suchtext darf nur eine Zeile lang sein.',
  'Give one commit, not the range {0}, or two separated by a space.':
    'Geben Sie statt des Bereichs {0} einen einzelnen Commit an oder zwei Commits, getrennt durch ein Leerzeichen.',
  'More than one commit begins as {0} does: give more characters of it.':
    'Mehrere Commits beginnen mit {0}. Geben Sie weitere Zeichen der ID an.',
  'There is no commit {0} in this brand.': 'In dieser Marke gibt es keinen Commit {0}.',
  'The history needs git, which is not installed on this machine.':
    'Für den Verlauf ist git nötig. Das Programm ist auf diesem Server nicht installiert.',
  'Too many files are open on this machine: git cannot be started now.':
    'Auf diesem Server sind zu viele Dateien geöffnet. Deshalb lässt sich git gerade nicht starten.',
  'git cannot be started on this machine at the moment.': 'git lässt sich auf diesem Server gerade nicht starten.',
  'A text to look for has a NUL character in it, or is too long.':
    'Der Suchtext enthält ein NUL-Zeichen oder ist zu lang.',
  'mails wait: {0}': 'Mails warten: {0}',
  'the mail server answered {0}': 'der Mailserver hat mit {0} geantwortet',
  'the mail server does not accept user and password': 'der Mailserver nimmt Benutzer und Passwort nicht an',
  'the mail server has no secure connection': 'der Mailserver hat keine sichere Verbindung',
  'a file of the mail settings cannot be read': 'eine Datei der Maileinstellungen kann nicht gelesen werden',
  'the mail server does not answer in time': 'der Mailserver antwortet nicht rechtzeitig',
  'the mail server cannot be reached': 'der Mailserver ist nicht erreichbar',
  'The shared store is not available at the moment.': 'Der gemeinsame Speicher ist gerade nicht verfügbar.',
};
