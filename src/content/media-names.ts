import { derived } from '../lib/derived.js';
import { folded } from '../lib/folded.js';
import { since } from '../validation/new-members.js';
import { Exact, type Static, Type } from '../validation/schema.js';
import { firstProvisionalId, isProvisional } from './catalog/provisional.js';

export const maxTags = 2000;
export const maxTagsOfMedium = 30;
export const maxTagLength = 40;
export const maxMediaCategories = 100;

export const Named = Exact({
  id: Type.Integer({ minimum: 1 }),
  name: Type.String({ minLength: 1, maxLength: maxTagLength }),
  /** Ids whose things have this name now: those of names that were merged into it. */
  merged: Type.Array(Type.Integer({ minimum: 1 })),
});
export type Named = Static<typeof Named>;

/**
 * `media/tags.json`, and `media/categories.json` in display order. Media have only ids, so that a change of names touches no file of a
 * medium. An id that no name has is ignored.
 */
export const NamesFile = Type.Object(
  {
    /** Above all ids that were given on `main`; those of proposals are above `firstProvisionalId`. */
    next_id: Type.Integer({ minimum: 1, exclusiveMaximum: firstProvisionalId }),
    items: Type.Array(Named),
  },
  { additionalProperties: false, [since]: 2 },
);
export type NamesFile = Static<typeof NamesFile>;

export const noNames: NamesFile = { next_id: 1, items: [] };

const byId = derived((names: NamesFile): ReadonlyMap<number, Named> => {
  const merged = names.items.flatMap((item) => item.merged.map((id) => [id, item] as const));
  return new Map([...merged, ...names.items.map((item) => [item.id, item] as const)]);
});

const byName = derived((names: NamesFile): ReadonlyMap<string, Named> => {
  return new Map(names.items.toReversed().map((item) => [folded(item.name), item]));
});

/** The name of an id, also of one that was merged into another. */
export function named(names: NamesFile, id: number | null): Named | null {
  return id === null ? null : (byId(names).get(id) ?? null);
}

/** The name that reads the same, whatever its case and accents. */
export function nameLike(names: NamesFile, name: string): Named | null {
  return byName(names).get(folded(name)) ?? null;
}

/** Tag or category of a name or a number; the number may be of one that was merged into it. `null` if there is none. */
export function nameOrNumber(names: NamesFile, sent: string): Named | null {
  const text = sent.trim();
  return nameLike(names, text) ?? (/^[1-9]\d*$/.test(text) ? named(names, Number(text)) : null);
}

/** The tags of a medium, each once; ids that name none are left out. */
export function tagsOf(tags: NamesFile, { tags: ids }: { readonly tags: readonly number[] }): Named[] {
  return [...new Set(ids.flatMap((id) => named(tags, id) ?? []))];
}

/** The category of a medium; `null` also for a number that none has. */
export function categoryOf(
  categories: NamesFile,
  { media_category_id }: { readonly media_category_id: number | null },
): Named | null {
  return named(categories, media_category_id);
}

/** Names with those that a proposal has added. One that is there already gets the id of the added. */
export function withNewNames(base: NamesFile, mine: NamesFile, theirs: NamesFile): NamesFile {
  const had = new Set(base.items.map(({ id }) => id));
  let names = theirs;
  for (const item of mine.items) {
    if (had.has(item.id) || named(theirs, item.id) !== null) continue;
    const like = nameLike(names, item.name);
    const items = like === null ? [...names.items, item] : replaced(names.items, merging(like, [item]));
    names = { ...names, items };
  }
  return names;
}

const merging = (into: Named, others: readonly Named[]): Named => ({
  ...into,
  merged: [...into.merged, ...others.flatMap(({ id, merged }) => [id, ...merged])],
});

const replaced = (items: readonly Named[], by: Named): Named[] => items.map((item) => (item.id === by.id ? by : item));

/** The next id that none was ever given, nor a thing has. */
export function nextIdOf({ next_id, items }: NamesFile, isUsed: (id: number) => boolean = () => false): number {
  const own = items.flatMap(({ id, merged }) => [id, ...merged]).filter((id) => !isProvisional(id));
  let id = own.reduce((highest, used) => Math.max(highest, used + 1), next_id);
  while (isUsed(id)) id += 1;
  return id;
}

/** @param id of a name that is not there yet */
export function withName(names: NamesFile, id: number, name: string): NamesFile {
  const next_id = isProvisional(id) ? names.next_id : Math.max(names.next_id, id + 1);
  return { next_id, items: [...names.items, { id, name, merged: [] }] };
}

export function withRenamed(names: NamesFile, renamed: Named, name: string): NamesFile {
  return { ...names, items: replaced(names.items, { ...renamed, name }) };
}

export function withMerged(names: NamesFile, lost: Named, into: Named): NamesFile {
  return { ...names, items: replaced(withoutName(names, lost).items, merging(into, [lost])) };
}

/** The number stays used. */
export function withoutName(names: NamesFile, { id }: Named): NamesFile {
  return { next_id: nextIdOf(names), items: names.items.filter((item) => item.id !== id) };
}
