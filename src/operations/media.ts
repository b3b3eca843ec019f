import { isDeepStrictEqual } from 'node:util';
import { paths } from '../content/catalog/paths.js';
import {
  MediaItemWithDetails,
  MediaItemWithFile,
  presentWithDetails,
  presentWithFile,
} from '../content/files/presented.js';
import { mediaKinds } from '../content/files/types.js';
import {
  DetailedMedium,
  isAvailable,
  type MediaFile,
  MediaItem,
  newMediaDetails,
  presentMedia,
  StoredMedium,
} from '../content/media.js';
import { mediaFilter } from '../content/media-find.js';
import { maxTagsOfMedium, nameOrNumber, tagsOf } from '../content/media-names.js';
import { hasDays } from '../content/validity.js';
import { isDay } from '../lib/clock.js';
import { found, invalidField, notFound } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Input, inOrder, OneOf, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Answer, undescribed } from './engine/contract.js';
import { type BrandDraft, outcome, type Trailers } from './engine/draft.js';
import { additions, fields, mediaId, optionalFields, partialUpdate } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { type Resource, resources } from './engine/resource.js';
import type { BrandView, ReadView } from './engine/view.js';
import {
  type ChangedMedium,
  cleanFields,
  dayExpected,
  MediumFields,
  MediumUpdate,
  multiline,
  putTags,
  refuseCategory,
  withFields,
} from './media-details.js';
import { type Referrer, type Removed, referrersOf, removeReferenced } from './used-by.js';

const include = additions(
  ['file', 'details'],
  "`file`: adds the medium's file. `details`: adds its description, tags, credit, licence, validity and more.",
);

export const mediaFilters = {
  tag: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: maxTagsOfMedium,
      description: 'Addition. Names of tags: media that have all.',
    }),
  ),
  category: Type.Optional(Type.String({ description: 'Addition. Name or id of a category.' })),
  type: Type.Optional(OneOf(mediaKinds, { description: 'Addition. Media of this type.' })),
  valid: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'Addition. Media that may be used on this day, `2026-12-10`.',
    }),
  ),
};

/**
 * @param plain resource of an answer without additions
 * @param wanted value of `include`
 */
async function present(view: ReadView, media: readonly MediaFile[], plain: Resource, wanted = '') {
  const { catalog, mayWrite } = view;
  const [hasFiles, hasDetails] = [wanted.includes('file'), wanted.includes('details')];
  const addresses = hasFiles ? await view.addresses() : null;
  const value = media.map((medium) => ({
    ...(hasDetails ? presentWithDetails(catalog, medium, mayWrite) : presentMedia(medium)),
    ...(addresses !== null && { file: presentWithFile(medium, catalog.files.get(medium.id), addresses.of).file }),
  }));
  // Who may know more gets another answer.
  const shown = [hasDetails ? [String(mayWrite)] : [], addresses?.version ?? []].flat();
  const resource = resources.mediaShown(hasFiles, shown.length === 0 ? undefined : shown.join('-'));
  return { value, resource: wanted === '' ? plain : resource, isPrivate: hasDetails };
}

/** @throws `invalid` for a day that the calendar lacks, and for a category that is none, with those that there are */
export function refuseFilter(
  { catalog }: Pick<BrandView, 'catalog'>,
  { category, valid }: { readonly category?: string | undefined; readonly valid?: string | undefined },
): void {
  if (valid !== undefined && !isDay(valid)) throw invalidField('valid', message.format('valid', dayExpected));
  const { media, media_categories } = catalog;
  if (category === undefined || nameOrNumber(media_categories, category) !== null) return;
  if ([...media.values()].some((medium) => String(medium.media_category_id) === category)) return;
  const names = media_categories.items.map(({ name }) => name);
  throw invalidField('category', message.selected('category', names));
}

export const listMedia = read({
  name: 'media.list',
  apiChapter: 'Media',
  translated: 'media',
  summary: 'List media',
  description: 'All released, fully processed media by id.',
  query: Input({ include, ...mediaFilters }),
  answers: [Type.Array(MediaItem), Type.Array(MediaItemWithFile), Type.Array(MediaItemWithDetails)],
  refusals: ['fields'],
  async run(view, { query: { include, tag: tags, ...filter } }) {
    refuseFilter(view, filter);
    const isFound = mediaFilter(view.catalog, { ...filter, tags });
    const media = byId(view.catalog.media.values()).filter((medium) => isAvailable(medium) && isFound(medium));
    return present(view, media, resources.media, include);
  },
});

export const showMedium = read({
  name: 'media.show',
  apiChapter: 'Media',
  translated: 'media',
  summary: 'Show a medium (addition)',
  description: 'A released, fully processed medium. A key with the right `write` can read any medium.',
  params: { id: mediaId },
  query: Input({ include }),
  answers: [MediaItem, MediaItemWithFile, MediaItemWithDetails],
  refusals: ['fields'],
  async run(view, { params: { id }, query }) {
    const medium = visibleMedium(view, id);
    const { value, resource, isPrivate } = await present(view, [medium], resources.medium(id), query.include);
    const [shown] = value;
    // A cache validates by what is stored, which no boundary changes.
    const isJudged = !isAvailable(medium) || hasDays(medium);
    return { value: shown as NonNullable<typeof shown>, resource, isPrivate: isPrivate || isJudged };
  },
});

export const listAllMedia = read({
  name: 'media.list_all',
  summary: 'List every medium with whether it is released',
  query: Input(mediaFilters),
  answers: Type.Array(DetailedMedium),
  run(view, { query: { tag: tags, ...filter } }) {
    refuseFilter(view, filter);
    const media = byId(view.catalog.media.values()).filter(mediaFilter(view.catalog, { ...filter, tags }));
    return { value: media.map((medium) => detailedMedium(view, medium)), resource: resources.mediaWithFiles };
  },
});

/** What an editor may choose now. */
export const listUsableMedia = read({
  name: 'media.list_usable',
  summary: 'List the media to which a page may newly refer, with all that is known of them',
  answers: Type.Array(DetailedMedium),
  run: (view) => ({
    value: byId(view.catalog.media.values())
      .filter(isAvailable)
      .map((medium) => detailedMedium(view, medium)),
    resource: resources.mediaWithFiles,
  }),
});

export const inspectMedia = read({
  name: 'media.inspect',
  summary: 'Show a medium and the pages whose blocks use it',
  params: { id: mediaId },
  answers: undescribed<DetailedMedium & { readonly used_by: readonly Referrer[] }>(),
  run(view, { params }) {
    const medium = detailedMedium(view, mediumOf(view, params.id));
    // The answer has the medium's version, since a client may change the medium next.
    return {
      value: { ...medium, used_by: referrersOf(view, 'media', medium.id) },
      resource: resources.medium(medium.id),
    };
  },
});

export const newMedium: Omit<MediaFile, 'id' | 'type'> = {
  ...{ title: null, caption: null, width: null, height: null, media_category_id: null },
  ...{ ...newMediaDetails, tags: [] },
  ...{ released: false, status: 'ready' },
};

const mediumBody = partialUpdate(MediumFields, {
  multiline,
  clean: (sent, _sanitizer, violations) => cleanFields(sent, violations),
});

export const addMedia = write({
  name: 'media.add',
  summary: "Add a medium's metadata, with the next id and not released",
  body: mediumBody,
  answers: DetailedMedium,
  check(draft, { sent }, violations) {
    requireRoomForMedium(draft, violations);
    const { type } = sent;
    if (type === undefined) violations.add('type', message.required('type'));
    return type === undefined
      ? null
      : withFields(draft, { ...newMedium, type, id: draft.nextId('media') }, sent, violations);
  },
  expects: () => resources.media,
  apply: (draft, { checked }) => save(draft, null, checked, 'Add'),
});

export const setMedia = write({
  name: 'media.set',
  summary: "Change a medium's metadata and details",
  params: { id: mediaId },
  body: mediumBody,
  answers: DetailedMedium,
  check(draft, { params, sent }, violations) {
    const before = mediumOf(draft, params.id);
    refuseCategory(draft, before.media_category_id, sent.media_category_id, violations);
    return { before, ...withFields(draft, before, sent, violations) };
  },
  expects: (_draft, { before }) => resources.medium(before.id),
  apply: (draft, { checked: { before, ...changed } }) => save(draft, before, changed, 'Change'),
});

/** Nothing that decides on who sees a medium: that is for people. */
export const updateMedium = write({
  name: 'media.update',
  module: 'media_upload',
  apiChapter: 'Media',
  summary: 'Change the details of a medium (addition)',
  description:
    'Changes the sent details, also of a medium that is released. A tag that is new is added to those of the brand. People ' +
    'release media, and set from and until when they may be used. Needs the module `media_upload`.',
  params: { id: mediaId },
  body: partialUpdate(MediumUpdate, {
    multiline,
    clean: (sent, _sanitizer, violations) => cleanFields(sent, violations),
  }),
  answers: MediaItemWithDetails,
  refusals: ['fields'],
  replay: replayOf('media', (view, id) => updatedAnswer(view, mediumOf(view, id))),
  check(draft, { params, sent }, violations) {
    const before = mediumOf(draft, params.id);
    refuseCategory(draft, before.media_category_id, sent.media_category_id, violations);
    return { before, ...withFields(draft, before, sent, violations) };
  },
  expects: (_draft, { before }) => resources.medium(before.id),
  apply(draft, { checked: { before, ...changed } }) {
    save(draft, before, changed, 'Change');
    return updatedAnswer({ catalog: withTags(draft, changed.tags) }, changed.medium);
  },
});

const updatedAnswer = ({ catalog }: Pick<BrandView, 'catalog'>, medium: MediaFile) => ({
  value: presentWithDetails(catalog, medium, true),
  resource: resources.medium(medium.id),
});

/** Blocks that show a withdrawn medium stay; new ones cannot refer to it. */
export const releaseMedia = write({
  name: 'media.release',
  summary: 'Release a medium, or withdraw it',
  params: { id: mediaId },
  body: fields(Input({ released: Type.Boolean() })),
  answers: DetailedMedium,
  check: (draft, { params }) => mediumOf(draft, params.id),
  expects: (_draft, { id }) => resources.medium(id),
  apply(draft, { body: { released }, checked: before }) {
    const trailers = outcome(released ? 'released' : 'withdrawn');
    const medium = { ...before, released };
    return save(draft, before, { medium }, released ? 'Release' : 'Withdraw', trailers);
  },
});

export const removeMedia = write({
  name: 'media.remove',
  summary: 'Remove a medium',
  params: { id: mediaId },
  body: optionalFields(Input({ force: Type.Optional(Type.Boolean()) })),
  answers: undescribed<Removed>(),
  check: (draft, { params }) => mediumOf(draft, params.id),
  expects: (_draft, { id }) => resources.medium(id),
  apply(draft, { body, checked: medium }) {
    removeFiles(draft, medium.id);
    const subject = `Remove ${named(medium)}`;
    return removeReferenced(draft, 'media', medium.id, { ...body, subject, name: say`Medium ${medium.id}` });
  },
});

function save(
  draft: BrandDraft,
  before: MediaFile | null,
  { medium, tags }: Pick<ChangedMedium, 'medium'> & Partial<ChangedMedium>,
  verb: string,
  trailers?: Trailers,
): Answer<DetailedMedium> {
  if (!isDeepStrictEqual(before, medium)) {
    draft.put(paths.media(medium.id), medium);
    if (tags !== undefined) putTags(draft, tags);
    draft.commitAs(`${verb} ${named(medium)}`, [], trailers);
  }
  return { value: detailedMedium({ catalog: withTags(draft, tags) }, medium), resource: resources.medium(medium.id) };
}

const withTags = ({ catalog }: BrandDraft, tags = catalog.tags) => ({ ...catalog, tags });

export function requireRoomForMedium(
  { catalog, limits }: Pick<BrandDraft, 'catalog' | 'limits'>,
  violations: Violations,
): void {
  if (catalog.media.size >= limits.media) violations.add('media', message.mediaOfBrand(limits.media));
}

/** A medium as it is stored: a day does not withdraw it. */
export function storedMedium({ catalog }: Pick<BrandView, 'catalog'>, medium: MediaFile): StoredMedium {
  const { stored } = catalog.outside?.get(medium.id) ?? { stored: medium };
  return inOrder(StoredMedium, { ...stored, file: catalog.files.get(medium.id) ?? null });
}

export function detailedMedium(view: Pick<BrandView, 'catalog'>, medium: MediaFile): DetailedMedium {
  const tags = tagsOf(view.catalog.tags, medium).map(({ name }) => name);
  return { ...medium, ...storedMedium(view, medium), tags };
}

/** Removes the pointers of a medium. The bytes stay: the history names them. */
export function removeFiles(draft: BrandDraft, id: number): void {
  const { files, doubles } = draft.catalog;
  for (const { name } of [files.get(id) ?? [], doubles.get(id) ?? []].flat()) draft.remove(paths.file(id, name));
}

export function byId(media: Iterable<MediaFile>): MediaFile[] {
  return [...media].sort((a, b) => a.id - b.id);
}

export function named({ id, title }: Pick<MediaFile, 'id' | 'title'>): string {
  return title === null ? `medium ${id}` : `medium ${id} "${title}"`;
}

export function mediumOf({ catalog }: Pick<BrandView, 'catalog'>, id: number): MediaFile {
  return found(catalog.media.get(id), 'Medium');
}

/**
 * A medium that the caller may see.
 *
 * @throws `not_found`
 */
export function visibleMedium(view: Pick<ReadView, 'catalog' | 'mayWrite'>, id: number): MediaFile {
  const medium = mediumOf(view, id);
  if (!view.mayWrite && !isAvailable(medium)) throw notFound('Medium');
  return medium;
}
