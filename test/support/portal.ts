import * as nodeFs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFsFromVolume, Volume } from 'memfs';
import { readRegistry } from '../../src/admin/backup.js';
import { type BrandFolder, readBrandFolder } from '../../src/brand-folder/read-folder.js';
import { type Config, defaultConfig, pictureLimits } from '../../src/config.js';
import { newBlockId } from '../../src/content/blocks/block-id.js';
import type { Catalog } from '../../src/content/catalog/catalog.js';
import { createSanitizer, type Sanitizer } from '../../src/content/html/sanitizer.js';
import type { ContentWork } from '../../src/content/work/content-work.js';
import type { RateLimitOptions } from '../../src/http/admission/rate-limit.js';
import { createApp } from '../../src/http/app.js';
import { type ListenOptions, listen } from '../../src/http/node/server.js';
import { createLog, type Log } from '../../src/log.js';
import { Pictures } from '../../src/pictures/pictures.js';
import type { Right } from '../../src/registry/records.js';
import type { Search } from '../../src/search/search.js';
import { LocalStorage } from '../../src/service/brand-storage.js';
import { dataPaths } from '../../src/service/data-directory.js';
import type { ServiceLimits } from '../../src/service/limits.js';
import { OpenBrands } from '../../src/service/open-brands.js';
import { Service } from '../../src/service/service.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { headOf } from './commits.js';
import { checkAnswer } from './description.js';
import { MemoryStore } from './shared/memory-store.js';
import { memoryStorage, type NodeOptions } from './shared/storage.js';

/** One for all tests of a file: jsdom takes a while to load. */
export const sanitizer = createSanitizer();

export const exampleBrands = fileURLToPath(new URL('../../content-fixtures/', import.meta.url));

export function memoryFileSystem(): FileSystem {
  return createFsFromVolume(new Volume()) as unknown as FileSystem;
}

/** A clock that tests set; it stands still in between. */
export class TestClock {
  #now: number;

  constructor(start = '2026-03-01T12:00:00Z') {
    this.#now = Date.parse(start);
  }

  read = (): Date => new Date(this.#now);

  advance({ days = 0, seconds = 0 }: { days?: number; seconds?: number }): void {
    this.#now += (days * 86_400 + seconds) * 1000;
  }
}

/** The time of day, as the program has it. */
export class RunningClock extends TestClock {
  override read = (): Date => new Date();
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; `undefined` for an empty body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
}

export interface RequestOptions {
  /** `null` sends no Authorization header. Default: a key with both rights. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Record<string, string>;
}

export const unlimited: RateLimitOptions = { requestsPerKey: 0, writesPerKey: 0, failedLoginsPerAddress: 0 };

/** The keys of the configuration for such limits. */
export function limitedTo(limits: RateLimitOptions): Partial<Config> {
  return {
    requests_per_minute: limits.requestsPerKey,
    writes_per_minute: limits.writesPerKey,
    failed_logins_per_minute: limits.failedLoginsPerAddress,
  };
}

/** What a server takes on that nothing in a test reaches. */
const plenty = {
  host: '127.0.0.1',
  port: 0,
  requestTimeoutSeconds: 600,
  keepAliveSeconds: 600,
  stalledSeconds: 600,
  connectionsAtOnce: 1000,
  headerLimit: 16 * 1024,
};

export interface PortalOptions {
  /** Keep the repositories in a real temporary directory instead of memory, for native git. */
  readonly real?: boolean;
  /** A data directory that is there, on disk, and stays. Needs `real`. */
  readonly data?: string;
  /** Files are looked at, and pictures made of them, by the built program. Needs `real`. */
  readonly pictures?: boolean;
  readonly clock?: TestClock;
  /** It is closed with the portal. */
  readonly sanitizer?: Sanitizer;
  /** It is closed with the portal. Default: in this thread. */
  readonly work?: ContentWork;
  readonly rateLimits?: RateLimitOptions;
  readonly limits?: Partial<ServiceLimits>;
  readonly config?: Partial<Config>;
  readonly server?: Partial<ListenOptions>;
  /** Default: one that waits for its index to be built. */
  readonly search?: () => Search;
  /** The store of a portal on many machines: this is one of its nodes. */
  readonly store?: MemoryStore | undefined;
  /** Of such a node. */
  readonly node?: NodeOptions;
}

/** Every portal of a test is a node of one that has a store of its own in memory, for the project `shared`. */
const newStore = (): MemoryStore | undefined => (process.env.TEST_SHARED === 'memory' ? new MemoryStore() : undefined);

const examples = new Map<string, Promise<BrandFolder>>();

/** Read once a process: many tests begin with an example. */
function readExample(slug: string): Promise<BrandFolder> {
  const time = '2026-01-01T00:00:00Z';
  const read = examples.get(slug) ?? readBrandFolder(join(exampleBrands, slug), { sanitizer, newBlockId, time });
  examples.set(slug, read);
  return read;
}

/** A whole service behind real HTTP on a free port of the loopback interface. */
export class TestPortal {
  private constructor(
    readonly service: Service,
    readonly fs: FileSystem,
    readonly data: string,
    readonly clock: TestClock,
    readonly url: string,
    readonly log: readonly string[],
    readonly logger: Log,
    readonly store: MemoryStore | undefined,
    private readonly stop: () => Promise<void>,
  ) {}

  static async start({
    real = false,
    data: given,
    pictures: hasPictures = false,
    clock = new TestClock(),
    sanitizer: texts = sanitizer,
    work,
    rateLimits = unlimited,
    limits = {},
    config = {},
    server = {},
    search,
    store = newStore(),
    node = {},
  }: PortalOptions = {}): Promise<TestPortal> {
    const data = given ?? (real ? await mkdtemp(join(tmpdir(), 'brand-portal-test-')) : '/data');
    const fs = real ? nodeFs : memoryFileSystem();
    const lines: string[] = [];
    const log = createLog('debug', { write: (line: string) => void lines.push(line) });
    const storage = store === undefined ? undefined : await memoryStorage(store, fs, data, node);
    storage?.reportTo(log);
    const script = new URL('../../dist/picture-worker.js', import.meta.url);
    const pictures = hasPictures
      ? new Pictures({ ...pictureLimits(defaultConfig), seconds: 600, folder: dataPaths.pictures(data), log, script })
      : undefined;
    const { files_url: filesUrl, oidc } = config;
    const service = await Service.open({
      fs,
      data,
      log,
      clock: clock.read,
      sanitizer: texts,
      work,
      limits,
      pictures,
      storage,
      filesUrl,
      isProviderOnly: oidc?.only,
      sendsMails: (config.mail ?? null) !== null,
      ...(search && { search }),
    });
    const running = await listen(
      createApp({
        service,
        log,
        config: {
          ...defaultConfig,
          ...limitedTo(rateLimits),
          cache_bytes: 1024 * 1024,
          guest_requests_per_minute: 0,
          mcp_hosts: ['portal.test'],
          ...config,
        },
      }),
      { ...plenty, log, ...server },
    );
    const stop = async (): Promise<void> => {
      await running.close(0);
      await service.close();
      // After a push, git may still be tidying up.
      if (real && given === undefined) await rm(data, { recursive: true, force: true, maxRetries: 5 });
    };
    return new TestPortal(service, fs, data, clock, running.url, lines, log, store, stop);
  }

  close(): Promise<void> {
    return this.stop();
  }

  /** The catalog as a service that starts now has it. */
  async catalogAtStart(slug: string): Promise<Catalog> {
    const { brands: registered, people } = await readRegistry(this.fs, this.data);
    const brands = new OpenBrands(this.fs, new LocalStorage(this.fs, this.data), this.logger, {
      sanitizer,
      registered: () => registered,
      people: () => people,
      nameProposals: async () => {},
    });
    const { catalog } = await (await brands.get(slug)).read();
    await brands.close();
    return catalog;
  }

  /** Imports one of the example brands and gives a client with both rights. */
  async importExample(slug: string): Promise<TestClient> {
    await this.service.provisioning.create({ ...(await readExample(slug)), subject: 'Import the example' });
    return this.client(slug);
  }

  async client(brand: string, rights: readonly Right[] = ['read', 'write'], name = 'Test'): Promise<TestClient> {
    const { key, record } = await this.service.keys.issue({ brand, name, rights, expiresAt: null });
    return new TestClient(this, brand, key, record.id);
  }

  gitdir(slug: string): string {
    return join(this.data, 'brands', `${slug}.git`);
  }

  /** Where the bytes of media's files lie on this machine; those of a node come from its store. */
  filesFolder(slug: string): string {
    return this.store === undefined ? join(this.gitdir(slug), 'lfs') : dataPaths.files(this.data);
  }

  /** The commit that the brand's branch points at. */
  head(slug: string): string {
    return headOf(this.gitdir(slug), this.fs);
  }
}

/** What a stream begins with, which is then left. */
async function firstPart({ body }: Response): Promise<string> {
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}

export class TestClient {
  constructor(
    readonly portal: TestPortal,
    readonly brand: string,
    readonly key: string,
    readonly keyId: string,
  ) {}

  /** Fails the test when the answer is not one that the API's description has. */
  async send(method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const { key = this.key, body, raw } = options;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.portal.url}/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(sent === undefined ? {} : { body: sent as BodyInit }),
    });
    const isStream = response.headers.get('content-type') === 'text/event-stream';
    const text = await (isStream ? firstPart(response) : response.text());
    const isJson = text !== '' && /^application\/json\b/.test(response.headers.get('content-type') ?? '');
    const parsed = isJson ? JSON.parse(text) : undefined;
    const reply = { status: response.status, headers: response.headers, body: parsed, text };
    checkAnswer(method, path, reply);
    return reply;
  }

  get = (path: string, options?: RequestOptions): Promise<Reply> => this.send('GET', path, options);
  post = (path: string, body: unknown, options?: RequestOptions): Promise<Reply> =>
    this.send('POST', path, { body, ...options });
  patch = (path: string, body: unknown, options?: RequestOptions): Promise<Reply> =>
    this.send('PATCH', path, { body, ...options });
  put = (path: string, body: unknown, options?: RequestOptions): Promise<Reply> =>
    this.send('PUT', path, { body, ...options });
  delete = (path: string, options?: RequestOptions): Promise<Reply> => this.send('DELETE', path, options);

  /** Makes a page; fails the test when it is refused. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async page(fields: Record<string, unknown> = {}): Promise<any> {
    const reply = await this.post('/pages', { title: 'Page', ...fields });
    if (reply.status !== 201) throw new Error(`POST /pages: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  /** Sends a request that must be refused and asserts that no commit was made. */
  async refused(status: number, method: string, path: string, options: RequestOptions = {}): Promise<Reply> {
    const before = this.portal.head(this.brand);
    const reply = await this.send(method, path, options);
    if (reply.status !== status) {
      throw new Error(`${method} ${path}: expected ${status}, got ${reply.status} ${reply.text.slice(0, 500)}`);
    }
    if (this.portal.head(this.brand) !== before) throw new Error(`${method} ${path}: a refused request made a commit`);
    return reply;
  }
}
