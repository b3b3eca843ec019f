import { PortalError } from './errors.js';
import { encodeJson } from './json.js';
import { version as ownVersion } from './package.js';

/** File that names the format of a repository. Without one, the format is 1. */
export const formatPath = 'format.json';

/** Format of a repository's files. The number rises only where a program that reads lower ones would lose data. */
export interface Format {
  readonly format: number;
  /** First version of the program that reads it; left out for format 1, which all read. */
  readonly version?: string;
}

export const encodeFormat = ({ format, version }: Format): Buffer => encodeJson({ format, version });

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

/** Refusal of a repository whose format is newer than the program. */
export class NewerFormat extends PortalError {
  readonly problem: string;

  constructor(thing: string, { format, version }: Format) {
    const problem = `${thing} has format ${format}, which ${version === undefined ? 'a newer version' : `version ${version} or newer`} reads`;
    super('unavailable', `The ${problem}. This is version ${ownVersion}.`);
    this.problem = problem;
  }
}
