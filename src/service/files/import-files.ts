import nodeFs from 'node:fs';
import { paths } from '../../content/catalog/paths.js';
import { fileNameOf, isFileName } from '../../content/files/pointer.js';
import type { MediaFile } from '../../content/media.js';
import type { BrandFiles, Spooled } from '../../files/brand-files.js';
import { PortalError } from '../../lib/errors.js';
import { readLazily } from '../../store/file-system.js';
import type { Service } from '../service.js';
import { overQuota } from './keep-file.js';

interface ImportedFile {
  readonly medium: MediaFile;
  readonly path: string;
  /** Name in the brand folder, without the id of its medium. */
  readonly name: string;
  readonly bytes: number;
  /** Called when the content is not accepted. The import fails at its end. */
  refuse(message: string): void;
}

/**
 * Stores the files of a brand that is being imported, as `storeFile` does for one upload. The brand has no commit yet, so media
 * and pointers are returned for its first. The quota is looked at once, for all files; empty ones are not looked for, since
 * `listMediaFiles` has refused them.
 *
 * @returns media and pointers by their paths
 */
export async function storeImportedFiles(
  service: Service,
  files: BrandFiles,
  importedFiles: readonly ImportedFile[],
): Promise<ReadonlyMap<string, unknown>> {
  const { fileBytes: maxBytes, fileBytesPerBrand } = service.limits;
  if (importedFiles.reduce((sum, { bytes }) => sum + bytes, 0) > fileBytesPerBrand) throw overQuota(service.limits);
  const contents = new Map<string, unknown>();
  for (const { medium, path, name, bytes, refuse } of importedFiles) {
    let spooled: Spooled | undefined;
    try {
      spooled = await files.spool(readLazily(nodeFs, path), { maxBytes, bytes });
      const { extension, width, height, problem } = await service.inspector.look(spooled.path, name, false);
      if (problem !== null && medium.status !== 'failed') {
        refuse(`${problem} With "status: failed", the medium is imported anyway.`);
        continue;
      }
      await files.keep(spooled);
      const pixels = { width: width ?? medium.width, height: height ?? medium.height };
      contents.set(paths.media(medium.id), { ...medium, ...pixels });
      const keepsName = isFileName(name) && name.endsWith(`.${extension}`);
      const file = {
        name: keepsName ? name : fileNameOf(name, extension),
        sha256: spooled.sha256,
        bytes: spooled.bytes,
      };
      contents.set(paths.file(medium.id, file.name), file);
    } catch (error) {
      // The error is not about this file, so the import cannot continue.
      if (!(error instanceof PortalError) || ['unavailable', 'busy'].includes(error.code)) throw error;
      refuse(error.message);
    } finally {
      await spooled?.discard();
    }
  }
  return contents;
}
