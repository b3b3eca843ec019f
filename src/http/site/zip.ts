import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { notFound, PortalError } from '../../lib/errors.js';
import { mediaBody } from '../../service/files/media-body.js';
import type { BrandContext } from '../../site/context.js';
import type { ZipReply } from '../../site/replies.js';
import { dispositionOf, partsOf } from '../files/file-reply.js';
import type { Reply } from '../reply.js';

const atOnce = 8;
const atOnceOfNetwork = 2;

/**
 * The files of a page as one ZIP, stored and not compressed, read while it is sent.
 *
 * @param network of the client
 * @param lookAgain what the reader may see when a file begins @throws `not_found` when the reader may no longer see the page
 * @throws `busy` while others are sent
 */
export function zipAnswer(
  { zip: files, name }: ZipReply,
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
  const open = async (id: number, sha256: string): Promise<Readable> => {
    if (outputStream.destroyed) throw notFound('File');
    const file = (await lookAgain()).catalog.files.get(id);
    if (file?.sha256 !== sha256) throw notFound('File');
    const { path, bytes } = await mediaBody(service, slug, file, null);
    current = Readable.from(partsOf(service.fs, path, { start: 0, end: bytes }), { objectMode: false });
    return current;
  };
  const mtime = new Date(0);
  for (const [entry, { id, file }] of named(files)) {
    archive.addReadStreamLazy(entry, { compress: false, size: file.bytes, mtime }, (done) => {
      open(id, file.sha256).then(
        (stream) => done(null, stream),
        (error) => outputStream.destroy(error),
      );
    });
  }
  archive.end();
  const caching = ['Cache-Control', 'private, no-store'];
  return {
    headers: ['Content-Type', 'application/zip', ...dispositionOf(name, false), ...caching],
    body: outputStream,
  };
}

/** Files by names that are unique, whatever case a file system minds. Names of stored files have no path. */
function named(files: ZipReply['zip']): ReadonlyMap<string, ZipReply['zip'][number]> {
  const byName = new Map<string, ZipReply['zip'][number]>();
  for (const file of files) {
    const { name } = file.file;
    const [, stem = '', end = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? [];
    let entry = name;
    for (let number = 2; byName.has(entry); number += 1) entry = `${stem}-${number}${end}`;
    byName.set(entry, file);
  }
  return byName;
}
