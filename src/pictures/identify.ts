import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { type FileType, fileTypes } from '../content/files/types.js';
import { rootElement } from './svg-verdict.js';

/** Enough of a file to tell texts apart. */
const startBytes = 64 * 1024;

/** Extensions that the library names in another way than our list. */
const sameType: Readonly<Record<string, string>> = { apng: 'png', m4v: 'mp4' };

/** Content type of a file; a `string` is what else it looks like. Its name decides only between types of one form. */
export async function identify(path: string, name: string): Promise<FileType | string> {
  const start = await startOf(path);
  if (start.length === 0) return 'an empty file';
  if (start.subarray(0, 4).toString('latin1') === 'ASEF') return fileTypes.get('ase') as FileType;
  const found = await fileTypeFromFile(path);
  if (found === undefined || found.ext === 'xml') return identifyText(start, found?.ext);
  const extension = found.ext === 'pdf' && name.toLowerCase().endsWith('.ai') ? 'ai' : found.ext;
  return fileTypes.get(sameType[extension] ?? extension) ?? `${found.ext.toUpperCase()} (${found.mime})`;
}

function identifyText(start: Buffer, found: string | undefined): FileType | string {
  const root = rootElement(start);
  if (root === 'svg') return fileTypes.get('svg') as FileType;
  const text = start.toString('utf8');
  if (root?.toLowerCase() === 'html' || /<(?:!doctype html|html|script|body)\b/i.test(text)) return 'HTML';
  if (found === 'xml') return 'XML';
  if (text.startsWith('#!') || text.startsWith('<?php')) return 'a script';
  return /[\0-\x08\x0e-\x1a]|\ufffd{3}/.test(text) ? 'something unknown' : 'a text';
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
