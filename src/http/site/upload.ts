import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import type { Upload, UploadedFile } from '../../site/context.js';
import { timeByProgress } from '../node/body-deadline.js';
import { fieldsOf } from './forms.js';

const limits = { fields: 20, fieldSize: 64 * 1024, files: 100, parts: 120, headerPairs: 20, headerSize: 8 * 1024 };

const fieldsProblem = say`A form with files takes ${limits.fields} fields of ${sizeText(limits.fieldSize)} each. Files behind those were not stored.`;

/** First arguments of the parser's event `file`. */
type FileEvent = [field: string, stream: BusboyFileStream, name?: string];

/**
 * Form with files, read as it arrives.
 *
 * @param maxBytes limit on the rest of a file that its reader left. This rest is read and dropped, so that the browser reads
 *   the response. A longer rest ends the connection.
 */
export function uploadIn(request: IncomingMessage, maxBytes: number): Upload {
  const fields: [string, string][] = [];
  return { fields: () => fieldsOf(fields), files: filesIn(request, fields, maxBytes) };
}

/**
 * @param fields filled as fields arrive
 * @throws `bad_request`, `too_large`, `unsupported_media_type`
 */
async function* filesIn(
  request: IncomingMessage,
  fields: [string, string][],
  maxBytes: number,
): AsyncGenerator<UploadedFile> {
  const parser = parserFor(request);
  timeByProgress(request);
  let current: BusboyFileStream | undefined;
  let isAbandoned = false;
  let isFieldCut = false;
  parser.on('field', (name, value, _isNameCut, isValueCut) => {
    isFieldCut ||= isValueCut;
    fields.push([name, value]);
  });
  const requireFields = (): void => {
    if (isFieldCut || 'hitFieldsLimit' in parser) throw new PortalError('too_large', fieldsProblem);
  };
  parser.on('file', (_field, stream) => {
    // A stream may fail before or after it is read, and an error without a listener ends the process.
    stream.on('error', () => {});
    if (isAbandoned) stream.resume();
  });
  pipeline(request, parser).catch((error) => current?.destroy(error));
  try {
    for await (const event of on(parser, 'file', { close: ['finish'] })) {
      const [, stream, name = ''] = event as FileEvent;
      current = stream;
      requireFields();
      // An empty field for a file is sent as a file without a name.
      if (name !== '') yield { name, source: bytesOf(stream) };
      drain(stream, maxBytes, request);
      current = undefined;
    }
  } catch (error) {
    throw error instanceof PortalError ? error : uploadBroken(error);
  } finally {
    isAbandoned = true;
    if (current !== undefined) drain(current, maxBytes, request);
  }
  requireFields();
  // If the form has all the fields that are allowed, one file too many exceeds the limit of parts first.
  if ('hitFilesLimit' in parser || 'hitPartsLimit' in parser) {
    throw new PortalError('too_large', say`A form takes ${limits.files} files. Those behind them were not stored.`);
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

/** Bytes of a file. A reader may stop before the end, because the form continues after the file. */
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
