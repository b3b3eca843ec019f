import { parsePath } from '../../content/catalog/paths.js';
import type { Look } from '../../content/files/inspector.js';
import { parsePointer } from '../../content/files/pointer.js';
import { maxCredit, maxDescription, type StoredMedium } from '../../content/media.js';
import { maxTitleLength } from '../../content/page.js';
import type { BrandFiles, Spooled } from '../../files/brand-files.js';
import { hashFile } from '../../files/hash-file.js';
import type { Release } from '../../lib/concurrency.js';
import { invalidField, notFound, PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import { errorCode } from '../../lib/system-error.js';
import type { Call, Result } from '../../operations/engine/call.js';
import { noInput } from '../../operations/engine/contract.js';
import { onceKey } from '../../operations/engine/idempotency.js';
import { beginning } from '../../operations/engine/proposal-record.js';
import type { MediumFields } from '../../operations/media-details.js';
import { type FileBody, purgeFile, refuseUpload, replaceFile, uploadMedia } from '../../operations/media-files.js';
import { pathText } from '../../store/git/tree.js';
import { repositoryUnavailable } from '../open-brands.js';
import type { Service } from '../service.js';
import { isPurged, keep, overQuota, quotaOf } from './keep-file.js';

export interface SentFile {
  /** File name as sent; the content decides on the extension. */
  readonly name: string;
  /** Id of the medium that gets the file. Default: a new medium. */
  readonly replaces?: string | undefined;
  /** Size and SHA-256 (hex), as announced. */
  readonly bytes?: number | undefined;
  readonly digest?: string | undefined;
  /** One-time name of the form, so that a repeated form is stored once. */
  readonly once?: string | undefined;
  /** Whether its place and serial numbers stay in it. Default: they are taken out, where its type allows that. */
  readonly keepsPlace?: boolean | undefined;
  /** Whether a file that a medium has already is refused, by `DoubleFile`. */
  readonly leavesDoubles?: boolean | undefined;
  /** Title of a new medium that gets none from `metadata` or from the file. */
  readonly fallbackTitle?: string | undefined;
  /** Metadata of a new medium. Its width and height count only if the file does not contain them. */
  readonly metadata?: Partial<Omit<MediumFields, 'status'>>;
}

/** A medium has the file already, so it was not stored. */
export class DoubleFile extends Error {
  constructor(readonly medium: number) {
    super(`Medium ${medium} has this file.`);
  }
}

/** A stored file, what was taken out of it, and whether it may tell where it was made. */
export type StoredResult = Result<StoredMedium> & Pick<Look, 'taken' | 'mayHavePlace'>;

/**
 * Stores an uploaded file: it is spooled, inspected, stored, then committed. Refusals that need no bytes come before the first is
 * read; whatever fails before the commit leaves nothing that readers see.
 *
 * @param confirm called when all bytes have arrived: rejects a caller whose right was revoked during the upload
 * @throws PortalError
 */
export async function storeFile(
  service: Service,
  call: Call,
  source: AsyncIterable<Uint8Array>,
  sent: SentFile,
  confirm: () => Promise<void> = async () => {},
): Promise<StoredResult> {
  return received(service, call, source, sent, (spooled, files) =>
    storeSpooled(service, call, files, spooled, sent, confirm),
  );
}

/**
 * Receives an uploaded file, for as long as `use` works on it.
 *
 * @param sent `maxBytes`: limit of this file. Default: that of files
 * @throws PortalError
 */
export async function received<Done>(
  service: Service,
  call: Call,
  source: AsyncIterable<Uint8Array>,
  sent: Pick<SentFile, 'bytes' | 'digest' | 'replaces'> & { readonly maxBytes?: number },
  use: (spooled: Spooled, files: BrandFiles) => Promise<Done>,
): Promise<Done> {
  const release = acquireUpload(service, call);
  try {
    const files = await filesFor(service, call);
    // With an idempotency key, we cannot know yet whether this is a repeat, which must get its first result even if the brand is full.
    if (call.idempotencyKey === undefined) await refuseEarly(service, call, sent, files);
    const { bytes, digest, maxBytes = service.limits.fileBytes } = sent;
    const spooled = await files.spool(source, { maxBytes, bytes, digest });
    try {
      if (spooled.bytes === 0) throw invalidField('file', 'The file is empty.');
      return await use(spooled, files);
    } finally {
      await spooled.discard();
    }
  } catch (error) {
    // A rename or removal of the brand moves the file away while it arrives.
    throw errorCode(error) === 'ENOENT' ? repositoryUnavailable(error) : error;
  } finally {
    release();
  }
}

async function storeSpooled(
  service: Service,
  call: Call,
  files: BrandFiles,
  arrived: Spooled,
  sent: SentFile,
  confirm: () => Promise<void>,
): Promise<StoredResult> {
  const { name, once, replaces, keepsPlace = false } = sent;
  countSentBytes(service, call, arrived.bytes);
  const look = await service.inspector.look(arrived.path, name, !keepsPlace);
  const { taken, mayHavePlace } = look;
  const sha256 = taken.length === 0 ? arrived.sha256 : await hashFile(service.fs, arrived.path);
  const spooled = { ...arrived, sha256 };
  if (sent.leavesDoubles) {
    const { catalog } = await (await service.brands.get(call.slug)).read();
    const double = [...catalog.files].find(([, file]) => file.sha256 === sha256);
    if (double !== undefined) throw new DoubleFile(double[0]);
  }
  const body = bodyOf(spooled, look, sent);
  await confirm();
  await keepUnlessPurged(service, call, files, spooled);
  const keyedCall = once ? { ...call, idempotencyKey: onceKey(once, body) } : call;
  const result =
    replaces === undefined
      ? await service.run(uploadMedia, keyedCall, { ...noInput, body })
      : await service.run(replaceFile, keyedCall, { ...noInput, params: { id: replaces }, body });
  return { ...result, taken, mayHavePlace };
}

/** The operation refuses a file that was deleted for good, or ran before the deletion. The bytes must not come back. */
export async function keepUnlessPurged(service: Service, call: Call, files: BrandFiles, spooled: Spooled) {
  if (!(await isPurged(service, call.slug, spooled.sha256))) await keep(service, call, files, spooled);
}

/**
 * The files that an upload goes to: the brand's, or those of its proposals, whose repository is created first.
 *
 * @throws `not_found`
 */
async function filesFor(service: Service, { slug, proposal }: Call): Promise<BrandFiles> {
  const { brands, clock } = service;
  if (proposal === undefined) return service.files(slug);
  if (proposal === 'new') await brands.beginProposals(slug, beginning(slug, clock()));
  else if ((await brands.proposals(slug)) === null) throw notFound('Proposal');
  return service.proposalFiles(slug);
}

/** Deletes the bytes of a file that only the history names. After an interruption, a second call deletes the rest. */
export async function deleteFile(service: Service, call: Call, body: { sha256: string; reason: string }) {
  const files = service.files(call.slug);
  const isKnown = await isPurged(service, call.slug, body.sha256);
  if (!isKnown && (await files.size(body.sha256)) === null) throw notFound(say`File ${body.sha256}`);
  const { value } = await service.run(purgeFile, call, { ...noInput, body });
  await files.erase(body.sha256);
  await service.pictures?.forget(body.sha256);
  return value;
}

/** Files that a key has sent, according to its commits. Needs git. */
export async function filesSentBy({ brands }: Service, slug: string, key: string): Promise<ReadonlySet<string>> {
  const { versions } = await brands.get(slug);
  const hashes = new Set<string>();
  for await (const entry of versions.history({ author: `${key}@`, paths: ['files'] })) {
    if (entry.key !== key) continue;
    for (const { path, after } of await versions.differences(await versions.parentOf(entry.commit), entry.commit)) {
      if (after === null || parsePath(pathText(path))?.kind !== 'file') continue;
      const pointer = parsePointer(await versions.read(after));
      if (pointer !== null) hashes.add(pointer.sha256);
    }
  }
  return hashes;
}

/** @throws `busy` when the limit of uploads is reached, or a quarter of them are the caller's */
function acquireUpload({ semaphores, limits: { uploadsAtOnce } }: Service, { actor }: Call): Release {
  const releaseCaller = semaphores.tryAcquire(`uploads ${actor.id}`, Math.ceil(uploadsAtOnce / 4));
  const releaseAll = releaseCaller && semaphores.tryAcquire('uploads', uploadsAtOnce);
  if (releaseCaller === null || releaseAll === null) {
    releaseCaller?.();
    throw new PortalError('busy', 'Too many files are being uploaded. Try again in a moment.');
  }
  return () => {
    releaseCaller();
    releaseAll();
  };
}

async function refuseEarly(
  service: Service,
  call: Call,
  { replaces, bytes = 0 }: Pick<SentFile, 'replaces' | 'bytes'>,
  files: BrandFiles,
): Promise<void> {
  const { limits, brands, quotas } = service;
  const { catalog } = await (await brands.get(call.slug)).read();
  if (call.proposal === undefined) refuseUpload({ catalog, limits, actor: call.actor }, replaces);
  if ((await quotas.bytesOf(quotaOf(call), files)) + bytes > limits.fileBytesPerBrand) throw overQuota(limits);
}

/** Body of the operation that commits a file. Texts of its metadata count where the upload says nothing. */
export function bodyOf(
  { sha256, bytes }: Spooled,
  { extension, kind, width, height, problem, texts }: Look,
  { name, metadata, fallbackTitle = '' }: SentFile,
): FileBody {
  const embedded = (text: string, maxLength: number) => [...text].slice(0, maxLength).join('') || null;
  return {
    caption: null,
    media_category_id: null,
    type: kind,
    ...metadata,
    title: metadata?.title ?? embedded(texts.title || fallbackTitle, maxTitleLength),
    description: metadata?.description ?? embedded(texts.description, maxDescription),
    credit: metadata?.credit ?? embedded(texts.credit, maxCredit),
    width: width ?? metadata?.width ?? null,
    height: height ?? metadata?.height ?? null,
    name,
    extension,
    sha256,
    bytes,
    problem,
    status: problem === null ? 'ready' : 'failed',
  };
}

/**
 * Takes an upload from the daily bytes of its key, because a leaked key must not fill the disk. People have no such limit.
 *
 * @throws `rate_limited`
 */
function countSentBytes(service: Service, { actor }: Call, bytes: number): void {
  if (actor.kind !== 'key') return;
  const { fileBytesPerKeyAndDay: max } = service.limits;
  const retryAfter = service.quotas.countSent(actor.id, bytes, max);
  if (retryAfter === 0) return;
  const message = say`A key may send ${sizeText(max)} of files a day. Nothing was stored.`;
  throw new PortalError('rate_limited', message, { retryAfter });
}
