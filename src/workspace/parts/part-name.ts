import type { Catalog } from '../../content/catalog/catalog.js';
import { kindNames, sectionName } from '../../portal/labels.js';
import { addressedPart, type Fields } from '../context.js';

/** Page, medium, fact or colour that an address names, as it is today; `undefined`: it is not there. */
export function partIn({ pages, media, entries, colors }: Catalog, params: Fields) {
  const { page, media: medium, entry = '', color } = params;
  return pages.get(Number(page)) ?? media.get(Number(medium)) ?? entries.get(entry) ?? colors.get(Number(color));
}

/** Title of today of what an address names; `null`: it has none, or is not there. */
export function partTitle(catalog: Catalog, params: Fields): string | null {
  const part = partIn(catalog, params);
  if (part === undefined) return null;
  return 'name' in part ? part.name : part.title;
}

/** Name of what an address names: its title, or its kind and id. */
export function partName(catalog: Catalog, params: Fields): string {
  const [[kind, id] = ['brand', '']] = Object.entries(addressedPart(params).scope);
  if (kind === 'section') return `Language: ${sectionName(id)}`;
  return partTitle(catalog, params) ?? `${kindNames[kind as keyof typeof kindNames]} ${id}`.trim();
}
