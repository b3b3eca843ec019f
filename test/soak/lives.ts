import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../bench/harness.js';
import { ChildServer, type ChildServerOptions } from '../support/child-server.js';
import { checkPages } from './workers/rest.js';
import type { World } from './world.js';

interface Plan {
  readonly minutes: number;
  /** Between two kills, on average. */
  readonly killSeconds: number;
}

/** One life after another of the server, most of them ended by SIGKILL. */
export class Lives {
  /** Resident memory of each life every 5 seconds, in MiB. */
  readonly memory: number[][] = [];
  kills = 0;
  pagesChecked = 0;
  #server: ChildServer | undefined;

  constructor(
    private readonly world: World,
    private readonly plan: Plan,
    private readonly options: ChildServerOptions,
  ) {}

  /** Until the time is over; then a last SIGTERM in the middle of the work. @returns the exit code */
  async run(): Promise<number | null> {
    const totalMs = this.plan.minutes * 60_000;
    const end = Date.now() + totalMs;
    // A quarter of the time in one piece, to see what memory does.
    let isCalmToCome = true;
    await this.#start();
    this.world.open();
    for (;;) {
      const left = end - Date.now();
      const isCalm = isCalmToCome && left <= totalMs * 0.4;
      if (isCalm) isCalmToCome = false;
      const lifeMs = isCalm ? totalMs * 0.25 : this.plan.killSeconds * (500 + this.world.random(1000));
      await this.#live(Math.min(lifeMs, left));
      if (lifeMs >= left) break;
      await this.#killAndRestart();
    }
    this.world.ending();
    return (await this.#server?.end('SIGTERM')) ?? null;
  }

  async #start(): Promise<void> {
    this.#server = await ChildServer.start(this.options);
    this.memory.push([]);
    this.world.port = this.#server.port;
  }

  async #live(ms: number): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end; ) {
      await sleep(Math.min(5000, end - Date.now()));
      if (this.#server?.hasEnded) {
        this.world.ending();
        this.world.tally.problem('the server ended by itself');
        await this.#start();
        this.world.open();
        return;
      }
      this.memory.at(-1)?.push(this.#server?.residentMemory ?? 0);
    }
  }

  async #killAndRestart(): Promise<void> {
    const { world } = this;
    world.ending();
    await this.#server?.end('SIGKILL');
    this.kills += 1;
    // Clients still read answers that were sent before the kill.
    await sleep(500);
    await this.checkHistories();
    await this.#start();
    this.pagesChecked += await checkPages(world, 60);
    world.open();
  }

  async checkHistories(): Promise<void> {
    for (const { ledger } of Object.values(this.world.brands)) await ledger.check(this.world.tally);
  }

  /** Whether the last third of each life of ten minutes or more needs no more memory than the third before. */
  get isFlat(): boolean {
    return this.memory.every((life) => {
      const third = Math.floor(life.length / 3);
      return life.length < 120 || median(life.slice(2 * third)) < median(life.slice(third, 2 * third)) * 1.25;
    });
  }

  /** Leaves no process behind when the run itself is interrupted. */
  abandon(): void {
    this.#server?.child.kill('SIGKILL');
  }
}
