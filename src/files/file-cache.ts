import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { dayMs } from '../lib/clock.js';
import { lazy, SingleFlight } from '../lib/concurrency.js';
import type { FileSystem } from '../store/file-system.js';

/** A cached file. It may be deleted at any time; a caller that does not find it calls `get` again. */
export interface CachedFile {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Interval at which a file's last use is marked on the disk, by its time: after a restart, the least recently used are
 * known.
 */
const markIntervalMs = dayMs;

/**
 * Files that can be made again, in one folder of bounded size. Each is made once, however many ask for it at the same
 * time.
 */
export class FileCache {
  readonly #fs: FileSystem['promises'];
  readonly #folder: string;
  readonly #files: LRUCache<string, { readonly bytes: number; marked: number }>;
  readonly #making = new SingleFlight<CachedFile>();
  readonly #load = lazy(() => this.#readFolder());
  hits = 0;

  constructor({ promises }: FileSystem, folder: string, maxBytes: number) {
    this.#fs = promises;
    this.#folder = folder;
    this.#files = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes),
      dispose: (_, name, reason) => {
        if (reason !== 'set') this.#fs.rm(this.#pathOf(name), { force: true }).catch(() => {});
      },
    });
  }

  /** @param make writes the file to the given path */
  async get(name: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
    await this.#load();
    const cached = await this.#find(name);
    return cached ?? this.#making.run(name, () => this.#make(name, make));
  }

  /** Deletes all files whose names have this prefix, including files that other processes made. */
  async remove(prefix: string): Promise<void> {
    const names = await this.#fs.readdir(this.#folder).catch(() => []);
    for (const name of names.filter((cached) => cached.startsWith(prefix))) {
      this.#files.delete(name);
      await this.#fs.rm(this.#pathOf(name), { force: true });
    }
  }

  async #find(name: string): Promise<CachedFile | null> {
    const entry = this.#files.get(name);
    if (entry === undefined) return null;
    const path = this.#pathOf(name);
    const stats = await this.#fs.stat(path).catch(() => null);
    if (stats?.size !== entry.bytes) return null;
    this.hits += 1;
    if (Date.now() - entry.marked > markIntervalMs) {
      entry.marked = Date.now();
      await this.#fs.utimes(path, new Date(), new Date()).catch(() => {});
    }
    return { path, bytes: entry.bytes };
  }

  async #make(name: string, make: (path: string) => Promise<void>): Promise<CachedFile> {
    const path = this.#pathOf(name);
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      // The folder is missing if an operator has deleted the cache.
      await this.#fs.mkdir(this.#folder, { recursive: true });
      await make(temporary);
      // Without the sync, a crash could leave an empty file under the final name.
      const file = await this.#fs.open(temporary, 'r');
      await file.sync().finally(() => file.close());
      const { size } = await this.#fs.stat(temporary);
      await this.#fs.rename(temporary, path);
      this.#files.set(name, { bytes: size, marked: Date.now() });
      return { path, bytes: size };
    } catch (error) {
      await this.#fs.rm(temporary, { force: true });
      throw error;
    }
  }

  /** Adds the files of earlier processes, the oldest first. */
  async #readFolder(): Promise<void> {
    await this.#fs.mkdir(this.#folder, { recursive: true });
    const files: { name: string; bytes: number; marked: number }[] = [];
    for (const name of await this.#fs.readdir(this.#folder)) {
      const stats = name.endsWith('.tmp') ? null : await this.#fs.stat(this.#pathOf(name)).catch(() => null);
      if (stats?.isFile()) files.push({ name, bytes: stats.size, marked: stats.mtimeMs });
    }
    files.sort((a, b) => a.marked - b.marked);
    for (const { name, bytes, marked } of files) this.#files.set(name, { bytes, marked });
  }

  #pathOf(name: string): string {
    return join(this.#folder, name);
  }
}
