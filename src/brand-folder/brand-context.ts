import { CategoriesFile, EntryFile, reportSources } from '../content/brand-context.js';
import type { Catalog } from '../content/catalog/catalog.js';
import { isEntryId, paths } from '../content/catalog/paths.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { isObject } from '../json.js';
import { message } from '../validation/messages.js';
import { Exact, Type } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';
import { mapItems, withDefaults, withMember, withoutDefaults } from './defaults.js';
import type { Source } from './yaml-file.js';

const ContextYaml = Exact({ categories: CategoriesFile, entries: Type.Array(EntryFile) });

/** `brand-context.yaml`: the categories and a file for each entry, of which there may be `maxEntries`. */
export function readContext(source: Source, sanitizer: Sanitizer, maxEntries: number): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  const sent = source?.mapping();
  if (!source || !sent) return files;
  const fill = (entries: unknown) =>
    mapItems(entries, (entry) => withDefaults(entry, { sources: [], verified: false }));
  const filled = withMember(withDefaults(sent, { categories: [], entries: [] }), 'entries', fill);
  const { categories, entries } = source.fit(ContextYaml, filled) as Record<string, unknown>;
  source.check((violations) => {
    if (Array.isArray(entries) && entries.length > maxEntries) {
      violations.add('entries', message.entriesOfBrand(maxEntries));
    }
    const keys = checkCategories(objectsIn(categories), violations);
    checkEntries(objectsIn(entries), keys, violations);
  });
  files.set(paths.categories, categories);
  for (const { item } of objectsIn(entries)) {
    const clean = (text: unknown) => (typeof text === 'string' ? sanitizer.plain(text) : text);
    files.set(paths.entry(String(item.id)), { ...item, title: clean(item.title), body: clean(item.body) });
  }
  return files;
}

/** What `brand-context.yaml` says; `null`: nothing. The entries stand in the order of their categories. */
export function contextYaml({ categories, entries }: Catalog): unknown {
  if (categories.length === 0 && entries.size === 0) return null;
  const rank = new Map(categories.map(({ key }, at) => [key, at]));
  const rankOf = ({ category }: EntryFile): number => rank.get(category) ?? categories.length;
  const sorted = [...entries.values()].sort((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1));
  return { categories, entries: sorted.map((entry) => withoutDefaults(entry, { sources: [] })) };
}

interface Item {
  readonly at: number;
  readonly item: Record<string, unknown>;
}

function objectsIn(list: unknown): Item[] {
  return Array.isArray(list) ? list.flatMap((item, at) => (isObject(item) ? [{ at, item }] : [])) : [];
}

function checkCategories(categories: readonly Item[], violations: Violations): Set<unknown> {
  const keys = new Set<unknown>();
  for (const { at, item } of categories) {
    const field = `categories.${at}.key`;
    if (keys.has(item.key)) violations.add(field, message.taken(field));
    keys.add(item.key);
  }
  return keys;
}

function checkEntries(entries: readonly Item[], categories: ReadonlySet<unknown>, violations: Violations): void {
  const ids = new Set<string>();
  for (const { at, item } of entries) {
    const { id, category, sources } = item;
    if (typeof id === 'string') {
      const field = `entries.${at}.id`;
      if (id !== '' && !isEntryId(id)) violations.add(field, message.format(field));
      if (ids.has(id)) violations.add(field, message.taken(field));
      ids.add(id);
    }
    const field = `entries.${at}.category`;
    if (typeof category === 'string' && !categories.has(category)) violations.add(field, message.selected(field));
    if (Array.isArray(sources)) reportSources(sources, `entries.${at}.sources`, violations);
  }
}
