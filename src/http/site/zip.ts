import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { FilePointer } from '../../content/files/pointer.js';
import { notFound, PortalError } from '../../lib/errors.js';
import { mediaBody } from '../../service/files/media-body.js';
import type { BrandContext } from '../../site/context.js';
import type { ZipReply } from '../../site/replies.js';
import { dispositionOf, partsOf } from '../files/file-reply.js';
import type { Reply } from '../reply.js';

const atOnce = 8;
const atOnceOfNetwork = 2;

/**
 * Files as one ZIP, stored and not compressed, read while it is sent.
 *
 * @param network of the client
 * @param lookAgain what the reader may see when a file begins @throws `not_found` when the reader may no longer see the page
 * @throws `busy` while others are sent
 */
export function zipAnswer(
  { zip: files, name, credits }: ZipReply,
  { service, slug }: BrandContext,
  network: string,
  lookAgain: () => Promise<Pick<BrandContext, 'catalog'>>,
): Reply {
  const ofNetwork = service.semaphores.tryAcquire(`zip ${network}`, atOnceOfNetwork);
  const ofAll = ofNetwork && service.semaphores.tryAcquire('zips', atOnce);
  if (ofAll === null) {
    ofNetwork?.();
    throw new PortalError('busy', 'Too many ZIP files are being made. Try again soon.');
  }
  const archive = new ZipFile();
  const { outputStream } = archive;
  let current: Readable | undefined;
  outputStream.once('close', () => {
    current?.destroy();
    ofAll();
    ofNetwork?.();
  });
  archive.on('error', (error) => outputStream.destroy(error));
  const stored = service.proposalFiles(slug);

  async function add(entry: string, id: number, { sha256 }: FilePointer): Promise<void> {
    const file = (await lookAgain()).catalog.files.get(id);
    if (file?.sha256 !== sha256) throw notFound('File');
    const { path, bytes } = await mediaBody(service, slug, file, null);
    const mtime = (await stored.modified(sha256)) ?? service.clock();
    if (outputStream.destroyed) return;
    current = Readable.from(partsOf(service.fs, path, { start: 0, end: bytes }), { objectMode: false });
    archive.addReadStream(current, entry, { compress: false, size: bytes, mtime });
    await finished(current);
  }

  async function addAll(): Promise<void> {
    if (credits !== '') archive.addBuffer(Buffer.from(credits), 'credits.txt', { mtime: service.clock() });
    for (const [entry, { id, file }] of files) if (!outputStream.destroyed) await add(entry, id, file);
    if (!outputStream.destroyed) archive.end();
  }

  addAll().catch((error) => outputStream.destroy(error));
  const caching = ['Cache-Control', 'private, no-store'];
  return {
    headers: ['Content-Type', 'application/zip', ...dispositionOf(name, false), ...caching],
    body: outputStream,
  };
}
