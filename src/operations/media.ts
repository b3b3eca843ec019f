import { paths } from '../content/catalog/paths.js';
import { MediaItemWithFile, presentWithFile } from '../content/files/presented.js';
import {
  DescribedMedium,
  DetailedMedium,
  isAvailable,
  MediaFile,
  MediaItem,
  newMediaDetails,
  presentMedia,
  StoredMedium,
} from '../content/media.js';
import { tagsOf } from '../content/media-names.js';
import { hasDays } from '../content/validity.js';
import { found, notFound } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Input, inOrder, OneOf, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Answer, undescribed } from './engine/contract.js';
import { type BrandDraft, outcome, type Trailers } from './engine/draft.js';
import { fields, mediaId, optionalFields, partialUpdate, updated } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView, ReadView } from './engine/view.js';
import { shownMedia } from './shown-media.js';
import { type Referrer, type Removed, referrersOf, removeReferenced } from './used-by.js';

const includeFile = Type.Optional(OneOf(['file'], { description: "Addition. `file`: adds the medium's file." }));

export const listMedia = read({
  name: 'media.list',
  apiChapter: 'Media',
  summary: 'List media',
  description: 'All released, fully processed media by id.',
  query: Input({ include: includeFile }),
  answers: [Type.Array(MediaItem), Type.Array(MediaItemWithFile)],
  refusals: ['fields'],
  async run(view, { query }) {
    const { media } = view.catalog;
    if (query.include === undefined) {
      return { value: byId(media.values()).filter(isAvailable).map(presentMedia), resource: resources.media };
    }
    const addresses = await view.addresses();
    return { value: shownMedia(view, media.keys(), addresses), resource: resources.withFiles([], addresses) };
  },
});

export const showMedium = read({
  name: 'media.show',
  apiChapter: 'Media',
  summary: 'Show a medium (addition)',
  description: 'A released, fully processed medium. A key with the right `write` can read any medium.',
  params: { id: mediaId },
  query: Input({ include: includeFile }),
  answers: [MediaItem, MediaItemWithFile],
  refusals: ['fields'],
  async run(view, { params: { id }, query }) {
    const medium = visibleMedium(view, id);
    // A cache validates by what is stored, which no boundary changes.
    const isPrivate = !isAvailable(medium) || hasDays(medium);
    if (query.include === undefined) return { value: presentMedia(medium), resource: resources.medium(id), isPrivate };
    const addresses = await view.addresses();
    const value = presentWithFile(medium, view.catalog.files.get(id), addresses.of);
    return { value, resource: resources.withFiles([], addresses), isPrivate };
  },
});

export const listAllMedia = read({
  name: 'media.list_all',
  summary: 'List every medium with whether it is released',
  answers: Type.Array(DetailedMedium),
  run: (view) => ({
    value: byId(view.catalog.media.values()).map((medium) => detailedMedium(view, medium)),
    resource: resources.mediaWithFiles,
  }),
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

export const addMedia = write({
  name: 'media.add',
  summary: "Add a medium's metadata, with the next id and not released",
  body: partialUpdate(DescribedMedium, { multiline: ['caption'], fixed: ['id'] }),
  answers: DetailedMedium,
  check(draft, { sent }, violations) {
    requireRoomForMedium(draft, violations);
    const id = draft.nextId('media');
    const described = updated(DescribedMedium, newMedium, { ...sent, id }, violations);
    return described && inOrder(MediaFile, { ...newMedium, ...described });
  },
  expects: () => resources.media,
  apply: (draft, { checked }) => save(draft, null, checked, 'Add'),
});

export const setMedia = write({
  name: 'media.set',
  summary: "Change a medium's metadata",
  params: { id: mediaId },
  body: partialUpdate(DescribedMedium, { multiline: ['caption'], fixed: ['id', 'released'] }),
  answers: DetailedMedium,
  check(draft, { params, sent }, violations) {
    const before = mediumOf(draft, params.id);
    const described = updated(DescribedMedium, before, sent, violations);
    return described && { before, medium: { ...before, ...described } };
  },
  expects: (_draft, { before }) => resources.medium(before.id),
  apply: (draft, { checked: { before, medium } }) => save(draft, before, medium, 'Change'),
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
    return save(draft, before, { ...before, released }, released ? 'Release' : 'Withdraw', trailers);
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
  medium: MediaFile,
  verb: string,
  trailers?: Trailers,
): Answer<DetailedMedium> {
  draft.replace(paths.media(medium.id), before, medium, `${verb} ${named(medium)}`, trailers);
  return { value: detailedMedium(draft, medium), resource: resources.medium(medium.id) };
}

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

function byId(media: Iterable<MediaFile>): MediaFile[] {
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
