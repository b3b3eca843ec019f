/** Errors and notes of imports of pages, by their English template. */
export const errorsOfImports = {
  'The picture is not in the folder.': 'Das Bild liegt nicht im Ordner.',
  'The picture is at another website.': 'Das Bild liegt auf einer anderen Website.',
  'The file is not a picture that can be shown.': 'Die Datei ist kein Bild, das sich anzeigen lässt.',
  'The file could not be stored.': 'Die Datei ließ sich nicht speichern.',
  'A proposal has no room for more files.': 'Ein Vorschlag hat keinen Platz für weitere Dateien.',
  'The link leads to a page that is not in the folder: its words stay.':
    'Der Link führt zu einer Seite, die nicht im Ordner liegt: Sein Text bleibt.',
  'A drawing in the code of the page is no file.': 'Eine Zeichnung im Code der Seite ist keine Datei.',
  'Forms and their fields have no block.': 'Für Formulare und ihre Felder gibt es keinen Block.',
  'The address of the embedded page cannot be used.': 'Die Adresse der eingebetteten Seite lässt sich nicht verwenden.',
  'The element has no block.': 'Für das Element gibt es keinen Block.',
  'Looks that the HTML gives stay behind.': 'Gestaltung aus dem HTML wird nicht übernommen.',
  'Pages have no such field.': 'Seiten haben dieses Feld nicht.',
  'It is a command of the program that made the file, and stays as text.':
    'Es ist ein Befehl des Programms, das die Datei geschrieben hat, und bleibt als Text.',
  'Footnotes have no block, and stay as text.': 'Für Fußnoten gibt es keinen Block. Sie bleiben als Text.',
  'Attributes have no block, and stay as text.': 'Für Attribute gibt es keinen Block. Sie bleiben als Text.',
  'Tables have no alignment.': 'Tabellen haben keine Ausrichtung.',
  'Headings have no emphasis and no links.': 'Überschriften haben keine Hervorhebungen und keine Links.',
  'Code has no language.': 'Code hat keine Sprache.',
  'It is nested too deep.': 'Es ist zu tief verschachtelt.',
  'There is no block of this type.': 'Einen Block dieser Art gibt es nicht.',
  'A text or an address is longer than a block takes.':
    'Ein Text oder eine Adresse ist länger, als ein Block aufnimmt.',
  'The table has more than 1000 rows.': 'Die Tabelle hat mehr als 1000 Zeilen.',
  'Comments and hidden text stay behind.': 'Kommentare und ausgeblendeter Text werden nicht übernommen.',
  'It is too complex to be read.': 'Der Aufbau ist zu komplex.',
  'It takes too long to be read.': 'Das Lesen dauert zu lange.',
  'It is not UTF-8.': 'Die Datei ist nicht in UTF-8.',
  'It is empty.': 'Die Datei ist leer.',
  'It cannot be read as CSV.': 'Die Datei lässt sich nicht als CSV lesen.',
  'It is larger than {0}.': 'Die Datei ist größer als {0}.',
  'It is a part of another page, or a copy.': 'Die Datei gehört zu einer anderen Seite, oder sie ist eine Kopie.',
  "It is a part of a website's program.": 'Die Datei gehört zum Programm einer Website.',
  'Such files are not read: save it as a web page (HTML).':
    'Solche Dateien werden nicht gelesen: Speichern Sie sie als Webseite (HTML).',
  'No page shows it.': 'Keine Seite zeigt die Datei.',
  'A page with this title and address is there.': 'Eine Seite mit diesem Titel und dieser Adresse gibt es schon.',
  'It has more than {0} documents.': 'Es sind mehr als {0} Dokumente.',
  'Its pages have more than {0} of text and pictures inside.':
    'Die Seiten haben mehr als {0} an Text und eingebetteten Bildern.',
};
