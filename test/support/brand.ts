import { pino } from 'pino';
import { PortalError } from '../../src/lib/errors.js';
import { noInput, type Operation } from '../../src/operations/engine/contract.js';
import type { ServiceLimits } from '../../src/service/limits.js';
import { Service } from '../../src/service/service.js';
import type { FileSystem } from '../../src/store/file-system.js';
import { memoryFileSystem, sanitizer, TestClock } from './portal.js';

const log = pino({ level: 'silent' });

export const editor = { kind: 'key', id: 'k1', name: 'Editor', rights: ['read', 'write'], role: 'admin' } as const;

export interface BrandPlace {
  readonly fs?: FileSystem;
  readonly data?: string;
}

/** The empty brand `acme` and its operations, without HTTP. */
export class TestBrand {
  readonly slug = 'acme';
  #service: Service;

  private constructor(
    readonly fs: FileSystem,
    readonly data: string,
    readonly clock: TestClock,
    service: Service,
  ) {
    this.#service = service;
  }

  static create(place: BrandPlace = {}): Promise<TestBrand> {
    return TestBrand.createFrom(
      (service) => service.provisioning.createEmpty('acme', 'Acme', ['corporate_language']),
      place,
    );
  }

  /** @param make makes the brand `acme` */
  static async createFrom(
    make: (service: Service) => Promise<unknown>,
    { fs = memoryFileSystem(), data = '/data' }: BrandPlace = {},
  ): Promise<TestBrand> {
    const clock = new TestClock();
    const service = await Service.open({ fs, data, clock: clock.read, sanitizer, log });
    await make(service);
    return new TestBrand(fs, data, clock, service);
  }

  get gitdir(): string {
    return `${this.data}/brands/${this.slug}.git`;
  }

  get service(): Service {
    return this.#service;
  }

  /** Closes the service and opens another on the same directory. */
  async restart(limits: Partial<ServiceLimits> = {}): Promise<void> {
    await this.#service.close();
    const { fs, data, clock } = this;
    this.#service = await Service.open({ fs, data, clock: clock.read, sanitizer, log, limits });
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async run(operation: Operation, params: Record<string, string> = {}, body?: unknown, query = {}): Promise<any> {
    const call = { slug: this.slug, actor: editor, via: 'rest' as const, requestId: 'r1', precondition: null };
    return (await this.#service.run(operation, call, { ...noInput, params, body, query })).value;
  }

  /** `ok` and the answer, or the code with which the operation was refused. */
  async attempt(operation: Operation, params: Record<string, string>, body?: unknown) {
    try {
      return { outcome: 'ok', value: await this.run(operation, params, body) };
    } catch (error) {
      if (error instanceof PortalError) return { outcome: error.code as string, value: undefined };
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#service.close();
  }
}
