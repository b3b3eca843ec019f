import { paths } from '../content/catalog/paths.js';
import { mediaIn } from '../content/collection-media.js';
import { Collection, collectionsOf, maxCollections } from '../content/collections.js';
import { maxSlugLength } from '../content/page.js';
import { normalizedSlug } from '../content/page-rules.js';
import { freeSlug } from '../content/slug.js';
import { found } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { undescribed } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import { collectionId, optionalFields, partialUpdate, updated } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';
import { type Referrer, type Removed, referrersOf, removeReferenced } from './used-by.js';

/** A collection with the media that are there. */
const shown = ({ catalog }: Pick<BrandView, 'catalog'>, collection: Collection): Collection => ({
  ...collection,
  media: mediaIn(catalog, collection),
});

export const listCollections = read({
  name: 'collections.list',
  summary: 'List the collections of media',
  answers: Type.Array(Collection),
  run: (view) => ({
    value: collectionsOf(view.catalog).map((collection) => shown(view, collection)),
    resource: resources.collections,
  }),
});

export const showCollection = read({
  name: 'collections.show',
  summary: 'Show a collection of media, and the pages whose blocks name it',
  params: { id: collectionId },
  answers: undescribed<Collection & { readonly used_by: readonly Referrer[] }>(),
  // The answer has the collection's version, since a client may change it next.
  run: (view, { params: { id } }) => ({
    value: { ...shown(view, collectionOf(view, id)), used_by: referrersOf(view, 'collection', id) },
    resource: resources.collection(id),
  }),
});

/** A slug is sent in any form. */
const Sent = Exact({ ...Collection.properties, slug: Type.String({ minLength: 1, maxLength: maxSlugLength }) });
const body = partialUpdate(Sent, { multiline: ['text'], filled: ['title', 'slug'], fixed: ['id'] });

export const addCollection = write({
  name: 'collections.add',
  summary: 'Add a collection of media, with the next id',
  body: {
    ...body,
    // A slug is made from the title, unless one is sent.
    read: (sent, violations, context) => body.read(withoutBlankSlug(sent), violations, context),
  },
  answers: Collection,
  replay: replayOf('collection', (view, id) => ({
    value: shown(view, collectionOf(view, id)),
    resource: resources.collection(id),
  })),
  check(draft, { sent }, violations) {
    const { catalog } = draft;
    if (catalog.collections.size >= maxCollections) violations.add('title', message.collectionsOfBrand(maxCollections));
    const { default_visibility } = catalog.brand ?? { default_visibility: 'internal' };
    const blank = { text: null, visibility: default_visibility, media: [], id: draft.nextId('collection') };
    return checked(draft, { ...blank, slug: freeSlugOf(draft, sent.title ?? '') }, sent, violations);
  },
  expects: () => resources.collections,
  apply: (draft, { checked: collection }) => save(draft, null, collection, 'Add'),
});

export const setCollection = write({
  name: 'collections.set',
  summary: 'Change a collection of media; `media` are all that it has then, in their order',
  params: { id: collectionId },
  body,
  answers: Collection,
  check(draft, { params, sent }, violations) {
    const before = collectionOf(draft, params.id);
    const collection = checked(draft, before, sent, violations);
    return collection && { before, collection };
  },
  expects: (_draft, { before }) => resources.collection(before.id),
  apply: (draft, { checked: { before, collection } }) => save(draft, before, collection, 'Change'),
});

export const removeCollection = write({
  name: 'collections.remove',
  summary: 'Remove a collection of media; its media stay',
  params: { id: collectionId },
  body: optionalFields(Input({ force: Type.Optional(Type.Boolean()) })),
  answers: undescribed<Removed>(),
  check: (draft, { params }) => collectionOf(draft, params.id),
  expects: (_draft, { id }) => resources.collection(id),
  apply(draft, { body, checked: { id, title } }) {
    const subject = `Remove collection ${id} "${title}"`;
    return removeReferenced(draft, 'collection', id, { ...body, subject, name: say`Collection ${id} "${title}"` });
  },
});

function collectionOf({ catalog }: Pick<BrandView, 'catalog'>, id: number): Collection {
  return found(catalog.collections.get(id), say`Collection ${id}`);
}

const isTaken = ({ catalog }: BrandView, slug: string, own?: number): boolean =>
  collectionsOf(catalog).some((collection) => collection.slug === slug && collection.id !== own);

const freeSlugOf = (draft: BrandView, title: string): string => freeSlug(title, (slug) => isTaken(draft, slug));

function withoutBlankSlug(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || !('slug' in sent) || sent.slug !== '') return sent;
  const { slug: _, ...rest } = sent;
  return rest;
}

/** @returns `null` for what no collection can be, which is reported */
function checked(
  draft: BrandDraft,
  before: Partial<Collection>,
  sent: Partial<Collection>,
  violations: Violations,
): Collection | null {
  const slug = sent.slug === undefined ? {} : { slug: normalizedSlug(sent.slug, violations) };
  const collection = updated(Collection, before, { ...sent, ...slug }, violations);
  if (slug.slug !== undefined && isTaken(draft, slug.slug, before.id)) violations.add('slug', message.taken('slug'));
  refuseMedia(draft, before.media ?? [], sent.media ?? [], violations);
  return violations.any ? null : collection;
}

/** Media that the collection had, and that are gone, may stay. */
function refuseMedia(draft: BrandDraft, had: readonly number[], ids: readonly number[], violations: Violations): void {
  const seen = new Set<number>();
  for (const [at, id] of ids.entries()) {
    const path = `media.${at}`;
    if (seen.has(id)) violations.add(path, message.taken(path));
    else if (!draft.catalog.media.has(id) && !had.includes(id))
      violations.add(path, message.selectedBecause(path, 'it does not exist'));
    seen.add(id);
  }
}

function save(draft: BrandDraft, before: Collection | null, collection: Collection, verb: string) {
  const { id, title } = collection;
  draft.replace(paths.collection(id), before, collection, `${verb} collection ${id} "${title}"`);
  return { value: shown(draft, collection), resource: resources.collection(id) };
}
