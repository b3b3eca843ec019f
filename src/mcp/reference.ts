import { invalidField } from '../lib/errors.js';
import type { SearchResult } from '../operations/search.js';
import type { Static } from '../validation/schema.js';

type Found = Pick<Static<typeof SearchResult>, 'type' | 'id' | 'title'>;

/** A thing that a search finds, as agents name it: `page:11`. */
export interface Reference {
  readonly type: Found['type'];
  readonly id: string;
}

const namedPattern = /^(page|section|entry|media):(.+)$/s;

export const referenceTo = ({ type, id }: Pick<Found, 'type' | 'id'>): string => `${type}:${id}`;

/**
 * Address of a thing for people. Only pages have one of their own; the portal's search shows the others.
 *
 * @param portal address of the brand's portal
 */
export function urlOf(portal: string, { type, id, title }: Found): string {
  if (type === 'page') return `${portal}/-/page/${id}`;
  return `${portal}/-/search?${new URLSearchParams({ q: title })}#${type}:${encodeURIComponent(id)}`;
}

/**
 * Reads `page:11`, or an address of `urlOf`.
 *
 * @throws `invalid`
 */
export function parseReference(text: string, portal: string): Reference {
  const path = text.startsWith(`${portal}/-/`) ? text.slice(portal.length) : '';
  const [, page] = /^\/-\/page\/(\d+)(?:[?#].*)?$/.exec(path) ?? [];
  if (page !== undefined) return { type: 'page', id: page };
  const [, anchor] = /^\/-\/search\?[^#]*#(.+)$/.exec(path) ?? [];
  const [, type, id] = namedPattern.exec(anchor === undefined ? text : decoded(anchor)) ?? [];
  if (type !== undefined && id !== undefined) return { type: type as Found['type'], id };
  throw invalidField('id', 'The id field must be the id or url of a search result of this brand, such as page:11.');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
