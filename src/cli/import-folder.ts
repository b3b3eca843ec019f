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
import { doEach, type Many, type Outcome } from './many.js';

interface ImportOptions {
  /** Default: the folder's name. */
  readonly slug?: string | undefined;
  /** Whether an import that was interrupted before the brand was registered is completed. */
  readonly resumes?: boolean;
  onProgress?(done: number, total: number): void;
}

/** Creates a brand from a folder, as one commit. If anything in the folder is invalid, nothing is created. */
export async function importFolder(
  service: Service,
  folder: string,
  { slug: givenSlug, resumes = false, onProgress = () => {} }: ImportOptions = {},
): Promise<{ slug: string; pages: number }> {
  const root = resolve(folder);
  if (givenSlug === undefined && !slugPattern.test(basename(root))) {
    const rule = "the folder's name becomes the slug, 1 to 63 characters of a-z, 0-9 and hyphens between them";
    throw new PortalError('invalid', `${root} cannot be imported under its name: ${rule}. Give one with --slug.`);
  }
  if (!resumes) await service.provisioning.requireFreeSlug(givenSlug ?? basename(root));
  const { sanitizer, limits, clock } = service;
  const time = isoSeconds(clock());
  const brand = await readBrandFolder(root, { sanitizer, slug: givenSlug, limits, newBlockId, time, onProgress });
  const { slug, modules, apiEnabled, files, pages, mediaFiles } = brand;
  await service.provisioning.create({
    slug,
    modules,
    apiEnabled,
    files,
    subject: `Import brand with ${plural(pages.length, 'page')}`,
    resumes,
    copyFiles: mediaFiles.size === 0 ? undefined : (target) => storeMedia(service, target, root, brand),
  });
  return { slug, pages: pages.length };
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

export interface ImportedFolder {
  readonly folder: string;
  readonly slug: string;
  /** `null` if the brand was there before. */
  readonly pages: number | null;
}

/**
 * Creates a brand from each folder. A brand that is there is not changed.
 *
 * @throws `invalid`, before the first one, when two folders are for one brand
 */
export async function importFolders(service: Service, folders: readonly string[]): Promise<Many<ImportedFolder>> {
  const folderOf = new Map<string, string>();
  for (const folder of folders) {
    const slug = basename(resolve(folder));
    const other = folderOf.get(slug);
    if (other !== undefined) {
      throw new PortalError('invalid', `${other} and ${folder} are both for the brand ${slug}: nothing was imported.`);
    }
    folderOf.set(slug, folder);
  }
  const items = [...folderOf].map(([slug, at]) => ({ slug, at }));
  return doEach(items, 'brands', async ({ slug, at: folder }): Promise<Outcome<ImportedFolder>> => {
    if (await service.provisioning.has(slug)) return { isNew: false, value: { folder, slug, pages: null } };
    return { isNew: true, value: { folder, ...(await importFolder(service, folder, { resumes: true })) } };
  });
}
