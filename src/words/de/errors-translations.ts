/** Errors of translations, by their English templates. */
export const errorsOfTranslations = {
  'This page is not in the list any more: begin again without `after`.':
    'Diese Seite steht nicht mehr in der Liste. Beginnen Sie noch einmal ohne `after`.',
  'Texts are translated into this language: remove it from the others first.':
    'In diese Sprache wird übersetzt. Nehmen Sie sie zuerst aus den weiteren Sprachen.',
  'Use language tags, such as de or pt-BR, with commas between.':
    'Geben Sie Sprachkürzel an, etwa de oder pt-BR, durch Kommas getrennt.',
  'The proposal holds more than texts of its languages.': 'Der Vorschlag enthält mehr als Texte dieser Sprachen.',
  'What the texts are of': 'Das Übersetzte',
  'This is the language of the source: write without `lang`.':
    'Das ist die Sprache des Originals. Schreiben Sie ohne `lang`.',
  'This block has no texts that could be translated.': 'Dieser Block hat keine Texte, die sich übersetzen lassen.',
  "it is the brand's own language": 'Das ist die eigene Sprache der Marke',
  'its fallbacks lead back to it': 'Die Ersatzsprachen führen im Kreis',
  'its number of links is {0}, and that of its source {1}': 'Links im Text: {0}, im Original: {1}',
  'its links are in another order than those of its source':
    'Die Links stehen in einer anderen Reihenfolge als im Original',
  'the server itself has the address /{0}': 'Der Server selbst hat die Adresse /{0}',
  'The page has translations: say with `translations` whether all are `outdated`, or `swap` the one in this language with the source.':
    'Die Seite ist übersetzt. Wählen Sie, was aus den Übersetzungen wird.',
  '{0} texts are missing in {1}': 'Auf {1} fehlen {0} Texte',
  'the source has no such text': 'Das Original hat diesen Text nicht',
  'a language has the blocks of the source': 'Eine Übersetzung hat die Blöcke des Originals',
  'a language has the order of the source': 'Eine Übersetzung hat die Reihenfolge des Originals',
  'blocks has an id that no block can have': 'blocks hat eine ID, die kein Block haben kann',
  '{0} must have either text or html': '{0} muss entweder text oder html haben',
  '{0} is no place of a text': '{0} ist keine Stelle eines Texts',
  'its slug "{0}" is that of a language now': 'Ihre Adresse „{0}“ ist jetzt die einer Sprache',
  translation: 'Übersetzung',
  Language: 'Sprache',
  '{0} has {1} texts. Only the history keeps them: confirm it with "with_texts".':
    '{0} hat {1} Texte. Sie bleiben nur im Verlauf. Bestätigen Sie das mit „with_texts“.',
  'a page has the address {0}': 'Eine Seite hat die Adresse {0}',
  'It has no right to write texts in {0}.': 'Sie dürfen keine Texte auf {0} schreiben.',
  'People have written these texts, and their sources are the same: {0}.':
    'Diese Texte haben Menschen geschrieben, und die Originale sind dieselben: {0}.',
  '{0} Send "replace": true to replace them.': '{0} Senden Sie „replace“: true, um sie zu ersetzen.',
  'Nothing was stored. Read the page in this language, and make the changes again.':
    'Es wurde nichts gespeichert. Lesen Sie die Seite in dieser Sprache und ändern Sie sie noch einmal.',
  'Others have changed the same texts: {0}.': 'Andere haben dieselben Texte geändert: {0}.',
  'Nothing was stored. Save again with `version` as its `base`.':
    'Es wurde nichts gespeichert. Speichern Sie noch einmal mit `version` als `base`.',
  Kind: 'Art',
  Id: 'ID',
  'Send a file of translations: XLIFF 1.2 or 2.': 'Senden Sie eine Datei mit Übersetzungen: XLIFF 1.2 oder 2.',
  'A file with a document type (DTD) is not read.': 'Eine Datei mit einem Dokumenttyp (DTD) wird nicht gelesen.',
  'A person has written the text, and its source is the same.':
    'Diesen Text hat ein Mensch geschrieben, und sein Original ist unverändert.',
  'A unit has no id.': 'Eine Einheit hat keine Kennung.',
  'It has <{0}>, which is not read.': 'Der Text enthält <{0}>. Das wird nicht gelesen.',
  'It has codes that its source does not have: {0}.': 'Der Text enthält Codes, die im Original fehlen: {0}.',
  'It has markup that a text cannot have.': 'Der Text enthält Auszeichnungen, die hier nicht erlaubt sind.',
  'It has no id.': 'Die Kennung fehlt.',
  'It is in the file twice.': 'Der Text steht zweimal in der Datei.',
  'It is longer than a text may be.': 'Der Text ist zu lang.',
  'It lacks codes of its source: {0}.': 'Im Text fehlen Codes des Originals: {0}.',
  'Its links are in another order than those of its source.':
    'Die Links stehen in einer anderen Reihenfolge als im Original.',
  'More than {0} elements are in one another.': 'Mehr als {0} Elemente sind ineinander verschachtelt.',
  'Send the body as {0}.': 'Senden Sie den Inhalt als {0}.',
  'The file does not say which language it is for.': 'Die Datei nennt keine Zielsprache.',
  'The file has lost what its codes are.': 'In der Datei fehlt die Bedeutung ihrer Codes.',
  'The file has more than {0} units.': 'Die Datei hat mehr als {0} Einheiten.',
  'The file is larger than {0}.': 'Die Datei ist größer als {0}.',
  'The file would have {0}: choose pages.': 'Die Datei hätte {0}. Wählen Sie Seiten aus.',
  'The text has been translated since the file was made.':
    'Der Text wurde übersetzt, nachdem die Datei entstanden ist.',
  'The text that it translates is gone.': 'Das Original dieses Textes gibt es nicht mehr.',
  'There is no such text here.': 'Diesen Text gibt es hier nicht.',
  'This is XLIFF {0}: only 1.2 and 2 are read.': 'Das ist XLIFF {0}. Gelesen werden nur 1.2 und 2.',
  'This is no XLIFF.': 'Das ist keine XLIFF-Datei.',
  'This is not a file for {0}. It is for {1}.': 'Diese Datei ist nicht für {0}, sondern für {1}.',
  'more than {0} texts': 'mehr als {0} Texte',
  'more than {0}': 'mehr als {0}',
} as const;
