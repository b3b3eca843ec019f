import slugify from '@sindresorhus/slugify';
import { maxSlugLength } from './page.js';

/** Transliterated, lower case, words joined by hyphens; empty when nothing is left. */
export function toSlug(text: string, maxLength = maxSlugLength): string {
  return slugify(text, { decamelize: false }).slice(0, maxLength).replace(/-+$/, '');
}

/** A free slug from a title: `logo`, then `logo-2`, `logo-3` … */
export function freeSlug(title: string, isTaken: (slug: string) => boolean, maxLength = maxSlugLength): string {
  const base = toSlug(title, maxLength) || 'page';
  let slug = base;
  for (let number = 2; isTaken(slug); number += 1) slug = numberedSlug(base, number, maxLength);
  return slug;
}

/** A slug with its number, shortened before it to fit. */
export function numberedSlug(base: string, number: number, maxLength = maxSlugLength): string {
  const suffix = `-${number}`;
  return base.slice(0, maxLength - suffix.length).replace(/-+$/, '') + suffix;
}
