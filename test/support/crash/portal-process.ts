import { join } from 'node:path';
import { pino } from 'pino';
import { Service } from '../../../src/service/service.js';
import type { FileSystem } from '../../../src/store/file-system.js';
import { sanitizer } from '../portal.js';
import type { Commit } from './inspect.js';
import type { Scenario } from './simulate.js';

const log = pino({ level: 'silent' });

/** One process of the service, whose clock stands on the day of the call that it runs. */
export class PortalProcess {
  #day = 0;
  #service: Service | undefined;

  constructor(
    readonly fs: FileSystem,
    readonly data: string,
  ) {}

  async service(day = 0): Promise<Service> {
    this.#day = day;
    const clock = (): Date => new Date(Date.UTC(2026, 0, 1 + this.#day));
    this.#service ??= await Service.open({ fs: this.fs, data: this.data, clock, sanitizer, log });
    return this.#service;
  }

  gitdir(slug: string): string {
    return join(this.data, 'brands', `${slug}.git`);
  }

  async createBrand(slug: string): Promise<unknown> {
    return (await this.service()).provisioning.createEmpty(slug, `Brand ${slug}`, ['corporate_language']);
  }

  async close(): Promise<void> {
    await this.#service?.close();
    this.#service = undefined;
  }
}

/** The call that made a commit of a brand. */
export function requestOf({ message }: Commit): string {
  return /^Request-Id: (.*)$/m.exec(message)?.[1] ?? 'create';
}

/** Calls of one process by their names, in their order. */
export type Calls = Readonly<Record<string, (portal: PortalProcess, name: string) => Promise<unknown>>>;

/** A run of the calls, none of which is refused. @param begin makes what is there before */
export const runOf = (
  calls: Calls,
  begin?: (portal: PortalProcess) => Promise<unknown>,
): Pick<Scenario, 'refused' | 'run'> => ({
  refused: [],
  async run(disk, newProcess) {
    const portal = new PortalProcess(newProcess(), disk.path);
    await begin?.(portal);
    if (begin !== undefined) disk.settle();
    for (const [name, make] of Object.entries(calls)) await disk.call(name, () => make(portal, name));
    await portal.close();
  },
});
