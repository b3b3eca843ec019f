import { isDeepStrictEqual } from 'node:util';
import { lfsFiles, paths } from '../content/catalog/paths.js';
import { pictureWidths } from '../content/files/picture-widths.js';
import { FilePointer, fileNameOf, Sha256 } from '../content/files/pointer.js';
import { pictureFormats } from '../content/files/types.js';
import {
  DescribedMedium,
  MediaDetails,
  type MediaFile,
  maxOriginalName,
  type PurgedFiles,
  StoredMedium,
} from '../content/media.js';
import { isoSeconds } from '../lib/clock.js';
import { notFound, PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import { Exact, Input, inOrder, Nullable, OneOf, type Static, Type } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import { type Answer, undescribed } from './engine/contract.js';
import type { BrandDraft } from './engine/draft.js';
import { fields, mediaId, parseId, partialUpdate, updated } from './engine/input.js';
import { read, write } from './engine/operation.js';
import { replayOf } from './engine/replay.js';
import { resources } from './engine/resource.js';
import type { ReadView } from './engine/view.js';
import { mediumOf, named, newMedium, removeFiles, requireRoomForMedium, storedMedium, visibleMedium } from './media.js';
import { type ChangedMedium, cleanFields, multiline, putTags, withFields } from './media-details.js';
import { mayGet } from './released-files.js';

const { id: _, released: __, ...metadata } = DescribedMedium.properties;

/** A file that is on disk, with the facts found in it. The bytes themselves pass no operation. */
export const FileBody = Exact({
  name: Type.String({ minLength: 1, description: 'File name, as sent.' }),
  extension: Type.String(),
  sha256: FilePointer.properties.sha256,
  bytes: FilePointer.properties.bytes,
  /** Contradiction of the content to its type. */
  problem: Nullable(Type.String()),
  ...metadata,
  ...Type.Partial(Type.Object(MediaDetails.properties)).properties,
});
export type FileBody = Static<typeof FileBody>;

const body = partialUpdate(FileBody, {
  multiline,
  filled: ['name'],
  clean: (sent, _sanitizer, violations) => ({ ...sent, ...cleanFields(sent, violations) }),
});
const replay = replayOf('media', (view, id) => mediumAnswer(storedMedium(view, mediumOf(view, id))));

/** A medium is released only by people, never with its upload. */
export const uploadMedia = write({
  name: 'media.upload',
  apiChapter: 'Media',
  summary: 'Upload a medium (addition)',
  description: 'Adds a medium with its file. People release it later. Needs the module `media_upload`.',
  body,
  answers: StoredMedium,
  refusals: ['fields'],
  replay,
  check(draft, { sent }, violations) {
    const fileBody = violations.any ? null : updated(FileBody, {}, sent, violations);
    return fileBody && newUpload(draft, fileBody, violations);
  },
  expects: () => resources.media,
  apply: (draft, { checked }) => saveFile(draft, checked, 'Add'),
});

/** Metadata stays, except fields that are derived from the bytes. */
export const replaceFile = write({
  name: 'media.replace',
  apiChapter: 'Media',
  summary: 'Replace the file of a medium (addition)',
  description: 'Replaces or adds the file of a medium that is not released. Needs the module `media_upload`.',
  params: { id: mediaId },
  body,
  answers: StoredMedium,
  refusals: ['fields'],
  replay,
  check(draft, { params, sent }, violations) {
    const before = mediumOf(draft, params.id);
    const fileBody = violations.any ? null : updated(FileBody, {}, sent, violations);
    if (fileBody === null) return null;
    refuseReplacement(draft, before, violations);
    refusePurged(draft, fileBody, violations);
    const { type, width, height, status, problem } = fileBody;
    const file = pointerOf(fileBody);
    const medium = { ...before, type, width, height, status, original_name: originalName(fileBody.name, file) };
    return { medium, file, problem, before };
  },
  expects: (_draft, { before }) => resources.medium(before.id),
  apply: (draft, { checked }) => saveFile(draft, checked, 'Replace the file of'),
});

/** A medium for a file, with what forbids it reported. */
export function newUpload(draft: BrandDraft, fileBody: FileBody, violations: Violations): Upload {
  requireRoomForMedium(draft, violations);
  refusePurged(draft, fileBody, violations);
  const { name, extension: _, sha256: __, bytes: ___, problem, ...fields } = fileBody;
  const file = pointerOf(fileBody);
  const { type } = fields;
  const blank = { ...newMedium, type, id: draft.nextId('media'), original_name: originalName(name, file) };
  return { ...withFields(draft, blank, fields, violations), file, problem, before: null };
}

export interface Upload {
  readonly medium: MediaFile;
  readonly tags?: ChangedMedium['tags'];
  readonly file: FilePointer;
  readonly problem: string | null;
  readonly before: MediaFile | null;
}

function pointerOf({ name, extension, sha256, bytes }: FileBody): FilePointer {
  return { name: fileNameOf(name, extension), sha256, bytes };
}

/** The last part of the name that was sent; `null` where the stored file has it. */
function originalName(sent: string, { name }: FilePointer): string | null {
  const last = sent.normalize('NFC').split(/[/\\]/).at(-1)?.trim() ?? '';
  return last === '' || last === name ? null : [...last].slice(0, maxOriginalName).join('');
}

function saveFile(draft: BrandDraft, upload: Upload, verb: string): Answer<StoredMedium> {
  const { medium, file, problem, before } = upload;
  const isStored = isDeepStrictEqual([before, draft.catalog.files.get(medium.id)], [medium, file]);
  if (!isStored) {
    putUpload(draft, upload);
    const details = [`${file.name}: ${file.bytes} bytes`, ...(problem === null ? [] : [`failed: ${problem}`])];
    draft.commitAs(`${verb} ${named(medium)}`, details);
  }
  return mediumAnswer(inOrder(StoredMedium, { ...medium, file }));
}

export function putUpload(draft: BrandDraft, { medium, tags, file, before }: Upload): void {
  if (draft.catalog.files.size === 0) for (const [path, text] of Object.entries(lfsFiles)) draft.putText(path, text);
  if (!isDeepStrictEqual(before, medium)) draft.put(paths.media(medium.id), medium);
  if (tags !== undefined) putTags(draft, tags);
  removeFiles(draft, medium.id);
  draft.put(paths.file(medium.id, file.name), file);
}

const mediumAnswer = (value: StoredMedium) => ({ value, resource: resources.medium(value.id) });

/**
 * Refusals before a byte of the file is read.
 *
 * @param replaces id of the medium that would get it
 * @throws `invalid`, `not_found`
 */
export function refuseUpload(draft: Pick<BrandDraft, 'catalog' | 'limits' | 'actor'>, replaces?: string): void {
  const violations = new Violations();
  if (replaces === undefined) requireRoomForMedium(draft, violations);
  else refuseReplacement(draft, mediumOf(draft, parseId(replaces) ?? 0), violations);
  violations.throwIfAny();
}

/** A key cannot change released files, so that a leaked key cannot change websites. */
function refuseReplacement({ actor }: Pick<BrandDraft, 'actor'>, before: MediaFile, violations: Violations): void {
  if (actor.kind === 'key' && before.released) {
    violations.add('released', 'The medium is released: replace its file in the backend.');
  }
}

const MediumWithFile = Exact({ ...DescribedMedium.properties, file: FilePointer });
type MediumWithFile = Static<typeof MediumWithFile>;

export const PictureQuery = Input({
  width: Type.Optional(
    OneOf(pictureWidths.map(String), {
      description: 'Width of the picture in pixels. It is never larger than the original.',
    }),
  ),
  format: Type.Optional(OneOf(pictureFormats, { description: 'Format of the picture. Default: `webp`.' })),
});

function refusePurged({ catalog }: BrandDraft, { sha256 }: FileBody, violations: Violations): void {
  const purged = catalog.purged.find((file) => file.sha256 === sha256);
  if (purged === undefined) return;
  violations.add('file', say`The file was deleted for good on ${purged.date.slice(0, 10)}: ${purged.reason}`);
}

export const showMediaFile = read({
  name: 'media.file',
  apiChapter: 'Media',
  summary: 'Get the file of a medium (addition)',
  description:
    'Returns the file as it was uploaded, or a rendition of a picture. A key without the right `write` gets it only if the medium is ' +
    'released now, and was released with this file.',
  params: { id: mediaId },
  query: PictureQuery,
  answers: MediumWithFile,
  refusals: ['fields'],
  run: async (view, { params: { id } }) => ({ value: await fileFor(view, id), resource: resources.medium(id) }),
});

/** @throws `not_found`, also for a file that the caller may not have */
async function fileFor(view: ReadView, id: number): Promise<MediumWithFile> {
  const medium = storedMedium(view, mediumOf(view, id));
  const { file } = medium;
  if (file !== null && (await mayGet(view.history, view, file.sha256, id))) return { ...medium, file };
  visibleMedium(view, id);
  throw notFound('File');
}

type PurgedFile = PurgedFiles[number];

/** Records that a file is purged, before its bytes are deleted. Files of the newest commit stay, because clones need them. */
export const purgeFile = write({
  name: 'media.purge_file',
  isProposable: false,
  summary: 'Record that a file, which only the history names, is deleted for good',
  body: fields(Input({ sha256: Sha256, reason: Type.String({ minLength: 1, maxLength: 500 }) })),
  answers: undescribed<PurgedFile>(),
  check({ actor, catalog: { files, doubles } }, { sent: { sha256 } }, violations) {
    if (actor.kind !== 'operator') throw new PortalError('forbidden', 'Only the operator deletes files for good.');
    for (const [id, file] of files) {
      const pointers = [file, ...(doubles.get(id) ?? [])];
      if (pointers.every((pointer) => pointer.sha256 !== sha256)) continue;
      violations.add('sha256', say`Medium ${id} has this file: give it another, or remove the medium, first.`);
    }
    return {};
  },
  apply(draft, { body: { sha256, reason } }) {
    const { purged } = draft.catalog;
    const known = purged.find((file) => file.sha256 === sha256);
    if (known !== undefined) return { value: known, resource: null };
    const value = { sha256, date: isoSeconds(draft.now), reason };
    draft.put(paths.purged, [...purged, value]);
    draft.commitAs(`Delete file ${sha256.slice(0, 12)} for good`, [reason]);
    return { value, resource: null };
  },
});
