import { dirname, join } from 'node:path';
import { PortalError } from '../lib/errors.js';
import { slugPattern } from '../registry/records.js';
import { type FileSystem, listDirectory } from '../store/file-system.js';
import { leftoversIn, leftoversOf } from '../store/leftovers.js';

/** Secret keys of a portal: `challenge` MACs challenges, `oauth` encrypts the tokens of agents, `mail` signs addresses that switch mails off. */
export type KeyName = 'challenge' | 'oauth' | 'mail';

/** Folders of private texts; see `PrivateTexts`. */
export const textFolders = ['addresses', 'outbox', 'mail'] as const;

/** Paths in a data directory; see store/FORMAT.md. */
export const dataPaths = {
  registry: (data: string) => join(data, 'registry.git'),
  brands: (data: string) => join(data, 'brands'),
  brand: (data: string, slug: string) => join(data, 'brands', `${slug}.git`),
  /** Cache of a log of proposals. That of the brand may be made again at any time, with all that is in it. */
  proposalsCache: (data: string, log: string) => join(data, 'brands', `${log}.proposals.git`),
  removed: (data: string, name: string) => join(data, 'removed', name),
  /** File that marks a directory of caches, and names the portal that they belong to. */
  sharedMark: (data: string) => join(data, 'shared.json'),
  cache: (data: string) => join(data, 'cache'),
  lastUsed: (data: string) => join(data, 'last-used', 'all.json'),
  /** Names the highest version that has written. */
  writtenBy: (data: string) => join(data, 'written-by.json'),
  /** Events that people have seen. */
  seen: (data: string) => join(data, 'seen.json'),
  /** Names the directories of its backups. */
  backups: (data: string) => join(data, 'backups.json'),
  /** Results of the last checks, by brand. */
  lastChecks: (data: string) => join(data, 'last-checks.json'),
  /** Derived: the operator's list of brands. */
  overview: (data: string) => join(data, 'cache', 'overview.json'),
  webhooks: (data: string) => join(data, 'webhooks'),
  /** Folder of a brand's notes; of all without a slug. */
  notes: (data: string, slug = '') => join(data, 'notes', slug),
  /** Folder of a brand's counts. */
  counts: (data: string, slug: string) => join(data, 'counts', slug),
  /** Secret key, readable only by its owner. */
  key: (data: string, name: KeyName) => join(data, `${name}.key`),
  pictures: (data: string) => join(data, 'cache', 'pictures'),
  /** Files of media that come from a shared store, or go there. */
  files: (data: string) => join(data, 'cache', 'files'),
  catalog: (data: string, slug: string) => join(data, 'cache', `${slug}.catalog`),
  search: (data: string, slug: string) => join(data, 'cache', `${slug}.search`),
  /** Derived: former addresses of the pages of a brand. */
  addresses: (data: string, slug: string) => join(data, 'cache', `${slug}.addresses`),
} as const;

/**
 * Paths of a brand's repository on this machine, and of its derived files.
 *
 * @param name its slug, or that of its log
 */
export const brandPaths = (data: string, name: string) => ({
  gitdir: dataPaths.brand(data, name),
  catalog: dataPaths.catalog(data, name),
  search: dataPaths.search(data, name),
  addresses: dataPaths.addresses(data, name),
});

/** The repository of the proposals of the brand with this one. */
export const proposalsIn = (gitdir: string): string => join(gitdir, 'proposals.git');

export async function holdsRepositories(fs: FileSystem, data: string): Promise<boolean> {
  const registry = await fs.promises.stat(dataPaths.registry(data)).catch(() => null);
  return registry !== null || (await slugsOnDisk(fs, data)).length > 0;
}

/** @throws `invalid` for a directory of caches, which say nothing without their store */
export async function requireNoCaches(fs: FileSystem, data: string): Promise<void> {
  const mark = await fs.promises.stat(dataPaths.sharedMark(data)).catch(() => null);
  if (mark === null) return;
  const way = 'name the configuration file that has its shared_store, with --config';
  throw new PortalError('invalid', `${data} holds caches of a portal in a shared store: ${way}.`);
}

/** The slugs of the repositories that are there, registered or not, in order. */
export async function slugsOnDisk(fs: FileSystem, data: string): Promise<string[]> {
  const names = (await listDirectory(fs, dataPaths.brands(data))).filter((name) => name.endsWith('.git'));
  return names
    .map((name) => name.slice(0, -'.git'.length))
    .filter((slug) => slugPattern.test(slug))
    .sort();
}

/** Leftovers of interrupted work next to the repositories. */
export async function leftoversOfData(fs: FileSystem, data: string): Promise<string[]> {
  const folders = [
    data,
    dataPaths.brands(data),
    dataPaths.cache(data),
    dataPaths.pictures(data),
    dataPaths.files(data),
    join(dataPaths.files(data), 'lfs', 'incomplete'),
    dirname(dataPaths.lastUsed(data)),
    dataPaths.webhooks(data),
    ...textFolders.map((folder) => join(data, folder)),
    ...(await listDirectory(fs, dataPaths.notes(data))).map((slug) => dataPaths.notes(data, slug)),
  ];
  return [
    ...(await Promise.all(folders.map((folder) => leftoversIn(fs, folder)))).flat(),
    ...(await orphanedIn(fs, data)),
  ];
}

export async function removeDerived(fs: FileSystem, data: string, slug: string): Promise<void> {
  const names = (await listDirectory(fs, dataPaths.cache(data))).filter((name) => derivedBrand(name) === slug);
  for (const path of names.map((name) => join(dataPaths.cache(data), name))) {
    await fs.promises.rm(path, { recursive: true, force: true }).catch(() => {});
  }
}

/** The brand that this derived file is of, including SQLite's own files `-wal` and `-shm`. */
function derivedBrand(name: string): string | undefined {
  return /^(.+)\.(?:catalog$|addresses$|search)(?:\.(?:unshown|viewer|guest(?:\.[a-z]+)*))?(?:-[a-z]+)?$/.exec(
    name,
  )?.[1];
}

/** Derived files without a repository. A server may have made one while its brand was being removed. */
async function orphanedIn(fs: FileSystem, data: string): Promise<string[]> {
  const repositories = new Set(await listDirectory(fs, dataPaths.brands(data)));
  const names = await listDirectory(fs, dataPaths.cache(data));
  const orphaned = names.filter((name) => {
    const brand = derivedBrand(name);
    return brand !== undefined && !repositories.has(`${brand}.git`);
  });
  return orphaned.map((name) => join(dataPaths.cache(data), name));
}

/** Leftovers of the whole data directory, one repository after another. */
export async function* allLeftovers(fs: FileSystem, data: string): AsyncGenerator<string[]> {
  yield leftoversOfData(fs, data);
  yield leftoversOf(fs, dataPaths.registry(data));
  for (const slug of await slugsOnDisk(fs, data)) {
    const gitdir = dataPaths.brand(data, slug);
    yield leftoversOf(fs, gitdir);
    yield leftoversOf(fs, proposalsIn(gitdir));
  }
}
