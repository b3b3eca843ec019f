import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import type { FoundFile } from '../media-import/archive.js';

/** @throws `invalid` for a file that is longer than it says */
export async function bytesOf(file: FoundFile, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of await file.open()) {
    length += part.length;
    if (length > most) throw new PortalError('invalid', say`It is larger than ${sizeText(most)}.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
