import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import type { Upload, UploadedFile } from '../../backend/context.js';
import { PortalError } from '../../lib/errors.js';
import { timeByProgress } from '../node/body-deadline.js';
import { fieldsOf } from './request.js';

const limits = { fields: 20, fieldSize: 64 * 1024, files: 100, parts: 120, headerPairs: 20, headerSize: 8 * 1024 };

/** Seconds in which a part of an upload has to arrive. */
const progressSeconds = 30;

/** Form with files, read as it arrives. @param maxBytes upper bound on the bytes of a refused file that are read on: browsers show no answer before they have sent all */
export function uploadIn(request: IncomingMessage, maxBytes: number): Upload {
  const fields: [string, string][] = [];
  return { fields: () => fieldsOf(fields), files: filesIn(request, fields, maxBytes) };
}

/** @param fields to which those that arrive are added @throws `bad_request`, `too_large`, `unsupported_media_type` */
async function* filesIn(
  request: IncomingMessage,
  fields: [string, string][],
  maxBytes: number,
): AsyncGenerator<UploadedFile> {
  const parser = parserFor(request);
  timeByProgress(request, progressSeconds);
  let current: BusboyFileStream | undefined;
  let isFinished = false;
  parser.on('field', (name, value) => fields.push([name, value]));
  parser.on('file', (_field, stream) => {
    // The reader of the stream gets its errors as well; without one, they would end the process.
    stream.on('error', () => {});
    if (isFinished) stream.resume();
  });
  pipeline(request, parser).catch((error) => current?.destroy(error));
  try {
    for await (const event of on(parser, 'file', { close: ['finish'] } as object)) {
      const stream: BusboyFileStream = event[1];
      const name: string = event[2] ?? '';
      current = stream;
      // An empty field for a file is sent as a file without a name.
      if (name !== '') yield { name, source: bytesOf(stream) };
      drain(stream, maxBytes, request);
    }
  } catch (error) {
    throw error instanceof PortalError ? error : uploadBroken(error);
  } finally {
    isFinished = true;
    if (current !== undefined) drain(current, maxBytes, request);
  }
  if ('hitFilesLimit' in parser) {
    throw new PortalError('too_large', `A form takes ${limits.files} files. Those behind them were not stored.`);
  }
}

function parserFor({ headers }: IncomingMessage) {
  if (!/^multipart\/form-data *;/i.test(headers['content-type'] ?? '')) {
    throw new PortalError('unsupported_media_type', 'Forms with files are sent as multipart/form-data.');
  }
  try {
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch (cause) {
    throw new PortalError('bad_request', 'The form could not be read.', { cause });
  }
}

/** Bytes of a file. A reader may stop before the end: the form goes on behind the file. */
async function* bytesOf(stream: BusboyFileStream): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw uploadBroken(error);
  }
}

/** Reads the rest of a file and drops it; ends the connection above `maxBytes`. */
function drain(stream: BusboyFileStream, maxBytes: number, request: IncomingMessage): void {
  let left = maxBytes;
  stream.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.destroy();
  });
  stream.resume();
}

function uploadBroken(cause: unknown): PortalError {
  return new PortalError('bad_request', 'The upload broke off. What had not arrived whole was not stored.', { cause });
}
