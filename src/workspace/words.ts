import type { Module, Visibility } from '../content/brand.js';
import type { Change } from '../content/diff/changes.js';
import type { BlockCounts } from '../content/diff/page-diff.js';
import type { MediaFile, StoredMedium } from '../content/media.js';
import { plural } from '../lib/plural.js';
import { sizeText } from '../lib/size-text.js';
import type { Area } from '../operations/history.js';
import type { PortalAccess, Right, Role } from '../registry/records.js';

/** Readers of a portal, in words. */
export const readerNames: Readonly<Record<PortalAccess, string>> = {
  ...{ off: 'Only editors', people: 'People of the brand', public: 'Everyone' },
};

export const roleNames: Readonly<Record<Role, string>> = { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' };

/** Rights of an agent, in words. */
export const scopeNames: Readonly<Record<Right, string>> = {
  read: 'Read what you see',
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
    .replaceAll(/(\d+) (?=[a-z])/g, '$1, ');
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
  return [kindNames[kind], ...(id === null ? [] : [String(id)]), ...(title === null ? [] : [`“${title}”`])].join(' ');
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
export function sectionName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
}
