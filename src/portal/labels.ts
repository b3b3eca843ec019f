import type { BlockTypeName } from '../content/blocks/types.js';
import type { SectionName } from '../content/catalog/paths.js';

/** Name of a field, and a hint. */
export type Label = readonly [name: string, hint?: string];

const alt: Label = ['Description', 'For those who do not see the picture.'];
const caption: Label = ['Caption'];
const medium: Label = ['Medium', 'One that is released. After releasing one in another tab, press Preview here.'];
const title: Label = ['Title'];
const onePerLine = 'One on each line.';
const look = (examples: string): string => `A word that the website knows, such as ${examples}.`;

/** Labels of fields by their path in the data of a block, or in a section, without the keys of rows. */
export const labels: Readonly<Record<BlockTypeName | SectionName, Readonly<Record<string, Label>>>> = {
  heading: { text: ['Heading'], level: ['Level', '1 is the largest.'] },
  rich_text: { html: ['Text'] },
  alert: { variant: ['Kind', look('info or warning')], title, body: ['Text'] },
  button: {
    label: ['Label'],
    url: ['Address', 'A web address, or the name of a page of this brand.'],
    style: ['Style', look('primary')],
    new_tab: ['Opens in a new tab'],
  },
  video: { url: ['Address', 'Where the video is; or choose a medium.'], media_id: medium, title, caption },
  image_placeholder: { label: ['Label'], width: ['Width', 'In pixels.'], height: ['Height', 'In pixels.'] },
  accordion: { items: ['Sections'], 'items.title': title, 'items.body': ['Text'] },
  table: { caption, header: ['Head of the columns'], rows: ['Rows'] },
  columns: { columns: ['Columns'], 'columns.width': ['Width', 'A share or pixels, as the website takes it.'] },
  group: { title },
  image: { media_id: medium, alt, caption, link: ['Link', 'Where a click on the picture leads.'] },
  gallery: {
    items: ['Pictures'],
    'items.media_id': medium,
    'items.alt': alt,
    'items.caption': caption,
    layout: ['Layout', look('grid or masonry')],
  },
  tabs: { items: ['Tabs'], 'items.title': title },
  asset_download: { media_id: medium, label: ['Label'], description: ['Text'] },
  download_list: { title, items: ['Files'], 'items.media_id': medium, 'items.label': ['Label'] },
  color_palette: { title, color_ids: ['Colours'] },
  meta: {},
  voice: {
    summary: ['Summary'],
    tone: ['Tone', onePerLine],
    principles: ['Principles'],
    'principles.title': title,
    'principles.description': ['Description'],
    dos: ['Do', onePerLine],
    donts: ['Do not', onePerLine],
  },
  terminology: {
    preferred: ['Preferred terms'],
    'preferred.term': ['Term'],
    'preferred.instead_of': ['Instead of', onePerLine],
    'preferred.note': ['Note'],
    forbidden: ['Forbidden terms'],
    'forbidden.term': ['Term'],
    'forbidden.reason': ['Reason'],
  },
  company_name: {
    legal: ['Legal name'],
    short: ['Short name'],
    usage: ['Usage'],
    never: ['Never', onePerLine],
  },
  notation: {
    numbers: ['Numbers'],
    dates: ['Dates'],
    currency: ['Currency'],
    quotation: ['Quotation'],
    gender: ['Gender'],
    examples: ['Examples'],
    'examples.wrong': ['Wrong'],
    'examples.right': ['Right'],
  },
};

/** Labels of the fields of small records by their path in the body of a write, in the order of their forms. */
export const recordLabels = {
  page: {
    title: ['What the page is called'],
    visibility: ['Visibility'],
  },
  color: {
    name: ['Name'],
    hex: ['Hex', 'Such as #1f4e8c.'],
    role: ['Role', 'Its place in the palette, such as primary.'],
    description: ['When to use it'],
    rgb: ['RGB'],
    cmyk: ['CMYK'],
    pantone: ['Pantone'],
    ral: ['RAL'],
    shades: ['Shades', 'Such as 20% and #d2dce8.'],
    'shades.opacity': ['Opacity'],
    'shades.hex': ['Hex'],
  },
  theme: {
    primary: ['Primary'],
    accent: ['Accent'],
    background: ['Background'],
    text: ['Text'],
    link: ['Links'],
    font: ['Font stack', 'Such as Inter, system-ui, sans-serif.'],
  },
  font: {
    role: ['Role', 'Its use, such as headline. It stays.'],
    family: ['Family'],
    base_weight: ['Weight of running text'],
    faces: ['Faces', 'Such as 700 and normal, or 400 and italic.'],
    'faces.weight': ['Weight'],
    'faces.style': ['Style'],
  },
  category: {
    key: ['Key', 'Its name for programs, such as company. Left empty, it is made of what people read. It stays.'],
    label: ['What people read'],
  },
  fact: {
    title: ['Title'],
    body: ['What it says'],
    category: ['Category'],
    sources: ['Sources'],
    'sources.title': ['Title of source'],
    'sources.url': ['Address of source'],
    verified: ['Verified: the API shows it'],
  },
  medium: { title: ['Title'], caption: ['Caption'] },
  settings: { name: ['Name'], default_visibility: ['Who sees new pages that the API makes'] },
} satisfies Readonly<Record<string, Readonly<Record<string, Label>>>>;

/** Labels of the fields of an object's further members. */
const freeLabels: Readonly<Record<string, Label>> = {
  '*': ['Further fields'],
  '*.name': ['Name'],
  '*.value': ['Value'],
  '*.json': ['Read as JSON', 'For numbers, lists and objects. Otherwise it is a text.'],
};

/** Nouns for one row of a list. */
const rowNames: Readonly<Record<string, string>> = {
  'accordion.items': 'section',
  'columns.columns': 'column',
  'gallery.items': 'picture',
  'tabs.items': 'tab',
  'download_list.items': 'file',
  'color_palette.color_ids': 'colour',
  'voice.principles': 'principle',
  'terminology.preferred': 'term',
  'terminology.forbidden': 'term',
  'notation.examples': 'example',
};

/** Label of a field. @param path in the data, with or without the keys of rows */
export function labelOf(
  type: string | null,
  path: string,
): { readonly name: string; readonly hint: string | undefined } {
  const plainPath = withoutRows(path);
  const label =
    freeLabels[plainPath.slice(plainPath.indexOf('*'))] ?? (isLabelled(type) ? labels[type][plainPath] : undefined);
  return { name: label?.[0] ?? path, hint: label?.[1] };
}

/** Noun for one row of the list at a path. */
export function rowName(type: string | null, path: string): string {
  return path.endsWith('*') ? 'field' : (rowNames[`${type}.${withoutRows(path)}`] ?? 'row');
}

const isLabelled = (type: string | null): type is keyof typeof labels => Object.hasOwn(labels, type ?? '');
const withoutRows = (path: string): string => path.replaceAll(/\.n?\d+(?=\.|$)/g, '');

const blockNames: Readonly<Record<BlockTypeName, string>> = Object.assign(Object.create(null), {
  heading: 'heading',
  rich_text: 'text',
  alert: 'alert',
  button: 'button',
  video: 'video',
  image_placeholder: 'place for an image',
  accordion: 'accordion',
  table: 'table',
  columns: 'columns',
  group: 'group',
  image: 'image',
  gallery: 'gallery',
  tabs: 'tabs',
  asset_download: 'download',
  download_list: 'downloads',
  color_palette: 'colours',
} satisfies Record<BlockTypeName, string>);

/** Label of a block type; an unknown type is its own label. @param type `null`: the block has none */
export function blockName(type: string | null): string {
  return type === null ? 'untyped' : ((blockNames as Readonly<Record<string, string>>)[type] ?? type);
}
