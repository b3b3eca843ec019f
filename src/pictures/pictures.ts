import * as nodeFs from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { type FontFacts, type Look, noFacts } from '../content/files/inspector.js';
import { isReadType, type Metadata, unread, unreadTypes } from '../content/files/metadata.js';
import { type Frame, nameOfSize, type PictureWidth, pictureVersion } from '../content/files/picture-widths.js';
import { type FileType, fileTypeOf, fileTypes, type PictureFormat, requireFileType } from '../content/files/types.js';
import { type CachedFile, FileCache } from '../files/file-cache.js';
import { invalidField, PortalError } from '../lib/errors.js';
import { entries } from '../lib/lru.js';
import { noted, say } from '../lib/say.js';
import { errorCode } from '../lib/system-error.js';
import type { Log } from '../log.js';
import type { Answers, Inspection, Job, Limits } from './job.js';
import { JobEnded, PictureProcess } from './picture-process.js';
import { type SvgVerdict, verdictVersion } from './svg-verdict.js';

/** Upper bound on waiting jobs, for uploads and for pictures separately. */
const maxWaiting = 100;

/** More processes for uploads while all others are busy: no upload waits for a slow picture, or for one slow upload. */
const uploadProcesses = 2;

/** Time, in milliseconds, for which a failed picture is not tried again. */
const failureMs = 10 * 60_000;

export interface PictureLimits {
  /** Number of pictures made at the same time. With 0 none is made, but files are still inspected. */
  readonly processes: number;
  /** Upper bound on the pixels of a file that pictures are made of. */
  readonly pixels: number;
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly cacheBytes: number;
}

export interface PictureOptions extends PictureLimits {
  readonly folder: string;
  readonly log: Log;
  readonly script?: URL;
}

/** A file of a medium, with its path on the disk. */
export interface StoredFile {
  readonly sha256: string;
  readonly path: string;
  readonly name: string;
}

interface PictureFigures {
  readonly made: number;
  readonly failed: number;
  readonly waiting: number;
  readonly seconds: number;
  readonly hits: number;
}

interface WaitingJob {
  start(process: PictureProcess): void;
  refuse(error: PortalError): void;
}

/** Inspects files and makes pictures of them in separate processes, and caches the results. */
export class Pictures {
  readonly #cache: FileCache;
  readonly #processes: readonly PictureProcess[];
  readonly #free: PictureProcess[];
  /** Free processes that take only uploads. */
  readonly #freeForUploads: PictureProcess[];
  /** Uploads come before pictures, because a page of new pictures must not delay an upload. */
  readonly #uploads: WaitingJob[] = [];
  readonly #pictures: WaitingJob[] = [];
  readonly #failures = new LRUCache<string, string>({ ...entries(10_000), ttl: failureMs });
  readonly #verdicts = new LRUCache<string, SvgVerdict>(entries(10_000));
  readonly #facts = new LRUCache<string, Inspection>(entries(10_000));
  /** Whether files have a place, by their hashes. */
  readonly #places = new LRUCache<string, boolean>(entries(200_000));
  /** Mean colours by the hashes of files; empty where there is none. */
  readonly #means = new LRUCache<string, string>(entries(200_000));
  /** Files whose mean colours are looked for, each with what finds it. */
  readonly #withoutMean = new Map<string, () => Promise<StoredFile | null>>();
  #isClosed = false;
  readonly #counts = { made: 0, failed: 0, seconds: 0 };

  constructor(private readonly options: PictureOptions) {
    this.#cache = new FileCache(nodeFs, options.folder, options.cacheBytes);
    const { seconds, memoryBytes, script = new URL('./picture-worker.js', import.meta.url) } = options;
    const count = Math.max(1, options.processes);
    const length = count + uploadProcesses;
    this.#processes = Array.from({ length }, () => new PictureProcess({ seconds, memoryBytes, script }));
    this.#free = this.#processes.slice(0, count);
    this.#freeForUploads = this.#processes.slice(count);
  }

  /** @throws `invalid` for content of a type that is not accepted; `busy`, `unavailable` */
  async look(path: string, name: string, isCleaned = false): Promise<Look> {
    const identity = await this.#perform({ kind: 'identify', path, name }, this.#uploads).catch((error) => {
      if (error instanceof JobEnded) return { looksLike: noted`something that cannot be read: ${error.message}` };
      throw unavailable(error);
    });
    if ('looksLike' in identity) throw refusal(identity.looksLike);
    const type = requireFileType(identity.extension);
    const { parts, texts } = await this.#metadataOf(path, type, isCleaned, this.#uploads);
    const facts = await this.#factsOf(path, type, this.#uploads);
    return { ...type, ...facts, taken: isCleaned ? parts : [], texts, hasPicture: facts.width !== null };
  }

  /** @throws `invalid` for a font that cannot be read; `busy`, `unavailable` */
  async font(path: string): Promise<FontFacts> {
    const facts = await this.#perform({ kind: 'font', path }, this.#uploads).catch((error) => {
      if (error instanceof JobEnded) return null;
      throw unavailable(error);
    });
    if (facts === null) throw invalidField('file', 'This font cannot be read.');
    return facts;
  }

  /**
   * Facts of a stored file, found once; without a preview, it is looked at again later.
   *
   * @throws `busy`, `unavailable`
   */
  async facts({ sha256, path, name }: StoredFile): Promise<Inspection> {
    const type = fileTypeOf(name);
    const cached = this.#facts.get(sha256);
    if (cached !== undefined || type === undefined) return cached ?? noFacts;
    const facts = await this.#factsOf(path, type, this.#pictures);
    this.#facts.set(sha256, facts, facts.note === null ? {} : { ttl: failureMs });
    return facts;
  }

  async #factsOf(path: string, type: FileType, queue: WaitingJob[]): Promise<Inspection> {
    const facts = hasPictures(type) ? await this.#inspect(path, type, queue).catch(factsOfEnded) : withoutPicture(type);
    if (!isReadType(type.extension)) return { ...facts, mayHavePlace: unreadTypes.has(type.extension) };
    const { parts, isWhole } = await this.#metadataOf(path, type, false, queue);
    return { ...facts, place: parts.includes('place'), mayHavePlace: !isWhole };
  }

  /** Whether `findPlaces` has found that a file tells where it was made. */
  hasPlace(sha256: string): boolean {
    return this.#places.get(sha256) === true;
  }

  /**
   * Looks at those stored files that it has not looked at, whether they tell where they were made.
   *
   * @param pathOf gives the path of a file; `null` if it is missing
   * @param ms time after which no file is begun but the first
   * @returns number of files that are left
   * @throws `busy`, `unavailable`
   */
  async findPlaces(
    files: readonly Pick<StoredFile, 'sha256' | 'name'>[],
    pathOf: (sha256: string) => Promise<string | null>,
    ms: number,
  ): Promise<number> {
    const until = performance.now() + ms;
    const unknown = files.filter(({ sha256 }) => !this.#places.has(sha256));
    for (const [at, { sha256, name }] of unknown.entries()) {
      if (at > 0 && performance.now() > until) return unknown.length - at;
      const type = fileTypeOf(name);
      const path = type && isReadType(type.extension) ? await pathOf(sha256) : null;
      const parts = type && path ? (await this.#metadataOf(path, type, false, this.#pictures)).parts : [];
      this.#places.set(sha256, parts.includes('place'));
    }
    return 0;
  }

  /**
   * Mean colour of a stored file, as far as it is known: found once, after it was asked for, one file after the other.
   *
   * @param find gives the file; `null` if it is missing
   * @returns `null` if there is none, `undefined` if it is looked for
   */
  mean(sha256: string, find: () => Promise<StoredFile | null>): string | null | undefined {
    const known = this.#means.get(sha256);
    if (known !== undefined || this.#isClosed) return known || null;
    this.#withoutMean.set(sha256, find);
    if (this.#withoutMean.size === 1) void this.#findMeans();
    return undefined;
  }

  async #findMeans(): Promise<void> {
    for (const [sha256, find] of this.#withoutMean) {
      if (this.#isClosed) return;
      const mean = await this.#findMean(find).catch(() => null);
      this.#means.set(sha256, mean ?? '', mean === null ? { ttl: failureMs } : {});
      this.#withoutMean.delete(sha256);
    }
  }

  async #findMean(find: () => Promise<StoredFile | null>): Promise<string | null> {
    const file = await find();
    const type = file && fileTypeOf(file.name);
    if (!file || !type?.isRaster) return null;
    const { path } = await this.#cache.get(`${file.sha256}-mean.v1`, async (to) => {
      const { mean, note } = await this.#inspect(file.path, type, this.#pictures);
      // A note may not be true of another configuration.
      if (note !== null) throw noPicture(note);
      await writeFile(to, mean ?? '');
    });
    return readFile(path, 'utf8');
  }

  /** @param isTaken whether place and serial numbers are taken out */
  async #metadataOf(path: string, { extension }: FileType, isTaken: boolean, queue: WaitingJob[]): Promise<Metadata> {
    if (!isReadType(extension)) return unread;
    return this.#perform({ kind: 'clean', path, extension, isTaken }, queue).catch((error) => {
      if (error instanceof JobEnded) return unread;
      throw unavailable(error);
    });
  }

  /**
   * @returns the path of the picture
   * @throws `not_found` when none can be made of the file; `busy`, `unavailable`
   */
  async rendition(
    { sha256, path, name }: StoredFile,
    size: PictureWidth | Frame,
    format: PictureFormat,
  ): Promise<CachedFile & { readonly mime: string }> {
    const type = fileTypeOf(name);
    const picture = `${sha256}-${nameOfSize(size)}.v${pictureVersion}.${format}`;
    if (type === undefined || !hasPictures(type)) throw noPicture('its type has none');
    const job = { kind: 'render', path, extension: type.extension, size, format, limits: this.#limits } as const;
    const make = async (to: string): Promise<void> => {
      // Existing pictures are served even if another one failed.
      const failure = this.#failures.get(sha256) ?? this.#failures.get(picture);
      if (failure !== undefined) throw noPicture(failure);
      const start = performance.now();
      await this.#perform({ ...job, to }, this.#pictures).catch(async (error) => {
        // System errors have a code and say nothing about the file; errors of the decoder have none.
        const isOfFile = errorCode(error) === undefined && (await fileExists(path));
        throw isOfFile ? noPicture(this.#fail(sha256, picture, error)) : unavailable(error);
      });
      this.#counts.made += 1;
      this.#counts.seconds += (performance.now() - start) / 1000;
    };
    const cached = await this.#cache.get(picture, make).catch((error) => {
      throw unavailable(error);
    });
    return { ...cached, mime: `image/${format}` };
  }

  /**
   * Whether an SVG may be shown as it is, found once for each file.
   *
   * @throws `busy`, `unavailable`, also when its process ended
   */
  async svgVerdict({ sha256, path }: Omit<StoredFile, 'name'>): Promise<SvgVerdict> {
    const cached = this.#verdicts.get(sha256);
    if (cached !== undefined) return cached;
    try {
      const file = await this.#cache.get(`${sha256}.v${verdictVersion}.json`, async (to) => {
        if (this.#failures.has(sha256)) throw unavailable();
        const { svg } = await this.#inspect(path, requireFileType('svg'), this.#pictures);
        await writeFile(to, JSON.stringify(svg));
      });
      const verdict: SvgVerdict = JSON.parse(await readFile(file.path, 'utf8'));
      this.#verdicts.set(sha256, verdict);
      return verdict;
    } catch (error) {
      if (error instanceof JobEnded) this.#fail(sha256, sha256, error);
      throw unavailable(error);
    }
  }

  /** Deletes the pictures of a purged file. */
  async forget(sha256: string): Promise<void> {
    await this.#cache.remove(sha256);
    this.#means.delete(sha256);
  }

  figures(): PictureFigures {
    return { ...this.#counts, waiting: this.#uploads.length + this.#pictures.length, hits: this.#cache.hits };
  }

  /** Cancels the running and the waiting jobs. */
  close(): void {
    this.#isClosed = true;
    for (const { refuse } of [...this.#uploads.splice(0), ...this.#pictures.splice(0)]) refuse(unavailable());
    for (const process of this.#processes) process.end();
  }

  get #limits(): Limits {
    return { pixels: this.options.pixels, decodes: this.options.processes > 0 };
  }

  #inspect(path: string, { extension }: FileType, queue: WaitingJob[]): Promise<Inspection> {
    return this.#perform({ kind: 'inspect', path, extension, limits: this.#limits }, queue);
  }

  /**
   * Notes a failure. A file on which the process ended is not tried again at any width: each try could hold up all
   * others for as long.
   *
   * @returns why the picture is not made, for as long as it is not tried again
   */
  #fail(sha256: string, picture: string, error: Error): string {
    const isEnded = error instanceof JobEnded;
    const reason = isEnded ? error.message : noted`it cannot be made`;
    this.options.log.warn({ err: error, file: sha256.slice(0, 8) }, 'no picture could be made');
    this.#failures.set(isEnded ? sha256 : picture, reason);
    this.#counts.failed += 1;
    return reason;
  }

  async #perform<Kind extends Job['kind']>(
    job: Extract<Job, { kind: Kind }>,
    queue: WaitingJob[],
  ): Promise<Answers[Kind]> {
    const process = await this.#acquire(queue);
    try {
      return await process.perform<Kind>(job);
    } finally {
      const isForUploads = this.#processes.indexOf(process) >= this.#processes.length - uploadProcesses;
      const next = this.#uploads.shift() ?? (isForUploads ? undefined : this.#pictures.shift());
      if (next !== undefined) next.start(process);
      else (isForUploads ? this.#freeForUploads : this.#free).push(process);
    }
  }

  #acquire(queue: WaitingJob[]): Promise<PictureProcess> {
    if (this.#isClosed) throw unavailable();
    const process = this.#free.pop() ?? (queue === this.#uploads ? this.#freeForUploads.pop() : undefined);
    if (process !== undefined) return Promise.resolve(process);
    if (queue.length >= maxWaiting) {
      throw new PortalError(
        'busy',
        say`${maxWaiting} files wait for their pictures, the most that may. Try again soon.`,
      );
    }
    return new Promise((start, refuse) => queue.push({ start, refuse }));
  }
}

const hasPictures = ({ isRaster, extension }: FileType): boolean => isRaster === true || extension === 'svg';

function withoutPicture({ kind, extension }: FileType): Inspection {
  const isSeen = kind === 'image' || kind === 'document' || kind === 'video';
  return isSeen ? { ...noFacts, note: noted`No preview: none is made of ${extension.toUpperCase()}.` } : noFacts;
}

/** Facts of a file on which the process ended. An SVG like that would hold up browsers, too. */
function factsOfEnded(error: unknown): Inspection {
  if (!(error instanceof JobEnded)) throw unavailable(error);
  return { ...noFacts, note: noted`No preview: ${error.message}.`, svg: { isClean: false, reason: error.message } };
}

function refusal(looksLike: string): PortalError {
  const accepted = [...fileTypes.keys()].map((extension) => extension.toUpperCase()).join(', ');
  return invalidField('file', say`This file is not accepted: it looks like ${looksLike}. Accepted are ${accepted}.`);
}

function noPicture(reason: string): PortalError {
  return new PortalError('not_found', say`No picture of this file: ${reason}.`);
}

function unavailable(cause?: unknown): PortalError {
  if (cause instanceof PortalError) return cause;
  return new PortalError('unavailable', 'The file cannot be inspected now. Try again later.', { cause });
}

async function fileExists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
