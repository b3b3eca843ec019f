import { buffer } from 'node:stream/consumers';
import {
  type CreateOutcome,
  type FileContent,
  type ListedObject,
  type ObjectStore,
  StoreError,
} from '../../../src/store/log/object-store.js';
import { sha256Of } from '../files.js';

/** What becomes of one create, and what its sender gets to know of it. */
export const faults = [
  'ok',
  '412',
  '409',
  '500 stored',
  '500 not stored',
  'time-out stored',
  'time-out stored later',
  'doubled',
] as const;
export type Fault = (typeof faults)[number];

/** An object store in memory, shared by all who hold it, whose creates can be made to go wrong. */
export class MemoryStore implements ObjectStore {
  readonly name = 's3://memory/portal';
  clockSkewSeconds = 0;
  readonly objects = new Map<string, Buffer>();
  /** Faults of the next creates of keys that `affects` chooses. */
  script: Fault[] = [];
  affects: (key: string) => boolean = (key) => key.includes('/log/');
  /** While set, every request fails as if it was never sent, or was. */
  outage: 'unsent' | 'unanswered' | null = null;
  /** What comes of an object that is asked for, in its place. */
  damage: (key: string, bytes: Buffer) => Buffer = (_, bytes) => bytes;
  /** Bytes of files in either direction, after which transfers break off, one after another. */
  cuts: number[] = [];
  /** Called before each create is looked at. */
  beforeCreate: () => void = () => {};
  /** Milliseconds that every request takes. */
  delayMs = 0;
  requests = { create: 0, get: 0, has: 0, put: 0, remove: 0, size: 0, list: 0, putFile: 0, read: 0 };
  readonly #late: (() => void)[] = [];

  /** Requests of all kinds. */
  get looks(): number {
    return Object.values(this.requests).reduce((sum, count) => sum + count);
  }

  async create(key: string, bytes: Buffer): Promise<CreateOutcome> {
    this.beforeCreate();
    await this.#arrive('create');
    const fault = this.affects(key) ? (this.script.shift() ?? 'ok') : 'ok';
    if (fault === '409') throw answered(409);
    if (fault === '500 not stored') throw answered(500);
    if (fault === 'time-out stored later') this.#late.push(() => this.#store(key, bytes));
    else if (fault !== 'ok') this.#store(key, bytes);
    if (fault === '412') return 'exists';
    if (fault === '500 stored') throw answered(500);
    if (fault.startsWith('time-out')) throw unanswered();
    return this.#store(key, bytes);
  }

  #store(key: string, bytes: Buffer): CreateOutcome {
    if (this.objects.has(key)) return 'exists';
    this.objects.set(key, bytes);
    return 'created';
  }

  /** What timed out and was to be stored later arrives. */
  land(): void {
    for (const store of this.#late.splice(0)) store();
  }

  async get(key: string): Promise<Buffer | null> {
    await this.#arrive('get');
    const found = this.objects.get(key);
    return found === undefined ? null : this.damage(key, found);
  }

  async has(key: string): Promise<boolean> {
    await this.#arrive('has');
    return this.objects.has(key);
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    await this.#arrive('put');
    this.objects.set(key, bytes);
  }

  async remove(key: string): Promise<void> {
    await this.#arrive('remove');
    this.objects.delete(key);
  }

  async putFile(key: string, { sha256, open }: FileContent): Promise<void> {
    await this.#arrive('putFile');
    const content = await buffer(open());
    if (content.length > (this.cuts.shift() ?? Number.POSITIVE_INFINITY)) throw unanswered();
    if (sha256Of(content) !== sha256) throw answered(400);
    this.objects.set(key, content);
  }

  async *read(key: string, from: number): AsyncGenerator<Uint8Array> {
    await this.#arrive('read');
    const found = this.objects.get(key);
    if (found === undefined) throw answered(404);
    const content = this.damage(key, found).subarray(from);
    const cut = this.cuts.shift() ?? content.length;
    yield content.subarray(0, cut);
    if (cut < content.length) throw unanswered();
  }

  async size(key: string): Promise<number | null> {
    await this.#arrive('size');
    return this.objects.get(key)?.length ?? null;
  }

  async list(prefix: string, after: string): Promise<readonly ListedObject[]> {
    await this.#arrive('list');
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, 2);
    return page.map((key) => ({ key, bytes: this.objects.get(key)?.length ?? 0, modified: new Date() }));
  }

  close(): void {}

  async #arrive(name: keyof MemoryStore['requests']): Promise<void> {
    this.requests[name] += 1;
    await new Promise((resolve) => (this.delayMs > 0 ? setTimeout(resolve, this.delayMs) : setImmediate(resolve)));
    if (this.outage === 'unsent') throw new StoreError('refused', { isSent: false });
    if (this.outage === 'unanswered') throw unanswered();
  }
}

const answered = (status: number): StoreError =>
  new StoreError(`the store answered ${status}`, { isSent: true, status });
const unanswered = (): StoreError => new StoreError('no answer in time', { isSent: true });
