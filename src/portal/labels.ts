import type { BlockFieldPath, BlockTypeName } from '../content/blocks/types.js';
import type { Module, Visibility } from '../content/brand.js';
import type { SectionName } from '../content/catalog/paths.js';
import type { Change } from '../content/diff/changes.js';
import type { BlockCounts } from '../content/diff/page-diff.js';
import type { MediaFile, StoredMedium } from '../content/media.js';
import type { ProposalState } from '../content/proposals/format.js';
import { capitalised } from '../lib/capitalised.js';
import { plural } from '../lib/plural.js';
import { sizeText } from '../lib/size-text.js';
import type { Area } from '../operations/history.js';
import type { PortalAccess, Right, Role } from '../registry/records.js';

/** Name of a field, and a hint. */
export type Label = readonly [name: string, hint?: string];

const alt: Label = ['Description', 'For those who do not see the picture.'];
const caption: Label = ['Caption'];
const medium: Label = ['Medium'];
const title: Label = ['Title'];
const onePerLine = 'One on each line.';
const look = (examples: string): string => `A word that the website knows, such as ${examples}.`;

type BlockLabels = { readonly [Name in BlockTypeName]: Readonly<Record<BlockFieldPath<Name>, Label>> };

/** Labels of fields by their path in the data of a block, or in a section, without the keys of rows. */
export const fieldLabels: BlockLabels & Readonly<Record<SectionName, Readonly<Record<string, Label>>>> = {
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
    role: ['Role', 'Its place in the palette, such as primary.'],
    description: ['When to use it'],
    hex: ['Hex', 'Such as #1f4e8c.'],
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
};

/**
 * Label of a field.
 *
 * @param path in the data, with or without the keys of rows
 */
export function labelOf(
  type: string | null,
  path: string,
): { readonly name: string; readonly hint: string | undefined } {
  const plainPath = withoutRows(path);
  const labels: Readonly<Record<string, Label>> = isLabelled(type) ? fieldLabels[type] : {};
  const label = freeLabels[plainPath.slice(plainPath.indexOf('*'))] ?? labels[plainPath];
  return { name: label?.[0] ?? path, hint: label?.[1] };
}

/** Noun for one row of the list at a path. */
export function rowName(type: string | null, path: string): string {
  return rowNames[`${type}.${withoutRows(path)}`] ?? 'row';
}

const isLabelled = (type: string | null): type is keyof typeof fieldLabels => Object.hasOwn(fieldLabels, type ?? '');
/** A path without the keys of rows. */
export const withoutRows = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '');

const blockNames: Readonly<Record<BlockTypeName, string>> = {
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
};
const isNamed = (type: string): type is BlockTypeName => Object.hasOwn(blockNames, type);

/**
 * Label of a block type; an unknown type is its own label.
 *
 * @param type `null` if the block has none
 */
export function blockName(type: string | null): string {
  if (type === null) return 'untyped';
  return isNamed(type) ? blockNames[type] : type;
}

/** Changes of a page between two versions, in a sentence. */
export const changeTexts = {
  same: 'Both versions are the same.',
  added: 'The page is new.',
  removed: 'The page was removed.',
  edited: 'Changed:',
  trashed: 'The page was moved to the trash.',
  restored: 'The page came back from the trash.',
} as const;

/** Readers of a portal, in words. */
export const readerNames: Readonly<Record<PortalAccess, string>> = {
  off: 'Only editors',
  people: 'People of the brand',
  public: 'Everyone',
};

/** Readers of a page, as the beginning of a sentence. */
export const readerTexts: Readonly<Record<Visibility, string>> = {
  public: 'Everyone can read it',
  internal: 'People of the brand can read it',
  hidden: 'Only editors can read it',
};

export const roleNames: Readonly<Record<Role, string>> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' };

/** States of a proposal, in words. */
export const proposalStates: Readonly<Record<ProposalState, string>> = {
  draft: 'Draft',
  open: 'In review',
  approved: 'Approved',
  blocked: 'Not published',
  merged: 'Published',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

/** Rights of an agent, in words. */
export const scopeNames: Readonly<Record<Right, string>> = {
  read: 'Read what you see',
  propose: 'Propose changes as you',
  write: 'Change content as you',
};

/** Rights of each role, in a sentence. */
export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: 'Viewers read the pages for people of the brand.',
  editor: 'Editors also write pages, media, colours, language and facts.',
  admin: 'Admins also manage people, keys, webhooks and settings.',
};

export const moduleNames: Readonly<Record<Module, string>> = {
  corporate_language: 'Corporate language',
  brand_agent: 'Facts for agents',
  media_upload: 'Uploads through the API',
};

export const visibilityNames: Readonly<Record<Visibility, string>> = {
  public: 'Everyone',
  internal: 'People of the brand',
  hidden: 'Only editors',
};

const fieldNames: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  parent_id: 'chapter',
  nav_expansion: 'navigation',
  html: 'text',
  color_ids: 'colours',
  media_id: 'medium',
});

/** A dotted path as words: `items.1.body` is `items 2, body`. */
export function fieldName(path: string): string {
  const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) + 1 : (fieldNames[part] ?? part)));
  return parts
    .join(' ')
    .replaceAll('_', ' ')
    .replaceAll(/(?<!\d)(\d+) (?=[a-z])/g, '$1, ');
}

export const kindNames: Readonly<Record<Change['kind'], string>> = {
  brand: 'Brand settings',
  portal: 'Portal',
  page: 'Page',
  section: 'Language',
  language: 'Language document',
  color: 'Colour',
  media: 'Medium',
  categories: 'Categories of facts',
  entry: 'Fact',
  ids: 'Highest ids',
  purged: 'Purged files',
  file: 'File',
};

/** Names of the parts of a brand: of their lists, and of the links to these. */
export const areaNames: Readonly<Record<Area, string>> = {
  page: 'Pages',
  language: 'Language',
  color: 'Colours',
  media: 'Media',
  context: 'Facts',
  settings: 'Settings',
};

/** `Page 11 “Clear space”`. */
export function thingName({ kind, id, title, path }: Pick<Change, 'kind' | 'id' | 'title' | 'path'>): string {
  if (kind === 'file') return `File ${path}`;
  return [kindNames[kind], id, title === null ? null : `“${title}”`].filter((word) => word !== null).join(' ');
}

export const changeNames: Readonly<Record<Change['change'], string>> = {
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  trashed: 'moved to the trash',
  restored: 'restored from the trash',
  purged: 'purged from the trash',
};

/** Whether websites can show a medium, in words. */
export function releaseText({ released, status }: Pick<MediaFile, 'released' | 'status'>): string {
  const text = released ? 'released' : 'not released';
  if (status === 'ready') return text;
  return status === 'failed' ? `${text}, and it failed` : `${text}, and not ready yet`;
}

/** `2400 × 640 · 12 KB`. */
export function fileText({ width, height, file }: Pick<StoredMedium, 'width' | 'height' | 'file'>): string {
  const size = width === null || height === null ? [] : [`${width} × ${height}`];
  return [...size, file === null ? 'no file' : sizeText(file.bytes)].join(' · ');
}

/** Host of an identity provider, by which people know it. */
export const hostOf = (issuer: string): string => new URL(issuer).host;

/** `1 block added`, `2 blocks moved`. */
export function blockCounts({ added, edited, moved, removed }: BlockCounts): string[] {
  return Object.entries({ added, edited, moved, removed }).flatMap(([change, count]) =>
    count > 0 ? [`${plural(count, 'block')} ${change}`] : [],
  );
}

/** `company_name` as `Company name`. */
export const sectionName = (name: string): string => capitalised(name.replaceAll('_', ' '));
