import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { PortalError } from '../../lib/errors.js';
import { type Picture, pictureOf } from '../../service/files/media-body.js';
import type { FileSystem } from '../../store/file-system.js';
import { etagOf, type Headers, isNotModified, type Reply } from '../reply.js';

/** Bytes that one read holds in memory. */
export const partBytes = 256 * 1024;

export interface FileBody {
  readonly path: string;
  readonly bytes: number;
  /** Version of the bytes: the ETag. */
  readonly version: string;
  readonly mime: string;
  /** All its bytes, where they are in memory. */
  readonly content?: Buffer;
}

/**
 * The reply with a file, or with the part of it that the request asks for.
 *
 * @throws `unavailable` when it is not as long as it was
 */
export async function fileReply(
  fs: FileSystem,
  request: IncomingMessage,
  { path, bytes, version, mime, content }: FileBody,
  more: Headers,
): Promise<Reply> {
  const etag = etagOf(version);
  const headers = ['ETag', etag, 'Accept-Ranges', 'bytes', ...more];
  if (isNotModified(request, version)) return { status: 304, headers };
  const range = rangeIn(request, bytes, etag);
  if (range === 'unsatisfiable') return { status: 416, headers: [...headers, 'Content-Range', `bytes */${bytes}`] };
  const { start, end } = range ?? { start: 0, end: bytes };
  const bodyHeaders = [...headers, 'Content-Type', mime, 'Content-Length', String(end - start)];
  if (request.method === 'HEAD') return { headers: bodyHeaders };
  const status = range === null ? 200 : 206;
  const part = range === null ? [] : ['Content-Range', `bytes ${start}-${end - 1}/${bytes}`];
  const body = content?.subarray(start, end) ?? (await bodyOf(fs, path, { start, end }));
  return { status, headers: [...bodyHeaders, ...part], body };
}

async function bodyOf(fs: FileSystem, path: string, range: Range): Promise<Buffer | Readable> {
  if (range.end - range.start <= partBytes) return readPart(fs, path, range);
  return Readable.from(partsOf(fs, path, range), { objectMode: false });
}

/** @throws `unavailable` when it is not as long as it was */
export async function readPart(fs: FileSystem, path: string, range: Range): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of partsOf(fs, path, range)) parts.push(part);
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** @throws `unavailable` when it ends early: an answer that is shorter than its `Content-Length` would swallow the next one */
export async function* partsOf(fs: FileSystem, path: string, { start, end }: Range): AsyncGenerator<Buffer> {
  const handle = await fs.promises.open(path, 'r').catch(unreadable);
  try {
    for (let at = start; at < end; ) {
      const length = Math.min(partBytes, end - at);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at).catch(unreadable);
      if (bytesRead === 0) throw unreadable(new Error(`${path} ends at byte ${at}`));
      yield bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await handle.close();
  }
}

function unreadable(cause: unknown): never {
  throw new PortalError('unavailable', 'The file cannot be read at the moment.', { cause });
}

/** Bytes of a representation; `end` is the first that is not part of it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The one part that a request asks for (RFC 9110, section 14.2). A malformed header, or one with several parts, is not a range, as the
 * standard allows.
 *
 * @param etag of the representation: `If-Range` names what a part would complete
 * @returns `null` for the whole file, `unsatisfiable` for a 416
 */
export function rangeIn(
  { method, headers }: IncomingMessage,
  bytes: number,
  etag: string,
): Range | null | 'unsatisfiable' {
  const { range, 'if-range': condition } = headers;
  if (method !== 'GET' || range === undefined || (condition !== undefined && condition !== etag)) return null;
  const [, first = '', last = ''] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(range) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 || bytes === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, bytes - Number(last)), end: bytes };
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return null;
  return start >= bytes ? 'unsatisfiable' : { start, end };
}

/** Representation of a file that an address asks for. */
export interface RequestedFile {
  /** `null` for the file itself. */
  readonly picture: Picture | null;
  /** Whether browsers should save it, not show it. */
  readonly isDownload: boolean;
}

const queryPattern = /^(?:\?(?:width=(\d+)(?:&format=([a-z]+))?(?:&download)?|download))?$/;

/** @returns `null` for every query but those described, in one spelling: each other would be another entry in every cache */
export function requestedIn(query: string): RequestedFile | null {
  const found = queryPattern.exec(query);
  if (found === null) return null;
  const [, width, format] = found;
  const picture = width === undefined ? null : pictureOf(width, format);
  return width !== undefined && picture === null ? null : { picture, isDownload: query.endsWith('download') };
}

/** @param name of a stored file, which needs no escaping */
export function dispositionOf(name: string, isInline: boolean): Headers {
  return ['Content-Disposition', `${isInline ? 'inline' : 'attachment'}; filename="${name}"`];
}
