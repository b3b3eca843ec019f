import type { BlockTypeName } from '../../content/blocks/types.js';
import type { SectionName } from '../../content/catalog/paths.js';

/** Name of a field, and a line about it. */
type Label = readonly [name: string, hint?: string];

const alt: Label = ['Description', 'For those who do not see the picture.'];
const caption: Label = ['Caption'];
const medium: Label = ['Medium', 'One that is released. After releasing one in another tab, press Preview here.'];
const title: Label = ['Title'];
const each = 'One on each line.';
const look = (examples: string): string => `A word that the website knows, such as ${examples}.`;

/** Fields by their path in the data of a block, or in a section, without the numbers of rows. */
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
    tone: ['Tone', each],
    principles: ['Principles'],
    'principles.title': title,
    'principles.description': ['Description'],
    dos: ['Do', each],
    donts: ['Do not', each],
  },
  terminology: {
    preferred: ['Preferred terms'],
    'preferred.term': ['Term'],
    'preferred.instead_of': ['Instead of', each],
    'preferred.note': ['Note'],
    forbidden: ['Forbidden terms'],
    'forbidden.term': ['Term'],
    'forbidden.reason': ['Reason'],
  },
  company_name: {
    legal: ['Legal name'],
    short: ['Short name'],
    usage: ['Usage'],
    never: ['Never', each],
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

/** Fields of an object's further members. */
const free: Readonly<Record<string, Label>> = {
  '*': ['Further fields'],
  '*.name': ['Name'],
  '*.value': ['Value'],
  '*.json': ['Read as JSON', 'For numbers, lists and objects. Otherwise it is a text.'],
};

/** Names of one row of a list. */
const rows: Readonly<Record<string, string>> = {
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

/** @param path in the data, with or without the keys of rows */
export function labelOf(type: string | null, path: string): { readonly name: string; readonly hint: string | null } {
  const own = withoutRows(path);
  const found = free[own.slice(own.indexOf('*'))] ?? (isNamed(type) ? labels[type][own] : undefined);
  return { name: found?.[0] ?? path, hint: found?.[1] ?? null };
}

export function rowName(type: string | null, path: string): string {
  return path.endsWith('*') ? 'field' : (rows[`${type}.${withoutRows(path)}`] ?? 'row');
}

const isNamed = (type: string | null): type is keyof typeof labels => Object.hasOwn(labels, type ?? '');
const withoutRows = (path: string): string => path.replaceAll(/\.n?\d+(?=\.|$)/g, '');
