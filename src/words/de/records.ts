import type { Words } from '../words.js';

export const records: Words['records'] = {
  page: {
    title: 'Name der Seite',
    summary: {
      name: 'Kurzbeschreibung',
      hint: 'Ein Satz, der sagt, worum es auf der Seite geht: auf ihrer Karte im Kapitel, in Suchmaschinen und in Linkvorschauen.',
    },
    cover: { name: 'Bild', hint: 'Auf der Karte der Seite und in Linkvorschauen.' },
    visibility: 'Sichtbarkeit',
    language: {
      name: 'Sprache',
      hint: 'Ein Sprachkürzel, etwa de oder pt-BR. Ohne Angabe gilt die Sprache der Marke.',
    },
    translations: {
      name: 'Übersetzungen der Seite',
      hint: 'Nötig bei einer anderen Sprache: was aus ihnen wird.',
    },
  },
  color: {
    name: 'Name',
    role: { name: 'Rolle', hint: 'Der Platz der Farbe in der Palette, etwa primary.' },
    description: 'Verwendung',
    hex: { name: 'Hex', hint: 'Zum Beispiel #1f4e8c.' },
    rgb: 'RGB',
    cmyk: 'CMYK',
    pantone: 'Pantone',
    ral: 'RAL',
    shades: { name: 'Abstufungen', hint: 'Zum Beispiel 20% und #d2dce8.' },
    'shades.opacity': 'Deckkraft',
    'shades.hex': 'Hex',
  },
  theme: {
    primary: 'Hauptfarbe',
    accent: 'Akzentfarbe',
    background: 'Hintergrund',
    text: 'Text',
    link: 'Linkfarbe',
    font: { name: 'Schriftfolge', hint: 'Zum Beispiel Inter, system-ui, sans-serif.' },
  },
  font: {
    role: {
      name: 'Rolle',
      hint: 'Die Verwendung der Schrift, etwa headline. Die Rolle lässt sich später nicht ändern.',
    },
    family: 'Schriftfamilie',
    base_weight: 'Strichstärke des Fließtexts',
    faces: { name: 'Schnitte', hint: 'Zum Beispiel 700 und normal oder 400 und italic.' },
    'faces.weight': 'Strichstärke',
    'faces.style': 'Stil',
  },
  category: {
    key: {
      name: 'Kürzel',
      hint: 'Der Name der Kategorie für Programme, etwa company. Ohne Angabe wird er aus der Bezeichnung gebildet. Das Kürzel lässt sich später nicht ändern.',
    },
    label: 'Bezeichnung',
  },
  fact: {
    title: 'Titel',
    body: 'Aussage',
    category: 'Kategorie',
    sources: 'Quellen',
    'sources.title': 'Titel der Quelle',
    'sources.url': 'Adresse der Quelle',
    verified: 'Bestätigt (über die API sichtbar)',
  },
  collection: {
    title: 'Titel',
    slug: { name: 'Adresse', hint: 'Der Name in der Adresse, etwa press-kit.' },
    text: { name: 'Text', hint: 'Reiner Text unter dem Titel, höchstens 2.000 Zeichen.' },
    visibility: 'Sichtbarkeit',
  },
  medium: {
    title: 'Titel',
    caption: 'Bildunterschrift',
    description: {
      name: 'Beschreibung',
      hint: 'Für alle, die das Medium nicht sehen. Seiten ohne eigenen Text verwenden diese Beschreibung.',
    },
    valid_from: 'Gültig ab',
    valid_until: { name: 'Gültig bis', hint: 'Bis einschließlich dieses Tages.' },
    credit: { name: 'Nachweis', hint: 'Wer zu nennen ist.' },
    owner: { name: 'Eigentümer', hint: 'Nur Personen der Marke sehen diese Angabe, sie ist nie öffentlich.' },
    media_category_id: 'Kategorie',
  },
  settings: {
    name: 'Name',
    default_visibility: 'Sichtbarkeit neuer Seiten, die über die API angelegt werden',
    language: { name: 'Sprache des Inhalts', hint: 'Ein Sprachkürzel, etwa en, de oder pt-BR.' },
    time_zone: { name: 'Zeitzone der Leserinnen und Leser', hint: 'Zum Beispiel Europe/Berlin.' },
  },
};
