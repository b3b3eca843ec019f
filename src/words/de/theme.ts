import type { Words } from '../words.js';

export const theme: Words['theme'] = {
  hint: 'Die Farben und Schriften, in denen das Portal erscheint.',
  defaults: 'Es ist noch nichts festgelegt. Gezeigt werden die Standardwerte.',
  fonts: 'Schriften',
  noFonts: 'Es gibt noch keine Schriften.',
  editOrRemove: 'Schrift bearbeiten oder entfernen',
  undoTitle: 'Diese Änderung rückgängig machen?',
  undo: 'Änderung rückgängig machen',
  nothingToUndo:
    'Diese Änderung lässt sich nicht mehr rückgängig machen. Sie wurde bereits rückgängig gemacht, oder eine spätere Änderung hat dieselben Werte gesetzt.',
  contrast: 'Kontrast',
  pair: '{front} auf {back}',
  largeText: 'nur für großen Text',
  notForText: 'nicht für Text',
  moved: {
    light: 'In Texten erscheint sie in heller Darstellung als {color}.',
    dark: 'In Texten erscheint sie in dunkler Darstellung als {color}.',
  },
};

export const newFont: Words['newFont'] = {
  title: 'Schrift hinzufügen',
  hint: 'Die Schrift ersetzt die bisherige Schriftfamilie in jeder gewählten Verwendung.',
  add: 'Schrift hinzufügen',
  file: 'Schriftdatei',
  fileHint:
    'WOFF2, WOFF, TTF oder OTF, höchstens {size}. Schriften wie Georgia, die jedes Gerät hat, brauchen keine Datei.',
  family: 'Schriftfamilie',
  familyHint: 'Ohne Angabe gilt der Name aus der Datei.',
  weights: 'Strichstärken',
  weightsHint: 'Zum Beispiel 400, 700. Ohne Angabe gelten die Strichstärken der Datei.',
  style: 'Stil',
  asFile: 'Wie in der Datei',
  styles: { normal: 'Gerade', italic: 'Kursiv' },
  roles: 'Verwendung',
  roleNames: { headline: 'Überschriften', body: 'Text', code: 'Code' },
  otherRole: 'Andere Verwendung',
  otherRoleHint: 'Eine eigene Rolle, zum Beispiel Ziffern.',
  servedOnWeb: 'Diese Schrift darf im Web verwendet werden',
  servedOnWebHint: 'Für eine Schriftdatei ist diese Bestätigung nötig. Die Lizenz muss die Verwendung im Web erlauben.',
  specimen: 'Schriftmuster',
};

export const colors: Words['colors'] = {
  hint: 'Die Palette der Marke mit den Farbwerten für Druck und Bildschirm.',
  none: 'Es gibt noch keine Farben',
  noneHint:
    'Hier finden Sie die Farben mit ihren Farbwerten. Auf Seiten erscheinen die Farben in Paletten und lassen sich dort kopieren.',
  whiteOnIt: 'Weiß auf dieser Farbe',
  blackOnIt: 'Schwarz auf dieser Farbe',
  textOnIt: 'Textfarbe des Portals auf dieser Farbe',
  onBackground: 'Diese Farbe auf dem Hintergrund',
  rgbDiffers: 'Der RGB-Wert {rgb} entspricht nicht dem Hex-Wert {hex}',
};

export const portalForm: Words['portalForm'] = {
  editHome: 'Startseite bearbeiten',
  homeHint: 'Das sehen alle zuerst: ein Bild, einen Satz und bis zu zwei Schaltflächen.',
  hint: 'Diese Angaben zeigt {portal} zusätzlich zu den Seiten. Jedes Feld darf leer bleiben.',
  thePortal: 'das Portal',
  mediumNumber: 'Geben Sie die Nummer eines Mediums an.',
  logoLight: 'Logo auf hellem Hintergrund',
  logoDark: 'Logo auf dunklem Hintergrund',
  cover: 'Titelbild der Startseite',
  coverHint: 'Zur Auswahl stehen freigegebene Bilder aus {media}.',
  symbol: 'Bildzeichen',
  symbolHint: 'Ein quadratisches Bild. Es erscheint als Symbol im Browser und auf Startbildschirmen.',
  sentence: 'Leitsatz',
  sentenceHint: 'Der Leitsatz erscheint auf der Startseite unter dem Namen.',
  buttons: 'Schaltflächen',
  buttonsHint: 'Geben Sie eine Seite dieser Marke oder eine Webadresse an.',
  label: 'Beschriftung',
  address: 'Adresse',
  contact: 'Kontakt',
  contactHint: 'Zum Beispiel: Fragen Sie das Markenteam.',
  contactUrl: 'Adresse des Kontakts',
  contactUrlHint: 'Zum Beispiel mailto:marke@example.com.',
  footerPage: 'Fußzeile: {page}',
  footerHint:
    'Am Ende jeder Seite. Geben Sie eine Seite dieser Marke oder eine Webadresse an. Auf der Zugangsseite der eigenen Domain erscheinen nur Webadressen.',
  footerLinks: 'Weitere Links der Fußzeile',
  footerLinksHint: 'Höchstens acht.',
};
