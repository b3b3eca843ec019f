import { setTimeout as sleep } from 'node:timers/promises';
import { ChildServer } from '../support/child-server.js';
import { objectsOf } from './disk.js';
import { type Period, residentBytes } from './memory.js';
import { checkPages } from './workers/writers.js';
import type { World } from './world.js';

export interface Plan {
  readonly minutes: number;
  /** Between two kills, on average. */
  readonly killSeconds: number;
}

/** One life after another of the server, most of them ended by SIGKILL. */
export class ServerLives {
  readonly periods: Period[] = [];
  readonly disk: { loose: number; packs: number }[] = [];
  kills = 0;
  pagesChecked = 0;
  #server: ChildServer | undefined;

  constructor(
    private readonly world: World,
    private readonly plan: Plan,
    private readonly config: string,
    private readonly log: string,
  ) {}

  /** Until the time is over; then a last SIGTERM in the middle of the work. @returns the exit code */
  async run(): Promise<number | null> {
    const { minutes, killSeconds } = this.plan;
    const end = Date.now() + minutes * 60_000;
    // A quarter of the time in one piece, to see what memory does.
    const calmFrom = end - minutes * 60_000 * 0.4;
    const calmMs = minutes * 60_000 * 0.25;
    let wasCalm = false;
    await this.#start();
    this.world.open();
    for (;;) {
      const left = end - Date.now();
      const isCalm: boolean = !wasCalm && Date.now() >= calmFrom;
      const randomMs = killSeconds * (500 + this.world.random(1000));
      const lifeMs = isCalm ? calmMs : randomMs;
      wasCalm ||= isCalm;
      if (lifeMs >= left) {
        await this.#live(left);
        return this.#endLast();
      }
      await this.#live(lifeMs);
      await this.#killAndRestart();
    }
  }

  async #start(): Promise<void> {
    const { program, data } = this.world;
    const lifetimeMs = this.plan.minutes * 60_000 + 300_000;
    this.#server = await ChildServer.start({ program, data, config: this.config, log: this.log, lifetimeMs });
    this.periods.push({ seconds: [], bytes: [] });
    this.world.port = this.#server.port;
  }

  async #live(ms: number): Promise<void> {
    const server = this.#server as ChildServer;
    const period = this.periods.at(-1) as Period;
    const start = Date.now();
    for (let now = start; now < start + ms; now = Date.now()) {
      await sleep(Math.min(5000, start + ms - now));
      if (!server.hasEnded) {
        const bytes = residentBytes(server.pid);
        if (bytes === null) continue;
        period.seconds.push((Date.now() - start) / 1000);
        period.bytes.push(bytes);
        continue;
      }
      this.world.ending();
      this.world.tally.problem('the server ended by itself');
      await this.#start();
      this.world.open();
      return;
    }
  }

  async #killAndRestart(): Promise<void> {
    const { world } = this;
    world.ending();
    await this.#server?.end('SIGKILL');
    this.kills += 1;
    // Answers that were out before the kill are still being read.
    await sleep(500);
    await this.checkHistories();
    await this.#start();
    this.pagesChecked += await checkPages(world, 60);
    world.open();
  }

  async checkHistories(): Promise<void> {
    for (const { ledger } of Object.values(this.world.brands)) {
      await ledger.check(this.world.tally);
      this.disk.push(objectsOf(ledger.gitdir));
    }
  }

  /** Leaves no process behind when the run itself is interrupted. */
  abandon(): void {
    this.#server?.child.kill('SIGKILL');
  }

  async #endLast(): Promise<number | null> {
    this.world.ending();
    return (await this.#server?.end('SIGTERM')) ?? null;
  }
}
