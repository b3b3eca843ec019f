import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath } from '../content/catalog/paths.js';
import { FormerSlugs, type FormerSlugsState, type SlugChange } from '../content/former-slugs.js';
import { readAsStored } from '../content/ingest.js';
import type { Visitor } from '../content/visitors.js';
import { Semaphores, SingleFlight, untilAborted, yieldWhenDue } from '../lib/concurrency.js';
import type { Log } from '../log.js';
import { CatalogCache } from '../store/catalog-cache.js';
import type { FileSystem } from '../store/file-system.js';
import { nativeGitVersion } from '../store/native/native-git.js';
import type { Repository } from '../store/repository.js';
import { withoutBudget } from '../store/wait-budget.js';
import type { OpenBrands } from './open-brands.js';

/** Members of files that say where a page is, and who sees it. */
const lines = '"(slug|type|parent_id|visibility|language|tag|shown)"[[:space:]]*:';
const places = ['brand.json', 'pages', 'languages'];

/** Time, in milliseconds, that a look-up waits for commits that the index does not have. */
const waitMs = 2000;

/** Indexes that are made at a time. */
const maxMaking = 4;

/** Number of changed files from which an index is stored. */
const manyFiles = 100;

const pagesInLine = 1000;

type Line = Partial<FormerSlugsState>;

const codec = {
  format: 'former slugs 1',
  *encode({ state }: FormerSlugs): Generator<string> {
    const { pages, ...others } = state;
    yield JSON.stringify(others satisfies Line);
    for (let at = 0; at < pages.length; at += pagesInLine)
      yield JSON.stringify({ pages: pages.slice(at, at + pagesInLine) } satisfies Line);
  },
  async decode(lines: AsyncIterable<string>): Promise<FormerSlugs> {
    const read: Line[] = [];
    for await (const line of lines) read.push(JSON.parse(line));
    return FormerSlugs.from({
      shown: read.flatMap(({ shown = [] }) => shown),
      pages: read.flatMap(({ pages = [] }) => pages),
      former: read.flatMap(({ former = [] }) => former),
    });
  },
};

interface Index {
  readonly slugs: FormerSlugs;
  /** Commit that it has come to; `null` until it is made. */
  commit: string | null;
}

interface Wanted {
  readonly slug: string;
  /** Languages in which it may have been the slug, the first one first; `''`: the source. */
  readonly languages: readonly string[];
  /** `null`: sees everything. */
  readonly visitor: Visitor | null;
}

/**
 * Pages by the slugs that they had before, from an index of each brand. It is made when it is asked for the first time, by git in the
 * background, stored in the cache, and then follows the branch. Without git on this machine, there are none.
 */
export class FormerPages {
  readonly #indexes = new WeakMap<Repository<Catalog>, Index>();
  readonly #following = new SingleFlight<void>();
  readonly #making = new Semaphores();
  readonly #stop = new AbortController();

  constructor(
    private readonly fs: FileSystem,
    private readonly brands: OpenBrands,
    private readonly log: Log,
    private readonly pathOf: (brand: string) => string,
  ) {}

  /**
   * Ids of the pages that had a slug while a visitor could see them, the likeliest first. None while an index is made, and those of
   * before while it takes longer to follow. The wait does not depend on the slug.
   *
   * @throws `not_found`, `unavailable` as for any reading of the brand
   */
  async find(brand: string, { slug, languages, visitor }: Wanted): Promise<number[]> {
    const repository = await this.brands.get(brand);
    const { commit } = await repository.read();
    if (commit !== null && this.#indexes.get(repository)?.commit !== commit) {
      const following = this.#following.run(brand, () => withoutBudget(() => this.#follow(brand, repository)));
      await untilAborted(following, AbortSignal.timeout(waitMs)).catch(() => {});
    }
    const index = this.#indexes.get(repository);
    if (index === undefined || index.commit === null) return [];
    return languages.flatMap((language) => index.slugs.find(language, slug, visitor));
  }

  /** Resolves when no index is behind what it was asked for. */
  settled(): Promise<void> {
    return this.#following.idle();
  }

  /** Ends the work under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.settled();
  }

  async #follow(brand: string, repository: Repository<Catalog>): Promise<void> {
    if (this.#stop.signal.aborted || (await nativeGitVersion()) === null) return;
    const release = this.#indexes.has(repository) ? undefined : this.#making.tryAcquire('making', maxMaking);
    if (release === null) return;
    try {
      const cache = new CatalogCache(this.fs, this.pathOf(brand), codec);
      const snapshot = await repository.read();
      if (snapshot.commit === null) return;
      const index = await this.#start(repository, cache, snapshot.descendsFrom);
      const isMade = index.commit === null;
      const files = await this.#read(repository, index, snapshot.commit);
      if (isMade || files >= manyFiles)
        await cache.save({ commit: snapshot.commit, tree: '', catalog: index.slugs }).catch(() => {});
    } catch (error) {
      this.#indexes.delete(repository);
      if (!this.#stop.signal.aborted)
        this.log.warn({ brand, err: error }, 'the former addresses of pages cannot be read from the history');
    } finally {
      release?.();
    }
  }

  /** The index as it is, as it was stored, or an empty one if the history was replaced. */
  async #start(
    repository: Repository<Catalog>,
    cache: CatalogCache<FormerSlugs>,
    isKnown: (commit: string) => Promise<boolean>,
  ): Promise<Index> {
    const made = this.#indexes.get(repository);
    if (made?.commit != null && (await isKnown(made.commit))) return made;
    const stored = made === undefined ? await cache.load() : null;
    const isUsable = stored !== null && (await isKnown(stored.commit));
    const index = isUsable
      ? { slugs: stored.catalog, commit: stored.commit }
      : { slugs: new FormerSlugs(), commit: null };
    this.#indexes.set(repository, index);
    return index;
  }

  /** @returns the number of files */
  async #read({ versions }: Repository<Catalog>, index: Index, to: string): Promise<number> {
    const range = { from: to, ...(index.commit !== null && { not: index.commit }), signal: this.#stop.signal };
    let files = 0;
    let changes: SlugChange[] = [];
    let commit: string | null = null;
    for await (const step of versions.stepsOfLines(lines, places, range)) {
      if (step.commit !== commit) {
        index.slugs.apply(changes);
        [commit, changes] = [step.commit, []];
      }
      const change = await changeIn(step.path, step.oid, versions.read.bind(versions));
      if (change !== null) changes.push(change);
      files += 1;
      await yieldWhenDue();
    }
    index.slugs.apply(changes);
    index.commit = to;
    return files;
  }
}

async function changeIn(
  path: string,
  oid: string | null,
  read: (oid: string) => Promise<Buffer>,
): Promise<SlugChange | null> {
  const at = parsePath(path);
  if (at === null) return null;
  const content = oid === null ? null : readAsStored(at, await read(oid));
  if (at.kind === 'brand') return { kind: 'brand', value: content?.kind === 'brand' ? content.value : null };
  if (at.kind === 'page') return { kind: 'page', id: at.id, value: content?.kind === 'page' ? content.value : null };
  if (at.kind !== 'translation' || at.of !== 'page') return null;
  const value = content?.kind === 'translation' && content.of === 'page' ? content.value : null;
  return { kind: 'translation', of: 'page', language: at.language, id: at.id, value };
}
