import { basename, resolve } from 'node:path';
import { readBrandFolder } from '../brand-folder/read-folder.js';
import { isoSeconds } from '../clock.js';
import { newBlockId } from '../operations/brand-draft.js';
import type { Service } from '../service.js';

/** Makes a brand of a folder: everything is valid and becomes one commit, or nothing happens. */
export async function importFolder(
  service: Service,
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<{ slug: string; pages: number }> {
  await service.requireFreeSlug(basename(resolve(folder)));
  const { sanitizer, limits, clock } = service;
  const time = isoSeconds(clock());
  const brand = await readBrandFolder(folder, { sanitizer, limits, newBlockId, time, onProgress });
  const { slug, modules, apiEnabled, files, pageCount } = brand;
  await service.createBrand({ slug, modules, apiEnabled, files, subject: `Import brand with ${pageCount} pages` });
  return { slug, pages: pageCount };
}
