import { basename, resolve } from 'node:path';
import { Problems } from '../brand-folder/problems.js';
import { type BrandFolder, readBrandFolder } from '../brand-folder/read-folder.js';
import { newBlockId } from '../content/blocks/block-id.js';
import { paths } from '../content/catalog/paths.js';
import type { MediaFile } from '../content/media.js';
import type { BrandFiles } from '../files/brand-files.js';
import { isoSeconds } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { plural } from '../lib/plural.js';
import { slugPattern } from '../registry/records.js';
import { storeImportedFiles } from '../service/files/import-files.js';
import type { Service } from '../service/service.js';

/**
 * Creates a brand from a folder, as one commit. If anything in the folder is invalid, nothing is created.
 *
 * @param givenSlug default: the folder's name
 */
export async function importFolder(
  service: Service,
  folder: string,
  onProgress: (done: number, total: number) => void,
  givenSlug?: string,
): Promise<{ slug: string; pages: number }> {
  const root = resolve(folder);
  if (givenSlug === undefined && !slugPattern.test(basename(root))) {
    const rule = "the folder's name becomes the slug, 1 to 63 characters of a-z, 0-9 and hyphens between them";
    throw new PortalError('invalid', `${root} cannot be imported under its name: ${rule}. Give one with --slug.`);
  }
  await service.provisioning.requireFreeSlug(givenSlug ?? basename(root));
  const { sanitizer, limits, clock } = service;
  const time = isoSeconds(clock());
  const brand = await readBrandFolder(root, { sanitizer, slug: givenSlug, limits, newBlockId, time, onProgress });
  const { slug, modules, apiEnabled, files, pageCount, mediaFiles } = brand;
  await service.provisioning.create({
    slug,
    modules,
    apiEnabled,
    files,
    subject: `Import brand with ${plural(pageCount, 'page')}`,
    copyFiles: mediaFiles.size === 0 ? undefined : (target) => storeMedia(service, target, root, brand),
  });
  return { slug, pages: pageCount };
}

async function storeMedia(service: Service, target: BrandFiles, root: string, { files, mediaFiles }: BrandFolder) {
  const problems = new Problems(root);
  const newFiles = [...mediaFiles].map(([id, { refuse, ...file }]) => {
    const medium = files.get(paths.media(id)) as MediaFile;
    return { ...file, medium, refuse: (message: string) => refuse(problems, message) };
  });
  const stored = await storeImportedFiles(service, target, newFiles);
  problems.throwIfAny();
  return stored;
}
