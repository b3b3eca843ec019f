import { type PersonRecord, roleIn } from '../registry/records.js';
import { translatesIn } from '../registry/translators.js';
import { ownerOf } from '../service/address-owner.js';
import { brandWorkspace } from '../service/workspace-addresses.js';

/** Fields of a form, a query or a path by name, one value each. */
export type Fields = Readonly<Record<string, string>>;

/** Query of an address to be made; empty values are left out. */
export type Query = Readonly<Record<string, string | null | undefined>>;

/** Whether a place of the portal is in each of its languages; pages and their Markdown are, too. */
export const isInLanguages = (path: string): boolean =>
  /^\/(?:-\/(?:search|changes|connect|print(?:\/[^/?]+)?|page\/[^/?]+|collections\/[^/?]+))?$/.test(path);

/** Place of the workspace that viewers who translate have. */
export const translatorsPlace = '/translations';

/** Path of a brand for a person: the workspace, for viewers who translate their part of it, or for other viewers the portal. */
export function homeOf(person: PersonRecord, slug: string): string {
  if (roleIn(person, slug) !== 'viewer') return brandWorkspace(slug);
  return translatesIn(person, slug).length > 0 ? brandWorkspace(slug) + translatorsPlace : `/brands/${slug}/`;
}

/** Full id of a commit, known to the brand or not; `null` for any other text. */
export function commitId(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{40}$/.test(text) ? text : null;
}

/** Part of a brand that an address names: one page, section, fact, medium or colour, or the whole brand. */
export interface AddressedPart {
  readonly scope: Readonly<Partial<Record<'page' | 'section' | 'entry' | 'media' | 'color', string>>>;
  /** Path of its versions, below the brand's; empty for the whole brand. */
  readonly base: string;
  /** Path of the page that shows its newest version, as `href` takes it. */
  readonly shownAt: string;
}

export function addressedPart({ page, section, entry, media, color }: Fields): AddressedPart {
  if (page !== undefined) return { scope: { page }, base: `/pages/${page}`, shownAt: `/-/page/${page}` };
  if (section !== undefined)
    return { scope: { section }, base: `/language/${section.replace('/', '.')}`, shownAt: '/language' };
  if (entry !== undefined) return { scope: { entry }, base: `/context/${entry}`, shownAt: `/context/${entry}/edit` };
  if (media !== undefined) return { scope: { media }, base: `/media/${media}`, shownAt: `/media/${media}` };
  if (color !== undefined) return { scope: { color }, base: `/colors/${color}`, shownAt: `/colors/${color}` };
  return { scope: {}, base: '', shownAt: '' };
}

/** A path with a query, added to its own; empty values are left out. */
export function address(path: string, query: Query = {}): string {
  const filled = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  if (filled.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(filled)}`;
}

/** A path with a query in the spelling that `workspacePath` takes. */
export function spelled(url: string): string {
  const [path, query] = url.split(/\?(.*)/s, 2);
  return query === undefined ? url : `${path}?${new URLSearchParams(query)}`.replaceAll('*', '%2A');
}

/**
 * Path of the workspace or of a portal, which fits into a cookie. Any other text gives `null`, so that no redirect leads to
 * another site.
 */
export function workspacePath(text: string | undefined): string | null {
  if (text === undefined || text.length > 2500 || !/^(?![^?]*\/\.\.)\/[\w./~-]+(?:\?[\w=&%.+~-]*)?$/.test(text))
    return null;
  return ['workspace', 'portal'].includes(ownerOf(text) ?? '') ? text : null;
}
