import { createReadStream } from 'node:fs';
import { paths } from '../../content/catalog/paths.js';
import { fileNameOf, isFileName } from '../../content/files/pointer.js';
import type { MediaFile } from '../../content/media.js';
import type { BrandFiles, Spooled } from '../../files/brand-files.js';
import { PortalError } from '../../lib/errors.js';
import type { Service } from '../service.js';
import { overQuota } from './media-files.js';

/** File of a medium of a brand that is being imported. */
interface ImportedFile {
  readonly medium: MediaFile;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  /** Called when its content is not accepted: the import fails in the end. */
  refuse(message: string): void;
}

/**
 * The road of `storeFile` for the files of a new brand, whose first commit names them.
 *
 * @returns media and pointers by their paths
 */
export async function bringFiles(
  service: Service,
  files: BrandFiles,
  given: readonly ImportedFile[],
): Promise<ReadonlyMap<string, unknown>> {
  const { fileBytes: maxBytes, fileBytesPerBrand } = service.limits;
  if (given.reduce((sum, { bytes }) => sum + bytes, 0) > fileBytesPerBrand) throw overQuota(service.limits);
  const found = new Map<string, unknown>();
  for (const { medium, path, name, bytes, refuse } of given) {
    let spooled: Spooled | undefined;
    try {
      spooled = await files.spool(createReadStream(path), { maxBytes, bytes });
      const { extension, width, height, problem } = await service.inspector.look(spooled.path, name);
      if (problem !== null && medium.status !== 'failed') {
        refuse(`${problem} With "status: failed", the medium is imported all the same.`);
        continue;
      }
      await files.keep(spooled);
      const pixels = { width: width ?? medium.width, height: height ?? medium.height };
      found.set(paths.media(medium.id), { ...medium, ...pixels });
      const isKept = isFileName(name) && name.endsWith(`.${extension}`);
      const file = { name: isKept ? name : fileNameOf(name, extension), sha256: spooled.sha256, bytes: spooled.bytes };
      found.set(paths.file(medium.id, file.name), file);
    } catch (error) {
      if (!(error instanceof PortalError) || ['unavailable', 'busy'].includes(error.code)) throw error;
      refuse(error.message);
    } finally {
      await spooled?.discard();
    }
  }
  return found;
}
