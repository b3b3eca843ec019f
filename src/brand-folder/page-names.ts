import { freeSlug, numberedSlug } from '../content/slug.js';
import { message } from '../validation/messages.js';
import type { PageDraft } from './page-file.js';
import type { Problems } from './problems.js';

/**
 * Each page's id: its own, or for those without one the numbers above all own ones, in the order given.
 *
 * @param given the highest id that was ever given to a page
 */
export function assignIds(drafts: readonly PageDraft[], given: number, problems: Problems): number[] {
  const own = new Set<number>();
  let highest = given;
  for (const { id, node, lineOf } of drafts) {
    if (typeof id !== 'number') continue;
    if (own.has(id)) problems.add(node.file, message.taken('id'), { line: () => lineOf('id'), field: 'id' });
    own.add(id);
    highest = Math.max(highest, id);
  }
  return drafts.map(({ id }) => {
    if (id !== undefined) return id;
    highest += 1;
    return highest;
  });
}

/** Each page's slug. Own slugs come first, so that one made from a title never takes another page's own. */
export function assignSlugs(drafts: readonly PageDraft[], problems: Problems): string[] {
  const taken = new Set<string>();
  for (const { slug, node, lineOf } of drafts) {
    if (slug === undefined || slug === '') continue;
    if (taken.has(slug)) problems.add(node.file, message.taken('slug'), { line: () => lineOf('slug'), field: 'slug' });
    taken.add(slug);
  }
  const numbers = new Map<string, number>();
  return drafts.map(({ slug, page }) => {
    if (slug !== undefined) return slug;
    const made = slugOf(page.title, taken, numbers);
    taken.add(made);
    return made;
  });
}

/**
 * The same as `freeSlug`, which would count up from 2 again for each of many pages with one title.
 *
 * @param numbers the lowest that may be free, by how numbers of so many digits begin: long titles are shortened, so that
 * different ones may meet there
 */
function slugOf(title: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  const base = freeSlug(title, () => false);
  if (!taken.has(base)) return base;
  for (let first = 2, end = 10; ; first = end, end *= 10) {
    const start = numberedSlug(base, first);
    let number = numbers.get(start) ?? first;
    while (number < end && taken.has(numberedSlug(base, number))) number += 1;
    numbers.set(start, number);
    if (number < end) return numberedSlug(base, number);
  }
}
