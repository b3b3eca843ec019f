import { dirname } from 'node:path';
import { type Clock, isoSeconds } from '../clock.js';
import { notFound } from '../errors.js';
import { reregisterBrand, unregisterBrand } from '../registry/brands.js';
import type { BrandRecord, Registry } from '../registry/records.js';
import { WebhookFiles } from '../registry/webhook-files.js';
import { type FileSystem, makeDirectory, syncDirectory } from '../store/file-system.js';
import type { Repository } from '../store/repository.js';
import { errorCode } from '../system-error.js';
import { dataPaths, removeDerived } from './data-directory.js';

interface Place {
  readonly fs: FileSystem;
  readonly data: string;
  readonly registry: Repository<Registry>;
  readonly clock: Clock;
}

export interface RemovedBrand {
  readonly slug: string;
  /** Where its repository is now; `null`: there was none. */
  readonly moved_to: string | null;
  /** How many stopped working. */
  readonly keys: number;
  /** How many went with it. */
  readonly webhooks: number;
}

/**
 * Takes a brand out of service and moves its repository aside; nothing is deleted. The registry goes first: from then on no
 * key reaches the repository, also when the move fails.
 *
 * @throws `not_found`
 */
export async function removeBrand({ fs, data, registry, clock }: Place, slug: string): Promise<RemovedBrand> {
  const { keys, webhooks } = await unregisterBrand(registry, slug, clock);
  const files = new WebhookFiles(fs, dataPaths.webhooks(data));
  for (const id of webhooks) await files.remove(id).catch(() => {});
  const stamp = isoSeconds(clock()).replaceAll(/[-:]/g, '');
  const aside = await freePath(fs, dataPaths.removed(data, `${slug}.${stamp}`));
  await makeDirectory(fs, dirname(aside));
  const isMoved = await move(fs, dataPaths.brand(data, slug), aside);
  await removeDerived(fs, data, slug);
  return { slug, moved_to: isMoved ? aside : null, keys, webhooks: webhooks.length };
}

export interface RenamedBrand extends BrandRecord {
  /** How many go on working. */
  readonly keys: number;
}

/**
 * Gives a brand another slug: its repository first, then the registry with all keys. What was interrupted in between is
 * finished by doing it again.
 *
 * @param requireFree throws unless a brand may have the new slug
 * @throws `not_found`, `invalid`
 */
export async function renameBrand(
  { fs, data, registry, clock }: Place,
  from: string,
  to: string,
  requireFree: (slug: string) => Promise<void>,
): Promise<RenamedBrand> {
  if (!(await registry.read()).catalog.brands.has(from)) throw notFound(`Brand ${from}`);
  const [source, target] = [dataPaths.brand(data, from), dataPaths.brand(data, to)];
  const isThere = async (path: string): Promise<boolean> => (await fs.promises.stat(path).catch(() => null)) !== null;
  const isHalfDone = !(await isThere(source)) && (await isThere(target));
  if (!isHalfDone) {
    await requireFree(to);
    if (!(await move(fs, source, target))) throw notFound(`Repository ${source}`);
  }
  try {
    const { record, keys } = await reregisterBrand(registry, from, to, clock);
    await removeDerived(fs, data, from);
    return { ...record, keys };
  } catch (error) {
    if (!isHalfDone) await move(fs, target, source);
    throw error;
  }
}

/** @returns `false` when there is nothing to move */
async function move(fs: FileSystem, source: string, target: string): Promise<boolean> {
  try {
    await fs.promises.rename(source, target);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  await syncDirectory(fs, dirname(target));
  await syncDirectory(fs, dirname(source));
  return true;
}

/** `<path>.git`, or with a number where that is taken. */
async function freePath(fs: FileSystem, path: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? `${path}.git` : `${path}.${n}.git`;
    if ((await fs.promises.stat(candidate).catch(() => null)) === null) return candidate;
  }
}
