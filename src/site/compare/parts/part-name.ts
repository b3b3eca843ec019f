import type { Catalog } from '../../../content/catalog/catalog.js';
import { fill, words } from '../../../words/words.js';
import { addressedPart, type Fields } from '../../addresses.js';
import { sectionName } from '../../labels.js';
import type { IconName } from '../../parts/icon.js';

/** Name of a kind of content. An unknown kind is its own name. */
export const kindName = (kind: string): string => new Map(Object.entries(words().labels.kinds)).get(kind) ?? kind;

const icons: ReadonlyMap<string, IconName> = new Map<string, IconName>([
  ['page', 'file-text'],
  ['section', 'languages'],
  ['color', 'palette'],
  ['media', 'image'],
  ['entry', 'badge-check'],
  ['translation', 'globe'],
]);

export const kindIcon = (kind: string): IconName => icons.get(kind) ?? 'file';

/** Page, medium, fact or colour that an address names, as it is today; `undefined` if there is none. */
export function partIn({ pages, media, entries, colors }: Catalog, params: Fields) {
  const { page, media: medium, entry = '', color } = params;
  return pages.get(Number(page)) ?? media.get(Number(medium)) ?? entries.get(entry) ?? colors.get(Number(color));
}

/** Present title of the part that an address names; `null` if it has none, or does not exist. */
export function partTitle(catalog: Catalog, params: Fields): string | null {
  const part = partIn(catalog, params);
  if (part === undefined) return null;
  return 'name' in part ? part.name : part.title;
}

/** Name of what an address names: its title, or its kind and id. */
export function partName(catalog: Catalog, params: Fields): string {
  const [[kind, id] = ['brand', '']] = Object.entries(addressedPart(params).scope);
  if (kind === 'section') return fill(words().versions.section, { section: sectionName(id) });
  return partTitle(catalog, params) ?? `${kindName(kind)} ${id}`.trim();
}
