import type { Words } from '../words.js';

export const fields: Words['fields'] = {
  heading: { text: 'Überschrift', level: { name: 'Ebene', hint: '1 ist die oberste Ebene.' } },
  rich_text: { html: 'Text' },
  alert: {
    variant: { name: 'Art', hint: 'Ein Wert, den die Website unterstützt, zum Beispiel info oder warning.' },
    title: 'Titel',
    body: 'Text',
  },
  button: {
    label: 'Beschriftung',
    url: { name: 'Adresse', hint: 'Eine Webadresse oder der Name einer Seite dieser Marke.' },
    style: { name: 'Stil', hint: 'Ein Wert, den die Website unterstützt, zum Beispiel primary.' },
    new_tab: 'In neuem Tab öffnen',
  },
  video: {
    url: { name: 'Adresse', hint: 'Die Webadresse des Videos. Stattdessen können Sie ein Medium auswählen.' },
    media_id: 'Medium',
    title: 'Titel',
    caption: 'Bildunterschrift',
  },
  image_placeholder: {
    label: 'Beschriftung',
    width: { name: 'Breite', hint: 'In Pixeln.' },
    height: { name: 'Höhe', hint: 'In Pixeln.' },
  },
  accordion: { items: 'Abschnitte', 'items.title': 'Titel', 'items.body': 'Text' },
  table: { caption: 'Beschriftung', header: 'Spaltenüberschriften', rows: 'Zeilen' },
  columns: {
    columns: 'Spalten',
    'columns.width': { name: 'Breite', hint: 'Ein Anteil oder eine Angabe in Pixeln, je nach Website.' },
  },
  group: { title: 'Titel' },
  image: {
    media_id: 'Medium',
    alt: { name: 'Beschreibung', hint: 'Für alle, die das Bild nicht sehen.' },
    caption: 'Bildunterschrift',
    link: { name: 'Link', hint: 'Die Adresse, die ein Klick auf das Bild öffnet.' },
  },
  gallery: {
    collection: { name: 'Sammlung', hint: 'Anstelle eigener Bilder: Gezeigt werden ihre freigegebenen Medien.' },
    items: 'Bilder',
    'items.media_id': 'Medium',
    'items.alt': { name: 'Beschreibung', hint: 'Für alle, die das Bild nicht sehen.' },
    'items.caption': 'Bildunterschrift',
    layout: {
      name: 'Anordnung',
      hint: 'Ein anderer Wert bleibt für Websites erhalten, die ihn kennen. Hier erscheinen die Bilder im Raster.',
    },
  },
  tabs: { items: 'Reiter', 'items.title': 'Titel' },
  asset_download: { media_id: 'Medium', label: 'Beschriftung', description: 'Text' },
  download_list: {
    title: 'Titel',
    collection: { name: 'Sammlung', hint: 'Anstelle eigener Dateien: Gezeigt werden ihre freigegebenen Medien.' },
    items: 'Dateien',
    'items.media_id': 'Medium',
    'items.label': 'Beschriftung',
  },
  color_palette: { title: 'Titel', color_ids: 'Farben' },
  further: {
    '*': 'Weitere Felder',
    '*.name': 'Name',
    '*.value': 'Wert',
    '*.json': { name: 'Als JSON lesen', hint: 'Für Zahlen, Listen und Objekte. Sonst gilt der Wert als Text.' },
  },
};

export const sectionFields: Words['sectionFields'] = {
  meta: {},
  voice: {
    summary: 'Zusammenfassung',
    tone: { name: 'Tonalität', hint: 'Eine Angabe je Zeile.' },
    principles: 'Grundsätze',
    'principles.title': 'Titel',
    'principles.description': 'Beschreibung',
    dos: { name: 'So', hint: 'Eine Angabe je Zeile.' },
    donts: { name: 'So nicht', hint: 'Eine Angabe je Zeile.' },
  },
  terminology: {
    preferred: 'Bevorzugte Wörter',
    'preferred.term': 'Wort',
    'preferred.instead_of': { name: 'Anstelle von', hint: 'Eine Angabe je Zeile.' },
    'preferred.note': 'Anmerkung',
    forbidden: 'Verbotene Wörter',
    'forbidden.term': 'Wort',
    'forbidden.reason': 'Grund',
  },
  company_name: {
    legal: 'Eingetragener Firmenname',
    short: 'Kurzname',
    usage: 'Verwendung',
    never: { name: 'Unzulässige Schreibweisen', hint: 'Eine Angabe je Zeile.' },
  },
  notation: {
    numbers: 'Zahlen',
    dates: 'Datumsangaben',
    currency: 'Währung',
    quotation: 'Anführungszeichen',
    gender: 'Gendergerechte Sprache',
    examples: 'Beispiele',
    'examples.wrong': 'Falsch',
    'examples.right': 'Richtig',
  },
};
