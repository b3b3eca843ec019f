import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import { notFound, PortalError } from '../errors.js';
import { createLog } from '../log.js';
import type { BrandRecord, Registry } from '../registry/records.js';
import { dataPaths, holdsRepositories, requireNoCaches, slugsOnDisk } from '../service/data-directory.js';
import { LocalPlaces } from '../service/places.js';
import { connect, openStore, portalOptions, type SharedOptions } from '../service/shared/connect.js';
import { findCredentials } from '../service/shared/credentials.js';
import { nameOf, type SharedPlaces } from '../service/shared/shared-places.js';
import { Ref } from '../store/branch/ref.js';
import { type FileSystem, listDirectory, makePrivateDirectory } from '../store/file-system.js';
import { mirror, requireNativeGit } from '../store/native/mirror.js';
import type { Repository } from '../store/repository.js';
import { readPortal, SharedPortal, writePortal } from '../store/shared/portal.js';
import { testStore } from '../store/shared/start-test.js';

export interface BegunPortal {
  readonly store: string;
  readonly portal: string;
  /** The slugs. */
  readonly brands: readonly string[];
}

/**
 * Begins a portal in a store that has none: its logs first, `portal.json` last. What was interrupted is finished by doing it again. The
 * data directory is left as it is.
 *
 * @throws `invalid` when the store has a portal, or the data were written to meanwhile; `unavailable` when it is not fit for one
 */
export async function initShared(
  fs: FileSystem,
  data: string,
  options: SharedOptions,
  signal: AbortSignal,
): Promise<BegunPortal> {
  await requireNativeGit('publishing a portal');
  await requireNoCaches(fs, data);
  const store = openStore(options, findCredentials(process.env, fs));
  const scratch = await mkdtemp(join(tmpdir(), 'brand-portal-shared-'));
  try {
    await testStore(store);
    const portal = new SharedPortal(portalOptions(options, store, fs), randomUUID());
    if ((await readPortal(portal.options)) !== null)
      throw new PortalError('invalid', `There is a portal at ${store.name} already.`);
    const source = (await holdsRepositories(fs, data)) ? data : join(scratch, 'empty');
    if (source !== data) await makePrivateDirectory(fs, source);
    const registry = await new LocalPlaces(fs, source).openRegistry(systemClock);
    const { brands } = (await registry.read()).catalog;
    requireAll(brands, await slugsOnDisk(fs, source));
    const gitdirs = new Map(
      [...brands.values()].map(({ slug, log }) => [nameOf(log ?? slug), dataPaths.brand(source, slug)]),
    );
    gitdirs.set('registry', dataPaths.registry(source));
    const tips = new Map<string, string | null>();
    for (const [name, gitdir] of gitdirs) {
      tips.set(name, new Ref(fs, gitdir).current());
      await portal.publish(name, join(scratch, 'caches', `${name}.git`), gitdir, signal);
    }
    for (const [name, gitdir] of gitdirs) {
      if (new Ref(fs, gitdir).current() === tips.get(name)) continue;
      throw new PortalError('invalid', `${gitdir} was written to meanwhile: stop its server, and run this again.`);
    }
    if (!(await writePortal(store, portal.id, signal))) {
      throw new PortalError('invalid', `Another process has begun a portal at ${store.name}.`);
    }
    return { store: store.name, portal: portal.id, brands: [...brands.keys()].sort() };
  } finally {
    store.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

function requireAll(brands: Registry['brands'], onDisk: readonly string[]): void {
  const missing = [...brands.keys()].filter((slug) => !onDisk.includes(slug)).sort();
  if (missing.length === 0) return;
  throw new PortalError('invalid', `These brands are registered, but have no repository: ${missing.join(', ')}.`);
}

/** Works with the portal of a store, its registry opened. */
export async function usePortal<Answer>(
  fs: FileSystem,
  data: string,
  options: SharedOptions,
  work: (places: SharedPlaces, brands: readonly BrandRecord[], registry: Repository<Registry>) => Promise<Answer>,
): Promise<Answer> {
  const places = await connect(options, fs, data);
  places.reportTo(createLog('warn'));
  try {
    await makePrivateDirectory(fs, data);
    const registry = await places.openRegistry();
    try {
      const brands = [...(await registry.read()).catalog.brands.values()];
      return await work(
        places,
        brands.sort((a, b) => (a.slug < b.slug ? -1 : 1)),
        registry,
      );
    } finally {
      await registry.close();
    }
  } finally {
    places.close();
  }
}

export interface LogStatus {
  /** Its name in the store. */
  readonly log: string;
  /** The brand's slug; `null`: the registry. */
  readonly brand: string | null;
  readonly slots: number;
  readonly commit: string | null;
  /** The slot of the newest checkpoint; `null`: there is none. */
  readonly checkpoint: number | null;
}

export interface SharedStatus {
  readonly store: string;
  readonly portal: string;
  readonly logs: readonly LogStatus[];
}

/** Tests the store, and reads every log to its end. @throws `unavailable` when the store is not fit, or a log is damaged */
export function sharedStatus(fs: FileSystem, data: string, options: SharedOptions): Promise<SharedStatus> {
  return usePortal(fs, data, options, async (places, brands) => {
    const { portal } = places;
    await portal.test();
    const logs: LogStatus[] = [];
    for (const { log, brand, gitdir } of logsOf(places, data, brands)) {
      const { n, tip } = await portal.withLog(log, gitdir, async ({ slot }) => slot);
      logs.push({ log, brand, slots: n, commit: tip, checkpoint: await portal.newestCheckpoint(log) });
    }
    return { store: portal.name, portal: portal.id, logs };
  });
}

function logsOf(places: SharedPlaces, data: string, brands: readonly BrandRecord[]) {
  const registry = { log: 'registry', brand: null, gitdir: dataPaths.registry(data) };
  const ofBrands = brands.map(({ slug, log }) => ({
    log: nameOf(log ?? slug),
    brand: slug,
    gitdir: places.gitdir(slug),
  }));
  return [...ofBrands, registry];
}

export interface ExportedPortal {
  readonly to: string;
  /** The slugs. */
  readonly brands: readonly string[];
}

/**
 * Copies a portal into a data directory that needs no store: every brand as it is now, the registry last.
 *
 * @param to is made when it is missing
 * @throws `invalid` when it holds anything, or what was copied is not sound; `unavailable` when the store cannot be read
 */
export async function exportShared(
  fs: FileSystem,
  data: string,
  options: SharedOptions,
  to: string,
  signal: AbortSignal,
): Promise<ExportedPortal> {
  await requireNativeGit('an export');
  if ((await listDirectory(fs, to)).length > 0) throw new PortalError('invalid', `${to} is not empty.`);
  await makePrivateDirectory(fs, to);
  return usePortal(fs, data, options, async (places, brands) => {
    for (const { log, brand, gitdir } of logsOf(places, data, brands)) {
      const target = brand === null ? dataPaths.registry(to) : dataPaths.brand(to, brand);
      const report = await places.portal.withLog(log, gitdir, () => mirror(fs, gitdir, target, signal));
      const [defect] = report.defects;
      if (defect !== undefined) throw new PortalError('invalid', `The copy of ${log} is not sound: ${defect.problem}.`);
    }
    return { to, brands: brands.map(({ slug }) => slug) };
  });
}

export interface Push {
  readonly brand: string;
  /** A work tree, or a bare repository; its branch main is what counts. */
  readonly clone: string;
  readonly signal: AbortSignal;
}

export interface Pushed {
  readonly brand: string;
  /** `null`: the brand had it all. */
  readonly slot: number | null;
}

/** Publishes a history that was made with git. @throws `not_found`, `invalid` when it does not continue what the brand has */
export async function pushShared(
  fs: FileSystem,
  data: string,
  options: SharedOptions,
  { brand, clone, signal }: Push,
): Promise<Pushed> {
  await requireNativeGit('a push');
  const inside = join(clone, '.git');
  const gitdir = (await stat(inside).catch(() => null)) === null ? clone : inside;
  return usePortal(fs, data, options, async (places, brands) => {
    const record = brands.find(({ slug }) => slug === brand);
    if (record === undefined) throw notFound(`Brand ${brand}`);
    const slot = await places.portal.publish(nameOf(record.log ?? brand), places.gitdir(brand), gitdir, signal);
    return { brand, slot };
  });
}
