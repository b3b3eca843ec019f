import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PortalError } from '../lib/errors.js';
import { errorCode } from '../lib/system-error.js';

/** Makes a file that must not be there; it appears complete, or not at all. @param write is given a temporary path in the same folder */
export async function makeFile(path: string, write: (building: string) => Promise<void>): Promise<void> {
  const building = join(dirname(path), `.${basename(path)}-${randomUUID()}`);
  try {
    await write(building);
    await link(building, path).catch((error) => {
      if (errorCode(error) === 'EEXIST') throw error;
      // A file system without hard links.
      return copyFile(building, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new PortalError('invalid', `${path} is there already: nothing was written.`);
  } finally {
    await rm(building, { force: true });
  }
}
