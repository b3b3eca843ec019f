import { hash } from 'node:crypto';
import type { Catalog } from '../../../content/catalog/catalog.js';
import type { FilePointer } from '../../../content/files/pointer.js';
import { mediaKinds } from '../../../content/files/types.js';
import type { MediaFile } from '../../../content/media.js';
import { categoryOf, type Named, named, tagsOf } from '../../../content/media-names.js';
import { soonDays, storedMedia, todayIn } from '../../../content/validity.js';
import { isDay } from '../../../lib/clock.js';
import { derived } from '../../../lib/derived.js';
import { folded } from '../../../lib/folded.js';
import { mediaInUse } from '../../../operations/used-by.js';
import { type Words, words } from '../../../words/words.js';
import type { Fields, Query } from '../../addresses.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import type { WorkContext } from '../../context.js';
import { daysLeft } from './validity.js';

/** A medium with what the library knows of it. */
export interface LibraryItem {
  readonly medium: MediaFile;
  readonly file: FilePointer | null;
  readonly tags: readonly Named[];
  readonly category: Named | null;
  readonly isUsed: boolean;
  /** Days until the last day of use, negative after it; `null` without such a day. */
  readonly left: number | null;
  /** Whether its file is known to tell where it was made. */
  hasPlace(): boolean;
}

export type MediaState = keyof Words['mediaList']['states'];

/** Predicates of the states by their value in the address. */
export const mediaStates: Readonly<Record<MediaState, (item: LibraryItem) => boolean>> = {
  released: ({ medium }) => medium.released,
  expiring: ({ medium, left }) => medium.released && left !== null && left >= 0 && left <= soonDays,
  expired: ({ left }) => left !== null && left < 0,
  unreleased: ({ medium }) => !medium.released,
  unused: ({ isUsed }) => !isUsed,
  undescribed: ({ medium }) => medium.type === 'image' && !medium.description?.trim(),
  placed: (item) => item.hasPlace(),
  fileless: ({ file }) => file === null,
  failed: ({ medium }) => medium.status === 'failed',
};

/** What the address of the library chooses. Empty values choose everything. */
export interface Chosen {
  readonly q: string;
  readonly kind: string;
  /** All of them must fit. */
  readonly tags: readonly Named[];
  /** Id, or `none`. */
  readonly category: string;
  /** All of them must fit. */
  readonly show: readonly MediaState[];
  /** Last day of use, at the latest: those that end until then fit. */
  readonly until: string;
  readonly sort: keyof Words['mediaList']['orders'];
}

const isKeyOf = <Key extends string>(record: Readonly<Record<Key, unknown>>, key = ''): key is Key =>
  Object.hasOwn(record, key);

export function chosenIn(query: Fields, { tags }: Pick<Catalog, 'tags'>): Chosen {
  const { q = '', kind = '', category = '', show = '', until = '', sort } = query;
  const chosenTags = (query.tags ?? '').split('.').map((id) => named(tags, Number(id)));
  return {
    q: q.trim(),
    kind: mediaKinds.find((one) => one === kind) ?? '',
    tags: [...new Set(chosenTags.filter((tag) => tag !== null))],
    category: /^(?:none|[1-9]\d*)$/.test(category) ? category : '',
    show: [...new Set(show.split('.'))].filter((state) => isKeyOf(mediaStates, state)),
    until: isDay(until) ? until : '',
    sort: isKeyOf(words().mediaList.orders, sort) ? sort : 'newest',
  };
}

/** Query of the address that chooses this. */
export const queryOf = ({ tags, show, sort, ...chosen }: Chosen): Query => ({
  ...chosen,
  show: show.join('.'),
  tags: tags.map(({ id }) => id).join('.'),
  sort: sort === 'newest' ? '' : sort,
});

/** All media of a catalog, the newest first, by the day on which they were looked at. */
const itemsByDay = derived((_: Catalog) => new Map<string, readonly LibraryItem[]>());

function libraryItems({ catalog, service }: WorkContext, today: string): readonly LibraryItem[] {
  const kept = itemsByDay(catalog);
  const items = kept.get(today) ?? newItems(catalog, today, service.pictures);
  kept.clear();
  kept.set(today, items);
  return items;
}

function newItems(
  catalog: Catalog,
  today: string,
  pictures: WorkContext['service']['pictures'],
): readonly LibraryItem[] {
  const used = mediaInUse(catalog);
  const items = [...storedMedia(catalog).values()].map((medium) => {
    const file = catalog.files.get(medium.id) ?? null;
    return {
      medium,
      file,
      tags: tagsOf(catalog.tags, medium),
      category: categoryOf(catalog.media_categories, medium),
      isUsed: used.has(medium.id),
      left: daysLeft(medium.valid_until, today),
      hasPlace: () => file !== null && pictures?.hasPlace(file.sha256) === true,
    };
  });
  return items.sort((a, b) => b.medium.id - a.medium.id);
}

/** Folded texts of a medium that are searched. */
const searched = derived(({ id, title, caption, description, credit, original_name }: MediaFile) => ({
  text: folded([id, title, caption, description, credit, original_name].join('\n')),
}));

/** Order of a medium without a last day of use: behind all that have one. */
const noEnd = 1e9;

function hasWord({ medium, file, tags }: LibraryItem, word: string): boolean {
  if (searched(medium).text.includes(word) || file?.name.includes(word)) return true;
  return tags.some(({ name }) => folded(name).includes(word));
}

/** Items that the address chooses, in its order. */
function matchingItems(items: readonly LibraryItem[], chosen: Chosen): readonly LibraryItem[] {
  const { kind, tags, category, show, until, sort } = chosen;
  const searchedWords = folded(chosen.q).split(/\s+/).filter(Boolean);
  const matching = items.filter(
    (item) =>
      (kind === '' || item.medium.type === kind) &&
      (category === '' || String(item.category?.id ?? 'none') === category) &&
      show.every((state) => mediaStates[state](item)) &&
      (until === '' || (item.medium.valid_until !== null && item.medium.valid_until <= until)) &&
      tags.every((tag) => item.tags.includes(tag)) &&
      searchedWords.every((word) => hasWord(item, word)),
  );
  if (sort === 'size') return matching.sort((a, b) => (b.file?.bytes ?? 0) - (a.file?.bytes ?? 0));
  if (sort === 'ends') return matching.sort((a, b) => (a.left ?? noEnd) - (b.left ?? noEnd));
  if (sort === 'newest') return matching;
  const { compare } = new Intl.Collator(words().locale, { numeric: true });
  const names = matching.map((item) => [mediumName(item.medium), item] as const);
  return names.sort(([a], [b]) => compare(a, b)).map(([, item]) => item);
}

/** Value of the box that selects all of these media: it differs as soon as others fit. */
export function digestOf(items: readonly LibraryItem[]): string {
  const ids = items.map(({ medium }) => medium.id).sort((a, b) => a - b);
  return hash('sha256', ids.join()).slice(0, 16);
}

/** What the library shows of the media, as the address chooses. */
export interface Library {
  readonly context: WorkContext;
  readonly chosen: Chosen;
  readonly all: readonly LibraryItem[];
  readonly matching: readonly LibraryItem[];
  readonly today: string;
}

export function libraryOf(context: WorkContext): Library {
  const { catalog, query, service } = context;
  const today = todayIn(catalog, service.clock());
  const chosen = chosenIn(query, catalog);
  const all = libraryItems(context, today);
  return { context, chosen, all, matching: matchingItems(all, chosen), today };
}
