import { randomInt } from 'node:crypto';
import { paths } from '../content/catalog/paths.js';
import { DescribedMedium, MediaDetails, MediaFile } from '../content/media.js';
import { categoryOf, maxTags, type NamesFile, nameLike, nextIdOf, withName } from '../content/media-names.js';
import { isDay } from '../lib/clock.js';
import { lineBreaks } from '../validation/json-hardening.js';
import { Exact, inOrder, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import type { BrandDraft } from './engine/draft.js';

const { id: _, released: __, ...described } = DescribedMedium.properties;

/** What people and the command line change of a medium. Releasing is an act of its own. */
export const MediumFields = Exact({ ...described, ...MediaDetails.properties });
export type MediumFields = Static<typeof MediumFields>;

const { title, caption, media_category_id } = described;
const { description, tags, credit, licence, owner } = MediaDetails.properties;

/** What an API key changes: nothing that decides on who sees it. */
export const MediumUpdate = Type.Partial(
  Exact({ title, caption, description, tags, credit, licence, owner, media_category_id }),
);

export const multiline = ['caption', 'description'] as const;

/** Id of a tag that is made in a proposal: two proposals do not give one number to two names. */
const proposedId = (): number => 2 ** 41 + randomInt(2 ** 47);

/** The name as it is stored; a comma is between the tags of a query. */
export function cleanName(sent: string, path: string, violations: Violations): string {
  const name = sent.trim().normalize('NFC');
  if (name === '') violations.add(path, message.required(path));
  else if (lineBreaks.test(name)) violations.add(path, message.singleLine(path));
  else if (name.includes(',')) violations.add(path, message.format(path, 'use no comma'));
  return name;
}

/** Reason of a violation for a text that is no day. */
export const dayExpected = 'use a day such as 2026-12-10';

/** Checks what the schema cannot say, and trims. */
export function cleanFields(sent: Partial<MediumFields>, violations: Violations): Partial<MediumFields> {
  for (const field of ['valid_from', 'valid_until'] as const) {
    const day = sent[field];
    if (day != null && !isDay(day)) violations.add(field, message.format(field, dayExpected));
  }
  const { tags, licence } = sent;
  return {
    ...sent,
    ...(tags && { tags: tags.map((name, at) => cleanName(name, `tags.${at}`, violations)) }),
    ...(licence && { licence: { ...licence, text: licence.text.trim() } }),
  };
}

export interface ChangedMedium {
  readonly medium: MediaFile;
  /** With the tags that are new. */
  readonly tags: NamesFile;
}

/** Ids of names, each once. Those that are new are added to the tags of the brand. */
export function idsOfTags(
  draft: Pick<BrandDraft, 'catalog' | 'isProposed'>,
  names: readonly string[],
  violations: Violations,
): { readonly ids: number[]; readonly tags: NamesFile } {
  const { catalog, isProposed } = draft;
  let { tags } = catalog;
  const ids = names.map((name) => {
    const known = nameLike(tags, name);
    if (known !== null) return known.id;
    const id = isProposed ? proposedId() : nextIdOf(tags);
    tags = withName(tags, id, name);
    return id;
  });
  if (tags.items.length > Math.max(maxTags, catalog.tags.items.length))
    violations.add('tags', message.tagsOfBrand(maxTags));
  return { ids: [...new Set(ids)], tags };
}

/** A medium with what was sent. */
export function withFields(
  draft: BrandDraft,
  before: MediaFile,
  { tags: names, ...sent }: Partial<MediumFields>,
  violations: Violations,
): ChangedMedium {
  const { ids, tags } = idsOfTags(draft, names ?? [], violations);
  const medium = inOrder(MediaFile, { ...before, ...sent, ...(names && { tags: ids }) });
  const { valid_from, valid_until } = medium;
  if (valid_from !== null && valid_until !== null && valid_until < valid_from)
    violations.add('valid_until', message.format('valid_until', 'use a day that is not before valid_from'));
  return { medium, tags };
}

/** Reports a number that is no category, unless the medium has it. A brand without categories takes any. */
export function refuseCategory(
  { catalog }: Pick<BrandDraft, 'catalog'>,
  before: number | null,
  sent: number | null | undefined,
  violations: Violations,
): void {
  const { media_categories } = catalog;
  if (media_categories.items.length === 0) return;
  if (sent == null || sent === before || categoryOf(media_categories, { media_category_id: sent }) !== null) return;
  const valid = media_categories.items.map(({ id }) => id);
  violations.add('media_category_id', message.selected('media_category_id', valid));
}

export function putTags(draft: BrandDraft, tags: NamesFile): void {
  if (tags !== draft.catalog.tags) draft.put(paths.tags, tags);
}
