import { isReadType, type Metadata, unread } from '../../content/files/metadata.js';
import { containers } from './containers.js';
import { EditedFile, Unreadable } from './edited-file.js';
import { Found } from './found.js';

/**
 * Reads the metadata of a picture, and takes place and serial numbers out of it. Pixels are not encoded again: the
 * length of the file stays, and so does every byte but those of metadata.
 *
 * @param isTaken whether they are taken out, or only found
 * @throws errors of the disk
 */
export function readMetadata(path: string, extension: string, isTaken: boolean): Metadata {
  if (!isReadType(extension)) return unread;
  const file = new EditedFile(path, isTaken);
  const found = new Found();
  try {
    containers[extension](file, found);
    if (isTaken && found.parts.size > 0) file.save();
    return { parts: [...found.parts], texts: found.texts, isWhole: true };
  } catch (error) {
    // A number of the file may lead anywhere.
    if (!(error instanceof Unreadable || error instanceof RangeError)) throw error;
    return { ...unread, parts: isTaken ? [] : [...found.parts] };
  } finally {
    file.close();
  }
}
