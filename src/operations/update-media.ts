import { isDeepStrictEqual } from 'node:util';
import { parsePath, paths } from '../content/catalog/paths.js';
import { type Collection, maxMediaOfCollection } from '../content/collections.js';
import { readAsStored } from '../content/ingest.js';
import type { MediaFile } from '../content/media.js';
import { maxTagLength, maxTagsOfMedium, nameLike, tagsOf } from '../content/media-names.js';
import { invalidField } from '../lib/errors.js';
import { Oid } from '../store/git/object.js';
import { Exact, Input, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { type BrandDraft, outcome, type Trailers } from './engine/draft.js';
import { fields } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { named, removeFiles } from './media.js';
import { cleanFields, cleanName, idsOfTags, putTags, refuseCategory } from './media-details.js';
import { mediaInUse } from './used-by.js';

export const maxUpdated = 500;

/** Why a medium was left as it is. */
export const leftReasons = ['gone', 'in_use', 'not_ready', 'full', 'collection_full', 'dates', 'changed'] as const;

const Left = Exact({ id: Type.Integer(), reason: OneOf(leftReasons) });
export type Left = Static<typeof Left>;

const Updated = Exact({ changed: Type.Array(Type.Integer()), left: Type.Array(Left) });
export type Updated = Static<typeof Updated>;

const tagNames = Type.Array(Type.String({ minLength: 1, maxLength: maxTagLength }), { maxItems: maxTagsOfMedium });
const day = Nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }));

const MediaUpdate = Input({
  media: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: maxUpdated }),
  add_tags: Type.Optional(tagNames),
  remove_tags: Type.Optional(tagNames),
  media_category_id: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
  released: Type.Optional(Type.Boolean()),
  valid_from: Type.Optional(day),
  valid_until: Type.Optional(day),
  /** Collection that they are added to. */
  collection: Type.Optional(Type.Integer({ minimum: 1 })),
  /** With it the media are removed, and the other fields are not asked. */
  remove: Type.Optional(Type.Boolean()),
});
type MediaUpdate = Static<typeof MediaUpdate>;

/** Changes or removes several media by one commit. What does not go for one of them is done for the others. */
export const updateMedia = write({
  name: 'media.update_several',
  summary: 'Change or remove several media by one commit',
  body: fields(MediaUpdate),
  answers: Updated,
  check(draft, { sent }, violations) {
    refuseCategory(draft, null, sent.media_category_id, violations);
    if (sent.collection !== undefined && !draft.catalog.collections.has(sent.collection))
      violations.add('collection', message.selectedBecause('collection', 'it does not exist'));
    cleanFields({ valid_from: sent.valid_from ?? null, valid_until: sent.valid_until ?? null }, violations);
    const names = (sent.add_tags ?? []).map((name, at) => cleanName(name, `add_tags.${at}`, violations));
    const { ids: added, tags } = idsOfTags(draft, names, violations);
    return { added, tags, used: mediaInUse(draft.catalog) };
  },
  apply(draft, { body, checked }) {
    const { catalog } = draft;
    const touched: MediaFile[] = [];
    const left: Left[] = [];
    for (const id of new Set(body.media)) {
      const before = catalog.media.get(id);
      const after = before === undefined ? 'gone' : changedMedium(draft, before, body, checked);
      if (typeof after === 'string') left.push({ id, reason: after });
      else if (before !== undefined && !isDeepStrictEqual(before, after)) {
        if (after === null) removeMedium(draft, id);
        else draft.put(paths.media(id), after);
        touched.push(before);
      }
    }
    const collection = catalog.collections.get(body.collection ?? 0);
    if (collection !== undefined && body.remove !== true) {
      const { added, full } = addTo(draft, collection, new Set(body.media));
      touched.push(...added.filter((medium) => !touched.includes(medium)));
      left.push(...full.map(({ id }): Left => ({ id, reason: 'collection_full' })));
    }
    const [done, verb] = deedOf(body);
    if (touched.length > 0) putTags(draft, checked.tags);
    describe(draft, verb, touched, outcome(done));
    return { value: { changed: touched.map(({ id }) => id), left }, resource: resources.media };
  },
});

interface Known {
  readonly added: readonly number[];
  readonly used: ReadonlySet<number>;
}

/** The medium as it is to be; `null` if it goes, or why it stays as it is. */
function changedMedium(
  { catalog: { tags } }: BrandDraft,
  before: MediaFile,
  body: MediaUpdate,
  { added, used }: Known,
): MediaFile | Left['reason'] | null {
  if (body.remove === true) return used.has(before.id) ? 'in_use' : null;
  const { released = before.released, valid_from = before.valid_from, valid_until = before.valid_until } = body;
  const { media_category_id = before.media_category_id } = body;
  if (released && !before.released && before.status !== 'ready') return 'not_ready';
  if (valid_from !== null && valid_until !== null && valid_from > valid_until) return 'dates';
  const taken = (body.remove_tags ?? []).map((name) => nameLike(tags, name)?.id);
  const kept = tagsOf(tags, before).flatMap(({ id }) => (taken.includes(id) ? [] : [id]));
  const isTagged = added.length > 0 || kept.length < tagsOf(tags, before).length;
  const ids = isTagged ? [...new Set([...kept, ...added])] : before.tags;
  if (ids.length > maxTagsOfMedium) return 'full';
  return { ...before, released, valid_from, valid_until, media_category_id, tags: ids };
}

/** Adds media at the end of a collection, as many as it holds. */
function addTo(draft: BrandDraft, collection: Collection, ids: ReadonlySet<number>) {
  const media = [...ids].flatMap((id) => draft.catalog.media.get(id) ?? []);
  const missing = media.filter(({ id }) => !collection.media.includes(id));
  const room = maxMediaOfCollection - collection.media.length;
  const [added, full] = [missing.slice(0, room), missing.slice(room)];
  if (added.length > 0)
    draft.put(paths.collection(collection.id), {
      ...collection,
      media: [...collection.media, ...added.map(({ id }) => id)],
    });
  return { added, full };
}

/** Outcome and verb of a commit. */
function deedOf(body: MediaUpdate): readonly [outcome: string, verb: string] {
  if (body.remove === true) return ['removed', 'Remove'];
  const deeds = [
    ...(body.add_tags === undefined ? [] : [['tagged', 'Tag'] as const]),
    ...(body.remove_tags === undefined ? [] : [['untagged', 'Take tags off'] as const]),
    ...(body.media_category_id === undefined ? [] : [['sorted', 'Set the category of'] as const]),
    ...(body.collection === undefined ? [] : [['collected', 'Collect'] as const]),
    ...(body.released === undefined ? [] : [body.released ? released : withdrawn]),
    ...(body.valid_from === undefined && body.valid_until === undefined ? [] : [dated]),
  ];
  const [only = changed, ...others] = deeds;
  return others.length === 0 ? only : changed;
}

const released = ['released', 'Release'] as const;
const withdrawn = ['withdrawn', 'Withdraw'] as const;
const dated = ['dated', 'Set the validity of'] as const;
const changed = ['changed', 'Change'] as const;

function removeMedium(draft: BrandDraft, id: number): void {
  removeFiles(draft, id);
  draft.removeNumbered('media', paths.media(id), id);
}

function describe(draft: BrandDraft, verb: string, media: readonly MediaFile[], trailers: Trailers = []): void {
  const names = media.map(named);
  if (names.length === 1) draft.commitAs(`${verb} ${names[0]}`, [], trailers);
  else if (names.length > 1) draft.commitAs(`${verb} media: ${names.length}`, names, trailers);
}

/** Takes back what a commit did to media, by one commit. A medium that was changed since stays. */
export const undoUpdate = write({
  name: 'media.undo_several',
  summary: 'Take back a change of several media',
  body: fields(Input({ base: Oid, to: Oid })),
  answers: Updated,
  check: () => true,
  async apply(draft, { body: { base, to } }) {
    const { catalog, snapshot } = draft;
    const since = new Map((await snapshot.differences(base)).map(({ path, after }) => [path, after]));
    const left = new Map<number, Left>();
    const taken: MediaFile[] = [];
    /** @param oid of a file; `null`: as it is now */
    const collectionAt = async (path: string, oid: string | null): Promise<Collection | null> => {
      const at = parsePath(path);
      if (at?.kind !== 'collection') return null;
      if (oid === null) return catalog.collections.get(at.id) ?? null;
      const content = readAsStored(at, await snapshot.read(oid));
      return content?.kind === 'collection' ? content.value : null;
    };
    const files = new Map<number, { readonly path: string; readonly oid: string }[]>();
    for (const { path, after } of await snapshot.differences(to)) {
      const at = parsePath(path);
      if (at?.kind === 'collection' && after !== null && since.get(path) !== after) {
        const [was, is] = [await collectionAt(path, after), await collectionAt(path, since.get(path) ?? null)];
        taken.push(...takeBack(draft, at.id, was, is));
      }
      // What the commit added is no part of an update.
      if ((at?.kind !== 'media' && at?.kind !== 'file') || after === null) continue;
      if (!since.has(path)) files.set(at.id, [...(files.get(at.id) ?? []), { path, oid: after }]);
      else if (since.get(path) !== after) left.set(at.id, { id: at.id, reason: 'changed' });
    }
    const restored = [...taken];
    for (const [id, versions] of files) {
      if (left.has(id)) continue;
      for (const { path, oid } of versions) {
        const content = readAsStored(parsePath(path), await snapshot.read(oid));
        if (content?.kind === 'media') restored.push(content.value);
        const isPurged =
          content?.kind === 'file' && catalog.purged.some(({ sha256 }) => sha256 === content.value.sha256);
        if (content !== null && !isPurged) draft.put(path, content.value);
      }
    }
    const isFull = catalog.media.size + restored.filter(({ id }) => !catalog.media.has(id)).length > draft.limits.media;
    if (isFull) throw invalidField('media', message.mediaOfBrand(draft.limits.media));
    describe(draft, 'Take back a change of', restored);
    return { value: { changed: restored.map(({ id }) => id), left: [...left.values()] }, resource: resources.media };
  },
});

/** Takes out of a collection what a commit has added to it, whatever was changed since. */
function takeBack(draft: BrandDraft, id: number, was: Collection | null, is: Collection | null): MediaFile[] {
  const { collections, media } = draft.catalog;
  const now = collections.get(id);
  if (now === undefined || was === null || is === null) return [];
  const added = now.media.filter((medium) => is.media.includes(medium) && !was.media.includes(medium));
  if (added.length > 0)
    draft.put(paths.collection(id), { ...now, media: now.media.filter((medium) => !added.includes(medium)) });
  return added.flatMap((medium) => media.get(medium) ?? []);
}
