import type { Catalog, PageRecord } from '../content/catalog/catalog.js';
import { childrenOf } from '../content/navigation.js';

export interface PlacedPage {
  readonly record: PageRecord;
  /** Where its file lies in the brand folder, with `/` between names. */
  readonly file: string;
}

const longestName = 60;
/** Below this many chapters names are short, so that a path is never too long for a disk. */
const deepestNamed = 20;

/**
 * A file for each page: siblings are numbered in tens, so that one fits between two of them, and the children of a chapter
 * lie in the folder of its name.
 *
 * @returns every page before its children; not those that no chapter leads to, which foreign content may have
 */
export function placePages({ pages, navigation }: Catalog, folder: string): PlacedPage[] {
  const placed: PlacedPage[] = [];
  const place = (parent: number | null, within: string, level: number): void => {
    const siblings = childrenOf(navigation, parent);
    const digits = Math.max(3, `${siblings.length * 10}`.length);
    for (const [at, id] of siblings.entries()) {
      const record = pages.get(id) as PageRecord;
      const number = `${(at + 1) * 10}`.padStart(digits, '0');
      const name = level > deepestNamed ? '' : record.slug.replace(/[^a-z0-9-]+/g, '-').slice(0, longestName);
      const path = `${within}/${number}${name === '' ? '' : `-${name}`}`;
      placed.push({ record, file: `${path}.yaml` });
      if (record.type === 'container') place(id, path, level + 1);
    }
  };
  place(null, folder, 1);
  return placed;
}
