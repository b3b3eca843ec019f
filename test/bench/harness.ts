import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataTemplates } from './data.js';

/** What a ratio, or an absolute figure, should come to. */
export interface Target {
  readonly atLeast?: number;
  readonly atMost?: number;
}

export interface Row {
  readonly id: number;
  readonly work: string;
  readonly comparedWith: string;
  readonly target: Target;
  /** Of the two medians. */
  readonly unit: string;
  run(context: Context): Promise<Measurement | readonly Measurement[]>;
}

export interface Measurement {
  /** Which part of the row, when it has several. */
  readonly part?: string;
  /** What the target is about. */
  readonly measured: number;
  /** Of `measured`; a ratio when left out. */
  readonly measuredUnit?: string;
  /** The two medians behind a ratio. */
  readonly ours?: number;
  readonly theirs?: number;
  /** Interquartile range of each as a share of its median. */
  readonly spreads?: readonly [ours: number, theirs: number];
  /** In place of the row's. */
  readonly unit?: string;
  /** In place of the row's; `null`: only reported. */
  readonly target?: Target | null;
  readonly note?: string;
}

/** What a row works with. What it starts or writes is gone when the row is over. */
export class Context {
  readonly #stops: (() => unknown)[] = [];
  #finished: Promise<void> | undefined;
  readonly rounds: number;
  /** How long one round of a load lasts. */
  readonly seconds: number;

  constructor(
    readonly quick: boolean,
    private readonly templates: DataTemplates,
    readonly progress: (text: string) => void,
  ) {
    this.rounds = quick ? 5 : 7;
    this.seconds = quick ? 0.5 : 3;
  }

  /** The size of a full run, or the smaller one of a quick run. */
  size(full: number, quick: number): number {
    return this.quick ? quick : full;
  }

  /** What starts when the run was ended already is stopped at once. */
  atEnd(stop: () => unknown): void {
    if (this.#finished === undefined) this.#stops.push(stop);
    else void stop();
  }

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'brand-portal-bench-'));
    this.atEnd(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  /** A data directory with one brand, `bench`, of so many pages of so many bytes: a copy to be changed at will. */
  async data(pages: number, bytes: number): Promise<string> {
    const copy = join(await this.folder(), 'data');
    await this.templates.copy(pages, bytes, copy, this.progress);
    return copy;
  }

  /** Once, whoever calls it: a folder goes after what writes to it. */
  finish(): Promise<void> {
    this.#finished ??= this.#stopAll();
    return this.#finished;
  }

  async #stopAll(): Promise<void> {
    for (let stop = this.#stops.pop(); stop !== undefined; stop = this.#stops.pop()) await stop();
  }
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  if (values.length === 0) throw new Error('A median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const at = ((sorted.length - 1) * percent) / 100;
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low + (high - low) * (at % 1);
}

function spread(values: readonly number[]): number {
  return (percentile(values, 75) - percentile(values, 25)) / median(values);
}

export type Side = (round: number) => Promise<number>;

/** Both sides in turn, A B A B, after one round of each that does not count. @returns the two medians and their spreads */
export async function sideBySide(
  context: Context,
  ours: Side,
  theirs: Side,
  { warmUp = true } = {},
): Promise<{ ours: number; theirs: number; spreads: [number, number] }> {
  const [a, b]: [number[], number[]] = [[], []];
  for (let round = warmUp ? -1 : 0; round < context.rounds; round += 1) {
    const measured = [await ours(round), await theirs(round)] as const;
    context.progress(
      round < 0 ? 'warm' : `round ${round + 1} of ${context.rounds}: ${measured.map(short).join(' / ')}`,
    );
    if (round < 0) continue;
    a.push(measured[0]);
    b.push(measured[1]);
  }
  return { ours: median(a), theirs: median(b), spreads: [spread(a), spread(b)] };
}

/** What compares two medians. */
export function ratio(
  both: Pick<Measurement, 'spreads'> & { ours: number; theirs: number },
  more: Partial<Measurement> = {},
): Measurement {
  return { ...both, measured: both.ours / both.theirs, ...more };
}

/** What stands for itself. @param target of it; left out: only reported */
export function figure(
  part: string,
  measured: number,
  measuredUnit: string,
  target: Target | null = null,
): Measurement {
  return { part, measured, measuredUnit, target };
}

export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

export async function milliseconds(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export function holds(measured: number, { atLeast, atMost }: Target): boolean {
  return (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);
}
