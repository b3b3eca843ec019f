import { Exact, type Static, Type } from '../../validation/schema.js';
import { toSlug } from '../slug.js';
import { fileTypeOf } from './types.js';

export const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** File of a medium, as its pointer in the tree names it. The bytes are outside the tree, under their hash. */
export const FilePointer = Exact({
  name: Type.String({ pattern: '^[a-z0-9._-]{1,100}$' }),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
});
export type FilePointer = Static<typeof FilePointer>;

/** git-lfs's own form, byte for byte: another would be another blob for the same file. */
export function encodePointer({ sha256, bytes }: Pick<FilePointer, 'sha256' | 'bytes'>): Buffer {
  return Buffer.from(`version https://git-lfs.github.com/spec/v1\noid sha256:${sha256}\nsize ${bytes}\n`);
}

const pointerForm =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (0|[1-9]\d{0,15})\n$/;

/** Upper bound on a pointer, in bytes; git-lfs reads no longer one. */
const maxPointerBytes = 1024;

/** @returns `null` when the text is not a git-lfs pointer */
export function parsePointer(content: Uint8Array): Pick<FilePointer, 'sha256' | 'bytes'> | null {
  if (content.length > maxPointerBytes) return null;
  const [, sha256, size] = pointerForm.exec(Buffer.from(content).toString('latin1')) ?? [];
  const bytes = Number(size);
  return sha256 === undefined || !Number.isSafeInteger(bytes) ? null : { sha256, bytes };
}

const maxNameLength = 100;

/** Device names, which no clone on Windows could have, whatever their extension. */
export const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/** Whether a file may have the name: it is valid on every system, and not hidden on any. */
export function isFileName(name: string): boolean {
  return /^[a-z0-9_][a-z0-9._-]{0,99}$/.test(name) && !/\.(?:$|\.)/.test(name) && !reservedName.test(name);
}

/**
 * Name under which a file is stored: the sent one, by the rules of slugs, with the extension of its content.
 *
 * @param sent may be a path, or hold anything else
 */
export function fileNameOf(sent: string, extension: string): string {
  const base = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1, 4096);
  const dot = base.lastIndexOf('.');
  const stem = toSlug((dot > 0 ? base.slice(0, dot) : base).slice(0, 1000))
    .slice(0, maxNameLength - extension.length - 1)
    .replace(/(?<!-)-+$/, '');
  const name = `${stem || 'file'}.${extension}`;
  return isFileName(name) ? name : `file-${name}`.slice(-maxNameLength);
}

/** Length of the title in the name of a saved file. */
const maxTitleLength = 80;

/**
 * A file under the name that people save it as: the brand and the title of its medium, such as `northlight-logo.svg`.
 *
 * @param brand its slug
 * @param title of the medium; without letters or digits, the stored name counts
 */
export function savedAs<File extends Pick<FilePointer, 'name'>>(brand: string, title: string | null, file: File): File {
  const dot = file.name.lastIndexOf('.');
  const stem = toSlug((title ?? '').slice(0, 1000), maxTitleLength) || file.name.slice(0, dot);
  const isNamed = stem === brand || stem.startsWith(`${brand}-`);
  return { ...file, name: `${isNamed ? '' : `${brand}-`}${stem}${file.name.slice(dot)}` };
}

/** @returns the type that is harmless for every content, for an extension that is not known */
export function mimeOf(name: string): string {
  return fileTypeOf(name)?.mime ?? 'application/octet-stream';
}
