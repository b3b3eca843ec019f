import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { newBrandFile, presentBrand } from '../content/brand.js';
import { type Catalog, catalogProjection } from '../content/catalog/catalog.js';
import { higherIds, idsFile, numbered } from '../content/catalog/ids.js';
import { idOf, parsePath, paths } from '../content/catalog/paths.js';
import { leftOutOfTokens } from '../content/design-tokens.js';
import { pageIn } from '../content/file-format.js';
import { BackgroundSanitizer } from '../content/html/background-sanitizer.js';
import { readAsStored } from '../content/ingest.js';
import {
  blockIds,
  type IntegrityViolation,
  integrityViolations,
  missingReferences,
  repeatedBlockIds,
} from '../content/integrity.js';
import { LocalFiles } from '../files/local-files.js';
import { inParallel } from '../lib/concurrency.js';
import { notFound, PortalError } from '../lib/errors.js';
import { NewerFormat } from '../lib/format.js';
import { palette } from '../operations/colors.js';
import { isErasing } from '../registry/records.js';
import { type Registry, registryProjection } from '../registry/registry.js';
import { dataPaths, proposalsIn, slugsOnDisk } from '../service/data-directory.js';
import { proposedFiles, readProposals } from '../service/files/proposal-files.js';
import { exists, type FileSystem } from '../store/file-system.js';
import { pathText } from '../store/git/tree.js';
import { differencesIn, smallHistory } from '../store/history/small-history.js';
import { fileCount, pathsEverAdded } from '../store/native/git-log.js';
import { Objects } from '../store/objects.js';
import { Repository } from '../store/repository.js';
import type { Snapshot } from '../store/snapshot.js';
import { type Defect, error, reasonOf, restoreAdvice, verifyRepository, warning } from '../store/verify-repository.js';
import { forgottenIn, isBackup } from './backup.js';
import { checkData } from './check-data.js';
import { checkFilesOfMedia, checkFilesOfProposals } from './check-files.js';
import { checkRegistry, within } from './check-registry.js';
import type { StoredFiles } from './mirror-brand.js';

/** A defect of a brand. An `error` has to be acted on; a `warning` harms nothing. */
export interface Finding extends Defect {
  /** `null` for the registry or the data directory. */
  readonly brand: string | null;
}

export interface CheckResult {
  readonly brands: readonly string[];
  readonly findings: readonly Finding[];
}

interface CheckOptions {
  readonly fs: FileSystem;
  readonly data: string;
  /**
   * Files of media, where the data are a copy out of a shared store. Such a copy has no webhook secrets, which only the
   * nodes have.
   */
  readonly storedFiles?: StoredFiles | undefined;
  readonly brand?: string | undefined;
  /** Whether the content of all files of media is read and compared with their hashes. */
  readonly files?: boolean | undefined;
  readonly now: Date;
  readonly signal?: AbortSignal;
  /** Hook: called with the number of pages of each brand that could be read. */
  onPages?(slug: string, pages: number): void;
  /**
   * Begins a part that takes long: all brands, or a part of one.
   *
   * @returns callback for its progress
   */
  readonly progress?: ((part: string, unit?: string) => (done: number, total: number) => void) | undefined;
}

interface BrandCheckOptions extends CheckOptions {
  /** One for all brands, because each of its threads takes half a second to start. */
  readonly sanitizer: BackgroundSanitizer;
}

/**
 * Checks a data directory without changing it: repositories, files, references between them, and leftovers. A server
 * may run at the same time.
 *
 * @throws `invalid` when there is no such data directory, `not_found` when there is no such brand
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  const { fs, data, brand } = options;
  const stats = await fs.promises.stat(data).catch(() => null);
  if (!stats?.isDirectory()) throw new PortalError('invalid', `There is no data directory at ${data}.`);

  const onDisk = await slugsOnDisk(fs, data);
  const registry = await openRegistry(fs, data);
  const registered = [...((await registry?.read())?.catalog.brands.keys() ?? [])];
  const allSlugs = [...new Set([...registered, ...onDisk])].sort();
  if (brand !== undefined && !allSlugs.includes(brand)) throw notFound(`Brand ${brand}`);

  const findings: Finding[] = [];
  const isCopy = await isBackup(fs, data);
  const report = (slug: string | null, defects: readonly Defect[]): void => {
    for (const defect of defects) {
      const isCopiedAgain = isCopy && /\bback from a backup\b/.test(defect.advice);
      findings.push({ brand: slug, ...defect, ...(isCopiedAgain && { advice: backupAdvice(slug) }) });
    }
  };
  for await (const defect of checkRegistry(options, registry)) report(null, [defect]);
  if (brand === undefined) report(null, await checkData(fs, data));

  const brands = brand === undefined ? allSlugs : [brand];
  const sanitizer = new BackgroundSanitizer(availableParallelism());
  try {
    const isOne = brands.length === 1;
    const onDone = isOne ? undefined : options.progress?.('check', 'brands');
    let done = 0;
    const each = { ...options, sanitizer, progress: isOne ? options.progress : undefined };
    const forgotten = await forgottenIn(fs, data);
    const defectsOf = async (slug: string): Promise<Defect[]> => {
      if (isErasing((await registry?.read())?.catalog.brands.get(slug) ?? {})) return [unfinished(slug)];
      if (onDisk.includes(slug)) return checkBrand(each, slug);
      return forgotten.includes(slug) ? [] : [missing(slug)];
    };
    const defects = await inParallel(brands, async (slug) => {
      const found = await defectsOf(slug);
      done += 1;
      onDone?.(done, brands.length);
      // The registry is read after the directory, when a brand that was being created is registered.
      const isKnown = registry === null || (await registry.read()).catalog.brands.has(slug);
      return isKnown ? found : [...found, unregistered(slug)];
    });
    for (const [at, slug] of brands.entries()) report(slug, defects[at] as Defect[]);
  } finally {
    await sanitizer.close();
  }
  return { brands, findings };
}

/** Advice for a backup: its portal has what it lacks. */
function backupAdvice(slug: string | null): string {
  return `Run "brand-portal backup --full ${slug ?? '--all'}" into this directory: it copies what is damaged again.`;
}

function missing(slug: string): Defect {
  const problem = 'the brand is registered, but its repository is missing';
  return error(dataPaths.brand('.', slug), problem, 'Put it back from a backup.');
}

function unfinished(slug: string): Defect {
  const advice = `Run "brand-portal brand erase ${slug}" to finish it.`;
  return warning(dataPaths.brand('.', slug), 'its erasure was interrupted', advice);
}

function unregistered(slug: string): Defect {
  const advice = `Run "brand-portal brand register ${slug}" to serve it, or move it away.`;
  return error(dataPaths.brand('.', slug), 'the repository is there, but the brand is not registered', advice);
}

/**
 * Opens the registry.
 *
 * @returns `null` when it cannot be read, which `checkRegistry` reports
 * @throws NewerFormat
 */
async function openRegistry(fs: FileSystem, data: string): Promise<Repository<Registry> | null> {
  try {
    const registry = await Repository.open(fs, dataPaths.registry(data), registryProjection);
    await registry.read();
    return registry;
  } catch (error) {
    if (error instanceof NewerFormat) throw error;
    return null;
  }
}

/**
 * Checks one brand's repository and content concurrently, because git and the sanitiser's threads use other processors.
 */
async function checkBrand(options: BrandCheckOptions, slug: string): Promise<Defect[]> {
  const gitdir = dataPaths.brand(options.data, slug);
  const content = checkFiles(options, slug, gitdir).catch((cause: unknown) => ({ cause }));
  const defects = [
    ...(await verifyRepository(options.fs, gitdir, options.signal)),
    ...(await checkProposals(options, slug, proposalsIn(gitdir))),
  ];
  const outcome = await content;
  options.signal?.throwIfAborted();
  if (Array.isArray(outcome)) return [...defects, ...outcome];

  if (defects.some(({ level, path }) => level === 'error' && !path?.startsWith('proposals.git'))) return defects;
  const { cause } = outcome;
  const defect =
    cause instanceof NewerFormat
      ? error(null, cause.problem, 'Check it with that version.')
      : error(null, `the content cannot be read (${reasonOf(cause)})`, restoreAdvice);
  return [...defects, defect];
}

async function checkProposals(options: CheckOptions, slug: string, gitdir: string): Promise<Defect[]> {
  const { fs, now, signal, storedFiles, files: readsFiles = false } = options;
  if (!(await exists(fs, gitdir))) return [];
  const defects = await verifyRepository(fs, gitdir, signal);
  try {
    const snapshot = await readProposals(fs, gitdir);
    const advice = 'Put it back from the history of the proposals, or from a backup.';
    for (const [path, reason] of snapshot.catalog.problems) {
      defects.push(error(path, `it is skipped: ${reason}`, advice));
    }
    const files = storedFiles?.(slug, true) ?? new LocalFiles(fs, gitdir);
    const named = proposedFiles(snapshot, now);
    defects.push(...(await checkFilesOfProposals(named, { fs, gitdir, files, readsFiles, signal })));
  } catch (cause) {
    signal?.throwIfAborted();
    if (!defects.some(({ level }) => level === 'error')) {
      const problem = cause instanceof NewerFormat ? cause.problem : `they cannot be read (${reasonOf(cause)})`;
      defects.push(error(null, problem, restoreAdvice));
    }
  }
  return defects.map((defect) => within(basename(gitdir), defect));
}

async function checkFiles(options: BrandCheckOptions, slug: string, gitdir: string): Promise<Defect[]> {
  const { fs, files: readsFiles = false, signal, progress, storedFiles, sanitizer } = options;
  const total = progress === undefined ? 0 : await fileCount(gitdir);
  const onRead = progress?.(`${slug}: reading`);
  const projection = withProgress(catalogProjection(sanitizer), (done) => {
    signal?.throwIfAborted();
    onRead?.(done, total);
  });
  const repository = await Repository.open(fs, gitdir, projection);
  const snapshot = await repository.read();
  onRead?.(total, total);
  options.onPages?.(slug, snapshot.catalog.pages.size);

  const files = storedFiles?.(slug) ?? new LocalFiles(fs, gitdir);
  const onHash = readsFiles ? progress?.(`${slug}: files of media`) : undefined;
  const defects = await Promise.all([
    checkContent(snapshot, options, slug),
    checkIdsInHistory(fs, gitdir, snapshot),
    checkFilesOfMedia(snapshot, { fs, gitdir, files, readsFiles, signal, onRead: onHash }),
  ]);
  return defects.flat();
}

type CatalogProjection = ReturnType<typeof catalogProjection>;

/** @param onRead called with the number of files that have been projected */
function withProgress(projection: CatalogProjection, onRead: (done: number) => void): CatalogProjection {
  let done = 0;
  return {
    ...projection,
    applyExternal: async (catalog, changes) => {
      onRead(done);
      const next = await projection.applyExternal?.(catalog, changes);
      done += changes.length;
      onRead(done);
      return next ?? catalog;
    },
  };
}

async function checkContent(snapshot: Snapshot<Catalog>, options: CheckOptions, slug: string): Promise<Defect[]> {
  const { catalog } = snapshot;
  const { violations, blocksOfFiles } = await readPages(snapshot, options, slug);
  const contradictions = [
    ...integrityViolations(catalog, options.now),
    ...violations,
    ...repeatedBlockIds(blocksOfFiles),
  ];
  return [
    ...invalidFiles(catalog),
    ...alteredFiles(catalog),
    ...colorsLeftOut(catalog, slug),
    ...contradictions.map(({ path, problem, advice }) => error(path, problem, advice)),
  ];
}

function invalidFiles({ problems, doubles }: Catalog): Defect[] {
  const doubled = new Set([...doubles].flatMap(([id, files]) => files.map(({ name }) => paths.file(id, name))));
  const advice = 'Correct or remove the file in a clone, and push it.';
  return [...problems].map(([path, reason]) => {
    const defect = doubled.has(path) ? warning : error;
    return defect(pathText(path), `it is not served: ${reason}`, advice);
  });
}

function alteredFiles({ altered }: Catalog): Defect[] {
  const advice =
    'Find out who pushed it. Correct the file in a clone and push it. Any change of a page by the API corrects its file.';
  return [...altered].map(([path, alterations]) =>
    warning(pathText(path), `it is served altered (${alterations.join('; ')})`, advice),
  );
}

function colorsLeftOut(catalog: Catalog, slug: string): Defect[] {
  const brand = presentBrand(slug, catalog.brand ?? newBrandFile(slug), palette(catalog));
  const advice = 'Correct it at the command line or in a clone.';
  return leftOutOfTokens(brand).map(({ file, field, problem }) =>
    warning(file, `${field} ${problem}, and design tokens leave it out`, advice),
  );
}

/**
 * Reads all pages.
 *
 * @returns missing references of the served pages, and the ids of the blocks in each file, also of pages in the trash
 */
async function readPages({ catalog, read }: Snapshot<Catalog>, { signal, progress }: CheckOptions, slug: string) {
  const blocksOfFiles = new Map<string, string[]>();
  const violations: IntegrityViolation[] = [];
  const onRead = progress?.(`${slug}: references`);
  let done = 0;
  for (const { id, version } of catalog.pages.values()) {
    signal?.throwIfAborted();
    done += 1;
    onRead?.(done, catalog.pages.size);
    const page = pageIn(readAsStored({ kind: 'page', id }, await read(version)));
    blocksOfFiles.set(paths.page(id), blockIds(page?.blocks ?? []));
    if (page !== null) violations.push(...missingReferences(catalog, page));
  }
  for (const { id, version } of catalog.trash.values()) {
    const page = pageIn(readAsStored({ kind: 'trash', id }, await read(version)));
    blocksOfFiles.set(paths.trash(id), blockIds(page?.blocks ?? []));
  }
  return { violations, blocksOfFiles };
}

/** Warns of ids that only the history has used, because they would be assigned again. */
async function checkIdsInHistory(
  fs: FileSystem,
  gitdir: string,
  { commit, catalog }: Snapshot<Catalog>,
): Promise<Defect[]> {
  if (commit === null) return [];
  let highest = catalog.highestIds;
  for await (const path of pathsInHistory(new Objects(fs, gitdir), gitdir, commit)) {
    const item = parsePath(path);
    if (item !== null) highest = higherIds(highest, idOf(item));
  }
  const ids = JSON.stringify(idsFile(highest));
  const advice = `Write ${ids} into it in a clone; a server that saw it does so with its next write.`;
  return numbered
    .filter((kind) => highest[kind] > catalog.highestIds[kind])
    .map((kind) => {
      const problem = `${kind} id ${highest[kind]} was used before, and would be given to another ${kind}`;
      return warning(paths.ids, problem, advice);
    });
}

async function* pathsInHistory(objects: Objects, gitdir: string, commit: string): AsyncGenerator<string> {
  const folders = ['pages', 'trash', 'colors', 'media', 'collections'];
  const few = await smallHistory(objects, commit);
  if (few === null) yield* pathsEverAdded(gitdir, commit, folders);
  else for await (const { path } of differencesIn(objects, few, folders)) yield path;
}
