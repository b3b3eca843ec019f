import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import { systemClock } from '../lib/clock.js';
import { PortalError } from '../lib/errors.js';
import { unlessMissing } from '../lib/system-error.js';
import { createLog } from '../log.js';
import { logOf } from '../registry/records.js';
import type { Registry } from '../registry/registry.js';
import { LocalStorage } from '../service/brand-storage.js';
import { dataPaths, holdsRepositories, proposalsIn, requireNoCaches, slugsOnDisk } from '../service/data-directory.js';
import { copyTexts, localTexts } from '../service/private-texts.js';
import { openStore, portalOptions } from '../service/shared/connect.js';
import { findCredentials } from '../service/shared/credentials.js';
import { filePlace, filesOver, keptOver, logKey, proposalsKey, storedTexts } from '../service/shared/shared-storage.js';
import { exists, type FileSystem, makePrivateDirectory } from '../store/file-system.js';
import { Ref } from '../store/local/ref.js';
import { readPortal, SharedPortal, writePortal } from '../store/log/shared-portal.js';
import { requireNativeGit } from '../store/native/mirror.js';
import { backedUpKeys } from './backup.js';
import { FileCopy } from './copy-files.js';
import { copyAllKept, keptIn } from './kept-in.js';
import { proposalCopy } from './mirror-brand.js';
import { type PortalAccess, requireFiles, scratchBytes, withScratch } from './shared-commands.js';

/**
 * Creates a portal in a store that has none. The logs are written first and `portal.json` last, so an interrupted run
 * can be repeated. The data directory is not changed.
 *
 * @returns the portal with its brands, and the number of webhooks, whose secrets are in no repository
 * @throws `invalid` when the store has a portal already, or the data changed during the copy; also when files of media
 *   are missing, but then everything else has been published
 * @throws `unavailable` when the store does not fit the requirements
 */
export async function initShared({ fs, data, options }: PortalAccess, signal: AbortSignal) {
  await requireNativeGit('publishing a portal');
  await requireNoCaches(fs, data);

  const store = openStore(options, findCredentials(process.env, fs));
  return withScratch('shared', async (scratch) => {
    const log = createLog('warn');
    const onWait = (reason: string): void => log.warn(reason);
    const portal = new SharedPortal({ ...portalOptions(options, store, fs), onWait }, randomUUID());
    await portal.test();
    if ((await readPortal(portal.options)) !== null)
      throw new PortalError('invalid', `There is a portal at ${store.name} already.`);

    const source = (await holdsRepositories(fs, data)) ? data : join(scratch, 'empty');
    if (source !== data) await makePrivateDirectory(fs, source);
    const registry = await new LocalStorage(fs, source).openRegistry(systemClock);
    const { brands, webhooks } = (await registry.read()).catalog;
    requireAll(brands, await slugsOnDisk(fs, source));
    requireOwnLogs(brands);

    const problems = await publishAll(portal, await findRepositories(fs, source, brands), { fs, scratch, signal });
    for (const brand of brands.values())
      await copyAllKept(keptIn(fs, source, brand.slug), keptOver(portal, logOf(brand)));
    for (const name of backedUpKeys) {
      const key = await fs.promises.readFile(dataPaths.key(source, name)).catch(unlessMissing(null));
      if (key !== null) await store.create(`${name}.key`, key);
    }
    await copyTexts(localTexts(fs, source), storedTexts(portal));
    await portal.notify('registry');
    if (!(await writePortal(store, portal.id, signal))) {
      throw new PortalError('invalid', `Another process has begun a portal at ${store.name}.`);
    }
    requireFiles(`The portal at ${store.name} has begun`, problems);
    return { store: store.name, portal: portal.id, brands: [...brands.keys()].sort(), webhooks: webhooks.size };
  }).finally(() => store.close());
}

/** Repositories of a data directory, by the names of the logs that they become. The registry comes last. */
async function findRepositories(
  fs: FileSystem,
  source: string,
  brands: Registry['brands'],
): Promise<ReadonlyMap<string, string>> {
  const gitdirs = new Map<string, string>();
  for (const brand of brands.values()) gitdirs.set(logKey(logOf(brand)), dataPaths.brand(source, brand.slug));
  for (const brand of brands.values()) {
    const gitdir = proposalsIn(dataPaths.brand(source, brand.slug));
    if (await exists(fs, gitdir)) gitdirs.set(proposalsKey(brand.proposals ?? logOf(brand)), gitdir);
  }
  return gitdirs.set('registry', dataPaths.registry(source));
}

/**
 * Publishes repositories as new logs, each with its files.
 *
 * @param gitdirs by the names of the logs
 * @returns problems of files that could not be copied
 * @throws `invalid` when a repository changed in the meantime
 */
async function publishAll(
  portal: SharedPortal,
  gitdirs: ReadonlyMap<string, string>,
  { fs, scratch, signal }: { readonly fs: FileSystem; readonly scratch: string; readonly signal: AbortSignal },
): Promise<string[]> {
  const place = filePlace(fs, join(scratch, 'files'), scratchBytes);
  const problems: string[] = [];
  const tips = new Map<string, string | null>();
  for (const [log, gitdir] of gitdirs) {
    tips.set(log, new Ref(fs, gitdir).current());
    const isProposals = basename(gitdir) === basename(proposalsIn(''));
    const files = isProposals
      ? proposalCopy(fs, gitdir, { now: systemClock(), signal })
      : new FileCopy(fs, gitdir, signal);
    const storedFiles = filesOver(portal, isProposals ? log : basename(log), place);

    const cached = { log, gitdir: join(scratch, 'caches', `${log}.git`) };
    await portal.publish(cached, { source: gitdir, signal, beforePublish: () => files.copyNewTo(storedFiles) });
    problems.push(...files.problems.values());
  }

  for (const [log, gitdir] of gitdirs) {
    if (new Ref(fs, gitdir).current() === tips.get(log)) continue;
    throw new PortalError('invalid', `${gitdir} was written to during the copy: stop its server, and run this again.`);
  }
  return problems;
}

function requireAll(brands: Registry['brands'], onDisk: readonly string[]): void {
  const missing = [...brands.keys()].filter((slug) => !onDisk.includes(slug)).sort();
  if (missing.length === 0) return;
  throw new PortalError('invalid', `These brands are registered, but have no repository: ${missing.join(', ')}.`);
}

/**
 * @throws `invalid` when two brands have the same log. That happens in a copy of a store in which a brand was renamed
 *   to the slug of another brand's log
 */
function requireOwnLogs(brands: Registry['brands']): void {
  const slugByLog = new Map<string, string>();
  const logs = [...brands.values()].flatMap((brand) => [
    { brand, log: logOf(brand), key: logKey(logOf(brand)) },
    ...(brand.proposals === undefined ? [] : [{ brand, log: brand.proposals, key: proposalsKey(brand.proposals) }]),
  ]);
  for (const { brand, log, key } of logs) {
    const other = slugByLog.get(key);
    slugByLog.set(key, brand.slug);
    if (other === undefined) continue;
    const renamed = brand.log === undefined ? other : brand.slug;
    const advice = `"brand-portal brand rename ${renamed} <slug>" gives it one of its own, also when it is renamed back`;
    throw new PortalError('invalid', `The brands ${other} and ${brand.slug} have the same log, ${log}: ${advice}.`);
  }
}
