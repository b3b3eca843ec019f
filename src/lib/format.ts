import { PortalError } from './errors.js';
import { version as ownVersion, releaseVersion } from './package.js';
import { noted, say } from './say.js';

/** File that names the format of a repository. A repository without this file has format 1. */
export const formatPath = 'format.json';

/**
 * Format of a repository's files, with the first version of the program that reads it; left out for 1, which all read.
 */
export type Format = { readonly format: number; readonly version?: string };

/**
 * First versions that read the formats from 2 on, the same for brands, proposals and the registry. The last is that of the next release: all
 * that is new until then has its number. After it, write its version out, and add `releaseVersion` with the next new member.
 */
const readers = [releaseVersion];

/** The format that a number names. */
export function formatNumbered(format: number): Format {
  if (format === 1) return { format };
  const version = readers[format - 2];
  if (version === undefined) throw new Error(`No version reads format ${format}`);
  return { format, version };
}

/** The newest format that this program reads. */
export const newestFormat = formatNumbered(readers.length + 1);

/** @returns `null` for a file that names no format */
export function parseFormat(bytes: Buffer): Format | null {
  try {
    const { format, version } = JSON.parse(bytes.toString('utf8'));
    if (!Number.isSafeInteger(format) || format < 1) return null;
    return /^\d+\.\d+\.\d+[0-9A-Za-z.+-]{0,40}$/.test(version) ? { format, version } : { format };
  } catch {
    return null;
  }
}

/** Refusal of a repository whose format is newer than any that this program reads. */
export class NewerFormat extends PortalError {
  constructor(readonly problem: string) {
    super('unavailable', say`Version ${ownVersion} does not read this: ${problem}.`);
  }
}

/** @throws NewerFormat for a file that names a newer format */
export function requireFormat(bytes: Buffer, { thing, newest }: { thing: string; newest: Format }): void {
  const found = parseFormat(bytes);
  if (found === null || found.format <= newest.format) return;
  const reader = found.version === undefined ? noted`a newer version` : noted`version ${found.version} or newer`;
  throw new NewerFormat(noted`the ${thing} has format ${found.format}, which ${reader} reads`);
}
