import { isObject } from '../lib/json.js';
import { compare } from '../lib/order.js';
import { Exact, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { isSafeUrl } from './html/url.js';

export const Category = Exact({ key: Type.String({ minLength: 1 }), label: Type.String() });
export type Category = Static<typeof Category>;

/** `brand-context/categories.json`, in display order. */
export const CategoriesFile = Type.Array(Category);
export type CategoriesFile = Static<typeof CategoriesFile>;

const Sources = Type.Array(Exact({ title: Type.String(), url: Type.String() }));

/** `brand-context/entries/<id>.json`. */
export const EntryFile = Exact({
  id: Type.String({ minLength: 1 }),
  category: Type.String(),
  title: Type.String(),
  body: Type.String(),
  sources: Sources,
  verified: Type.Boolean(),
});
export type EntryFile = Static<typeof EntryFile>;

export const ContextEntry = Exact(
  {
    id: Type.String(),
    category: Type.String({ description: "The category's key." }),
    category_label: Type.String(),
    title: Type.String(),
    body: Type.String({ description: 'Plain text.' }),
    sources: Sources,
  },
  { title: 'ContextEntry', description: 'A verified fact about the brand.' },
);
export type ContextEntry = Static<typeof ContextEntry>;

/**
 * Reports sources whose address is not safe to follow.
 *
 * @param path of the list
 */
export function reportSources(sources: readonly unknown[], path: string, violations: Violations): void {
  for (const [at, source] of sources.entries()) {
    if (!isObject(source) || typeof source.url !== 'string' || isSafeUrl(source.url)) continue;
    violations.add(`${path}.${at}.url`, message.url(`${path}.${at}.url`));
  }
}

const byTitle = new Intl.Collator('en', { numeric: true });

/** The verified entries, in the order of the categories, then by title. */
export function presentEntries(categories: CategoriesFile, entries: Iterable<EntryFile>): ContextEntry[] {
  const byCategory = new Map(categories.map(({ key, label }) => [key, { label, entries: [] as EntryFile[] }]));
  for (const entry of entries) if (entry.verified) byCategory.get(entry.category)?.entries.push(entry);
  const inOrder = (a: EntryFile, b: EntryFile): number => byTitle.compare(a.title, b.title) || compare(a.id, b.id);
  return [...byCategory.values()].flatMap(({ label, entries: listed }) =>
    listed.sort(inOrder).map(({ id, category, title, body, sources }) => {
      return { id, category, category_label: label, title, body, sources };
    }),
  );
}
