import slugify from '@sindresorhus/slugify';
import { maxSlugLength } from './page.js';

/** Transliterated, lower case, words joined by hyphens; empty when nothing is left. */
export function toSlug(text: string, maxLength = maxSlugLength): string {
  return slugify(text, { decamelize: false })
    .slice(0, maxLength)
    .replace(/(?<!-)-+$/, '');
}

/**
 * A free slug from a title: `logo`, then `logo-2`, `logo-3` …, shortened before the number to fit.
 *
 * @param first the lowest number that may be free
 */
export function freeSlug(
  title: string,
  isTaken: (slug: string) => boolean,
  maxLength = maxSlugLength,
  first = 2,
): string {
  const base = toSlug(title, maxLength) || 'page';
  let slug = base;
  for (let number = first; isTaken(slug); number += 1) {
    const suffix = `-${number}`;
    slug = base.slice(0, maxLength - suffix.length).replace(/(?<!-)-+$/, '') + suffix;
  }
  return slug;
}
