import { open } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileTypeFromFile } from 'file-type';
import { type FileType, fileTypes, requireFileType } from '../content/files/types.js';
import { errorCode } from '../lib/system-error.js';
import { inspect, render } from './decoder.js';
import { fontFacts } from './font-facts.js';
import type { Answers, Job, Message, Reply } from './job.js';
import { readMetadata } from './metadata/clean.js';
import { rootElement } from './svg-verdict.js';

/**
 * Other end of `PictureProcess`: a program of its own, to which every uploaded file is untrusted. One job comes at a
 * time.
 */
process.on('message', async (job: Job) => {
  process.send?.('begun' satisfies Message);
  const reply: Reply = await work(job).then(
    (answer) => ({ answer }),
    // Some messages of the libraries repeat a line a thousand times.
    (error: Error) => ({ failure: error.message.slice(0, 200), code: errorCode(error) }),
  );
  process.send?.(reply);
});

// The process is killed, because a decoder may be running in another thread and would delay a regular exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function work(job: Job): Promise<Answers[Job['kind']]> {
  if (job.kind === 'identify') {
    const found = await identify(job.path, job.name);
    return typeof found === 'string' ? { looksLike: found } : { extension: found.extension };
  }
  if (job.kind === 'font') return fontFacts(job.path);
  const type = requireFileType(job.extension);
  if (job.kind === 'inspect') return inspect(job.path, type, job.limits);
  if (job.kind === 'clean') return readMetadata(job.path, job.extension, job.isTaken);
  await render(job.path, type, job.size, job.format, job.to, job.limits);
  return null;
}

/** Number of bytes that are enough to tell kinds of text apart. */
const startBytes = 64 * 1024;

/** Our extensions for types that the library names otherwise. */
const ourExtensions: Readonly<Record<string, string>> = { apng: 'png', m4v: 'mp4' };

/**
 * Content type of a file; a `string` names a type that is not accepted. Its name decides only between types of one
 * form.
 */
export async function identify(path: string, name: string): Promise<FileType | string> {
  const start = await readStart(path);
  if (start.length === 0) return 'an empty file';
  if (start.subarray(0, 4).toString('latin1') === 'ASEF') return requireFileType('ase');
  const found = await fileTypeFromFile(path);
  if (found === undefined || found.ext === 'xml') return identifyText(start, found?.ext);
  const extension = found.ext === 'pdf' && name.toLowerCase().endsWith('.ai') ? 'ai' : found.ext;
  return fileTypes.get(ourExtensions[extension] ?? extension) ?? `${found.ext.toUpperCase()} (${found.mime})`;
}

function identifyText(start: Buffer, found: string | undefined): FileType | string {
  const root = rootElement(start);
  if (root === 'svg') return requireFileType('svg');
  const text = start.toString('utf8');
  if (root?.toLowerCase() === 'html' || /<(?:!doctype html|html|script|body)\b/i.test(text)) return 'HTML';
  if (found === 'xml') return 'XML';
  if (text.startsWith('#!') || text.startsWith('<?php')) return 'a script';
  return /[\0-\x08\x0e-\x1a]|\ufffd{3}/.test(text) ? 'something unknown' : 'a text';
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
