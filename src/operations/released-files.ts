import type { Catalog } from '../content/catalog/catalog.js';
import { parsePath } from '../content/catalog/paths.js';
import { parsePointer } from '../content/files/pointer.js';
import { readAsStored } from '../content/ingest.js';
import { isAvailable } from '../content/media.js';
import { catalogAt } from '../content/validity.js';
import { derived } from '../lib/derived.js';
import { pathText } from '../store/git/tree.js';
import type { History, ReadView } from './engine/view.js';

/** Media with which a file was released at some commit, by its SHA-256. */
type Released = ReadonlyMap<string, ReadonlySet<number>>;

/** State of a walk through the history, oldest commit first. */
class ReleaseWalk {
  commit: string | null = null;
  readonly mediaByHash = new Map<string, Set<number>>();
  readonly #available = new Set<number>();
  /** SHA-256 by path, by the id of the medium. */
  readonly #files = new Map<number, Map<string, string>>();

  /**
   * Goes on to a commit.
   *
   * @returns `false` when that does not follow the one reached: the history was rewritten
   */
  async follow({ past, versions }: History, head: string): Promise<boolean> {
    const not = this.commit;
    if (not !== null && !(await past.contains(not))) return false;
    const commits: string[] = [];
    const scope = { paths: ['media', 'files'], from: head, ...(not === null ? {} : { not }) };
    for await (const { commit } of versions.history(scope)) commits.unshift(commit);
    for (const commit of commits) {
      const changed = new Set<number>();
      for (const { path, after } of await versions.differences(await versions.parentOf(commit), commit)) {
        const content = (): Promise<Buffer | null> => (after === null ? Promise.resolve(null) : versions.read(after));
        const id = await this.#apply(pathText(path), content);
        if (id !== null) changed.add(id);
      }
      for (const id of changed) this.#note(id);
    }
    this.commit = head;
    return true;
  }

  async #apply(path: string, content: () => Promise<Buffer | null>): Promise<number | null> {
    const at = parsePath(path);
    if (at?.kind === 'media') {
      const bytes = await content();
      const medium = bytes === null ? null : readAsStored(at, bytes);
      if (medium?.kind === 'media' && isAvailable(medium.value)) this.#available.add(at.id);
      else this.#available.delete(at.id);
    } else if (at?.kind === 'file') {
      const bytes = await content();
      const pointer = bytes === null ? null : parsePointer(bytes);
      const files = this.#files.get(at.id) ?? new Map<string, string>();
      if (pointer === null) files.delete(path);
      else files.set(path, pointer.sha256);
      this.#files.set(at.id, files);
    } else return null;
    return at.id;
  }

  #note(id: number): void {
    if (!this.#available.has(id)) return;
    for (const sha256 of this.#files.get(id)?.values() ?? []) {
      const media = this.mediaByHash.get(sha256) ?? new Set();
      this.mediaByHash.set(sha256, media.add(id));
    }
  }
}

const walks = new WeakMap<History['versions'], Promise<ReleaseWalk>>();

/**
 * The whole history is read once, then only new commits.
 *
 * @throws `unavailable` without git
 */
async function everReleased(history: History): Promise<Released> {
  const head = (await history.read()).commit;
  if (head === null) return new Map();
  const last = walks.get(history.versions) ?? Promise.resolve(new ReleaseWalk());
  const next = last
    .catch(() => new ReleaseWalk())
    .then(async (walk) => {
      if (walk.commit === head || (await walk.follow(history, head))) return walk;
      const fresh = new ReleaseWalk();
      await fresh.follow(history, head);
      return fresh;
    });
  walks.set(history.versions, next);
  return (await next).mediaByHash;
}

/** Ids of the media with a file, by its SHA-256. */
const mediaByHash = derived((files: Catalog['files']): ReadonlyMap<string, readonly number[]> => {
  const media = new Map<string, number[]>();
  for (const [id, { sha256 }] of files) media.set(sha256, [...(media.get(sha256) ?? []), id]);
  return media;
});

/**
 * Whether a caller may have a file, which every way out of it asks. Whoever may write has all; everyone else has that of a medium which
 * is released and valid now, and was released at a commit that named this file.
 *
 * @param id of the medium; default: any
 */
export async function mayGet(
  history: History,
  { mayWrite, now }: Pick<ReadView, 'mayWrite' | 'now'>,
  sha256: string,
  id?: number,
): Promise<boolean> {
  if (mayWrite) return true;
  const catalog = catalogAt((await history.read()).catalog, now);
  const isReleased = (medium: number): boolean => (id ?? medium) === medium && isAvailable(catalog.media.get(medium));
  if (mediaByHash(catalog.files).get(sha256)?.some(isReleased)) return true;
  if (id !== undefined && !isReleased(id)) return false;
  return [...((await everReleased(history)).get(sha256) ?? [])].some(isReleased);
}
